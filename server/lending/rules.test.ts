// Tests who may borrow, what may be offered, and what the plans' texts may say.
import { describe, expect, test } from 'vitest';
import { day, publishedCalendar } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Decision } from '#contract/tasks/decisions.ts';
import { assertAnonymous, bandsOf } from './plan/bands.ts';
import { planWordsOf, scorecardSeed } from './plan/first-plans.ts';
import {
  ageOn,
  assertProposal,
  assertQualified,
  assertWithinPlan,
  caseNoOf,
  endOfDaysOn,
  offerOf,
  qualificationOf,
  rateWithin,
  signingEndsAt,
  tenureMonthsOf,
  type PlanTerms,
  type Standing,
} from './rules.ts';
import { isBetterGrade } from './review/scorecard.ts';

const today = day('2026-11-21');
const card = scorecardSeed.card;

function codeOf(act: () => unknown): string {
  try {
    act();
    return 'none';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const fit: Standing = {
  emailVerified: true,
  suspended: false,
  stage: 4,
  status: 1,
  birthday: day('1990-05-05'),
  financialStatus: 1,
  loans: [],
  today,
};
const past = (status: number, on: string, unsigned = false, lost = false) => ({
  loans: [{ status, statusOn: day(on), unsigned, lost }] as Standing['loans'],
});

describe('qualification', () => {
  test.each<[string, Partial<Standing>, string[], string | null]>([
    ['a verified member of fit age', {}, [], null],
    ['one whose file is approved', { status: 3 }, [], null],
    ['an unconfirmed e-mail', { emailVerified: false }, ['EMAIL_UNVERIFIED'], null],
    ['a stage short', { stage: 3, status: 0 }, ['NOT_VERIFIED'], null],
    ['not yet handed in', { status: 0 }, ['NOT_VERIFIED'], null],
    ['19 years old', { birthday: day('2006-11-22') }, ['AGE'], '2026-11-22'],
    ['20 today', { birthday: day('2006-11-21') }, [], null],
    ['60 years old', { birthday: day('1965-11-22') }, [], null],
    ['61 today', { birthday: day('1965-11-21') }, ['AGE'], null],
    ['a loan in repayment', past(60, '2026-01-01'), ['ACTIVE_LOAN'], null],
    ['a loan overdue', past(65, '2026-01-01'), ['ACTIVE_LOAN', 'OVERDUE'], null],
    ['a loan written off', past(95, '2024-01-01'), ['OVERDUE'], null],
    ['a loan given up', past(90, '2026-11-20', false, true), ['PAST_LOSS'], null],
    ['a loan settled', past(90, '2026-11-20'), [], null],
    ['rejected 89 days ago', past(97, '2026-08-24'), ['COOLING_OFF'], '2026-11-22'],
    ['rejected 90 days ago', past(97, '2026-08-23'), [], null],
    ['unsigned 179 days ago', past(98, '2026-05-26', true), ['COOLING_OFF'], '2026-11-22'],
    ['unsigned 180 days ago', past(98, '2026-05-25', true), [], null],
    ['an offer left to lapse', past(98, '2026-11-20'), [], null],
    ['cancelled', past(96, '2026-11-20'), [], null],
    ['suspended', { suspended: true }, ['SUSPENDED'], null],
  ])('%s', (_name, changed, reasons, retryOn) => {
    expect(qualificationOf({ ...fit, ...changed })).toEqual({
      qualified: reasons.length === 0,
      reasons,
      retryOn,
    });
  });

  test.each([
    [0, true],
    [1, false],
    [2, true],
    [3, false],
  ])('a missing income proof (status %i) is advice only', (financialStatus, advised) => {
    const found = qualificationOf({ ...fit, financialStatus });
    expect(found.qualified).toBe(true);
    expect(found.reasons.includes('FINANCIAL_REQUIRED')).toBe(advised);
    expect(codeOf(() => assertQualified(found))).toBe('none');
  });

  test('an active loan has its own code', () => {
    expect(
      codeOf(() => assertQualified(qualificationOf({ ...fit, ...past(60, '2026-01-01') }))),
    ).toBe('ACTIVE_LOAN');
    expect(codeOf(() => assertQualified(qualificationOf({ ...fit, stage: 1 })))).toBe(
      'NOT_QUALIFIED',
    );
  });

  test.each([
    ['2006-11-22', 19],
    ['2006-11-21', 20],
    ['2004-02-29', 22],
  ])('born %s', (birthday, age) => expect(ageOn(day(birthday), today)).toBe(age));

  test('a person born on 29 February ages on 28 February of a common year', () => {
    expect(ageOn(day('2004-02-29'), day('2026-02-27'))).toBe(21);
    expect(ageOn(day('2004-02-29'), day('2026-02-28'))).toBe(22);
  });
});

const plan: PlanTerms = {
  amountMin: money(30_000),
  amountMax: money(300_000),
  amountStep: money(10_000),
  rateMinBps: 700,
  rateMaxBps: 1_500,
  installments: [6, 12, 18, 24],
  platformFeeBps: 400,
  platformFeeMin: money(500),
  occupations: [601, 602],
};

describe('an application within its plan', () => {
  test.each([
    [30_000, 12, 601, 'none'],
    [300_000, 24, 602, 'none'],
    [20_000, 12, 601, 'AMOUNT_OUT_OF_PLAN'],
    [310_000, 12, 601, 'AMOUNT_OUT_OF_PLAN'],
    [105_000, 12, 601, 'AMOUNT_OUT_OF_PLAN'],
    [100_000, 36, 601, 'INSTALMENT_NOT_OFFERED'],
    [100_000, 0, 601, 'INSTALMENT_NOT_OFFERED'],
    [100_000, 12, 301, 'OCCUPATION_NOT_IN_PLAN'],
  ])('%i over %i for occupation %i: %s', (amount, installment, occupation, code) => {
    expect(codeOf(() => assertWithinPlan(plan, { amount, installment, occupation }))).toBe(code);
  });
});

describe('a proposal', () => {
  const suggested = {
    amount: 150_000,
    rateBps: 900,
    grade: 'B2',
    isBetter: (grade: string) => isBetterGrade(card, grade, 'B2'),
  };
  const asked = { amount: 200_000 };
  const decision = (changed: Partial<Decision>): Decision => ({
    id: 1,
    decision: 'approve',
    amount: money(150_000),
    annualRate: 9,
    installments: 12,
    ...changed,
  });
  test.each<[string, Partial<Decision>, string]>([
    ['as suggested', {}, 'none'],
    ['a worse grade', { grade: 'C1' }, 'none'],
    ['more than suggested, unexplained', { amount: money(200_000) }, 'DECISION_INVALID'],
    ['more than suggested, explained', { amount: money(200_000), reason: '年終另計' }, 'none'],
    ['a lower rate, unexplained', { annualRate: 8.99 }, 'DECISION_INVALID'],
    ['a lower rate, explained', { annualRate: 8.99, reason: '長期往來' }, 'none'],
    ['a better grade, unexplained', { grade: 'A1' }, 'DECISION_INVALID'],
    ['more than asked for', { amount: money(210_000), reason: '有餘裕' }, 'DECISION_INVALID'],
    ['not in ten thousands', { amount: money(105_000) }, 'AMOUNT_OUT_OF_PLAN'],
    ['below the plan', { amount: money(20_000) }, 'AMOUNT_OUT_OF_PLAN'],
    ['a rate below the plan', { annualRate: 6.99 }, 'RATE_OUT_OF_PLAN'],
    ['a rate above the plan', { annualRate: 15.01 }, 'RATE_OUT_OF_PLAN'],
    ['the plan’s highest rate', { annualRate: 15 }, 'none'],
    ['three decimals', { annualRate: 9.125 }, 'DECISION_INVALID'],
    ['a term not offered', { installments: 36 }, 'INSTALMENT_NOT_OFFERED'],
    ['no amount', { amount: undefined }, 'DECISION_INVALID'],
    ['no rate', { annualRate: undefined }, 'DECISION_INVALID'],
    ['no term', { installments: undefined }, 'DECISION_INVALID'],
  ])('%s', (_name, changed, code) => {
    expect(codeOf(() => assertProposal(plan, decision(changed), asked, suggested))).toBe(code);
  });

  test('lists its differences from the scorecard', () => {
    const other = decision({ amount: money(100_000), annualRate: 10, grade: 'C1' });
    expect(assertProposal(plan, other, asked, suggested).deviations).toEqual([
      { item: 'amount', suggested: '150000', given: '100000' },
      { item: 'rate', suggested: '900', given: '1000' },
      { item: 'grade', suggested: 'B2', given: 'C1' },
    ]);
    expect(assertProposal(plan, decision({}), asked, suggested).deviations).toEqual([]);
  });

  test('a plan above the legal limit is held to the legal limit', () => {
    const usury = { ...plan, rateMaxBps: 2_000 };
    const at = (annualRate: number) =>
      codeOf(() => assertProposal(usury, decision({ annualRate }), asked, suggested));
    expect(at(16)).toBe('none');
    expect(at(16.01)).toBe('RATE_OUT_OF_PLAN');
    expect(rateWithin(usury, 1_900)).toBe(1_600);
    expect(rateWithin(plan, 500)).toBe(700);
  });
});

describe('an offer', () => {
  test('100,000 at 12 % over 12: the figures of the documentation', () => {
    const terms = { amount: money(100_000), rateBps: 1_200, installments: 12 };
    expect(offerOf(plan, terms, money(15))).toMatchObject({
      platformFee: 4_000,
      remittanceFee: 15,
      netPayout: 95_985,
      instalment: 8_885,
      instalmentLast: 8_884,
      totalInterest: 6_619,
      apr: 19.86,
    });
  });
  test.each([
    [10_000, 500],
    [12_500, 500],
    [12_513, 501],
    [30_000, 1_200],
  ])('the fee of %i is %i: at least 500, half a dollar rounded up', (amount, fee) => {
    const terms = { amount: money(amount), rateBps: 900, installments: 6 };
    expect(offerOf(plan, terms, money(15)).platformFee).toBe(fee);
  });
  test('an offer is valid through its seventh day; signing through business day three', () => {
    expect(endOfDaysOn(today, 7).toISOString()).toBe('2026-11-28T15:59:59.000Z');
    expect(signingEndsAt(day('2026-11-20'), publishedCalendar).toISOString()).toBe(
      '2026-11-25T15:59:59.000Z',
    );
  });
  test('cases are numbered by day', () => {
    expect(caseNoOf(today, 7)).toBe('A20261121-007');
    expect(caseNoOf(today, 1234)).toBe('A20261121-1234');
  });
});

describe('what investors read', () => {
  const own = { name: '林小溪', company: '溪畔科技股份有限公司' };
  test.each([
    ['想整合兩張信用卡的循環餘額，降低每月負擔。', 'none'],
    ['裝潢總價 120,000，預計 2026-12-01 動工，共 3 期付款。', 'none'],
    ['請撥 0912345678 找我', 'PERSONAL_DATA_IN_TEXT'],
    ['請撥 0912-345-678', 'PERSONAL_DATA_IN_TEXT'],
    ['＋886 912 345 678', 'PERSONAL_DATA_IN_TEXT'],
    ['電話 (02) 2345-6789', 'PERSONAL_DATA_IN_TEXT'],
    ['手機０９１２３４５６７８', 'PERSONAL_DATA_IN_TEXT'],
    ['寫信到 xi@example.com', 'PERSONAL_DATA_IN_TEXT'],
    ['寫信到 xi＠example.com', 'PERSONAL_DATA_IN_TEXT'],
    ['我是林小溪，需要週轉', 'PERSONAL_DATA_IN_TEXT'],
    ['我是林 小 溪', 'PERSONAL_DATA_IN_TEXT'],
    ['任職溪畔科技多年', 'PERSONAL_DATA_IN_TEXT'],
    ['溪畔科技股份有限公司員工', 'PERSONAL_DATA_IN_TEXT'],
    ['證號 A123456789', 'PERSONAL_DATA_IN_TEXT'],
    ['匯到 0081234567890', 'PERSONAL_DATA_IN_TEXT'],
    ['加 LINE: baixi123', 'PERSONAL_DATA_IN_TEXT'],
  ])('%s: %s', (text, code) => expect(codeOf(() => assertAnonymous(text, own))).toBe(code));

  test('a short Latin name is not found inside other words', () => {
    expect(codeOf(() => assertAnonymous('Renovation', { name: 'No', company: null }))).toBe('none');
  });

  test.each<[Partial<Parameters<typeof bandsOf>[0]>, object]>([
    [{}, { ageBand: '30–39 歲', tenureBand: '5 年以上', incomeBand: '5–7 萬元' }],
    [{ birthday: day('1986-11-21') }, { ageBand: '40–49 歲' }],
    [{ jobSince: '2026-06' }, { tenureBand: '未滿 6 個月' }],
    [{ jobSince: '2025-11' }, { tenureBand: '1 年以上未滿 3 年' }],
    [{ monthlyIncome: 29_999 }, { incomeBand: '未滿 3 萬元' }],
    [{ monthlyIncome: 100_000 }, { incomeBand: '10 萬元以上' }],
    [{ debtRatioBps: 3_000 }, { debtRatioBand: '30% 以下' }],
    [{ debtRatioBps: 6_001 }, { debtRatioBand: '超過 60%' }],
    [{ city: null }, { city: '未提供' }],
  ])('bands of %o', (changed, expected) => {
    const bands = bandsOf({
      birthday: day('1990-05-05'),
      jobSince: '2019-03',
      monthlyIncome: 60_000,
      city: '臺北市',
      debtRatioBps: 2_000,
      lateIn12Months: false,
      today,
      ...changed,
    });
    expect(bands).toMatchObject(expected);
  });

  test('months in a job are never negative', () => {
    expect(tenureMonthsOf('2027-01', today)).toBe(0);
    expect(tenureMonthsOf('2025-10', today)).toBe(13);
  });
});

test.each(['medical', 'public', 'engineer', 'finance', 'licensed', 'office'])(
  'the texts of %s are complete',
  (slug) => {
    const words = planWordsOf(slug);
    expect(words.steps).toHaveLength(5);
    expect(words.faqs.length).toBeGreaterThanOrEqual(5);
    expect(words.requiredDocuments).toHaveLength(4);
    // Money figures must come from the plan, never from the text.
    expect(JSON.stringify(words)).not.toMatch(/\$|NT|%|\d{3,}(?<!165)/);
  },
);
