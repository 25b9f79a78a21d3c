// Pure rules that decide on a batch of orders, of one case or of several.
import { type Day, dayOf } from '#contract/core/day.ts';
import { outputIdSchema } from '#contract/core/lists.ts';
import { add, money, type Money, subtract, ZERO } from '#contract/core/money.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import type { SettingNumbers } from '#contract/settings/values.ts';
import type { TokenRefusal } from '../../identity/front.ts';
import { sessionIsAlive } from '../../identity/rules.ts';
import {
  caseRefusal,
  type Fundable,
  type Investor,
  investorRefusal,
  ORDER_STEP,
  paymentModeOf,
  type Refused,
  remainingOf,
  roomOf,
} from '../rules.ts';
import type { OrderRequest } from './queues.ts';
import type { ApplicantRow } from './writer-queries.ts';

/**
 * Seconds to wait if no virtual account is left, because an order may expire or a new day begin
 * until then.
 */
const WAIT_SECONDS = 60;

/** One request for an order; the requests of a case are in order of arrival. */
export type RequestedOrder = {
  loanId: number;
  /** Owner of the session or API token, or the reason why it is not valid. */
  investor: Investor | 'expired' | 'unknown' | TokenRefusal;
  /** Permission of the program that orders, with its cap and what it has ordered today in NT$. */
  access: { id: number; dailyCap: Money; ordered: Money } | null;
  amount: number;
  mode: number | string;
  /** Whether a mandate of the investor covers the order, if it is to be debited. */
  mayDebit?: boolean;
  key: string | null;
  /** Number of times the investor has ordered again in this case; null for a first order. */
  reapplied: number | null;
  /** Order for which the same idempotency key was used before. */
  placed: { orderId: number; loanId: number; amount: number; mode: number } | null;
};

export type Decided =
  | { kind: 'session'; state: 'expired' | 'unknown' }
  | { kind: 'refused'; refused: Refused }
  /** Refused because of another order in the same batch, whose id is not known yet. */
  | { kind: 'duplicate'; of: number }
  | {
      kind: 'accepted';
      memberId: number;
      accessId: number | null;
      amount: Money;
      mode: number;
    }
  /**
   * The idempotency key was used before: the answer is that of the earlier order, or of an earlier
   * request in this batch.
   */
  | { kind: 'placedBefore'; orderId: number }
  | { kind: 'sameAs'; of: number };

/** Amounts and accounts that the batch has used up so far. */
type Running = {
  /** NT$ that each case can still take. */
  remaining: Map<number, Money>;
  accounts: Map<Day, number>;
  members: Map<number, MemberRunning>;
  /** NT$ that each permission has ordered in this batch. */
  accesses: Map<number, Money>;
};
/**
 * Per member: NT$ added in this batch, index of the unpaid order in each case, and index of each
 * idempotency key.
 */
type MemberRunning = { added: Money; unpaid: Map<number, number>; keys: Map<string, number> };

/** Cases of a batch, read under their locks, and what is available to their orders. */
export type BatchLimits = {
  /** Cases by id; a case that was never listed is missing. */
  cases: ReadonlyMap<number, Fundable>;
  /** Last day on which the orders of each case are paid, which is in their virtual accounts. */
  payDays: ReadonlyMap<number, Day>;
  /** Number of available virtual accounts of each such day. */
  accounts: ReadonlyMap<Day, number>;
  /** Maximum number of times an investor may order again in one case. */
  reapplyMax: SettingNumbers['reapplyMax'];
};

/**
 * Decides requests for orders of one or several cases, those of a case in order of arrival. Each
 * decision takes the earlier ones into account, so that no more than the target of a case and the
 * limits of a member are reserved. Throws nothing, because refusals are returned per request.
 */
export function decideBatch(
  of: BatchLimits & { asked: readonly RequestedOrder[]; now: Date },
): Decided[] {
  const running: Running = {
    remaining: new Map([...of.cases].map(([loanId, one]) => [loanId, remainingOf(one)])),
    accounts: new Map(of.accounts),
    members: new Map(),
    accesses: new Map(),
  };
  return of.asked.map((item, at) => decideOne(of, item, at, running));
}

