// The scorecard: points for income, time in the job, debt ratio and documents; the resulting grade
// and suggestion.
import {
  add,
  type Money,
  money,
  percentOf,
  shareOf,
  subtract,
  sum,
  times,
  ZERO,
} from '#contract/core/money.ts';
import { levelPaymentOf } from '#contract/law/schedule.ts';

/** Row of a table of steps; the first row whose `atLeast` is reached counts. */
type Step = { atLeast: number; points: number; text: string };

export type GradeRow = {
  grade: string;
  /** Minimum points for the grade. */
  points: number;
  rateBps: number;
  /** Expected yearly loss as a share of the principal, in basis points. */
  expectedLossBps: number;
  amountMax: number;
};

/**
 * A version of the scorecard as stored in lending.scorecard. Amounts in NT$, ratios in basis
 * points.
 */
export type Scorecard = {
  income: Step[];
  /** Steps by the number of months in the present job. */
  tenure: Step[];
  /**
   * Steps by debt ratio (monthly payments divided by monthly income, including this loan); a
   * smaller ratio is better.
   */
  debtRatio: Step[];
  documents: { approved: number; reviewing: number };
  lateIn12Months: number;
  /** Share of a revolving card balance that counts as a monthly payment. */
  cardPaymentBps: number;
  /** Limit of unsecured debt (無擔保債務) in monthly incomes; 22 is the supervisor's advice to banks. */
  debtIncomeTimes: number;
  amountStep: number;
  grades: GradeRow[];
};

export type Applicant = {
  amount: Money;
  installments: number;
  monthlyIncome: Money;
  otherIncome: Money;
  tenureMonths: number;
  cardBalance: Money;
  otherLoans: readonly { monthly: Money; balance: Money }[];
  lateIn12Months: boolean;
  /** Status of the income proof: 0 none, 1 under review, 2 supplement requested, 3 approved. */
  financialStatus: number;
};

export type Score = {
  version: number;
  points: number;
  grade: string;
  rateBps: number;
  expectedLossBps: number;
  /** Largest amount within the grade for which the income suffices, in NT$. */
  amountMax: number;
  /** Suggested part of the requested amount; 0 if nothing may be lent. */
  amount: number;
  debtRatioBps: number;
  reasons: { item: string; points: number; text: string }[];
};

/**
 * Rate in basis points that is assumed for this loan until its grade is known, on which the real
 * rate depends.
 */
const ASSUMED_RATE_BPS = 1_200;
const BPS_PER_WHOLE = 10_000;
/** Largest debt ratio in basis points, also that of an applicant without income. */
const DEBT_RATIO_MAX_BPS = 10 * BPS_PER_WHOLE;

/** Monthly payments and income in NT$, from which the debt ratio follows. */
export type Burden = {
  /** Payments of other loans, and a share of the card balance. */
  monthlyDebts: Money;
  /** Instalment of this loan at the assumed rate. */
  ownPayment: Money;
  assumedRateBps: number;
  monthlyIncome: Money;
};

/** Returns what the debt ratio is calculated from. */
export function burdenOf(card: Scorecard, asked: Applicant): Burden {
  const others = asked.otherLoans.map((loan) => loan.monthly);
  return {
    monthlyDebts: sum([...others, percentOf(asked.cardBalance, card.cardPaymentBps)]),
    ownPayment: levelPaymentOf({
      principal: asked.amount,
      rateAnnualBps: ASSUMED_RATE_BPS,
      periods: asked.installments,
    }),
    assumedRateBps: ASSUMED_RATE_BPS,
    monthlyIncome: sum([asked.monthlyIncome, asked.otherIncome]),
  };
}

/**
 * Returns monthly payments divided by monthly income in basis points, including this loan at an
 * assumed rate; rounded up, so that the ratio is never understated.
 */
export function debtRatioOf(card: Scorecard, asked: Applicant): number {
  const { monthlyDebts, ownPayment, monthlyIncome } = burdenOf(card, asked);
  if (monthlyIncome <= 0) return DEBT_RATIO_MAX_BPS;
  const monthly = add(monthlyDebts, ownPayment);
  return Math.min(shareOf(monthly, BPS_PER_WHOLE, monthlyIncome, 'ceil'), DEBT_RATIO_MAX_BPS);
}

/**
 * Returns the debt in NT$ for which the income suffices in addition to existing debts: a multiple
 * of the monthly income less the debts.
 */
export function incomeBears(
  card: Scorecard,
  of: Pick<Applicant, 'monthlyIncome' | 'cardBalance' | 'otherLoans'>,
): Money {
  const debts = sum([of.cardBalance, ...of.otherLoans.map((loan) => loan.balance)]);
  const most = subtract(times(of.monthlyIncome, card.debtIncomeTimes), debts);
  return most > 0 ? money(most - (most % card.amountStep)) : ZERO;
}

/**
 * Returns points, grade and suggestion for an application, with the reason for each part of the
 * points.
 */
export function scoreOf(card: Scorecard, version: number, asked: Applicant): Score {
  const debtRatioBps = debtRatioOf(card, asked);
  const reasons = [
    { item: '月收入', ...stepOf(card.income, asked.monthlyIncome) },
    { item: '年資', ...stepOf(card.tenure, asked.tenureMonths) },
    { item: '負債比', ...stepOf(card.debtRatio, BPS_PER_WHOLE - debtRatioBps) },
    documentsOf(card, asked.financialStatus),
    ...(asked.lateIn12Months
      ? [{ item: '遲繳紀錄', points: card.lateIn12Months, text: '近 12 個月曾遲繳' }]
      : []),
  ];
  const points = Math.max(
    0,
    reasons.reduce((total, reason) => total + reason.points, 0),
  );
  const row = card.grades.find((each) => points >= each.points) ?? card.grades.at(-1);
  if (!row) throw new RangeError('a scorecard without grades');
  const amountMax = Math.min(row.amountMax, incomeBears(card, asked));
  return {
    version,
    points,
    grade: row.grade,
    rateBps: row.rateBps,
    expectedLossBps: row.expectedLossBps,
    amountMax,
    amount: Math.min(asked.amount, amountMax),
    debtRatioBps,
    reasons,
  };
}

/** Returns the row of a grade; null if the scorecard has no such grade. */
export function gradeRow(card: Scorecard, grade: string): GradeRow | null {
  return card.grades.find((row) => row.grade === grade) ?? null;
}

/** Returns whether a grade is better (earlier in the scorecard) than another. */
export function isBetterGrade(card: Scorecard, grade: string, than: string): boolean {
  const place = (name: string) => card.grades.findIndex((row) => row.grade === name);
  return place(grade) < place(than);
}

function stepOf(steps: readonly Step[], value: number): { points: number; text: string } {
  const step = steps.find((each) => value >= each.atLeast) ?? steps.at(-1);
  if (!step) throw new RangeError('a scorecard without steps');
  return { points: step.points, text: step.text };
}

function documentsOf(card: Scorecard, status: number) {
  if (status === 3) return { item: '財力證明', points: card.documents.approved, text: '已核對' };
  if (status === 1) return { item: '財力證明', points: card.documents.reviewing, text: '審核中' };
  return { item: '財力證明', points: 0, text: '未提供' };
}
