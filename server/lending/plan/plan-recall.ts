// Recalling an approved plan version before its day: one person requests it, another agrees.
import { compareDays, formatDay } from '#contract/core/day.ts';
import type { plansOffice } from '#contract/lending/plans.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import type { Work } from '../../work.ts';
import { proposal } from '../../tasks/front.ts';
import { fullView, lockedVersions } from './plan-editing.ts';
import {
  lockPlans,
  planVersions,
  type PlanVersionRow,
  recallVersion,
} from './plan-office-queries.ts';
import { alwaysOffered } from './plan-timeline.ts';
import { versionView } from './plan-versions.ts';

/**
 * Refuses PLAN_STARTED unless the version is approved and its day is in the future, PLAN_FOLLOWED
 * if a later version was approved after it, and PLAN_LAST if some day would have no plan on offer
 * after the recall.
 */
function assertMayRecall(
  version: PlanVersionRow | undefined,
  all: readonly PlanVersionRow[],
  { today }: Work,
): asserts version is PlanVersionRow {
  const isAhead =
    version?.state === 'approved' &&
    !version.current &&
    version.inForceAt === null &&
    compareDays(version.effectiveOn, today) > 0;
  if (!isAhead) throw new Refusal('PLAN_STARTED');
  const approved = all.filter(({ state }) => state === 'approved');
  const { planId, number } = version;
  if (approved.some((other) => other.planId === planId && other.number > number)) {
    throw new Refusal('PLAN_FOLLOWED');
  }
  const left = approved.filter(({ id }) => id !== version.id);
  if (!alwaysOffered(left, today)) throw new Refusal('PLAN_LAST');
}

/** Obstacles to a recall, shown as the reason why a decision is not possible. */
const obstacles: Record<string, string> = {
  PLAN_STARTED: '這一版已經生效或撤回',
  PLAN_FOLLOWED: '之後還有已核准的版本，須先撤回較晚的版本',
  PLAN_LAST: '撤回後會有一天沒有方案受理申請',
};

export const recallTask = proposal('plan_recall', {
  async subject({ tx }, { subjectId }) {
    await lockPlans(tx);
    const all = await planVersions(tx, null);
    const version = all.find(({ id }) => id === subjectId);
    return version ? { version, all } : null;
  },
  async facts({ tx }, { subjectId, detail }) {
    const all = await planVersions(tx, null);
    const version = all.find(({ id }) => id === subjectId);
    if (!version) return null;
    const current = all.find((row) => row.planId === version.planId && row.current);
    return {
      ...detail,
      planId: version.planId,
      version: versionView(version),
      current: current ? versionView(current) : null,
    };
  },
  async carryOut(work, { version, all }) {
    const { tx, now, operator, task } = work;
    try {
      assertMayRecall(version, all, work);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal('DECISION_INVALID', { fields: { decision: obstacles[error.code] ?? '' } });
    }
    const { id, number, effectiveOn } = version;
    const reason = task.detail.reason ?? '';
    const by = { by: task.makerId ?? operator.id, checkerId: operator.id };
    await recallVersion(tx, { id, ...by, reason, now });
    return { from: 'approved', to: 'recalled', reason, snapshot: { number, effectiveOn } };
  },
  async onReturn(_work, { version }) {
    return { to: version.number };
  },
  audit: {
    proposed: 'plan.recall_asked',
    approved: 'plan.recalled',
    returned: 'plan.recall_refused',
  },
  recordedOn: ({ version }) => ({ type: 'plan', id: version.planId }),
});

export const recallPlan: Action<typeof plansOffice.recallPlan> = async (
  context,
  { id, number, reason },
) => {
  const { tx, operator } = context;
  const versions = await lockedVersions(context, id);
  const version = versions.find((row) => row.number === number);
  assertMayRecall(version, await planVersions(tx, null), context);
  if (version.recallTaskId !== null) throw new Refusal('PLAN_RECALLING');
  const { planId, listName, effectiveOn } = version;
  await recallTask.propose(context, {
    subject: {
      type: 'plan_version',
      id: version.id,
      label: `${listName} 第 ${number} 版，原定 ${formatDay(effectiveOn)} 生效`,
    },
    makerId: operator.id,
    detail: { planId, number, reason },
    recorded: { subject: { type: 'plan', id: planId }, to: number, reason },
  });
  return fullView(context, id);
};
