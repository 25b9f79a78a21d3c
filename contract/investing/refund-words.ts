// Texts for the reason of a refund and for its progress.
import type { StateWord } from '../core/state-words.ts';

export const REFUND_REASON = {
  overpaid: '溢繳退款',
  late: '逾期入帳退款',
  expired: '逾期未付足退款',
  failed: '案件未募滿退款',
  cancelled: '案件取消退款',
  unsigned: '案件未簽約退款',
  reversed: '銀行沖正',
} as const;

/** Texts for the accounts to which money goes back: the member's own, or that of a third party. */
export function refundedTo({ own, payer }: { own: boolean; payer: boolean }): string {
  if (own && payer) return '您的綁定帳戶與原付款帳戶';
  return payer ? '原付款帳戶' : '您的綁定帳戶';
}

/**
 * The progress of a refund. The member learns when money leaves; the office also sees whether the
 * refund waits for the person who releases it or for the person who checks it, and which may not be
 * released now.
 */
export const REFUND = {
  payable: {
    member: { text: '待匯出', tone: 'info' },
    office: { text: '待放行', tone: 'info' },
  },
  held: {
    member: { text: '待匯出', tone: 'info' },
    office: { text: '暫停', tone: 'problem' },
  },
  checking: {
    member: { text: '待匯出', tone: 'info' },
    office: { text: '待覆核', tone: 'attention' },
  },
  sent: {
    member: { text: '匯款中', tone: 'progress' },
    office: { text: '匯款中', tone: 'progress' },
  },
  confirmed: {
    member: { text: '已匯出', tone: 'done' },
    office: { text: '已匯出', tone: 'done' },
  },
} as const satisfies Record<string, { member: StateWord; office: StateWord }>;
