// Tests quotes: equal to what the office is suggested, limited by address, and stored nowhere.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, type Day, day, dayOf } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { applicationSchema } from '#contract/lending/loan-application.ts';
import { quoteIncomes } from '#contract/lending/quote-incomes.ts';
import { quoting } from '#contract/lending/quote.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { applicationOf } from '../../../actors/loan.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { SEED } from '../../../tests/actors/seed.ts';
import { useServer } from '../../../tests/server.ts';
import { db } from '../../database/db.ts';
import { takeRateLimits } from '../../identity/front.ts';
import { paces } from '../../identity/rules.ts';
import { scorecardSeed } from '../plan/first-plans.ts';
import { plansOnOffer } from '../plan/plans.ts';
import { audited, newOffice } from '../testing/cases.ts';
import { quoteOf } from './quote.ts';
import { scoreOf } from './scorecard.ts';
import { applicantOf } from './submission.ts';
import { suggestionOf } from './suggestion.ts';

const server = useServer();

const answers = {
  occupation: 301,
  incomeBand: 5,
  tenureMonths: 24,
  debts: { monthly: 4_000, balance: 60_000, cardBalance: 20_000 },
  amount: 200_000,
  installment: 24,
};
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const TODAY = day('2026-11-23');

/** The application that says what the answers of a quote say. */
const applicationLike = (of: typeof answers, monthlyIncome: number, today: Day) =>
  applicationOf({
    amount: of.amount,
    installment: of.installment,
    job: {
      ...applicationOf().job,
      occupation: of.occupation,
      since: addMonths(today, -of.tenureMonths).slice(0, 7),
      monthlyIncome,
    },
    finance: {
      ...applicationOf().finance,
      cardBalance: of.debts.cardBalance,
      otherLoans: [{ kind: '信用貸款', monthly: of.debts.monthly, balance: of.debts.balance }],
    },
  });

describe('a quote', () => {
  test('states grade, rate, instalment, APR and total cost, and what is missing', async () => {
    const { data } = await server.ok(quoting.quote, answers, from('192.0.2.1'));
    expect(data).toMatchObject({
      plan: { slug: 'engineer' },
      scorecard: 1,
      grade: 'B1',
      annualRate: 7.5,
      amount: 200_000,
      installments: 24,
      offer: { instalment: 9_000, platformFee: 6_000, remittanceFee: 15 },
      supposed: { monthlyIncome: 50_000 },
      missing: ['ACCOUNT', 'VERIFICATION', 'APPLICATION', 'FINANCIAL_STATEMENT'],
    });
    const { offer } = data;
    expect(offer?.totalCost).toBe((offer?.totalInterest ?? 0) + 6_015);
    expect(offer?.apr).toBeGreaterThan(7.5);
    expect(data.requiredDocuments.length).toBeGreaterThan(1);
  });

  test('is what the reviewer is suggested for papers that say the same', async () => {
    const office = await newOffice(server);
    const { data } = await server.ok(quoting.quote, answers, from('192.0.2.2'));
    const least = data.supposed.monthlyIncome;
    const { loan } = await audited(
      server,
      office,
      applicationLike(answers, least, dayOf(server.services.clock.now())),
    );
    const id = await openTaskId(server, 'loan_review', loan.id);
    const task = await server.ok(tasksOffice.getTask, { id }, { token: office.reviewer.token });
    const { totalCost: _, ...offer } = data.offer!;
    const { amount, amountMax, annualRate, grade } = data;
    expect(task.data.detail).toMatchObject({
      score: { version: data.scorecard, grade },
      suggestion: { amount, amountMax, annualRate, grade, offer },
    });
  });

  test('says so if nothing can be lent', async () => {
    const poor = { ...answers, incomeBand: 1 };
    const { data } = await server.ok(quoting.quote, poor, from('192.0.2.3'));
    expect(data).toMatchObject({ amount: 0, offer: null });
  });

  test.each<[string, object, string]>([
    ['an occupation without a plan', { occupation: 899 }, 'OCCUPATION_NOT_IN_PLAN'],
    ['more than the plan lends', { amount: 510_000 }, 'AMOUNT_OUT_OF_PLAN'],
    ['an amount between the steps', { amount: 105_000 }, 'AMOUNT_OUT_OF_PLAN'],
    ['a term that is not offered', { installment: 7 }, 'INSTALMENT_NOT_OFFERED'],
    ['a band that does not exist', { incomeBand: 8 }, 'INVALID_INPUT'],
    ['a negative debt', { debts: { ...answers.debts, monthly: -1 } }, 'INVALID_INPUT'],
    ['part of a month', { tenureMonths: 1.5 }, 'INVALID_INPUT'],
    ['a missing answer', { debts: undefined }, 'INVALID_INPUT'],
    ['what was not asked', { name: '王小明' }, 'INVALID_INPUT'],
  ])('is refused for %s', async (_what, changed, code) => {
    const wrong = { ...answers, ...changed } as typeof answers;
    expect(await server.refused(quoting.quote, wrong, from('192.0.2.4'))).toBe(code);
  });

  test('leaves nothing in the database but the count of its address', async () => {
    const counted = () =>
      server.rows<{ name: string; rows: number }>(
        `select 'loan' as name, count(*)::int as rows from lending.loan union all
         select 'draft', count(*)::int from lending.draft union all
         select 'task', count(*)::int from tasks.task`,
      );
    const before = await counted();
    await server.ok(quoting.quote, answers, from('192.0.2.5'));
    expect(await counted()).toEqual(before);
    const keys = await server.rows<{ key: string }>(
      `select key from identity.throttle where key like '%192.0.2.5%'`,
    );
    expect(keys).toEqual([{ key: 'quote@192.0.2.5' }]);
  });

  test('is given 20 times a minute to an address, and then to others only', async () => {
    for (let i = 0; i < 20; i += 1) await server.ok(quoting.quote, answers, from('192.0.2.6'));
    const late = await server.ask(quoting.quote, answers, from('192.0.2.6'));
    expect(late).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    await server.ok(quoting.quote, answers, from('192.0.2.7'));
  });

  test('is given 100 times at once to an address, which makes 200 a day', async () => {
    const { pool, clock } = server.services;
    const limit = { key: 'quote@192.0.2.8', ...paces.quoteAddress };
    for (let i = 0; i < 99; i += 1) await takeRateLimits(db(pool), clock, [limit]);
    await server.ok(quoting.quote, answers, from('192.0.2.8'));
    const late = await server.ask(quoting.quote, answers, from('192.0.2.8'));
    expect(late).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(60);
  });
});

