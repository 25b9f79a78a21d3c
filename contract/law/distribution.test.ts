// Tests of sharing: the design document's figures exact to the dollar, and no order above its
// entitlement.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day } from '../core/day.ts';
import {
  apportion,
  distribute,
  investorFeeOf,
  type Share,
  type SharedClass,
  sharedClasses,
  type ShareHolder,
} from './distribution.ts';
import { add, money, subtract, sum, ZERO, type Money } from '../core/money.ts';
import { instalmentsOf, type Instalment } from './schedule.ts';

const nothing = (): Record<SharedClass, Money> => ({
  principal: ZERO,
  interest: ZERO,
  lateInterest: ZERO,
  penalty: ZERO,
  prepaymentFee: ZERO,
});

const holdersOf = (amounts: readonly number[]): ShareHolder[] =>
  amounts.map((amount, i) => ({
    orderId: String(i + 8),
    amount: money(amount),
    received: nothing(),
    feeCharged: ZERO,
  }));

const scheduleOf = (principal: number, rateAnnualBps = 1_200, periods = 12) =>
  instalmentsOf({
    principal,
    rateAnnualBps,
    periods,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn: day('2026-01-15'),
  });

const paidTo = ({ received, feeCharged, ...holder }: ShareHolder, share: Share): ShareHolder => ({
  ...holder,
  received: {
    principal: add(received.principal, share.principal),
    interest: add(received.interest, share.interest),
    lateInterest: add(received.lateInterest, share.lateInterest),
    penalty: add(received.penalty, share.penalty),
    prepaymentFee: add(received.prepaymentFee, share.prepaymentFee),
  },
  feeCharged: add(feeCharged, share.fee),
});

/**
 * Distributes all receipts of a schedule one by one; returns every distribution and the holders'
 * final state.
 */
function repaid(rows: readonly Instalment[], start: readonly ShareHolder[]) {
  let holders = [...start];
  const rounds: Share[][] = [];
  for (const { principal, interest } of rows) {
    const shares = distribute({ principal, interest }, holders);
    rounds.push(shares);
    holders = holders.map((holder, i) => paidTo(holder, shares[i]!));
  }
  return { rounds, holders };
}

const column = (rows: readonly Share[], field: 'principal' | 'interest' | 'fee') =>
  rows.map((row) => row[field]);

describe('100,000 as 50,000, 33,000 and 17,000', () => {
  const { rounds, holders } = repaid(scheduleOf(100_000), holdersOf([50_000, 33_000, 17_000]));

  it('shares the first instalment', () => {
    expect(column(rounds[0]!, 'principal')).toEqual([3_943, 2_602, 1_340]);
    expect(column(rounds[0]!, 'interest')).toEqual([500, 330, 170]);
    expect(column(rounds[0]!, 'fee')).toEqual([50, 33, 17]);
  });

  it('adds up to interest of 3,310, 2,184 and 1,125, and fees of 331, 218 and 113', () => {
    expect(holders.map(({ received }) => received.interest)).toEqual([3_310, 2_184, 1_125]);
    expect(holders.map((holder) => holder.feeCharged)).toEqual([331, 218, 113]);
    expect(holders.map(({ received }) => received.principal)).toEqual([50_000, 33_000, 17_000]);
  });
});

