// Labels of the lines of reports, on screens and in exported tables.
import { taskStatusText } from '../tasks/words.ts';
import { LOAN } from '../lending/loan-status.ts';
import type { StateWord } from '../core/state-words.ts';
import type { TrustState } from './trust/office.ts';
import type { Standing } from './credit.ts';
import type { CashLine, IncomeLine } from './money.ts';
import type { FunnelStage, ServiceSet } from './work.ts';

export const standingText: Record<Standing, string> = {
  current: LOAN[60].text,
  grace: LOAN[61].text,
  overdue: LOAN[65].text,
  violation: LOAN[70].text,
  negotiating: LOAN[75].text,
  legal: LOAN[80].text,
  writtenOff: '已轉銷',
};

export const standingOrSettled = { ...standingText, settled: LOAN[90].text };

export const incomeText: Record<IncomeLine, string> = {
  platform: '平台服務費與撥款匯費',
  investor: '出資人服務費（利息）',
  late: '出資人服務費（遲延利息）',
  prepayment: '提前清償手續費',
  refund: '退款手續費',
  other: '其他',
};

export const stageText: Record<FunnelStage, string> = {
  registered: '註冊',
  confirmed: '驗證電子郵件',
  verified: '通過身分驗證',
  applied: '送出申貸',
  approved: '核准',
  signed: '簽約',
  disbursed: '撥款',
};

export const cashText: Record<CashLine, string> = {
  receipts: '收款',
  disbursements: '撥款',
  payouts: '收益撥付',
  refunds: '退款',
  returned: '沖正與退回',
  covered: '公司往來與其他',
};

/** Labels of the sets of tasks that the report on service times counts. */
export const serviceText: Record<ServiceSet, string> = {
  done: taskStatusText.done,
  lateDone: '逾時才處理',
  open: taskStatusText.open,
  lateOpen: `${taskStatusText.open}且已逾時`,
};

/** Labels of the states of a monthly trust report. */
export const trustStateWords: Record<TrustState, StateWord> = {
  open: { text: '待簽核', tone: 'neutral' },
  first: { text: '待覆簽', tone: 'progress' },
  signed: { text: '已簽核', tone: 'done' },
  changed: { text: '內容已變更', tone: 'attention' },
};
