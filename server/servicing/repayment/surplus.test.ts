// Tests how a surplus of a loan is split between the borrower and third parties.
import { expect, test } from 'vitest';
import { money } from '#contract/core/money.ts';
import { surplusParts, surplusTo } from './surplus.ts';

const received = (...parts: readonly (readonly [id: number, amount: number, third?: boolean])[]) =>
  parts.map(([receiptId, amount, thirdParty = false]) => ({
    receiptId,
    amount: money(amount),
    thirdParty,
  }));

test.each([
  ['nothing of a third party', 500, received([3, 9_000]), [[null, 500]]],
  ['all of the newest receipt', 500, received([3, 9_000, true]), [[3, 500]]],
  [
    'the newest first',
    1_200,
    received([3, 900, true], [2, 300], [1, 8_000, true]),
    [
      [null, 300],
      [3, 900],
    ],
  ],
  [
    'two third parties',
    1_200,
    received([3, 900, true], [2, 500, true]),
    [
      [3, 900],
      [2, 300],
    ],
  ],
  ['a receipt that was paid back before', 400, received([3, 0, true], [2, 500]), [[null, 400]]],
  [
    'more than was received',
    400,
    received([3, 100, true]),
    [
      [null, 300],
      [3, 100],
    ],
  ],
] as const)('a surplus is split: %s', (_name, rest, from, expected) => {
  const parts = surplusParts(money(rest), from);
  expect(parts.map(({ receiptId, amount }) => [receiptId, amount])).toEqual(expected);
});

test('members read where it goes', () => {
  const own = { receiptId: null, amount: money(1) };
  const others = { receiptId: 3, amount: money(1) };
  expect(surplusTo([own])).toBe('您的綁定帳戶');
  expect(surplusTo([others])).toBe('原付款帳戶');
  expect(surplusTo([own, others])).toBe('您的綁定帳戶與原付款帳戶');
});
