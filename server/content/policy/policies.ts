// Policies in the office: one person drafts a version, another puts it in force.
import type { contentLists } from '#contract/content/lists.ts';
import type { contentSupportOffice, PolicyFields } from '#contract/content/support.ts';
import { compareDays, formatDay } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import { isLater } from '#contract/core/versioned.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { reader } from '../../tables/table.ts';
import {
  assertVersion,
  changedFields,
  type Checking,
  historyView,
  makersSince,
  proposal,
} from '../../tasks/front.ts';
import { cleaned, plain, renderBody } from '../article/body.ts';
import { recordChange } from '../changes.ts';
import { differences } from '../article/differences.ts';
import {
  insertPolicy,
  insertVersion,
  listedPolicies,
  lockPolicy,
  type OfficePolicy,
  type OfficeVersion,
  officeVersions,
  setVersionState,
  updateVersion,
  versionById,
} from './policy-office-queries.ts';
import { anywhere } from '../rules.ts';
import { bumpStamp, putEntry } from '../answers/support-queries.ts';

type All = typeof contentSupportOffice & Pick<typeof contentLists, 'listPolicies'>;
type Calls = Pick<
  All,
  'listPolicies' | 'getPolicy' | 'createPolicy' | 'draftPolicy' | 'submitPolicy'
>;

function rowView(policy: OfficePolicy, versions: readonly OfficeVersion[], today: Work['today']) {
  const approved = versions.filter(({ state }) => state === 'approved');
  const current = approved.find(({ effectiveOn }) => compareDays(effectiveOn, today) <= 0);
  const coming = versions.find(
    (row) => row.state !== 'approved' || compareDays(row.effectiveOn, today) > 0,
  );
  const named = current ?? versions[0];
  return {
    ...policy,
    title: named?.title ?? policy.slug,
    current: current?.number ?? null,
    effectiveOn: current?.effectiveOn ?? null,
    coming: coming
      ? { number: coming.number, state: coming.state, effectiveOn: coming.effectiveOn }
      : null,
  };
}

async function fullView(work: Work, id: number) {
  const policy = await lockPolicy(work.tx, id);
  if (!policy) throw new Refusal('POLICY_NOT_FOUND');
  const versions = await officeVersions(work.tx, id);
  return {
    data: {
      ...rowView(policy, versions, work.today),
      versions: versions.map(({ policyId: _of, makerId: _maker, ...row }) => row),
      history: await historyView(work, 'policy', id),
    },
  };
}

/** Returns the policy with its text sanitised; refuses the policy if no text is left. */
function textOf(fields: PolicyFields): PolicyFields {
  const body = cleaned(fields.body);
  if (plain(body) === '') {
    throw new Refusal('CONTENT_INCOMPLETE', { fields: { body: '請輸入內文' } });
  }
  return { ...fields, body };
}

/** List of policies in their order on the site, which never changes. */
export const policies = reader({
  of: (_work: Work, filter: FilterOf<All['listPolicies']>) => anywhere(filter),
  rows: ({ tx, today }, of, part) => listedPolicies(tx, of, today, part),
  view: ({
    total: _total,
    position: _position,
    ...row
  }: Awaited<ReturnType<typeof listedPolicies>>[number]) => row,
  beside: (_work, _of, found) => ({ total: found[0]?.total ?? 0 }),
});

const WRITING = {
  acts: ['policy.created', 'policy.drafted', 'policy.changed'],
  ends: ['policy.approved'],
} as const;

