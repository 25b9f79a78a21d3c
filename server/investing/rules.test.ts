// Tests of the funding rules: what may be funded and how incoming money is used.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, publishedCalendar, withHolidays } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { orderStatuses } from '#contract/investing/order-status.ts';
import {
  isSameAccount,
  lastPayBy,
  orderMaxOf,
  partsByPayer,
  payByOf,
  paymentModeOf,
  type Receiving,
  statusOf,
  useOf,
} from './rules.ts';
import { fundable, investor, later, now } from './testing/rules.ts';

test('a member’s maximum is set by the case, the caps and the step', () => {
  expect(orderMaxOf(investor, fundable, now)).toBe(50_000);
  expect(orderMaxOf({ ...investor, heldHere: money(45_500) }, fundable, now)).toBe(4_000);
  expect(orderMaxOf(investor, { ...fundable, reserved: money(93_000) }, now)).toBe(7_000);
  expect(orderMaxOf({ ...investor, id: 99 }, fundable, now)).toBe(0);
  expect(orderMaxOf({ ...investor, verified: false }, fundable, now)).toBe(0);
  expect(orderMaxOf(investor, { ...fundable, status: 50 }, now)).toBe(0);
});

test('an order is paid within 48 hours, at most a business day after the end', () => {
  // 2026-11-20 is a Friday.
  const end = new Date('2026-11-20T15:00:00Z');
  expect(lastPayBy(end, publishedCalendar)).toEqual(new Date('2026-11-23T15:59:59Z'));
  const typhoon = withHolidays(publishedCalendar, [day('2026-11-23')]);
  expect(lastPayBy(end, typhoon)).toEqual(new Date('2026-11-24T15:59:59Z'));
  expect(payByOf(now, later(100), 48)).toEqual(later(48));
  expect(payByOf(now, later(10), 48)).toEqual(later(10));
});

test('payment modes are known by id and by code, and EDDA is not offered', () => {
  expect(
    [1, '1', 'VIRTUAL_ACCOUNT', 2, 'COUNTER_REMIT'].map((mode) => paymentModeOf(mode)),
  ).toEqual([1, 1, 1, 2, 2]);
  expect([3, '3', 'EDDA', 0, 1.5, '', 'x'].map((mode) => paymentModeOf(mode))).toEqual(
    Array(7).fill(null),
  );
  expect([3, '3', 'EDDA'].map((mode) => paymentModeOf(mode, true))).toEqual([3, 3, 3]);
});

test('a refund is split by payer, and the fee is taken from the own part first', () => {
  const back = (amount: number, fee: number) =>
    ({ amount: money(amount), fee: money(fee), reason: 'expired' }) as const;
  const others = [
    { receiptId: 1, amount: money(3_000) },
    { receiptId: 2, amount: money(500) },
  ];
  const split = (amount: number, fee: number, from: typeof others) =>
    partsByPayer(back(amount, fee), from).map(({ receiptId, back: part }) => [
      receiptId,
      part.amount,
      part.fee,
    ]);
  expect(split(4_000, 15, [])).toEqual([[null, 4_000, 15]]);
  expect(split(4_000, 15, others)).toEqual([
    [null, 500, 15],
    [1, 3_000, 0],
    [2, 500, 0],
  ]);
  expect(split(3_510, 15, others)).toEqual([
    [null, 10, 10],
    [1, 3_000, 5],
    [2, 500, 0],
  ]);
  expect(split(3_500, 15, others)).toEqual([
    [1, 3_000, 15],
    [2, 500, 0],
  ]);
  expect(() => split(3_400, 15, others)).toThrow('third parties paid more');
});

