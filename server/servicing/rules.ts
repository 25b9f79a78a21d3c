// The debt of a loan, how money received is applied to it, and the resulting status of the loan.
import { type Day } from '#contract/core/day.ts';
import {
  graceOf,
  lateChargesOf,
  lateDaysOf,
  tallyOf,
  tallyWithout,
  type LateTally,
} from '#contract/law/late.ts';
import type { LoanStatus, SettleType } from '#contract/lending/loan-status.ts';
import { add, maxOf, money, subtract, sum, ZERO, type Money } from '#contract/core/money.ts';
import type { PrepaymentMode } from '#contract/law/prepayment.ts';
import type { ServicingTerms } from '#contract/servicing/terms.ts';
import {
  allocate,
  type Allocation,
  type Claims,
  type InstalmentClaim,
} from '#contract/law/waterfall.ts';

/** An instalment of the schedule in force, with its late-charge tally. Amounts in NT$. */
export type InstalmentRow = LateTally & {
  loanId: number;
  version: number;
  no: number;
  dueOn: Day;
  payableUntil: Day;
  principal: Money;
  interest: Money;
  principalPaid: Money;
  interestPaid: Money;
  /** Part of the interest already booked in the ledger. */
  interestAccrued: Money;
  /**
   * Part of `interest` that is from before a negotiation: it is already in the ledger, and is paid
   * first.
   */
  arrearsInterest?: Money;
  /** Interest of this period that was paid by prepayments, and the day up to which it was paid. */
  prepaymentInterest: Money;
  prepaidUntil: Day | null;
  lateInterestPaid: Money;
  penaltyPaid: Money;
  /** Last day included in the tally of late charges. */
  chargedUntil: Day | null;
  lateInterestOwed: Money;
  penaltyOwed: Money;
  /** Late charges waived so far. */
  waived: Money;
  /** Whether this row contains all the principal that became due at once after a notice. */
  accelerated: boolean;
  /** Servicing terms of the loan. */
  terms: ServicingTerms;
  paidOn: Day | null;
};

/**
 * A prepayment instructed by the borrower; a receipt counts for it if its bank date is on or before
 * the instruction's day.
 */
export type Instruction = {
  id: number;
  kind: 'partial' | 'full';
  mode: PrepaymentMode | null;
  principal: Money;
  /** Least instalment to which the borrower agreed beyond the contract, in NT$. */
  instalmentMin?: Money | null;
  goodOn: Day;
  /**
   * Money received with a bank date after the instruction's day, which does not count for the
   * instruction. NT$
   */
  receivedAfter: Money;
};

/**
 * The open notice of a violation. `fromNo` is set once all principal became due; it is the number
 * of the row that contains this principal.
 */
export type Acceleration = {
  id: number;
  cause: 'late' | 'declared';
  noticeOn: Day;
  /** Last day on which the arrears can be paid. */
  payBy: Day;
  fromNo: number | null;
  acceleratedOn: Day | null;
};

/** A loan in repayment: its terms, its schedule, and the money available for it. */
export type Book = {
  loanId: number;
  caseNo: string;
  memberId: number;
  status: LoanStatus;
  rateBps: number;
  investorFeeBps: number;
  /** The loan's own terms, fixed from the offer on. */
  terms: ServicingTerms;
  disbursedOn: Day;
  /** 預收款: money received and not yet used. */
  prepaid: Money;
  /** Further prepaid money, which counts on later bank days and is used after `prepaid`. NT$ */
  setAside?: Money;
  /** Number of batches distributed so far; the name of the next batch is derived from it. */
  batches: number;
  /** Court costs that the platform advanced for the loan and has not recovered. */
  court: Money;
  instruction: Instruction | null;
  acceleration: Acceleration | null;
  /** Day from which negotiated terms apply; null under the original contract. */
  termsFrom?: Day | null;
  /** Instalments due before this day pay interest only: the grace period of negotiated terms. */
  graceUntil?: Day | null;
  /**
   * True while new terms with amounts calculated for a certain day are being decided; money
   * received meanwhile is held.
   */
  heldForTerms?: boolean;
  /** Whether the collection of the written-off loan has ended; the claim lasts. */
  isClosed?: boolean;
  instalments: readonly InstalmentRow[];
};

/**
 * Amounts distributed together: interest, principal and charges of one instalment, or of a
 * prepayment.
 */
export type Batch = {
  no: number;
  principal: Money;
  interest: Money;
  /** Part of the interest that is booked in interest_receivable. */
  accrued: Money;
  lateInterest: Money;
  penalty: Money;
  /** The investors' part of a prepayment fee (`sharedFee`), and the platform's part. */
  sharedFee: Money;
  keptFee: Money;
};