export const policyActions: Actions<{ content: Calls }>['content'] = {
  listPolicies: policies,

  getPolicy: (context, { id }) => fullView(context, id),

  async createPolicy(context, { slug, category, ...fields }) {
    const { tx, now, operator } = context;
    const text = textOf(fields);
    const policy = await insertPolicy(tx, { slug, category });
    if (!policy) throw new Refusal('SLUG_TAKEN', { fields: { slug: '這個代號已經有人使用' } });
    const { number } = await insertVersion(tx, policy.id, { ...text, now, makerId: operator.id });
    const change = {
      type: 'policy' as const,
      id: policy.id,
      action: 'policy.created' as const,
      to: number,
    };
    await recordChange(context, { ...change, after: text });
    return fullView(context, policy.id);
  },

  async draftPolicy(context, { id, version, ...fields }) {
    const { tx, now, operator } = context;
    const policy = await lockPolicy(tx, id);
    if (!policy) throw new Refusal('POLICY_NOT_FOUND');
    const draft = (await officeVersions(tx, policy.id)).find(({ state }) => state !== 'approved');
    if (draft?.state === 'waiting') throw new Refusal('POLICY_WAITING');
    const text = { ...textOf(fields), now, makerId: operator.id };
    const action = draft ? 'policy.changed' : 'policy.drafted';
    if (draft) {
      assertVersion({ version: draft.version, updatedBy: draft.maker }, version);
      await updateVersion(tx, draft.id, text);
    } else {
      if (version !== undefined) throw new Refusal('CONTENT_CHANGED');
      await insertVersion(tx, policy.id, text);
    }
    const { now: _now, makerId: _maker, ...after } = text;
    await recordChange(context, { type: 'policy', id: policy.id, action, before: draft, after });
    return fullView(context, policy.id);
  },

  async submitPolicy(context, { id, version }) {
    const { tx, now, today, operator } = context;
    const policy = await lockPolicy(tx, id);
    const versions = policy ? await officeVersions(tx, policy.id) : [];
    const draft = versions.find(({ state }) => state !== 'approved');
    if (!policy || !draft) throw new Refusal('POLICY_NOT_FOUND');
    if (draft.state === 'waiting') throw new Refusal('POLICY_WAITING');
    assertVersion({ version: draft.version, updatedBy: draft.maker }, version);
    if (!isLater(draft, versions, today)) {
      throw new Refusal('EFFECTIVE_DAY', { fields: { effectiveOn: '請填更晚的日期' } });
    }
    const state = { id: draft.id, checkerId: null, reason: null, now };
    await setVersionState(tx, { ...state, state: 'waiting' });
    const subject = { type: 'policy', id: policy.id } as const;
    await policyTask.propose(context, {
      subject: {
        type: 'policy_version',
        id: draft.id,
        label: `${draft.title} 第 ${draft.number} 版，${formatDay(draft.effectiveOn)} 生效`,
      },
      // No author may approve the version, whoever saved it last and whoever submits it.
      makerId: draft.makerId ?? operator.id,
      otherMakers: await makersSince(context, subject, WRITING),
      detail: { policyId: policy.id, number: draft.number },
      recorded: { subject, from: draft.state, to: 'waiting', snapshot: changedFields({}, {}) },
    });
    await bumpStamp(tx);
    return fullView(context, policy.id);
  },
};

type Version = OfficeVersion & { all: readonly OfficeVersion[] };

/** Records the second person's decision; returns what its audit row says. */
async function decidePolicy(
  { tx, now, operator, reason }: Checking<'policy_approval'>,
  { id }: Version,
  state: 'approved' | 'returned',
) {
  await setVersionState(tx, { id, state, checkerId: operator.id, reason, now });
  await bumpStamp(tx);
  return { from: 'waiting', to: state, snapshot: changedFields({}, {}) };
}

/** The second person reads the changes against the version in force. */
export const policyTask = proposal('policy_approval', {
  async subject({ tx }, { subjectId }): Promise<Version | null> {
    const found = await versionById(tx, subjectId);
    if (!found) return null;
    await lockPolicy(tx, found.policyId);
    const all = await officeVersions(tx, found.policyId);
    const version = all.find(({ id }) => id === subjectId);
    return version?.state === 'waiting' ? { ...version, all } : null;
  },
  async facts({ tx }, { subjectId }) {
    const found = await versionById(tx, subjectId);
    const versions = found ? await officeVersions(tx, found.policyId) : [];
    const draft = versions.find(({ id }) => id === subjectId);
    if (!draft) return null;
    const before = versions.find(
      ({ state, number }) => state === 'approved' && number < draft.number,
    );
    return {
      policyId: draft.policyId,
      title: draft.title,
      number: draft.number,
      summary: draft.summary,
      effectiveOn: draft.effectiveOn,
      maker: draft.maker,
      html: renderBody(draft.body, new Map()).html,
      since: before?.number ?? null,
      paragraphs: before ? differences(before.body, draft.body) : null,
    };
  },
  async carryOut(work, version) {
    if (!isLater(version, version.all, work.today)) {
      throw new Refusal('DECISION_INVALID', { fields: { decision: '生效日已過，請退回修改' } });
    }
    const { id, title, body } = version;
    await putEntry(work.tx, { kind: 'policy', id, title, body: plain(body) });
    return decidePolicy(work, version, 'approved');
  },
  onReturn: (work, version) => decidePolicy(work, version, 'returned'),
  audit: { proposed: 'policy.submitted', approved: 'policy.approved', returned: 'policy.returned' },
  recordedOn: ({ policyId }) => ({ type: 'policy', id: policyId }),
});
