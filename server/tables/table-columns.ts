// Columns of the office's tables: each with its name and the content of its cells.
import { standingWords, verificationWords } from '#contract/verification/words.ts';
import { impersonationWords, operatorWords, signInOutcomeWords } from '#contract/identity/words.ts';
import type { ServerBatch, BatchPayment, ServerReceiptLine } from '#contract/banking/office.ts';
import type { ServerReconciledDay } from '#contract/banking/reconciliation.ts';
import type { ServerImportedStatement, StatementLineView } from '#contract/banking/statements.ts';
import type { ServerLateRow } from '#contract/servicing/collections.ts';
import { type Output, roleText } from '#contract/core/endpoint.ts';
import type { holidaysOffice } from '#contract/taiwan/holidays.ts';
import type { ServerListedOperator, ServerOperatorSignIn } from '#contract/identity/operators.ts';
import type { ServerImpersonation } from '#contract/identity/impersonation.ts';
import type { ServerCaseOrder, ServerOfficeCaseRow } from '#contract/investing/office.ts';
import type { ServerRefund } from '#contract/investing/refunds.ts';
import type { ledgerOffice } from '#contract/ledger/calls.ts';
import type { FeeRow, LedgerAccount } from '#contract/ledger/books.ts';
import { accounts as accountWords, groupText, transferText } from '#contract/ledger/words.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { type OrderStatus, orderWords } from '#contract/investing/order-status.ts';
import { REFUND, REFUND_REASON } from '#contract/investing/refund-words.ts';
import { subjectWord } from '#contract/core/subject-words.ts';
import type { ServerPollRow } from '#contract/servicing/polls.ts';
import type { PayoutLine, ServerWaitingDisbursement } from '#contract/servicing/payouts.ts';
import { disbursementWords, payoutKindText, payoutWords } from '#contract/servicing/words.ts';
import { decidedText, taskStatusText } from '#contract/tasks/words.ts';
import type { ServerTask } from '#contract/tasks/calls.ts';
import { taskRules } from '#contract/tasks/kinds.ts';
import { type ServerMemberHit, memberFiles } from '#contract/verification/members.ts';
import type { PayoutDay } from '../servicing/actions.ts';
import type { Columns } from './table.ts';
import {
  batchKindText,
  batchWords,
  paymentWords,
  receiptSubjectText,
  receiptWords,
  statementWords,
} from '#contract/banking/words.ts';
import { pollWords } from '#contract/servicing/poll.ts';

const yes = (is: boolean) => (is ? '是' : '否');

/** Columns for the owner of an account; 0 means that the account has none. */
const whose: Columns<{ loanId: number; orderId: number; memberId: number }> = [
  ['申貸案', (row) => row.loanId || null],
  ['訂單', (row) => row.orderId || null],
  ['會員', (row) => row.memberId || null],
];

type Entry = Output<(typeof ledgerOffice)['entries']>['data'][number];
export const entries: Columns<Entry> = [
  ['交易編號', (row) => row.transferId],
  ['類別', (row) => transferText[row.kind]],
  ['日期', (row) => row.on],
  ['銀行日期', (row) => row.valueOn],
  ['摘要', (row) => row.memo],
  ['科目', (row) => accountWords[row.account].text],
  ...whose,
  ['金額（借正貸負）', (row) => row.amount],
];

export const accounts: Columns<Omit<LedgerAccount, 'id'> & { id: string | number }> = [
  ['編號', (row) => row.id],
  ['科目', (row) => accountWords[row.kind].text],
  ...whose,
  ['餘額', (row) => row.balance],
];

export type Balance = Output<(typeof ledgerOffice)['books']>['data']['balances'][number];
/**
 * The account code is included, because the exported journal uses it as the name of the account.
 */
export const balances: Columns<Balance> = [
  ['代號', (row) => row.kind],
  ['科目', (row) => accountWords[row.kind].text],
  ['類別', (row) => groupText[accountWords[row.kind].group]],
  ['帳戶數', (row) => row.accounts],
  ['餘額', (row) => row.balance],
];

