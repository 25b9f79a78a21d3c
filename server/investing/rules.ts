// Pure rules: which orders may be placed, and what happens to incoming money.
import { addBusinessDays, compareDays, dayOf, endOfDay } from '#contract/core/day.ts';
import type { Calendar, Day } from '#contract/core/day.ts';
import { outputIdSchema } from '#contract/core/lists.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { money, type Money, minOf, subtract, ZERO, add, maxOf } from '#contract/core/money.ts';
import { optionFrom, paymentModes, riskProfiles } from '#contract/options.ts';
import { orderStatusOf, type OrderStatus } from '#contract/investing/order-status.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import type { SettingNumbers } from '#contract/settings/values.ts';

const HOUR_MS = 3_600_000;
/** Minimum order amount in NT$; every order must be a multiple of it. */
export const ORDER_STEP = money(1_000);

/**
 * Seconds to wait if no virtual account is left, because an order may expire or a new day begin
 * until then.
 */
const WAIT_SECONDS = 60;

/** Order status as stored. 20 stands for 15–40; the loan's status decides which of them applies. */
export type Stored = 0 | 5 | 10 | 20 | 50 | 55 | 60 | 65;

/** Returns an order's status as members see it. */
export function statusOf(stored: Stored, loan: LoanStatus): OrderStatus {
  return orderStatusOf(stored === 20 ? 'funded' : stored, loan);
}

/** Returns whether an order reserves a part of its case. */
export const isLive = (stored: Stored) =>
  stored === 0 || stored === 5 || stored === 10 || stored === 20;

/**
 * Whether an order ended because of its own deadline, so that the investor may order again. If an
 * order with part payments expired, their refund is under way, and while a case is open there is no
 * other reason for a refund.
 */
export const mayReapply = ({ stored, loanStatus }: { stored: Stored; loanStatus: LoanStatus }) =>
  stored === 50 || ((stored === 60 || stored === 65) && loanStatus === 40);

/**
 * Returns the last instant at which orders of a case may be paid: the end of the first business day
 * after the fundraising ends.
 */
export function lastPayBy(endsAt: Date, calendar: Calendar): Date {
  return new Date(endOfDay(addBusinessDays(dayOf(endsAt), 1, calendar)));
}

/**
 * Returns the payment deadline: this many hours from now, but not after the last instant for the
 * case.
 */
export function payByOf(now: Date, last: Date, hours: number): Date {
  return new Date(Math.min(now.getTime() + hours * HOUR_MS, last.getTime()));
}

/** Returns the id of an offered payment mode by id or code; null for any other. */
export function paymentModeOf(mode: number | string): number | null {
  const key = typeof mode === 'string' && /^\d+$/.test(mode) ? Number(mode) : mode;
  return optionFrom(paymentModes, key)?.id ?? null;
}

/** State of a case when an order is placed, read under its lock. */
export type Fundable = {
  loanId: number;
  status: LoanStatus;
  borrowerId: number;
  target: Money;
  reserved: Money;
  paid: Money;
  open: boolean;
  endsAt: Date;
};

export const remainingOf = (of: { target: Money; reserved: Money; paid: Money }): Money =>
  maxOf(ZERO, subtract(of.target, add(of.reserved, of.paid)));

/** State of an investor when an order is placed, with their exposure locked. */
export type Investor = {
  id: number;
  emailVerified: boolean;
  suspended: boolean;
  verified: boolean;
  profile: number | null;
  profileValidUntil: Day | null;
  /**
   * In NT$. `reserved`: orders in status 0, 5, 10 and 15; `outstanding`: principal not yet paid
   * back.
   */
  reserved: Money;
  outstanding: Money;
  /** The part of `reserved` that belongs to this case. */
  heldHere: Money;
  unpaidOrderId: number | null;
};

/** One request for an order; requests are in order of arrival. */
export type RequestedOrder = {
  /** Owner of the session, or the reason why the session is not valid. */
  investor: Investor | 'expired' | 'unknown';
  amount: number;
  mode: number | string;
  key: string | null;
  /** Number of times the investor has ordered again in this case; null for a first order. */
  reapplied: number | null;
  /** Order for which the same idempotency key was used before. */
  placed: { orderId: number; loanId: number; amount: number; mode: number } | null;
};

