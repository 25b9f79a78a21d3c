// Tests what is wrong with the answers of a quote, and the input of the call.
import { expect, test } from 'vitest';
import { money } from '#contract/core/money.ts';
import { answersOf, problemsOf, type Choices } from './quote-form.ts';

const choices: Choices = {
  plans: [
    {
      slug: 'office',
      listName: '上班族方案',
      amountMin: money(30_000),
      amountMax: money(300_000),
      amountStep: money(10_000),
      installments: [6, 12, 18, 24],
    },
  ],
  works: [{ id: 601, text: '行政人員', plans: ['office'] }],
};
const good = {
  occupation: 601,
  incomeBand: 4,
  years: 2,
  months: 3,
  hasDebts: false,
  amount: 100_000,
  installment: 12,
};

test('whole answers have no problem, and debts are asked only of those who have some', () => {
  expect(problemsOf(choices, good)).toEqual({});
  expect(Object.keys(problemsOf(choices, { ...good, hasDebts: true }))).toEqual([
    'monthly',
    'balance',
    'cardBalance',
  ]);
});

test('each missing answer is named, and amount and term must fit the plan', () => {
  expect(Object.keys(problemsOf(choices, {})).toSorted()).toEqual(
    [...Object.keys(good)].toSorted(),
  );
  expect(problemsOf(choices, {})['amount']).toBe('請輸入想借的金額');
  expect(problemsOf(choices, { ...good, amount: 310_000, installment: 36 })).toEqual({
    amount: expect.stringContaining('300,000') as unknown,
    installment: '上班族方案可選 6、12、18、24 期',
  });
});

test('a dearer plan of the same occupation may offer what the cheapest does not', () => {
  const [office] = choices.plans;
  const dear = { ...office!, slug: 'dear', listName: '彈性方案', installments: [36] };
  const two: Choices = {
    plans: [office!, { ...dear, amountMax: money(500_000) }],
    works: [{ ...choices.works[0]!, plans: ['office', 'dear'] }],
  };
  expect(problemsOf(two, { ...good, amount: 400_000, installment: 36 })).toEqual({});
  expect(Object.keys(problemsOf(two, { ...good, amount: 400_000 }))).toEqual(['amount']);
});

test('the call gets months, and no debts that were typed before 沒有 was chosen', () => {
  expect(answersOf({ ...good, monthly: 5_000 })).toEqual({
    occupation: 601,
    incomeBand: 4,
    tenureMonths: 27,
    debts: { monthly: 0, balance: 0, cardBalance: 0 },
    amount: 100_000,
    installment: 12,
  });
});
