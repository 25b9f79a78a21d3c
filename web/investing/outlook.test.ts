// The outlook of an investment: the engine's totals less fee and assumed loss, to the dollar.
import { expect, test } from 'vitest';
import { outlookOf } from './outlook.ts';

test('100,000 at 12 % over 12 periods, fee 10 %, as the papers work it out', () => {
  // Twelve level payments of 8,885 bring 6,619 of interest: the schedule of domain.md §7.
  const { gross, fee, loss, net, each } = outlookOf({
    amount: 100_000,
    installments: 12,
    annualRate: 12,
    feePercent: 10,
  });
  expect(gross - 100_000).toBe(6_619);
  expect(fee).toBe(662);
  expect(loss).toBe(2_119);
  expect(net).toBe(gross - fee - loss);
  expect(each).toBe(Math.floor(net / 12));
});

test('without interest nothing is charged, and the loss is the assumed share', () => {
  const outlook = outlookOf({ amount: 12_000, installments: 6, annualRate: 0, feePercent: 10 });
  expect(outlook).toEqual({ gross: 12_000, fee: 0, loss: 240, net: 11_760, each: 1_960 });
});
