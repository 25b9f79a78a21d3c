// Tests what a trust report says about client money that lacks and about differences.
import { expect, test } from 'vitest';
import { formatMoney, money } from '../../core/money.ts';
import { troublesOf } from './troubles.ts';

const difference = {
  kind: 'unbooked' as const,
  day: '2026-10-31',
  reference: '1',
  amount: money(-5_000),
  taskId: '1',
  owner: null,
  reason: '銀行誤扣',
};

test('a month in which everything agrees says nothing', () => {
  const parts = [{ kind: 'platform_due' as const, amount: money(50_000) }];
  expect(troublesOf({ parts, differences: [] })).toEqual([]);
});

test('money that lacks and differences are said in words', () => {
  const parts = [{ kind: 'platform_due' as const, amount: money(-40_000) }];
  const [short, differing] = troublesOf({ parts, differences: [difference] });
  expect(short).toContain(`月底客戶款項短少 ${formatMoney(money(40_000))}`);
  expect(differing).toContain(`1 筆差額，合計 ${formatMoney(money(-5_000))}`);
});
