// SQL of signatures: days signed by two persons, and how they were reopened.
import type { Money } from '#contract/core/money.ts';
import type { Breach, ServerDayEvent } from '#contract/banking/reconciliation.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { constant, sql } from '../../database/sql.ts';

export type SignOffRow = {
  id: number;
  day: Day;
  closing: Money;
  books: Money;
  owed: Money;
  differences: number;
  signedById: number;
  closedAt: Date | null;
};

/** Returns the signature of a day that is in force, whether one person has signed or two. */
export const signOffOf = (tx: Tx, day: Day) =>
  tx.maybe<SignOffRow>(sql`
    select id, day, closing, books, owed, differences, signed_by as signed_by_id, closed_at
    from banking.sign_off where day = ${day} and ended_at is null for no key update
  `);

export type Signature = {
  closing: Money;
  books: Money;
  owed: Money;
  unexplained: Money;
  differences: number;
  note: string;
  breach: Breach | null;
  by: number;
  now: Date;
};

export const insertSignature = (tx: Tx, day: Day, sign: Signature) =>
  tx.run(sql`
    insert into banking.sign_off (day, closing, books, owed, unexplained, differences, note, breach,
    signed_by, signed_at) values (${day}, ${sign.closing}, ${sign.books}, ${sign.owed},
      ${sign.unexplained}, ${sign.differences}, ${sign.note},
      ${sign.breach && JSON.stringify(sign.breach)}::jsonb, ${sign.by}, ${sign.now})
  `);

/** A difference as the second signer confirmed it; `by` is who wrote the reason. */
export type Reason = { key: string; amount: Money; reason: string; by: number | null };

/** Inserts the second signature. Its time is taken from the database while nobody else can post. */
export const insertSecondSignature = (
  tx: Tx,
  id: number,
  { by, note, reasons, now }: { by: number; note: string; reasons: readonly Reason[]; now: Date },
) =>
  tx.run(sql`
    update banking.sign_off set second_by = ${by}, second_note = ${note}, second_at = ${now},
    reasons = ${JSON.stringify(reasons)}::jsonb, closed_at = clock_timestamp() where id = ${id}
  `);

/** Ends a first signature whose figures no longer match those of the day. */
export const endSignature = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update banking.sign_off set ended_at = ${now} where id = ${id}`);

/** Ends first signatures of days that a later signature covers. */
export const endCovered = (tx: Tx, through: Day, now: Date) =>
  tx.run(sql`
    update banking.sign_off set ended_at = ${now}
    where day < ${through} and ended_at is null and closed_at is null
  `);

/** Ends all signatures of a day and of the days after it. */
export const endFrom = (tx: Tx, day: Day, reopeningId: number, now: Date) =>
  tx.run(sql`
    update banking.sign_off set ended_at = ${now}, reopening_id = ${reopeningId}
    where day >= ${day} and ended_at is null
  `);

/** Returns the last day that two persons signed; null if there is none. */
export const lastSigned = (tx: Tx) =>
  tx.one<{ day: Day | null }>(sql`
    select max(day) as day from banking.sign_off
    where ended_at is null and closed_at is not null
  `);

/** Returns the later day whose signature also closes this day. */
export const closingDay = (tx: Tx, day: Day) =>
  tx.one<{ day: Day | null }>(sql`
    select min(day) as day from banking.sign_off
    where day >= ${day} and ended_at is null and closed_at is not null
  `);

/** Returns when two persons signed a day, or a later one that covers it; null while it is open. */
export const daySignedAt = (tx: Tx, day: Day) =>
  tx.maybe<{ at: Date }>(sql`
    select closed_at as at from banking.sign_off
    where day >= ${day} and ended_at is null and closed_at is not null order by day limit 1
  `);

export type ReopeningRow = { id: number; day: Day; reason: string; askedById: number };

export const openReopening = (tx: Tx, day: Day) =>
  tx.maybe<ReopeningRow & { askedBy: string; askedAt: Date }>(sql`
    select r.id, r.day, r.reason, r.asked_by as asked_by_id, o.name as asked_by, r.asked_at
    from banking.reopening r join identity.operator o on o.id = r.asked_by
    where r.day = ${day} and r.decided_at is null for no key update of r
  `);

/** Inserts a request to reopen a day; returns 0 if one was already made. */
export const insertReopening = (
  tx: Tx,
  { day, reason, by, now }: { day: Day; reason: string; by: number; now: Date },
) =>
  tx.run(sql`
    insert into banking.reopening (day, reason, asked_by, asked_at) values (${day}, ${reason},
      ${by}, ${now})
    on conflict (day) where decided_at is null do nothing
  `);

export const decideReopening = (
  tx: Tx,
  id: number,
  { by, agreed, now }: { by: number; agreed: boolean; now: Date },
) =>
  tx.run(sql`
    update banking.reopening set decided_by = ${by}, agreed = ${agreed}, decided_at = ${now}
      where id = ${id}
  `);

const HISTORY_MAX = 50;

/**
 * Returns who signed and reopened a day, oldest first. Entries of a later day whose signature
 * covers this day are included.
 */
export const historyOfDay = (tx: Tx, day: Day) =>
  tx.many<Omit<ServerDayEvent, 'at'> & { at: Date }>(sql`
    with own as (select * from banking.sign_off where day = ${day}
    ), event as (
      select 'signed' as kind, signed_at as at, signed_by as who, note as text, day from own
      union all
      select 'second', second_at, second_by, second_note, day from own where second_at is not null
      union all
      select 'replaced', ended_at, null, null, day from own
      where ended_at is not null and reopening_id is null
      union all
      select 'asked', asked_at, asked_by, reason, day from banking.reopening where day = ${day}
      union all
      select case when agreed then 'reopened' else 'refused' end, decided_at, decided_by, null,
        day
      from banking.reopening where day = ${day} and decided_at is not null
      union all
      select 'reopened', r.decided_at, r.decided_by, r.reason, r.day
      from own s join banking.reopening r on r.id = s.reopening_id where r.day <> ${day}
    )
    select e.kind, e.at, o.name as who, e.text, e.day
    from event e left join identity.operator o on o.id = e.who
    order by e.at, array_position(array['replaced', 'signed', 'second', 'asked'], e.kind)
    limit ${constant(HISTORY_MAX)}
  `);
