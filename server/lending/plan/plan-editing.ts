// Editing plans at the office: one person drafts a version and another approves it.
import type { lendingLists } from '#contract/lending/lists.ts';
import type { ActionName } from '#contract/core/action-words.ts';
import {
  type plansOffice,
  type PlanVersionFields,
  planFigureKeys,
  type PlanFigureKey,
} from '#contract/lending/plans.ts';
import { INVESTOR_FEE_BPS } from '#contract/law/distribution.ts';
import { formatDay } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { numbersInForce } from '../../settings/front.ts';
import {
  assertVersion,
  changedFields,
  type Fields,
  historyView,
  makersSince,
  recordMove,
} from '../../tasks/front.ts';
import {
  deletePlanVersion,
  insertPlanVersion,
  isSlugTaken,
  lockPlans,
  type PlanVersionRow,
  planVersions,
  setPlanState,
  updatePlanVersion,
} from './plan-office-queries.ts';
import {
  assertMayStart,
  fieldsOf,
  isInMaking,
  planRowView,
  planTermsRowOf,
  versionView,
} from './plan-versions.ts';
import { assertPlanWithin } from './ceilings.ts';
import { planTask } from './plan-approval.ts';
import { settingFiguresOf, planView, refundTermsAt } from './plans.ts';
import { shortList } from '../../tables/table.ts';

const about: Record<PlanFigureKey, string> = {
  amountMin: '額度下限',
  amountMax: '額度上限',
  rateMax: '年化利率上限',
  ageMin: '申貸年齡下限',
  ageMax: '申貸年齡上限',
  reviewDays: '審核天數，營業日',
  offerDays: '核准條件保留天數',
  fundraisingDays: '募集天數',
  signingDays: '簽約期限，營業日',
  graceDays: '寬限天數',
  prepaymentPeriods: '前幾期提前清償收手續費',
  prepaymentFee: '提前清償手續費率',
};

const slugInUse = () => new Refusal('SLUG_TAKEN', { fields: { slug: '這個代號已經有人使用' } });

/**
 * Returns whether any version was ever approved. From then on the slug, which is common to all
 * versions of a plan, cannot change.
 */
const hasOwnSlug = (versions: readonly PlanVersionRow[]) =>
  versions.some(({ state }) => !isInMaking(state));

/** Locks and returns the versions of a plan, newest first; refuses PLAN_NOT_FOUND. */
export async function lockedVersions({ tx }: Work, id: number): Promise<PlanVersionRow[]> {
  await lockPlans(tx);
  const versions = await planVersions(tx, id);
  if (versions.length === 0) throw new Refusal('PLAN_NOT_FOUND');
  return versions;
}

export async function fullView(work: Work, id: number) {
  const versions = await planVersions(work.tx, id);
  if (versions.length === 0) throw new Refusal('PLAN_NOT_FOUND');
  return {
    data: {
      ...planRowView(versions, work.today),
      isSlugFixed: hasOwnSlug(versions),
      versions: versions.map(versionView),
      history: await historyView(work, 'plan', id),
    },
  };
}

/**
 * Returns the draft, or null if there is none; refuses PLAN_WAITING while the draft waits for a
 * second person.
 */
function draftOf(versions: readonly PlanVersionRow[]): PlanVersionRow | null {
  const draft = versions.find(({ state }) => isInMaking(state)) ?? null;
  if (draft?.state === 'waiting') throw new Refusal('PLAN_WAITING');
  return draft;
}

/**
 * Returns the draft if it is the version the caller has seen; refuses PLAN_NOT_FOUND if there is
 * none.
 */
function seenDraft(versions: readonly PlanVersionRow[], version: number): PlanVersionRow {
  const draft = draftOf(versions);
  if (!draft) throw new Refusal('PLAN_NOT_FOUND');
  assertVersion({ version: draft.version, updatedBy: draft.maker }, version);
  return draft;
}

function recordPlan(
  work: Work,
  move: {
    id: number;
    action: ActionName;
    from?: string;
    to?: string | number;
    reason?: string;
  },
  before: Fields = {},
  after: Fields = {},
): Promise<void> {
  const { id, ...rest } = move;
  const snapshot = changedFields(before, after);
  return recordMove(work, { ...rest, subject: { type: 'plan', id }, snapshot });
}

