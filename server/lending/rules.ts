// Lending rules: who may borrow, and what may be applied for, offered and signed. Pure functions.
import {
  addBusinessDays,
  addDays,
  addMonths,
  compareDays,
  dayOf,
  endOfDay,
} from '#contract/core/day.ts';
import { maxDay, type Calendar, type Day } from '#contract/core/day.ts';
import type { qualificationReasons } from '#contract/lending/loan-application.ts';
import {
  REJECTED_BAN_DAYS,
  SIGNING_BUSINESS_DAYS,
  UNSIGNED_BAN_DAYS,
} from '#contract/law/loan-days.ts';
import { PLAN_UNIT } from '#contract/lending/plan-limits.ts';
import { LOAN, canMoveLoan, type LoanStatus } from '#contract/lending/loan-status.ts';
import { loanCostOf, platformFeeOf } from '#contract/law/loan-cost.ts';
import { bpsOfPercent, money, type Money } from '#contract/core/money.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import { Refusal } from '#contract/refusals.ts';
import { instalmentsOf, totalsOf, type Instalment } from '#contract/law/schedule.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';

export const BORROWER_AGE_MIN = 20;
export const BORROWER_AGE_MAX = 60;
/** A draft that was not changed for this many days is deleted. */
export const DRAFT_DAYS = 90;
export const REVIEW_BUSINESS_DAYS = 2;
/** Approved amounts are multiples of this, so that a case can be filled in thousands. */
export const APPROVED_STEP = PLAN_UNIT;

export type QualificationReason = (typeof qualificationReasons)[number];

/** Facts of an earlier loan. */
export type PastLoan = {
  status: LoanStatus;
  statusOn: Day;
  /**
   * True if the loan ended because its contract was never signed; false if the bank returned the
   * disbursement.
   */
  unsigned: boolean;
  /**
   * True if the loan was written off, even if money came in later, and no operator has lifted the
   * bar.
   */
  lost: boolean;
};

export type Standing = {
  emailVerified: boolean;
  suspended: boolean;
  /** `stage` is the last completed stage; `status` is the status of the whole verification. */
  stage: number;
  status: number;
  birthday: Day | null;
  financialStatus: number;
  loans: readonly PastLoan[];
  today: Day;
};

const ACTIVE: readonly LoanStatus[] = [10, 15, 20, 30, 40, 50, 55, 60, 61, 65, 70, 75, 80];
const IN_ARREARS: readonly LoanStatus[] = [65, 70, 75, 80, 95];

/**
 * Returns why a member may not apply, and from which day they may, if this is known.
 * FINANCIAL_REQUIRED is only a hint, because income proofs are needed before the review but not
 * before the application.
 */
export function qualificationOf(of: Standing): {
  qualified: boolean;
  reasons: QualificationReason[];
  retryOn: Day | null;
} {
  const coolingUntil = coolingOffUntil(of.loans);
  const age = of.birthday === null ? null : ageOn(of.birthday, of.today);
  const tooYoung = age !== null && age < BORROWER_AGE_MIN;
  const cooling = coolingUntil !== null && compareDays(of.today, coolingUntil) < 0;
  const findings: [QualificationReason, boolean][] = [
    ['EMAIL_UNVERIFIED', !of.emailVerified],
    ['NOT_VERIFIED', of.stage < 4 || of.status < 1],
    ['AGE', tooYoung || (age !== null && age > BORROWER_AGE_MAX)],
    ['ACTIVE_LOAN', of.loans.some(({ status }) => ACTIVE.includes(status))],
    ['COOLING_OFF', cooling],
    ['OVERDUE', of.loans.some(({ status }) => IN_ARREARS.includes(status))],
    ['PAST_LOSS', of.loans.some(({ lost }) => lost)],
    ['SUSPENDED', of.suspended],
    ['FINANCIAL_REQUIRED', !hasFinancialStatement(of.financialStatus)],
  ];
  const reasons = findings.filter(([, holds]) => holds).map(([reason]) => reason);
  const days = [
    ...(cooling ? [coolingUntil] : []),
    ...(tooYoung && of.birthday ? [addMonths(of.birthday, 12 * BORROWER_AGE_MIN)] : []),
  ];
  const [first, ...rest] = days;
  return {
    qualified: reasons.every((reason) => reason === 'FINANCIAL_REQUIRED'),
    reasons,
    retryOn: first === undefined ? null : maxDay(first, ...rest),
  };
}

function coolingOffUntil(loans: readonly PastLoan[]): Day | null {
  const ends = loans.flatMap((loan) =>
    loan.status === 97
      ? [addDays(loan.statusOn, REJECTED_BAN_DAYS)]
      : loan.status === 98 && loan.unsigned
        ? [addDays(loan.statusOn, UNSIGNED_BAN_DAYS)]
        : [],
  );
  const [first, ...rest] = ends;
  return first === undefined ? null : maxDay(first, ...rest);
}

