// SQL of broadcasts and of the members who receive them.
import type {
  Audience,
  BroadcastCategory,
  BroadcastStatus,
} from '#contract/messages/broadcasts.ts';
import type { Tx } from '../database/db.ts';
import {
  allOf,
  keyset,
  limitOf,
  type Part,
  type Sql,
  sql,
  totalOf,
  when,
} from '../database/sql.ts';

type Fields = {
  title: string;
  body: string;
  link: string;
  category: BroadcastCategory;
  audience: Audience;
  sendAt: Date;
};
export type BroadcastRow = Fields & {
  id: number;
  status: BroadcastStatus;
  counted: number;
  reached: number;
  told: number;
  madeBy: number;
  by: string | null;
  madeAt: Date;
  approvedBy: string | null;
  approvedAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  reason: string | null;
};

const columns = sql`b.id, b.title, b.body, b.link, b.category, b.audience, b.status, b.send_at,
  b.counted, b.reached, b.told, b.made_by,
  (select o.name from identity.operator o where o.id = b.made_by) as by, b.made_at,
  (select o.name from identity.operator o where o.id = b.approved_by) as approved_by, b.approved_at,
  b.started_at, b.ended_at, b.reason`;

const newest = keyset('desc', { id: sql`b.id` });

export const listBroadcasts = (tx: Tx, part: Part<{ id: number }>) =>
  tx.many<BroadcastRow>(sql`
    select ${columns} from messages.broadcast b where ${allOf([newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countBroadcasts = (tx: Tx) =>
  tx.one<{ total: number }>(totalOf(sql`messages.broadcast`));

export const broadcastById = (tx: Tx, id: number) =>
  tx.maybe<BroadcastRow>(sql`select ${columns} from messages.broadcast b where b.id = ${id}`);

export const lockBroadcast = (tx: Tx, id: number) =>
  tx.maybe<BroadcastRow>(sql`
    select ${columns} from messages.broadcast b where b.id = ${id} for update
  `);

export const insertBroadcast = (tx: Tx, row: Fields & { by: number; now: Date }) =>
  tx.one<{ id: number }>(sql`
    insert into messages.broadcast
      (title, body, link, category, audience, send_at, status, made_by, made_at)
    values (${row.title}, ${row.body}, ${row.link}, ${row.category}, ${row.audience},
      ${row.sendAt}, 'draft', ${row.by}, ${row.now}) returning id
  `);

export const updateBroadcast = (tx: Tx, id: number, row: Fields & { by: number; now: Date }) =>
  tx.run(sql`
    update messages.broadcast set title = ${row.title}, body = ${row.body}, link = ${row.link},
      category = ${row.category},
      audience = ${row.audience}, send_at = ${row.sendAt}, status = 'draft', made_by =
        ${row.by}, made_at = ${row.now}, reason = null
    where id = ${id}
  `);

/** Sets the state of a broadcast; fields that are left out stay unchanged. */
export const setState = (
  tx: Tx,
  id: number,
  set: {
    status: BroadcastStatus;
    counted?: number;
    approvedBy?: number;
    approvedAt?: Date;
    endedAt?: Date;
    reason?: string;
  },
) =>
  tx.run(sql`
    update messages.broadcast set status = ${set.status}, counted =
      coalesce(${set.counted ?? null}, counted),
      approved_by = coalesce(${set.approvedBy ?? null}, approved_by), approved_at =
        coalesce(${set.approvedAt ?? null}, approved_at),
      ended_at = coalesce(${set.endedAt ?? null}, ended_at), reason =
        coalesce(${set.reason ?? null}, reason)
    where id = ${id}
  `);

/** Locks the next broadcast whose time has come, unless another process is sending it. */
const isDue = (now: Date) => sql`b.status in ('approved', 'sending') and b.send_at <= ${now}`;

export const broadcastsToSend = (now: Date) =>
  sql`select from messages.broadcast b where ${isDue(now)}`;

export const lockDueBroadcast = (tx: Tx, now: Date) =>
  tx.maybe<BroadcastRow>(sql`
    select ${columns} from messages.broadcast b
    where ${isDue(now)}
    order by b.send_at, b.id limit 1 for update skip locked
  `);

export const markReached = (
  tx: Tx,
  id: number,
  { reached, told, now }: { reached: number; told: number; now: Date },
) =>
  tx.run(sql`
    update messages.broadcast set status = 'sending', reached = ${reached}, told = told + ${told},
      started_at = coalesce(started_at, ${now})
    where id = ${id}
  `);

/** Marks members of this list as notified and returns those who were not notified before. */
export const claimMembers = (tx: Tx, id: number, members: readonly number[], now: Date) =>
  tx.many<{ memberId: number }>(sql`
    insert into messages.broadcast_member (broadcast_id, member_id, told_at)
    select ${id}, member_id, ${now} from unnest(${members}::bigint[]) as member_id
    on conflict do nothing returning member_id
  `);

const groups: Record<Audience['group'], Sql | null> = {
  all: null,
  borrowers: sql`exists (select from lending.loan l where l.member_id = m.id)`,
  investors: sql`exists (select from investing."order" o where o.member_id = m.id)`,
  openOrders: sql`exists (
    select from investing."order" o where o.member_id = m.id and o.stored_status in (0, 5))`,
};

type Whom = Pick<Fields, 'audience' | 'category'>;

/** SQL condition for the members to whom a broadcast is sent. */
const recipients = ({ audience: { group, stageMin, stageMax, plan }, category }: Whom) => sql`
  from identity.member m
  left join notices.preference p on p.member_id = m.id
  left join verification.profile v on v.member_id = m.id
  where ${allOf([
    sql`m.closed_at is null and (m.email_verified_at is not null or m.google_subject is not null)`,
    sql`coalesce(v.stage, 0) between ${stageMin ?? 0} and ${stageMax ?? 4}`,
    category === 'news' ? sql`coalesce(p.wants_news, m.wants_news)` : null,
    groups[group],
    when(
      plan,
      sql`exists (select from lending.loan l join lending.plan n on n.id = l.plan_id
        where l.member_id = m.id and n.slug = ${plan} and l.status < 90)`,
    ),
  ])}`;

/**
 * Returns the next members after an id, in the order of ids, so that the whole list is never read
 * at once.
 */
export const audienceAfter = (tx: Tx, whom: Whom, after: number, limit: number) =>
  tx.many<{ id: number }>(sql`
    select m.id ${recipients(whom)} and m.id > ${after} order by m.id limit ${limit}
  `);

/** Counts the members, and those who want mails and text messages of the category. */
export const countOf = (tx: Tx, whom: Whom, settled: string) =>
  tx.one<{ members: number; mails: number; texts: number }>(sql`
    select count(*)::integer as members,
      count(*) filter (where ${whom.category} = 'legal'
        or not ${settled} = any (coalesce(p.mail_off, '{}')))::integer as mails,
      count(*) filter (where ${settled} = any (coalesce(p.sms_on, '{}')) and v.phone is not null
        and v.stage >= 1)::integer as texts
    ${recipients(whom)}
  `);

/** Returns plans by slug, each with the name of its newest version. */
export const plansNamed = (tx: Tx) =>
  tx.many<{ slug: string; name: string }>(sql`
    select distinct on (slug) slug, list_name as name from lending.plan
    order by slug, version desc
  `);
