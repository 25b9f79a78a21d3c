// Office lists of loans, orders, late loans, holidays, polls, payouts and disbursements: columns on
// page and export.
import { list, type RowOf } from '../core/list.ts';
import type { holidaysOffice } from '../taiwan/holidays.ts';
import type { LateRow } from './collections.ts';
import { lateActionWords } from './late/strategy.ts';
import type { PayoutLine, payoutsOffice, WaitingDisbursement } from './payouts.ts';
import { POLL_ANSWER, pollWords } from './poll.ts';
import type { PollRow } from './polls.ts';
import type { RegisteredLoan, RegisteredOrder } from './registers.ts';
import { disbursementWords, payoutKindText, payoutWords } from './words.ts';

export const lateList = list<LateRow>()('催收', {
  caseNo: '案號',
  borrower: '借款人',
  statusText: '狀態',
  lateDays: { word: '逾期天數', kind: 'number' },
  arrears: { word: '到期未還', fileWord: '逾期金額', kind: 'money' },
  charges: { word: '遲延費用', kind: 'money' },
  outstanding: { word: '未還本金', kind: 'money' },
  accelerated: '加速到期',
  nextAction: { word: '下一步', words: lateActionWords },
  nextOn: '應辦日',
  owner: { word: '承辦', value: (row) => row.owner?.name ?? null },
  lastContactAt: '最近聯絡',
  promise: { word: '承諾還款', fileWord: '承諾金額', value: (row) => row.promise?.amount ?? null },
  promisedOn: { word: '承諾日期', value: (row) => row.promise?.dueOn ?? null },
  acts: { word: '聯絡', only: 'page' },
});

export type Holiday = RowOf<(typeof holidaysOffice)['listHolidays']>;
export const holidaySourceText: Record<Holiday['source'], string> = {
  published: '政府行事曆',
  added: '自行新增',
  provisional: '先行放假，等待覆核',
  waiting: '等待覆核，尚未生效',
};
export const holidayList = list<Holiday>()('假日', {
  day: '日期',
  name: '名稱',
  business: { word: '類型', value: (row) => (row.business ? '補班日' : '休假日') },
  source: {
    word: '來源',
    value: ({ source }) => holidaySourceText[source],
  },
  acts: { word: '復原', only: 'page' },
});

export const pollList = list<PollRow>()('違約投票', {
  id: '編號',
  caseNo: '案號',
  status: { word: '結果', fileWord: '狀態', words: pollWords },
  openedAt: { word: '投票期間', fileWord: '開始' },
  closesAt: '截止',
  voters: '可投票人數',
  voted: { word: '已投票', fileWord: '已投票人數' },
  total: { word: '在貸本金', fileWord: '總權數', kind: 'money' },
  turnout: { word: '參與本金', fileWord: '已投權數' },
  hasQuorum: '達門檻',
  negotiate: {
    word: POLL_ANSWER[1].text,
    fileWord: '協商',
    value: (row) => row.result?.negotiate ?? null,
  },
  legal: {
    word: POLL_ANSWER[2].text,
    fileWord: '法律程序',
    value: (row) => row.result?.legal ?? null,
  },
  abstain: {
    word: POLL_ANSWER[3].text,
    fileWord: '棄權',
    value: (row) => row.result?.abstain ?? null,
  },
});

export const payoutList = list<PayoutLine>()('收益撥付', {
  id: { word: '撥付編號', fileWord: '編號' },
  memberId: { word: '會員', fileWord: '會員編號' },
  kind: { word: '類型', words: payoutKindText },
  amount: { word: '金額', kind: 'money' },
  state: { word: '狀態', words: payoutWords },
  createdOn: { word: '彙整日', kind: 'time' },
  settledOn: { word: '匯出日', kind: 'time' },
  attempts: { word: '送出次數', fileWord: '嘗試次數', kind: 'number' },
  thirdParty: {
    word: '第三人款項',
    value: (row) => (row.thirdParty ? '退回原付款人' : ''),
  },
  why: '說明',
  batchId: '批次',
});

export type PayoutDay = RowOf<(typeof payoutsOffice)['payoutDays']>;
export const payoutDayList = list<PayoutDay>()('撥付日', {
  day: '彙整日',
  payable: {
    word: payoutWords.payable.text,
    fileWord: `${payoutWords.payable.text}筆數`,
    value: (row) => row.payable.count,
  },
  payableAmount: { word: `${payoutWords.payable.text}金額`, value: (row) => row.payable.amount },
  held: {
    word: payoutWords.held.text,
    fileWord: `${payoutWords.held.text}筆數`,
    value: (row) => row.held.count,
  },
  heldAmount: { word: `${payoutWords.held.text}金額`, value: (row) => row.held.amount },
  under: { word: '覆核與匯款中', fileWord: '處理中筆數', value: (row) => row.under.count },
  underAmount: { word: '處理中金額', value: (row) => row.under.amount },
  confirmed: {
    word: payoutWords.confirmed.text,
    fileWord: `${payoutWords.confirmed.text}筆數`,
    value: (row) => row.confirmed.count,
  },
  confirmedAmount: {
    word: `${payoutWords.confirmed.text}金額`,
    value: (row) => row.confirmed.amount,
  },
});

export const disbursementList = list<WaitingDisbursement>()('待撥款', {
  choice: { word: '選取', only: 'page' },
  caseNo: '案號',
  amount: { word: '借款金額', kind: 'money' },
  net: { word: '實際匯出', fileWord: '實撥金額', kind: 'money' },
  step: { word: '階段', fileWord: '步驟', words: disbursementWords },
  maker: { word: '放行', fileWord: '經辦' },
  since: { word: '等待', fileWord: '等待自', kind: 'ago' },
});

export const loanList = list<RegisteredLoan>()('申貸案', {
  caseNo: '案號',
  memberId: { word: '會員編號' },
  borrower: '借款人',
  planName: '方案',
  statusText: '狀態',
  amount: { word: '金額', kind: 'money' },
  annualRate: { word: '年化利率', fileWord: '年化利率 %', kind: 'percent' },
  installments: { word: '期數', kind: 'number' },
  grade: '等級',
  outstanding: { word: '未還本金', kind: 'money' },
  lateDays: { word: '逾期天數', kind: 'number' },
  createdAt: { word: '送件', fileWord: '送件時間', kind: 'time' },
  listedAt: { word: '上架', fileWord: '上架時間', kind: 'time' },
  disbursedOn: { word: '撥款日', kind: 'time' },
  settledOn: { word: '結清日', kind: 'time' },
});

export const orderList = list<RegisteredOrder>()('出資訂單', {
  orderNo: '訂單',
  caseNo: '案號',
  memberId: { word: '會員編號' },
  investor: '出資人',
  statusText: '狀態',
  amount: { word: '金額', kind: 'money' },
  paidAmount: { word: '已付', fileWord: '已付金額', kind: 'money' },
  remaining: { word: '未回收本金', kind: 'money' },
  virtualAccount: '付款帳號',
  createdAt: { word: '成立', fileWord: '成立時間', kind: 'time' },
  payBy: { word: '付款期限', kind: 'time' },
  paidAt: { word: '付清', fileWord: '付清時間', kind: 'time' },
});
