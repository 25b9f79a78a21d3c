// How money received on a loan is shared among its investors; reference for the SQL version.
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

/** Fee charged to investors: 10 % of the interest and late interest that they receive. */
export const INVESTOR_FEE_BPS = 1_000;

/** Classes of money, each shared separately. The last two carry no investor fee. */
export const sharedClasses = [
  'principal',
  'interest',
  'lateInterest',
  'penalty',
  /** The investors' part of a prepayment fee. */
  'prepaymentFee',
] as const;
export type SharedClass = (typeof sharedClasses)[number];

/** Amounts to distribute by class, in NT$. */
export type DistributedAmounts = Partial<Record<SharedClass, Money>>;

/** What an order had received and been charged before this distribution. */
export type ShareHolder = {
  orderId: string;
  /** Amount that the order lent; its weight in every class. */
  amount: Money;
  /** Amount of each class received so far. */
  received: Record<SharedClass, Money>;
  /** Investor fee charged so far. */
  feeCharged: Money;
};

/** What one order receives. `net` is the sum of all classes less `fee`, which includes VAT. */
export type Share = Record<SharedClass, Money> & {
  orderId: string;
  fee: Money;
  net: Money;
};

/**
 * Weight of one order in a class of money, and the amount of that class which the order has
 * received so far.
 */
export type Portion = { weight: Money; given: Money };

/**
 * Shares an amount by cumulative entitlement. Let C be everything shared so far plus this amount:
 * an order is entitled to C × weight ∕ Σ weights and gets at least the whole dollars of this that
 * it still lacks. Each remaining dollar goes to the order whose next dollar is due first, that is,
 * when C reaches (amount received + 1) × Σ weights ∕ weight; a tie goes to the earlier index. If
 * every distribution follows this rule, each order always holds its exact share rounded down or up.
 * This is the earliest-deadline-first solution of Tijdeman's chairman assignment problem, a
 * house-monotone quota method. Nobody gets a negative amount, and while C stays within Σ weights
 * nobody gets more than their weight.
 *
 * Orders that received too much earlier (under another rule) get nothing until this is made up; the
 * others share the amount in proportion to what they lack. Throws RangeError if all weights are 0.
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
 * goes to the earlier order id. Nobody gets more principal than is outstanding to them, so the last
 * instalment pays everything off. The fee is round_half_up(cumulative interest × 10 %) − charged so
 * far. Returns the shares in the order given. Throws RangeError for more principal than is
 * outstanding.
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

/**
 * Returns round_half_up(cumulative interest × 10 %) − charged so far, at least 0. NT$, VAT
 * included.
 */
export function investorFeeOf(
  holder: { interestReceived: Money; feeCharged: Money },
  interest: Money,
  feeBps: number = INVESTOR_FEE_BPS,
): Money {
  const cumulative = percentOf(add(holder.interestReceived, interest), feeBps);
  return maxOf(subtract(cumulative, holder.feeCharged), ZERO);
}

/** Sorts older ids first: shorter ids before longer ones, ids of equal length alphabetically. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