export type Refused = { code: RefusalCode; data?: Record<string, unknown>; retryAfter?: number };
export type Decided =
  | { kind: 'session'; state: 'expired' | 'unknown' }
  | { kind: 'refused'; refused: Refused }
  /** Refused because of another order in the same batch, whose id is not known yet. */
  | { kind: 'duplicate'; of: number }
  | { kind: 'accepted'; memberId: number; amount: Money; mode: number }
  /**
   * The idempotency key was used before: the answer is that of the earlier order, or of an earlier
   * request in this batch.
   */
  | { kind: 'placedBefore'; orderId: number }
  | { kind: 'sameAs'; of: number };

/** Amounts and accounts that the batch has used up so far. */
type Running = {
  remaining: Money;
  accounts: number;
  /**
   * Per member: amount added in this batch, index of the unpaid order, index of each idempotency
   * key.
   */
  members: Map<number, { added: Money; unpaidAt: number | null; keys: Map<string, number> }>;
};

/**
 * Decides requests for orders of one case in order of arrival. Each decision takes the earlier ones
 * into account, so that never more than the target is reserved. `accounts` is the number of
 * available virtual accounts. Throws nothing, because refusals are returned per request.
 */
export function decideBatch(of: {
  fundable: Fundable | null;
  asked: readonly RequestedOrder[];
  accounts: number;
  now: Date;
  /** Maximum number of times an investor may order again in one case. */
  reapplyMax: SettingNumbers['reapplyMax'];
}): Decided[] {
  const { fundable, asked, accounts, now, reapplyMax } = of;
  const remaining = fundable ? remainingOf(fundable) : ZERO;
  const running: Running = { remaining, accounts, members: new Map() };
  return asked.map((item, at) => {
    const { investor } = item;
    if (typeof investor === 'string') return { kind: 'session', state: investor };
    const own = running.members.get(investor.id) ?? {
      added: ZERO,
      unpaidAt: null,
      keys: new Map(),
    };
    running.members.set(investor.id, own);
    const again = repeatOf(item, asked, own.keys, fundable?.loanId);
    if (again) return again;
    const refused =
      investorRefusal(investor, dayOf(now)) ??
      caseRefusal(fundable, now) ??
      (investor.unpaidOrderId === null
        ? null
        : {
            code: 'DUPLICATE_UNPAID' as const,
            data: { orderId: outputIdSchema.decode(investor.unpaidOrderId) },
          });
    if (refused) return { kind: 'refused', refused };
    if (own.unpaidAt !== null) return { kind: 'duplicate', of: own.unpaidAt };
    if (item.reapplied !== null && item.reapplied >= reapplyMax) return refuse('REAPPLY_LIMIT');
    const unfit = amountRefusal(item.amount, investor, own.added, running);
    if (unfit) return { kind: 'refused', refused: unfit };
    if (fundable?.borrowerId === investor.id) return refuse('OWN_CASE');
    const mode = paymentModeOf(item.mode);
    if (mode === null) return refuse('PAYMENT_MODE_INVALID');
    if (running.accounts === 0) {
      return { kind: 'refused', refused: { code: 'NO_VIRTUAL_ACCOUNT', retryAfter: WAIT_SECONDS } };
    }
    const amount = money(item.amount);
    running.accounts -= 1;
    running.remaining = subtract(running.remaining, amount);
    own.added = add(own.added, amount);
    own.unpaidAt = at;
    if (item.key !== null) own.keys.set(item.key, at);
    return { kind: 'accepted', memberId: investor.id, amount, mode };
  });
}

const refuse = (code: RefusalCode): Decided => ({ kind: 'refused', refused: { code } });

/**
 * For a request with the same member and key, returns the earlier order, or a mismatch if the rest
 * of the request differs.
 */
