// What the lines of reports are called.
import type { Standing } from '#contract/reports-credit.ts';
import type { CashLine } from '#contract/reports-money.ts';

export const standingText: Record<Standing, string> = {
  current: '還款中',
  grace: '寬限中',
  overdue: '逾期',
  violation: '違約',
  negotiating: '協商中',
  legal: '法律程序',
  writtenOff: '已轉銷',
};

export const cashText: Record<CashLine, string> = {
  receipts: '收款',
  disbursements: '撥款',
  payouts: '收益撥付',
  refunds: '退款',
  returned: '沖正與退回',
  covered: '平台墊付與其他',
};

/** '2026-11' → '2026 年 11 月'. */
export const monthText = (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`;

/** '2026-11' → '26/11'. */
export const monthShort = (month: string) => `${month.slice(2, 4)}/${month.slice(5)}`;
