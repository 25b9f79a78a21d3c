// Default texts of notices to borrowers and investors during repayment and arrears.
import { catalogue, payTo } from '../notices/rules.ts';
import { collectionMessages } from './collecting/message-words.ts';
import { moneyOut } from './payout/payout-words.ts';

const borrower = { category: 'loan', link: '/account/loan' } as const;
const investor = { category: 'invest', link: '/account/invest/ongoing' } as const;
/**
 * Options of reminders before a due date: they are also sent as text messages unless the member has
 * declined.
 */
const urgent = { ...borrower, deadline: true } as const;
/** Options of demands of overdue money: sent only in the permitted collection hours. */
const collecting = { ...urgent, isCollection: true } as const;
/** Options of notices with legal effect: always mailed, whatever the member's preferences. */
const formal = { ...collecting, email: 'always' } as const;

const caseNo = { caseNo: ['案號', 'A20261120-001'] } as const;
const amount = { amount: ['金額', '$ 9,137'] } as const;
const no = { no: ['第幾期', '3'] } as const;
const reason = { reason: ['原因', '資料與實際不符'] } as const;
/** The fixed sentence after a comma, or that the amount is debited. */
const orDebited = { payTo: ['還款帳戶或自動扣款的說明', `，${payTo.payTo[1]}`] } as const;
const arrears = {
  ...caseNo,
  ...orDebited,
  days: ['逾期天數', '8'],
  owed: ['應還金額與其中的費用', '應還 $ 9,200（含遲延利息與違約金 $ 63）'],
} as const;
const late = { ...arrears, ...no } as const;
const early = { ...caseNo, ...no, ...orDebited, ...amount } as const;

const HELP =
  '若一時周轉有困難，請至「我的申貸案」選擇「我需要協助」，我們會和您一起找出負擔得起的還款方式。';

const disbursed = {
  disbursed: {
    ...borrower,
    name: '撥款完成（借款人）',
    title: '撥款完成，{{net}} 已匯出',
    body:
      '案號 {{caseNo}} 已於 {{day}} 撥款，扣除費用 {{fees}}。' +
      '第 1 期 {{instalment}} 的應還日為 {{dueOn}}，還款時{{payTo}}。',
    variables: {
      ...caseNo,
      net: ['實際匯出的金額', '$ 193,985'],
      day: ['撥款日', '2026/11/20'],
      fees: ['扣除的費用', '$ 6,015'],
      instalment: ['第 1 期金額', '$ 9,137'],
      dueOn: ['第 1 期應還日', '2026/12/20'],
      ...payTo,
    },
    must: ['dueOn', 'payTo'],
  },
  disbursedToInvestors: {
    ...investor,
    name: '案件已撥款（出資人）',
    title: '案件已撥款，開始計息',
    body: '案件 {{caseNo}} 已於 {{day}} 撥款並開始計息，第 1 期的應還日為 {{dueOn}}。',
    variables: {
      ...caseNo,
      day: ['撥款日', '2026/11/20'],
      dueOn: ['第 1 期應還日', '2026/12/20'],
    },
  },
  disbursementFailed: {
    ...borrower,
    name: '撥款未完成',
    title: '撥款未完成',
    body:
      '案號 {{caseNo}} 的撥款未能完成（{{reason}}）。請確認撥款帳戶與契約內容，' +
      '並於 3 個營業日內再次完成對保簽約，逾期案件將失效。',
    variables: { ...caseNo, ...reason },
    must: ['reason'],
  },
  disbursementCameBack: {
    ...borrower,
    name: '已撥付的撥款遭退匯',
    title: '撥款 {{amount}} 遭銀行退匯，請更正帳戶',
    body:
      '案號 {{caseNo}} 的撥款遭收款銀行退回（{{reason}}），您並未收到款項，' +
      '因此這筆借款已取消計息，先前的還款日與逾期紀錄一併取消，您已繳的款項將全數退還。' +
      '請更正綁定的銀行帳戶，並於 3 個營業日內再次完成對保簽約，我們會重新撥款。',
    variables: { ...caseNo, ...amount, ...reason },
    must: ['amount', 'reason'],
  },
  disbursementCameBackForInvestors: {
    ...investor,
    name: '撥款遭退匯（出資人）',
    title: '案件撥款遭退匯，暫停計息',
    body:
      '案件 {{caseNo}} 的撥款遭收款銀行退回，借款人並未收到款項。' +
      '您的出資款完整保管於信託專戶，待借款人更正帳戶並重新簽約後再次撥款，自撥款日起計息。',
    variables: caseNo,
  },
} as const;

