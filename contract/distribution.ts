// How money received on a loan is shared among its investors: the reference of what SQL does.
import { add, maxOf, percentOf, split, subtract, vatIn, ZERO, type Money } from './money.ts';

/** The investors' fee: 10 % of interest and late interest received. */
export const INVESTOR_FEE_BPS = 1_000;

/** What is distributed, by class, in NT$. */
export type DistributedAmounts = {
  principal?: Money;
  interest?: Money;
  lateInterest?: Money;
  penalty?: Money;
  /** The investors' half of a prepayment fee. No investor fee on it, nor on penalty. */
  prepaymentFee?: Money;
};

/** One order's claim before the distribution. */
export type ShareHolder = {
  orderId: string;
  remainingPrincipal: Money;
  /** Interest and late interest received so far. */
  interestReceived: Money;
  /** Investor fee charged so far. */
  feeCharged: Money;
  /** The order's amount: the weight once no principal remains with anybody. */
  amount?: Money;
};

/** What one order gets. `net` = all classes − `fee`; `vat` is contained in `fee`. */
export type Share = Required<DistributedAmounts> & {
  orderId: string;
  fee: Money;
  vat: Money;
  net: Money;
};

/**
 * Splits each class by largest remainder over remaining principal; a tie goes to the earlier
 * order id. Nobody gets more principal than remains to him, so the last instalment pays all.
 * The fee is round_half_up(cumulative interest × 10 %) − charged so far. Shares in the order
 * given. RangeError for more principal than remains.
 */
export function distribute(
  amounts: DistributedAmounts,
  holders: readonly ShareHolder[],
  feeBps: number = INVESTOR_FEE_BPS,
): Share[] {
  const byId = holders.toSorted((a, b) => compareIds(a.orderId, b.orderId));
  const remaining = byId.map((holder) => holder.remainingPrincipal);
  const nothingRemains = remaining.every((weight) => weight === 0);
  const weights = nothingRemains ? byId.map((holder) => holder.amount ?? ZERO) : remaining;
  const principal = split(amounts.principal ?? ZERO, weights, remaining);
  const interest = split(amounts.interest ?? ZERO, weights);
  const lateInterest = split(amounts.lateInterest ?? ZERO, weights);
  const penalty = split(amounts.penalty ?? ZERO, weights);
  const prepaymentFee = split(amounts.prepaymentFee ?? ZERO, weights);
  const shares = new Map(
    byId.map((holder, i) => {
      const classes = {
        principal: principal[i]!,
        interest: interest[i]!,
        lateInterest: lateInterest[i]!,
        penalty: penalty[i]!,
        prepaymentFee: prepaymentFee[i]!,
      };
      const fee = investorFeeOf(holder, add(classes.interest, classes.lateInterest), feeBps);
      const net = subtract(add(...Object.values(classes)), fee);
      return [holder.orderId, { orderId: holder.orderId, ...classes, fee, vat: vatIn(fee), net }];
    }),
  );
  return holders.map(({ orderId }) => shares.get(orderId)!);
}

/** round_half_up(cumulative interest × 10 %) − charged so far, at least 0. NT$, VAT included. */
export function investorFeeOf(
  holder: { interestReceived: Money; feeCharged: Money },
  interest: Money,
  feeBps: number = INVESTOR_FEE_BPS,
): Money {
  const cumulative = percentOf(add(holder.interestReceived, interest), feeBps);
  return maxOf(subtract(cumulative, holder.feeCharged), ZERO);
}

/** Ids made earlier come first: numbers by size, ids of one length by their letters. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