export const fees: Columns<FeeRow> = [
  ['類別', (row) => transferText[row.kind]],
  ['筆數', (row) => row.transfers],
  ['含稅金額', (row) => row.gross],
  ['未稅金額', (row) => row.net],
  ['營業稅', (row) => row.vat],
];

export const tasks: Columns<ServerTask> = [
  ['編號', (row) => row.id],
  ['類型', (row) => taskRules[row.kind].text],
  ['對象', (row) => row.subject.label],
  ['狀態', (row) => taskStatusText[row.status]],
  ['建立時間', (row) => row.createdAt],
  ['期限', (row) => row.dueAt],
  ['處理人', (row) => row.assignee?.name ?? null],
  ['經辦', (row) => row.maker],
  ['覆核', (row) => row.checker],
  ['決定', (row) => (row.status === 'open' ? null : decidedText(row.kind, row.decision))],
  ['原因', (row) => row.reason],
];

export const batches: Columns<ServerBatch> = [
  ['批次', (row) => row.id],
  ['類型', (row) => batchKindText[row.kind]],
  ['狀態', (row) => batchWords[row.state].text],
  ['筆數', (row) => row.payments],
  ['金額', (row) => row.total],
  ['已匯出', (row) => row.confirmed],
  ['銀行退回', (row) => row.cameBack],
  ['放行', (row) => row.releasedBy],
  ['放行時間', (row) => row.releasedAt],
  ['覆核', (row) => row.checkedBy],
  ['送出時間', (row) => row.sentAt],
];

export const payments: Columns<BatchPayment> = [
  ['編號', (row) => row.id],
  ['參考編號', (row) => row.reference],
  ['對象編號', (row) => row.subjectId],
  ['會員編號', (row) => row.memberId],
  ['銀行', (row) => row.bankCode],
  ['帳號末四碼', (row) => row.accountTail],
  ['金額', (row) => row.amount],
  ['附言', (row) => row.memo],
  ['狀態', (row) => paymentWords[row.status].text],
  ['銀行日', (row) => row.settledOn],
  ['退回原因', (row) => row.reason],
];

export const receipts: Columns<ServerReceiptLine> = [
  ['編號', (row) => row.id],
  ['銀行日', (row) => row.day],
  ['入帳時間', (row) => row.at],
  ['序號', (row) => row.seq],
  ['金額', (row) => (row.sign === '-' ? -row.amount : row.amount)],
  ['虛擬帳號', (row) => row.virtualAccount],
  ['匯款銀行', (row) => row.fromBank],
  ['匯款帳號末碼', (row) => row.fromAccountTail],
  ['狀態', (row) => receiptWords[row.state].text],
  ['對象', (row) => row.subjectType && receiptSubjectText[row.subjectType]],
  ['對象編號', (row) => row.subjectId],
  ['說明', (row) => row.why],
];

export const statements: Columns<ServerImportedStatement> = [
  ['編號', (row) => row.id],
  ['檔名', (row) => row.filename],
  ['格式', (row) => row.layout],
  ['SHA-256', (row) => row.sha256],
  ['狀態', (row) => statementWords[row.state].text],
  ['行數', (row) => row.lines],
  ['新入帳', (row) => row.booked],
  ['待比對', (row) => row.suspended],
  ['已知', (row) => row.known],
  ['略過', (row) => row.passedOver],
  ['問題', (row) => row.problems],
  ['匯入', (row) => row.importedBy],
  ['匯入時間', (row) => row.importedAt],
];

export const lines: Columns<StatementLineView> = [
  ['行號', (row) => row.line],
  ['日期', (row) => row.day],
  ['時間', (row) => row.time],
  ['序號', (row) => row.seq],
  ['金額', (row) => row.amount],
  ['虛擬帳號', (row) => row.virtualAccount],
  ['匯款銀行', (row) => row.fromBank],
  ['匯款帳號末四碼', (row) => row.accountTail],
  ['付款參考編號', (row) => row.reference],
  ['結果', (row) => row.result],
  ['對象', (row) => row.subjectType && subjectWord(row.subjectType)],
  ['對象編號', (row) => row.subjectId],
  ['說明', (row) => row.why],
];

