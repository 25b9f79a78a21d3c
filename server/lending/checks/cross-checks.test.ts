// Tests of the comparisons that a reviewer sees: each with a match, a difference and its limits.
import { describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { annualIncomes } from '#contract/options.ts';
import {
  bandCheck,
  companyCheck,
  contactCheck,
  freshCheck,
  incomeCheck,
  linkChecks,
  monthCheck,
  monthsInName,
  type Proof,
} from './cross-checks.ts';
import { incomeBands } from '../../verification/rules.ts';

const proof = (more: Partial<Proof> = {}): Proof => ({
  monthlyIncome: money(60_000),
  from: day('2026-08-01'),
  to: day('2026-10-31'),
  isApproved: true,
  filenames: [],
  ...more,
});

test('the bands have the bounds that their options name', () => {
  for (const { id, description } of annualIncomes) {
    const named = description.match(/\d+/g)?.map((n) => Number(n) * 10_000) ?? [];
    const bounds = (incomeBands[id] ?? []).filter((n) => n > 0 && n < Infinity);
    expect(bounds).toEqual(named);
  }
});

describe('income', () => {
  test.each([
    [3, 60_000, true],
    [4, 60_000, false],
    [2, 60_000, false],
    [4, 100_000, true],
    [5, 100_000, true],
    [6, 500_000, true],
  ])('band %i and a proven income of %i a month', (band, monthly, ok) => {
    const declared = { band, text: '級距' };
    expect(bandCheck(declared, proof({ monthlyIncome: money(monthly) }))?.ok).toBe(ok);
  });

  test('a band that the settings have added is compared with nothing', () => {
    expect(bandCheck({ band: 7, text: '新的級距' }, proof())).toBeNull();
  });

  test.each([
    [60_000, true],
    [66_000, true],
    [66_001, false],
    [40_000, true],
  ])('a stated income of %i against 60,000', (stated, ok) => {
    const check = incomeCheck(money(stated), proof());
    expect(check.ok).toBe(ok);
    expect(check.source).toContain('NT$ 60,000'.replace('NT$ ', ''));
  });

  test('names an unreviewed proof as such', () => {
    expect(incomeCheck(money(1), proof({ isApproved: false })).source).toContain('尚未核對');
  });
});

describe('months', () => {
  test.each([
    ['薪資單2026年8月.pdf', ['2026-08']],
    ['薪資_202609_202610.pdf', ['2026-09', '2026-10']],
    ['2026-08 pay.jpg', ['2026-08']],
    ['115年10月薪轉.pdf', ['2026-10']],
    ['IMG_20260801.jpg', []],
    ['scan.pdf', []],
    ['１１５年９月.png', ['2026-09']],
  ])('in the name %s', (name, months) => {
    expect(monthsInName(name)).toEqual(months);
  });

  test('are compared with the period, if there are any', () => {
    expect(monthCheck(proof({ filenames: ['scan.pdf'] }))).toBeNull();
    expect(monthCheck(proof({ filenames: ['202608.pdf'] }))?.ok).toBe(true);
    const other = monthCheck(proof({ filenames: ['202608.pdf', '202511.pdf'] }));
    expect(other).toMatchObject({ ok: false });
    expect(other?.source).toContain('2025/11');
  });

  test.each([
    ['2026-11-20', true],
    ['2027-02-28', true],
    ['2027-03-01', false],
  ])('a proof until the end of October is recent on %s', (on, ok) => {
    expect(freshCheck(proof(), day(on)).ok).toBe(ok);
  });
});

test('the contact must not be the applicant', () => {
  expect(contactCheck('0912345678', '0912345678').ok).toBe(false);
  expect(contactCheck('0912345678', '0912345679').ok).toBe(true);
});

test.each([
  ['百溪股份有限公司', '百溪', true],
  ['百溪（股）', '百溪', false],
  ['測試科技', '測試 科技有限公司', true],
])('the employers %s and %s', (applied, declared, ok) => {
  expect(companyCheck(applied, declared)?.ok).toBe(ok);
});

test('an employer that was never declared is not compared', () => {
  expect(companyCheck('百溪', null)).toBeNull();
});

test('each kind of link is a fact with its members', () => {
  const members = [
    { id: 4, name: '王○明' },
    { id: 9, name: null },
  ];
  const [check] = linkChecks([{ kind: 'sharedContact', members, more: true }]);
  expect(check).toMatchObject({ ok: false, members: [4, 9], who: members });
  expect(check?.text).toBe('同一位聯絡人：2 位會員以上');
});
