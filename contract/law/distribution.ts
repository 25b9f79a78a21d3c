// How money received on a loan is shared among its investors: the reference of what SQL does.
import {
  add,
  maxOf,
  moneyOf,
  percentOf,
  split,
  subtract,
  sum,
  ZERO,
  type Money,
} from '../core/money.ts';

/** The investors' fee: 10 % of interest and late interest received. */
export const INVESTOR_FEE_BPS = 1_000;

/** The classes that are shared, each for itself. No investor fee on the last two. */
export const sharedClasses = [
  'principal',
  'interest',
  'lateInterest',
  'penalty',
  /** The investors' half of a prepayment fee. */
  'prepaymentFee',
] as const;
export type SharedClass = (typeof sharedClasses)[number];

/** What is distributed, by class, in NT$. */
export type DistributedAmounts = Partial<Record<SharedClass, Money>>;

/** One order before the distribution. */
export type ShareHolder = {
  orderId: string;
  /** What the order lent: its weight in every class. */
  amount: Money;
  /** What it was given of each class so far. */
  received: Record<SharedClass, Money>;
  /** Investor fee charged so far. */
  feeCharged: Money;
};

/** What one order gets. `net` = all classes − `fee`, which has its VAT inside. */
export type Share = Record<SharedClass, Money> & {
  orderId: string;
  fee: Money;
  net: Money;
};

/** One order's weight in a class, and what it was given of the class so far. */
export type Portion = { weight: Money; given: Money };

/**
 * Shares an amount by cumulative entitlement. With C what all were given so far plus the amount,
 * an order is entitled to C × weight ∕ Σ weights: it gets at least the whole dollars of that which
 * it lacks. Each dollar left goes to the order whose next dollar is due first, which is when C
 * reaches (what it has + 1) × Σ weights ∕ weight; a tie goes to the earlier index. Shared so from
 * the beginning, every order always has its exact share rounded down or up: this is the earliest
 * deadline first of Tijdeman's chairman assignment problem, a house-monotone quota method. Nobody
 * gets less than nothing, and while C stays within Σ weights nobody gets more than his weight.
 *
 * Orders that were given too much before (by another rule) get nothing until it is made up, and
 * the others share the amount by what they lack. RangeError where all weights are 0.
 */
export function apportion(amount: Money, portions: readonly Portion[]): Money[] {
  const whole = BigInt(sum(portions.map(({ weight }) => weight)));
  if (amount > 0 && whole === 0n) throw new RangeError(`nobody can take ${amount}`);
  const cumulative = BigInt(add(amount, sum(portions.map(({ given }) => given))));
  const rows = portions.map(({ weight, given }, i) => {
    const entitled = cumulative * BigInt(weight);
    const floor = whole === 0n ? 0n : entitled / whole;
    const least = floor > BigInt(given) ? floor : BigInt(given);
    return { i, weight: BigInt(weight), lacks: moneyOf(least - BigInt(given)), least, entitled };
  });
  const lacks = rows.map((row) => row.lacks);
  const odd = subtract(amount, sum(lacks));
  if (odd <= 0) return split(amount, lacks);
  const next = rows
    .filter(({ least, entitled }) => least * whole < entitled)
    .map(({ i, weight, least }) => ({ i, due: ((least + 1n) * whole + weight - 1n) / weight }))
    .sort((a, b) => (a.due === b.due ? a.i - b.i : a.due < b.due ? -1 : 1));
  const lucky = new Set(next.slice(0, odd).map(({ i }) => i));
  return lacks.map((part, i) => (lucky.has(i) ? moneyOf(BigInt(part) + 1n) : part));
}

/**
 * Shares each class by cumulative entitlement over the orders' amounts (see `apportion`); a tie
 * goes to the earlier order id. Nobody gets more principal than remains to him, so the last
 * instalment pays all. The fee is round_half_up(cumulative interest × 10 %) − charged so far.
 * Shares in the order given. RangeError for more principal than remains.
 */
export function distribute(
  amounts: DistributedAmounts,
  holders: readonly ShareHolder[],
  feeBps: number = INVESTOR_FEE_BPS,
): Share[] {
  const byId = holders.toSorted((a, b) => compareIds(a.orderId, b.orderId));
  const remaining = sum(byId.map(({ amount, received }) => subtract(amount, received.principal)));
  if ((amounts.principal ?? ZERO) > remaining) {
    throw new RangeError(`${amounts.principal} of principal, where ${remaining} remains`);
  }
  const parts = sharedClasses.map((name) =>
    apportion(
      amounts[name] ?? ZERO,
      byId.map(({ amount, received }) => ({ weight: amount, given: received[name] })),
    ),
  );
  const shares = new Map(
    byId.map((holder, i) => {
      const [principal, interest, lateInterest, penalty, prepaymentFee] = parts.map(
        (part) => part[i]!,
      ) as [Money, Money, Money, Money, Money];
      const classes = { principal, interest, lateInterest, penalty, prepaymentFee };
      const { received, feeCharged } = holder;
      const interestReceived = add(received.interest, received.lateInterest);
      const fee = investorFeeOf(
        { interestReceived, feeCharged },
        add(interest, lateInterest),
        feeBps,
      );
      const net = subtract(add(...Object.values(classes)), fee);
      return [holder.orderId, { orderId: holder.orderId, ...classes, fee, net }];
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