test('by chance, a quote is the suggestion for its band, and never better than it', async () => {
  const { pool } = server.services;
  const plan = (await plansOnOffer(db(pool))).find(({ slug }) => slug === 'engineer')!;
  const { card, version } = scorecardSeed;
  const amounts = fc.integer({ min: 0, max: 300_000 }).map(money);
  const given = fc.record({
    occupation: fc.constant(301),
    incomeBand: fc.integer({ min: 2, max: quoteIncomes.length }),
    tenureMonths: fc.integer({ min: 0, max: 400 }),
    debts: fc.record({ monthly: amounts, balance: amounts, cardBalance: amounts }),
    amount: fc.integer({ min: 3, max: 50 }).map((wan) => money(wan * 10_000)),
    installment: fc.constantFrom(...plan.installments),
  });
  const suggested = (of: typeof answers, income: number) => {
    const application = applicationSchema.parse(applicationLike(of, income, TODAY));
    const asked = applicantOf(application, 3, TODAY);
    return suggestionOf(plan, asked, scoreOf(card, version, asked), money(15));
  };
  const place = (grade: string) => card.grades.findIndex((row) => row.grade === grade);
  const holds = fc.property(given, fc.integer({ min: 0, max: 9_999 }), (of, more) => {
    const quote = quoteOf(scorecardSeed, plan, of, money(15));
    const { expectedLoss: _, ...least } = suggested(of, quote.supposed.monthlyIncome);
    expect(quote).toMatchObject({ ...least, offer: least.offer });
    const real = suggested(of, quote.supposed.monthlyIncome + more);
    expect(real.amount).toBeGreaterThanOrEqual(quote.amount);
    expect(real.annualRate).toBeLessThanOrEqual(quote.annualRate);
    expect(place(real.grade)).toBeLessThanOrEqual(place(quote.grade));
  });
  fc.assert(holds, { seed: SEED, numRuns: 500 });
});
