// Tests of the entries of bookings: each balances within the trust and within the company.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { journalProblem } from '#contract/banking/journals.ts';
import { bookingKinds } from '#contract/banking/bookings.ts';
import { money } from '#contract/core/money.ts';
import { day } from '#contract/core/day.ts';
import { assertBalanced } from '../../ledger/rules.ts';
import { entriesOfKind } from './booking-rules.ts';

const kinds = bookingKinds.filter((kind) => kind !== 'manual' && kind !== 'year_closed');

test.each(kinds)('%s balances within both entities, whatever the amount', (kind) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 0, max: 100 }),
      fc.constantFrom('trust_bank' as const, 'suspense' as const),
      (amount, percent, side) => {
        const entries = entriesOfKind(kind, money(amount), { side, percent });
        const on = day('2026-11-20');
        expect(() => assertBalanced({ id: 't', kind, on, entries })).not.toThrow();
      },
    ),
  );
});

test('interest is divided between customers and company, theirs rounded down', () => {
  const of = (percent: number) =>
    Object.fromEntries(
      entriesOfKind('bank_interest', money(99), { side: 'trust_bank', percent }).map(
        ({ account, amount }) => [account, amount as number],
      ),
    );
  expect(of(50)).toEqual({
    trust_bank: 99,
    trust_interest: -49,
    platform_due: -50,
    fee_receivable: 50,
    interest_income: -50,
  });
  expect(of(100)).toEqual({ trust_bank: 99, trust_interest: -99 });
});

describe('a manual journal', () => {
  const problem = (entries: readonly (readonly [string, number])[], line: number | null = null) =>
    journalProblem(
      entries.map(([account, amount]) => ({ account: account as never, amount: money(amount) })),
      line === null ? null : money(line),
    );
  test.each([
    [
      'balanced within the company',
      [
        ['bank_fee', 5],
        ['platform_bank', -5],
      ],
      null,
    ],
    [
      'only balanced across entities',
      [
        ['bank_fee', 5],
        ['trust_interest', -5],
      ],
      '各自借貸平衡',
    ],
    [
      'of a tax account',
      [
        ['vat_payable', 5],
        ['platform_bank', -5],
      ],
      '不能以調整分錄異動',
    ],
    [
      'of a customer',
      [
        ['refund_payable', 5],
        ['trust_interest', -5],
      ],
      '不能以調整分錄異動',
    ],
    [
      'with an entry of zero',
      [
        ['bank_fee', 0],
        ['platform_bank', 0],
      ],
      '不能以調整分錄異動',
    ],
    [
      'of one half of the claim',
      [
        ['platform_due', 5],
        ['trust_interest', -5],
      ],
      '須同時異動',
    ],
    [
      'that moves the bank',
      [
        ['trust_interest', 5],
        ['trust_bank', -5],
      ],
      '由對帳差異',
    ],
  ] as const)('%s', (_, entries, why) => {
    const found = problem(entries);
    if (why === null) expect(found).toBeNull();
    else expect(found).toContain(why);
  });

  test('that explains a line of the bank has exactly its amount', () => {
    const entries = [
      ['trust_interest', 5],
      ['trust_bank', -5],
    ] as const;
    expect(problem(entries, -5)).toBeNull();
    expect(problem(entries, -6)).toContain('須等於銀行這一筆');
  });
});
