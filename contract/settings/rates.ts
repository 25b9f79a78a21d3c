// Settings that are tables of rates: their rows, limits, initial values and validation.
import { z } from 'zod';
import {
  type LossRates,
  type ValuationState,
  valuationStates,
  valuationText,
} from '../law/valuation.ts';

/** Rates in basis points by row; each version contains all rows. */
export type RatesValue = Readonly<Record<string, number>>;

export type RatesSetting = {
  group: 'valuation';
  text: string;
  about: string;
  rows: readonly { id: string; text: string }[];
  /** Bounds in basis points that apply to every row. */
  min: number;
  max: number;
  initial: RatesValue;
  checked: boolean;
};

export const ratesSettings = {
  lossRates: {
    group: 'valuation',
    text: '逾期本金預估損失率',
    about:
      '出資人頁面上「逾期依預估收回」的價值與年化報酬率依此計算；只影響顯示的估計，不改變任何款項',
    rows: valuationStates.map((id) => ({ id, text: valuationText[id] })),
    min: 0,
    max: 10_000,
    initial: {
      current: 0,
      late7: 200,
      late30: 1_500,
      late180: 4_500,
      legal: 6_500,
      writtenOff: 9_000,
    } satisfies LossRates as Record<ValuationState, number>,
    checked: true,
  },
} as const satisfies Record<string, RatesSetting>;

export type RatesName = keyof typeof ratesSettings;
export const ratesNames = Object.keys(ratesSettings) as RatesName[];

/**
 * Requires every row exactly once, within the limits, and no rate below that of the row before,
 * because later states lose more.
 */
export function ratesSchemaOf(name: RatesName) {
  const { rows, min, max }: RatesSetting = ratesSettings[name];
  const within = `請填 ${min / 100} 至 ${max / 100} % 之間的數字，最多兩位小數`;
  const rate = z.int(within).min(min, within).max(max, within);
  return z
    .strictObject(Object.fromEntries(rows.map(({ id }) => [id, rate])))
    .superRefine((rates, context) => {
      for (const [i, { id, text }] of rows.entries()) {
        const before = rows[i - 1];
        if (!before || rates[id]! >= rates[before.id]!) continue;
        const message = `「${text}」不可低於「${before.text}」`;
        context.addIssue({ code: 'custom', path: [id], message });
      }
    });
}
