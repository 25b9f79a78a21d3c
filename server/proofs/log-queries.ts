// SQL of the log itself: the leaves in order, tiles, checkpoints and timestamps.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** Only one process adds to the log at a time; `mine` is false if another one does. */
export const tryLockLog = (tx: Tx) =>
  tx.one<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(46, 1) as mine`);

/** Heads of the chains are written by one process at a time. */
export const lockHeadLeaves = (tx: Tx) => tx.one(sql`select pg_advisory_xact_lock(46, 2)`);

export type WaitingLeaf = {
  id: number;
  leaf: string;
  nullifier: string | null;
  loanId: number | null;
};

/**
 * Returns committed leaves that wait. Two leaves of one loan are in the order of their moves,
 * because a move waits for the end of the one before.
 */
export const waitingLeaves = (tx: Tx, limit: number) =>
  tx.many<WaitingLeaf>(sql`
    select id, leaf, nullifier, loan_id from proofs.pending
    where refused_at is null order by id limit ${limit}
  `);

export const knownNullifiers = (tx: Tx, nullifiers: readonly string[]) =>
  tx.many<{ nullifier: string }>(sql`
    select nullifier from proofs.leaf where nullifier = any (${nullifiers}::text[])
  `);

export const refusePending = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`update proofs.pending set refused_at = now() where id = any (${ids}::bigint[])`);

/** Moves leaves that wait into the log, from `position` on, with their hashes. */
export const addLeaves = (
  tx: Tx,
  position: number,
  rows: readonly { id: number; hash: Uint8Array }[],
) =>
  tx.run(sql`
    with taken as (
      delete from proofs.pending where id = any (${rows.map(({ id }) => id)}::bigint[])
      returning *
    )
    insert into proofs.leaf (position, kind, leaf, hash, opening, loan_id, order_id, nullifier,
      written_at)
    select ${position}::bigint + n.place - 1, t.kind, t.leaf, n.hash, t.opening, t.loan_id,
      t.order_id, t.nullifier, t.written_at
    from taken t join unnest(${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ hash }) => Buffer.from(hash))}::bytea[]) with ordinality as n (id, hash, place)
      on n.id = t.id
  `);

export const logSize = (tx: Tx) =>
  tx.one<{ size: number }>(sql`
    select coalesce(max(position) + 1, 0) as size from proofs.leaf
  `);

export const tileRow = (tx: Tx, level: number, place: number) =>
  tx.maybe<{ hashes: Buffer }>(sql`
    select hashes from proofs.tile where level = ${level} and place = ${place}
  `);

export const writeTile = (tx: Tx, level: number, place: number, hashes: Uint8Array) =>
  tx.run(sql`
    insert into proofs.tile (level, place, hashes)
    values (${level}, ${place}, ${Buffer.from(hashes)})
    on conflict (level, place) do update set hashes = excluded.hashes
  `);

export const leavesBetween = (tx: Tx, from: number, to: number) =>
  tx.many<{ leaf: string }>(sql`
    select leaf from proofs.leaf where position >= ${from} and position < ${to} order by position
  `);

export type CheckpointRow = { id: number; size: number; note: string; signedAt: Date };

export const newestCheckpoint = (tx: Tx) =>
  tx.maybe<CheckpointRow>(sql`
    select id, size, note, signed_at from proofs.checkpoint
    order by id desc limit 1
  `);

export const insertCheckpoint = (tx: Tx, size: number, note: string, now: Date) =>
  tx.run(sql`
    insert into proofs.checkpoint (size, note, signed_at) values (${size}, ${note}, ${now})
  `);

export const newestStamp = (tx: Tx) =>
  tx.maybe<{ checkpointId: number; stampedAt: Date }>(sql`
    select checkpoint_id, stamped_at from proofs.stamp
    order by checkpoint_id desc limit 1
  `);

export const insertStamp = (
  tx: Tx,
  {
    checkpointId,
    token,
    at,
    until,
  }: { checkpointId: number; token: Buffer; at: Date; until: Date },
) =>
  tx.run(sql`
    insert into proofs.stamp (checkpoint_id, token, stamped_at, valid_until)
    values (${checkpointId}, ${token}, ${at}, ${until}) on conflict do nothing
  `);
