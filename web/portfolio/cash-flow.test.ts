// Tests of the cash flow by month: its axis, its sums and its words.
import { describe, expect, test } from 'vitest';
import { money, ZERO } from '#contract/core/money.ts';
import type { MonthFlow } from '#contract/investing/portfolio.ts';
import { axisAround, axisOf, placeAfter, yearPlaces } from '../ui/drawings/chart.ts';
import { formatShort } from '../ui/format.ts';
import { axisLimitOf, cumulated, flowCsv } from './cash-flow.ts';
import { monthWords } from './CashFlowChart.tsx';

describe('the cash flow', () => {
  const nothing = { lateInterest: ZERO, penalty: ZERO, prepaymentFee: ZERO };
  const month = (name: string, principal: number, due = 0): MonthFlow => ({
    month: name,
    received: { ...nothing, principal: money(principal), interest: money(10), fee: money(1) },
    scheduled: { principal: money(due), interest: ZERO },
    outstanding: ZERO,
  });
  test('a settlement does not flatten the other months', () => {
    expect(axisLimitOf([])).toBe(0);
    expect(axisLimitOf([900, 1_000, 1_100, 2_000])).toBe(2_000);
    expect(axisLimitOf([900, 1_000, 1_100, 30_000])).toBe(1_100);
    expect(axisLimitOf([0, 0, 1_000, 0, 28_000, 30_000, 1_200, 1_100, 900])).toBe(1_200);
    // A single month with money is no exception to anything.
    expect(axisLimitOf([0, 0, 30_000])).toBe(30_000);
  });
  test('the year stands at its first month, and the first year gives way to one close by', () => {
    const at = (...xs: number[]) => xs.map((x, i) => ({ year: i === 0 ? '2025' : '2026', x }));
    expect([...yearPlaces(at(0, 60, 120))]).toEqual([0, 1]);
    expect([...yearPlaces(at(0, 28, 56))]).toEqual([1]);
    expect([...yearPlaces([])]).toEqual([]);
  });

  test('its axis ends at a round number above the maximum', () => {
    expect(axisOf(0)).toEqual([0]);
    expect(axisOf(7)).toEqual([0, 2, 4, 6, 8]);
    expect(axisOf(8_885)).toEqual([0, 5_000, 10_000]);
    expect(axisOf(40_000)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
    expect(axisAround(3, 40)).toEqual([0, 10, 20, 30, 40]);
    expect(axisAround(-15, 38)).toEqual([-20, -10, 0, 10, 20, 30, 40]);
    expect(axisAround(-7, 0)).toEqual([-8, -6, -4, -2, 0]);
    // For any maximum, the axis labels differ from each other and none is rounded to a wrong value.
    expect(axisOf(19_000).map(formatShort)).toEqual(['0', '5,000', '1 萬', '1.5 萬', '2 萬']);
    expect(axisOf(150_000_000).map(formatShort)).toEqual(['0', '5,000 萬', '1 億', '1.5 億']);
    for (let most = 1; most < 1e11; most = Math.ceil(most * 1.37)) {
      const said = axisAround(-most / 3, most).map(formatShort);
      expect([most, new Set(said).size]).toEqual([most, said.length]);
    }
    expect(
      ['ArrowRight', 'ArrowLeft', 'End', 'Home', 'a'].map((key) => placeAfter(key, 1, 3)),
    ).toEqual([2, 0, 2, 0, null]);
  });
  test('is summed by month, and describes each one', () => {
    const months = [month('2026-11', 100), month('2026-12', 0, 50)];
    expect(cumulated(months)).toEqual([110, 170]);
    expect(monthWords(months[1]!, false)).toMatch(/^2026 年 12 月：已收利息 .*預定本金 .*合計/);
    expect(monthWords(months[1]!, true)).toBe('2026 年 12 月：金額已隱藏');
    expect(flowCsv(months).split('\r\n')[1]).toBe('2026-11,100,10,0,0,0,0,0,110,1');
  });
});