/** Changes that result from applying the available money. */
export type Applied = {
  /** Court costs repaid to the platform. */
  court: Money;
  batches: Batch[];
  /** The instalments that changed, in their new state. */
  changed: InstalmentRow[];
  /** Interest that is paid before its due date and therefore booked when it is paid. */
  accruals: { version: number; no: number; amount: Money }[];
  left: Money;
};

/** Statuses of loans to which money can still be applied. */
export const COLLECTED: readonly LoanStatus[] = [60, 61, 65, 70, 75, 80, 95];

export const unpaidPrincipal = (row: InstalmentRow) => subtract(row.principal, row.principalPaid);
export const unpaidInterest = (row: InstalmentRow) => subtract(row.interest, row.interestPaid);
/**
 * Returns the part of a row's interest that is left from before a negotiation; payments cover this
 * part before the period's own interest.
 */
export const arrearsIn = (row: InstalmentRow): Money => row.arrearsInterest ?? ZERO;
export const unpaidArrears = (row: InstalmentRow) =>
  maxOf(subtract(arrearsIn(row), row.interestPaid), ZERO);

/** Returns the principal that the borrower still owes, due or not. NT$. */
export function outstandingOf(rows: readonly InstalmentRow[]): Money {
  return sum(rows.map(unpaidPrincipal));
}

/**
 * Returns the claims of one due instalment on a day: charges left from earlier receipts plus
 * charges of days that were not charged yet, calculated on principal only.
 */
export function claimOf(row: InstalmentRow, rateBps: number, on: Day): InstalmentClaim {
  if (isChargedBeyond(row, on)) {
    return { ...baseClaimOf(row), lateInterestDue: ZERO, penaltyDue: ZERO };
  }
  const charges = lateChargesOf(overdueOf(row, rateBps, on));
  return {
    ...baseClaimOf(row),
    lateInterestDue: add(row.lateInterestOwed, charges.interest),
    penaltyDue: add(row.penaltyOwed, charges.penalty),
  };
}

const baseClaimOf = (row: InstalmentRow) => ({
  no: row.no,
  payableUntil: row.payableUntil,
  interestDue: unpaidInterest(row),
  principalDue: unpaidPrincipal(row),
});

const overdueOf = (row: InstalmentRow, rateBps: number, on: Day) => ({
  overduePrincipal: unpaidPrincipal(row),
  rateAnnualBps: rateBps,
  payableUntil: row.payableUntil,
  on,
  chargedThrough: row.chargedUntil ?? undefined,
  tally: row,
  accelerated: row.accelerated,
  terms: row.terms,
});

/**
 * Returns whether charges were already calculated until a day after `on`. If a record of this
 * earlier day arrives afterwards, it pays none of these charges: the part that turns out too high
 * is waived, and the rest is still owed. Days of grace are counted but not charged yet, so they are
 * counted again instead.
 */
export function isChargedBeyond(row: InstalmentRow, on: Day): boolean {
  const { chargedUntil, payableUntil, accelerated, terms } = row;
  if (chargedUntil === null || chargedUntil <= on) return false;
  return lateDaysOf(payableUntil, chargedUntil) > graceOf(terms, accelerated);
}

/** Splits the unpaid instalments into those due by a day and those that follow. */
export function dueAndRest(
  rows: readonly InstalmentRow[],
  on: Day,
): { due: InstalmentRow[]; rest: InstalmentRow[] } {
  const unpaid = rows.filter((row) => row.paidOn === null);
  return {
    due: unpaid.filter((row) => row.dueOn <= on),
    rest: unpaid.filter((row) => row.dueOn > on),
  };
}

/**
 * Returns all claims due by a day. They include the next instalment, unless money is held for a
 * prepayment.
 */
export function claimsOf(book: Book, on: Day, withNext: boolean): Claims {
  const { due, rest } = dueAndRest(book.instalments, on);
  const [next] = rest;
  return {
    court: book.court,
    instalments: due.map((row) => claimOf(row, book.rateBps, on)),
    next:
      next && withNext
        ? {
            no: next.no,
            dueOn: next.dueOn,
            on,
            interestDue: unpaidInterest(next),
            principalDue: unpaidPrincipal(next),
            lateInterestDue: next.lateInterestOwed,
            penaltyDue: next.penaltyOwed,
          }
        : undefined,
  };
}

/**
 * Applies the available money to the claims as of the bank's day. Money that a prepayment
 * instruction waits for is not used.
 */
export function applyPrepaid(book: Book, on: Day): Applied {
  const claims = claimsOf(book, on, book.instruction === null);
  const { allocations, prepaid } = allocate(book.prepaid, claims);
  const paidNos = [
    ...new Set(allocations.flatMap(({ instalmentNo }) => instalmentNo ?? [])),
  ].toSorted((a, b) => a - b);
  const court = sum(allocations.filter((a) => a.class === 'court').map((a) => a.amount));
  const before = new Map(book.instalments.map((row) => [row.no, row]));
  const batches = paidNos.map((no) => batchOf(no, allocations));
  const changed = batches.map((batch) => paidRow(before.get(batch.no)!, batch, book.rateBps, on));
  const accruals = changed.flatMap((row) => {
    const missing = subtract(row.interestAccrued, before.get(row.no)!.interestAccrued);
    return missing > 0 ? [{ version: row.version, no: row.no, amount: missing }] : [];
  });
  return { court, batches, changed, accruals, left: prepaid };
}

