// Pure rules of webhooks: which events follow from a move, and retries.
import type { EventData, EventType } from '#contract/webhooks/events.ts';

/** Hours for which the secret before a rotation signs as well. */
export const ROTATION_HOURS = 24;
/** Days for which deliveries are kept. */
export const DELIVERY_DAYS = 30;
/** Seconds to wait after each failed attempt; together a little less than a day. */
const WAITS = [30, 120, 600, 1_800, 7_200, 21_600, 50_400] as const;
/** Attempts after which an event is given up. */
export const ATTEMPTS_MAX = WAITS.length + 1;

/** Returns the seconds to wait after this many failed attempts; null if it is given up. */
export const waitAfter = (attempts: number): number | null => WAITS[attempts - 1] ?? null;

/** Something that happened to a member's order, case, loan or money. */
export type Happened = { memberId: number; type: EventType; data: EventData };

/** Types of the events that follow from the stored status that an order has moved to. */
const orderEvents: Readonly<Record<number, EventType>> = {
  0: 'order.reversed',
  5: 'order.partially_paid',
  10: 'order.paid',
  50: 'order.expired',
  55: 'order.cancelled',
  60: 'order.refunding',
  65: 'order.refunded',
};

/** Returns the event of a move of an order; null if its loan tells of the move. */
export function orderEvent(to: number, isReversal: boolean): EventType | null {
  return isReversal ? 'order.reversed' : (orderEvents[to] ?? null);
}

/** Types of the events that follow from the status that a loan with investors has moved to. */
const loanEvents: Readonly<Record<number, EventType>> = {
  50: 'case.funded',
  60: 'loan.repaying',
  61: 'loan.grace',
  65: 'loan.overdue',
  70: 'loan.violation',
  75: 'loan.negotiating',
  80: 'loan.legal',
  90: 'loan.settled',
  95: 'loan.written_off',
};

/** Returns the event of a move of a loan; null if its investors are not told of it. */
export function loanEvent({ from, to }: { from: number; to: number }): EventType | null {
  if (to === 50 && from !== 40) return null;
  return loanEvents[to] ?? null;
}

/** Returns whether a status accepts the event; a redirect does not. */
export const isAccepted = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;
