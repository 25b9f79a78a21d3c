// Tests by chance that more income or less debt never worsens what the scorecard proposes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#contract/core/money.ts';
import { MONEY_MAX } from '#contract/core/wire.ts';
import { planSeeds } from '#contract/options.ts';
import { SEED } from '../../../tests/actors/seed.ts';
import { scorecardSeed } from '../plan/first-plans.ts';
import { type Applicant, debtRatioOf, scoreOf } from './scorecard.ts';
import { suggestionOf } from './suggestion.ts';

const { card, version } = scorecardSeed;
const MUCH = { seed: SEED, numRuns: 2_000 };
const FEE = money(15);

/** Amounts of a household and, more rarely, any amount that the API accepts. */
const amount = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 200_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 5_000_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: MONEY_MAX }) },
  )
  .map(money);
const rise = fc
  .oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 1_000_000 }))
  .map(money);
const loan = fc.record({ monthly: amount, balance: amount });

const asking = fc.record({
  plan: fc.constantFrom(...planSeeds),
  applicant: fc.record({
    amount: fc.integer({ min: 3, max: 50 }).map((wan) => money(wan * 10_000)),
    installments: fc.constantFrom(6, 12, 18, 24, 30, 36),
    monthlyIncome: amount,
    otherIncome: amount,
    tenureMonths: fc.integer({ min: 0, max: 600 }),
    cardBalance: amount,
    otherLoans: fc.array(loan, { minLength: 1, maxLength: 5 }),
    lateIn12Months: fc.boolean(),
    financialStatus: fc.constantFrom(0, 1, 2, 3),
  }),
});

type Asking = typeof asking extends fc.Arbitrary<infer T> ? T : never;

const placeOf = (grade: string) => card.grades.findIndex((row) => row.grade === grade);

/** What is proposed to an applicant, in figures of which a smaller one is always better. */
function proposed({ plan, applicant }: Asking, changed: Partial<Applicant> = {}) {
  const asked = { ...applicant, ...changed };
  const score = scoreOf(card, version, asked);
  const priced = { ...plan, amountStep: money(10_000), platformFeeMin: money(500) };
  const given = suggestionOf(priced, asked, score, FEE);
  return {
    grade: placeOf(given.grade),
    rate: given.annualRate,
    expectedLoss: given.expectedLoss,
    missingAmount: -given.amount,
    missingMax: -given.amountMax,
    debtRatio: debtRatioOf(card, asked),
  };
}

function expectNoWorse(better: ReturnType<typeof proposed>, than: ReturnType<typeof proposed>) {
  for (const name of Object.keys(better) as (keyof typeof better)[]) {
    expect(better[name], name).toBeLessThanOrEqual(than[name]);
  }
}

describe('what the scorecard proposes is never worse', () => {
  test.each(['monthlyIncome', 'otherIncome'] as const)('with more %s', (name) => {
    const holds = fc.property(asking, rise, (one, more) => {
      const risen = money(one.applicant[name] + more);
      expectNoWorse(proposed(one, { [name]: risen }), proposed(one));
    });
    fc.assert(holds, MUCH);
  });

  test('with any income than with none', () => {
    const holds = fc.property(asking, rise, (one, some) => {
      const none = { monthlyIncome: money(0), otherIncome: money(0) };
      const earning = { ...none, monthlyIncome: some };
      expectNoWorse(proposed(one, earning), proposed(one, none));
    });
    fc.assert(holds, MUCH);
  });

  test('with a smaller card balance', () => {
    const holds = fc.property(asking, rise, (one, more) => {
      const grown = money(one.applicant.cardBalance + more);
      expectNoWorse(proposed(one), proposed(one, { cardBalance: grown }));
    });
    fc.assert(holds, MUCH);
  });

  test.each(['monthly', 'balance'] as const)('with a smaller %s of another loan', (name) => {
    const holds = fc.property(asking, rise, (one, more) => {
      const [first, ...rest] = one.applicant.otherLoans;
      const grown = { ...first!, [name]: money(first![name] + more) };
      expectNoWorse(proposed(one), proposed(one, { otherLoans: [grown, ...rest] }));
    });
    fc.assert(holds, MUCH);
  });

  test('without one of the other loans', () => {
    const holds = fc.property(asking, loan, (one, more) => {
      const otherLoans = [...one.applicant.otherLoans, more];
      expectNoWorse(proposed(one), proposed(one, { otherLoans }));
    });
    fc.assert(holds, MUCH);
  });
});
