// Labels for a member's timeline: its groups, and the states of its events.
import { receiptWords, paymentWords } from '../banking/words.ts';
import { deliveryWords } from '../messages/words.ts';
import type { TimelineGroup } from './members.ts';

export const timelineGroupText: Record<TimelineGroup, string> = {
  account: '帳戶',
  verification: '驗證',
  loan: '借款',
  invest: '出資',
  money: '款項',
  message: '通知',
  office: '審核',
};

const readWords = { read: { text: '已讀' }, unread: { text: '未讀' } };

/**
 * Tables of state labels. A table is used for the events whose action begins with the given text.
 */
const tables: readonly [action: string, words: Record<string, { text: string }>][] = [
  ['receipt.', receiptWords],
  ['payment.', paymentWords],
  ['message.notice', readWords],
  ['message.', deliveryWords],
];

/** Returns the label of an event's state; null if the event has no state. */
export function happeningStateText(action: string, state: string | null): string | null {
  if (state === null) return null;
  const words = tables.find(([start]) => action.startsWith(start))?.[1];
  return words?.[state]?.text ?? state;
}
