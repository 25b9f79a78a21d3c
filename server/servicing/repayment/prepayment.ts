// Prepayment rules: the cost of a prepayment on a day, and its effect on the schedule. Pure
// functions.
import { maxDay, type Day } from '#contract/core/day.ts';
import { add, maxOf, minOf, subtract, sum, ZERO, type Money } from '#contract/core/money.ts';
import {
  fullSettlementOf,
  isPartialPrepayment,
  partialPrepaymentOf,
  prepaymentFeeSharesOf,
  type PrepaymentMode,
  type PrepaymentQuote,
} from '#contract/law/prepayment.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  INSTALMENT_MIN,
  stepsOf,
  type Instalment,
  type Step,
  instalmentMinOf,
} from '#contract/law/schedule.ts';
import { dueOf } from '#contract/law/waterfall.ts';
import {
  arrearsIn,
  claimOf,
  claimsOf,
  COLLECTED,
  dueAndRest,
  outstandingOf,
  unpaidArrears,
  unpaidPrincipal,
  type Batch,
  type Book,
  type InstalmentRow,
} from '../rules.ts';

export type Ask = {
  kind: 'partial' | 'full';
  mode: PrepaymentMode;
  amount: Money | null;
  /**
   * Least instalment that the borrower agreed to although their contract lacks it, in NT$; null
   * leaves the one of the contract in force.
   */
  instalmentMin?: Money | null;
};

/**
 * Cost of a prepayment today. `total` is the amount still to be transferred, after prepaid money
 * was deducted.
 */
export type Quote = {
  kind: 'partial' | 'full';
  mode: PrepaymentMode | null;
  principal: Money;
  interest: Money;
  lateCharges: Money;
  fee: Money;
  /** Court costs advanced for the loan, which a payment covers before anything else. */
  courtCosts: Money;
  prepaid: Money;
  total: Money;
  instalmentAfter: Money | null;
  /** Unpaid instalments before and after; null for a full prepayment. */
  installmentsBefore: number | null;
  installmentsAfter: number | null;
  /** The amounts that follow, in order, each with the number of instalments that have it. */
  steps: Step[];
  /**
   * What settles the loan in full instead, because a partial prepayment would leave less principal
   * than the least instalment; null if enough is left.
   */
  fullInstead: Money | null;
};

/** Changes that result from carrying out an instruction. */
export type Execution = {
  batch: Batch;
  fee: Money;
  /** The rows from this number on are retired; `rows` come into force instead. */
  fromNo: number;
  rows: InstalmentRow[];
  /**
   * Interest that the ledger contains as due, although it will never fall due because of the
   * prepayment.
   */
  unaccrued: Money;
  left: Money;
};

/**
 * Quotes a prepayment on a day as the borrower requests it; a full prepayment includes arrears.
 * Refuses LOAN_STATUS (a partial prepayment is allowed only in 60), PREPAYMENT_NOT_NOW if an
 * instalment is due and unpaid or the next one is partly paid, and PREPAYMENT_AMOUNT unless the
 * amount is in whole thousands, at least 10,000 and less than the balance.
 */
export function quoteOf(book: Book, ask: Ask, on: Day): Quote {
  assertCanPrepay(book, ask, on);
  const { due, rest } = dueAndRest(book.instalments, on);
  const claims = due.map((row) => claimOf(row, book.rateBps, on));
  const early = earlyQuote(book, ask, on);
  const old = restArrears(ask, rest);
  const interest = add(early.interest, old.interest, sum(claims.map((claim) => claim.interestDue)));
  const principal = add(early.principal, sum(claims.map((claim) => claim.principalDue)));
  const lateCharges = sum([
    old.lateInterest,
    old.penalty,
    ...claims.map((claim) => add(claim.lateInterestDue, claim.penaltyDue)),
  ]);
  const needed = add(principal, interest, lateCharges, early.fee, book.court);
  const { kind } = ask;
  const paid = early.instalments && add(rest[0]!.prepaymentInterest, early.interest);
  const totals = early.instalments?.map(({ no, total }) =>
    no === rest[0]!.no ? subtract(total, paid!) : total,
  );
  const steps = stepsOf((totals ?? []).filter((total) => total > 0));
  const left = early.instalments && subtract(outstandingOf(rest), early.principal);
  return {
    kind,
    mode: kind === 'partial' ? ask.mode : null,
    principal,
    interest,
    lateCharges,
    fee: early.fee,
    courtCosts: book.court,
    prepaid: book.prepaid,
    total: maxOf(subtract(needed, book.prepaid), ZERO),
    instalmentAfter: totals ? (totals[1] ?? totals[0] ?? ZERO) : null,
    installmentsBefore: early.instalments ? rest.length : null,
    installmentsAfter: early.instalments
      ? steps.reduce((count, { installments }) => count + installments, 0)
      : null,
    steps,
    fullInstead:
      left !== undefined && left < INSTALMENT_MIN
        ? quoteOf(book, { ...ask, kind: 'full', amount: null }, on).total
        : null,
  };
}

