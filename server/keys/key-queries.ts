// SQL of the versions of the data key, and of the rows that each of them encrypts.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { EncryptedField } from './encrypted-fields.ts';

export type KnownKey = {
  version: number;
  checkValue: string;
  firstUsedAt: Date;
  rowsLeft: number | null;
  countedAt: Date | null;
  retiredAt: Date | null;
};

export const knownKeys = (tx: Tx) =>
  tx.many<KnownKey>(sql`
    select version, check_value as "checkValue", first_used_at as "firstUsedAt",
      rows_left as "rowsLeft", counted_at as "countedAt", retired_at as "retiredAt"
    from app.data_key order by version
  `);

/** Adds a version unless another process was faster; the caller reads again to compare. */
export const addKey = (tx: Tx, { version, checkValue }: { version: number; checkValue: string }) =>
  tx.run(sql`
    insert into app.data_key (version, check_value) values (${version}, ${checkValue})
    on conflict (version) do nothing
  `);

/** Marks versions as retired because no row needs them any more, or as in use again. */
export const setRetired = (tx: Tx, versions: readonly number[], isRetired: boolean) =>
  tx.run(sql`
    update app.data_key set retired_at = case when ${isRetired} then now() end,
      rows_left = case when ${isRetired} then 0 end
    where version = any (${versions}::integer[])
  `);

/** Stores how many rows each version encrypts. */
export const saveCounts = (tx: Tx, counts: readonly VersionCount[]) =>
  tx.run(sql`
    update app.data_key k set rows_left = c.rows, counted_at = now()
    from unnest(${counts.map(({ version }) => version)}::integer[],
      ${counts.map(({ rows }) => rows)}::bigint[]) as c (version, rows)
    where k.version = c.version
  `);

export type VersionCount = { version: number; rows: number };

/**
 * Counts the rows of a field by the version of the data key that encrypts them; version 0 is
 * counted as 1.
 */
export const countByVersion = (tx: Tx, { table, encrypted }: EncryptedField) =>
  tx.many<VersionCount>(sql`
    select greatest(app.key_version(${encrypted}), 1) as version, count(*) as rows
    from ${table} t where app.key_version(${encrypted}) is not null group by 1
  `);

export type EncryptedRow = { id: number; owner: string; encrypted: string };

/** Returns any row of a field that a version encrypts. */
export const anyRow = (tx: Tx, { table, id, owner, encrypted }: EncryptedField, version: number) =>
  tx.maybe<EncryptedRow>(sql`
    select ${id} as id, (${owner})::text as owner, ${encrypted} as encrypted from ${table} t
    where app.key_version(${encrypted}) is not null
      and greatest(app.key_version(${encrypted}), 1) = ${version}
    limit 1
  `);

/**
 * Locks rows after `after` that are encrypted with an older version than `current`. A row that
 * somebody else has locked is left out: the job never waits while it holds locks, so it cannot be
 * part of a deadlock.
 */
export const lockOlder = (
  tx: Tx,
  { table, id, owner, encrypted }: EncryptedField,
  { current, after, limit }: { current: number; after: number; limit: number },
) =>
  tx.many<EncryptedRow>(sql`
    select ${id} as id, (${owner})::text as owner, ${encrypted} as encrypted from ${table} t
    where ${id} > ${after} and app.key_version(${encrypted}) < ${current}
    order by ${id} limit ${limit} for no key update of t skip locked
  `);

/** Replaces encrypted texts, each only if it is still the one that was read. */
export const replaceEncrypted = (
  tx: Tx,
  { table, id, encrypted, assignment }: EncryptedField,
  rows: readonly { id: number; before: string; after: string }[],
) =>
  tx.run(sql`
    update ${table} t set ${assignment}
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map(({ before }) => before)}::text[],
      ${rows.map(({ after }) => after)}::text[]) as r (id, before, encrypted)
    where ${id} = r.id and ${encrypted} = r.before
  `);

/** Allows one process at a time to encrypt rows again. */
export const lockRewrapping = (tx: Tx) =>
  tx.one<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(8, 10) as mine`);
