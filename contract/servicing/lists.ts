// Office lists of loans, orders, late loans, holidays, polls, payouts and disbursements: columns on
// page and export.
import * as registers from './registers.ts';
import { z } from 'zod';
import { loanStatuses } from '../lending/loan-status.ts';
import { idSchema, officePage, outputIdSchema } from '../core/lists.ts';
import { countSchema, numberText, moneySchema, daySchema } from '../core/wire.ts';
import { orderStatuses } from '../investing/order-status.ts';
import * as collections from './collections.ts';
import { lateActions, lateActionWords } from './late/strategy.ts';
import * as holidays from '../taiwan/holidays.ts';
import * as polls from './polls.ts';
import * as payouts from './payouts.ts';
import { amountFilter, dayFilter, idFilter, optionFilter, textFilter } from '../core/filters.ts';
import { list, listsOf } from '../core/list.ts';
import { POLL_ANSWER, pollWords } from './poll.ts';
import { disbursementWords, payoutKindText, payoutWords } from './words.ts';

export const lateList = list({
  call: 'servicing.listLate',
  name: '催收',
  path: '/ops/v1/collections',
  summary: 'Loans that are late or in violation, by the day on which their next action is due',
  roles: collections.seen,
  filters: {
    bucket: z.enum(collections.lateBucketNames).optional(),
    /** Loans of one operator, of the caller, or of nobody. */
    owner: z.union([z.enum(['me', 'none']), idSchema]).optional(),
    action: z.enum(lateActions).optional(),
    /** Only loans whose next action is due today or was due before. */
    due: z.literal('today').optional(),
  },
  page: {
    item_per_page: numberText(z.int().min(1).max(200)).default(50),
    offset: numberText(z.int().min(0).max(10_000_000)).default(0),
  },
  row: collections.lateRow,
  beside: {
    total: countSchema,
    /** The third business day from today, a usual day for a promise to pay. */
    inThreeDays: z.string(),
    buckets: z.array(
      z.object({
        bucket: z.enum(collections.lateBucketNames),
        loans: countSchema,
        arrears: moneySchema,
        outstanding: moneySchema,
      }),
    ),
  },
  columns: {
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
    promise: {
      word: '承諾還款',
      fileWord: '承諾金額',
      value: (row) => row.promise?.amount ?? null,
    },
    promisedOn: { word: '承諾日期', value: (row) => row.promise?.dueOn ?? null },
    acts: { word: '聯絡', only: 'page' },
  },
});

export type Holiday = z.output<typeof holidays.day>;
export const holidaySourceText: Record<Holiday['source'], string> = {
  published: '政府行事曆',
  added: '自行新增',
  provisional: '先行放假，等待覆核',
  waiting: '等待覆核，尚未生效',
};
export const holidayList = list({
  call: 'servicing.listHolidays',
  name: '假日',
  path: '/ops/v1/holidays',
  summary: 'The calendar of a year: published days and those that operators added',
  roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
  filters: { year: numberText(z.int().min(2020).max(2100)) },
  row: holidays.day,
  beside: {
    /** Whether the calendar of the year is known; if not, only weekends are days off. */
    known: z.boolean(),
  },
  columns: {
    day: '日期',
    name: '名稱',
    business: { word: '類型', value: (row) => (row.business ? '補班日' : '休假日') },
    source: {
      word: '來源',
      value: ({ source }) => holidaySourceText[source],
    },
    acts: { word: '復原', only: 'page' },
  },
});

export const pollList = list({
  call: 'servicing.listPolls',
  name: '違約投票',
  path: '/ops/v1/polls',
  summary: 'Violation polls, open ones first: weights, turnout and, once closed, the result',
  roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
  filters: { status: z.enum(['open', 'closed', 'all']).default('all') },
  page: {
    item_per_page: numberText(z.int().min(1).max(200)).default(50),
    offset: numberText(z.int().min(0).max(10_000_000)).default(0),
  },
  row: polls.pollRow,
  beside: { total: countSchema },
  columns: {
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
  },
});

