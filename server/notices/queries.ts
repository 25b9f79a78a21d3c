// SQL of notices, of message texts and of members' preferences.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export const insertNotice = (
  tx: Tx,
  notice: {
    memberId: number;
    category: string;
    /** Key of the kind; null for a notice that a person wrote. */
    kind: string | null;
    title: string;
    body: string;
    link: string;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into notices.notice (member_id, category, kind, title, body, link, created_at)
    values (${notice.memberId}, ${notice.category}, ${notice.kind}, ${notice.title},
      ${notice.body}, ${notice.link}, ${notice.now}) returning id
  `);

/** Inserts many notices of one kind in one statement. */
export const insertNotices = (
  tx: Tx,
  kind: string,
  rows: readonly {
    memberId: number;
    category: string;
    title: string;
    body: string;
    link: string;
  }[],
  now: Date,
) =>
  tx.run(sql`
    insert into notices.notice (member_id, category, title, body, link, created_at, kind)
    select *, ${now}, ${kind} from unnest(${rows.map((row) => row.memberId)}::bigint[],
      ${rows.map((row) => row.category)}::text[], ${rows.map((row) => row.title)}::text[],
      ${rows.map((row) => row.body)}::text[], ${rows.map((row) => row.link)}::text[])
  `);

export type PreferenceRow = {
  mailOff: string[];
  smsOn: string[];
  pushOff: string[];
  smsDeadlines: boolean;
  hideAmounts: boolean;
  news: boolean;
};

const preferenceColumns = sql`coalesce(p.mail_off, '{}') as mail_off,
  coalesce(p.sms_on, '{}') as sms_on, coalesce(p.push_off, '{}') as push_off,
  coalesce(p.sms_deadlines, true) as sms_deadlines`;

/**
 * Returns the member's preferences, or defaults; the default for news is the answer given at
 * registration.
 */
export const readPreference = (tx: Tx, memberId: number) =>
  tx.one<PreferenceRow>(sql`
    select ${preferenceColumns}, coalesce(p.hide_amounts, false) as hide_amounts,
      coalesce(p.wants_news, m.wants_news) as news
    from identity.member m left join notices.preference p on p.member_id = m.id
    where m.id = ${memberId}
  `);

/** Locks the preferences, so that neither of two concurrent changes undoes the other. */
export const lockPreference = (tx: Tx, memberId: number) =>
  tx.one(sql`select id from identity.member where id = ${memberId} for no key update`);

export const putPreference = (tx: Tx, memberId: number, row: PreferenceRow, now: Date) =>
  tx.run(sql`
    insert into notices.preference
      (member_id, mail_off, sms_on, push_off, sms_deadlines, hide_amounts, wants_news, updated_at)
    values (${memberId}, ${row.mailOff}, ${row.smsOn}, ${row.pushOff}, ${row.smsDeadlines},
      ${row.hideAmounts}, ${row.news}, ${now})
    on conflict (member_id) do update set mail_off = excluded.mail_off,
      sms_on = excluded.sms_on, push_off = excluded.push_off,
      sms_deadlines = excluded.sms_deadlines,
      hide_amounts = excluded.hide_amounts, wants_news = excluded.wants_news,
      updated_at = excluded.updated_at
  `);

export type Recipient = Pick<PreferenceRow, 'mailOff' | 'smsOn' | 'pushOff' | 'smsDeadlines'> & {
  email: string;
  /** The encrypted phone number; null until it is confirmed. */
  phone: string | null;
};

/** Returns how a member can be reached and what they want; null if the account is closed. */
export const recipientOf = (tx: Tx, memberId: number) =>
  tx.maybe<Recipient>(sql`
    select m.email, v.phone, ${preferenceColumns}
    from identity.member m
    left join notices.preference p on p.member_id = m.id
    left join verification.profile v on v.member_id = m.id and v.stage >= 1
    where m.id = ${memberId} and m.closed_at is null
  `);

type WordingRow = { way: 'page' | 'email' | 'sms'; title: string | null; body: string | null };

/** Returns the office's texts of a kind in force, which two agreed to; null means the default. */
export const wordingsInForce = (tx: Tx, kind: string, now: Date) =>
  tx.many<WordingRow>(sql`
    select distinct on (way) way, title, body from messages.wording
    where kind = ${kind} and state = 'approved' and effective_at <= ${now}
    order by way, version desc
  `);

export type NoticeRow = {
  id: number;
  category: 'invest' | 'loan' | 'account' | 'other';
  title: string;
  body: string;
  link: string;
  createdAt: Date;
  readAt: Date | null;
};

const columns = sql`id, category, title, body, link, created_at, read_at`;

export const listNotices = (
  tx: Tx,
  memberId: number,
  category: string | null,
  limit: number,
  offset: number,
) =>
  tx.many<NoticeRow & { total: number }>(sql`
    select ${columns}, count(*) over () as total from notices.notice
    where member_id = ${memberId} and (${category}::text is null or category = ${category})
    order by id desc limit ${limit} offset ${offset}
  `);

/** Returns the ids of a member's notices in list order. */
export const noticeIds = (
  tx: Tx,
  memberId: number,
  category: string | null,
  limit: number,
  offset: number,
) =>
  tx.one<{ ids: number[] }>(sql`
    select coalesce(array_agg(id order by id desc), '{}') as ids from (
      select id from notices.notice
      where member_id = ${memberId} and (${category}::text is null or category = ${category})
      order by id desc limit ${limit} offset ${offset}
    ) n
  `);

export const noticesById = (tx: Tx, memberId: number, ids: readonly number[]) =>
  tx.many<NoticeRow>(sql`
    select ${columns} from notices.notice where member_id = ${memberId} and id = any
      (${ids}::bigint[])
    order by id desc
  `);

export const countUnread = (tx: Tx, memberId: number) =>
  tx.many<{ category: string; unread: number }>(sql`
    select category, count(*) as unread from notices.notice
    where member_id = ${memberId} and read_at is null group by category
  `);

export const readNotice = (tx: Tx, memberId: number, id: number, now: Date) =>
  tx.maybe<NoticeRow>(sql`
    update notices.notice set read_at = coalesce(read_at, ${now})
    where id = ${id} and member_id = ${memberId} returning ${columns}
  `);

/** Marks unread notices as read; returns their number. */
export const readAll = (tx: Tx, memberId: number, category: string | null, now: Date) =>
  tx.run(sql`
    update notices.notice set read_at = ${now}
    where member_id = ${memberId} and read_at is null and (${category}::text is null or category
      = ${category})
  `);
