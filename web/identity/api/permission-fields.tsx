// Fields by which a member limits what a program may do: daily cap and lifetime.
import { z } from 'zod';
import { lifetimes, DAILY_CAP_MAX, DAILY_CAP_MIN } from '#contract/identity/scopes.ts';
import { RadioField } from '../../form/choice-fields.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { formatMoney } from '../../ui/format.ts';

const STEP = 1_000;
const bounds = `${formatMoney(DAILY_CAP_MIN)} 至 ${formatMoney(DAILY_CAP_MAX)}，以千元為單位`;

export const capShape = z
  .int()
  .min(DAILY_CAP_MIN, bounds)
  .max(DAILY_CAP_MAX, bounds)
  .multipleOf(STEP, bounds);
export const daysShape = z.literal(lifetimes);

const lifetimeText = { 30: '30 天', 90: '90 天', 365: '1 年' } as const;

export function CapField() {
  return (
    <MoneyField
      name="dailyCap"
      label="每日下單上限"
      hint={`每天（臺北時間）下單金額合計，${bounds}`}
    />
  );
}

export function DaysField() {
  return (
    <RadioField
      name="days"
      label="有效期間"
      numeric
      columns={3}
      choices={lifetimes.map((days) => ({ value: String(days), title: lifetimeText[days] }))}
    />
  );
}
