// Tests finding a plan by three answers, and the structured data for search engines.
import { expect, test } from 'vitest';
import type { Plan } from '#contract/lending/calls.ts';
import { occupations, planSeeds } from '#contract/options.ts';
import { breadcrumbsOf } from '../../site/kit/head.ts';
import { loanDataOf } from './plan-data.ts';
import { plansFor } from './PlanHelper.tsx';

const plans = planSeeds.map((seed) => ({
  ...seed,
  id: seed.slug,
  description: seed.listName,
  occupations: [...seed.occupations],
  installments: [...seed.installments],
  amountStep: 10_000,
  rateMin: seed.rateMinBps / 100,
  rateMax: seed.rateMaxBps / 100,
  example: { instalment: 4_600, apr: 12.5 },
})) as unknown as Plan[];
const engineer = plans.find(({ slug }) => slug === 'engineer')!;
const group = String(occupations.find(({ id }) => id === engineer.occupations[0])!.groupId);

test('three answers lead to the plans of the occupation that fit', () => {
  const found = plansFor(plans, { group, amount: 300_000, installments: 36 });
  expect(found.map(({ slug }) => slug)).toContain('engineer');
  for (const plan of found) expect(plan.amountMax).toBeGreaterThanOrEqual(300_000);
  expect(plansFor(plans, { group, amount: 900_000, installments: 36 })).toEqual([]);
  expect(plansFor(plans, { group: 'nothing', amount: 100_000, installments: 12 })).toEqual([]);
});

test('a plan is a loan of schema.org, reached by breadcrumbs', () => {
  const data = loanDataOf('https://example.com', engineer);
  expect(data).toMatchObject({
    '@type': 'LoanOrCredit',
    url: 'https://example.com/loan/engineer',
    amount: { currency: 'TWD', minValue: 30_000, maxValue: 500_000 },
    interestRate: { minValue: 5, maxValue: 12 },
    loanTerm: { unitCode: 'MON', minValue: 6, maxValue: 36 },
    annualPercentageRate: 12.5,
  });
  const { itemListElement } = breadcrumbsOf('https://example.com', [
    { name: '首頁', path: '/' },
    { name: '方案', path: '/loan/alllist' },
  ]);
  expect(itemListElement.map(({ position, item }) => [position, item])).toEqual([
    [1, 'https://example.com/'],
    [2, 'https://example.com/loan/alllist'],
  ]);
});
