// SQL of settings: versions, which of them is in force, and how each was decided.
import type { Day } from '#contract/core/day.ts';
import type { RatesName, RatesValue } from '#contract/settings/rates.ts';
import type { ListItem, ListName, SettingName, SettingValue } from '#contract/settings/values.ts';
import type { ServerSettingVersion } from '#contract/settings/calls.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

type State = ServerSettingVersion['state'];

/**
 * Returns the numeric settings in force at an instant; contains only settings that were ever
 * changed.
 */
export const numbersAt = (tx: Tx, at: Date) =>
  tx.many<{ name: string; value: number }>(sql`
    select distinct on (name) name, value from settings.version
    where state = 'approved' and effective_at <= ${at} and jsonb_typeof(value) = 'number'
    order by name, number desc
  `);

/** Returns the highest yearly rate of a plan that takes applications, in basis points. */
export const highestRate = (tx: Tx) =>
  tx.one<{ rateBps: number }>(sql`
    select coalesce(max(rate_max_bps), 0) as rate_bps from lending.plan where enabled
  `);

/** Returns a list in its version in force at an instant; null if it was never changed. */
export const listAt = (tx: Tx, name: ListName, at: Date) =>
  tx.maybe<{ value: ListItem[] }>(sql`
    select value from settings.version
    where name = ${name} and state = 'approved' and effective_at <= ${at}
    order by number desc limit 1
  `);

/** Returns a table of rates in its version in force at an instant. */
export const ratesAt = (tx: Tx, name: RatesName, at: Date) =>
  tx.maybe<{ value: RatesValue }>(sql`
    select value from settings.version
    where name = ${name} and state = 'approved' and effective_at <= ${at}
    order by number desc limit 1
  `);

export type VersionRow = {
  id: number;
  name: SettingName;
  number: number;
  value: SettingValue;
  state: State;
  effectiveOn: Day | null;
  effectiveAt: Date | null;
  makerId: number;
  maker: string;
  madeAt: Date;
  reason: string;
  checker: string | null;
  decidedAt: Date | null;
  decidedReason: string | null;
};

const columns = sql`v.id, v.name, v.number, v.value, v.state, v.effective_on, v.effective_at,
  v.made_by as maker_id, maker.name as maker, v.made_at, v.reason, checker.name as checker,
  v.decided_at, v.decided_reason`;
const from = sql`settings.version v
  join identity.operator maker on maker.id = v.made_by
  left join identity.operator checker on checker.id = v.decided_by`;

/** Returns versions of one setting or of all, newest first. */
export const versionsOf = (tx: Tx, name: SettingName | null) =>
  tx.many<VersionRow>(sql`
    select ${columns} from ${from} where ${name}::text is null or v.name =
      ${name}
    order by v.name, v.number desc
  `);

export const versionById = (tx: Tx, id: number) =>
  tx.maybe<VersionRow>(sql`select ${columns} from ${from} where v.id = ${id}`);

export const lockVersion = (tx: Tx, id: number) =>
  tx.maybe<VersionRow>(sql`
    select ${columns} from ${from} where v.id = ${id} for update of v
  `);

/** Inserts a version; returns null if another operator's version already has this number. */
export const insertVersion = (
  tx: Tx,
  version: Pick<VersionRow, 'name' | 'number' | 'value' | 'reason' | 'makerId' | 'madeAt'> &
    Pick<VersionRow, 'effectiveOn' | 'effectiveAt' | 'state'>,
) =>
  tx.maybe<{ id: number }>(sql`
    insert into settings.version
      (name, number, value, reason, made_by, made_at, effective_on, effective_at, state)
    values (${version.name}, ${version.number}, ${JSON.stringify(version.value)}::jsonb,
      ${version.reason}, ${version.makerId}, ${version.madeAt}, ${version.effectiveOn},
      ${version.effectiveAt}, ${version.state})
    on conflict (name, number) do nothing returning id
  `);

export const decideVersion = (
  tx: Tx,
  id: number,
  to: { state: State; by: number; now: Date; reason: string | null; effectiveAt: Date | null },
) =>
  tx.run(sql`
    update settings.version set state = ${to.state}, decided_by = ${to.by}, decided_at =
      ${to.now},
      decided_reason = ${to.reason}, effective_at = coalesce(effective_at,
        ${to.effectiveAt}::timestamptz)
    where id = ${id}
  `);

/** Returns the open approval tasks by version. */
export const openTasks = (tx: Tx) =>
  tx.many<{ id: number; versionId: number }>(sql`
    select id, subject_id as version_id from tasks.task
    where kind = 'setting_approval' and status = 'open'
  `);
