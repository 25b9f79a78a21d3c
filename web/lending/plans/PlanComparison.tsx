// Comparison of plans: all of them on a wide screen, two chosen ones on a phone.
import { useState } from 'react';
import type { Plan } from '#contract/lending/calls.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Field } from '../../ui/fields/Field.tsx';
import { formatMoney, formatPercent, formatTerm } from '../../ui/format.ts';
import { markScrollEdges } from '../../ui/display/scroll-edges.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { percentRange, termRange, wanRange } from './figures.ts';

const lines: readonly { name: string; of: (plan: Plan) => string }[] = [
  { name: '額度', of: (plan) => wanRange(plan.amountMin, plan.amountMax) },
  { name: '年化利率', of: (plan) => percentRange(plan.rateMin, plan.rateMax) },
  { name: '期數', of: (plan) => termRange(plan.installments) },
  { name: '平台服務費', of: (plan) => formatPercent(plan.platformFeePercent) },
  { name: '最低平台服務費', of: (plan) => formatMoney(plan.platformFeeMin) },
  { name: '還款方式', of: () => '本息平均攤還' },
  {
    name: '範例每期還款',
    of: ({ example }) => formatMoney(example.instalment),
  },
  {
    name: '範例總費用年百分率',
    of: ({ example }) => formatPercent(example.apr),
  },
];

function Sheet({ plans, caption }: { plans: readonly Plan[]; caption: string }) {
  return (
    // The table is focusable, so that it can be scrolled by keyboard if the plans do not fit.
    <div
      ref={markScrollEdges}
      className="table-scroll"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="table plan-sheet">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">項目</span>
            </th>
            {plans.map((plan) => (
              <th key={plan.id} scope="col">
                <Go to={paths.plan(plan.slug)}>{plan.listName}</Go>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {plans.map((plan) => (
                <td key={plan.id}>{of(plan)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pair({ plans }: { plans: readonly Plan[] }) {
  const [chosen, setChosen] = useState([plans[0]?.slug, plans[1]?.slug]);
  const options = plans.map(({ slug, listName }) => ({ value: slug, label: listName }));
  const choose = (place: number, slug: string) =>
    setChosen(chosen.map((one, i) => (i === place ? slug : one)));
  const pair = chosen.flatMap((slug) => plans.filter((plan) => plan.slug === slug));
  const two = pair[0] === pair[1] ? pair.slice(0, 1) : pair;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3">
        {chosen.map((slug, i) => (
          <Field key={i} label={i === 0 ? '方案一' : '方案二'}>
            <Select
              value={slug}
              placeholder={null}
              options={options}
              onChange={(event) => choose(i, event.target.value)}
            />
          </Field>
        ))}
      </div>
      <Sheet plans={two} caption="兩個方案的比較" />
    </div>
  );
}

export default function PlanComparison({ plans }: { plans: readonly Plan[] }) {
  const [first] = plans;
  if (!first) return null;
  return (
    <div className="grid gap-4">
      <div className="hidden lg:block">
        <Sheet plans={plans} caption="所有方案的比較" />
      </div>
      <div className="lg:hidden">
        <Pair plans={plans} />
      </div>
      <p className="text-sm text-ink-3">
        範例以借款 {formatMoney(first.example.amount)}、{formatTerm(first.example.installments)}
        與各方案年化利率的中間值計算。
      </p>
    </div>
  );
}
