// Tests how the answers of a quote become answers of an application.
import { expect, test } from 'vitest';
import { money } from '#contract/core/money.ts';
import type { Quote } from '#contract/lending/quote.ts';
import { valuesOf, withQuote } from './kept-quote.ts';

const answers = {
  occupation: 301,
  incomeBand: 5,
  tenureMonths: 26,
  debts: { monthly: money(4_000), balance: money(60_000), cardBalance: money(20_000) },
  amount: money(300_000),
  installment: 24,
};
const quote = { plan: { slug: 'engineer' }, amount: money(200_000) } as Quote;

test('the application gets the quoted amount, the month of entry, and the debts', () => {
  expect(valuesOf(answers, quote, '2026-11-30')).toEqual({
    plan: 'engineer',
    amount: 200_000,
    installment: 24,
    job: { occupation: 301, since: '2024-09' },
    hasCards: true,
    finance: {
      cardBalance: 20_000,
      otherLoans: [{ kind: '其他貸款', monthly: 4_000, balance: 60_000 }],
    },
  });
});

test('without debts nothing is said about cards, and the list of loans is empty', () => {
  const none = { monthly: money(0), balance: money(0), cardBalance: money(0) };
  const values = valuesOf({ ...answers, debts: none }, quote, '2026-11-30');
  expect(values).not.toHaveProperty('hasCards');
  expect(values['finance']).toEqual({ cardBalance: 0, otherLoans: [] });
});

test('what the application already has besides stays', () => {
  const draft = {
    amount: 100_000,
    purpose: 3,
    job: { company: '測試科技', since: '2020-01' },
    finance: {
      cardBanks: ['812'],
      monthlyExpense: 20_000,
      otherLoans: [{ kind: '車貸', monthly: 8_000, balance: 200_000 }],
    },
  };
  expect(withQuote(draft, valuesOf(answers, quote, '2026-11-30'))).toMatchObject({
    amount: 200_000,
    purpose: 3,
    job: { company: '測試科技', since: '2020-01', occupation: 301 },
    finance: { ...draft.finance, cardBalance: 20_000 },
  });
  expect(withQuote({}, { plan: 'engineer' })['finance']).toEqual({ cardBanks: [] });
});