function repeatOf(
  item: RequestedOrder,
  asked: readonly RequestedOrder[],
  keys: ReadonlyMap<string, number>,
  loanId: number | undefined,
): Decided | null {
  if (item.placed) {
    const { placed } = item;
    const same =
      placed.loanId === loanId &&
      placed.amount === item.amount &&
      placed.mode === paymentModeOf(item.mode);
    return same
      ? { kind: 'placedBefore', orderId: placed.orderId }
      : refuse('IDEMPOTENCY_MISMATCH');
  }
  const of = item.key === null ? undefined : keys.get(item.key);
  if (of === undefined) return null;
  const first = asked[of];
  const same =
    first?.amount === item.amount && paymentModeOf(first.mode) === paymentModeOf(item.mode);
  return same ? { kind: 'sameAs', of } : refuse('IDEMPOTENCY_MISMATCH');
}

/** Returns why this member may not fund any case; null if they may. */
export function investorRefusal(investor: Investor, today: Day): Refused | null {
  if (investor.suspended) return { code: 'SUSPENDED' };
  if (!investor.emailVerified) return { code: 'EMAIL_NOT_VERIFIED' };
  if (!investor.verified) return { code: 'NOT_VERIFIED' };
  const { profile, profileValidUntil: until } = investor;
  const inForce = profile !== null && until !== null && compareDays(today, until) <= 0;
  // The refusal contains the day on which a previous risk profile expired.
  return inForce ? null : { code: 'RISK_PROFILE_REQUIRED', data: { validUntil: until } };
}

/** Returns why this case cannot be funded now; null if it can. */
function caseRefusal(fundable: Fundable | null, now: Date): Refused | null {
  if (!fundable) return { code: 'CASE_NOT_FOUND' };
  const full = remainingOf(fundable) === 0;
  if (full && (fundable.status === 50 || fundable.status === 55)) return { code: 'CASE_FULL' };
  if (fundable.status !== 40 || !fundable.open || now > fundable.endsAt) {
    return { code: 'CASE_CLOSED' };
  }
  return null;
}

/**
 * Returns why an amount is refused; checks first what the case still needs, then the step, and then
 * the member's limits. Null if the amount is accepted.
 */
function amountRefusal(
  amount: number,
  investor: Investor,
  added: Money,
  { remaining }: Running,
): Refused | null {
  if (remaining === 0) return { code: 'CASE_FULL' };
  if (!Number.isSafeInteger(amount) || amount % ORDER_STEP !== 0) return { code: 'AMOUNT_INVALID' };
  if (amount < ORDER_STEP) return { code: 'AMOUNT_MIN' };
  if (amount > remaining) return { code: 'AMOUNT_EXCEEDS', data: { remaining } };
  const left = roomOf(investor, added);
  if (amount > left.here) return { code: 'LIMIT_PER_CASE', data: left };
  if (amount > left.total) return { code: 'LIMIT_TOTAL', data: left };
  return null;
}

/**
 * Returns how many NT$ a member may still put into one case and in total by their suitability
 * profile. Outstanding principal and orders in status 0, 5, 10 and 15 count towards the limits.
 */
export function roomOf(
  investor: Pick<Investor, 'profile' | 'reserved' | 'outstanding' | 'heldHere'>,
  added = ZERO,
): { here: Money; total: Money; perCaseMax: Money; totalMax: Money } {
  const profile = riskProfiles.find(({ id }) => id === investor.profile);
  const { perCaseMax, totalMax } = profile ?? { perCaseMax: ZERO, totalMax: ZERO };
  const all = add(investor.reserved, investor.outstanding, added);
  return {
    here: maxOf(ZERO, subtract(perCaseMax, add(investor.heldHere, added))),
    total: maxOf(ZERO, subtract(totalMax, all)),
    perCaseMax,
    totalMax,
  };
}

/**
 * Returns the largest amount in NT$ that a member may order in a case now, a multiple of the step.
 */
export function orderMaxOf(investor: Investor, fundable: Fundable, now: Date): Money {
  const refused = investorRefusal(investor, dayOf(now)) ?? caseRefusal(fundable, now);
  if (refused || fundable.borrowerId === investor.id) return ZERO;
  const room = roomOf(investor);
  const most = minOf(remainingOf(fundable), room.here, room.total);
  return money(most - (most % ORDER_STEP));
}

/** State of an order and its loan when money arrives. */
export type Receiving = {
  stored: Stored;
  amount: Money;
  paidAmount: Money;
  payBy: Date;
  endedAt: Date | null;
  loanStatus: LoanStatus;
  /** Amount of the case in NT$ that is still free to be funded. */
  room: Money;
  /** Refund fee in NT$ at the time the order was placed. */
  refundFee: Money;
};

