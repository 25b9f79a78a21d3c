// /loan/{type}: one plan in full, with a calculator, its costs on both sides, and how it goes.
import { CircleCheck } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import type { Plan } from '#contract/lending.ts';
import { readingCardOf, type ReadingCard } from '../content/cards.ts';
import { given } from '../page-context.ts';
import { titleOf } from '../site/brand.ts';
import { Go, GoButton } from '../site/Go.tsx';
import { headOf } from '../site/head.ts';
import { late } from '../site/late.tsx';
import { questionsOf } from '../site/linked-data.ts';
import * as paths from '../site/paths.ts';
import { Accordion, Card, Facts, Timeline } from '../ui/Card.tsx';
import { formatMoney, formatPercent } from '../ui/format.ts';
import { Toggletip } from '../ui/Toggletip.tsx';
import { Calculator, useCalculation } from './Calculator.tsx';
import { remittanceFeeOf } from './estimate.ts';
import { moneyRange, percentRange, termRange, wanRange } from './figures.ts';
import { loanDataOf } from './plan-data.ts';
import { PaperSamples } from './PaperSample.tsx';
import { PlanFees, type RefundFee } from './PlanFees.tsx';
import { PlanRules } from './PlanRules.tsx';
import '../content/cover.css';
import '../content/news-lines.css';
import '../content/card.css';
import './lending.css';

/** So many stories of borrowers stand beneath a plan. */
const STORIES = 2;
const PlanStories = late('plan-stories', () => import('./PlanStories.tsx'));

