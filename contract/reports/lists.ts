// The rows behind the figures of the reports: their columns on the page and in the export.
import { list } from '../core/list.ts';
import { subjectWord } from '../core/subject-words.ts';
import { orderNoOf } from '../investing/order-number.ts';
import { transferText } from '../ledger/words.ts';
import type { DefaultLoan, OutstandingLoan, VintageLoan } from './credit.ts';
import type { CashMove, IncomeMove } from './money.ts';
import type { ReturnLoan } from './returns.ts';
import { stageText, standingOrSettled } from './words.ts';
import type { FunnelMember, ServiceTask } from './work.ts';

const loan = {
  loanId: '申貸案',
  caseNo: { word: '案件', fileWord: '案號' },
  planName: '方案',
  grade: { word: '等級', fileWord: '評等' },
} as const;

export const outstandingLoanList = list<OutstandingLoan>()('在貸案件', {
  ...loan,
  standing: { word: '狀態', words: standingOrSettled },
  rate: { word: '年利率', fileWord: '年利率 %', kind: 'percent' },
  disbursedOn: { word: '撥款日', kind: 'time' },
  amount: { word: '借款金額', kind: 'money' },
  principal: { word: '在貸本金', kind: 'money' },
});

export const vintageLoanList = list<VintageLoan>()('撥款案件', {
  ...loan,
  standing: { word: '目前狀態', words: standingOrSettled },
  disbursedOn: { word: '撥款日', kind: 'time' },
  amount: { word: '撥款本金', kind: 'money' },
  principal: { word: '在貸本金', fileWord: '在貸或當時逾期本金', kind: 'money' },
});

export const defaultLoanList = list<DefaultLoan>()('違約案件', {
  ...loan,
  since: { word: '違約日', kind: 'time' },
  defaulted: { word: '違約本金', kind: 'money' },
  recovered: { word: '已收回', kind: 'money' },
  writtenOff: { word: '已轉銷', kind: 'money' },
  outstanding: { word: '未收回', kind: 'money' },
});

export const returnLoanList = list<ReturnLoan>()('已結束案件', {
  ...loan,
  disbursedOn: { word: '撥款日', kind: 'time' },
  endedOn: { word: '結束日', kind: 'time' },
  principal: { word: '本金', kind: 'money' },
  gain: { word: '損益', kind: 'money' },
  rate: { word: '年利率', fileWord: '年利率 %', kind: 'percent' },
  xirr: { word: 'XIRR', fileWord: 'XIRR %', kind: 'percent' },
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

export const cashMoveList = list<CashMove>()('現金流量明細', {
  ...transfer,
  memo: '摘要',
  amount: { word: '金額', kind: 'money' },
});

export const incomeMoveList = list<IncomeMove>()('收入明細', {
  ...transfer,
  gross: { word: '含稅', fileWord: '含稅金額', kind: 'money' },
});

export const funnelMemberList = list<FunnelMember>()('申貸漏斗會員', {
  memberId: { word: '會員編號', fileWord: '會員' },
  joinedOn: { word: '註冊日', kind: 'time' },
  stage: { word: '走到', words: stageText },
  loanId: '申貸案',
  caseNo: { word: '案件', fileWord: '案號' },
});

export const serviceTaskList = list<ServiceTask>()('處理時效待辦', {
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
});
