// Page /loan/alllist: every plan with terms and an example, by occupation, and side by side.
import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import type { Plan } from '#contract/lending/calls.ts';
import { occupationGroups } from '#contract/options.ts';
import { renderContext } from '../../page-context.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import { deferred } from '../../first-paint/deferred.tsx';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState } from '../../ui/display/Alert.tsx';
import { Accordion, Card } from '../../ui/display/Card.tsx';
import { Chips } from '../../ui/fields/Choices.tsx';
import { FieldGroup } from '../../ui/fields/Field.tsx';
import { formatMoney, formatPercent, formatTerm } from '../../ui/format.ts';
import { ApplyLink } from './ApplyLink.tsx';
import { percentRange, termRange, wanRange } from './figures.ts';
import '../lending.css';

/** Three questions with a recommendation, above the plans; the comparison below is closed. */
const PlanChoice = deferred('plan-choice', () => import('./PlanChoice.tsx'));
const PlanComparison = deferred('plan-sheets', () => import('./PlanComparison.tsx'));

/** A group of occupations, and the plans for any of them. */
type Group = { name: string; plans: string[] };

/** Runs only in the loader, because the list of occupations is larger than the page. */
function groupsAmong(plans: readonly Plan[]): Group[] {
  const groups = occupationGroups.map(({ description, items }) => ({
    name: description,
    plans: plans
      .filter((plan) => items.some(({ id }) => plan.occupations.includes(id)))
      .map(({ id }) => id),
  }));
  return groups.filter((group) => group.plans.length > 0);
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  try {
    const { data } = await api.lending.planList({});
    return { plans: data, groups: groupsAmong(data) };
  } catch (error) {
    report(error);
    return { plans: null, groups: [] };
  }
}

export const meta = (args: MetaArgs) =>
  headOf(args, {
    title: '所有申貸方案',
    description: '依職業設計的信用借款方案：額度、年化利率、費用與總費用年百分率一次比較。',
    path: paths.plans(),
    image: 'plans',
    trail: [{ name: '所有申貸方案', path: paths.plans() }],
  });

/** One plan in one row: on a phone its rate beside its name, and the figures in one line below. */
function PlanRow({ plan, groups }: { plan: Plan; groups: readonly Group[] }) {
  const { example } = plan;
  return (
    <Card as="li" className="plan-offer">
      <div>
        <h3>
          <Go to={paths.plan(plan.slug)} className="">
            {plan.listName}
          </Go>
        </h3>
        <p className="text-sm text-ink-3">適合：{groups.map(({ name }) => name).join('、')}</p>
      </div>
      <p className="plan-offer-rate">
        <span>年化利率</span>
        <b>{percentRange(plan.rateMin, plan.rateMax)}</b>
      </p>
      <div>
        <p className="flex flex-wrap gap-x-4">
          <span>{wanRange(plan.amountMin, plan.amountMax)}</span>
          <span>{termRange(plan.installments)}</span>
          <span>
            平台服務費 {formatPercent(plan.platformFeePercent)}（最低{' '}
            {formatMoney(plan.platformFeeMin)}）
          </span>
        </p>
        <p className="text-sm text-ink-3">
          範例：借款 {formatMoney(example.amount)}、{formatTerm(example.installments)}、年化利率{' '}
          {formatPercent(example.annualRate)}，每期還款 {formatMoney(example.instalment)}
          ，總費用年百分率約 <b className="whitespace-nowrap">{formatPercent(example.apr)}</b>
        </p>
      </div>
      <div className="plan-offer-end">
        <ApplyLink slug={plan.slug} label={`立即申貸：${plan.listName}`} isShort />
        <GoButton to={paths.plan(plan.slug)} aria-label={`方案內容：${plan.listName}`}>
          方案內容
        </GoButton>
      </div>
    </Card>
  );
}

const ALL = 'all';

function Offers({ plans, groups }: { plans: Plan[]; groups: Group[] }) {
  const [chosen, setChosen] = useState(ALL);
  const fitting = groups.find(({ name }) => name === chosen)?.plans;
  const shown = plans.filter(({ id }) => chosen === ALL || fitting?.includes(id));
  return (
    <section className="grid gap-6" aria-labelledby="offers-title">
      <h2 id="offers-title">所有方案</h2>
      <FieldGroup label="您的職業">
        <Chips
          name="group"
          value={chosen}
          onValueChange={setChosen}
          choices={[
            { value: ALL, title: '全部' },
            ...groups.map(({ name }) => ({ value: name, title: name })),
          ]}
        />
      </FieldGroup>
      <p className="visually-hidden" role="status">
        共 {shown.length} 個方案
      </p>
      <ul className="plan-offers">
        {shown.map((plan) => (
          <PlanRow
            key={plan.id}
            plan={plan}
            groups={groups.filter((group) => group.plans.includes(plan.id))}
          />
        ))}
      </ul>
      <p className="text-sm text-ink-3">
        年化利率與額度依審核結果而定；總費用年百分率已計入平台服務費與匯費。
      </p>
    </section>
  );
}

/** Questions that have the same answer in all plans. */
function CommonQuestions({ plans }: { plans: Plan[] }) {
  const [first, ...rest] = plans;
  const common = (first?.faqs ?? []).filter(({ question }) =>
    rest.every((plan) => plan.faqs.some((faq) => faq.question === question)),
  );
  if (common.length === 0) return null;
  return (
    <section className="grid gap-x-12 gap-y-4 lg:grid-cols-[1fr_2fr]" aria-labelledby="faq-title">
      <h2 id="faq-title">常見問題</h2>
      <div className="border-t border-line">
        {common.map(({ question, answer }) => (
          <Accordion key={question} title={question}>
            {answer}
          </Accordion>
        ))}
      </div>
    </section>
  );
}

export default function PlansPage() {
  const { plans, groups } = useLoaderData<typeof loader>();
  return (
    <div className="container page grid gap-12">
      <header className="grid gap-3">
        <h1>找到適合您職業的方案</h1>
        <p className="max-w-prose">
          不需擔保品與保證人。利率、費用與總費用年百分率都先列清楚，同意後才開始募集。
        </p>
      </header>
      {plans === null ? (
        <ErrorState title="方案暫時無法載入" onRetry={() => window.location.reload()} />
      ) : plans.length === 0 ? (
        <EmptyState
          title="方案整備中"
          actions={<GoButton to={paths.register()}>先註冊會員</GoButton>}
        >
          先註冊並完成身分驗證，方案開放後就能直接申貸。
        </EmptyState>
      ) : (
        <>
          <div id="plan-choice">
            <PlanChoice plans={plans} />
          </div>
          <div className="grid gap-6">
            <Offers plans={plans} groups={groups} />
            {plans.length > 1 && (
              <Accordion title="並排比較所有方案">
                <div id="plan-sheets">
                  <PlanComparison plans={plans} />
                </div>
              </Accordion>
            )}
          </div>
          <CommonQuestions plans={plans} />
        </>
      )}
    </div>
  );
}
