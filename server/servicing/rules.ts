// What a loan owes, what money received pays of it, and where that leaves the loan.
import { compareDays, type Day } from '#contract/core/day.ts';
import {
  bucketOf,
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

/** One instalment of the schedule in force, with what it has borne late. Amounts in NT$. */
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
  /** What of the interest stands in the ledger. */
  interestAccrued: Money;
  /** Interest from before a negotiation that lies in `interest`: in the ledger, paid first. */
  arrearsInterest?: Money;
  /** Interest of its period that prepayments paid, and up to which day. */
  prepaymentInterest: Money;
  prepaidUntil: Day | null;
  lateInterestPaid: Money;
  penaltyPaid: Money;
  /** The last day that the tally of late days counts. */
  chargedUntil: Day | null;
  lateInterestOwed: Money;
  penaltyOwed: Money;
  /** Waived of its late charges so far. */
  waived: Money;
  /** Principal that fell due at once after a notice, all in this row. */
  accelerated: boolean;
  /** What its loan is judged by. */
  terms: ServicingTerms;
  paidOn: Day | null;
};

/** A prepayment the borrower has instructed, good to the end of its day by the bank's dates. */
export type Instruction = {
  id: number;
  kind: 'partial' | 'full';
  mode: PrepaymentMode | null;
  principal: Money;
  goodOn: Day;
  /** What came in with a bank date after its day, which does not count for it. NT$ */
  receivedAfter: Money;
};

/** The open notice of a violation; `fromNo` once all principal fell due, all in that row. */
export type Acceleration = {
  id: number;
  cause: 'late' | 'declared';
  noticeOn: Day;
  /** The last day the arrears may be paid on. */
  payBy: Day;
  fromNo: number | null;
  acceleratedOn: Day | null;
};

/** A loan in repayment: its terms, its schedule, what lies ready for it. */
export type Book = {
  loanId: number;
  caseNo: string;
  memberId: number;
  status: LoanStatus;
  rateBps: number;
  investorFeeBps: number;
  /** Its own from the offer on. */
  terms: ServicingTerms;
  disbursedOn: Day;
  /** 預收款: received and not yet used. */
  prepaid: Money;
  /** How many batches were distributed so far; the next one is named by it. */
  batches: number;
  /** Court costs we paid for it and have not got back. */
  court: Money;
  instruction: Instruction | null;
  acceleration: Acceleration | null;
  /** The day negotiated terms count from; null under the contract's own. */
  termsFrom?: Day | null;
  /** Instalments due before this day pay interest alone: the grace of negotiated terms. */
  graceUntil?: Day | null;
  /** New terms with figures of a day are being decided: until then, money lies ready. */
  heldForTerms?: boolean;
  instalments: readonly InstalmentRow[];
};

/** What is distributed at once: the classes of one instalment, or of a prepayment. */
export type Batch = {
  no: number;
  principal: Money;
  interest: Money;
  /** The part of the interest that lies in interest_receivable. */
  accrued: Money;
  lateInterest: Money;
  penalty: Money;
  /** The investors' half of a prepayment fee, and ours. */
  sharedFee: Money;
  keptFee: Money;
};

/** What applying the money that lies ready changes. */
export type Applied = {
  /** Court costs that are paid back to us. */
  court: Money;
  batches: Batch[];
  /** Instalments as they are afterwards, those that changed. */
  changed: InstalmentRow[];
  /** Interest that comes into the ledger with its payment, before its due date. */
  accruals: { version: number; no: number; amount: Money }[];
  left: Money;
};

/** Loans that money can still be applied to. */
export const COLLECTED: readonly LoanStatus[] = [60, 61, 65, 70, 75, 80, 95];

export const unpaidPrincipal = (row: InstalmentRow) => subtract(row.principal, row.principalPaid);
export const unpaidInterest = (row: InstalmentRow) => subtract(row.interest, row.interestPaid);
/** What of a row's interest is old debt; payments take it before the period's own interest. */
export const arrearsIn = (row: InstalmentRow): Money => row.arrearsInterest ?? ZERO;
export const unpaidArrears = (row: InstalmentRow) =>
  maxOf(subtract(arrearsIn(row), row.interestPaid), ZERO);

/** Principal the borrower still owes, due or not. NT$. */
export function outstandingOf(rows: readonly InstalmentRow[]): Money {
  return sum(rows.map(unpaidPrincipal));
}

/**
 * What one due instalment claims on a day: charges left over from earlier receipts, and those of
 * the days not charged yet, on principal only.
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
 * Whether charges were computed through a later day: a record of this day that comes in after them
 * pays none of them. What it shows to be too much is waived; the rest stays owed. Days of grace
 * are counted, but not charged yet: those are counted anew instead.
 */
