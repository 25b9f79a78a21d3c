// Unit tests of the borrower's pages: calculations and decisions without rendering.
import { expect, test } from 'vitest';
import type { Loan, Plan } from '#contract/lending/calls.ts';
import { applicationOf, firstStepOf, needSchema, purposeSchemaFor } from './apply/apply-steps.ts';
import { linesOf } from './apply/Qualification.tsx';
import { offerFacts } from './office/offer-facts.tsx';
import { amountProblem, fitting } from './plans/Calculator.tsx';
import { bandOf, burdenText, estimateOf, offers, remittanceFeeOf } from './plans/estimate.ts';
import { moneyRange, percentRange, termRange, wanRange } from './plans/figures.ts';
import { csvOf, isPast, mayWithdraw, progressOf, stageNumber, stages } from './loan/loan-stages.ts';

const plan = {
  slug: 'medical',
  amountMin: 30_000,
  amountMax: 500_000,
  amountStep: 10_000,
  rateMin: 5,
  rateMax: 12,
  installments: [6, 12, 18, 24, 30, 36],
  platformFeePercent: 3,
  platformFeeMin: 500,
  example: {
    amount: 100_000,
    installments: 24,
    annualRate: 8.5,
    platformFee: 3_000,
    instalment: 4_546,
    apr: 11.56,
    netPayout: 96_985,
  },
} as Plan;

test('an estimate at the terms of the example equals the example, to the dollar', () => {
  const { amount, installments, annualRate, ...figures } = plan.example;
  expect(estimateOf(plan, { amount, installments }, annualRate)).toMatchObject(figures);
  expect(remittanceFeeOf(plan)).toBe(15);
});

test('the total cost is all that is paid back and not paid out', () => {
  const wish = { amount: 100_000, installments: 24 };
  for (const { cost, total, netPayout } of Object.values(bandOf(plan, wish))) {
    expect(cost).toBe(total - netPayout);
  }
});

test('a small loan has the minimum fee; a band runs from lowest to highest rate', () => {
  const cheap = { ...plan, platformFeePercent: 1 };
  const band = bandOf(cheap, { amount: 30_000, installments: 12 });
  expect(band.low.platformFee).toBe(500);
  expect(band.low.instalment).toBeLessThan(band.high.instalment);
});

test.each([
  [30_000, 12, true],
  [20_000, 12, false],
  [510_000, 12, false],
  [105_000, 12, false],
  [100_000, 13, false],
])('whether %i over %i is offered: %s', (amount, installments, on) => {
  expect(offers(plan, { amount, installments })).toBe(on);
});

test('invalid amounts are explained, and moved into range for the slider', () => {
  expect(amountProblem(plan, null)).toBe('請輸入借款金額');
  expect(amountProblem(plan, 20_000)).toContain('需介於');
  expect(amountProblem(plan, 105_000)).toContain('單位');
  expect(amountProblem(plan, 100_000)).toBeUndefined();
  expect([0, 105_999, 9_000_000].map((amount) => fitting(plan, amount))).toEqual([
    30_000, 100_000, 500_000,
  ]);
});

test('ranges have their unit once', () => {
  expect(moneyRange(4_388, 4_708)).toMatch(/^\$.4,388–4,708$/);
  expect(moneyRange(5, 5)).toMatch(/^\$.5$/);
  expect(percentRange(5, 12)).toBe('5.00%–12.00%');
  expect(wanRange(30_000, 500_000)).toMatch(/^3–50.萬元$/);
  expect(termRange([12, 6, 36])).toBe('6–36\u00a0期');
});

test('the purpose must be of the chosen plan', () => {
  const wrong = needSchema([plan]).safeParse({ plan: 'medical', amount: 5, installment: 7 });
  expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(['amount', 'installment']);
  const right = { plan: 'medical', amount: 100_000, installment: 24 };
  expect(needSchema([plan]).safeParse(right).success).toBe(true);
});

test.each([
  ['請打 0912-345-678', true],
  ['寄到 me@example.com', true],
  ['LINE：river', true],
  ['我是林小溪，要修屋頂', true],
  ['在溪畔科技上班，要修屋頂', true],
  ['頂樓防水與外牆修補', false],
  ['在溪邊的房子，林務局旁', false],
  [undefined, false],
])('a note that names the borrower is refused at its own step: %s', (purposeNote, refused) => {
  const own = { name: '林○溪', company: '溪畔科技股份有限公司' };
  const { success } = purposeSchemaFor(own).safeParse({ purpose: 3, purposeNote });
  expect(success).toBe(!refused);
});

