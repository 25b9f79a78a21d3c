// Two calculators in one box: what a loan would cost, and what an investment might bring back.
import { useId, useState } from 'react';
import { AmountSlider, amountProblem, Costs } from '../../lending/Calculator.tsx';
import { CostRows } from '../../lending/CostRows.tsx';
import { bandOf, offers, type PricedPlan } from '../../lending/estimate.ts';
import { moneyRange, percentRange } from '../../lending/figures.ts';
import { ASSUMED_LOSS_PERCENT, outlookOf } from '../../investing/outlook.ts';
import { Chips } from '../../ui/Choices.tsx';
import { MoneyInput } from '../../ui/DigitsInput.tsx';
import { Field, FieldGroup } from '../../ui/Field.tsx';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Select } from '../../ui/TextInput.tsx';
import { GoButton } from '../Go.tsx';
import * as paths from '../paths.ts';

export type CalculatorPlan = PricedPlan & {
  slug: string;
  listName: string;
  investorFeePercent: number;
};
/** Yearly rates in percent that grades of one letter pay. */
export type RateBand = { letter: string; low: number; high: number };

function Terms({
  terms,
  value,
  onChange,
}: {
  terms: readonly number[];
  value: number;
  onChange: (term: number) => void;
}) {
  return (
    <FieldGroup label="期數">
      <Chips
        name={useId()}
        value={String(value)}
        onValueChange={(text) => onChange(Number(text))}
        choices={terms.map((term) => ({ value: String(term), title: `${term} 期` }))}
      />
    </FieldGroup>
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
            options={plans.map((one) => ({ value: one.slug, label: one.listName }))}
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
      </div>
    </div>
  );
}

type Bounds = { min: number; max: number; step: number };

function investProblem(amount: number | null, { min, max, step }: Bounds): string | undefined {
  if (amount === null) return '請輸入出資金額';
  if (amount < min || amount > max) {
    return `出資金額需介於 ${formatMoney(min)} 至 ${formatMoney(max)}`;
  }
  return amount % step === 0 ? undefined : `請以 ${formatMoney(step)} 為單位`;
}

function Outlook({ low, high }: Record<'low' | 'high', ReturnType<typeof outlookOf>>) {
  const rows = [
    { name: '借款人各期還清時，共收', value: moneyRange(low.gross, high.gross) },
    { name: '手續費', about: '收到利息時收取，本金不收。', value: moneyRange(low.fee, high.fee) },
    {
      name: `假設損失 ${formatPercent(ASSUMED_LOSS_PERCENT)}`,
      about: '假設收回的款項裡有這個比率收不回來。實際損失可能更少，也可能更多。',
      value: moneyRange(low.loss, high.loss),
    },
    { name: '扣除後合計收回', value: moneyRange(low.net, high.net) },
  ];
  return <CostRows rows={rows} />;
}

export type InvestTerms = {
  bounds: Bounds;
  bands: readonly RateBand[];
  terms: readonly number[];
  feePercent: number;
};

const START = 10_000;

function Investing({ bounds, bands, terms, feePercent }: InvestTerms) {
  const name = useId();
  const [amount, setAmount] = useState<number | null>(START);
  const [term, setTerm] = useState(terms[Math.floor(terms.length / 2)]!);
  const [letter, setLetter] = useState(bands[0]!.letter);
  const band = bands.find((one) => one.letter === letter) ?? bands[0]!;
  const problem = investProblem(amount, bounds);
  const at = (annualRate: number) =>
    outlookOf({ amount: amount ?? 0, installments: term, annualRate, feePercent });
  const both = problem ? null : { low: at(band.low), high: at(band.high) };
  return (
    <div className="calculator">
      <div className="grid content-start gap-5">
        <Field label="出資金額" error={problem}>
          <MoneyInput value={amount} onValueChange={setAmount} maxDigits={7} />
        </Field>
        <Terms terms={terms} value={term} onChange={setTerm} />
        <FieldGroup label="風險等級與年化利率">
          <Chips
            name={name}
            value={letter}
            onValueChange={setLetter}
            choices={bands.map((one) => ({
              value: one.letter,
              title: `${one.letter}　${percentRange(one.low, one.high)}`,
            }))}
          />
        </FieldGroup>
      </div>
      <div className="calculator-out">
        <div className="calculated" role="status" data-stale={both ? undefined : ''}>
          <p className="text-sm">
            預估每期收回，扣除手續費與假設損失 {formatPercent(ASSUMED_LOSS_PERCENT)} 後
          </p>
          <p className="figure-number">{both ? moneyRange(both.low.each, both.high.each) : '—'}</p>
          {both && <Outlook {...both} />}
        </div>
        <p className="text-xs">
          試算不是保證。利率愈高通常風險愈高，您可能無法收回全部或部分本金。
        </p>
        <GoButton to={paths.investment()} look="primary" wide>
          前往出資專區
        </GoButton>
      </div>
    </div>
  );
}

export default function Calculators({
  plans,
  invest,
}: {
  plans: readonly CalculatorPlan[];
  invest: InvestTerms;
}) {
  const [tab, setTab] = useState('borrow');
  return (
    <Tabs
      label="試算"
      look="segments"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { id: 'borrow', label: '申貸試算', panel: <Borrowing plans={plans} /> },
        { id: 'invest', label: '出資試算', panel: <Investing {...invest} /> },
      ]}
    />
  );
}
