// The SQL of messages to many: themselves, and the members they reach.
import type {
  Audience,
  BroadcastCategory,
  BroadcastStatus,
} from '#contract/messages/broadcasts.ts';
import type { Tx } from '../database/db.ts';

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

const columns = `b.id, b.title, b.body, b.link, b.category, b.audience, b.status,
  b.send_at as "sendAt", b.counted, b.reached, b.told, b.made_by as "madeBy",
  (select o.name from identity.operator o where o.id = b.made_by) as by, b.made_at as "madeAt",
  (select o.name from identity.operator o where o.id = b.approved_by) as "approvedBy",
  b.approved_at as "approvedAt", b.started_at as "startedAt", b.ended_at as "endedAt", b.reason`;

export const listRows = (tx: Tx, limit: number, offset: number) =>
  tx.many<BroadcastRow & { total: number }>(
    'messages.listBroadcasts',
    `select ${columns}, count(*) over ()::integer as total from messages.broadcast b
     order by b.id desc limit $1 offset $2`,
    [limit, offset],
  );

/** Those below one id, newest first; all where there is none: a page of a table. */
export const broadcastsBelow = (tx: Tx, before: number | null, limit: number) =>
  tx.many<BroadcastRow>(
    'messages.broadcastsBelow',
    `select ${columns} from messages.broadcast b where $1::bigint is null or b.id < $1
     order by b.id desc limit $2`,
    [before, limit],
  );

export const broadcastById = (tx: Tx, id: number) =>
  tx.maybe<BroadcastRow>(
    'messages.broadcastById',
    `select ${columns} from messages.broadcast b where b.id = $1`,
    [id],
  );

export const lockBroadcast = (tx: Tx, id: number) =>
  tx.maybe<BroadcastRow>(
    'messages.lockBroadcast',
    `select ${columns} from messages.broadcast b where b.id = $1 for update`,
    [id],
  );

export const insertBroadcast = (tx: Tx, row: Fields & { by: number; now: Date }) =>
  tx.one<{ id: number }>(
    'messages.insertBroadcast',
    `insert into messages.broadcast
       (title, body, link, category, audience, send_at, status, made_by, made_at)
     values ($1, $2, $3, $4, $5, $6, 'draft', $7, $8) returning id`,
    [row.title, row.body, row.link, row.category, row.audience, row.sendAt, row.by, row.now],
  );

export const updateBroadcast = (tx: Tx, id: number, row: Fields & { by: number; now: Date }) =>
  tx.run(
    'messages.updateBroadcast',
    `update messages.broadcast set title = $2, body = $3, link = $4, category = $5,
       audience = $6, send_at = $7, status = 'draft', made_by = $8, made_at = $9, reason = null
     where id = $1`,
    [id, row.title, row.body, row.link, row.category, row.audience, row.sendAt, row.by, row.now],
  );

/** What is left out stays as it is. */
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
  tx.run(
    'messages.setState',
    `update messages.broadcast set status = $2, counted = coalesce($3, counted),
       approved_by = coalesce($4, approved_by), approved_at = coalesce($5, approved_at),
       ended_at = coalesce($6, ended_at), reason = coalesce($7, reason)
     where id = $1`,
    [
      id,
      set.status,
      set.counted ?? null,
      set.approvedBy ?? null,
      set.approvedAt ?? null,
      set.endedAt ?? null,
      set.reason ?? null,
    ],
  );

/** The next one whose time has come, unless another process has it in hand. */
export const lockDueBroadcast = (tx: Tx, now: Date) =>
  tx.maybe<BroadcastRow>(
    'messages.lockDueBroadcast',
    `select ${columns} from messages.broadcast b
     where b.status in ('approved', 'sending') and b.send_at <= $1
     order by b.send_at, b.id limit 1 for update skip locked`,
    [now],
  );

export const markReached = (
  tx: Tx,
  id: number,
  { reached, told, now }: { reached: number; told: number; now: Date },
) =>
  tx.run(
    'messages.markReached',
    `update messages.broadcast set status = 'sending', reached = $2, told = told + $3,
       started_at = coalesce(started_at, $4)
     where id = $1`,
    [id, reached, told, now],
  );

/** Of these members those who were not told yet; from now on they are. */
export const claimMembers = (tx: Tx, id: number, members: readonly number[], now: Date) =>
  tx.many<{ memberId: number }>(
    'messages.claimMembers',
    `insert into messages.broadcast_member (broadcast_id, member_id, told_at)
     select $1, member_id, $3 from unnest($2::bigint[]) as member_id
     on conflict do nothing returning member_id as "memberId"`,
    [id, members, now],
  );

/** $1 group, $2 and $3 stage, $4 plan, $5 category: whom a message is meant for. */
const meant = `from identity.member m
  left join notices.preference p on p.member_id = m.id
  left join verification.profile v on v.member_id = m.id
  where m.closed_at is null and (m.email_verified_at is not null or m.google_subject is not null)
    and coalesce(v.stage, 0) between $2 and $3
    and ($5 <> 'news' or coalesce(p.wants_news, m.wants_news))
    and ($1 <> 'borrowers'
      or exists (select from lending.loan l where l.member_id = m.id))
    and ($1 <> 'investors'
      or exists (select from investing."order" o where o.member_id = m.id))
    and ($1 <> 'openOrders' or exists (
      select from investing."order" o where o.member_id = m.id and o.stored_status in (0, 5)))
    and ($4::text is null or exists (
      select from lending.loan l join lending.plan n on n.id = l.plan_id
      where l.member_id = m.id and n.slug = $4 and l.status < 90))`;
const valuesOf = ({ group, stageMin, stageMax, plan }: Audience, category: BroadcastCategory) => [
  group,
  stageMin ?? 0,
  stageMax ?? 4,
  plan ?? null,
  category,
];

/** Those beyond an id, in its order; never all of them at once. */
export const audienceAfter = (
  tx: Tx,
  { audience, category }: Pick<Fields, 'audience' | 'category'>,
  after: number,
  limit: number,
) =>
  tx.many<{ id: number }>(
    'messages.audienceAfter',
    `select m.id ${meant} and m.id > $6 order by m.id limit $7`,
    [...valuesOf(audience, category), after, limit],
  );

/** How many there are, and how many of them want mails and text messages of the category. */
export const countOf = (
  tx: Tx,
  { audience, category }: Pick<Fields, 'audience' | 'category'>,
  settled: string,
) =>
  tx.one<{ members: number; mails: number; texts: number }>(
    'messages.countOf',
    `select count(*)::integer as members,
       count(*) filter (where $5 = 'legal' or not $6 = any (coalesce(p.mail_off, '{}')))::integer
         as mails,
       count(*) filter (where $6 = any (coalesce(p.sms_on, '{}')) and v.phone is not null
         and v.stage >= 1)::integer as texts
     ${meant}`,
    [...valuesOf(audience, category), settled],
  );

/** Plans by slug, each by the name of its newest version. */
export const plansNamed = (tx: Tx) =>
  tx.many<{ slug: string; name: string }>(
    'messages.plansNamed',
    `select distinct on (slug) slug, list_name as name from lending.plan
     order by slug, version desc`,
    [],
  );