export function isChargedBeyond(row: InstalmentRow, on: Day): boolean {
  const { chargedUntil, payableUntil, accelerated, terms } = row;
  if (chargedUntil === null || chargedUntil <= on) return false;
  return lateDaysOf(payableUntil, chargedUntil) > graceOf(terms, accelerated);
}

/** The unpaid instalments due by a day, and those that follow. */
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

/** All that is claimed by a day; the next instalment too unless it is held for a prepayment. */
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

/** Applies what lies ready to what is claimed by the bank's day; not what an instruction awaits. */
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

/** A due instalment with the charges of a day computed and owed; nothing of it is paid yet. */
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

/** The instalment after a batch: what the receipt left of its charges stays owed, as it is. */
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

/** Days of grace that were counted on principal paid before them, by a record that came late. */
function recounted(row: InstalmentRow, principal: Money, rateBps: number, on: Day): InstalmentRow {
  const { chargedUntil: through, payableUntil, terms } = row;
  if (through === null || through <= on || isChargedBeyond(row, on)) return row;
  const paid = { principal, rateAnnualBps: rateBps, payableUntil, paidOn: on, through, terms };
  return { ...row, ...tallyWithout(row, paid) };
}

/** Whether nothing of an instalment is owed any more. */
export function isPaid(row: InstalmentRow): boolean {
  const owed = [unpaidPrincipal(row), unpaidInterest(row), row.lateInterestOwed, row.penaltyOwed];
  return owed.every((amount) => amount === 0);
}

/** The schedule with the rows that changed put in their places. */
export function withChanges(
  rows: readonly InstalmentRow[],
  changed: readonly InstalmentRow[],
): InstalmentRow[] {
  const byNo = new Map(changed.map((row) => [row.no, row]));
  return rows.map((row) => byNo.get(row.no) ?? row);
}

export type Arrears = {
  /** Of the oldest instalment with principal or interest unpaid. */
  lateDays: number;
  /** Its number, or null where nothing is late. */
  no: number | null;
  /** Principal and interest due and unpaid. */
  amount: Money;
  lateInterest: Money;
  penalty: Money;
};

/** What is due and unpaid by a day, with the charges a payment on that day would bear. NT$. */
export function arrearsOf(rows: readonly InstalmentRow[], rateBps: number, on: Day): Arrears {
  const { due } = dueAndRest(rows, on);
  const claims = due.map((row) => claimOf(row, rateBps, on));
  const late = due
    .filter((row) => unpaidPrincipal(row) + unpaidInterest(row) > 0)
    .toSorted((a, b) => compareDays(a.payableUntil, b.payableUntil));
  const oldest = late[0];
  const lateDays = oldest ? lateDaysOf(oldest.payableUntil, on) : 0;
  return {
    lateDays,
    no: lateDays > 0 ? oldest!.no : null,
    amount: sum(claims.map((claim) => add(claim.interestDue, claim.principalDue))),
    lateInterest: sum(claims.map((claim) => claim.lateInterestDue)),
    penalty: sum(claims.map((claim) => claim.penaltyDue)),
  };
}

const LATE_PATH: readonly LoanStatus[] = [60, 61, 65, 70];
const BUCKET_STATUS = { current: 60, grace: 61, overdue: 65, violation: 70 } as const;

/**
 * The moves, one after the other, that bring a loan where its arrears put it: down the path by the
 * oldest instalment, back to 60 only when nothing due is unpaid. Loans that are negotiated or at
 * court are moved by people.
 */
export function lateMovesOf(
  status: LoanStatus,
  rows: readonly InstalmentRow[],
  on: Day,
): LoanStatus[] {
  const from = LATE_PATH.indexOf(status);
  if (from < 0) return [];
  const { due } = dueAndRest(rows, on);
  if (due.length === 0) return status === 60 ? [] : [60];
  const { lateDays } = arrearsOf(rows, 0, on);
  const to = LATE_PATH.indexOf(BUCKET_STATUS[bucketOf(lateDays, due[0]!.terms)]);
  return LATE_PATH.slice(from + 1, to + 1);
}

/** Whether the last dollar is paid. */
export function isSettled(rows: readonly InstalmentRow[]): boolean {
  return rows.length > 0 && rows.every((row) => row.paidOn !== null);
}

/** How a loan came to its end: by where it stood, by new terms, or before its time. */
export function settleTypeOf(status: LoanStatus, early: boolean, newTerms = false): SettleType {
  if (status === 80 || status === 95) return 'recovered';
  if (status === 75 || newTerms) return 'negotiated';
  return early ? 'early' : 'normal';
}

/** A payout waits until it is worth a remittance, but not past the month's last business day. */
export function payoutMinimumOn(today: Day, nextBusinessDay: Day, least: Money): Money {
  return today.slice(0, 7) === nextBusinessDay.slice(0, 7) ? least : money(1);
}