export type RefundReason =
  | 'overpaid'
  | 'late'
  | 'expired'
  | 'failed'
  | 'cancelled'
  | 'unsigned'
  | 'reversed';
/** A refund in NT$: `amount` includes the `fee` that is deducted from it. */
export type GoingBack = { amount: Money; fee: Money; reason: RefundReason };
/**
 * How a receipt is used: the amount that the order keeps, the order's new status, and the refund.
 */
export type Use = { kept: Money; stored: Stored; revived: boolean; back: GoingBack | null };

/**
 * Decides how an order uses money that the bank received at `at`. Only the bank's time matters:
 * money that was in time counts, up to the order's amount, even if the record came late and the
 * order has expired, provided that its case is not full. Everything else is refunded, without a fee
 * if the payer did nothing wrong, otherwise less the fee.
 */
export function useOf(arrived: { amount: Money; at: Date }, order: Receiving): Use {
  const { stored, amount, loanStatus } = order;
  const inTime = arrived.at <= order.payBy;
  const lacking = subtract(amount, order.paidAmount);
  const waiting = (stored === 0 || stored === 5) && loanStatus === 40 && inTime;
  // An order whose receipt the bank took back may be paid again until the loan is disbursed.
  const madeGood = stored === 20 && (loanStatus === 50 || loanStatus === 55);
  const revived =
    stored === 50 &&
    inTime &&
    loanStatus === 40 &&
    order.room >= amount &&
    arrived.amount >= amount;
  const kept = waiting || madeGood || revived ? minOf(arrived.amount, lacking) : ZERO;
  const full = add(order.paidAmount, kept) === amount;
  const after: Stored = revived ? 10 : waiting ? (full ? 10 : 5) : stored;
  const over = subtract(arrived.amount, kept);
  const back = over > 0 ? goingBack(over, arrived.at, order, waiting || revived || madeGood) : null;
  return { kept, stored: after, revived, back };
}

function goingBack(over: Money, at: Date, order: Receiving, counted: boolean): GoingBack {
  const { stored, loanStatus, payBy, endedAt, refundFee } = order;
  const fee = minOf(refundFee, over);
  const died = deathReason(loanStatus);
  if (died !== null) return { amount: over, fee: ZERO, reason: died };
  if (counted || stored === 10 || stored === 20) return { amount: over, fee, reason: 'overpaid' };
  if (stored === 55) {
    const paidFirst = endedAt !== null && at <= endedAt;
    return { amount: over, fee: paidFirst ? ZERO : fee, reason: 'cancelled' };
  }
  return { amount: over, fee: at <= payBy ? ZERO : fee, reason: 'late' };
}

/**
 * Returns the reason for which a loan that ended without disbursement refunds all money; null for
 * any other loan.
 */
export function deathReason(loan: LoanStatus): 'cancelled' | 'unsigned' | 'failed' | null {
  if (loan === 96) return 'cancelled';
  if (loan === 98) return 'unsigned';
  return loan === 99 ? 'failed' : null;
}

/**
 * Whether a member may see a case by its id. Everybody may until the loan is disbursed. After that
 * only the borrower and the investors may. If the case ended without a disbursement, members whose
 * orders ended with it may as well.
 */
export function maySeeCase(
  status: LoanStatus,
  of: { isBorrower: boolean; mine: boolean; holds: boolean },
): boolean {
  if (status === 40 || status === 50 || status === 55 || of.isBorrower) return true;
  return deathReason(status) === null ? of.holds : of.mine;
}

/** Returns the fee in NT$ that is deducted from the part payments of an expired order. */
export const expiryFee = (paid: Money, refundFee: Money): Money => minOf(refundFee, paid);

/** Whether the payer's account is the member's own; leading zeros are ignored. */
export function isSameAccount(
  own: { bankCode: string; account: string },
  payer: { bank: string | null; account: string },
): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
  const bankFits = payer.bank === null || payer.bank.slice(0, 3) === own.bankCode;
  return bankFits && digits(own.account) === digits(payer.account);
}
