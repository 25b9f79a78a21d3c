// Exports of the rows behind report figures: file names, columns and paging.
import { transferText } from '#contract/ledger/words.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { stageText, standingOrSettled } from '#contract/reports/words.ts';
import type { DefaultLoan, OutstandingLoan, VintageLoan } from '#contract/reports/credit.ts';
import type { CashMove, IncomeMove, ReportedTransfer } from '#contract/reports/money.ts';
import type { ReturnLoan } from '#contract/reports/returns.ts';
import type { FunnelMember, ServiceTask } from '#contract/reports/work.ts';
import { subjectWord } from '#contract/core/subject-words.ts';
import type { OfficeTables } from '#contract/tables.ts';
import type { Actions } from '../action.ts';
import { type Columns, exportOf, inSteps } from '../tables/table.ts';
import { reportsOfficeActions as reports } from './actions.ts';
import { incomeMovesBeyond } from './money/income.ts';
import { cashMovesBeyond } from './money/money.ts';
import { funnelMembersBeyond } from './work.ts';

/**
 * Loans and tasks are sorted by a calculated figure, which cannot be used for paging, so each page
 * recalculates the whole report. Pages are therefore large and few: there is at most one row per
 * loan.
 */
const AT_ONCE = 5_000;

type Case = { loanId: string; caseNo: string; planName: string; grade: string };
const cases: Columns<Case> = [
  ['申貸案', (row) => row.loanId],
  ['案號', (row) => row.caseNo],
  ['方案', (row) => row.planName],
  ['評等', (row) => row.grade],
];

const outstandingLoans: Columns<OutstandingLoan> = [
  ...cases,
  ['狀態', (row) => standingOrSettled[row.standing]],
  ['年利率 %', (row) => row.rate],
  ['撥款日', (row) => row.disbursedOn],
  ['借款金額', (row) => row.amount],
  ['在貸本金', (row) => row.principal],
];

const vintageLoans: Columns<VintageLoan> = [
  ...cases,
  ['目前狀態', (row) => standingOrSettled[row.standing]],
  ['撥款日', (row) => row.disbursedOn],
  ['撥款本金', (row) => row.amount],
  ['在貸或當時逾期本金', (row) => row.principal],
];

const defaultLoans: Columns<DefaultLoan> = [
  ...cases,
  ['違約日', (row) => row.since],
  ['違約本金', (row) => row.defaulted],
  ['已收回', (row) => row.recovered],
  ['已轉銷', (row) => row.writtenOff],
  ['未收回', (row) => row.outstanding],
];

const returnLoans: Columns<ReturnLoan> = [
  ...cases,
  ['撥款日', (row) => row.disbursedOn],
  ['結束日', (row) => row.endedOn],
  ['本金', (row) => row.principal],
  ['損益', (row) => row.gain],
  ['年利率 %', (row) => row.rate],
  ['XIRR %', (row) => row.xirr],
];

const transfers: Columns<ReportedTransfer> = [
  ['交易編號', (row) => row.transferId],
  ['日期', (row) => row.on],
  ['交易', (row) => transferText[row.kind]],
  ['申貸案', (row) => row.loanId],
  ['案號', (row) => row.caseNo],
  ['訂單', (row) => row.orderId && orderNoOf(row.orderId)],
  ['會員', (row) => row.memberId],
];

const cashMoves: Columns<CashMove> = [
  ...transfers,
  ['摘要', (row) => row.memo],
  ['金額', (row) => row.amount],
];

const incomeMoves: Columns<IncomeMove> = [...transfers, ['含稅金額', (row) => row.gross]];

const funnelMembers: Columns<FunnelMember> = [
  ['會員', (row) => row.memberId],
  ['註冊日', (row) => row.joinedOn],
  ['走到', (row) => stageText[row.stage]],
  ['申貸案', (row) => row.loanId],
  ['案號', (row) => row.caseNo],
];

const serviceTasks: Columns<ServiceTask> = [
  ['待辦', (row) => row.taskId],
  ['對象類型', (row) => subjectWord(row.subjectType)],
  ['對象編號', (row) => row.subjectId],
  ['開立', (row) => row.openedAt],
  ['時限', (row) => row.dueAt],
  ['處理', (row) => row.decidedAt],
  ['處理人', (row) => row.by],
  ['費時（小時）', (row) => row.hours],
  ['時限內', (row) => (row.inTime ? '是' : '否')],
];

const out = <Row>(name: string, list: unknown, columns: Columns<Row>) =>
  exportOf(name, columns, inSteps<Row, object>(list, AT_ONCE));

export const reportTables: Actions<{ reports: OfficeTables['reports'] }>['reports'] = {
  outstandingLoansTable: out('在貸案件', reports.outstandingLoans, outstandingLoans),
  vintageLoansTable: out('撥款案件', reports.vintageLoans, vintageLoans),
  defaultLoansTable: out('違約案件', reports.defaultLoans, defaultLoans),
  returnLoansTable: out('已結束案件', reports.returnLoans, returnLoans),
  cashFlowMovesTable: exportOf('現金流量明細', cashMoves, cashMovesBeyond),
  incomeMovesTable: exportOf('收入明細', incomeMoves, incomeMovesBeyond),
  funnelMembersTable: exportOf('申貸漏斗會員', funnelMembers, funnelMembersBeyond),
  serviceTasksTable: out('處理時效待辦', reports.serviceTasks, serviceTasks),
};