const due = {
  dueSoon: {
    ...urgent,
    name: '還款將到期',
    title: '第 {{no}} 期還款將於 {{days}} 天後到期',
    body:
      '案號 {{caseNo}} 第 {{no}} 期 {{amount}} 的應還日為 {{dueOn}}（{{days}} 天後），' +
      '最遲請於 {{until}} 前完成匯款{{payTo}}。',
    variables: {
      ...early,
      days: ['還有幾天', '3'],
      dueOn: ['應還日', '2026/12/20'],
      until: ['最遲付款日', '2026/12/21'],
    },
    must: ['amount', 'dueOn', 'until'],
  },
  dueToday: {
    ...urgent,
    name: '還款今天到期',
    title: '第 {{no}} 期還款今天到期',
    body:
      '案號 {{caseNo}} 第 {{no}} 期 {{amount}} 的應還日為 {{dueOn}}（今天），' +
      '最遲請於 {{until}} 前完成匯款{{payTo}}。',
    variables: {
      ...early,
      dueOn: ['應還日', '2026/12/20'],
      until: ['最遲付款日', '2026/12/21'],
    },
    must: ['amount', 'dueOn', 'until'],
  },
  postponed: {
    ...borrower,
    name: '遇假日順延',
    title: '第 {{no}} 期可延至 {{until}} 還款',
    body: '{{why}}案號 {{caseNo}} 第 {{no}} 期（應還日 {{dueOn}}）可於 {{until}} 前還款，不另加計利息。',
    variables: {
      ...caseNo,
      ...no,
      why: ['順延的原因', '因春節，'],
      dueOn: ['應還日', '2027/02/06'],
      until: ['最遲付款日', '2027/02/15'],
    },
    must: ['until'],
  },
  repaid: {
    ...borrower,
    name: '收到還款（借款人）',
    title: '已收到還款 {{amount}}',
    body: '案號 {{caseNo}} 的還款 {{amount}} 已用於{{what}}。{{rest}}{{next}}',
    variables: {
      ...caseNo,
      ...amount,
      what: ['用於哪些項目', '第 3 期'],
      rest: ['餘額的說明', '餘額 $ 500 留作預收款。'],
      next: ['下一期的說明', '下期應還日 2027/01/20，應還 $ 9,137。'],
    },
    must: ['amount', 'what'],
  },
  repaymentReversed: {
    ...borrower,
    name: '還款經銀行更正而取消入帳',
    title: '還款 {{amount}} 已取消入帳',
    body: '案號 {{caseNo}} 於 {{day}} 入帳的還款 {{amount}}，經銀行更正而取消入帳。{{unused}}{{used}}',
    variables: {
      ...caseNo,
      ...amount,
      day: ['原入帳日', '2026/12/20'],
      unused: ['尚未使用的部分', '尚未抵充的 $ 500 已自預收款扣除，請於應還日前另行匯款。'],
      used: ['已動用的部分', '已動用的 $ 8,637 由平台先行墊付，我們會與您聯絡返還方式。'],
    },
    must: ['amount', 'unused', 'used'],
  },
  received: {
    ...investor,
    name: '收到還款（出資人）',
    isPageOnly: true,
    title: '收到還款 {{net}}',
    body:
      '案件 {{caseNo}} {{what}}：本金 {{principal}}、利息等收入 {{interest}}，' +
      '扣除服務費 {{fee}}，實收 {{net}}，將於下一個營業日起撥付至您的綁定帳戶。',
    variables: {
      ...caseNo,
      what: ['哪一期', '第 3 期'],
      principal: ['本金', '$ 382'],
      interest: ['利息等收入', '$ 75'],
      fee: ['服務費', '$ 7'],
      net: ['實收金額', '$ 450'],
    },
    must: ['principal', 'interest', 'fee', 'net'],
  },
  arrearsPaid: {
    ...borrower,
    name: '逾期款項已繳清',
    title: '逾期款項已繳清',
    body: '案號 {{caseNo}} 的逾期款項已繳清，案件恢復為還款中。謝謝您。',
    variables: caseNo,
  },
  settled: {
    ...borrower,
    name: '借款已結清（借款人）',
    title: '借款已結清',
    body: '案號 {{caseNo}} 已於 {{day}} 全部清償，沒有任何欠款。{{rest}}感謝您的信任。',
    variables: {
      ...caseNo,
      day: ['結清日', '2028/11/20'],
      rest: ['溢繳款的說明', '溢繳的 $ 500 將退回您的綁定帳戶。'],
    },
  },
  settledForInvestors: {
    ...investor,
    name: '案件已結清（出資人）',
    title: '案件已結清',
    body: '案件 {{caseNo}} 已全部清償結清，您的本金已全數收回。',
    variables: caseNo,
  },
  prepaymentLapsed: {
    ...borrower,
    name: '提前清償未能辦理',
    title: '{{day}} 的提前清償未能辦理',
    body:
      '案號 {{caseNo}} 原訂於 {{day}} {{what}}（應轉入 {{total}}），當天 23:59 前沒有收到足額款項，' +
      '因此沒有辦理，也沒有收取手續費，還款計畫不變。{{rest}}' +
      '如仍要提前清償，請至「我的申貸案」重新申請，金額以當天計算的為準。',
    variables: {
      ...caseNo,
      day: ['申請提前清償的日子', '2026/11/20'],
      what: ['全部清償，或部分清償多少本金', '部分清償本金 $ 20,000'],
      total: ['應轉入的金額', '$ 20,794'],
      rest: ['已收到款項的說明', '已收到的 $ 9,000 留作預收款，到期時會先抵充，您也可以申請退回。'],
    },
    must: ['caseNo', 'day', 'rest'],
  },
  overpaid: {
    ...borrower,
    name: '結清後又收到款項',
    title: '收到溢繳款 {{amount}}，將退回給您',
    body: '案號 {{caseNo}} 已結清，這筆款項將退回{{to}}，請勿再匯款至還款虛擬帳號。',
    variables: { ...caseNo, ...amount, to: ['退回的帳戶', '您的綁定帳戶'] },
  },
} as const;