function assertCanPrepay(book: Book, ask: Ask, on: Day): void {
  const { status, instalments } = book;
  if (!COLLECTED.includes(status)) throw new Refusal('LOAN_STATUS', { data: { status } });
  const { due, rest } = dueAndRest(instalments, on);
  if (rest.length === 0) throw new Refusal('PREPAYMENT_NOT_NOW');
  if (ask.kind === 'full') return;
  if (status !== 60) throw new Refusal('LOAN_STATUS', { data: { status } });
  if (due.length > 0 || hasBegun(rest[0]!) || rest.some(hasArrears)) {
    throw new Refusal('PREPAYMENT_NOT_NOW');
  }
  if (!isPartialPrepayment(ask.amount ?? ZERO, outstandingOf(rest))) {
    throw new Refusal('PREPAYMENT_AMOUNT');
  }
}

/**
 * Returns how much of a period's own interest was paid before its due date, not counting
 * prepayments.
 */
function paidAheadOf(row: InstalmentRow): Money {
  const arrears = subtract(arrearsIn(row), unpaidArrears(row));
  return maxOf(subtract(row.interestPaid, add(row.prepaymentInterest, arrears)), ZERO);
}

/** Returns whether part of an instalment was paid before its due date, not counting prepayments. */
function hasBegun(row: InstalmentRow): boolean {
  return row.principalPaid > 0 || paidAheadOf(row) > 0;
}

/**
 * Old debt is paid before new principal, so no partial prepayment is possible while there is old
 * debt.
 */
function hasArrears(row: InstalmentRow): boolean {
  return arrearsIn(row) > 0 || row.lateInterestOwed > 0 || row.penaltyOwed > 0;
}

/** Old debt in future instalments; a full prepayment pays all of it. */
function restArrears({ kind }: Pick<Ask, 'kind'>, rest: readonly InstalmentRow[]) {
  const rows = kind === 'full' ? rest : [];
  return {
    interest: sum(rows.map(unpaidArrears)),
    lateInterest: sum(rows.map((row) => row.lateInterestOwed)),
    penalty: sum(rows.map((row) => row.penaltyOwed)),
  };
}

/**
 * Returns whether money must be held back on a day: because new terms are being decided, or because
 * of an instruction of an earlier day.
 */
export function isHeld(book: Book, on: Day): boolean {
  // Records dated on the instruction's day may still arrive until the bank closes that day.
  if (book.instruction !== null && on > book.instruction.goodOn) return true;
  return isHeldForTerms(book, on);
}

/**
 * Returns whether money must be held back because new terms with fixed figures are being decided;
 * money that pays off the whole loan is used anyway.
 */
function isHeldForTerms(book: Book, on: Day): boolean {
  if (!book.heldForTerms) return false;
  const { rest } = dueAndRest(book.instalments, on);
  if (rest.length === 0) return book.prepaid < dueOf(claimsOf(book, on, false));
  const { instruction } = book;
  if (instruction?.kind !== 'full') return true;
  // The rest is priced as of the instruction's own day, like the prepayment itself, and like there
  // money with a later bank date does not count.
  const prepaid = subtract(book.prepaid, minOf(instruction.receivedAfter, book.prepaid));
  const ask = { kind: 'full', mode: 'shortenTerm', amount: null } as const;
  return quoteOf({ ...book, prepaid }, ask, instruction.goodOn).total > 0;
}

/**
 * Quotes the amounts that are not due yet on a day; interest that was already paid before is not
 * charged again.
 */
function earlyQuote(
  book: Book,
  ask: Ask,
  on: Day,
): PrepaymentQuote & { instalments?: Instalment[] } {
  const { rest } = dueAndRest(book.instalments, on);
  const loan = prepayableOf(book, rest, on);
  if (ask.kind === 'partial') {
    const { amount, mode, instalmentMin } = ask;
    const least = instalmentMin ?? instalmentMinOf(book.terms);
    const shape = { mode, least, ...methodOf(book, rest) };
    return partialPrepaymentOf({ ...loan, amount: amount ?? ZERO, ...shape });
  }
  const quote = fullSettlementOf(loan);
  const interest = maxOf(subtract(quote.interest, paidAheadOf(rest[0]!)), ZERO);
  return { ...quote, interest, total: add(quote.principal, interest, quote.fee) };
}

/**
 * Every loan has equal instalments; negotiated terms may begin with interest-only periods, some of
 * which may still lie ahead.
 */
function methodOf({ graceUntil }: Book, rest: readonly InstalmentRow[]) {
  const graceMonths = graceUntil ? rest.filter(({ dueOn }) => dueOn < graceUntil).length : 0;
  return graceMonths > 0
    ? ({ method: 'interestOnly', graceMonths } as const)
    : ({ method: 'level' } as const);
}

/**
 * Returns the start of an instalment's period: the due day before it, the disbursement, or the day
 * from which new terms apply.
 */
function periodStart(book: Book, row: InstalmentRow): Day {
  const before = book.instalments.findLast(({ no }) => no < row.no)?.dueOn ?? book.disbursedOn;
  return maxDay(before, book.termsFrom ?? before);
}