/** Changes the draft, or begins the next version. */
async function write(
  context: Work & { operator: Operator },
  versions: readonly PlanVersionRow[],
  fields: PlanVersionFields,
  version: number | undefined,
): Promise<void> {
  const { tx, now, operator } = context;
  const newest = versions.find(({ state }) => state !== 'recalled') ?? versions[0];
  if (!newest) throw new Refusal('PLAN_NOT_FOUND');
  const row = { ...planTermsRowOf(fields), makerId: operator.id, now };
  const draft = draftOf(versions);
  const move = { id: newest.planId, action: draft ? 'plan.changed' : 'plan.drafted' } as const;
  if (draft) {
    assertVersion({ version: draft.version, updatedBy: draft.maker }, version);
    await updatePlanVersion(tx, draft.id, row);
    return recordPlan(context, { ...move, to: draft.number }, fieldsOf(draft), fieldsOf(row));
  }
  // There was a draft when the form was opened, but it does not exist any more.
  if (version !== undefined) throw new Refusal('CONTENT_CHANGED');
  const { number } = await insertPlanVersion(tx, row);
  return recordPlan(context, { ...move, to: number }, fieldsOf(newest), fieldsOf(row));
}

const WRITING = {
  acts: ['plan.created', 'plan.drafted', 'plan.changed'],
  ends: ['plan.approved', 'plan.dropped'],
} as const;

export const planEditing: Omit<
  Actions<{ lending: typeof plansOffice & Pick<typeof lendingLists, 'listPlans'> }>['lending'],
  'recallPlan'
> = {
  listPlans: shortList(async ({ tx, today }) => {
    const plans = Map.groupBy(await planVersions(tx, null), ({ planId }) => planId);
    const data = [...plans.values()].map((versions) => planRowView(versions, today));
    return { data, total: data.length };
  }),

  getPlan: (context, { id }) => fullView(context, id),

  async planFigures({ tx, now }) {
    const numbers = await numbersInForce(tx, now);
    const values = settingFiguresOf(numbers);
    const figures = planFigureKeys.map((key) => ({
      key,
      value: values[key],
      about: about[key],
    }));
    const { remittanceFee, aprMax, borrowerMax } = numbers;
    return { data: { figures, remittanceFee, aprMax, borrowerMax } };
  },

  async previewPlan({ tx, now }, fields) {
    const row = {
      ...planTermsRowOf(fields),
      id: 0,
      version: 0,
      investorFeeBps: INVESTOR_FEE_BPS,
    };
    const plan = planView(row, await numbersInForce(tx, now));
    return { data: { plan, refund: await refundTermsAt(tx, now) } };
  },

  async createPlan(context, fields) {
    const { tx, now, operator } = context;
    await lockPlans(tx);
    if (await isSlugTaken(tx, fields.slug)) throw slugInUse();
    await assertPlanWithin(context, planTermsRowOf(fields));
    const row = { ...planTermsRowOf(fields), makerId: operator.id, now };
    const { id, number } = await insertPlanVersion(tx, row);
    await recordPlan(context, { id, action: 'plan.created', to: number }, {}, fieldsOf(row));
    return fullView(context, id);
  },

  async draftPlan(context, { id, version, ...fields }) {
    const versions = await lockedVersions(context, id);
    if (fields.slug !== versions[0]?.slug) {
      if (hasOwnSlug(versions))
        throw new Refusal('SLUG_FIXED', { fields: { slug: '網址代號不能再改' } });
      if (await isSlugTaken(context.tx, fields.slug)) throw slugInUse();
    }
    await assertPlanWithin(context, planTermsRowOf(fields));
    await write(context, versions, fields, version);
    return fullView(context, id);
  },

  async dropPlanDraft(context, { id, version }) {
    const draft = seenDraft(await lockedVersions(context, id), version);
    await deletePlanVersion(context.tx, draft.id);
    const move = { id: draft.planId, action: 'plan.dropped' as const, from: draft.state };
    await recordPlan(context, { ...move, to: draft.number });
    return { data: { ok: true } };
  },

  async submitPlan(context, { id, version }) {
    const { tx, now } = context;
    const draft = seenDraft(await lockedVersions(context, id), version);
    await assertMayStart(context, draft);
    await assertPlanWithin(context, draft);
    const state = { id: draft.id, checkerId: null, reason: null, now };
    await setPlanState(tx, { ...state, state: 'waiting' });
    const plan = { type: 'plan', id: draft.planId } as const;
    await planTask.propose(context, {
      subject: {
        type: 'plan_version',
        id: draft.id,
        label: `${draft.listName} 第 ${draft.number} 版，${formatDay(draft.effectiveOn)} 生效`,
      },
      // No author may approve the draft, whoever saved it last and whoever submits it.
      makerId: draft.makerId ?? context.operator.id,
      otherMakers: await makersSince(context, plan, WRITING),
      detail: { planId: draft.planId, number: draft.number },
      recorded: {
        subject: plan,
        from: draft.state,
        to: 'waiting',
        snapshot: changedFields({}, {}),
      },
    });
    return fullView(context, id);
  },
};