describe('a distribution', () => {
  it('gives a leftover dollar to the earlier order id, in whatever sequence they come', () => {
    const [eight, nine, ten] = holdersOf([1_000, 1_000, 1_000]);
    const shares = distribute({ interest: money(2) }, [ten!, nine!, eight!]);
    expect(shares.map((share) => [share.orderId, share.interest])).toEqual([
      ['10', 0],
      ['9', 1],
      ['8', 1],
    ]);
  });

  it('charges the fee on interest and late interest, not on penalty or prepayment fee', () => {
    const [share] = distribute(
      {
        principal: money(100),
        interest: money(205),
        lateInterest: money(50),
        penalty: money(30),
        prepaymentFee: money(7),
      },
      holdersOf([10_000]),
    );
    expect(share).toMatchObject({ fee: 26, net: 366, penalty: 30, prepaymentFee: 7 });
  });

  it('calculates the fee on everything received so far', () => {
    const holder = { interestReceived: money(14), feeCharged: money(1) };
    expect(investorFeeOf(holder, money(1))).toBe(1);
    expect(investorFeeOf(holder, ZERO)).toBe(0);
    expect(investorFeeOf({ interestReceived: ZERO, feeCharged: money(9) }, money(10))).toBe(0);
  });

  it('shares what arrives after all principal is repaid by the orders’ amounts', () => {
    const holders = holdersOf([3_000, 1_000]).map((holder) => ({
      ...holder,
      received: { ...nothing(), principal: holder.amount },
    }));
    const shares = distribute({ penalty: money(8) }, holders);
    expect(shares.map((share) => share.penalty)).toEqual([6, 2]);
  });

  it('never distributes more principal than is outstanding', () => {
    const holders = holdersOf([3_000, 2_000]);
    expect(() => distribute({ principal: money(5_001) }, holders)).toThrow(
      new RangeError('5001 of principal, where 5000 remains'),
    );
    const all = distribute({ principal: money(5_000), interest: money(1) }, holders);
    expect(column(all, 'principal')).toEqual([3_000, 2_000]);
    expect(() => distribute({ interest: money(1) }, [])).toThrow(
      new RangeError('nobody can take 1'),
    );
  });

  const thousands = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 50 });

  it('adds up to each instalment over a whole loan and repays each order in full', () => {
    fc.assert(
      fc.property(
        thousands,
        fc.integer({ min: 0, max: 1_600 }),
        fc.constantFrom(6, 12, 36),
        (parts, rate, periods) => {
          const amounts = parts.map((part) => part * 1_000);
          const rows = scheduleOf(sum(amounts.map(money)), rate, periods);
          const { rounds, holders } = repaid(rows, holdersOf(amounts));
          rounds.forEach((shares, i) => {
            expect(sum(column(shares, 'principal'))).toBe(rows[i]!.principal);
            expect(sum(column(shares, 'interest'))).toBe(rows[i]!.interest);
            const net = sum(shares.map((share) => share.net));
            expect(add(net, sum(column(shares, 'fee')))).toBe(rows[i]!.total);
            for (const share of shares) {
              const all: Money[] = [share.principal, share.interest, share.fee, share.net];
              expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
              expect(share.fee).toBeLessThanOrEqual(share.interest);
            }
          });
          for (const { amount, received, feeCharged } of holders) {
            expect(received.principal).toBe(amount);
            const exact = received.interest / 10;
            expect(Math.abs(feeCharged - exact)).toBeLessThanOrEqual(0.5);
          }
        },
      ),
    );
  });
});

/**
 * Returns the largest difference between an order's share of a class and its exact share, in NT$.
 */
function driftOf(holders: readonly ShareHolder[], name: SharedClass): number {
  const whole = sum(holders.map(({ amount }) => amount));
  const given = sum(holders.map(({ received }) => received[name]));
  return Math.max(
    ...holders.map(({ amount, received }) => Math.abs(received[name] - (given * amount) / whole)),
  );
}

/**
 * Distributes the receipts of a loan one after another and checks every order after each receipt.
 */
function expectFair(orders: readonly number[], receipts: readonly Record<SharedClass, number>[]) {
  let holders = holdersOf(orders);
  let out = sum(orders.map(money));
  for (const receipt of receipts) {
    const principal = money(Math.min(receipt.principal, out));
    out = subtract(out, principal);
    const amounts = {
      principal,
      interest: money(receipt.interest),
      lateInterest: money(receipt.lateInterest),
      penalty: money(receipt.penalty),
      prepaymentFee: money(receipt.prepaymentFee),
    };
    const shares = distribute(amounts, holders);
    const all = shares.flatMap((share) => sharedClasses.map((name) => share[name]));
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
    holders = holders.map((holder, i) => paidTo(holder, shares[i]!));
    for (const name of sharedClasses) {
      expect(sum(shares.map((share) => share[name]))).toBe(amounts[name]);
      expect(driftOf(holders, name)).toBeLessThan(1);
    }
    expect(holders.every(({ amount, received }) => received.principal <= amount)).toBe(true);
  }
}