function decideOne(
  of: BatchLimits & { asked: readonly RequestedOrder[]; now: Date },
  item: RequestedOrder,
  at: number,
  running: Running,
): Decided {
  const { investor, loanId } = item;
  if (investor === 'expired' || investor === 'unknown') return { kind: 'session', state: investor };
  if (typeof investor === 'string') return refuse(investor);
  const own = running.members.get(investor.id) ?? {
    added: ZERO,
    unpaid: new Map(),
    keys: new Map(),
  };
  running.members.set(investor.id, own);
  const again = repeatOf(item, of.asked, own.keys);
  if (again) return again;
  const fundable = of.cases.get(loanId) ?? null;
  const refused =
    investorRefusal(investor, dayOf(of.now)) ??
    caseRefusal(fundable, of.now) ??
    (investor.unpaidOrderId === null
      ? null
      : {
          code: 'DUPLICATE_UNPAID' as const,
          data: { orderId: outputIdSchema.decode(investor.unpaidOrderId) },
        });
  if (refused) return { kind: 'refused', refused };
  const unpaidAt = own.unpaid.get(loanId);
  if (unpaidAt !== undefined) return { kind: 'duplicate', of: unpaidAt };
  if (item.reapplied !== null && item.reapplied >= of.reapplyMax) return refuse('REAPPLY_LIMIT');
  const remaining = running.remaining.get(loanId) ?? ZERO;
  const unfit = amountRefusal(item.amount, investor, own.added, remaining);
  if (unfit) return { kind: 'refused', refused: unfit };
  if (fundable?.borrowerId === investor.id) return refuse('OWN_CASE');
  const mode = paymentModeOf(item.mode, item.mayDebit);
  if (mode === null) return refuse('PAYMENT_MODE_INVALID');
  const payDay = of.payDays.get(loanId);
  const accounts = payDay === undefined ? 0 : (running.accounts.get(payDay) ?? 0);
  if (payDay === undefined || accounts === 0) {
    return { kind: 'refused', refused: { code: 'NO_VIRTUAL_ACCOUNT', retryAfter: WAIT_SECONDS } };
  }
  const amount = money(item.amount);
  const overCap = capRefusal(item.access, amount, running.accesses);
  if (overCap) return { kind: 'refused', refused: overCap };
  running.accounts.set(payDay, accounts - 1);
  running.remaining.set(loanId, subtract(remaining, amount));
  own.added = add(own.added, amount);
  own.unpaid.set(loanId, at);
  if (item.key !== null) own.keys.set(item.key, at);
  return {
    kind: 'accepted',
    memberId: investor.id,
    accessId: item.access?.id ?? null,
    amount,
    mode,
  };
}

/**
 * Returns why the cap of a permission refuses an amount; otherwise counts the amount and returns
 * null.
 */
function capRefusal(
  access: RequestedOrder['access'],
  amount: Money,
  accesses: Map<number, Money>,
): Refused | null {
  if (!access) return null;
  const ordered = add(access.ordered, accesses.get(access.id) ?? ZERO);
  if (add(ordered, amount) > access.dailyCap) {
    return { code: 'API_TOKEN_CAP', data: { left: subtract(access.dailyCap, ordered) } };
  }
  accesses.set(access.id, add(accesses.get(access.id) ?? ZERO, amount));
  return null;
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
): Decided | null {
  if (item.placed) {
    const { placed } = item;
    const same =
      placed.loanId === item.loanId &&
      placed.amount === item.amount &&
      placed.mode === paymentModeOf(item.mode, true);
    return same
      ? { kind: 'placedBefore', orderId: placed.orderId }
      : refuse('IDEMPOTENCY_MISMATCH');
  }
  const of = item.key === null ? undefined : keys.get(item.key);
  if (of === undefined) return null;
  const first = asked[of];
  const same =
    first?.loanId === item.loanId &&
    first.amount === item.amount &&
    paymentModeOf(first.mode, true) === paymentModeOf(item.mode, true);
  return same ? { kind: 'sameAs', of } : refuse('IDEMPOTENCY_MISMATCH');
}

/**
 * Returns why an amount is refused; checks first what the case still needs, then the step, and then
 * the member's limits. Null if the amount is accepted.
 */
function amountRefusal(
  amount: number,
  investor: Investor,
  added: Money,
  remaining: Money,
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

/** How often a member ordered again in a case, by `timesKey`. */
export type TimesReapplied = ReadonlyMap<string, number>;
export const timesKey = (of: { loanId: number; memberId: number }) => `${of.loanId}:${of.memberId}`;

const accessIn = ({ accessId: id, dailyCap, accessOrdered: ordered }: ApplicantRow) =>
  id === null ? null : { id, dailyCap: dailyCap ?? ZERO, ordered };

/**
 * Returns the request as the rules decide on it, with what is known of the member behind its token.
 */
export function requestOf(
  item: OrderRequest,
  row: ApplicantRow | undefined,
  realNow: Date,
  again: TimesReapplied,
): RequestedOrder {
  const { loanId, amount, mode, mayDebit = false, key } = item;
  const asked = { loanId, amount, mode, mayDebit, key };
  const nobody = { ...asked, access: null, reapplied: null, placed: null };
  if (!row || (row.sessionId === null && row.accessId === null)) {
    return { investor: 'unknown', ...nobody };
  }
  const access = accessIn(row);
  if (access && row.accessEndedAt) return { investor: 'API_TOKEN_REVOKED', ...nobody };
  if (access && row.accessEndsAt <= realNow) return { investor: 'API_TOKEN_EXPIRED', ...nobody };
  if (!access && !sessionIsAlive(row, realNow)) return { investor: 'expired', ...nobody };
  const { memberId } = row;
  return {
    access,
    investor: {
      id: memberId,
      emailVerified: row.emailVerified,
      suspended: row.suspended,
      onHold: row.onHold,
      verified: row.stage === 4 && row.status === 3,
      profile: row.profile,
      profileValidUntil: row.profileValidUntil,
      reserved: row.reserved ?? ZERO,
      outstanding: row.outstanding ?? ZERO,
      heldHere: row.heldHere,
      unpaidOrderId: row.unpaidOrderId,
    },
    ...asked,
    reapplied:
      item.parentId === undefined ? null : (again.get(timesKey({ loanId, memberId })) ?? 0),
    placed:
      row.placedId === null
        ? null
        : {
            orderId: row.placedId,
            loanId: row.placedLoanId,
            amount: row.placedAmount,
            mode: row.placedMode,
          },
  };
}
