// Sharing by the design's figures; to the dollar, and nobody beyond what is his.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day } from './day.ts';
import { distribute, investorFeeOf, type Share, type ShareHolder } from './distribution.ts';
import { add, money, subtract, sum, ZERO, type Money } from './money.ts';
import { instalmentsOf, type Instalment } from './schedule.ts';

const holdersOf = (amounts: readonly number[]): ShareHolder[] =>
  amounts.map((amount, i) => ({
    orderId: String(i + 8),
    remainingPrincipal: money(amount),
    interestReceived: ZERO,
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

/** Distributes a whole schedule and returns every distribution and the holders at the end. */
function repaid(rows: readonly Instalment[], start: readonly ShareHolder[]) {
  let holders = [...start];
  const rounds: Share[][] = [];
  for (const { principal, interest } of rows) {
    const shares = distribute({ principal, interest }, holders);
    rounds.push(shares);
    holders = holders.map((holder, i) => ({
      ...holder,
      remainingPrincipal: subtract(holder.remainingPrincipal, shares[i]!.principal),
      interestReceived: add(holder.interestReceived, shares[i]!.interest),
      feeCharged: add(holder.feeCharged, shares[i]!.fee),
    }));
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

  it('comes to 3,309, 2,184 and 1,126 of interest, and 331, 218 and 113 of fee', () => {
    expect(holders.map((holder) => holder.interestReceived)).toEqual([3_309, 2_184, 1_126]);
    expect(holders.map((holder) => holder.feeCharged)).toEqual([331, 218, 113]);
    expect(holders.map((holder) => holder.remainingPrincipal)).toEqual([0, 0, 0]);
  });
});

describe('a distribution', () => {
  it('gives a tie to the earlier order id, however the orders are given', () => {
    const [eight, nine, ten] = holdersOf([1_000, 1_000, 1_000]);
    const shares = distribute({ interest: money(2) }, [ten!, nine!, eight!]);
    expect(shares.map((share) => [share.orderId, share.interest])).toEqual([
      ['10', 0],
      ['9', 1],
      ['8', 1],
    ]);
  });

  it('takes the fee on interest and late interest, none on penalty or prepayment fee', () => {
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
    expect(share).toMatchObject({ fee: 26, vat: 1, net: 366, penalty: 30, prepaymentFee: 7 });
  });

  it('charges by what was received in all', () => {
    const holder = { interestReceived: money(14), feeCharged: money(1) };
    expect(investorFeeOf(holder, money(1))).toBe(1);
    expect(investorFeeOf(holder, ZERO)).toBe(0);
    expect(investorFeeOf({ interestReceived: ZERO, feeCharged: money(9) }, money(10))).toBe(0);
  });

  it('pays what comes after the last principal by the orders’ amounts', () => {
    const holders = holdersOf([0, 0]).map((h, i) => ({ ...h, amount: money([3_000, 1_000][i]!) }));
    const shares = distribute({ penalty: money(8) }, holders);
    expect(shares.map((share) => share.penalty)).toEqual([6, 2]);
  });

  it('never distributes more principal than remains', () => {
    const holders = holdersOf([3_000, 2_000]);
    expect(() => distribute({ principal: money(5_001) }, holders)).toThrow(RangeError);
    const all = distribute({ principal: money(5_000), interest: money(1) }, holders);
    expect(column(all, 'principal')).toEqual([3_000, 2_000]);
    expect(() => distribute({ interest: money(1) }, [])).toThrow(RangeError);
  });

  const thousands = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 50 });

  it('of a whole loan sums to each instalment and repays each order in full', () => {
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
          for (const holder of holders) {
            expect(holder.remainingPrincipal).toBe(0);
            const exact = holder.interestReceived / 10;
            expect(Math.abs(holder.feeCharged - exact)).toBeLessThanOrEqual(0.5);
          }
        },
      ),
    );
  });
});