/** An unknown slug is answered 404, which the router shows. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, report, settings } = context.get(given);
  const { data: plan } = await api.lending.planDetail({ id: String(params['type']) });
  const refund = await api.lending.refundFee({}).catch((error: unknown) => {
    report(error);
    return null;
  });
  const stories = await api.content.listArticles({ type: 'story' }).catch((error: unknown) => {
    report(error);
    return null;
  });
  const told = stories?.data.filter(({ audience }) => audience === 'loan').slice(0, STORIES);
  const data = [loanDataOf(settings.publicUrl, plan), questionsOf(plan.faqs)];
  return {
    plan,
    refund: refund?.data ?? null,
    stories: told?.map(readingCardOf) ?? [],
    data,
  };
}

export function meta(args: MetaArgs<typeof loader>) {
  if (!args.loaderData) return [{ title: titleOf('方案內容') }];
  const { plan, data } = args.loaderData;
  const path = paths.plan(plan.slug);
  return headOf(args, {
    title: plan.listName,
    description: plan.description,
    path,
    image: `/og/plan/${plan.slug}.png`,
    trail: [
      { name: '所有申貸方案', path: paths.plans() },
      { name: plan.listName, path },
    ],
    data,
  });
}

function KeyFacts({ plan }: { plan: Plan }) {
  return (
    <Facts
      look="strip"
      facts={[
        { name: '額度', value: wanRange(plan.amountMin, plan.amountMax) },
        { name: '年化利率', value: percentRange(plan.rateMin, plan.rateMax) },
        { name: '期數', value: termRange(plan.installments) },
        {
          name: '最快撥款',
          value: `${plan.fastestDays} 個營業日`,
          note: '募集當日滿額時',
        },
      ]}
    />
  );
}

function Fitting({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="fit-title">
      <h2 id="fit-title">您是否符合</h2>
      <ul className="check-list">
        {plan.eligibility.map((line) => (
          <li key={line}>
            <CircleCheck size={20} aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Example({ plan }: { plan: Plan }) {
  const { example } = plan;
  return (
    <Card tone="tint" as="section" aria-label="代表性範例">
      <h3 className="text-base">
        代表性範例
        <Toggletip about="總費用年百分率怎麼算">
          總費用年百分率：把平台服務費與匯費從撥款金額扣除後，使每期還款的現值等於實際撥款金額的年利率，每年以
          12 期計（內部報酬率法）。
        </Toggletip>
      </h3>
      <p className="mt-1">
        借款 {formatMoney(example.amount)}、{example.installments} 期、年化利率{' '}
        {formatPercent(example.annualRate)}、平台服務費 {formatMoney(example.platformFee)}、匯費{' '}
        {formatMoney(remittanceFeeOf(plan))}：每期還款 <b>{formatMoney(example.instalment)}</b>
        ，實際撥款 {formatMoney(example.netPayout)}，總費用年百分率約{' '}
        <b>{formatPercent(example.apr)}</b>。
      </p>
    </Card>
  );
}

function Documents({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="documents-title">
      <h2 id="documents-title">應備文件</h2>
      <PaperSamples lines={plan.requiredDocuments} />
      <p className="mt-3 text-sm text-ink-3">手機拍照即可；財力證明可以先送件，稍後再補。</p>
    </section>
  );
}

function Way({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="way-title">
      <h2 id="way-title" className="mb-5">
        從申請到撥款
      </h2>
      <Timeline items={plan.steps.map(({ title, text, time }) => ({ title, when: time, text }))} />
    </section>
  );
}

function Questions({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="faq-title">
      <h2 id="faq-title" className="mb-2">
        常見問題
      </h2>
      {plan.faqs.map(({ question, answer }) => (
        <Accordion key={question} title={question}>
          {answer}
        </Accordion>
      ))}
    </section>
  );
}

function Stories({ of }: { of: readonly ReadingCard[] }) {
  if (of.length === 0) return null;
  return (
    <section id="plan-stories" aria-labelledby="plan-stories-title">
      <PlanStories stories={of} />
    </section>
  );
}

export default function PlanPage() {
  const { plan, refund, stories } = useLoaderData<typeof loader>();
  return <PlanShown key={plan.id} plan={plan} refund={refund} stories={stories} />;
}

function PlanShown({
  plan,
  refund,
  stories,
}: {
  plan: Plan;
  refund: RefundFee | null;
  stories: readonly ReadingCard[];
}) {
  const calculation = useCalculation(plan);
  const { band } = calculation;
  return (
    <div className="container page">
      <nav aria-label="麵包屑" className="breadcrumbs">
        <ol>
          <li>
            <Go to={paths.home()}>首頁</Go>
          </li>
          <li>
            <Go to={paths.plans()}>所有方案</Go>
          </li>
          <li aria-current="page">{plan.listName}</li>
        </ol>
      </nav>
      <div className="plan-body">
        <header className="plan-head">
          <p className="font-bold text-accent">{plan.listName}</p>
          <h1>{plan.title}</h1>
          <p className="text-ink-3">{plan.subtitle}</p>
          <p className="max-w-prose">{plan.description}</p>
          <KeyFacts plan={plan} />
        </header>
        <aside className="plan-side" aria-label="試算">
          <Card>
            <h2 className="mb-4 text-h3">試算每期還款</h2>
            <Calculator plan={plan} of={calculation} />
            <div className="mt-5">
              <GoButton to={paths.apply(plan.slug)} look="primary" size="lg" wide>
                立即申貸
              </GoButton>
            </div>
          </Card>
        </aside>
        <div className="plan-text">
          <Fitting plan={plan} />
          <section aria-labelledby="fees-title" className="grid gap-4">
            <h2 id="fees-title">費用一次看清</h2>
            <PlanFees plan={plan} refund={refund} />
            <Example plan={plan} />
          </section>
          <PlanRules plan={plan} />
          <Documents plan={plan} />
          <Way plan={plan} />
          <Stories of={stories} />
          <Questions plan={plan} />
        </div>
      </div>
      <div className="apply-bar">
        <p>
          <span>每期約</span>
          <b>{band ? moneyRange(band.low.instalment, band.high.instalment) : '—'}</b>
        </p>
        <GoButton to={paths.apply(plan.slug)} look="primary">
          立即申貸
        </GoButton>
      </div>
    </div>
  );
}
