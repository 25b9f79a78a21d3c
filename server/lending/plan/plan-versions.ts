// Plan versions: the office's view, when a version may take effect, and putting it into force.
import { compareDays, type Day } from '#contract/core/day.ts';
import type { PlanState, ServerPlanVersion, PlanVersionFields } from '#contract/lending/plans.ts';
import { bpsOfPercent, money, percentOfBps } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import { isLater } from '#contract/core/versioned.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { inWork } from '../../work.ts';
import { closeTask, recordMove } from '../../tasks/front.ts';
import {
  duePlans,
  dueRecalls,
  lockPlans,
  type PlanTermsRow,
  type PlanVersionRow,
  planVersions,
  putInForce,
} from './plan-office-queries.ts';
import { alwaysOffered } from './plan-timeline.ts';
import { hooks } from '../../hooks.ts';

/**
 * Converts the fields of a form to a row of the table; fields without a column of their own are
 * texts, stored in `words`.
 */
export function planTermsRowOf(fields: PlanVersionFields): PlanTermsRow {
  const { slug, listName, position, enabled, occupations, installments, ...figures } = fields;
  const { amountMin, amountMax, amountStep, platformFeeMin, rateMin, rateMax, ...rest } = figures;
  const { platformFeePercent, effectiveOn, summary, ...words } = rest;
  const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  return {
    slug,
    listName,
    position,
    enabled,
    effectiveOn,
    summary,
    occupations: ascending(occupations),
    installments: ascending(installments),
    amountMin: money(amountMin),
    amountMax: money(amountMax),
    amountStep: money(amountStep),
    rateMinBps: bpsOfPercent(rateMin),
    rateMaxBps: bpsOfPercent(rateMax),
    platformFeeBps: bpsOfPercent(platformFeePercent),
    platformFeeMin: money(platformFeeMin),
    words,
  };
}

/** Converts a row to the fields of a form, for comparison and for the next draft. */
export function fieldsOf(row: PlanTermsRow): PlanVersionFields {
  const { slug, listName, position, enabled, occupations, installments, words } = row;
  const { amountMin, amountMax, amountStep, platformFeeMin, effectiveOn, summary } = row;
  // The database returns the keys of a step in another order, so the original order is restored.
  const steps = words.steps.map(({ title, text, time }) => ({ title, text, time }));
  const faqs = words.faqs.map(({ question, answer }) => ({ question, answer }));
  return {
    slug,
    listName,
    position,
    enabled,
    occupations,
    installments,
    amountMin,
    amountMax,
    amountStep,
    platformFeeMin,
    effectiveOn,
    summary,
    ...words,
    steps,
    faqs,
    rateMin: percentOfBps(row.rateMinBps),
    rateMax: percentOfBps(row.rateMaxBps),
    platformFeePercent: percentOfBps(row.platformFeeBps),
  };
}

export function versionView(row: PlanVersionRow): ServerPlanVersion {
  const { id, number, state, current, maker, checker, reason, loans, version } = row;
  return {
    ...fieldsOf(row),
    number,
    state,
    current,
    maker,
    checker,
    reason,
    loans,
    version,
    id,
    investorFeePercent: percentOfBps(row.investorFeeBps),
    approvedAt: row.approvedAt,
    inForceAt: row.inForceAt,
    recall: row.recalledAt && {
      by: row.recalledBy,
      checker: row.recallChecker,
      at: row.recalledAt,
      reason: row.recallReason ?? '',
      taskId: row.recallTaskId,
    },
  };
}

/** Returns whether the version is not approved yet; a plan has at most one such version. */
export const isInMaking = (state: PlanState): boolean =>
  state !== 'approved' && state !== 'recalled';

/** Returns the version in preparation, or an approved version that waits for its day. */
function comingOf(versions: readonly PlanVersionRow[], today: Day) {
  const coming = versions.find(
    ({ state, effectiveOn, current }) =>
      isInMaking(state) ||
      (state === 'approved' && !current && compareDays(effectiveOn, today) > 0),
  );
  return coming
    ? {
        number: coming.number,
        state: coming.state,
        effectiveOn: coming.effectiveOn,
        recalling: coming.recallTaskId !== null,
      }
    : null;
}

/** Returns the list row of a plan from its versions, newest first. */
export function planRowView(versions: readonly PlanVersionRow[], today: Day) {
  const [newest] = versions;
  if (!newest) throw new Error('a plan without versions');
  const current = versions.find((row) => row.current);
  return {
    id: newest.planId,
    slug: newest.slug,
    listName: (current ?? newest).listName,
    current: current ? versionView(current) : null,
    coming: comingOf(versions, today),
  };
}

/**
 * Refuses EFFECTIVE_DAY if the day is not allowed, and PLAN_LAST if some day would have no plan on
 * offer.
 */
export async function assertMayStart(work: Work, version: PlanVersionRow): Promise<void> {
  const all = await planVersions(work.tx, null);
  const others = all.filter(({ planId, id }) => planId === version.planId && id !== version.id);
  if (!isLater(version, others, work.today)) {
    throw new Refusal('EFFECTIVE_DAY', { fields: { effectiveOn: '請填更晚的日期' } });
  }
  const agreed = all.filter(({ state, id }) => state === 'approved' || id === version.id);
  if (!alwaysOffered(agreed, work.today)) {
    throw new Refusal('PLAN_LAST', { fields: { enabled: '至少要有一個方案受理申請' } });
  }
}

/**
 * Closes requests for recall that nobody approved before the effective day, so that the version
 * takes effect.
 */
async function closeLateRecalls(work: Work): Promise<void> {
  for (const { id } of await dueRecalls(work.tx, work.today)) {
    const subject = { type: 'plan_version', id } as const;
    await closeTask(work, 'plan_recall', subject, 'lapsed', '生效日前未覆核，版本已生效');
  }
}

/** Puts versions into force whose day is today or earlier; existing loans keep their version. */
export async function startPlanVersions(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    const { tx, now, today } = work;
    // The tasks are locked before the plans, in the same order as in a decision.
    await closeLateRecalls(work);
    await lockPlans(tx);
    const due = await duePlans(tx, today);
    for (const { id, planId, slug, number } of due) {
      const from = await putInForce(tx, { id, slug, now });
      const move = { subject: { type: 'plan', id: planId }, action: 'plan.in_force' } as const;
      await recordMove(work, { ...move, from, to: number });
    }
    if (due.length === 0) return;
    for (const tell of hooks.plansChanged) await tell(work);
  });
}
