// Calculator of a plan: the user enters amount and term and sees the instalment and all costs,
// calculated with the same code as on the server.
import { useId, useState } from 'react';
import { NeedsScripts } from '../../ui/display/Alert.tsx';
import { Chips } from '../../ui/fields/Choices.tsx';
import { MoneyInput } from '../../ui/fields/DigitsInput.tsx';
import { Field, FieldGroup } from '../../ui/fields/Field.tsx';
import { formatMoney, formatWan } from '../../ui/format.ts';
import { CostRows } from './CostRows.tsx';
import { bandOf, offers, type Estimate, type PricedPlan, type Wish } from './estimate.ts';
import { moneyRange, percentRange } from './figures.ts';

/** Returns the amount limited to the plan's range and rounded to its steps. */
export function fitting(plan: PricedPlan, amount: number): number {
  const { amountMin, amountMax, amountStep } = plan;
  const stepped = Math.floor(amount / amountStep) * amountStep;
  return Math.min(Math.max(stepped, amountMin), amountMax);
}

/** A slider beside the input, so that the amount can also be set without dragging. */
export function AmountSlider({
  plan,
  amount,
  onAmountChange,
}: {
  plan: PricedPlan;
  amount: number;
  onAmountChange: (amount: number) => void;
}) {
  return (
    <div className="slider">
      <input
        type="range"
        aria-label="以滑桿調整借款金額"
        aria-valuetext={formatMoney(fitting(plan, amount))}
        min={plan.amountMin}
        max={plan.amountMax}
        step={plan.amountStep}
        value={fitting(plan, amount)}
        onChange={(event) => onAmountChange(Number(event.target.value))}
      />
      <p className="slider-ends" aria-hidden="true">
        <span>{formatWan(plan.amountMin)}</span>
        <span>{formatWan(plan.amountMax)}</span>
      </p>
    </div>
  );
}

/** Returns the error of an amount for this plan; undefined if it is valid. */
export function amountProblem(
  plan: Pick<PricedPlan, 'amountMin' | 'amountMax' | 'amountStep'>,
  amount: number | null,
): string | undefined {
  const { amountMin, amountMax, amountStep } = plan;
  if (amount === null) return '請輸入借款金額';
  if (amount < amountMin || amount > amountMax) {
    return `借款金額需介於 ${formatMoney(amountMin)} 至 ${formatMoney(amountMax)}`;
  }
  if (amount % amountStep === 0) return undefined;
  return amountStep === 10_000 ? '請以萬元為單位' : `請以 ${formatMoney(amountStep)} 為單位`;
}

/** Costs between the plan's lowest and highest rate. */
export function Costs({ low, high }: { low: Estimate; high: Estimate }) {
  const rows = [
    {
      name: '總成本',
      about: '利息、平台服務費與匯費加總：除了本金，這筆借款一共要付多少。',
      value: moneyRange(low.cost, high.cost),
    },
    {
      name: '總費用年百分率',
      about: '把總成本換算成年利率，可與其他借款比較。',
      value: `約 ${percentRange(low.apr, high.apr)}`,
    },
    { name: '總還款金額', value: moneyRange(low.total, high.total) },
    { name: '平台服務費（撥款時收取）', value: formatMoney(low.platformFee) },
    {
      name: '實際撥款金額',
      about: `借款金額扣除平台服務費與匯費 ${formatMoney(low.remittanceFee)}。`,
      value: formatMoney(low.netPayout),
    },
  ];
  return <CostRows rows={rows} />;
}

export type Calculation = {
  wish: Wish;
  problem: string | undefined;
  band: { low: Estimate; high: Estimate } | null;
  typed: number | null;
  setAmount: (amount: number | null) => void;
  setTerm: (installments: number) => void;
};

/** State of the calculator, which a card and a bar share. */
export function useCalculation(plan: PricedPlan): Calculation {
  const { example } = plan;
  const [typed, setAmount] = useState<number | null>(example.amount);
  const [installments, setTerm] = useState(example.installments);
  const wish = { amount: typed ?? 0, installments };
  const band = offers(plan, wish) ? bandOf(plan, wish) : null;
  const problem = amountProblem(plan, typed);
  return { wish, problem, band, typed, setAmount, setTerm };
}

export function Calculator({ plan, of }: { plan: PricedPlan; of: Calculation }) {
  const name = useId();
  const { wish, band, typed, problem, setAmount, setTerm } = of;
  return (
    <div className="grid gap-5">
      <NeedsScripts what="試算" />
      <div className="grid gap-3">
        <Field label="借款金額" error={problem}>
          <MoneyInput value={typed} onValueChange={setAmount} maxDigits={7} />
        </Field>
        <AmountSlider plan={plan} amount={wish.amount} onAmountChange={setAmount} />
      </div>
      <FieldGroup label="期數">
        <Chips
          name={name}
          value={String(wish.installments)}
          onValueChange={(value) => setTerm(Number(value))}
          choices={plan.installments.map((term) => ({
            value: String(term),
            title: `${term} 期`,
          }))}
        />
      </FieldGroup>
      <div className="calculated" role="status" data-stale={band ? undefined : ''}>
        <p className="text-sm text-ink-3">每期約還</p>
        <p className="figure-number">
          {band ? moneyRange(band.low.instalment, band.high.instalment) : '—'}
        </p>
        {band && <Costs {...band} />}
      </div>
      <p className="text-xs text-ink-3">
        依本方案年化利率 {percentRange(plan.rateMin, plan.rateMax)}
        試算，僅供參考，實際條件依審核為準。
      </p>
    </div>
  );
}
