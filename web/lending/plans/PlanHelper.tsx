// Three questions for people who do not know which plan fits: work, amount, term.
import { useState } from 'react';
import type { Plan } from '#contract/lending/calls.ts';
import { occupationGroups } from '#contract/options.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card, Facts } from '../../ui/display/Card.tsx';
import { Chips } from '../../ui/fields/Choices.tsx';
import { FieldGroup } from '../../ui/fields/Field.tsx';
import { formatWan } from '../../ui/format.ts';
import { ApplyLink } from './ApplyLink.tsx';
import { bandOf, offers } from './estimate.ts';
import { moneyRange, percentRange } from './figures.ts';

const AMOUNTS = [50_000, 100_000, 200_000, 300_000, 500_000];
const TERMS = [12, 24, 36];

export type LoanWish = { group: string; amount: number; installments: number };

/** Returns plans for an occupation that offer the amount and term, the cheapest first. */
export function plansFor(plans: readonly Plan[], wanted: LoanWish): Plan[] {
  const group = occupationGroups.find(({ id }) => String(id) === wanted.group);
  const { amount, installments } = wanted;
  return plans
    .filter((plan) => group?.items.some(({ id }) => plan.occupations.includes(id)))
    .filter((plan) => offers(plan, { amount, installments }))
    .toSorted((a, b) => a.rateMax - b.rateMax || a.rateMin - b.rateMin);
}

function Suggestion({ plan, wanted }: { plan: Plan; wanted: LoanWish }) {
  const { low, high } = bandOf(plan, wanted);
  return (
    <Card tone="tint" as="section" aria-label="適合您的方案">
      <h3>{plan.listName}</h3>
      <Facts
        align="end"
        facts={[
          { name: '每期約還', value: moneyRange(low.instalment, high.instalment) },
          { name: '年化利率', value: percentRange(plan.rateMin, plan.rateMax) },
          { name: '總費用年百分率', value: `約 ${percentRange(low.apr, high.apr)}` },
        ]}
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <ApplyLink slug={plan.slug}>申請{plan.listName}</ApplyLink>
        <GoButton to={paths.plan(plan.slug)}>看方案內容</GoButton>
      </div>
    </Card>
  );
}

function Answer({ plans, wanted }: { plans: readonly Plan[]; wanted: LoanWish }) {
  const found = plansFor(plans, wanted);
  if (found.length === 0) {
    return (
      <Alert title="沒有完全符合的方案">
        您的職業目前沒有這個金額與期數的組合，可以試試較低的金額或較短的期數。
      </Alert>
    );
  }
  return found.map((plan) => <Suggestion key={plan.id} plan={plan} wanted={wanted} />);
}

export function PlanHelper({ plans }: { plans: readonly Plan[] }) {
  const [group, setGroup] = useState('');
  const [amount, setAmount] = useState('');
  const [term, setTerm] = useState('');
  const offered = occupationGroups.filter(({ items }) =>
    plans.some((plan) => items.some(({ id }) => plan.occupations.includes(id))),
  );
  const isAnswered = group && amount && term;
  const wanted = { group, amount: Number(amount), installments: Number(term) };
  return (
    <section className="grid gap-x-12 gap-y-6 lg:grid-cols-2" aria-labelledby="helper-title">
      <div className="grid content-start gap-6">
        <div>
          <h2 id="helper-title">不確定哪個適合？</h2>
          <p className="mt-1 text-ink-3">回答三個問題，就知道適合的方案與每月大約要還多少。</p>
        </div>
        <FieldGroup label="1. 您從事哪一類工作？">
          <Chips
            name="helper-group"
            value={group}
            onValueChange={setGroup}
            choices={offered.map(({ id, description }) => ({
              value: String(id),
              title: description,
            }))}
          />
        </FieldGroup>
        <FieldGroup label="2. 想借多少？">
          <Chips
            name="helper-amount"
            value={amount}
            onValueChange={setAmount}
            choices={AMOUNTS.map((one) => ({
              value: String(one),
              title: `${formatWan(one)}元`,
            }))}
          />
        </FieldGroup>
        <FieldGroup label="3. 想分多久還完？">
          <Chips
            name="helper-term"
            value={term}
            onValueChange={setTerm}
            choices={TERMS.map((one) => ({ value: String(one), title: `${one / 12} 年` }))}
          />
        </FieldGroup>
      </div>
      <div className="grid content-start gap-4" role="status">
        {isAnswered ? (
          <Answer plans={plans} wanted={wanted} />
        ) : (
          <Card tone="sunken">
            <p className="text-ink-3">選好三個答案後，這裡會列出適合的方案。</p>
          </Card>
        )}
      </div>
    </section>
  );
}
