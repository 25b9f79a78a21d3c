// Two calculators in one box: the cost of a loan, and the possible return of an investment.
import { useState } from 'react';
import type { Plan } from '#contract/lending/calls.ts';
import { AmountSlider, amountProblem, Costs } from '../../lending/plans/Calculator.tsx';
import { bandOf, offers, type PricedPlan } from '../../lending/plans/estimate.ts';
import { moneyRange, percentRange } from '../../lending/plans/figures.ts';
import { MoneyInput } from '../../ui/fields/DigitsInput.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { NeedsScripts } from '../../ui/display/Alert.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { formatMoney, formatPercent, formatTerm } from '../../ui/format.ts';
import { Go, GoButton } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import { Investing, type InvestTerms, Terms } from './Investing.tsx';

export type CalculatorPlan = PricedPlan & {
  slug: string;
  listName: string;
  investorFeePercent: number;
  example: Plan['example'];
};

function Example({ plan: { listName, example } }: { plan: CalculatorPlan }) {
  return (
    <p className="text-xs text-ink-3 lg:col-span-2">
      代表性範例（{listName}）：借款 {formatMoney(example.amount)}、
      {formatTerm(example.installments)}、年化利率 {formatPercent(example.annualRate)}、平台服務費{' '}
      {formatMoney(example.platformFee)}：每期還款 {formatMoney(example.instalment)}
      ，總費用年百分率約 {formatPercent(example.apr)}。實際條件依審核為準。
    </p>
  );
}

function Borrowing({ plans }: { plans: readonly CalculatorPlan[] }) {
  const [slug, setSlug] = useState(plans[0]!.slug);
  const plan = plans.find((one) => one.slug === slug) ?? plans[0]!;
  const [amount, setAmount] = useState<number | null>(plan.example.amount);
  const [term, setTerm] = useState(plan.example.installments);
  const wish = { amount: amount ?? 0, installments: term };
  const band = offers(plan, wish) ? bandOf(plan, wish) : null;
  const fits = plan.installments.includes(term);
  return (
    <div className="calculator">
      <div className="grid content-start gap-5">
        <Field label="方案">
          <Select
            value={slug}
            onChange={(event) => setSlug(event.target.value)}
            placeholder={null}
            options={plans.map(({ slug: value, listName, rateMin }) => ({
              value,
              label: `${listName}　年化 ${formatPercent(rateMin)} 起`,
            }))}
          />
        </Field>
        <div className="grid gap-3">
          <Field label="借款金額" error={amountProblem(plan, amount)}>
            <MoneyInput value={amount} onValueChange={setAmount} maxDigits={7} />
          </Field>
          <AmountSlider plan={plan} amount={wish.amount} onAmountChange={setAmount} />
        </div>
        <Terms terms={plan.installments} value={term} onChange={setTerm} />
      </div>
      <div className="calculator-out">
        <div className="calculated" role="status" data-stale={band ? undefined : ''}>
          <p className="text-sm">每期約還</p>
          <p className="figure-number">
            {band ? moneyRange(band.low.instalment, band.high.instalment) : '—'}
          </p>
          {band && <Costs {...band} />}
          {!fits && <p className="text-sm">這個方案沒有 {term} 期，請另選期數。</p>}
        </div>
        <p className="text-xs">
          依本方案年化利率 {percentRange(plan.rateMin, plan.rateMax)}
          試算；試算結果僅供參考，實際條件依審核為準。
        </p>
        <GoButton to={paths.plan(plan.slug)} look="primary" wide>
          看{plan.listName}
        </GoButton>
        <Go to={paths.plans()}>比較所有方案</Go>
      </div>
      <Example plan={plan} />
    </div>
  );
}

export default function Calculators({
  plans,
  invest,
}: {
  plans: readonly CalculatorPlan[];
  invest: InvestTerms | null;
}) {
  const [tab, setTab] = useState('borrow');
  return (
    <>
      <NeedsScripts what="試算" />
      <Tabs
        label="試算"
        look="segments"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { id: 'borrow', label: '申貸試算', panel: <Borrowing plans={plans} /> },
          ...(invest
            ? [{ id: 'invest', label: '出資試算', panel: <Investing {...invest} /> }]
            : []),
        ]}
      />
    </>
  );
}
