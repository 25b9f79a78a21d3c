// What may be funded and what becomes of money that arrives: decided here, written elsewhere. Pure.
import { addBusinessDays, compareDays, dayOf, endOfDay } from '#contract/core/day.ts';
import type { Calendar, Day } from '#contract/core/day.ts';
import { apportion } from '#contract/law/distribution.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { add, money, type Money, minOf, subtract, sum, ZERO } from '#contract/core/money.ts';
import { optionFrom, paymentModes, riskProfiles } from '#contract/options.ts';
import { orderStatusOf, type OrderStatus } from '#contract/investing/order-status.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import type { SettingNumbers } from '#contract/settings/values.ts';

const HOUR_MS = 3_600_000;
/** Orders are multiples of this, and at least this. NT$ */
export const ORDER_STEP = money(1_000);

/** When no virtual account is left, one that expires or a new day may bring some. */
const WAIT_SECONDS = 60;

/** What the table keeps of an order's status; 20 stands for 15–40, which the loan decides. */
export type Stored = 0 | 5 | 10 | 20 | 50 | 55 | 60 | 65;

/** An order's status as members see it. */
export function statusOf(stored: Stored, loan: LoanStatus): OrderStatus {
  return orderStatusOf(stored === 20 ? 'funded' : stored, loan);
}

/** Orders that hold a place in their case. */
export const isLive = (stored: Stored) =>
  stored === 0 || stored === 5 || stored === 10 || stored === 20;

/**
 * Whether an order ended by its own deadline, so that it may be ordered anew: part payments of an
 * expired order are on their way back, and while a case is open nothing else sends money back.
 */
export const mayReapply = ({ stored, loanStatus }: { stored: Stored; loanStatus: LoanStatus }) =>
  stored === 50 || ((stored === 60 || stored === 65) && loanStatus === 40);

/** The last instant any order of a case may be paid: a business day after fundraising ends. */
export function lastPayBy(endsAt: Date, calendar: Calendar): Date {
  return new Date(endOfDay(addBusinessDays(dayOf(endsAt), 1, calendar)));
}

/** So many hours from now, but not past the case's last instant. */
export function payByOf(now: Date, last: Date, hours: number): Date {
  return new Date(Math.min(now.getTime() + hours * HOUR_MS, last.getTime()));
}

/** The id of a payment mode that is offered, by id or code; null for any other. */
export function paymentModeOf(mode: number | string): number | null {
  const key = typeof mode === 'string' && /^\d+$/.test(mode) ? Number(mode) : mode;
  return optionFrom(paymentModes, key)?.id ?? null;
}

/** A case as an order finds it, under its lock. */
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
  money(Math.max(0, of.target - of.reserved - of.paid));

/** An investor as an order finds him, his exposure locked. */
export type Investor = {
  id: number;
  emailVerified: boolean;
  suspended: boolean;
  verified: boolean;
  profile: number | null;
  profileValidUntil: Day | null;
  /** Orders 0, 5, 10, 15, and principal not yet paid back. NT$ */
  reserved: Money;
  outstanding: Money;
  /** Of `reserved`, what lies in this case. */
  heldHere: Money;
  unpaidOrderId: number | null;
};

/** One request for an order, in the order of arrival. */
export type Asked = {
  /** The session's state, or who it belongs to. */
  investor: Investor | 'expired' | 'unknown';
  amount: number;
  mode: number | string;
  key: string | null;
  /** How often he ordered anew in this case before; null where this is a first order. */
  reapplied: number | null;
  /** What the same key was used for before. */
  placed: { orderId: number; loanId: number; amount: number; mode: number } | null;
};

export type Refused = { code: RefusalCode; data?: Record<string, unknown>; retryAfter?: number };
export type Decided =
  | { kind: 'session'; state: 'expired' | 'unknown' }
  | { kind: 'refused'; refused: Refused }
  /** Refused because of an order of this very batch, whose id is not known yet. */
  | { kind: 'duplicate'; of: number }
  | { kind: 'accepted'; memberId: number; amount: Money; mode: number }
  /** The same key again: the answer of that order, or of an earlier request of this batch. */
  | { kind: 'placedBefore'; orderId: number }
  | { kind: 'sameAs'; of: number };

/** What a batch has given away so far. */
type Running = {
  remaining: Money;
  accounts: number;
  /** By member: what he got in this batch, his unpaid order's place, his keys' places. */
  members: Map<number, { added: number; unpaidAt: number | null; keys: Map<string, number> }>;
};

