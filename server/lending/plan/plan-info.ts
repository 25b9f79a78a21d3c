// Plans as shown to investors: terms, grades, counted figures, open cases without names.
import type { ServerPlanFigures, planInfo } from '#contract/lending/plan-info.ts';
import { percentOfBps, ZERO } from '#contract/core/money.ts';
import type { SettingNumbers } from '#contract/settings/values.ts';
import type { Action } from '../../call.ts';
import type { Work } from '../../work.ts';
import { numbersInForce } from '../../settings/front.ts';
import { publishedBook } from '../published.ts';
import { openCasesByPlan, openCasesOf, highlightsOf } from './plan-queries.ts';
import { planOnOffer, plansOnOffer, planView, scorecardOf, type PlanRow } from './plans.ts';

const HIGHLIGHTS_MAX = 6;

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

/**
 * Open cases as of now, of one plan or of all; everything else is what the loan book has published
 * of all plans together, so that nobody can tell how a single loan does.
 */
async function figuresOf({ tx, now }: Work, slug: string | null): Promise<ServerPlanFigures> {
  const book = await publishedBook(tx);
  const lateness = book?.lateness;
  return {
    asOf: now,
    ...(await openCasesOf(tx, slug)),
    outstandingPrincipal: book?.outstanding ?? ZERO,
    overdueShare: lateness?.percent ?? null,
    outstandingLoans: lateness?.borrowers ?? 0,
    overdueLoans: lateness?.late ?? 0,
    repayingLoans: 0,
    settledLoans: 0,
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
      figures: await figuresOf(context, null),
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
      figures: await figuresOf(context, plan.slug),
      refundFee: numbers.refundFee,
      graceDays: numbers.graceDays,
      violationDays: numbers.violationFromDay,
      eligibility,
      requiredDocuments,
    },
  };
};