describe('fair shares', () => {
  const receipt = fc.record({
    principal: fc.oneof(fc.nat(20), fc.nat(30_000)),
    interest: fc.oneof(fc.nat(20), fc.nat(5_000)),
    lateInterest: fc.nat(60),
    penalty: fc.nat(9),
    prepaymentFee: fc.oneof(fc.constant(0), fc.nat(500)),
  });
  const size = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9 }), fc.nat(200));
  const thousands = (n: number) => Math.max(1, n) * 1_000;

  it('are within a dollar of the exact share, after every receipt and in every class', () => {
    fc.assert(
      fc.property(
        fc.array(size.map(thousands), { minLength: 1, maxLength: 60 }),
        fc.array(receipt, { minLength: 1, maxLength: 120 }),
        expectFair,
      ),
      { numRuns: 60 },
    );
  });

  it('are within a dollar of the exact share for a thousand orders, equal or not', () => {
    const daily = (i: number) => ({
      principal: 360 + (i % 7),
      interest: (i * 37) % 101,
      lateInterest: i % 3,
      penalty: i % 2,
      prepaymentFee: i % 50 === 0 ? 333 : 0,
    });
    const receipts = Array.from({ length: 200 }, (_, i) => daily(i));
    expectFair(
      Array.from({ length: 1_000 }, () => 1_000),
      receipts,
    );
    expectFair(
      Array.from({ length: 1_000 }, (_, i) => thousands((i * i) % 50)),
      receipts,
    );
  });

  it('treat equal orders alike: 500 orders of 1,000 differ by at most a dollar', () => {
    const orders = Array.from({ length: 500 }, () => 1_000);
    const { holders } = repaid(scheduleOf(500_000, 1_500, 36), holdersOf(orders));
    const interest = holders.map(({ received }) => received.interest);
    expect(Math.max(...interest) - Math.min(...interest)).toBeLessThanOrEqual(1);
  });

  it('correct an order that received too much under another rule', () => {
    const given = [money(9), ZERO, ZERO];
    const parts = (amount: number) =>
      apportion(
        money(amount),
        given.map((each) => ({ weight: money(1_000), given: each })),
      );
    expect(parts(3)).toEqual([0, 2, 1]);
    expect(parts(18)).toEqual([0, 9, 9]);
    expect(parts(20)).toEqual([1, 10, 9]);
  });
});

describe('a leftover dollar', () => {
  const given = (...weights: number[]) =>
    weights.map((weight) => ({ weight: money(weight), given: ZERO }));

  it('goes to the order whose next dollar is due first, in a tie to the earlier one', () => {
    expect(apportion(money(6), given(9, 2, 4))).toEqual([4, 1, 1]);
    expect(apportion(money(2), given(5, 5, 5))).toEqual([1, 1, 0]);
  });

  it('does not exist if nothing is shared', () => {
    expect(apportion(ZERO, given(0, 0))).toEqual([0, 0]);
    expect(apportion(ZERO, [])).toEqual([]);
  });

  it('goes to the order made first, in whatever sequence the orders are passed', () => {
    const of = (orderId: string) => ({ ...holdersOf([1_000])[0]!, orderId });
    const taking = (...ids: string[]) =>
      distribute({ interest: money(1) }, ids.map(of))
        .filter(({ interest }) => interest === 1)
        .map(({ orderId }) => orderId);
    expect(taking('11', '10', '12')).toEqual(['10']);
    expect(taking('10', '11', '12')).toEqual(['10']);
    expect(taking('12', '11', '10')).toEqual(['10']);
    expect(taking('10', '9')).toEqual(['9']);
  });
});