export const days: Columns<ServerReconciledDay> = [
  ['日期', (row) => row.day],
  ['銀行餘額', (row) => row.closing],
  ['帳上餘額', (row) => row.books],
  ['差額', (row) => (row.closing === null ? null : row.closing - row.books)],
  ['應付客戶', (row) => row.owed],
  ['簽核', (row) => row.signedBy],
  ['簽核時間', (row) => row.signedAt],
  ['覆簽', (row) => row.secondBy],
  ['覆簽時間', (row) => row.secondAt],
];

export const operators: Columns<ServerListedOperator> = [
  ['編號', (row) => row.id],
  ['姓名', (row) => row.name],
  ['電子郵件', (row) => row.email],
  ['角色', (row) => row.roles.map((role) => roleText[role]).join('・')],
  ['狀態', (row) => operatorWords[row.state].text],
  ['加入時間', (row) => row.createdAt],
  ['上次登入', (row) => row.lastLoginAt],
  ['登入中', (row) => row.sessions],
];

export const signIns: Columns<ServerOperatorSignIn> = [
  ['編號', (row) => row.id],
  ['時間', (row) => row.at],
  ['帳號', (row) => row.email],
  ['同事編號', (row) => row.operator?.id ?? null],
  ['同事', (row) => row.operator?.name ?? null],
  ['結果', (row) => signInOutcomeWords[row.outcome].text],
  ['位址', (row) => row.address],
  ['裝置', (row) => row.agent],
];

export const impersonations: Columns<ServerImpersonation> = [
  ['編號', (row) => row.id],
  ['建立時間', (row) => row.createdAt],
  ['同事編號', (row) => row.operator.id],
  ['同事', (row) => row.operator.name],
  ['會員編號', (row) => row.member.id],
  ['原因', (row) => row.reason],
  ['狀態', (row) => impersonationWords[row.state].text],
  ['開啟時間', (row) => row.openedAt],
  ['結束時間', (row) => row.endsAt],
  ['位址', (row) => row.address],
];

export const members: Columns<ServerMemberHit> = [
  ['會員編號', (row) => row.id],
  ['姓名', (row) => row.nameMasked],
  ['電子郵件', (row) => row.emailMasked],
  ['身分驗證步驟', (row) => row.stage],
  ['身分驗證', (row) => verificationWords[memberFiles[row.status] ?? 'begun'].office.text],
  ['帳戶', (row) => standingWords[row.standing].text],
  ['註冊時間', (row) => row.createdAt],
];

export const cases: Columns<ServerOfficeCaseRow> = [
  ['案號', (row) => row.caseNo],
  ['方案', (row) => row.planName],
  ['評等', (row) => row.grade],
  ['年化利率', (row) => row.annualRate],
  ['期數', (row) => row.installments],
  ['狀態', (row) => row.statusText],
  ['目標金額', (row) => row.target],
  ['已預留', (row) => row.reserved],
  ['已付款', (row) => row.paid],
  ['訂單數', (row) => row.orders],
  ['出資人數', (row) => row.investors],
  ['精選', (row) => yes(row.pinned)],
  ['上架時間', (row) => row.listedAt],
  ['募集截止', (row) => row.endsAt],
];

export const caseOrders: Columns<ServerCaseOrder> = [
  ['訂單', (row) => row.orderNo],
  ['出資人', (row) => row.name],
  ['金額', (row) => row.amount],
  ['已付', (row) => row.paidAmount],
  ['狀態', (row) => orderWords(row.status as OrderStatus).text],
  ['成立時間', (row) => row.createdAt],
];