const graceBody = '案號 {{caseNo}} 第 {{no}} 期尚有 {{amount}} 未還。';
const inGrace = '期限內繳清不收取任何費用{{payTo}}。';

const overdue = {
  lateFirstDay: {
    ...collecting,
    name: '逾期第 1 天',
    title: '第 {{no}} 期還款尚未入帳',
    body:
      '案號 {{caseNo}} 第 {{no}} 期尚有 {{amount}} 未入帳，也許只是一時忘了。' +
      `{{graceDays}} 天寬限期內繳清，不會產生任何費用{{payTo}}。${HELP}`,
    variables: { ...early, graceDays: ['寬限天數', '7'] },
    must: ['amount'],
  },
  lateInGrace: {
    ...collecting,
    name: '寬限期內的提醒',
    title: '第 {{no}} 期還款提醒，寬限期還有 {{left}} 天',
    body: `${graceBody}寬限期還有 {{left}} 天，${inGrace}${HELP}`,
    variables: { ...early, left: ['寬限期還有幾天', '4'] },
    must: ['amount', 'left'],
  },
  lateLastDayOfGrace: {
    ...collecting,
    name: '寬限期最後一天',
    title: '第 {{no}} 期還款提醒，今天是寬限期最後一天',
    body: `${graceBody}今天是寬限期最後一天，${inGrace}${HELP}`,
    variables: early,
    must: ['amount'],
  },
  late: {
    ...collecting,
    name: '逾期通知',
    title: '第 {{no}} 期已逾期 {{days}} 天',
    body:
      '案號 {{caseNo}} 第 {{no}} 期已逾期 {{days}} 天，今天{{owed}}{{payTo}}。' +
      `費用按日計算，繳清當天即停止。${HELP}`,
    variables: late,
    must: ['days', 'owed'],
  },
  lateBeforeViolation: {
    ...collecting,
    name: '逾期 30 天，即將列為違約',
    title: '第 {{no}} 期已逾期 {{days}} 天，請與我們聯絡',
    body:
      '案號 {{caseNo}} 第 {{no}} 期已逾期 {{days}} 天，今天{{owed}}{{payTo}}。' +
      '依契約，逾期超過 {{days}} 天會列為違約，由出資人決定協商或委託法律程序；' +
      `在那之前繳清，或先提出協商，都還來得及。${HELP}`,
    variables: late,
    must: ['days', 'owed'],
  },
  overdueNews: {
    ...investor,
    name: '案件已逾期（出資人）',
    title: '案件已逾期',
    body: '案件 {{caseNo}} 的還款已逾期 {{days}} 天，平台已通知借款人並進行催收。',
    variables: { ...caseNo, days: ['逾期天數', '8'] },
  },
  chargesWaived: {
    ...borrower,
    name: '已減免遲延費用',
    title: '已減免遲延費用 {{amount}}',
    body: '案號 {{caseNo}} 的遲延利息與違約金已減免 {{amount}}，其餘款項請儘早繳清。',
    variables: { ...caseNo, ...amount },
    must: ['amount'],
  },
  courtCost: {
    ...borrower,
    name: '代墊訴訟費用',
    title: '代墊訴訟費用 {{amount}}',
    body:
      '案號 {{caseNo}} 於 {{day}} 代墊{{what}} {{amount}}，' +
      '依契約由借款人負擔，日後的還款會先抵充這筆費用。',
    variables: {
      ...caseNo,
      ...amount,
      day: ['付款日', '2026/11/20'],
      what: ['費用項目', '支付命令聲請費'],
    },
    must: ['amount', 'what'],
  },
} as const;

