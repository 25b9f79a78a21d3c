// The rows behind the figures of the reports: their columns on the page and in the export.
import { creditReaders, officePage, monthSchema, narrowed, moneyReaders, period } from './parts.ts';
import * as credit from './credit.ts';
import { countSchema, numberText } from '../core/wire.ts';
import { z } from 'zod';
import * as returns from './returns.ts';
import * as money from './money.ts';
import * as work from './work.ts';
import { taskKinds } from '../tasks/kinds.ts';
import { list, listsOf } from '../core/list.ts';
import { subjectWord } from '../core/subject-words.ts';
import { orderNoOf } from '../investing/order-number.ts';
import { transferText } from '../ledger/words.ts';
import { stageText, standingOrSettled } from './words.ts';

const loan = {
  loanId: '申貸案',
  caseNo: { word: '案件', fileWord: '案號' },
  planName: '方案',
  grade: { word: '等級', fileWord: '評等' },
} as const;

export const outstandingLoanList = list({
  call: 'reports.outstandingLoans',
  name: '在貸案件',
  path: '/ops/v1/reports/outstanding/loans',
  summary: 'The loans behind it, the largest first',
  roles: creditReaders,
  filters: { ...credit.outstandingFilter },
  page: officePage,
  row: credit.outstandingLoan,
  beside: { total: countSchema },
  columns: {
    ...loan,
    standing: { word: '狀態', words: standingOrSettled },
    rate: { word: '年利率', fileWord: '年利率 %', kind: 'percent' },
    disbursedOn: { word: '撥款日', kind: 'time' },
    amount: { word: '借款金額', kind: 'money' },
    principal: { word: '在貸本金', kind: 'money' },
  },
});

export const vintageLoanList = list({
  call: 'reports.vintageLoans',
  name: '撥款案件',
  path: '/ops/v1/reports/vintages/loans',
  summary: 'The loans of a vintage; with an age those that were late then',
  roles: creditReaders,
  filters: { month: monthSchema, age: numberText(z.int().min(0).max(600)).optional(), ...narrowed },
  page: officePage,
  row: credit.vintageLoan,
  beside: { total: countSchema },
  columns: {
    ...loan,
    standing: { word: '目前狀態', words: standingOrSettled },
    disbursedOn: { word: '撥款日', kind: 'time' },
    amount: { word: '撥款本金', kind: 'money' },
    principal: { word: '在貸本金', fileWord: '在貸或當時逾期本金', kind: 'money' },
  },
});

export const defaultLoanList = list({
  call: 'reports.defaultLoans',
  name: '違約案件',
  path: '/ops/v1/reports/defaults/loans',
  summary: 'The loans that defaulted in a quarter, the largest first',
  roles: creditReaders,
  filters: { quarter: credit.quarterSchema, ...narrowed },
  page: officePage,
  row: credit.defaultLoan,
  beside: { total: countSchema },
  columns: {
    ...loan,
    since: { word: '違約日', kind: 'time' },
    defaulted: { word: '違約本金', kind: 'money' },
    recovered: { word: '已收回', kind: 'money' },
    writtenOff: { word: '已轉銷', kind: 'money' },
    outstanding: { word: '未收回', kind: 'money' },
  },
});

export const returnLoanList = list({
  call: 'reports.returnLoans',
  name: '已結束案件',
  path: '/ops/v1/reports/returns/loans',
  summary: 'The ended loans of a vintage or a band of returns, the lowest return first',
  roles: moneyReaders,
  filters: {
    ...returns.months,
    month: monthSchema.optional(),
    /** Index of the band, from 0. */
    band: numberText(z.int().min(0).max(returns.returnEdges.length)).optional(),
  },
  page: officePage,
  row: returns.returnLoan,
  beside: { total: countSchema },
  columns: {
    ...loan,
    disbursedOn: { word: '撥款日', kind: 'time' },
    endedOn: { word: '結束日', kind: 'time' },
    principal: { word: '本金', kind: 'money' },
    gain: { word: '損益', kind: 'money' },
    rate: { word: '年利率', fileWord: '年利率 %', kind: 'percent' },
    xirr: { word: 'XIRR', fileWord: 'XIRR %', kind: 'percent' },
  },
});

const transfer = {
  transferId: '交易編號',
  on: { word: '日期', kind: 'time' },
  kind: { word: '交易', words: transferText },
  owner: { word: '對象', only: 'page' },
  loanId: '申貸案',
  caseNo: '案號',
  orderId: {
    word: '訂單',
    value: (row: { orderId: string | null }) => row.orderId && orderNoOf(row.orderId),
  },
  memberId: '會員',
} as const;

export const cashMoveList = list({
  call: 'reports.cashFlowMoves',
  name: '現金流量明細',
  path: '/ops/v1/reports/cash-flow/moves',
  summary: 'The transfers behind one month and line, newest first',
  roles: moneyReaders,
  filters: { month: monthSchema, line: z.enum(money.cashLines) },
  page: officePage,
  row: money.move,
  beside: { total: countSchema },
  columns: {
    ...transfer,
    memo: '摘要',
    amount: { word: '金額', kind: 'money' },
  },
});

export const incomeMoveList = list({
  call: 'reports.incomeMoves',
  name: '收入明細',
  path: '/ops/v1/reports/income/moves',
  summary: 'The transfers that earned the fees of a month, newest first',
  roles: moneyReaders,
  filters: { month: monthSchema, line: z.enum(money.incomeLines).optional() },
  page: officePage,
  row: money.incomeMove,
  beside: { total: countSchema },
  columns: {
    ...transfer,
    gross: { word: '含稅', fileWord: '含稅金額', kind: 'money' },
  },
});

export const funnelMemberList = list({
  call: 'reports.funnelMembers',
  name: '申貸漏斗會員',
  path: '/ops/v1/reports/funnel/members',
  summary: 'Who registered in a month and came to a stage, newest first; no personal data',
  roles: moneyReaders,
  filters: { month: monthSchema, stage: z.enum(work.funnelStages) },
  page: officePage,
  row: work.funnelMember,
  beside: { total: countSchema },
  columns: {
    memberId: { word: '會員編號', fileWord: '會員' },
    joinedOn: { word: '註冊日', kind: 'time' },
    stage: { word: '走到', words: stageText },
    loanId: '申貸案',
    caseNo: { word: '案件', fileWord: '案號' },
  },
});

export const serviceTaskList = list({
  call: 'reports.serviceTasks',
  name: '處理時效待辦',
  path: '/ops/v1/reports/service/tasks',
  summary: 'The tasks of a kind behind a figure, the longest first',
  roles: creditReaders,
  filters: { ...period, kind: z.enum(taskKinds), set: z.enum(work.serviceSets) },
  page: officePage,
  row: work.serviceTask,
  beside: { total: countSchema },
  columns: {
    taskId: { word: '待辦編號', fileWord: '待辦' },
    subjectType: {
      word: '對象',
      fileWord: '對象類型',
      value: (row) => subjectWord(row.subjectType),
    },
    subjectId: '對象編號',
    subjectLabel: '對象名稱',
    openedAt: { word: '開立', kind: 'time' },
    dueAt: { word: '時限', kind: 'time' },
    decidedAt: { word: '處理', kind: 'time' },
    by: '處理人',
    hours: { word: '費時', fileWord: '費時（小時）' },
    inTime: '時限內',
  },
});

export const reportsLists = listsOf(
  outstandingLoanList,
  vintageLoanList,
  defaultLoanList,
  returnLoanList,
  cashMoveList,
  incomeMoveList,
  funnelMemberList,
  serviceTaskList,
);
