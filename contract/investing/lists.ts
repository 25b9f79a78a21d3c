// The office's lists of cases, their orders and refunds: their columns on the page and in the file.
import * as office from './office.ts';
import { z } from 'zod';
import { numberText, countSchema, moneySchema } from '../core/wire.ts';
import { idSchema, officePage } from '../core/lists.ts';
import * as refunds from './refunds.ts';
import { list, listsOf } from '../core/list.ts';
import { orderNoOf } from './order-number.ts';
import { REFUND, REFUND_REASON } from './refund-words.ts';

export const caseList = list({
  call: 'investing.officeCases',
  name: '募集案件',
  path: '/ops/v1/cases',
  summary: 'Cases being funded, waiting for signature, or that came to nothing',
  roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
  filters: { state: z.enum(office.caseStates).default('open') },
  page: {
    item_per_page: numberText(z.int().min(1).max(200)).default(50),
    offset: numberText(z.int().min(0).max(10_000_000)).default(0),
  },
  row: office.caseRow,
  beside: {
    total: countSchema,
    counts: z.object({ open: countSchema, signing: countSchema, ended: countSchema }),
  },
  columns: {
    caseNo: '案號',
    planName: '方案',
    grade: { word: '等級', fileWord: '評等' },
    annualRate: { word: '利率', fileWord: '年化利率', kind: 'percent' },
    installments: '期數',
    statusText: '狀態',
    target: { word: '金額', fileWord: '目標金額', kind: 'money' },
    reserved: { word: '待付款', fileWord: '已預留', kind: 'money' },
    paid: { word: '已付款', kind: 'money' },
    orders: '訂單數',
    investors: { word: '出資人', fileWord: '出資人數', kind: 'number' },
    pinned: '精選',
    listedAt: '上架時間',
    endsAt: { word: '募集截止', kind: 'time' },
  },
});

export const caseOrderList = list({
  call: 'investing.caseOrders',
  name: '案件訂單',
  path: '/ops/v1/cases/:id/orders',
  summary: 'Orders of a case or of the loan it became, newest first, whatever became of them',
  roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
  refusals: ['CASE_NOT_FOUND'],
  filters: { id: idSchema },
  page: officePage,
  row: office.caseOrder,
  beside: { total: countSchema },
  columns: {
    orderNo: '訂單',
    name: '出資人',
    amount: { word: '金額', kind: 'money' },
    paidAmount: { word: '已付', kind: 'money' },
    statusText: '狀態',
    createdAt: { word: '成立時間', kind: 'time' },
  },
});

export const refundList = list({
  call: 'investing.listRefunds',
  name: '退款',
  path: '/ops/v1/refunds',
  summary: 'Refunds by state and reason, oldest first while they wait',
  roles: ['finance', 'approver', 'auditor', 'admin'],
  filters: {
    state: z.enum(refunds.refundStates).optional(),
    reason: z.enum(refunds.refundReasons).optional(),
  },
  page: officePage,
  row: refunds.refund,
  beside: {
    total: countSchema,
    /** Totals of all refunds that match the filter. */
    /** Sum in NT$; null if there are too many refunds to add up. */
    sum: moneySchema.nullable(),
    fees: moneySchema.nullable(),
  },
  columns: {
    choice: { word: '選取', only: 'page' },
    id: '編號',
    orderId: {
      word: '出資訂單',
      fileWord: '訂單',
      value: (row) => orderNoOf(Number(row.orderId)),
    },
    memberId: { word: '會員', fileWord: '會員編號' },
    amount: { word: '匯出', fileWord: '金額', kind: 'money' },
    payee: { word: '收款人', only: 'page' },
    thirdParty: {
      word: '第三人款項',
      value: (row) => (row.thirdParty ? '退回原付款人' : ''),
    },
    fee: { word: '手續費', kind: 'money' },
    reason: { word: '原因', words: REFUND_REASON },
    state: { word: '狀態', value: (row) => REFUND[row.state].office.text },
    createdAt: { word: '建立', fileWord: '建立時間', kind: 'ago' },
    settledAt: '匯出時間',
    why: '暫停原因',
    cameBack: '退回原因',
    batchId: '批次',
  },
});

export const investingLists = listsOf(caseList, caseOrderList, refundList);