const violation = {
  violation: {
    ...formal,
    name: '違約催告',
    title: '案件已列為違約，請於 {{until}} 前繳清',
    body:
      '案號 {{caseNo}} 已逾期 {{days}} 天，今天{{owed}}{{payTo}}。' +
      '請於 {{until}} 前繳清逾期款項及費用，繳清後即恢復分期還款，進行中的投票失效。' +
      `屆期未繳清者，依契約未到期的本金將全部到期。${HELP}`,
    variables: { ...arrears, until: ['催告期限', '2026/11/30'] },
    must: ['caseNo', 'days', 'owed', 'until'],
  },
  declared: {
    ...formal,
    name: '認定違約',
    title: '案件經認定違約',
    body:
      '案號 {{caseNo}} 因「{{reason}}」經平台認定違約。若您認為有誤，請於 {{until}} 前' +
      `提出說明或補正，我們會重新審視；屆期未補正者，依契約未到期的本金將全部到期。${HELP}`,
    variables: { ...caseNo, ...reason, until: ['補正期限', '2026/11/30'] },
    must: ['caseNo', 'reason', 'until'],
  },
  accelerated: {
    ...formal,
    name: '本金全部到期（借款人）',
    title: '未到期的本金已全部到期',
    body:
      '案號 {{caseNo}} 於 {{day}} 催告期滿，未還本金 {{outstanding}} 已全部到期，' +
      `今天的應還總額請見「我的申貸案」。您仍可一次清償，或提出協商，以分期方式解決。${HELP}`,
    variables: {
      ...caseNo,
      day: ['催告期滿日', '2026/11/30'],
      outstanding: ['未還本金', '$ 150,000'],
    },
    must: ['caseNo', 'day', 'outstanding'],
  },
  acceleratedForInvestors: {
    ...investor,
    name: '本金全部到期（出資人）',
    title: '案件未到期本金已全部到期',
    body:
      '案件 {{caseNo}} 於催告期滿仍未繳清逾期款項，未到期本金已全部到期，' +
      '未還本金共 {{outstanding}}。',
    variables: { ...caseNo, outstanding: ['未還本金', '$ 150,000'] },
  },
  revoked: {
    ...borrower,
    name: '撤銷違約認定（借款人）',
    title: '違約認定已撤銷，恢復分期還款',
    body: '案號 {{caseNo}} 的違約認定已撤銷，恢復原分期還款。若仍有逾期款項，請儘快繳清。',
    variables: caseNo,
  },
  revokedForInvestors: {
    ...investor,
    name: '撤銷違約認定（出資人）',
    title: '案件恢復分期還款',
    body: '案件 {{caseNo}} 的違約認定經平台撤銷，恢復原分期還款。',
    variables: caseNo,
  },
} as const;

export const noticeKinds = catalogue('servicing', {
  ...disbursed,
  ...due,
  ...overdue,
  ...violation,
  ...moneyOut,
  ...collectionMessages,
});
