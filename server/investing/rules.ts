// Pure rules: who may fund which case, and what happens to incoming money.
import { addBusinessDays, compareDays, dayOf, endOfDay } from '#contract/core/day.ts';
import type { Calendar, Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { money, type Money, minOf, subtract, sum, ZERO, add, maxOf } from '#contract/core/money.ts';
import { optionFrom, paymentModes, riskProfiles } from '#contract/options.ts';
import { orderStatusOf, type OrderStatus } from '#contract/investing/order-status.ts';
import type { RefusalCode } from '#contract/refusals.ts';

const HOUR_MS = 3_600_000;
/** Minimum order amount in NT$; every order must be a multiple of it. */
export const ORDER_STEP = money(1_000);

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

/** Debit by mandate, which only members with a mandate may choose. */
const BY_MANDATE = 3;

/** Whether an order asks to be paid by debit. */
export const isByMandate = (mode: number | string): boolean =>
  mode === BY_MANDATE || mode === `${BY_MANDATE}` || mode === 'EDDA';

/**
 * Returns the id of an offered payment mode by id or code; null for any other. `mayDebit` says
 * whether a mandate of the member covers the order.
 */
export function paymentModeOf(mode: number | string, mayDebit = false): number | null {
  if (isByMandate(mode)) return mayDebit ? BY_MANDATE : null;
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
  /** Whether a hold forbids them to bind themselves anew. */
  onHold: boolean;
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

export type Refused = { code: RefusalCode; data?: Record<string, unknown>; retryAfter?: number };
/** Returns why this member may not fund any case; null if they may. */
export function investorRefusal(investor: Investor, today: Day): Refused | null {
  if (investor.suspended) return { code: 'SUSPENDED' };
  if (investor.onHold) return { code: 'MEMBER_HELD' };
  if (!investor.emailVerified) return { code: 'EMAIL_NOT_VERIFIED' };
  if (!investor.verified) return { code: 'NOT_VERIFIED' };
  const { profile, profileValidUntil: until } = investor;
  const inForce = profile !== null && until !== null && compareDays(today, until) <= 0;
  // The refusal contains the day on which a previous risk profile expired.
  return inForce ? null : { code: 'RISK_PROFILE_REQUIRED', data: { validUntil: until } };
}

/** Returns why this case cannot be funded now; null if it can. */
export function caseRefusal(fundable: Fundable | null, now: Date): Refused | null {
  if (!fundable) return { code: 'CASE_NOT_FOUND' };
  const full = remainingOf(fundable) === 0;
  if (full && (fundable.status === 50 || fundable.status === 55)) return { code: 'CASE_FULL' };
  if (fundable.status !== 40 || !fundable.open || now > fundable.endsAt) {
    return { code: 'CASE_CLOSED' };
  }
  return null;
}

/**
 * Returns how many NT$ a member may still put into one case and in total by their suitability
 * profile. Outstanding principal and orders in status 0, 5, 10 and 15 count towards the limits.
 * `added` was reserved in other cases since the investor was read; a second order in the same case
 * is refused before.
 */
export function roomOf(
  investor: Pick<Investor, 'profile' | 'reserved' | 'outstanding' | 'heldHere'>,
  added = ZERO,
): { here: Money; total: Money; perCaseMax: Money; totalMax: Money } {
  const profile = riskProfiles.find(({ id }) => id === investor.profile);
  const { perCaseMax, totalMax } = profile ?? { perCaseMax: ZERO, totalMax: ZERO };
  const all = add(investor.reserved, investor.outstanding, added);
  return {
    here: maxOf(ZERO, subtract(perCaseMax, investor.heldHere)),
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

/** A part of a refund; `receiptId` names the receipt to whose payer it goes, if not the member. */
export type PayerPart = { receiptId: number | null; back: GoingBack };

/**
 * Splits a refund of an order's money by payer. What third parties paid goes back to them; the fee
 * is taken from the member's own part, and only its rest from theirs.
 */
export function partsByPayer(
  back: GoingBack,
  others: readonly { receiptId: number; amount: Money }[],
): PayerPart[] {
  const own = subtract(back.amount, sum(others.map(({ amount }) => amount)));
  if (own < 0) throw new Error('third parties paid more than the order received');
  const members = own > 0 || others.length === 0 ? [{ receiptId: null, amount: own }] : [];
  let left = back.fee;
  return [...members, ...others].map(({ receiptId, amount }) => {
    const fee = minOf(left, amount);
    left = subtract(left, fee);
    return { receiptId, back: { amount, fee, reason: back.reason } };
  });
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