describe('received money', () => {
  const order: Receiving = {
    stored: 0,
    amount: money(10_000),
    paidAmount: money(0),
    payBy: later(48),
    endedAt: null,
    loanStatus: 40,
    room: money(0),
    refundFee: money(15),
  };
  type Row = [string, Partial<Receiving>, number, number, string];
  test.each<Row>([
    ['pays the order', {}, 10_000, 1, '10 +10000'],
    ['pays a part', {}, 4_000, 1, '5 +4000'],
    ['pays the rest', { stored: 5, paidAmount: money(4_000) }, 6_000, 1, '10 +6000'],
    ['is too much', {}, 12_000, 1, '10 +10000 back 2000 fee 15 overpaid'],
    ['is too much by less than the fee', {}, 10_009, 1, '10 +10000 back 9 fee 9 overpaid'],
    [
      'comes twice',
      { stored: 10, paidAmount: money(10_000) },
      10_000,
      1,
      '10 +0 back 10000 fee 15 overpaid',
    ],
    ['counts at its very deadline', {}, 10_000, 48, '10 +10000'],
    ['is late', {}, 10_000, 48.001, '0 +0 back 10000 fee 15 late'],
    ['is late for an expired order', { stored: 50 }, 10_000, 49, '50 +0 back 10000 fee 15 late'],
    ['revives', { stored: 50, room: money(10_000) }, 10_000, 47, '10 +10000 revived'],
    [
      'finds no room',
      { stored: 50, room: money(9_000) },
      10_000,
      47,
      '50 +0 back 10000 fee 0 late',
    ],
    [
      'is too little to revive',
      { stored: 50, room: money(10_000) },
      9_000,
      47,
      '50 +0 back 9000 fee 0 late',
    ],
    [
      'finds the case full',
      { stored: 50, room: money(10_000), loanStatus: 50 },
      10_000,
      47,
      '50 +0 back 10000 fee 0 late',
    ],
    [
      'follows a cancelling',
      { stored: 55, endedAt: later(2) },
      10_000,
      3,
      '55 +0 back 10000 fee 15 cancelled',
    ],
    [
      'crosses a cancelling',
      { stored: 55, endedAt: later(2) },
      10_000,
      1,
      '55 +0 back 10000 fee 0 cancelled',
    ],
    [
      'finds the case failed',
      { stored: 60, loanStatus: 99 },
      10_000,
      60,
      '60 +0 back 10000 fee 0 failed',
    ],
    [
      'finds it unsigned',
      { stored: 65, loanStatus: 98 },
      10_000,
      60,
      '65 +0 back 10000 fee 0 unsigned',
    ],
    [
      'finds it cancelled',
      { stored: 55, loanStatus: 96 },
      10_000,
      60,
      '55 +0 back 10000 fee 0 cancelled',
    ],
    ['makes a reversal good', { stored: 20, loanStatus: 55 }, 10_000, 90, '20 +10000'],
    [
      'comes after all is lent',
      { stored: 20, loanStatus: 60, paidAmount: money(10_000) },
      1_000,
      90,
      '20 +0 back 1000 fee 15 overpaid',
    ],
  ])('%s', (_what, given, amount, hours, expected) => {
    const use = useOf({ amount: money(amount), at: later(hours) }, { ...order, ...given });
    const back = use.back && ` back ${use.back.amount} fee ${use.back.fee} ${use.back.reason}`;
    const revived = use.revived ? ' revived' : '';
    expect(`${use.stored} +${use.kept}${revived}${back ?? ''}`).toBe(expected);
  });

  test('is never lost: kept and refunded sums equal what was received', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 5, 10, 20, 50, 55, 60, 65),
        fc.constantFrom(40, 50, 55, 60, 90, 96, 98, 99),
        fc.integer({ min: 1, max: 30_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 96 }),
        fc.integer({ min: 0, max: 20_000 }),
        (stored, loanStatus, amount, paid, hours, room) => {
          const receiving = { ...order, paidAmount: money(paid), room: money(room) };
          const use = useOf({ amount: money(amount), at: later(hours) }, {
            ...receiving,
            stored,
            loanStatus,
          } as Receiving);
          expect(use.kept + (use.back?.amount ?? 0)).toBe(amount);
          expect(use.kept + paid).toBeLessThanOrEqual(Math.max(paid, 10_000));
          expect(use.back?.fee ?? 0).toBeLessThanOrEqual(Math.min(15, use.back?.amount ?? 0));
        },
      ),
    );
  });
});

test('a bank account is the same with or without leading zeros, in one bank only', () => {
  const own = { bankCode: '812', account: '0012345678901' };
  expect(isSameAccount(own, { bank: '812', account: '12345678901' })).toBe(true);
  expect(isSameAccount(own, { bank: null, account: '0012345678901' })).toBe(true);
  expect(isSameAccount(own, { bank: '8120012', account: '0012345678901' })).toBe(true);
  expect(isSameAccount(own, { bank: '004', account: '0012345678901' })).toBe(false);
  expect(isSameAccount(own, { bank: '812', account: '0012345678902' })).toBe(false);
});

test('an order in a funded case takes its status from the loan', () => {
  expect([50, 55, 60, 61, 65, 70, 75, 80, 95, 90].map((loan) => statusOf(20, loan as 50))).toEqual([
    15, 15, 20, 25, 25, 30, 35, 38, 38, 40,
  ]);
  expect(orderStatuses).toContain(statusOf(5, 40));
});