test('problems lead to the first step that has one', () => {
  expect(firstStepOf({ 'contact.phone': 'x', 'job.company': 'y' })).toBe(3);
  expect(firstStepOf({ nobody: 'x' })).toBe(8);
});

test('members without a card owe nothing on cards', () => {
  const finance = { cardBanks: ['812'], cardBalance: 9, otherLoans: [], monthlyExpense: 1 };
  const { error } = applicationOf({ hasCards: false, finance: { ...finance, extra: 1 } });
  // Only missing and unknown values are reported; the card fields were derived from the form.
  const told = error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(told).toContain('finance.lateIn12Months');
  expect(told.filter((path) => path.startsWith('finance.card'))).toEqual([]);
});

test('every status has a stage', () => {
  expect([10, 20, 30, 40, 50, 55, 60, 70].map(stageNumber)).toEqual([0, 1, 2, 3, 4, 5, 6, 6]);
  expect(stageNumber(90)).toBe(stages.length);
  expect([10, 15, 20, 30, 40, 50, 55, 60].map((status) => mayWithdraw({ status }))).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    false,
    false,
  ]);
  expect([60, 90, 95, 97].map((status) => isPast({ status }))).toEqual([false, true, false, true]);
});

test('the progress counts instalments, until all the rest is due at once', () => {
  const row = (principal: number, status: string) => ({ principal, status });
  const schedule = [row(6_352, 'paid'), row(6_408, 'paid'), row(12_984, 'late')];
  const loan = { schedule, notice: null, outstandingPrincipal: 67_240 } as unknown as Loan;
  expect(progressOf(loan)).toEqual({ text: '已還 2／3 期', share: 2 / 3 });
  const rest = [...schedule, row(54_256, 'late')];
  const accelerated = { ...loan, schedule: rest, notice: { accelerated: true } } as unknown as Loan;
  expect(progressOf(accelerated)).toEqual({
    text: '已還 2 期，其餘本金已全部到期',
    share: 1 - 67_240 / 80_000,
  });
  expect(progressOf({ ...loan, schedule: [] }).share).toBe(0);
});

test('the schedule is exported to a spreadsheet line by line', () => {
  const row = {
    no: 1,
    dueOn: '2026-12-21',
    principal: 8_000,
    interest: 750,
    total: 8_750,
    paid: 0,
    balance: 92_000,
    paidOn: null,
  } as Loan['schedule'][number];
  const [head, line] = csvOf([row]).slice(1).split('\r\n');
  expect(head?.split(',')).toHaveLength(8);
  expect(line).toBe('1,2026-12-21,8000,750,8750,0,92000,');
});

test.each([
  [0.456, '約 45%'],
  [1, '約 100%'],
  [1.2, '超過 100%'],
])('a burden of %d of the income → %s', (share, text) => {
  expect(burdenText(share)).toBe(text);
});

test('the burden in the bar of a decision is of the instalment that stands beside it', () => {
  const of = { amount: 100_000, annualRate: 5, installments: 12, instalment: 8_561, apr: 10.76 };
  const terms = { ...of, remittanceFee: 15, netPayout: 96_985 } as Parameters<typeof offerFacts>[0];
  const income = (monthlyDebts: number, monthlyIncome: number) =>
    ({ monthlyDebts, monthlyIncome }) as NonNullable<Parameters<typeof offerFacts>[1]>;
  const burden = (of: ReturnType<typeof income> | undefined) =>
    offerFacts(terms, of).find(({ name }) => name === '每月負擔')?.value;
  expect(burden(income(0, 60_000))).toBe('收入的 14.27%');
  expect(burden(income(1_439, 40_000))).toBe('收入的 25.00%');
  expect(burden(income(0, 0)), 'without an income').toBeUndefined();
  expect(burden(undefined), 'without an applicant').toBeUndefined();
});

test('whoever has not said how old they are does not read that their age fits', () => {
  const told = (reasons: Parameters<typeof linesOf>[0]) =>
    linesOf(reasons).map(({ reason }) => reason);
  expect(told(['NOT_VERIFIED'])).not.toContain('AGE');
  expect(told(['NOT_VERIFIED', 'AGE'])).toContain('AGE');
  expect(told([])).toContain('AGE');
});
