// Plans as shown to investors: terms, grades, counted figures, open cases without names.
import type { ServerPlanFigures, planInfo } from '#contract/lending/plan-info.ts';
import { percentOfBps, shareOf } from '#contract/core/money.ts';
import type { SettingNumbers } from '#contract/settings/values.ts';
import type { Action, Work } from '../../action.ts';
import { numbersInForce } from '../../settings/actions.ts';
import { figuresOfPlans, openCasesByPlan, highlightsOf, type FiguresRow } from './plan-queries.ts';
import { planOnOffer, plansOnOffer, planView, scorecardOf, type PlanRow } from './plans.ts';

const HIGHLIGHTS_MAX = 6;
const BPS_PER_WHOLE = 10_000;

function publicTermsOf(plan: PlanRow, numbers: SettingNumbers) {
  const view = planView(plan, numbers);
  return {
    id: view.id,
    slug: view.slug,
    listName: view.listName,
    subtitle: view.subtitle,
    amountMin: view.amountMin,
    amountMax: view.amountMax,
    rateMin: view.rateMin,
    rateMax: view.rateMax,
    installments: view.installments,
    investorFeePercent: view.investorFeePercent,
  };
}

async function gradesOf({ tx }: Pick<Work, 'tx'>) {
  const { card } = await scorecardOf(tx);
  return card.grades.map(({ grade, rateBps, expectedLossBps, amountMax }) => ({
    grade,
    rate: percentOfBps(rateBps),
    expectedLoss: percentOfBps(expectedLossBps),
    amountMax,
  }));
}

function figuresOf(row: FiguresRow, now: Date): ServerPlanFigures {
  const { overduePrincipal, ...counted } = row;
  const { outstandingPrincipal: all } = counted;
  const share = all > 0 ? shareOf(overduePrincipal, BPS_PER_WHOLE, all, 'ceil') : null;
  return {
    asOf: now,
    ...counted,
    overdueShare: share === null ? null : percentOfBps(share),
  };
}

export const investorPagePlanInfo: Action<typeof planInfo.investorPagePlanInfo> = async (
  context,
) => {
  const { tx, now } = context;
  const numbers = await numbersInForce(tx, now);
  const open = new Map((await openCasesByPlan(tx)).map((row) => [row.slug, row.count]));
  return {
    data: {
      plans: (await plansOnOffer(tx)).map((plan) => ({
        ...publicTermsOf(plan, numbers),
        openCases: open.get(plan.slug) ?? 0,
      })),
      grades: await gradesOf(context),
      figures: figuresOf(await figuresOfPlans(tx, null), now),
      highlights: (await highlightsOf(tx, now, HIGHLIGHTS_MAX)).map(
        ({ id, rateBps, endsAt, ...rest }) => ({
          ...rest,
          id,
          annualRate: percentOfBps(rateBps),
          endsAt,
        }),
      ),
    },
  };
};

export const investorCasePlanInfo: Action<typeof planInfo.investorCasePlanInfo> = async (
  context,
  { id },
) => {
  const { tx, now } = context;
  const plan = await planOnOffer(tx, id);
  const numbers = await numbersInForce(tx, now);
  const { eligibility, requiredDocuments } = planView(plan, numbers);
  return {
    data: {
      plan: publicTermsOf(plan, numbers),
      grades: await gradesOf(context),
      figures: figuresOf(await figuresOfPlans(tx, plan.slug), now),
      refundFee: numbers.refundFee,
      graceDays: numbers.graceDays,
      violationDays: numbers.violationFromDay,
      eligibility,
      requiredDocuments,
    },
  };
};
