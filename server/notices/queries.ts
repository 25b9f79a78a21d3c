// The SQL of notices and of the outbox.
import type { Tx } from '../db.ts';

export const insertNotice = (
  tx: Tx,
  notice: {
    memberId: number;
    category: string;
    title: string;
    body: string;
    link: string;
    now: Date;
  },
) =>
  tx.run(
    'notices.insertNotice',
    `insert into notices.notice (member_id, category, title, body, link, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [notice.memberId, notice.category, notice.title, notice.body, notice.link, notice.now],
  );

/** Many notices by one statement. */
export const insertNotices = (
  tx: Tx,
  rows: readonly {
    memberId: number;
    category: string;
    title: string;
    body: string;
    link: string;
  }[],
  now: Date,
) =>
  tx.run(
    'notices.insertNotices',
    `insert into notices.notice (member_id, category, title, body, link, created_at)
     select *, $6 from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    [
      rows.map((row) => row.memberId),
      rows.map((row) => row.category),
      rows.map((row) => row.title),
      rows.map((row) => row.body),
      rows.map((row) => row.link),
      now,
    ],
  );

export const emailOfMember = (tx: Tx, memberId: number) =>
  tx.maybe<{ email: string }>(
    'notices.emailOfMember',
    'select email from identity.member where id = $1',
    [memberId],
  );

export const insertOutbox = (
  tx: Tx,
  row: {
    channel: 'email' | 'sms';
    to: string;
    subject: string | null;
    text: string;
    html: string | null;
    now: Date;
  },
) =>
  tx.run(
    'notices.insertOutbox',
    `insert into notices.outbox (channel, recipient, subject, body, html, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [row.channel, row.to, row.subject, row.text, row.html, row.now],
  );

export type NoticeRow = {
  id: number;
  category: 'invest' | 'loan' | 'account' | 'other';
  title: string;
  body: string;
  link: string;
  createdAt: Date;
  readAt: Date | null;
};

const columns = `id, category, title, body, link, created_at as "createdAt", read_at as "readAt"`;

export const listNotices = (
  tx: Tx,
  memberId: number,
  category: string | null,
  limit: number,
  offset: number,
) =>
  tx.many<NoticeRow & { total: number }>(
    'notices.list',
    `select ${columns}, count(*) over () as total from notices.notice
     where member_id = $1 and ($2::text is null or category = $2)
     order by id desc limit $3 offset $4`,
    [memberId, category, limit, offset],
  );

export const countUnread = (tx: Tx, memberId: number) =>
  tx.many<{ category: string; unread: number }>(
    'notices.countUnread',
    `select category, count(*) as unread from notices.notice
     where member_id = $1 and read_at is null group by category`,
    [memberId],
  );

export const readNotice = (tx: Tx, memberId: number, id: number, now: Date) =>
  tx.maybe<NoticeRow>(
    'notices.read',
    `update notices.notice set read_at = coalesce(read_at, $3)
     where id = $2 and member_id = $1 returning ${columns}`,
    [memberId, id, now],
  );

export type OutboxRow = {
  id: number;
  channel: 'email' | 'sms';
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  attempts: number;
};

/** Takes what is due, skipping what another worker holds. */
export const lockDueOutbox = (tx: Tx, realNow: Date, limit: number) =>
  tx.many<OutboxRow>(
    'notices.lockDueOutbox',
    `select id, channel, recipient as "to", subject, body as text, html, attempts
     from notices.outbox where sent_at is null and next_try_at <= $1
     order by next_try_at limit $2 for update skip locked`,
    [realNow, limit],
  );

export const markSent = (tx: Tx, ids: readonly number[], realNow: Date) =>
  tx.run('notices.markSent', 'update notices.outbox set sent_at = $2 where id = any ($1)', [
    ids,
    realNow,
  ]);

export const markFailed = (tx: Tx, id: number, nextTryAt: Date, failure: string) =>
  tx.run(
    'notices.markFailed',
    `update notices.outbox set attempts = attempts + 1, next_try_at = $2, failure = $3
     where id = $1`,
    [id, nextTryAt, failure],
  );

export const listOutbox = (tx: Tx, to: string | null) =>
  tx.many<OutboxRow & { createdAt: Date }>(
    'notices.listOutbox',
    `select id, channel, recipient as "to", subject, body as text, html, attempts,
       created_at as "createdAt"
     from notices.outbox where $1::text is null or recipient = $1
     order by id desc limit 100`,
    [to],
  );
