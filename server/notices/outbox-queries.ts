// SQL of the outbox.
import type { ContactHours } from '#contract/servicing/contact-hours.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** Member and notice that a message concerns, as far as they are known. */
export type About = {
  memberId?: number;
  kind?: string;
  broadcastId?: number;
  /** The notice that this message repeats by mail or text message. */
  noticeId?: number;
};

export const insertOutbox = (
  tx: Tx,
  row: {
    channel: 'email' | 'sms' | 'push';
    recipient: string;
    recipientHash: string;
    letter: string;
    now: Date;
    about: About;
    /** Permitted hours of the message, and the earliest time it may be sent; null for any time. */
    hours: ContactHours | null;
    notBefore: Date | null;
    /** The request or job that writes the message, and its span. */
    requestId: string;
    traceParent: string | null;
  },
) =>
  tx.run(sql`
    insert into notices.outbox (channel, recipient, recipient_hash, letter, created_at,
      member_id, kind, broadcast_id, notice_id, hours, not_before, request_id, trace_parent)
    values (${row.channel}, ${row.recipient}, ${row.recipientHash}, ${row.letter}, ${row.now},
      ${row.about.memberId ?? null}, ${row.about.kind ?? null},
      ${row.about.broadcastId ?? null}, ${row.about.noticeId ?? null}, ${row.hours},
      ${row.notBefore}, ${row.requestId}, ${row.traceParent})
  `);

/** Row as stored: recipient and message are encrypted. */
export type OutboxRow = {
  id: number;
  channel: 'email' | 'sms' | 'push';
  recipient: string;
  recipientHash: string;
  letter: string | null;
  attempts: number;
  hours: ContactHours | null;
  createdAt: Date;
  /** Null if an older program wrote the message. */
  requestId: string | null;
  traceParent: string | null;
};

const columns = sql`id, channel, recipient, recipient_hash, letter, attempts, hours, created_at,
  request_id, trace_parent`;

/**
 * Locks messages that are due, and skips rows that another worker has locked; a message's first
 * attempt is never delayed.
 */
export const lockDueOutbox = (tx: Tx, realNow: Date, limit: number) =>
  tx.many<OutboxRow>(sql`
    select ${columns}
    from notices.outbox where sent_at is null and (attempts = 0 or next_try_at <= ${realNow})
      and (not_before is null or not_before <= ${realNow})
    order by next_try_at limit ${limit} for update skip locked
  `);

/** Marks messages as sent and deletes their texts, except the texts of the messages in `kept`. */
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

/**
 * Gives a message up: it is not tried again before its row is deleted, unless an operator sends it.
 */
export const markGivenUp = (tx: Tx, id: number, after: Date, failure: string) =>
  tx.run(sql`
    update notices.outbox set attempts = attempts + 1, next_try_at = ${after},
      not_before = ${after}, failure = ${failure}
    where id = ${id}
  `);

/** Deletes a message whose device is gone. */
export const deleteMessage = (tx: Tx, id: number) =>
  tx.run(sql`delete from notices.outbox where id = ${id}`);

/** Postpones a message until its permitted hours; this does not count as a failed attempt. */
export const holdUntil = (tx: Tx, id: number, notBefore: Date) =>
  tx.run(sql`update notices.outbox set not_before = ${notBefore} where id = ${id}`);

export const makeDue = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`
    update notices.outbox set next_try_at = ${realNow},
      not_before = nullif(not_before, next_try_at)
    where id = ${id} and sent_at is null
  `);

/** Returns the newest messages whose text is still stored, to one recipient or to all. */
export const listOutbox = (tx: Tx, recipientHashes: readonly string[] | null) =>
  tx.many<OutboxRow>(sql`
    select ${columns} from notices.outbox
    where letter is not null and (${recipientHashes}::text[] is null
      or recipient_hash = any (${recipientHashes}))
    order by id desc limit 100
  `);