/**
 * Returns the age in whole years on a day; a person born on 29 February turns a year older on 28
 * February.
 */
export function ageOn(birthday: Day, on: Day): number {
  const years = Number(on.slice(0, 4)) - Number(birthday.slice(0, 4));
  return compareDays(addMonths(birthday, 12 * years), on) <= 0 ? years : years - 1;
}

/** Returns whether an income proof was submitted and not rejected: 1 under review, 3 approved. */
export function hasFinancialStatement(status: number): boolean {
  return status === 1 || status === 3;
}

/**
 * Throws ACTIVE_LOAN if an active loan is the only obstacle, otherwise NOT_QUALIFIED with the
 * reasons.
 */
export function assertQualified(of: ReturnType<typeof qualificationOf>): void {
  if (of.qualified) return;
  const blocking = of.reasons.filter((reason) => reason !== 'FINANCIAL_REQUIRED');
  if (blocking.length === 1 && blocking[0] === 'ACTIVE_LOAN') throw new Refusal('ACTIVE_LOAN');
  throw new Refusal('NOT_QUALIFIED', { data: { reasons: blocking, retryOn: of.retryOn } });
}

/** Fields of a plan on which the terms depend: amounts in NT$, rates and fees in basis points. */
export type PlanTerms = {
  amountMin: Money;
  amountMax: Money;
  amountStep: Money;
  rateMinBps: number;
  rateMaxBps: number;
  installments: readonly number[];
  platformFeeBps: number;
  platformFeeMin: Money;
  occupations: readonly number[];
};

/** Refuses an application whose amount, term or occupation the plan does not offer. */
export function assertWithinPlan(
  plan: PlanTerms,
  asked: { amount: number; installment: number; occupation: number },
): void {
  assertAmount(plan, asked.amount, plan.amountStep);
  assertTerm(plan, asked.installment);
  if (!plan.occupations.includes(asked.occupation)) throw new Refusal('OCCUPATION_NOT_IN_PLAN');
}

function assertAmount(plan: PlanTerms, amount: number, step: number): void {
  if (amount < plan.amountMin || amount > plan.amountMax || amount % step !== 0) {
    const { amountMin, amountMax } = plan;
    throw new Refusal('AMOUNT_OUT_OF_PLAN', { data: { amountMin, amountMax, amountStep: step } });
  }
}

function assertTerm(plan: PlanTerms, term: number): void {
  if (plan.installments.includes(term)) return;
  throw new Refusal('INSTALMENT_NOT_OFFERED', { data: { installments: plan.installments } });
}

/** A reviewer's proposal, which another person must approve. */
export type Proposal = {
  amount: Money;
  rateBps: number;
  installments: number;
  grade: string;
  reason: string | null;
  /** Differences between the proposed terms and the scorecard's suggestion. */
  deviations: Deviation[];
};
/** Amounts in NT$, rates in basis points. */
export type Deviation = { item: 'amount' | 'rate' | 'grade'; suggested: string; given: string };

type Approval = Extract<DecisionOf<'loan_review'>, { decision: 'approve' }>;

/**
 * Returns the terms of an approving decision: within plan and law, and not above the requested
 * amount. A better grade, a lower rate or a larger amount than the scorecard suggests requires a
 * reason; every deviation is recorded.
 */
export function assertProposal(
  plan: PlanTerms,
  decision: Omit<Approval, 'decision'>,
  asked: { amount: number },
  suggested: {
    amount: number;
    rateBps: number;
    grade: string;
    isBetter(grade: string): boolean;
  },
): Proposal {
  const { amount, annualRate, installments } = decision;
  if (amount === undefined || annualRate === undefined || installments === undefined) {
    throw invalid(
      'amount' in decision && amount !== undefined
        ? { annualRate: '請填寫年化利率與期數' }
        : { amount: '請填寫核准金額、年化利率與期數' },
    );
  }
  assertAmount(plan, amount, APPROVED_STEP);
  if (amount > asked.amount) throw invalid({ amount: '核准金額不可高於申請金額' });
  const rateBps = rateOf(annualRate);
  if (rateBps < plan.rateMinBps || rateBps > Math.min(plan.rateMaxBps, RATE_CAP_BPS)) {
    const { rateMinBps, rateMaxBps } = plan;
    throw new Refusal('RATE_OUT_OF_PLAN', {
      data: { rateMin: rateMinBps / 100, rateMax: rateMaxBps / 100 },
    });
  }
  assertTerm(plan, installments);
  const grade = decision.grade ?? suggested.grade;
  const bolder =
    amount > suggested.amount || rateBps < suggested.rateBps || suggested.isBetter(grade);
  if (bolder && !decision.reason) {
    throw invalid({ reason: '核准條件優於評分建議，請說明理由' });
  }
  const given = { amount, rateBps, grade };
  return {
    ...given,
    amount: money(amount),
    installments,
    reason: decision.reason ?? null,
    deviations: deviationsOf(given, suggested),
  };
}

