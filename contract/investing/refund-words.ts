// Texts for the reason of a refund and for its progress.
import type { StatusTone } from '../lending/loan-status.ts';

export const REFUND_REASON = {
  overpaid: '溢繳退款',
  late: '逾期入帳退款',
  expired: '逾期未付足退款',
  failed: '案件未募滿退款',
  cancelled: '案件取消退款',
  unsigned: '案件未簽約退款',
  reversed: '銀行沖正',
} as const;

export const REFUND = {
  payable: { text: '待匯出', tone: 'info' },
  sent: { text: '匯款中', tone: 'progress' },
  confirmed: { text: '已匯出', tone: 'done' },
} as const satisfies Record<string, { text: string; tone: StatusTone }>;