/** Returns the unpaid rest of the schedule in the form that the prepayment calculation expects. */
export function prepayableOf(book: Book, rest: readonly InstalmentRow[], on: Day) {
  const [first] = rest;
  if (first === undefined) throw new RangeError('nothing is left to prepay');
  const periodStartsOn = periodStart(book, first);
  let balance = outstandingOf(rest);
  return {
    rateAnnualBps: book.rateBps,
    terms: book.terms,
    dayCount: 'MONTHLY_12' as const,
    rest: rest.map((row): Instalment => {
      const principal = unpaidPrincipal(row);
      balance = subtract(balance, principal);
      const { no, dueOn } = row;
      const interest = subtract(row.interest, arrearsIn(row));
      return { no, dueOn, principal, interest, total: add(principal, interest), balance };
    }),
    periodStartsOn,
    accruedFrom: first.prepaidUntil ?? undefined,
    interestPaid: first.prepaymentInterest,
    on: maxDay(on, periodStartsOn),
  };
}

/**
 * Returns the effect of the open instruction on a loan whose due instalments are paid; null if
 * money, day or loan state do not fit the instruction.
 */
export function executionOf(book: Book, on: Day): Execution | null {
  const { instruction, instalments } = book;
  if (instruction === null || instruction.goodOn !== on) return null;
  const { due, rest } = dueAndRest(instalments, on);
  const [first] = rest;
  if (first === undefined || due.length > 0) return null;
  const { kind, mode } = instruction;
  if (kind === 'partial' && (book.status !== 60 || hasBegun(first))) return null;
  const { principal: amount, instalmentMin } = instruction;
  const ask: Ask = { kind, mode: mode ?? 'shortenTerm', amount, instalmentMin };
  const quote = earlyQuote(book, ask, on);
  const old = restArrears(ask, rest);
  const total = add(quote.total, ...Object.values(old));
  if (book.prepaid < total) return null;
  const shares = prepaymentFeeSharesOf(quote.fee, book.terms);
  return {
    batch: {
      no: first.no,
      principal: quote.principal,
      interest: add(quote.interest, old.interest),
      accrued: old.interest,
      lateInterest: old.lateInterest,
      penalty: old.penalty,
      sharedFee: shares.investors,
      keptFee: shares.platform,
    },
    fee: quote.fee,
    fromNo: first.no,
    rows:
      quote.instalments === undefined
        ? [settledRow(first, quote, old, on)]
        : newRows(rest, quote.instalments, quote.interest, maxDay(on, periodStart(book, first))),
    // If the payment is reported after the next instalment fell due, the interest of that
    // instalment is already in the ledger.
    unaccrued: sum(rest.map(accruedAhead)),
    left: subtract(book.prepaid, total),
  };
}

/**
 * Returns the part of a period's own interest that was accrued before its due date and is not paid.
 */
function accruedAhead(row: InstalmentRow): Money {
  return subtract(row.interestAccrued, add(row.interestPaid, unpaidArrears(row)));
}

/** Returns the only row in force after a full prepayment, paid on the day of the prepayment. */
function settledRow(
  first: InstalmentRow,
  quote: PrepaymentQuote,
  old: ReturnType<typeof restArrears>,
  on: Day,
): InstalmentRow {
  const principal = add(first.principalPaid, quote.principal);
  const paid = add(quote.interest, old.interest);
  const interest = add(first.interestPaid, paid);
  return {
    ...first,
    version: first.version + 1,
    dueOn: on,
    payableUntil: on,
    principal,
    interest,
    principalPaid: principal,
    interestPaid: interest,
    interestAccrued: interest,
    prepaymentInterest: add(first.prepaymentInterest, paid),
    prepaidUntil: on,
    lateInterestPaid: add(first.lateInterestPaid, old.lateInterest),
    penaltyPaid: add(first.penaltyPaid, old.penalty),
    lateInterestOwed: ZERO,
    penaltyOwed: ZERO,
    paidOn: on,
  };
}

/**
 * Returns the schedule after a partial prepayment; its first row contains the interest that was
 * paid with the prepayment.
 */
function newRows(
  rest: readonly InstalmentRow[],
  instalments: readonly Instalment[],
  interest: Money,
  paidThrough: Day,
): InstalmentRow[] {
  const old = new Map(rest.map((row) => [row.no, row]));
  const current = rest[0]!.no;
  return instalments.map(({ no, dueOn, principal, interest: both }) => {
    const row = old.get(no)!;
    const paid = no === current ? add(row.prepaymentInterest, interest) : ZERO;
    return {
      ...row,
      version: row.version + 1,
      dueOn,
      principal,
      interest: both,
      interestPaid: paid,
      interestAccrued: paid,
      prepaymentInterest: paid,
      prepaidUntil: no === current ? paidThrough : null,
      // Of a period that owes nothing more, only the interest paid with the prepayment is left.
      paidOn: principal === 0 && both === paid ? paidThrough : null,
    };
  });
}
