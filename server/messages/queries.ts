// SQL of the message texts that two persons of the office agreed to, and of those that wait.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { WordingWay } from '#contract/core/wording.ts';

export type WordingState = 'waiting' | 'approved' | 'returned' | 'withdrawn';
export type VersionRow = {
  id: number;
  kind: string;
  way: WordingWay;
  version: number;
  title: string | null;
  body: string | null;
  reason: string;
  by: string | null;
  madeAt: Date;
  effectiveAt: Date;
  state: WordingState;
  /** Version whose words one person put back; 0 is the default text, null a text that is new. */
  restoredFrom: number | null;
  /** Who agreed to it or returned it. */
  checker: string | null;
};

const version = sql`
  w.id, w.kind, w.way, w.version, w.title, w.body, w.reason, o.name as by, w.made_at,
  w.effective_at, w.state, w.restored_from, c.name as checker`;
const people = sql`
  left join identity.operator o on o.id = w.made_by
  left join identity.operator c on c.id = w.decided_by`;

/** Returns every version of a kind's texts, newest first. */
export const versionsOf = (tx: Tx, kind: string) =>
  tx.many<VersionRow>(sql`
    select ${version} from messages.wording w ${people}
    where w.kind = ${kind} order by w.version desc
  `);

/**
 * Returns the office's texts in force by kind and channel; kinds for which the office has written
 * no text are missing.
 */
export const allInForce = (tx: Tx, now: Date) =>
  tx.many<{ kind: string; way: WordingWay; isOwn: boolean; changedAt: Date }>(sql`
    select distinct on (kind, way) kind, way, body is not null as is_own, effective_at as changed_at
    from messages.wording where state = 'approved' and effective_at <= ${now}
    order by kind, way, version desc
  `);

export const wordingById = (tx: Tx, id: number) =>
  tx.maybe<VersionRow>(sql`select ${version} from messages.wording w ${people} where w.id = ${id}`);

/** Locks a version that waits for its second person; null if it no longer waits. */
export const lockWaiting = (tx: Tx, id: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from messages.wording where id = ${id} and state = 'waiting' for no key update
  `);

/** Ends the waiting of a version. One whose time has passed meanwhile takes effect now. */
export const decideWording = (
  tx: Tx,
  of: { id: number; state: WordingState; by: number; now: Date },
) =>
  tx.run(sql`
    update messages.wording set state = ${of.state}, decided_by = ${of.by}, decided_at = ${of.now},
      effective_at = greatest(effective_at, ${of.now})
    where id = ${of.id} and state = 'waiting'
  `);

/** Open task of the second person for a version. */
export const taskOfWording = (tx: Tx, id: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from tasks.task
    where kind = 'wording_check' and subject_type = 'wording' and subject_id = ${id}
      and status = 'open'
  `);

/** Inserts a version; null if its number already exists. */
export const insertVersion = (
  tx: Tx,
  row: {
    kind: string;
    way: WordingWay;
    version: number;
    words: { title: string; body: string } | null;
    reason: string;
    effectiveAt: Date;
    state: WordingState;
    restoredFrom: number | null;
    by: number;
    now: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into messages.wording
      (kind, way, version, title, body, reason, effective_at, state, restored_from, made_by,
        made_at)
    values (${row.kind}, ${row.way}, ${row.version}, ${row.words?.title ?? null},
      ${row.words?.body ?? null}, ${row.reason}, ${row.effectiveAt}, ${row.state},
      ${row.restoredFrom}, ${row.by}, ${row.now})
    on conflict (kind, way, version) do nothing returning id
  `);
