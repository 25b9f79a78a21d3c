// The office's lists of cases, their orders and refunds: their columns on the page and in the file.
import { list } from '../core/list.ts';
import type { CaseOrder, OfficeCaseRow } from './office.ts';
import { orderNoOf } from './order-number.ts';
import { REFUND, REFUND_REASON } from './refund-words.ts';
import type { Refund } from './refunds.ts';

export const caseList = list<OfficeCaseRow>()('募集案件', {
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
});

export const caseOrderList = list<CaseOrder>()('案件訂單', {
  orderNo: '訂單',
  name: '出資人',
  amount: { word: '金額', kind: 'money' },
  paidAmount: { word: '已付', kind: 'money' },
  statusText: '狀態',
  createdAt: { word: '成立時間', kind: 'time' },
});

export const refundList = list<Refund>()('退款', {
  choice: { word: '選取', only: 'page' },
  id: '編號',
  orderId: {
    word: '出資訂單',
    fileWord: '訂單',
    value: (row) => orderNoOf(Number(row.orderId)),
  },
  memberId: { word: '會員', fileWord: '會員編號' },
  amount: { word: '匯出', fileWord: '金額', kind: 'money' },
  account: { word: '收款帳戶', only: 'page' },
  thirdParty: {
    word: '第三人款項',
    value: (row) => (row.thirdParty ? '退回原付款人' : ''),
  },
  fee: { word: '手續費', kind: 'money' },
  reason: { word: '原因', words: REFUND_REASON },
  state: { word: '狀態', value: (row) => REFUND[row.state].office.text },
  createdAt: { word: '建立', fileWord: '建立時間', kind: 'ago' },
  settledAt: '匯出時間',
  cameBack: '退回原因',
  batchId: '批次',
});
