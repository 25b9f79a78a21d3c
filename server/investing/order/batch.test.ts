// Tests of the rules for a batch of orders: each gets its own answer, and no limit is exceeded.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { refusals } from '#contract/refusals.ts';
import type { Fundable, Investor } from '../rules.ts';
import { fundable, investor, later, now } from '../testing/rules.ts';
import { decideBatch, type RequestedOrder } from './batch.ts';

const asks = (more: Partial<RequestedOrder> = {}, who: Partial<Investor> = {}): RequestedOrder => ({
  loanId: fundable.loanId,
  investor: { ...investor, ...who },
  amount: 10_000,
  mode: 1,
  key: null,
  access: null,
  reapplied: null,
  placed: null,
  ...more,
});
/** Decides on orders of these cases, whose virtual accounts are all of one day. */
const decideIn = (cases: readonly Fundable[], asked: RequestedOrder[], accounts = 100) =>
  decideBatch({
    cases: new Map(cases.map((one) => [one.loanId, one])),
    payDays: new Map(cases.map(({ loanId }) => [loanId, day('2026-11-22')])),
    accounts: new Map([[day('2026-11-22'), accounts]]),
    asked,
    now,
    reapplyMax: 3,
  });
const decide = (asked: RequestedOrder[], at: Partial<Fundable> = {}, accounts = 100) =>
  decideIn([{ ...fundable, ...at }], asked, accounts);
const codeOf = (asked: RequestedOrder, at: Partial<Fundable> = {}, accounts = 100) => {
  const [one] = decide([asked], at, accounts);
  return one?.kind === 'refused' ? one.refused.code : one?.kind;
};

describe('one request', () => {
  test.each<[string, RequestedOrder, Partial<Fundable>]>([
    ['accepted', asks(), {}],
    ['accepted', asks({ mode: 'COUNTER_REMIT' }), {}],
    ['accepted', asks({ amount: 50_000 }), {}],
    ['session', asks({ investor: 'expired' }), {}],
    ['SUSPENDED', asks({}, { suspended: true, verified: false }), {}],
    ['EMAIL_NOT_VERIFIED', asks({}, { emailVerified: false }), {}],
    ['NOT_VERIFIED', asks({}, { verified: false, profile: null }), {}],
    ['RISK_PROFILE_REQUIRED', asks({}, { profile: null, profileValidUntil: null }), {}],
    ['RISK_PROFILE_REQUIRED', asks({}, { profileValidUntil: day('2026-11-19') }), {}],
    ['accepted', asks({}, { profileValidUntil: day('2026-11-20') }), {}],
    ['CASE_CLOSED', asks(), { status: 60 }],
    ['CASE_CLOSED', asks(), { status: 99, open: false }],
    ['CASE_CLOSED', asks(), { endsAt: later(-1) }],
    ['CASE_FULL', asks(), { reserved: money(60_000), paid: money(40_000) }],
    ['CASE_FULL', asks(), { status: 50, paid: money(100_000), open: false }],
    ['AMOUNT_INVALID', asks({ amount: 1_500 }), {}],
    ['AMOUNT_INVALID', asks({ amount: 1_000.5 }), {}],
    ['AMOUNT_INVALID', asks({ amount: 1e21 }), {}],
    ['AMOUNT_MIN', asks({ amount: 0 }), {}],
    ['AMOUNT_MIN', asks({ amount: -1_000 }), {}],
    ['AMOUNT_EXCEEDS', asks({ amount: 41_000 }), { reserved: money(60_000) }],
    ['accepted', asks({ amount: 40_000 }), { reserved: money(60_000) }],
    ['LIMIT_PER_CASE', asks({ amount: 51_000 }), {}],
    ['LIMIT_PER_CASE', asks({ amount: 10_000 }, { heldHere: money(45_000) }), {}],
    ['LIMIT_TOTAL', asks({}, { reserved: money(95_000), outstanding: money(400_000) }), {}],
    ['accepted', asks({}, { reserved: money(90_000), outstanding: money(400_000) }), {}],
    ['OWN_CASE', asks({}, { id: 99 }), {}],
    ['DUPLICATE_UNPAID', asks({}, { unpaidOrderId: 5 }), {}],
    ['PAYMENT_MODE_INVALID', asks({ mode: 3 }), {}],
    ['PAYMENT_MODE_INVALID', asks({ mode: 'CASH' }), {}],
    [
      'placedBefore',
      asks({ key: 'k', placed: { orderId: 5, loanId: 7, amount: 10_000, mode: 1 } }),
      {},
    ],
    [
      'IDEMPOTENCY_MISMATCH',
      asks({ key: 'k', placed: { orderId: 5, loanId: 7, amount: 9_000, mode: 1 } }),
      {},
    ],
    [
      'IDEMPOTENCY_MISMATCH',
      asks({ key: 'k', placed: { orderId: 5, loanId: 8, amount: 10_000, mode: 1 } }),
      {},
    ],
  ])('%s', (expected, asked, at) => {
    expect(codeOf(asked, at)).toBe(expected);
  });

  test('a case that was never listed is not found', () => {
    const [one] = decideIn([], [asks()], 1);
    expect(one).toMatchObject({ refused: { code: 'CASE_NOT_FOUND' } });
  });

  test('without a free virtual account nothing is reserved', () => {
    expect(codeOf(asks(), {}, 0)).toBe('NO_VIRTUAL_ACCOUNT');
  });

  test('AMOUNT_EXCEEDS has the rest, and DUPLICATE_UNPAID has the order', () => {
    expect(decide([asks({ amount: 31_000 })], { reserved: money(70_000) })).toEqual([
      { kind: 'refused', refused: { code: 'AMOUNT_EXCEEDS', data: { remaining: 30_000 } } },
    ]);
    expect(decide([asks({}, { unpaidOrderId: 5 })])).toEqual([
      { kind: 'refused', refused: { code: 'DUPLICATE_UNPAID', data: { orderId: '5' } } },
    ]);
  });
});

