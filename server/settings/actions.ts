// How operators change settings: by new versions, of which some need a second person.
import type { settingsLists } from '#contract/settings/lists.ts';
import { formatDay } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import { exceedsRateCap } from '#contract/law/rates.ts';
import { servicingTermsOf } from '#contract/servicing/terms.ts';
import {
  isListValue,
  isNumberName,
  isRatesName,
  needsTwo,
  type SettingName,
  settingNames,
  settingOf,
  type SettingValue,
} from '#contract/settings/values.ts';
import type { settingsOffice, ServerSettingVersion } from '#contract/settings/calls.ts';
import type { Actions } from '../call.ts';
import type { Hooks } from '../hooks.ts';
import type { Work } from '../work.ts';
import type { Tx } from '../database/db.ts';
import { type Checking, closeTask, proposal, recordMove } from '../tasks/front.ts';
import { numbersInForce } from './in-force.ts';
import {
  decideVersion,
  highestRate,
  insertVersion,
  lockVersion,
  openTasks,
  versionById,
  type VersionRow,
  versionsOf,
} from './queries.ts';
import {
  assertMayChange,
  assertValue,
  beforeOf,
  comingOf,
  effectiveAtOf,
  inForceOf,
  isSame,
  valueOf,
  withIds,
} from './rules.ts';
import { shortList } from '../tables/table.ts';

type Calls = typeof settingsOffice & Pick<typeof settingsLists, 'listSettings'>;

function versionView(name: SettingName, versions: readonly VersionRow[], row: VersionRow) {
  const { id: _id, name: _name, makerId: _makerId, ...version } = row;
  return {
    ...version,
    before: beforeOf(name, versions, row.number),
    effectiveAt: row.state === 'approved' ? row.effectiveAt : null,
    madeAt: row.madeAt,
    decidedAt: row.decidedAt,
  } satisfies ServerSettingVersion;
}

function settingView(
  name: SettingName,
  versions: readonly VersionRow[],
  tasks: ReadonlyMap<number, number>,
  now: Date,
) {
  const current = inForceOf(versions, now);
  const coming = comingOf(versions, now);
  const taskId = coming && tasks.get(coming.id);
  return {
    name,
    value: valueOf(name, current),
    since: current?.effectiveAt ?? null,
    version: versions[0]?.number ?? 0,
    coming: coming ? versionView(name, versions, coming) : null,
    taskId: taskId ?? null,
  };
}

const tasksByVersion = async (tx: Tx) =>
  new Map((await openTasks(tx)).map(({ id, versionId }) => [versionId, id]));

async function fullView({ tx, now }: Work, name: SettingName) {
  const versions = await versionsOf(tx, name);
  return {
    data: {
      ...settingView(name, versions, await tasksByVersion(tx), now),
      history: versions.map((row) => versionView(name, versions, row)),
    },
  };
}

/**
 * Throws the refusal SETTING_CHANGED if the setting has a newer version than the one that this
 * operator edited. The refusal names the operator who made it.
 */
function assertNewest(versions: readonly VersionRow[], version: number): void {
  const newest = versions[0];
  if ((newest?.number ?? 0) === version) return;
  throw new Refusal('SETTING_CHANGED', { data: { by: newest?.maker ?? null } });
}

/**
 * Returns the value in the form in which it is stored: new options get ids that no version has
 * used.
 */
function finalValue(name: SettingName, given: SettingValue, versions: readonly VersionRow[]) {
  if (isNumberName(name) || isRatesName(name) || !isListValue(given)) return given;
  const ever = versions.flatMap(({ value }) => (isListValue(value) ? value : []));
  return withIds(name, given, ever);
}

const SHARED_FEE: readonly SettingName[] = [
  'prepaymentCreditorsPercent',
  'prepaymentFeePercent',
  'prepaymentFeeInstalments',
];
/** Later than the start of every version that was approved. */
const AFTER_ALL = new Date(Date.UTC(9_999, 0));

/**
 * Refuses SETTING_VALUE to the proposer, and DECISION_INVALID to the second person, if interest and
 * the investors' share of the prepayment fee could exceed the legal rate, now or with the other
 * settings that are to come.
 */
async function assertWithinRateCap(
  { tx, now }: Work,
  { name, value }: { name: SettingName; value: SettingValue },
  field: 'value' | 'decision',
): Promise<void> {
  if (!SHARED_FEE.includes(name)) return;
  const { rateBps } = await highestRate(tx);
  for (const at of [now, AFTER_ALL]) {
    const numbers = { ...(await numbersInForce(tx, at)), [name]: value };
    if (exceedsRateCap({ rateBps, ...servicingTermsOf(numbers) })) {
      const why = '歸出資人的部分與利息合計可能超過年利率 16%，請調低比例或手續費';
      const code = field === 'value' ? 'SETTING_VALUE' : 'DECISION_INVALID';
      throw new Refusal(code, { fields: { [field]: why } });
    }
  }
}

const subjectOf = (id: number) => ({ type: 'setting', id }) as const;

/** What the audit row of a version says: which setting, its old and new value, from when. */
const snapshotOf = ({ name, value, effectiveOn }: Described, before: unknown) => ({
  name,
  before,
  after: value,
  effectiveOn,
});
type Described = Pick<VersionRow, 'name' | 'value' | 'effectiveOn'>;