export const payoutList = list({
  call: 'servicing.listPayouts',
  name: '收益撥付',
  path: '/ops/v1/payouts',
  summary: 'Payouts by state and day, newest first',
  roles: payouts.readers,
  filters: {
    state: z.enum(payouts.payoutStates).optional(),
    day: daySchema.optional(),
    member: idSchema.optional(),
  },
  page: officePage,
  row: payouts.payout,
  beside: { total: countSchema, sum: moneySchema.nullable() },
  columns: {
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
  },
});

export const payoutDayList = list({
  call: 'servicing.payoutDays',
  name: '撥付日',
  path: '/ops/v1/payouts/days',
  summary: 'Payouts by the day they were gathered, and what still gathers below the least amount',
  roles: payouts.readers,
  page: officePage,
  row: z.object({
    day: z.string(),
    payable: payouts.perState,
    held: payouts.perState,
    under: payouts.perState,
    confirmed: payouts.perState,
  }),
  beside: {
    total: countSchema,
    gathering: z.object({ members: countSchema, amount: moneySchema, least: moneySchema }),
    /** Open task that releases the waiting payouts. */
    taskId: outputIdSchema.nullable(),
    /** Members whose payouts two operators hold: the oldest, the number and sum of all. */
    holds: payouts.holds,
  },
  columns: {
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
  },
});

export const disbursementList = list({
  call: 'servicing.listDisbursements',
  name: '待撥款',
  path: '/ops/v1/disbursements',
  summary: 'Signed loans that wait to be paid out, by step, oldest first',
  roles: payouts.readers,
  filters: { step: z.enum(['release', 'check']).optional() },
  page: officePage,
  row: payouts.disbursement,
  beside: { total: countSchema, sum: moneySchema },
  columns: {
    choice: { word: '選取', only: 'page' },
    caseNo: '案號',
    amount: { word: '借款金額', kind: 'money' },
    net: { word: '實際匯出', fileWord: '實撥金額', kind: 'money' },
    step: { word: '階段', fileWord: '步驟', words: disbursementWords },
    maker: { word: '放行', fileWord: '經辦' },
    since: { word: '等待', fileWord: '等待自', kind: 'ago' },
  },
});

export const loanList = list({
  call: 'servicing.listLoans',
  name: '申貸案',
  path: '/ops/v1/loans',
  summary: 'All applications and loans in every status, filtered and sorted',
  roles: registers.readers,
  filters: {
    stage: z.enum(registers.loanStageNames).optional(),
    status: registers.statusOf(loanStatuses).optional(),
    plan: z.string().max(40).optional(),
    grade: z
      .string()
      .regex(/^[A-Z]\d?$/)
      .optional(),
    member: idSchema.optional(),
    ...registers.created,
    ...registers.amounts,
    sort: z.enum(registers.loanSorts).default('created'),
    direction: registers.direction,
  },
  page: officePage,
  row: registers.loanRow,
  beside: { total: countSchema },
  columns: {
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
  },
});

export const orderList = list({
  call: 'servicing.listOrders',
  name: '出資訂單',
  path: '/ops/v1/orders',
  summary: 'All orders in every status, filtered and sorted',
  roles: registers.readers,
  filters: {
    status: optionFilter(
      '狀態',
      registers.statusOf(orderStatuses).optional(),
      registers.orderStatusOptions,
    ),
    caseNo: textFilter('案號', z.string().trim().max(20).optional()),
    member: idFilter('會員編號'),
    least: amountFilter('金額至少'),
    most: amountFilter('金額至多'),
    from: dayFilter('成立自'),
    to: dayFilter('成立至'),
    sort: z.enum(registers.orderSorts).default('created'),
    direction: registers.direction,
  },
  page: officePage,
  row: registers.orderRow,
  beside: { total: countSchema },
  columns: {
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
  },
});

export const servicingLists = listsOf(
  loanList,
  orderList,
  lateList,
  holidayList,
  pollList,
  payoutList,
  payoutDayList,
  disbursementList,
);