describe('a batch', () => {
  test('is processed in the order of arrival until the case is full', () => {
    const asked = [1, 2, 3, 4].map((id) => asks({ amount: 40_000 }, { id }));
    expect(decide(asked).map((one) => one.kind)).toEqual([
      'accepted',
      'accepted',
      'refused',
      'refused',
    ]);
    const last = decide([...asked, asks({ amount: 20_000 }, { id: 5 }), asks({}, { id: 6 })]);
    expect(last[4]?.kind).toBe('accepted');
    expect(last[5]).toEqual({ kind: 'refused', refused: { code: 'CASE_FULL' } });
  });

  test('gives one member one order, with any keys', () => {
    const asked = [
      asks({ key: 'a' }),
      asks({ key: 'a' }),
      asks({ key: 'a', amount: 2_000 }),
      asks({ key: 'b' }),
      asks(),
    ];
    expect(decide(asked)).toEqual([
      { kind: 'accepted', memberId: 1, accessId: null, amount: 10_000, mode: 1 },
      { kind: 'sameAs', of: 0 },
      { kind: 'refused', refused: { code: 'IDEMPOTENCY_MISMATCH' } },
      { kind: 'duplicate', of: 0 },
      { kind: 'duplicate', of: 0 },
    ]);
  });

  test('never exceeds the rest, nor anybody’s caps, and gives the reason', () => {
    const amounts = fc.oneof(
      fc.integer({ min: 1, max: 60 }).map((n) => n * 1_000),
      fc.integer({ min: -2_000, max: 70_000 }),
      fc.double({ noNaN: true }),
    );
    const request = fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      amount: amounts,
      mode: fc.constantFrom<number | string>(1, 2, 3, 'VIRTUAL_ACCOUNT', 'X'),
      key: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
    });
    const standing = fc.record({
      profile: fc.constantFrom(null, 1, 2, 3),
      reserved: fc.integer({ min: 0, max: 130 }).map((n) => money(n * 1_000)),
      heldHere: fc.integer({ min: 0, max: 60 }).map((n) => money(n * 1_000)),
      verified: fc.boolean(),
      unpaidOrderId: fc.option(fc.constant(5), { nil: null }),
    });
    fc.assert(
      fc.property(
        fc.array(request, { maxLength: 60 }),
        fc.array(standing, { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 20 }),
        (requests, standings, reserved, accounts) => {
          const at = { ...fundable, reserved: money(reserved * 1_000) };
          const asked = requests.map(({ id, ...rest }) => asks(rest, { ...standings[id - 1], id }));
          const decided = decideIn([at], asked, accounts);
          const accepted = decided.flatMap((one) => (one.kind === 'accepted' ? [one] : []));
          const given = accepted.reduce((total, { amount }) => total + amount, 0);
          expect(at.reserved + given).toBeLessThanOrEqual(at.target);
          expect(accepted.length).toBeLessThanOrEqual(accounts);
          expect(new Set(accepted.map(({ memberId }) => memberId)).size).toBe(accepted.length);
          for (const { amount, memberId } of accepted) {
            const cap = [0, 10_000, 50_000, 100_000][standings[memberId - 1]?.profile ?? 0] ?? 0;
            expect(amount + (standings[memberId - 1]?.heldHere ?? 0)).toBeLessThanOrEqual(cap);
            expect(amount % 1_000).toBe(0);
          }
          for (const one of decided) {
            if (one.kind === 'refused') expect(refusals).toHaveProperty(one.refused.code);
            if (one.kind === 'sameAs') expect(decided[one.of]?.kind).toBe('accepted');
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('decides a request alike alone and together with others if there is room', () => {
    const alone = decide([asks({ amount: 5_000 }, { id: 3 })]);
    const among = decide([asks({}, { id: 1 }), asks({ amount: 5_000 }, { id: 3 })]);
    expect(among[1]).toEqual(alone[0]);
  });
});

describe('a batch over several cases', () => {
  const [open, closed, full] = [7, 8, 9].map((loanId) => ({ ...fundable, loanId })) as [
    Fundable,
    Fundable,
    Fundable,
  ];
  const cases = [open, { ...closed, status: 96 as const }, { ...full, paid: money(100_000) }];
  const codesOf = (asked: RequestedOrder[], of: readonly Fundable[] = cases, accounts = 100) =>
    decideIn(of, asked, accounts).map((one) =>
      one.kind === 'refused' ? one.refused.code : one.kind,
    );

  test('refuses the closed and the full case alone', () => {
    const asked = [8, 7, 9, 7].map((loanId, at) => asks({ loanId }, { id: at + 1 }));
    expect(codesOf(asked)).toEqual(['CASE_CLOSED', 'accepted', 'CASE_FULL', 'accepted']);
  });

  test('counts what is left for each case by itself', () => {
    const asked = [7, 8, 7, 8].map((loanId, at) =>
      asks({ loanId, amount: 50_000 }, { id: at + 1 }),
    );
    expect(codesOf(asked, [{ ...open, reserved: money(40_000) }, closed])).toEqual([
      'accepted',
      'accepted',
      'AMOUNT_EXCEEDS',
      'accepted',
    ]);
  });

  test('counts an order in one case towards the total, not towards the other case', () => {
    const almost = { outstanding: money(430_000) };
    const inBoth = (amount: number) =>
      [7, 8].map((loanId) => asks({ loanId, amount }, { ...almost, id: 1 }));
    expect(codesOf(inBoth(35_000), [open, closed])).toEqual(['accepted', 'accepted']);
    expect(codesOf(inBoth(50_000), [open, closed])).toEqual(['accepted', 'LIMIT_TOTAL']);
  });

  test('refuses a key that was used in another case of the batch', () => {
    const asked = [7, 8, 7].map((loanId) => asks({ loanId, key: 'a' }));
    expect(codesOf(asked, [open, closed])).toEqual(['accepted', 'IDEMPOTENCY_MISMATCH', 'sameAs']);
  });

  test('gives away each day’s accounts once', () => {
    const asked = [7, 8, 9].map((loanId, at) => asks({ loanId }, { id: at + 1 }));
    expect(codesOf(asked, [open, closed, full], 2)).toEqual([
      'accepted',
      'accepted',
      'NO_VIRTUAL_ACCOUNT',
    ]);
  });

  test('counts what a program orders in all cases towards the cap of its permission', () => {
    const access = { id: 3, dailyCap: money(20_000), ordered: money(5_000) };
    const asked = [
      asks({ loanId: 7, access }, { id: 1 }),
      asks({ loanId: 8, access }, { id: 1 }),
      asks({ loanId: 8, access, amount: 5_000 }, { id: 1 }),
      asks({ loanId: 9, access: { ...access, id: 4 } }, { id: 1 }),
    ];
    const decided = decideIn([open, closed, full], asked);
    expect(decided[0]).toMatchObject({ kind: 'accepted', accessId: 3 });
    const refused = { code: 'API_TOKEN_CAP', data: { left: 5_000 } };
    expect(decided[1]).toEqual({ kind: 'refused', refused });
    expect(decided[2]).toMatchObject({ kind: 'accepted', accessId: 3, amount: 5_000 });
    expect(decided[3]).toMatchObject({ kind: 'accepted', accessId: 4 });
  });
});