/**
 * Decides requests for one case in the order they arrived, each knowing what those before it were
 * given; never more than the target is reserved. `accounts` is how many virtual accounts there are
 * to give. Throws nothing: a refusal is a value of its item.
 */
export function decideBatch(of: {
  fundable: Fundable | null;
  asked: readonly Asked[];
  accounts: number;
  now: Date;
  /** How often an order may be ordered anew in one case. */
  reapplyMax: SettingNumbers['reapplyMax'];
}): Decided[] {
  const { fundable, asked, accounts, now, reapplyMax } = of;
  const remaining = fundable ? remainingOf(fundable) : ZERO;
  const running: Running = { remaining, accounts, members: new Map() };
  return asked.map((item, at) => {
    const { investor } = item;
    if (typeof investor === 'string') return { kind: 'session', state: investor };
    const own = running.members.get(investor.id) ?? { added: 0, unpaidAt: null, keys: new Map() };
    running.members.set(investor.id, own);
    const again = repeatOf(item, asked, own.keys, fundable?.loanId);
    if (again) return again;
    const refused =
      investorRefusal(investor, dayOf(now)) ??
      caseRefusal(fundable, now) ??
      (investor.unpaidOrderId === null
        ? null
        : { code: 'DUPLICATE_UNPAID' as const, data: { orderId: String(investor.unpaidOrderId) } });
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
    own.added += amount;
    own.unpaidAt = at;
    if (item.key !== null) own.keys.set(item.key, at);
    return { kind: 'accepted', memberId: investor.id, amount, mode };
  });
}

const refuse = (code: RefusalCode): Decided => ({ kind: 'refused', refused: { code } });