export const refunds: Columns<ServerRefund> = [
  ['編號', (row) => row.id],
  ['訂單', (row) => orderNoOf(Number(row.orderId))],
  ['會員編號', (row) => row.memberId],
  ['金額', (row) => row.amount],
  ['手續費', (row) => row.fee],
  ['原因', (row) => REFUND_REASON[row.reason]],
  ['狀態', (row) => REFUND[row.state].office.text],
  ['建立時間', (row) => row.createdAt],
  ['匯出時間', (row) => row.settledAt],
  ['退回原因', (row) => row.cameBack],
  ['批次', (row) => row.batchId],
];

export const late: Columns<ServerLateRow> = [
  ['案號', (row) => row.caseNo],
  ['借款人', (row) => row.borrower],
  ['狀態', (row) => row.statusText],
  ['逾期天數', (row) => row.lateDays],
  ['逾期金額', (row) => row.arrears],
  ['遲延費用', (row) => row.charges],
  ['未還本金', (row) => row.outstanding],
  ['加速到期', (row) => yes(row.accelerated)],
  ['最近聯絡', (row) => row.lastContactAt],
  ['承諾金額', (row) => row.promise?.amount ?? null],
  ['承諾日期', (row) => row.promise?.dueOn ?? null],
];

export type Holiday = Output<(typeof holidaysOffice)['listHolidays']>['data'][number];
export const holidays: Columns<Holiday> = [
  ['日期', (row) => row.day],
  ['名稱', (row) => row.name],
  ['類型', (row) => (row.business ? '補班日' : '休假日')],
  ['來源', (row) => (row.source === 'published' ? '政府行事曆' : '自行新增')],
];

export const polls: Columns<ServerPollRow> = [
  ['編號', (row) => row.id],
  ['案號', (row) => row.caseNo],
  ['狀態', (row) => pollWords[row.status].text],
  ['開始', (row) => row.openedAt],
  ['截止', (row) => row.closesAt],
  ['可投票人數', (row) => row.voters],
  ['已投票人數', (row) => row.voted],
  ['總權數', (row) => row.total],
  ['已投權數', (row) => row.turnout],
  ['達門檻', (row) => yes(row.hasQuorum)],
  ['協商', (row) => row.result?.negotiate ?? null],
  ['法律程序', (row) => row.result?.legal ?? null],
  ['棄權', (row) => row.result?.abstain ?? null],
];

export const payouts: Columns<PayoutLine> = [
  ['編號', (row) => row.id],
  ['會員編號', (row) => row.memberId],
  ['類型', (row) => payoutKindText[row.kind]],
  ['金額', (row) => row.amount],
  ['狀態', (row) => payoutWords[row.state].text],
  ['彙整日', (row) => row.createdOn],
  ['匯出日', (row) => row.settledOn],
  ['嘗試次數', (row) => row.attempts],
  ['說明', (row) => row.why],
  ['批次', (row) => row.batchId],
];

export const payoutDays: Columns<PayoutDay> = [
  ['彙整日', (row) => row.day],
  [`${payoutWords.payable.text}筆數`, (row) => row.payable.count],
  [`${payoutWords.payable.text}金額`, (row) => row.payable.amount],
  [`${payoutWords.held.text}筆數`, (row) => row.held.count],
  [`${payoutWords.held.text}金額`, (row) => row.held.amount],
  ['處理中筆數', (row) => row.under.count],
  ['處理中金額', (row) => row.under.amount],
  [`${payoutWords.confirmed.text}筆數`, (row) => row.confirmed.count],
  [`${payoutWords.confirmed.text}金額`, (row) => row.confirmed.amount],
];

export const disbursements: Columns<ServerWaitingDisbursement> = [
  ['案號', (row) => row.caseNo],
  ['借款金額', (row) => row.amount],
  ['實撥金額', (row) => row.net],
  ['步驟', (row) => disbursementWords[row.step].text],
  ['經辦', (row) => row.maker],
  ['等待自', (row) => row.since],
];
