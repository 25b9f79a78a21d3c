// The SQL of the outbox.
import type { ContactHours } from '#contract/servicing/contact-hours.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** Whom what leaves is for, and why, as far as it is known. */
export type About = {
  memberId?: number;
  kind?: string;
  broadcastId?: number;
  /** The notice that says the same. */
  noticeId?: number;
};

export const insertOutbox = (
  tx: Tx,
  row: {
    channel: 'email' | 'sms';
    recipient: string;
    recipientHash: string;
    letter: string;
    now: Date;
    about: About;
    /** The hours it keeps, and from when on it may be sent; null for at any time. */
    hours: ContactHours | null;
    notBefore: Date | null;
  },
) =>
  tx.run(sql`
    insert into notices.outbox (channel, recipient, recipient_hash, letter, created_at,
      member_id, kind, broadcast_id, notice_id, hours, not_before)
    values (${row.channel}, ${row.recipient}, ${row.recipientHash}, ${row.letter}, ${row.now},
      ${row.about.memberId ?? null}, ${row.about.kind ?? null},
      ${row.about.broadcastId ?? null}, ${row.about.noticeId ?? null}, ${row.hours},
      ${row.notBefore})
  `);

/** As it is stored: recipient and letter are sealed. */
export type OutboxRow = {
  id: number;
  channel: 'email' | 'sms';
  recipient: string;
  recipientHash: string;
  letter: string | null;
  attempts: number;
  hours: ContactHours | null;
};

const columns = sql`id, channel, recipient, recipient_hash as "recipientHash", letter, attempts,
  hours`;

/** Takes what is due, skipping what another worker holds; the first try waits for nothing. */
export const lockDueOutbox = (tx: Tx, realNow: Date, limit: number) =>
  tx.many<OutboxRow>(sql`
    select ${columns}
    from notices.outbox where sent_at is null and (attempts = 0 or next_try_at <= ${realNow})
      and (not_before is null or not_before <= ${realNow})
    order by next_try_at limit ${limit} for update skip locked
  `);

/** The words of what was sent go at once, except of `kept`. */
export const markSent = (tx: Tx, ids: readonly number[], kept: readonly number[], realNow: Date) =>
  tx.run(sql`
    update notices.outbox set sent_at = ${realNow}, failure = null,
      letter = case when id = any (${kept}) then letter end
    where id = any (${ids})
  `);

export const markFailed = (tx: Tx, id: number, nextTryAt: Date, failure: string) =>
  tx.run(sql`
    update notices.outbox set attempts = attempts + 1, next_try_at = ${nextTryAt}, failure =
      ${failure}
    where id = ${id}
  `);

/** Leaves a message until its hours begin again; that is no failure. */
export const holdUntil = (tx: Tx, id: number, notBefore: Date) =>
  tx.run(sql`update notices.outbox set not_before = ${notBefore} where id = ${id}`);

export const makeDue = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`
    update notices.outbox set next_try_at = ${realNow} where id = ${id} and sent_at is null
  `);

/** Forgets what was written before an instant, sent or not; answers how many. */
export const purgeOutbox = (tx: Tx, before: Date) =>
  tx.run(sql`delete from notices.outbox where created_at < ${before}`);

/** The newest whose words are still there, to one recipient or to all. */
export const listOutbox = (tx: Tx, recipientHash: string | null) =>
  tx.many<OutboxRow & { createdAt: Date }>(sql`
    select ${columns}, created_at as "createdAt" from notices.outbox
    where letter is not null and (${recipientHash}::text is null or recipient_hash =
      ${recipientHash})
    order by id desc limit 100
  `);