function batchOf(no: number, allocations: readonly Allocation[]): Batch {
  const of = (name: Allocation['class']) =>
    sum(allocations.filter((a) => a.instalmentNo === no && a.class === name).map((a) => a.amount));
  const interest = of('interest');
  return {
    no,
    principal: of('principal'),
    interest,
    accrued: interest,
    lateInterest: of('lateInterest'),
    penalty: of('penalty'),
    sharedFee: ZERO,
    keptFee: ZERO,
  };
}

/** Returns a due instalment that owes the late charges until a day, before any payment. */
export function chargedRow(row: InstalmentRow, rateBps: number, on: Day): InstalmentRow {
  if (row.chargedUntil !== null && row.chargedUntil >= on) return row;
  const overdue = overdueOf(row, rateBps, on);
  const { interest, penalty } = lateChargesOf(overdue);
  const { principalDays, penaltyParts } = tallyOf(overdue);
  return {
    ...row,
    lateInterestOwed: add(row.lateInterestOwed, interest),
    penaltyOwed: add(row.penaltyOwed, penalty),
    chargedUntil: lateDaysOf(row.payableUntil, on) > 0 ? on : row.chargedUntil,
    principalDays,
    penaltyParts,
    lateInterestCharged: add(row.lateInterestCharged, interest),
    penaltyCharged: add(row.penaltyCharged, penalty),
  };
}

/**
 * Returns the instalment after a batch is paid; charges that the money did not cover remain owed
 * unchanged.
 */
function paidRow(row: InstalmentRow, batch: Batch, rateBps: number, on: Day): InstalmentRow {
  const charged = row.dueOn <= on ? chargedRow(row, rateBps, on) : row;
  const after: InstalmentRow = {
    ...recounted(charged, batch.principal, rateBps, on),
    principalPaid: add(row.principalPaid, batch.principal),
    interestPaid: add(row.interestPaid, batch.interest),
    interestAccrued: batch.interest > 0 ? row.interest : row.interestAccrued,
    lateInterestPaid: add(row.lateInterestPaid, batch.lateInterest),
    penaltyPaid: add(row.penaltyPaid, batch.penalty),
    lateInterestOwed: subtract(charged.lateInterestOwed, batch.lateInterest),
    penaltyOwed: subtract(charged.penaltyOwed, batch.penalty),
  };
  return { ...after, paidOn: isPaid(after) ? on : null };
}

/**
 * Corrects the tally if a late record shows that principal was paid earlier, so that days of grace
 * were counted on too much principal.
 */
function recounted(row: InstalmentRow, principal: Money, rateBps: number, on: Day): InstalmentRow {
  const { chargedUntil: through, payableUntil, terms } = row;
  if (through === null || through <= on || isChargedBeyond(row, on)) return row;
  const paid = { principal, rateAnnualBps: rateBps, payableUntil, paidOn: on, through, terms };
  return { ...row, ...tallyWithout(row, paid) };
}

/** Returns whether nothing of an instalment is owed any more. */
export function isPaid(row: InstalmentRow): boolean {
  const owed = [unpaidPrincipal(row), unpaidInterest(row), row.lateInterestOwed, row.penaltyOwed];
  return owed.every((amount) => amount === 0);
}

/** Returns the schedule with the changed rows in their places. */
export function withChanges(
  rows: readonly InstalmentRow[],
  changed: readonly InstalmentRow[],
): InstalmentRow[] {
  const byNo = new Map(changed.map((row) => [row.no, row]));
  return rows.map((row) => byNo.get(row.no) ?? row);
}

/** Returns whether the borrower owes nothing any more. */
export function isSettled(rows: readonly InstalmentRow[]): boolean {
  return rows.length > 0 && rows.every((row) => row.paidOn !== null);
}

/**
 * Returns how a loan ended: recovered, with negotiated terms, early, or normally. It depends on the
 * last status, the terms, and whether the loan ended early.
 */
export function settleTypeOf(status: LoanStatus, early: boolean, newTerms = false): SettleType {
  if (status === 80 || status === 95) return 'recovered';
  if (status === 75 || newTerms) return 'negotiated';
  return early ? 'early' : 'normal';
}

/**
 * Returns the minimum amount of a payout. Smaller amounts wait until they are worth a remittance
 * fee, but not beyond the month's last business day.
 */
export function payoutMinimumOn(today: Day, nextBusinessDay: Day, least: Money): Money {
  return today.slice(0, 7) === nextBusinessDay.slice(0, 7) ? least : money(1);
}
