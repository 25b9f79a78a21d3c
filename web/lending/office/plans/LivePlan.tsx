// Live figures of a plan's terms: the representative example, and the most expensive loan.
import { useWatch } from 'react-hook-form';
import { dearestOf } from '#contract/law/loan-cost.ts';
import { bpsOfPercent, money, percentOfBps } from '#contract/core/money.ts';
import { exampleRate, exampleWish } from '#contract/lending/plan-example.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { formatMoney, formatPercent } from '../../../ui/format.ts';
import { Figures } from '../Assessment.tsx';
import type { PlanFields } from './plan.ts';
import { figuresOf } from '../term-figures.ts';

const names = [
  'amountMin',
  'amountMax',
  'installments',
  'rateMin',
  'rateMax',
  'platformFeePercent',
  'platformFeeMin',
] as const;

type Terms = Pick<PlanFields, (typeof names)[number]>;

/**
 * Returns the example on the plan's page and the maximum cost of the plan; null while terms are
 * missing.
 */
function exampleOf(terms: Terms, remittanceFee: number) {
  const { amountMin, amountMax, installments, rateMin, rateMax } = terms;
  const given = [amountMin, amountMax, rateMin, rateMax, terms.platformFeePercent];
  const isWhole = given.every((one) => Number.isFinite(one)) && amountMin > 0;
  const isLawful = rateMin <= rateMax && rateMax <= percentOfBps(RATE_CAP_BPS);
  if (!isWhole || !isLawful || amountMax < amountMin || installments.length === 0) return null;
  const plan = { ...terms, remittanceFee };
  const ascending = installments.toSorted((a, b) => a - b);
  try {
    const bps = exampleRate(bpsOfPercent(rateMin), bpsOfPercent(rateMax));
    const wish = exampleWish({
      amountMin: money(amountMin),
      amountMax: money(amountMax),
      installments: ascending,
    });
    const annualRate = percentOfBps(bps);
    const example = figuresOf(plan, { ...wish, annualRate });
    const range = {
      amountMin: money(amountMin),
      amountMax: money(amountMax),
      rateMaxBps: bpsOfPercent(rateMax),
      installments: ascending,
      platformFeeBps: bpsOfPercent(terms.platformFeePercent),
      platformFeeMin: money(terms.platformFeeMin),
    };
    const dearest = dearestOf(range, money(remittanceFee));
    return example ? { example, dearest } : null;
  } catch {
    return null;
  }
}

/** Bank fee of a disbursement in NT$, and the limits in force: APR in percent, debt in NT$. */
type Ceilings = { remittanceFee: number; aprMax: number; borrowerMax: number };

/** Updates on every keystroke. */
export function LivePlan({ remittanceFee, aprMax, borrowerMax }: Ceilings) {
  const values = useWatch({ name: [...names] }) as unknown[];
  const terms = Object.fromEntries(names.map((name, i) => [name, values[i]])) as Terms;
  const found = exampleOf(terms, remittanceFee);
  return (
    <Card as="section">
      <CardHead title="代表性範例" />
      {found ? (
        <div aria-live="polite">
          <p className="mb-2 text-sm text-ink-2">
            借款 {formatMoney(found.example.amount)}、{found.example.installments} 期、年化利率{' '}
            {formatPercent(found.example.annualRate)}
          </p>
          <Figures of={found.example} />
          <p className="mt-3 text-sm text-ink-2">
            費用占比最高時（{formatMoney(found.dearest.amount)}、{found.dearest.installments}{' '}
            期、年化利率 {formatPercent(terms.rateMax)}），總費用年百分率{' '}
            <b className="whitespace-nowrap">{formatPercent(found.dearest.apr)}</b>
          </p>
          {found.dearest.apr > aprMax && (
            <Alert tone="danger" title="超過總費用年百分率上限">
              上限為 {formatPercent(aprMax)}，請降低利率或服務費、提高額度下限，或拿掉較短的期數。
            </Alert>
          )}
          {terms.amountMax > borrowerMax && (
            <Alert tone="danger" title="超過每位借款人的上限">
              額度上限不可超過 {formatMoney(borrowerMax)}。
            </Alert>
          )}
        </div>
      ) : (
        <p className="text-ink-3">填妥額度、利率、期數與服務費後，顯示每期還款與總費用年百分率</p>
      )}
    </Card>
  );
}
