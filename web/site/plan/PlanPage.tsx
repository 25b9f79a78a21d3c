// Page /loan/{type}: one plan in full, with calculator, costs of both sides, and the steps.
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import type { Plan } from '#contract/lending/calls.ts';
import { readingCardOf, type ReadingCard } from '../../content/cards.ts';
import { renderContext } from '../../page-context.ts';
import { titleOf } from '../kit/brand.ts';
import { Go } from '../kit/Go.tsx';
import { headOf } from '../kit/head.ts';
import { deferred } from '../../first-paint/deferred.tsx';
import { questionsOf } from '../kit/linked-data.ts';
import * as paths from '../kit/paths.ts';
import { Card } from '../../ui/display/Card.tsx';
import { Calculator, useCalculation } from '../../lending/plans/Calculator.tsx';
import { moneyRange } from '../../lending/plans/figures.ts';
import { loanDataOf } from '../../lending/plans/plan-data.ts';
import type { RefundFee } from '../../lending/plans/PlanFees.tsx';
import { PlanHead, PlanText } from '../../lending/plans/PlanText.tsx';
import { ApplyLink } from '../../lending/plans/ApplyLink.tsx';
import '../../content/reading/cover.css';
import '../../content/reading/news-lines.css';
import '../../content/card.css';
import '../../lending/lending.css';

/** Number of borrowers' stories below a plan. */
const STORIES = 2;
const PlanStories = deferred('plan-stories', () => import('./PlanStories.tsx'));

/** An unknown slug gets a 404, which the router shows. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, report, settings } = context.get(renderContext);
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
  return <PlanContent key={plan.id} plan={plan} refund={refund} stories={stories} />;
}

function PlanContent({
  plan,
  refund,
  stories,
}: {
  plan: Plan;
  refund: RefundFee | null;
  stories: readonly ReadingCard[];
}) {
  const calculation = useCalculation(plan);
  const { band, wish } = calculation;
  const quoteQuery = {
    plan: plan.slug,
    ...(band && { amount: wish.amount, term: wish.installments }),
  };
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
        <PlanHead plan={plan}>
          {/* Not beside the calculator, whose card fits into a window as it is. */}
          <p>
            <Go to={paths.quote(quoteQuery)}>六個問題，試算我的條件</Go>
          </p>
        </PlanHead>
        <aside className="plan-side" aria-label="試算">
          <Card>
            <h2 className="mb-4 text-h3">試算每期還款</h2>
            <Calculator plan={plan} of={calculation} />
            <div className="mt-5 grid gap-3 text-center">
              <ApplyLink slug={plan.slug} size="lg" wide />
            </div>
          </Card>
        </aside>
        <PlanText plan={plan} refund={refund}>
          <Stories of={stories} />
        </PlanText>
      </div>
      <div className="apply-bar">
        <p>
          <span>每期約</span>
          <b>{band ? moneyRange(band.low.instalment, band.high.instalment) : '—'}</b>
        </p>
        <ApplyLink slug={plan.slug} isShort />
      </div>
    </div>
  );
}