/** Records the second person's decision; returns what its audit row says. */
async function decideSetting(
  { tx, now, operator, reason }: Checking<'setting_approval'>,
  row: VersionRow,
  of: { state: 'approved' | 'returned'; effectiveAt: Date | null },
) {
  const before = beforeOf(row.name, await versionsOf(tx, row.name), row.number);
  await decideVersion(tx, row.id, { ...of, by: operator.id, now, reason });
  return { from: 'waiting', to: of.state, snapshot: snapshotOf(row, before) };
}

/** The second person reads what changes and from when. */
const approval = proposal('setting_approval', {
  async subject({ tx }, { subjectId }) {
    const row = await lockVersion(tx, subjectId);
    return row?.state === 'waiting' ? row : null;
  },
  async facts({ tx }, { subjectId }) {
    const row = await versionById(tx, subjectId);
    return row && versionDetail(row, await versionsOf(tx, row.name));
  },
  async carryOut(work, row) {
    const effectiveAt = stillAhead(row, work);
    await assertWithinRateCap(work, row, 'decision');
    return decideSetting(work, row, { state: 'approved', effectiveAt });
  },
  onReturn: (work, row) => decideSetting(work, row, { state: 'returned', effectiveAt: null }),
  audit: {
    proposed: 'setting.proposed',
    approved: 'setting.approved',
    returned: 'setting.returned',
  },
});

function versionDetail(row: VersionRow, versions: readonly VersionRow[]) {
  const { number: _number, ...version } = versionView(row.name, versions, row);
  return { ...version, name: row.name };
}

/**
 * Returns when the version starts. Refuses DECISION_INVALID if that day has already come, because
 * the author must then propose the version again.
 */
function stillAhead({ name, effectiveOn }: VersionRow, work: Work): Date {
  try {
    return effectiveAtOf(name, effectiveOn, work);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal('DECISION_INVALID', { fields: { decision: '生效日已過，請退回重新提出' } });
  }
}

export const settingsActions: Actions<{ settings: Calls }>['settings'] = {
  listSettings: shortList(async ({ tx, now }) => {
    const rows = Map.groupBy(await versionsOf(tx, null), ({ name }) => name);
    const tasks = await tasksByVersion(tx);
    const view = (name: SettingName) => settingView(name, rows.get(name) ?? [], tasks, now);
    return { data: settingNames.map(view) };
  }),

  getSetting: (context, { name }) => fullView(context, name),

  async changeSetting(context, { name, value: given, effectiveOn, reason, version }) {
    const { tx, now, operator } = context;
    assertMayChange(name, operator.roles);
    const effectiveAt = effectiveAtOf(name, effectiveOn, context);
    const versions = await versionsOf(tx, name);
    assertNewest(versions, version);
    if (comingOf(versions, now)) throw new Refusal('SETTING_WAITING');
    const before = valueOf(name, inForceOf(versions, now));
    assertValue(name, given, before);
    await assertWithinRateCap(context, { name, value: given }, 'value');
    if (isSame(before, given)) throw new Refusal('SETTING_SAME');
    const value = finalValue(name, given, versions);
    const checked = needsTwo(name, before, value);
    const row = {
      name,
      value,
      reason,
      effectiveOn,
      number: version + 1,
      makerId: operator.id,
      madeAt: now,
      effectiveAt: checked ? null : effectiveAt,
      state: checked ? ('waiting' as const) : ('approved' as const),
    };
    const made = await insertVersion(tx, row);
    // Another operator's version with the same number was written after this call had read the
    // versions.
    if (!made) throw new Refusal('SETTING_CHANGED', { data: { by: null } });
    const recorded = { to: row.state, reason, snapshot: snapshotOf(row, before) };
    if (checked) {
      const from = effectiveOn === null ? '' : `，${formatDay(effectiveOn)} 生效`;
      await approval.propose(context, {
        subject: { ...subjectOf(made.id), label: `${settingOf(name).text}${from}` },
        makerId: operator.id,
        recorded,
      });
    } else {
      const subject = subjectOf(made.id);
      await recordMove(context, { subject, action: 'setting.changed', ...recorded });
    }
    return fullView(context, name);
  },

  async withdrawSetting(context, { name, version, reason }) {
    const { tx, now, operator } = context;
    assertMayChange(name, operator.roles);
    const versions = await versionsOf(tx, name);
    assertNewest(versions, version);
    const newest = versions[0]!;
    // The task is locked before the version, in the same order as in a decision.
    await closeTask(context, 'setting_approval', subjectOf(newest.id), 'withdrawn', reason);
    const row = await lockVersion(tx, newest.id);
    if (!row || comingOf([row], now) === undefined) throw new Refusal('SETTING_IN_FORCE');
    const to = { state: 'withdrawn', by: operator.id, now, reason, effectiveAt: null } as const;
    await decideVersion(tx, row.id, to);
    const before = beforeOf(name, versions, row.number);
    await recordMove(context, {
      subject: subjectOf(row.id),
      action: 'setting.withdrawn',
      from: row.state,
      to: 'withdrawn',
      reason,
      snapshot: snapshotOf(row, before),
    });
    return fullView(context, name);
  },
};

export const settingsTasks: Hooks['tasks'] = { setting_approval: approval };