/** The same member and key: the same order, or a mismatch where the body is another. */
function repeatOf(
  item: Asked,
  asked: readonly Asked[],
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

/** Why this member may not fund at all; null where he may. */
export function investorRefusal(investor: Investor, today: Day): Refused | null {
  if (investor.suspended) return { code: 'SUSPENDED' };
  if (!investor.emailVerified) return { code: 'EMAIL_NOT_VERIFIED' };
  if (!investor.verified) return { code: 'NOT_VERIFIED' };
  const { profile, profileValidUntil: until } = investor;
  const inForce = profile !== null && until !== null && compareDays(today, until) <= 0;
  // Whoever had one is told when it ended.
  return inForce ? null : { code: 'RISK_PROFILE_REQUIRED', data: { validUntil: until } };
}

/** Why nobody may fund this case now; null where one may. */
function caseRefusal(fundable: Fundable | null, now: Date): Refused | null {
  if (!fundable) return { code: 'CASE_NOT_FOUND' };
  const full = remainingOf(fundable) === 0;
  if (full && (fundable.status === 50 || fundable.status === 55)) return { code: 'CASE_FULL' };
  if (fundable.status !== 40 || !fundable.open || now > fundable.endsAt) {
    return { code: 'CASE_CLOSED' };
  }
  return null;
}

/** Why not this amount: what remains of the case, then the step, then the member's own caps. */
function amountRefusal(
  amount: number,
  investor: Investor,
  added: number,
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
 * What a member may still put into a case and into all, by his suitability profile. Caps count
 * outstanding principal and the orders 0, 5, 10, 15. NT$
 */
export function roomOf(
  investor: Pick<Investor, 'profile' | 'reserved' | 'outstanding' | 'heldHere'>,
  added = 0,
): { here: Money; total: Money; perCaseMax: Money; totalMax: Money } {
  const profile = riskProfiles.find(({ id }) => id === investor.profile);
  const { perCaseMax, totalMax } = profile ?? { perCaseMax: ZERO, totalMax: ZERO };
  const all = investor.reserved + investor.outstanding + added;
  return {
    here: money(Math.max(0, perCaseMax - investor.heldHere - added)),
    total: money(Math.max(0, totalMax - all)),
    perCaseMax,
    totalMax,
  };
}

/** The most a member may order in a case now: a multiple of the step. NT$ */
export function orderMaxOf(investor: Investor, fundable: Fundable, now: Date): Money {
  const refused = investorRefusal(investor, dayOf(now)) ?? caseRefusal(fundable, now);
  if (refused || fundable.borrowerId === investor.id) return ZERO;
  const room = roomOf(investor);
  const most = minOf(remainingOf(fundable), room.here, room.total);
  return money(most - (most % ORDER_STEP));
}

/** An order and its loan as arriving money finds them. */
export type Receiving = {
  stored: Stored;
  amount: Money;
  paidAmount: Money;
  payBy: Date;
  endedAt: Date | null;
  loanStatus: LoanStatus;
  /** What remains of the case. */
  room: Money;
  /** The fee of refunds when the order was made. NT$ */
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
/** What goes back: of `amount`, `fee` is kept. NT$ */
export type GoingBack = { amount: Money; fee: Money; reason: RefundReason };
/** What an order keeps of a receipt, the status it has then, and what goes back. */
export type Use = { kept: Money; stored: Stored; revived: boolean; back: GoingBack | null };

/**
 * What an order does with money stamped by the bank at `at`. The bank's time decides: in time it
 * counts, up to the amount, even where the record came late and the order has expired, if its case
 * still has room. All else goes back: free where the payer did nothing wrong, else less the fee.
 */
export function useOf(arrived: { amount: Money; at: Date }, order: Receiving): Use {
  const { stored, amount, loanStatus } = order;
  const inTime = arrived.at <= order.payBy;
  const lacking = subtract(amount, order.paidAmount);
  const waiting = (stored === 0 || stored === 5) && loanStatus === 40 && inTime;
  // A receipt the bank took back is made good while the loan is not yet paid out.
  const madeGood = stored === 20 && (loanStatus === 50 || loanStatus === 55);
  const revived =
    stored === 50 &&
    inTime &&
    loanStatus === 40 &&
    order.room >= amount &&
    arrived.amount >= amount;
  const kept = waiting || madeGood || revived ? minOf(arrived.amount, lacking) : ZERO;
  const full = order.paidAmount + kept === amount;
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

/** Why a loan that came to nothing sends all money back; null for any other. */
export function deathReason(loan: LoanStatus): 'cancelled' | 'unsigned' | 'failed' | null {
  if (loan === 96) return 'cancelled';
  if (loan === 98) return 'unsigned';
  return loan === 99 ? 'failed' : null;
}

/**
 * Whether a member may see a case by its id. Until it is paid out, everybody may. A loan is shown
 * to its borrower and its investors only, and a case that came to nothing also to those whose
 * orders ended with it.
 */
export function maySeeCase(
  status: LoanStatus,
  of: { isBorrower: boolean; mine: boolean; holds: boolean },
): boolean {
  if (status === 40 || status === 50 || status === 55 || of.isBorrower) return true;
  return deathReason(status) === null ? of.holds : of.mine;
}

/** What is kept of the part payments of an expired order. NT$ */
export const expiryFee = (paid: Money, refundFee: Money): Money => minOf(refundFee, paid);

/** Whether a payer's account is the member's own; leading zeros do not make another account. */
export function isSameAccount(
  own: { bankCode: string; account: string },
  payer: { bank: string | null; account: string },
): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
  const bankFits = payer.bank === null || payer.bank.slice(0, 3) === own.bankCode;
  return bankFits && digits(own.account) === digits(payer.account);
}

/** An instalment that is not paid in full: what of each class is still due. */
type Unpaid = { principalLeft: Money; interestLeft: Money };

/** One order of a loan: what it lent, what of that is out, and the interest it received. NT$. */
export type HeldShare = { amount: Money; remaining: Money; interestReceived: Money };

/**
 * What each order will get of unpaid instalments, one after another, as the distribution shares
 * them: by cumulative entitlement (contract/law/distribution.ts). Orders as given, the earliest
 * first.
 */
export function expectedShares(
  unpaid: readonly Unpaid[],
  held: readonly HeldShare[],
): { principal: Money[]; interest: Money[] }[] {
  const weights = held.map(({ amount }) => amount);
  let repaid = held.map(({ amount, remaining }) => subtract(amount, remaining));
  let received = held.map(({ interestReceived }) => interestReceived);
  const of = (amount: Money, given: readonly Money[]) =>
    apportion(
      amount,
      weights.map((weight, i) => ({ weight, given: given[i]! })),
    );
  return unpaid.map(({ principalLeft, interestLeft }) => {
    const out = subtract(sum(weights), sum(repaid));
    if (out === 0) return { principal: [], interest: [] };
    const interest = of(interestLeft, received);
    const principal = of(minOf(principalLeft, out), repaid);
    repaid = repaid.map((each, i) => add(each, principal[i]!));
    received = received.map((each, i) => add(each, interest[i]!));
    return { principal, interest };
  });
}
