// Loads the blocks of the home page independently, so that one failure affects no other. Server
// only.
import type { LoaderFunctionArgs } from 'react-router';
import type { Plan } from '#contract/lending/calls.ts';
import { readingCardOf, storyOf } from '../../content/cards.ts';
import { readable } from '../../content/rich-html.ts';
import { ORDER_MIN, ORDER_STEP } from '../../investing/order/gate.ts';
import { renderContext } from '../../page-context.ts';
import type { GradeTerms } from './Investing.tsx';

const NEWS = 3;
const QUESTIONS = 5;
const CASES = 3;

function pricedOf(plan: Plan) {
  const { slug, listName, amountMin, amountMax, amountStep, rateMin, rateMax } = plan;
  const { installments, platformFeePercent, platformFeeMin, investorFeePercent, example } = plan;
  const range = { slug, listName, amountMin, amountMax, amountStep, rateMin, rateMax };
  return {
    ...range,
    installments,
    platformFeePercent,
    platformFeeMin,
    investorFeePercent,
    example,
  };
}

/**
 * Returns the data of both calculators, or nothing if there are no plans; the investment calculator
 * needs the expected loss of the grades.
 */
function calculatorsOf(plans: readonly Plan[], grades: readonly GradeTerms[]) {
  const [first] = plans;
  if (!first) return null;
  const terms = [...new Set(plans.flatMap((plan) => plan.installments))].toSorted((a, b) => a - b);
  const max = Math.max(...plans.map((plan) => plan.amountMax));
  return {
    plans: plans.map(pricedOf),
    invest:
      grades.length === 0
        ? null
        : {
            bounds: { min: ORDER_MIN, max, step: ORDER_STEP },
            grades: grades.map(({ grade, rate, expectedLoss }) => ({ grade, rate, expectedLoss })),
            terms,
            feePercent: Math.max(...plans.map((plan) => plan.investorFeePercent)),
          },
  };
}

export async function loadHome({ context }: LoaderFunctionArgs) {
  const { api, report, settings } = context.get(renderContext);
  const orNull = <T>(answer: Promise<{ data: T }>) =>
    answer.then(
      ({ data }) => data,
      (error: unknown) => {
        report(error);
        return null;
      },
    );
  const { content, lending } = api;
  const [plans, info, ads, counted, stories, news, questions] = await Promise.all([
    orNull(lending.planList({})),
    orNull(lending.investorPagePlanInfo({})),
    orNull(content.listAds({})),
    orNull(content.platformFigures({})),
    orNull(content.listArticles({ type: 'story' })),
    orNull(content.listArticles({ type: 'news', item_per_page: NEWS })),
    orNull(content.listQuestions({})),
  ]);
  return {
    origin: settings.publicUrl,
    span: plans?.length
      ? {
          min: Math.min(...plans.map((plan) => plan.amountMin)),
          max: Math.max(...plans.map((plan) => plan.amountMax)),
        }
      : null,
    calculators: plans && calculatorsOf(plans, info?.grades ?? []),
    borrowSteps: plans?.[0]?.steps ?? [],
    highlights: info && info.highlights.slice(0, CASES),
    ads,
    counted,
    stories: stories?.map(storyOf) ?? null,
    news:
      news?.map(readingCardOf).map(({ id, type, day, category, title }) => {
        return { id, type, day, category, title };
      }) ?? null,
    questions: questions
      ? questions
          .filter((one) => one.popular)
          .slice(0, QUESTIONS)
          .map(({ id, question, answer }) => ({ id, question, answer: readable(answer) }))
      : null,
  };
}
