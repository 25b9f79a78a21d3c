// SQL of the office's member page: details, and the whole history of a member.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { TimelineGroup } from '#contract/verification/members.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, type Sql, sql, when } from '../../database/sql.ts';

export type AccountOf = {
  id: number;
  email: string;
  emailVerifiedAt: Date | null;
  isGoogleLogin: boolean;
  purpose: 'borrow' | 'invest' | 'both';
  createdAt: Date;
  suspendedAt: Date | null;
  closedAt: Date | null;
  birthYear: number | null;
  approvedAt: Date | null;
};

export const accountOf = (tx: Tx, memberId: number) =>
  tx.maybe<AccountOf>(sql`
    select m.id, m.email, m.email_verified_at, m.google_subject is not null as is_google_login,
      m.purpose, m.created_at, m.suspended_at, m.closed_at, p.birth_year, p.approved_at
    from identity.member m left join verification.profile p on p.member_id = m.id
    where m.id = ${memberId}
  `);

export const bankAccountsOf = (tx: Tx, memberId: number) =>
  tx.many<{
    bankCode: string;
    accountTail: string;
    status: 'pending' | 'proposed' | 'coming' | 'in_force';
    inForceFrom: Date | null;
  }>(sql`
    select bank_code, account_tail, status, in_force_from
    from verification.bank_account where member_id = ${memberId}
      and status in ('pending', 'proposed', 'coming', 'in_force')
    order by id desc
  `);

/** Open sessions of the member, most recently used first. */
export const livingSessions = (tx: Tx, memberId: number, realNow: Date, idleSince: Date) =>
  tx.many<{ id: number; createdAt: Date; usedAt: Date; address: string; agent: string }>(sql`
    select id, created_at, used_at, address, agent
    from identity.session
    where member_id = ${memberId} and ended_at is null and ends_at > ${realNow} and used_at >
      ${idleSince}
    order by used_at desc limit 50
  `);

type LoanOf = {
  id: number;
  caseNo: string;
  status: LoanStatus;
  isClosed: boolean;
  amount: Money;
  createdAt: Date;
};

export const loansOf = (tx: Tx, memberId: number) =>
  tx.many<LoanOf>(sql`
    select l.id, l.case_no, l.status, servicing.is_closed(l.id) as is_closed, l.amount, l.created_at
    from lending.loan l where l.member_id = ${memberId} order by l.id desc limit 50
  `);

export type OrderOf = {
  id: number;
  caseNo: string;
  storedStatus: number;
  loanStatus: LoanStatus;
  isClosed: boolean;
  amount: Money;
  createdAt: Date;
};

export const ordersOf = (tx: Tx, memberId: number) =>
  tx.many<OrderOf>(sql`
    select o.id, l.case_no, o.stored_status, l.status as loan_status,
      servicing.is_closed(l.id) as is_closed, o.amount, o.created_at
    from investing."order" o join lending.loan l on l.id = o.loan_id
    where o.member_id = ${memberId} order by o.created_at desc, o.id desc limit 20
  `);

export const orderTotals = (tx: Tx, memberId: number) =>
  tx.one<{ count: number; outstanding: Money }>(sql`
    select (select count(*) from investing."order" where member_id = ${memberId}) as count,
    coalesce((select outstanding from investing.exposure where member_id = ${memberId}), 0)
      as outstanding
  `);

/** Money that the member owes and has lent; a day in Taipei decides what is late. */
export const exposureOf = (tx: Tx, memberId: number, today: Day) =>
  tx.one<{ owed: Money; lateDays: number; invested: Money; outstanding: Money }>(sql`
    select
      (select coalesce(sum(a.balance), 0)::bigint from lending.loan l
        join ledger.account a on a.kind = 'loan_receivable' and a.loan_id = l.id
          and a.order_id = 0 and a.member_id = 0
        where l.member_id = ${memberId}) as owed,
      (select greatest(coalesce(${today}::date - min(i.payable_until), 0), 0)::integer
        from lending.loan l join servicing.instalment i on i.loan_id = l.id
        where l.member_id = ${memberId} and i.current and i.paid_on is null
          and i.principal + i.interest > i.principal_paid + i.interest_paid) as late_days,
      s.invested, s.outstanding
    from (select coalesce(sum(principal), 0)::bigint as invested,
        coalesce(sum(remaining), 0)::bigint as outstanding
      from servicing.share where member_id = ${memberId}) s
  `);

export const papersOfMember = (tx: Tx, memberId: number) =>
  tx.many<{ id: number; name: string; sentAt: Date }>(sql`
    select id, name, created_at as sent_at from verification.upload
    where member_id = ${memberId} order by id desc limit 20
  `);

/** Formats an order number such as P00001234, like contract/investing/order-number.ts. */
const orderNo = (id: Sql) => sql`'P' || lpad(${id}::text, greatest(8, length(${id}::text)), '0')`;

/**
 * Members may have many orders, but few orders have a task, so the query starts from the tasks of
 * orders.
 */
export const tasksOf = (tx: Tx, memberId: number) =>
  tx.many<{
    id: number;
    kind: TaskKind;
    status: 'open' | 'done';
    decision: string | null;
    createdAt: Date;
    dueAt: Date;
  }>(sql`
    with about as (
      select t.* from verification.owned o cross join lateral (select * from tasks.task
        where subject_type = o.type and subject_id = o.id offset 0) t
      where o.member_id = ${memberId} and o.type <> 'order'
      union all
      select t.* from tasks.task t where t.subject_type = 'order'
        and t.subject_id in (select id from investing."order" where member_id = ${memberId})
    )
    select t.id, t.kind, t.status, t.decision, t.created_at, t.due_at
    from about t
    order by t.status = 'open' desc, t.id desc limit 20
  `);

