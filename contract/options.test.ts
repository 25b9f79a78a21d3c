// Test that the option lists match the design: ids, caps, plans, and terms of the glossary.
import { describe, expect, it } from 'vitest';
import { bankName, banks, cardBanks, isOpenBank } from './taiwan/banks.ts';
import * as lists from './options.ts';
import { RATE_CAP_BPS } from './law/rates.ts';
import { cities, districtsOf, isDistrict, zipRows } from './taiwan/zipcodes.ts';

const {
  fundSources,
  installments,
  occupationGroups,
  occupations,
  optionFrom,
  optionOf,
  optionText,
  paymentModes,
  planSeeds,
  pollAnswers,
  registerPurposes,
  riskProfiles,
} = lists;

const optionLists = Object.entries(lists).filter(
  (entry): entry is [string, readonly lists.Option[]] =>
    Array.isArray(entry[1]) && entry[1].some((row) => typeof row === 'object' && 'id' in row),
);

describe('the option lists', () => {
  it.each(optionLists)('%s has each id once, with a text', (_, list) => {
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    expect(list.every(({ description }) => description.length > 0)).toBe(true);
  });

  it('are complete', () => {
    expect(optionLists.length).toBeGreaterThanOrEqual(18);
  });

  it('use the terms of the glossary', () => {
    const words = JSON.stringify(lists);
    expect(words).not.toMatch(/等額本息|投資者|流標|我要投資|與投資|於本平台投資/);
    expect(registerPurposes.map(({ description }) => description)).toEqual([
      '我要申貸',
      '我要出資',
      '申貸與出資都想了解',
    ]);
    expect(optionText(fundSources, 5)).toBe('利息／股利／投資收益');
  });

  it('find an option by id or code, only if it is offered', () => {
    expect(optionFrom(paymentModes, 1)).toBe(optionFrom(paymentModes, 'VIRTUAL_ACCOUNT'));
    expect(optionFrom(paymentModes, 'EDDA')).toBeNull();
    expect(optionFrom(paymentModes, 9)).toBeNull();
    expect(optionFrom(pollAnswers, 'ABSTAIN')?.id).toBe(3);
    expect(optionOf(paymentModes, 3)?.enabled).toBe(false);
    expect(optionText(paymentModes, 9)).toBe('');
  });
});

describe('occupations', () => {
  it('are numbered by group and position', () => {
    expect(optionOf(occupations, 301)).toEqual({
      id: 301,
      description: '軟體工程師',
      groupId: 3,
      group: '科技工程',
      plan: 'engineer',
    });
    expect(optionOf(occupations, 300)).toBeUndefined();
    expect(occupationGroups.every(({ items }) => items.length < 100)).toBe(true);
    expect(optionOf(occupations, 801)?.plan).toBeNull();
  });
});

describe('plans, profiles and instalments', () => {
  it.each([
    ['medical', 30_000, 500_000, 500, 1_200, [6, 36], 300],
    ['public', 30_000, 500_000, 500, 1_100, [6, 36], 300],
    ['engineer', 30_000, 500_000, 500, 1_200, [6, 36], 300],
    ['finance', 30_000, 400_000, 600, 1_300, [6, 36], 300],
    ['licensed', 30_000, 500_000, 500, 1_200, [6, 36], 300],
    ['office', 30_000, 300_000, 700, 1_500, [12, 24], 400],
  ])('%s', (slug, amountMin, amountMax, rateMinBps, rateMaxBps, terms, platformFeeBps) => {
    const plan = planSeeds.find((seed) => seed.slug === slug)!;
    expect(plan).toMatchObject({ amountMin, amountMax, rateMinBps, rateMaxBps, platformFeeBps });
    expect([plan.installments.at(0), plan.installments.at(-1)]).toEqual(terms);
    expect(plan.occupations.length).toBeGreaterThan(0);
    expect(plan.rateMaxBps).toBeLessThanOrEqual(RATE_CAP_BPS);
  });

  it('caps exposure by suitability', () => {
    expect(riskProfiles.map(({ perCaseMax, totalMax }) => [perCaseMax, totalMax])).toEqual([
      [10_000, 100_000],
      [50_000, 500_000],
      [100_000, 2_000_000],
    ]);
    expect(installments.map(({ value }) => value)).toEqual([6, 12, 18, 24, 30, 36]);
  });
});

describe('banks', () => {
  it('contain only those at which people have accounts', () => {
    expect(bankName('812')).toContain('台新');
    expect(bankName('999')).toBe('999');
    expect(['004', '700', '815', '999'].map(isOpenBank)).toEqual([true, true, false, false]);
    expect(banks.every(({ code }) => /^\d{3}$/.test(code))).toBe(true);
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
    const issuers = cardBanks.map(({ code }) => code);
    expect(['006', '001'].map((code) => issuers.includes(code))).toEqual([true, false]);
    expect(cardBanks).toHaveLength(34);
  });
});

describe('zip codes', () => {
  it('contain every district once under its city', () => {
    expect(zipRows).toHaveLength(371);
    expect(cities).toContain('臺北市');
    expect(districtsOf('臺北市')).toHaveLength(12);
    expect(isDistrict('106', '臺北市', '大安區')).toBe(true);
    expect(isDistrict('106', '臺北市', '信義區')).toBe(false);
    expect(new Set(zipRows.map(({ city, district }) => city + district)).size).toBe(371);
  });
});
