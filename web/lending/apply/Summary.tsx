// Sums of the application beside every step: amount, monthly payment, share of the income.
import { useSyncExternalStore } from 'react';
import type { Plan } from '#contract/lending/calls.ts';
import { add, money } from '#contract/core/money.ts';
import { Card, Facts } from '../../ui/display/Card.tsx';
import { Gauge } from '../../ui/drawings/Gauge.tsx';
import { formatMoney, formatShare } from '../../ui/format.ts';
import { bandOf, burdenOf, burdenText, offers } from '../plans/estimate.ts';
import { moneyRange } from '../plans/figures.ts';
import type { DraftKeeper } from './apply-draft.ts';

/**
 * Share of the income from which the burden is called high; this is only advice, the review
 * decides.
 */
export const HIGH = 0.6;

type Values = Record<string, unknown>;

/**
 * Returns the monthly payment at the lowest and highest rate, the payments of other loans and the
 * income, in NT$ a month; null until amount and term are chosen.
 */
export function monthlyOf(values: Values, plans: readonly Plan[]) {
  const plan = plans.find(({ slug }) => slug === values['plan']);
  const wish = { amount: Number(values['amount']), installments: Number(values['installment']) };
  if (!plan || !offers(plan, wish)) return null;
  const { low, high } = bandOf(plan, wish);
  const job = (values['job'] ?? {}) as { monthlyIncome?: number; otherIncome?: number };
  const { otherLoans = [] } = (values['finance'] ?? {}) as { otherLoans?: { monthly?: number }[] };
  const others = otherLoans.reduce((all, one) => all + (one?.monthly ?? 0), 0);
  const income = (job.monthlyIncome ?? 0) + (job.otherIncome ?? 0);
  const share = burdenOf(add(money(high.instalment), money(others)), income);
  return { ...wish, low: low.instalment, high: high.instalment, others, income, share };
}

/** Says what part of the income the monthly payments take, and from where it is too much. */
export const shareText = (share: number) =>
  `每月負擔　收入的 ${formatShare(share)}（上限 ${formatShare(HIGH)}）`;

const wordOf = (share: number) =>
  share > 1 ? '超過月收入' : share >= HIGH ? '負擔偏高' : '低於六成';

/** Follows what is typed into the current step. */
export function Summary({ keeper, plans }: { keeper: DraftKeeper; plans: readonly Plan[] }) {
  const values = useSyncExternalStore(keeper.watchTyped, keeper.values, keeper.values);
  const monthly = monthlyOf(values, plans);
  if (!monthly) return null;
  const { amount, installments, low, high, others, income, share } = monthly;
  const word = wordOf(share ?? 0);
  return (
    <Card
      as="aside"
      aria-label="申請摘要"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-4 max-lg:p-4
        lg:sticky lg:top-[calc(var(--header-h)_+_24px)] lg:grid-cols-1"
    >
      <div>
        <p className="text-sm text-ink-3">每期約還</p>
        <p className="num text-h3 font-bold text-ink">{moneyRange(low, high)}</p>
        <p className="num text-sm text-ink-3">
          {formatMoney(amount)}・{installments} 期
        </p>
      </div>
      {share !== null && (
        <div className="w-28 lg:mx-auto lg:w-44">
          <Gauge
            share={share}
            high={HIGH}
            label="每月還款占收入"
            words={`${burdenText(share)}，${word}`}
          >
            {formatShare(share)}
          </Gauge>
          <p className="text-center text-sm text-ink-3">{word}</p>
        </div>
      )}
      {share !== null && (
        <div className="max-lg:hidden">
          <p className="text-sm font-bold text-ink">{shareText(share)}</p>
          <Facts
            align="end"
            facts={[
              { name: '本次每期', value: formatMoney(high) },
              { name: '其他貸款', value: formatMoney(others) },
              { name: '月收入', value: formatMoney(income) },
            ]}
          />
        </div>
      )}
    </Card>
  );
}
