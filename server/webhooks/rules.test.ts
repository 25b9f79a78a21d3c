// Tests of the rules of webhooks: retries, and the events of orders and loans.
import { expect, test } from 'vitest';
import { eventTypes } from '#contract/webhooks/events.ts';
import { loanStatuses } from '#contract/lending/loan-status.ts';
import { storedOrderStatuses } from '#contract/investing/order-status.ts';
import { ATTEMPTS_MAX, isAccepted, loanEvent, orderEvent, waitAfter } from './rules.ts';

test('eight attempts are made within a day, each later than the one before', () => {
  const waits = Array.from({ length: ATTEMPTS_MAX }, (_, at) => waitAfter(at + 1));
  expect(ATTEMPTS_MAX).toBe(8);
  expect(waits.at(-1)).toBeNull();
  const seconds = waits.slice(0, -1).map(Number);
  expect(seconds.toSorted((a, b) => a - b)).toEqual(seconds);
  const total = seconds.reduce((a, b) => a + b);
  expect(total).toBeGreaterThan(20 * 3_600);
  expect(total).toBeLessThan(24 * 3_600);
});

test('only a status of success accepts an event', () => {
  expect([200, 204, 299].every(isAccepted)).toBe(true);
  expect([null, 199, 301, 302, 404, 500].some(isAccepted)).toBe(false);
});

test('every type that can be chosen is told of by some move', () => {
  const told = [
    ...storedOrderStatuses.map((to) => (to === 'funded' ? null : orderEvent(to, false))),
    ...loanStatuses.map((to) => loanEvent({ from: to === 50 ? 40 : 0, to })),
    ...(['order.placed', 'instalment.received', 'payout.sent', 'payout.returned'] as const),
  ];
  expect(eventTypes.filter((type) => !told.includes(type))).toEqual([]);
});

test('a disbursement that came back does not count as a case that was funded', () => {
  expect(loanEvent({ from: 60, to: 50 })).toBeNull();
  expect(loanEvent({ from: 40, to: 50 })).toBe('case.funded');
});
