// The scorecard: points for income, tenure, debt ratio and documents, a grade, and what follows.
import {
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

/** A step of a table: the first row whose `atLeast` is reached counts. */
type Step = { atLeast: number; points: number; text: string };

export type GradeRow = {
  grade: string;
  /** Points from which the grade is reached. */
  points: number;
  rateBps: number;
  /** Share of the principal expected to be lost in a year. */
  expectedLossBps: number;
  amountMax: number;
};

/** A version of the card as it is kept in lending.scorecard. Amounts NT$, ratios basis points. */
export type Scorecard = {
  income: Step[];
  /** Months in the present job. */
  tenure: Step[];
  /** Monthly payments over monthly income, this loan included; the smaller the better. */
  debtRatio: Step[];
  documents: { approved: number; reviewing: number };
  lateIn12Months: number;
  /** What of a revolving card balance counts as a monthly payment. */
  cardPaymentBps: number;
  /** 無擔保債務 at most so many monthly incomes: the supervisor's advice to banks, 22. */
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
  /** 0 none, 1 reviewing, 2 supplement, 3 approved. */
  financialStatus: number;
};

export type Score = {
  version: number;
  points: number;
  grade: string;
  rateBps: number;
  expectedLossBps: number;
  /** The largest amount of the grade, within what the income bears. NT$. */
  amountMax: number;
  /** What is suggested of the amount asked for; 0 where nothing may be lent. */
  amount: number;
  debtRatioBps: number;
  reasons: { item: string; points: number; text: string }[];
};

/** The rate assumed for this loan while its grade, and so its rate, is not yet known. */
const ASSUMED_RATE_BPS = 1_200;
const BPS_PER_WHOLE = 10_000;

/**
 * Monthly payments over monthly income in basis points, this loan included at an assumed rate;
 * rounded up, so that a ratio is never shown smaller than it is.
 */
export function debtRatioOf(card: Scorecard, asked: Applicant): number {
  const income = sum([asked.monthlyIncome, asked.otherIncome]);
  if (income <= 0) return BPS_PER_WHOLE;
  const monthly = sum([
    ...asked.otherLoans.map((loan) => loan.monthly),
    percentOf(asked.cardBalance, card.cardPaymentBps),
    levelPaymentOf({
      principal: asked.amount,
      rateAnnualBps: ASSUMED_RATE_BPS,
      periods: asked.installments,
    }),
  ]);
  return Math.min(shareOf(monthly, BPS_PER_WHOLE, income, 'ceil'), 10 * BPS_PER_WHOLE);
}

/** What the income bears besides the debts there are: times the income less the debts. NT$. */
export function incomeBears(
  card: Scorecard,
  of: Pick<Applicant, 'monthlyIncome' | 'cardBalance' | 'otherLoans'>,
): Money {
  const debts = sum([of.cardBalance, ...of.otherLoans.map((loan) => loan.balance)]);
  const most = subtract(times(of.monthlyIncome, card.debtIncomeTimes), debts);
  return most > 0 ? money(most - (most % card.amountStep)) : ZERO;
}

/** Points, grade and suggestion for an application, with the reason of every point. */
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

/** The row of a grade; null for a grade the card does not have. */
export function gradeRow(card: Scorecard, grade: string): GradeRow | null {
  return card.grades.find((row) => row.grade === grade) ?? null;
}

/** Whether a grade is better (earlier in the card) than another. */
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
