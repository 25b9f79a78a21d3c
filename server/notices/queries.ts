// The SQL of notices, of wordings and of what members wish.
import type { Tx } from '../database/db.ts';

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
  tx.one<{ id: number }>(
    'notices.insertNotice',
    `insert into notices.notice (member_id, category, title, body, link, created_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
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

export type PreferenceRow = {
  mailOff: string[];
  smsOn: string[];
  smsDeadlines: boolean;
  hideAmounts: boolean;
  news: boolean;
};

const preferenceColumns = `coalesce(p.mail_off, '{}') as "mailOff",
  coalesce(p.sms_on, '{}') as "smsOn", coalesce(p.sms_deadlines, true) as "smsDeadlines"`;

/** What was set, or what it is by itself; news as it was answered at registration. */
export const readPreference = (tx: Tx, memberId: number) =>
  tx.one<PreferenceRow>(
    'notices.readPreference',
    `select ${preferenceColumns}, coalesce(p.hide_amounts, false) as "hideAmounts",
       coalesce(p.wants_news, m.wants_news) as news
     from identity.member m left join notices.preference p on p.member_id = m.id
     where m.id = $1`,
    [memberId],
  );

/** Two changes at once wait for each other, so that neither undoes the other. */
export const lockPreference = (tx: Tx, memberId: number) =>
  tx.one(
    'notices.lockPreference',
    'select id from identity.member where id = $1 for no key update',
    [memberId],
  );

export const putPreference = (tx: Tx, memberId: number, row: PreferenceRow, now: Date) =>
  tx.run(
    'notices.putPreference',
    `insert into notices.preference
       (member_id, mail_off, sms_on, sms_deadlines, hide_amounts, wants_news, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (member_id) do update set mail_off = excluded.mail_off,
       sms_on = excluded.sms_on, sms_deadlines = excluded.sms_deadlines,
       hide_amounts = excluded.hide_amounts, wants_news = excluded.wants_news,
       updated_at = excluded.updated_at`,
    [memberId, row.mailOff, row.smsOn, row.smsDeadlines, row.hideAmounts, row.news, now],
  );

export type Recipient = Pick<PreferenceRow, 'mailOff' | 'smsOn' | 'smsDeadlines'> & {
  email: string;
  /** Sealed; null before the phone is proven. */
  phone: string | null;
};

/** How a member is reached and what of it he wants; null where the account is closed. */
export const recipientOf = (tx: Tx, memberId: number) =>
  tx.maybe<Recipient>(
    'notices.recipientOf',
    `select m.email, v.phone, ${preferenceColumns}
     from identity.member m
     left join notices.preference p on p.member_id = m.id
     left join verification.profile v on v.member_id = m.id and v.stage >= 1
     where m.id = $1 and m.closed_at is null`,
    [memberId],
  );

type WordingRow = { way: 'page' | 'email' | 'sms'; title: string | null; body: string | null };

/** The words of a kind written at the office that are in force; null ones are the default's. */
export const wordingsInForce = (tx: Tx, kind: string, now: Date) =>
  tx.many<WordingRow>(
    'notices.wordingsInForce',
    `select distinct on (way) way, title, body from messages.wording
     where kind = $1 and effective_at <= $2 order by way, version desc`,
    [kind, now],
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

/** The ids of a member's notices in the order of their list. */
export const noticeIds = (
  tx: Tx,
  memberId: number,
  category: string | null,
  limit: number,
  offset: number,
) =>
  tx.one<{ ids: number[] }>(
    'notices.ids',
    `select coalesce(array_agg(id order by id desc), '{}') as ids from (
       select id from notices.notice
       where member_id = $1 and ($2::text is null or category = $2)
       order by id desc limit $3 offset $4
     ) n`,
    [memberId, category, limit, offset],
  );

export const noticesById = (tx: Tx, memberId: number, ids: readonly number[]) =>
  tx.many<NoticeRow>(
    'notices.byId',
    `select ${columns} from notices.notice where member_id = $1 and id = any ($2::bigint[])
     order by id desc`,
    [memberId, ids],
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

/** Marks what is unread; answers how many. */
export const readAll = (tx: Tx, memberId: number, category: string | null, now: Date) =>
  tx.run(
    'notices.readAll',
    `update notices.notice set read_at = $3
     where member_id = $1 and read_at is null and ($2::text is null or category = $2)`,
    [memberId, category, now],
  );

/** Forgets notices from before an instant; answers how many. */
export const purgeNotices = (tx: Tx, before: Date) =>
  tx.run('notices.purge', 'delete from notices.notice where created_at < $1', [before]);
