// Tests of valid transfers and of the booking of fees.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#contract/core/money.ts';
import { day } from '#contract/core/day.ts';
import { type Entry, assertBalanced, feeEntries } from './rules.ts';

const transfer = (entries: Entry[]) => ({
  id: 't',
  kind: 'receipt' as const,
  on: day('2026-11-20'),
  entries,
});

describe('a transfer', () => {
  test.each([
    ['no entries', [], 't has no entries'],
    [
      'a sum other than zero',
      [{ account: 'trust_bank', amount: 5 } as const],
      't sums to 5 in trust, not 0',
    ],
    [
      'entries that balance only across the trust and the company',
      [
        { account: 'bank_fee', amount: 5 },
        { account: 'trust_bank', amount: -5 },
      ] as const,
      't sums to -5 in trust, not 0',
    ],
    [
      'an entry of zero',
      [
        { account: 'trust_bank', amount: 0 },
        { account: 'suspense', amount: 0 },
      ] as const,
      't has an entry of 0',
    ],
  ])('with %s is refused', (_, entries, message) => {
    expect(() => assertBalanced(transfer([...entries]))).toThrow(new RangeError(message));
  });

  test('that sums to zero is accepted', () => {
    const lines: Entry[] = [
      { account: 'trust_bank', amount: 5 },
      { account: 'suspense', amount: -5 },
    ];
    expect(() => assertBalanced(transfer(lines))).not.toThrow();
  });
});

describe('a fee', () => {
  test('is booked whole: its VAT is booked out at the end of the day', () => {
    const amounts = feeEntries(money(15)).map(({ account, amount }) => [account, amount]);
    expect(amounts).toEqual([
      ['platform_due', -15],
      ['fee_receivable', 15],
      ['fee_income', -15],
    ]);
  });

  test('of zero is not booked', () => {
    expect(feeEntries(money(0))).toEqual([]);
  });

  test('is booked so that, with its debit, every transfer sums to zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (fee) => {
        const sum = feeEntries(money(fee)).reduce((total, { amount }) => total + amount, 0);
        expect(sum + fee).toBe(0);
      }),
    );
  });
});
