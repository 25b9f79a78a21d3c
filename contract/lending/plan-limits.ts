// Schemas of a plan's amounts, rates and fees, with the limits that every version must respect.
import { z } from 'zod';
import {
  bpsOfPercent,
  formatMoney,
  formatPercent,
  money,
  type Money,
  percentOfBps,
} from '../core/money.ts';
import { asMoney } from '../core/wire.ts';
import { RATE_CAP_BPS } from '../law/rates.ts';
import { numberSettings } from '../settings/values.ts';

/** Amounts of a plan and approved amounts are multiples of this, in NT$. */
export const PLAN_UNIT = money(10_000);
/** The most that a borrower may ever owe, in NT$; the limit in force is also checked. */
const AMOUNT_MAX = money(numberSettings.borrowerMax.max);
const FEE_PERCENT_MAX = 10;
const FEE_MAX = money(100_000);

function hasTwoDecimals(percent: number): boolean {
  try {
    return bpsOfPercent(percent) >= 0;
  } catch {
    return false;
  }
}
const percent = (max: number, beyond: string) =>
  z.number().min(0, '不可小於 0').max(max, beyond).refine(hasTwoDecimals, '最多兩位小數');
const cap = percentOfBps(RATE_CAP_BPS);
/** A yearly interest rate in percent, at most the legal cap. */
export const planRate = percent(cap, `不可超過法定上限 ${formatPercent(cap)}`);

const moneyUpTo = (max: Money) => z.int().max(max, `最多 ${formatMoney(max)}`);
/** An amount that a plan offers. */
export const planAmount = asMoney(
  moneyUpTo(AMOUNT_MAX)
    .min(PLAN_UNIT, `至少 ${formatMoney(PLAN_UNIT)}`)
    .multipleOf(PLAN_UNIT, `請以 ${formatMoney(PLAN_UNIT)} 為單位`),
);

/** The platform's fee in percent of the loan, and the least it charges. */
export const planFeePercent = percent(FEE_PERCENT_MAX, `不可超過 ${FEE_PERCENT_MAX}%`);
export const planFeeMin = asMoney(moneyUpTo(FEE_MAX).min(0));