export type HappeningRow = {
  id: string;
  at: Date;
  group: TimelineGroup;
  action: string;
  actorType: 'member' | 'operator' | 'system' | 'bank';
  actorName: string | null;
  about: string | null;
  from: string | null;
  to: string | null;
  reason: string | null;
  text: string | null;
  amount: Money | null;
  state: string | null;
  total: number;
};

const groupOfAudit = sql`case split_part(a.action, '.', 1)
    when 'verification' then 'verification' when 'screening' then 'verification'
    when 'payout_hold' then 'money'
    when 'loan' then 'loan' when 'order' then 'invest' when 'suitability' then 'invest'
    when 'refund' then 'money' when 'task' then 'office'
    else 'account' end`;

type Whose = {
  memberId: number;
  /** Keyed hashes of the e-mail address and phone, by which messages are found. */
  recipients: readonly string[];
  group: TimelineGroup | null;
};

/** Source and time of every event of a member, for the requested groups; reads indexes only. */
const happenings = ({ memberId, recipients, group }: Whose) => {
  const isWanted = (one: TimelineGroup) => sql`${group === null || group === one}`;
  return sql`
  select source, source_id as id, at from verification.happening a
  where ${allOf([
    sql`member_id = ${memberId}`,
    when(group, sql`case source when 'receipt' then 'money' else ${groupOfAudit} end = ${group}`),
  ])}
  union all
  select 'order', id, created_at from investing."order"
  where member_id = ${memberId} and ${isWanted('invest')}
  union all
  select 'payment', id, created_at from banking.payment
  where member_id = ${memberId} and ${isWanted('money')}
  union all
  select 'notice', id, created_at from notices.notice
  where member_id = ${memberId} and ${isWanted('message')}
  union all
  select 'outbox', id, created_at from notices.outbox
  where recipient_hash = any (${recipients}) and ${isWanted('message')}`;
};

const about = (row: Sql) => sql`case ${row}.subject_type
    when 'order' then ${orderNo(sql`${row}.subject_id`)}
    when 'loan' then (select case_no from lending.loan where id = ${row}.subject_id)
    when 'refund' then (select ${orderNo(sql`order_id`)} from investing.refund
      where id = ${row}.subject_id) end`;
/** Reads the complete event from its source; for each event only the query of its source runs. */
const inFull = sql`
  select ${groupOfAudit} as "group", a.action, a.actor_type, a.actor_id, ${about(sql`a`)} as about,
    a.from_status, a.to_status, a.reason, null::text as text, null::bigint as amount,
    null::text as state
  from tasks.audit a where page.source = 'audit' and a.id = page.id
  union all
  select 'invest', 'order.created', 'member', null, ${orderNo(sql`o.id`)}, null, null, null, null,
    o.amount, null
  from investing."order" o where page.source = 'order' and o.id = page.id
  union all
  select 'money', 'receipt.' || r.subject_type, 'bank', null, ${about(sql`r`)}, null, null, null,
    null,
    case r.sign when '-' then -r.amount else r.amount end, r.state
  from banking.receipt r where page.source = 'receipt' and r.id = page.id
  union all
  select 'money', 'payment.' || p.purpose, 'system', null, null, null, null, p.reason, null,
    p.amount, p.status
  from banking.payment p where page.source = 'payment' and p.id = page.id
  union all
  select 'message', 'message.notice', 'system', null, null, null, null, null, n.title, null,
    case when n.read_at is null then 'unread' else 'read' end
  from notices.notice n where page.source = 'notice' and n.id = page.id
  union all
  select 'message', 'message.' || x.channel, 'system', null, null, null, null, null,
    coalesce((select n.title from notices.notice n where n.id = x.notice_id), x.kind), null,
    case when x.sent_at is not null then 'sent'
      when x.attempts > 0 then 'failing' else 'waiting' end
  from notices.outbox x where page.source = 'outbox' and x.id = page.id`;

/**
 * History of a member, combined from the audit log and the tables that are histories themselves:
 * orders, incoming and outgoing money, notices, mails and text messages. Messages are found by the
 * keyed hashes of their recipients; a message without a notice shows its kind as text.
 */
export const timelineOf = (
  tx: Tx,
  memberId: number,
  recipients: readonly string[],
  group: TimelineGroup | null,
  page: { limit: number; offset: number },
) =>
  tx.many<HappeningRow>(sql`
    with page as materialized (
      select source, id, at,
        count(*) over () as total from (${happenings({ memberId, recipients, group })}) happening
      order by at desc, source desc, id desc limit ${page.limit} offset ${page.offset}
    )
    select page.source || '-' || page.id as id, page.at, item."group", item.action, item.actor_type,
      op.name as actor_name, item.about, item.from_status as "from", item.to_status as "to",
      item.reason, item.text, item.amount, item.state, page.total
    from page cross join lateral (${inFull}) item
    left join identity.operator op on item.actor_type = 'operator' and op.id = item.actor_id
    order by page.at desc, page.source desc, page.id desc
  `);
