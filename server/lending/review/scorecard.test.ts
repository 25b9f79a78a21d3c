// Tests the scorecard as data: every limit of its steps, its grades, and the affordable debt.
import { describe, expect, test } from 'vitest';
import { money } from '#contract/core/money.ts';
import { scorecardSeed } from '../plan/first-plans.ts';
import { burdenOf, debtRatioOf, incomeBears, scoreOf, type Applicant } from './scorecard.ts';

const card = scorecardSeed.card;

const applicant: Applicant = {
  amount: money(200_000),
  installments: 24,
  monthlyIncome: money(60_000),
  otherIncome: money(0),
  tenureMonths: 84,
  cardBalance: money(0),
  otherLoans: [],
  lateIn12Months: false,
  financialStatus: 1,
};

describe('the scorecard', () => {
  test.each<[string, Partial<Applicant>, string, number]>([
    ['a steady applicant', {}, 'A2', 200_000],
    ['with his proofs approved', { financialStatus: 3 }, 'A1', 200_000],
    ['with debts', { cardBalance: money(100_000) }, 'A2', 200_000],
    ['new in the job and poor', { tenureMonths: 2, monthlyIncome: money(27_000) }, 'D1', 200_000],
    ['late before', { lateIn12Months: true }, 'B2', 200_000],
    [
      'with nothing left',
      {
        tenureMonths: 0,
        monthlyIncome: money(20_000),
        otherLoans: [{ monthly: money(12_000), balance: money(430_000) }],
        lateIn12Months: true,
        financialStatus: 0,
      },
      'D2',
      10_000,
    ],
  ])('%s', (_name, changed, grade, amount) => {
    expect(scoreOf(card, 1, { ...applicant, ...changed })).toMatchObject({ grade, amount });
  });

  test('every point has its reason', () => {
    const score = scoreOf(card, 1, { ...applicant, lateIn12Months: true });
    expect(score.reasons.reduce((sum, { points }) => sum + points, 0)).toBe(score.points);
    expect(score.reasons.map(({ item }) => item)).toEqual([
      '月收入',
      '年資',
      '負債比',
      '財力證明',
      '遲繳紀錄',
    ]);
  });

  test('each step of income and tenure counts from its exact bound', () => {
    const pointsOf = (item: string, changed: Partial<Applicant>) =>
      scoreOf(card, 1, { ...applicant, ...changed }).reasons.find((one) => one.item === item)
        ?.points;
    for (const [i, { atLeast, points }] of card.income.entries()) {
      expect(pointsOf('月收入', { monthlyIncome: money(atLeast) })).toBe(points);
      if (atLeast === 0) continue;
      const below = pointsOf('月收入', { monthlyIncome: money(atLeast - 1) });
      expect(below).toBe(card.income[i + 1]?.points);
    }
    for (const [i, { atLeast, points }] of card.tenure.entries()) {
      expect(pointsOf('年資', { tenureMonths: atLeast })).toBe(points);
      if (atLeast === 0) continue;
      expect(pointsOf('年資', { tenureMonths: atLeast - 1 })).toBe(card.tenure[i + 1]?.points);
    }
  });

  test('points decide the grade from its exact bound, between the first and the last', () => {
    for (const [i, row] of card.grades.entries()) {
      // In this scorecard only documents give points, so that any number of points can be produced.
      const only = (points: number) => ({
        ...card,
        income: [{ atLeast: 0, points: 0, text: '' }],
        tenure: [{ atLeast: 0, points: 0, text: '' }],
        debtRatio: [{ atLeast: -1_000_000, points: 0, text: '' }],
        documents: { approved: points, reviewing: 0 },
      });
      const proved = { ...applicant, financialStatus: 3 };
      expect(scoreOf(only(row.points), 1, proved).grade).toBe(row.grade);
      if (row.points === 0) continue;
      expect(scoreOf(only(row.points - 1), 1, proved).grade).toBe(card.grades[i + 1]?.grade);
    }
    const worst = { ...applicant, lateIn12Months: true, financialStatus: 0, tenureMonths: 0 };
    expect(scoreOf(card, 1, { ...worst, monthlyIncome: money(0) })).toMatchObject({
      points: 0,
      grade: 'D2',
      amount: 0,
    });
  });

  test('the debt ratio includes this loan, other loans and part of cards, rounded up', () => {
    // A debt of 200,000 over 24 months at the assumed 12 % costs 9,415 a month; 5 % of 100,000 is
    // 5,000.
    const owed = { cardBalance: money(100_000) };
    expect(debtRatioOf(card, { ...applicant, ...owed })).toBe(2_403);
    expect(debtRatioOf(card, { ...applicant, monthlyIncome: money(0) })).toBe(100_000);
  });

  test('the debt ratio is that of the amounts that are printed beside it', () => {
    const owed = { ...applicant, cardBalance: money(87_654), otherIncome: money(3_210) };
    const { monthlyDebts, ownPayment, monthlyIncome } = burdenOf(card, owed);
    const ratio = Math.ceil(((monthlyDebts + ownPayment) * 10_000) / monthlyIncome);
    expect(debtRatioOf(card, owed)).toBe(ratio);
  });

  test('unsecured debts stay within 22 monthly incomes', () => {
    const of = { monthlyIncome: money(30_000), cardBalance: money(55_000), otherLoans: [] };
    expect(incomeBears(card, of)).toBe(600_000);
    expect(incomeBears(card, { ...of, cardBalance: money(700_000) })).toBe(0);
  });

  test('grades worsen together with rate, loss and amount', () => {
    for (const [i, row] of card.grades.entries()) {
      const next = card.grades[i + 1];
      if (!next) continue;
      expect(next.rateBps).toBeGreaterThan(row.rateBps);
      expect(next.expectedLossBps).toBeGreaterThan(row.expectedLossBps);
      expect(next.amountMax).toBeLessThanOrEqual(row.amountMax);
      expect(next.points).toBeLessThan(row.points);
    }
  });
});