type Graded = { amount: number; rateBps: number; grade: string };

function deviationsOf(given: Graded, suggested: Graded): Deviation[] {
  const pairs = [
    ['amount', suggested.amount, given.amount],
    ['rate', suggested.rateBps, given.rateBps],
    ['grade', suggested.grade, given.grade],
  ] as const;
  return pairs
    .filter(([, before, after]) => before !== after)
    .map(([item, before, after]) => ({
      item,
      suggested: String(before),
      given: String(after),
    }));
}

function rateOf(percent: number): number {
  try {
    return bpsOfPercent(percent);
  } catch {
    throw invalid({ annualRate: '年化利率最多兩位小數' });
  }
}

/** Returns the error for a decision that lacks required fields. */
export function invalid(fields: Record<string, string>): Refusal {
  return new Refusal('DECISION_INVALID', { fields });
}

/** Returns the scorecard's rate in basis points, limited to the plan's range and the legal cap. */
export function rateWithin(plan: PlanTerms, rateBps: number): number {
  return Math.min(Math.max(rateBps, plan.rateMinBps), plan.rateMaxBps, RATE_CAP_BPS);
}

/** Everything that an offer states, in NT$; the APR in percent with two decimals. */
export type Offer = {
  amount: Money;
  rateBps: number;
  installments: number;
  platformFee: Money;
  remittanceFee: Money;
  netPayout: Money;
  instalment: Money;
  instalmentLast: Money;
  totalInterest: Money;
  apr: number;
  /** Least instalment of the contract; by default that of new contracts. NT$ */
  least?: Money;
};

/**
 * Calculates an offer in NT$. The platform's fee is a share of the principal, at least the plan's
 * minimum, rounded half up; the APR compares the net payout with the instalments. The bank's fee
 * for the disbursement is a setting.
 */
export function offerOf(
  plan: Pick<PlanTerms, 'platformFeeBps' | 'platformFeeMin'>,
  terms: { amount: Money; rateBps: number; installments: number },
  remittanceFee: Money,
): Offer {
  const platformFee = platformFeeOf(plan, terms.amount);
  return offerWith({ ...terms, platformFee, remittanceFee });
}

/**
 * Calculates the figures that follow from agreed terms and fees. The number of instalments is
 * smaller than requested if they would be below the least instalment.
 */
export function offerWith(terms: {
  amount: Money;
  rateBps: number;
  installments: number;
  platformFee: Money;
  remittanceFee: Money;
  least?: Money;
}): Offer {
  const { rows, netPayout, apr } = loanCostOf(terms);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new RangeError('a loan without instalments');
  return {
    ...terms,
    installments: rows.length,
    netPayout,
    instalment: first.total,
    instalmentLast: last.total,
    totalInterest: totalsOf(rows).interest,
    apr,
  };
}

/**
 * Any day may be used as the start, because the amounts do not depend on it: each whole month
 * counts as a twelfth of a year.
 */
const SOME_DAY = dayOf(new Date(0));

/**
 * Returns the instalments before the day of disbursement is known; their due days have no meaning.
 */
export function undatedSchedule(terms: {
  amount: Money;
  rateBps: number;
  installments: number;
  least?: Money;
}): Instalment[] {
  return scheduleFrom(terms, SOME_DAY);
}

/**
 * Returns the instalments of a loan with equal instalments, starting from the bank's value date of
 * the disbursement.
 */
export function scheduleFrom(
  terms: { amount: Money; rateBps: number; installments: number; least?: Money },
  startsOn: Day,
): Instalment[] {
  return instalmentsOf({
    principal: terms.amount,
    rateAnnualBps: terms.rateBps,
    periods: terms.installments,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn,
    ...(terms.least !== undefined && { least: terms.least }),
  });
}

/** Returns the last instant of the day `days` from now. */
export function endOfDaysOn(today: Day, days: number): Date {
  return new Date(endOfDay(addDays(today, days)));
}

/** Returns the end of the last business day on which the borrower may sign. */
export function signingEndsAt(today: Day, calendar: Calendar): Date {
  return new Date(endOfDay(addBusinessDays(today, SIGNING_BUSINESS_DAYS, calendar)));
}

/** Refuses LOAN_STATUS if the table of state transitions does not allow this change of status. */
export function assertCanMove(from: LoanStatus, to: LoanStatus): void {
  if (!canMoveLoan(from, to)) throw wrongStatus(from);
}

export function wrongStatus(status: LoanStatus): Refusal {
  return new Refusal('LOAN_STATUS', { data: { status, statusText: LOAN[status].text } });
}

/** Returns the months in a job that began in month 'YYYY-MM'; never negative. */
export function tenureMonthsOf(since: string, today: Day): number {
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return Math.max(0, months(today) - months(since));
}

/** Formats a case number, such as A20261121-001. */
export function caseNoOf(on: Day, serial: number): string {
  return `A${on.replaceAll('-', '')}-${String(serial).padStart(3, '0')}`;
}
