// Tests of the pure rules of invoices: what fees need, numbers in a row, tax and periods.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { add, money } from '#contract/core/money.ts';
import { vatOf } from '#contract/taiwan/tax.ts';
import fc from 'fast-check';
import {
  type OwnFee,
  allowanceTax,
  isMonthEnd,
  maskedCode,
  numbersFrom,
  periodId,
  periodOf,
  periodsShort,
  periodText,
  planOf,
  statedTax,
} from './rules.ts';

const fee = (transferId: string, own: number, more: Partial<OwnFee> = {}): OwnFee => ({
  transferId,
  kind: 'disbursement',
  loanId: 1,
  memberId: 2,
  own: money(own),
  undoes: null,
  invoiceId: null,
  issuedOn: null,
  total: null,
  isVoided: false,
  allowed: money(0),
  ...more,
});
const back = (more: Partial<OwnFee>) =>
  fee('a:undone', -4_015, {
    undoes: 'a',
    invoiceId: 7,
    issuedOn: day('2026-12-30'),
    total: money(4_015),
    ...more,
  });

test('a fee is invoiced; a fee and its reversal of one night need nothing', () => {
  const [one, two] = [fee('a', 4_015), fee('b', 100)];
  const reversal = fee('a:undone', -4_015, { undoes: 'a' });
  expect(planOf([one, two], day('2026-12-31'))).toEqual({
    issue: [one, two],
    undo: [],
    settled: [],
  });
  expect(planOf([one, two, reversal], day('2026-12-31'))).toEqual({
    issue: [two],
    undo: [],
    settled: ['a', 'a:undone'],
  });
});

test.each([
  ['in its period is voided', {}, '2026-12-31', true],
  ['in a later period gets an allowance', {}, '2027-01-01', false],
  ['in part gets an allowance', { total: money(5_000) }, '2026-12-31', false],
  ['with an allowance gets another', { allowed: money(1) }, '2026-12-31', false],
])('a whole invoice that goes back %s', (_, more, on, isVoid) => {
  const plan = planOf([back(more)], day(on));
  expect(plan.undo).toEqual([{ invoiceId: 7, amount: 4_015, isVoid }]);
  expect(plan.settled).toEqual(['a:undone']);
});

test('what was never invoiced or is void needs nothing', () => {
  expect(planOf([back({ invoiceId: null })], day('2026-12-31')).undo).toEqual([]);
  expect(planOf([back({ isVoided: true })], day('2026-12-31')).undo).toEqual([]);
});

test('numbers continue from track to track, and are not given if they do not suffice', () => {
  const tracks = [
    { id: 1, letters: 'AB', next: 8, last: 9 },
    { id: 2, letters: 'AB', next: 10, last: 9 },
    { id: 3, letters: 'CD', next: 0, last: 99 },
  ];
  const taken = numbersFrom(tracks, 3)!;
  expect(taken.numbers.map(({ letters, no }) => [letters, no])).toEqual([
    ['AB', 8],
    ['AB', 9],
    ['CD', 0],
  ]);
  expect([...taken.next]).toEqual([
    [1, 10],
    [3, 1],
  ]);
  expect(numbersFrom(tracks, 102)).not.toBeNull();
  expect(numbersFrom(tracks, 103)).toBeNull();
});

test('only a company is told the tax; allowances on one invoice have the tax of their sum', () => {
  expect(statedTax('company', money(4_015))).toBe(191);
  for (const carrier of ['member', 'mobile', 'donation'] as const) {
    expect(statedTax(carrier, money(4_015))).toBe(0);
  }
});

test('however an invoice is given back, its allowances have the tax of their sum', () => {
  const none = { allowed: money(0), allowedTax: money(0) };
  expect(allowanceTax(money(10), none)).toBe(0);
  expect(allowanceTax(money(10), { allowed: money(10), allowedTax: money(0) })).toBe(1);
  // Earlier allowances may have been rounded one by one; the next one makes up for it.
  expect(allowanceTax(money(20), { allowed: money(20), allowedTax: money(2) })).toBe(0);
  const parts = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, (amounts) => {
      let so = none;
      for (const amount of amounts.map(money)) {
        const tax = allowanceTax(amount, so);
        expect(tax).toBeLessThanOrEqual(Math.ceil(amount / 21) + 1);
        so = { allowed: add(so.allowed, amount), allowedTax: add(so.allowedTax, tax) };
        expect(so.allowedTax).toBe(vatOf(so.allowed));
      }
    }),
  );
});

test('periods have ids and names, and month ends are recognised', () => {
  expect(periodId(day('2026-12-31'))).toBe(202_611);
  expect(periodText(day('2026-12-31'))).toBe('2026/11–12');
  expect(isMonthEnd(day('2028-02-29'))).toBe(true);
  expect(isMonthEnd(day('2027-02-27'))).toBe(false);
});

test('numbers are asked for before they run out, and a week before the next period', () => {
  const short = (on: string, now: [number, number], next: [number, number]) =>
    periodsShort(day(on), (from) => {
      const [allotted, left] = from === '2026-11-01' ? now : next;
      return { allotted, left };
    });
  expect(short('2026-11-30', [100, 20], [0, 0])).toEqual([]);
  expect(short('2026-11-30', [100, 19], [0, 0])).toEqual(['2026-11-01']);
  expect(short('2026-11-30', [0, 0], [0, 0])).toEqual(['2026-11-01']);
  expect(short('2026-12-24', [100, 90], [0, 0])).toEqual([]);
  expect(short('2026-12-25', [100, 90], [0, 0])).toEqual(['2027-01-01']);
  expect(short('2026-12-25', [100, 90], [50, 50])).toEqual([]);
});

test('five figures explain the difference between invoices and the VAT of the ledger', () => {
  const period = periodOf({
    from: day('2026-11-01'),
    fees: money(11_000),
    vat: money(500),
    invoices: 4,
    voided: 1,
    personTotal: money(8_000),
    companyTotal: money(1_009),
    companyTax: money(49),
    allowances: 1,
    allowanceTotal: money(100),
    allowanceTax: money(5),
    collected: money(10_500),
    pending: money(1_500),
    documented: money(8_909),
  });
  expect(period).toMatchObject({
    to: '2026-12-31',
    declared: 425,
    shifted: -91,
    other: 500,
    unbooked: 24,
    rounding: 1,
    difference: -75,
  });
});

test('a code is masked but for its ends', () => {
  expect(maskedCode('/ABC+123')).toBe('/A***23');
  expect(maskedCode('919')).toBe('***');
});
