// Approval of a plan's next version by a second person: shows what changes, and whether it is
// allowed.
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import type { SettingNumbers } from '#contract/settings/values.ts';
import type { Work } from '../../work.ts';
import { numbersInForce } from '../../settings/front.ts';
import { type Checking, proposal } from '../../tasks/front.ts';
import {
  lockPlans,
  planVersions,
  type PlanVersionRow,
  setPlanState,
} from './plan-office-queries.ts';
import { assertPlanWithin } from './ceilings.ts';
import { assertMayStart, versionView } from './plan-versions.ts';
import { planView, refundTermsAt } from './plans.ts';

/** Returns the version that a task is about, and the version that it would replace. */
async function proposalOf(work: Work, id: number) {
  const all = await planVersions(work.tx, null);
  const version = all.find((row) => row.id === id);
  if (!version) return null;
  const before = all.find(
    ({ planId, state, number }) =>
      planId === version.planId && state === 'approved' && number < version.number,
  );
  return { version, before: before ?? null };
}

const proposalView = (row: PlanVersionRow, numbers: SettingNumbers) =>
  planView({ ...row, version: row.number }, numbers);

const whyNot: Partial<Record<RefusalCode, string>> = {
  PLAN_LAST: '至少要有一個方案受理申請',
  PLAN_LIMIT: '方案的條件超過目前的上限',
};

/** Refuses DECISION_INVALID for a version that can no longer take effect. */
async function assertStillMayStart(work: Work, version: PlanVersionRow): Promise<void> {
  try {
    await assertMayStart(work, version);
    await assertPlanWithin(work, version);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const decision = whyNot[error.code] ?? '生效日已過';
    throw new Refusal('DECISION_INVALID', { fields: { decision: `${decision}，請退回修改` } });
  }
}

/** Records the second person's decision; returns what its audit row says. */
async function decidePlan(
  { tx, now, operator, reason }: Checking<'plan_approval'>,
  { id }: PlanVersionRow,
  state: 'approved' | 'returned',
) {
  await setPlanState(tx, { id, state, checkerId: operator.id, reason, now });
  return { from: 'waiting', to: state };
}

export const planTask = proposal('plan_approval', {
  async subject(work, { subjectId }) {
    await lockPlans(work.tx);
    const version = (await proposalOf(work, subjectId))?.version;
    return version?.state === 'waiting' ? version : null;
  },
  async facts(work, task) {
    const found = await proposalOf(work, task.subjectId);
    if (!found) return null;
    const { version, before } = found;
    const numbers = await numbersInForce(work.tx, work.now);
    return {
      planId: version.planId,
      version: versionView(version),
      before: before && versionView(before),
      plan: proposalView(version, numbers),
      planBefore: before && proposalView(before, numbers),
      refund: await refundTermsAt(work.tx, work.now),
    };
  },
  async carryOut(work, version) {
    await assertStillMayStart(work, version);
    return decidePlan(work, version, 'approved');
  },
  onReturn: (work, version) => decidePlan(work, version, 'returned'),
  audit: { proposed: 'plan.submitted', approved: 'plan.approved', returned: 'plan.returned' },
  recordedOn: ({ planId }) => ({ type: 'plan', id: planId }),
});
