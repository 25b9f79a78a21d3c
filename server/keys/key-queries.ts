// SQL of the versions of the data key and of the hash key, and of the rows that need each of them.
import type { Tx } from '../database/db.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { EncryptedField } from './encrypted-fields.ts';
import type { HashedField } from './hashed-fields.ts';

const tables = { data: sql`app.data_key`, hash: sql`app.hash_key` };
export type KeyName = keyof typeof tables;

/** A place whose rows `t` need a version of a key; null means that a row needs none. */
export type KeyedField = { table: Sql; version: Sql };

export type KnownKey = {
  version: number;
  checkValue: string;
  firstUsedAt: Date;
  rowsLeft: number | null;
  countedAt: Date | null;
  retiredAt: Date | null;
};

export const knownKeys = (tx: Tx, of: KeyName) =>
  tx.many<KnownKey>(sql`
    select version, check_value, first_used_at, rows_left, counted_at, retired_at
    from ${tables[of]} order by version
  `);

/** Adds a version unless another process was faster; the caller reads again to compare. */
export const addKey = (
  tx: Tx,
  of: KeyName,
  { version, checkValue }: { version: number; checkValue: string },
) =>
  tx.run(sql`
    insert into ${tables[of]} (version, check_value) values (${version}, ${checkValue})
    on conflict (version) do nothing
  `);

/** Marks versions as retired because no row needs them any more, or as in use again. */
export const setRetired = (tx: Tx, of: KeyName, versions: readonly number[], isRetired: boolean) =>
  tx.run(sql`
    update ${tables[of]} set retired_at = case when ${isRetired} then now() end,
      rows_left = case when ${isRetired} then 0 end
    where version = any (${versions}::integer[])
  `);

/** Stores how many rows need each version. */
export const saveCounts = (tx: Tx, of: KeyName, counts: readonly VersionCount[]) =>
  tx.run(sql`
    update ${tables[of]} k set rows_left = c.rows, counted_at = now()
    from unnest(${counts.map(({ version }) => version)}::integer[],
      ${counts.map(({ rows }) => rows)}::bigint[]) as c (version, rows)
    where k.version = c.version
  `);

export type VersionCount = { version: number; rows: number };

/** Counts the rows of a field by the version of the key that they need. */
export const countByVersion = (tx: Tx, { table, version }: KeyedField) =>
  tx.many<VersionCount>(sql`
    select ${version} as version, count(*) as rows
    from ${table} t where ${version} is not null group by 1
  `);

/** Returns whether a row of a field needs a version. */
export const needsVersion = async (tx: Tx, field: KeyedField, version: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 as one from ${field.table} t where ${field.version} = ${version} limit 1
  `)) !== null;

export type EncryptedRow = { id: number; owner: string; encrypted: string };

/** Returns any row of a field that a version encrypts. */
export const anyRow = (tx: Tx, field: EncryptedField, version: number) =>
  tx.maybe<EncryptedRow>(sql`
    select ${field.id} as id, (${field.owner})::text as owner, ${field.encrypted} as encrypted
    from ${field.table} t where ${field.version} = ${version} limit 1
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

export type HashedRow = EncryptedRow & {
  /** What precedes the decrypted text in what is hashed. */
  prefix: string;
  hash: string;
  /** A second text that is bound to the hash; null if there is none. */
  letter: string | null;
};

const hashedColumns = ({ id, owner, encrypted, prefix, hash, letter }: HashedField) => sql`
  ${id} as id, (${owner})::text as owner, ${encrypted} as encrypted, ${prefix} as prefix,
  ${hash} as hash, ${letter} as letter`;

/** Returns any row of a field whose hash a version made. */
export const anyHashed = (tx: Tx, field: HashedField, version: number) =>
  tx.maybe<HashedRow>(sql`
    select ${hashedColumns(field)} from ${field.table} t where ${field.version} = ${version} limit 1
  `);

/**
 * Locks rows after `after` whose hash is of an older version than `current`. Rows that somebody has
 * locked are left out, and so are those to which a row that is being inserted refers, because the
 * hash is in a unique index and a change of it would wait for that.
 */
export const lockOlderHashes = (
  tx: Tx,
  field: HashedField,
  { current, after, limit }: { current: number; after: number; limit: number },
) =>
  tx.many<HashedRow>(sql`
    select ${hashedColumns(field)} from ${field.table} t
    where ${field.id} > ${after} and ${field.version} < ${current}
    order by ${field.id} limit ${limit} for update of t skip locked
  `);

export type Rehashed = {
  id: number;
  before: string;
  hash: string;
  encrypted: string;
  letter: string | null;
};

/** Replaces the hashes of rows, each only if it is still the one that was read. */
export const replaceHashes = (
  tx: Tx,
  { table, id, hash, assignment }: HashedField,
  rows: readonly Rehashed[],
) =>
  tx.run(sql`
    update ${table} t set ${assignment}
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map(({ before }) => before)}::text[],
      ${rows.map((row) => row.hash)}::text[], ${rows.map(({ encrypted }) => encrypted)}::text[],
      ${rows.map(({ letter }) => letter)}::text[]) as r (id, before, hash, encrypted, letter)
    where ${id} = r.id and ${hash} = r.before
  `);

export const passkeysWithoutHandle = (tx: Tx, { table }: KeyedField) =>
  tx.many<{ id: number; memberId: number }>(sql`
    select id, member_id from ${table} where user_handle is null
  `);

export const setHandles = (
  tx: Tx,
  { table }: KeyedField,
  rows: readonly { id: number; handle: string }[],
) =>
  tx.run(sql`
    update ${table} t set user_handle = r.handle
    from unnest(${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ handle }) => handle)}::text[]) as r (id, handle)
    where t.id = r.id
  `);
