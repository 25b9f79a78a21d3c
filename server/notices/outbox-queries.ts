// The SQL of the outbox.
import type { ContactHours } from '#contract/servicing/contact-hours.ts';
import type { Tx } from '../database/db.ts';

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
  tx.run(
    'notices.insertOutbox',
    `insert into notices.outbox (channel, recipient, recipient_hash, letter, created_at,
       member_id, kind, broadcast_id, notice_id, hours, not_before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.channel,
      row.recipient,
      row.recipientHash,
      row.letter,
      row.now,
      row.about.memberId ?? null,
      row.about.kind ?? null,
      row.about.broadcastId ?? null,
      row.about.noticeId ?? null,
      row.hours,
      row.notBefore,
    ],
  );

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

const columns = `id, channel, recipient, recipient_hash as "recipientHash", letter, attempts,
  hours`;

/** Takes what is due, skipping what another worker holds; the first try waits for nothing. */
export const lockDueOutbox = (tx: Tx, realNow: Date, limit: number) =>
  tx.many<OutboxRow>(
    'notices.lockDueOutbox',
    `select ${columns}
     from notices.outbox where sent_at is null and (attempts = 0 or next_try_at <= $1)
       and (not_before is null or not_before <= $1)
     order by next_try_at limit $2 for update skip locked`,
    [realNow, limit],
  );

/** The words of what was sent go at once, except of `kept`. */
export const markSent = (tx: Tx, ids: readonly number[], kept: readonly number[], realNow: Date) =>
  tx.run(
    'notices.markSent',
    `update notices.outbox set sent_at = $3, failure = null,
       letter = case when id = any ($2) then letter end
     where id = any ($1)`,
    [ids, kept, realNow],
  );

export const markFailed = (tx: Tx, id: number, nextTryAt: Date, failure: string) =>
  tx.run(
    'notices.markFailed',
    `update notices.outbox set attempts = attempts + 1, next_try_at = $2, failure = $3
     where id = $1`,
    [id, nextTryAt, failure],
  );

/** Leaves a message until its hours begin again; that is no failure. */
export const holdUntil = (tx: Tx, id: number, notBefore: Date) =>
  tx.run('notices.holdUntil', 'update notices.outbox set not_before = $2 where id = $1', [
    id,
    notBefore,
  ]);

export const makeDue = (tx: Tx, id: number, realNow: Date) =>
  tx.run(
    'notices.makeDue',
    'update notices.outbox set next_try_at = $2 where id = $1 and sent_at is null',
    [id, realNow],
  );

/** Forgets what was written before an instant, sent or not; answers how many. */
export const purgeOutbox = (tx: Tx, before: Date) =>
  tx.run('notices.purgeOutbox', 'delete from notices.outbox where created_at < $1', [before]);

/** The newest whose words are still there, to one recipient or to all. */
export const listOutbox = (tx: Tx, recipientHash: string | null) =>
  tx.many<OutboxRow & { createdAt: Date }>(
    'notices.listOutbox',
    `select ${columns}, created_at as "createdAt" from notices.outbox
     where letter is not null and ($1::text is null or recipient_hash = $1)
     order by id desc limit 100`,
    [recipientHash],
  );
