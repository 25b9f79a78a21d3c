// The SQL of the office's member page: found, shown, and everything that happened to him.
import type { TaskKind } from '#contract/tasks/calls.ts';
import type { MemberFile, MemberStanding, TimelineGroup } from '#contract/verification/members.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { Tx } from '../../database/db.ts';

export type FoundRow = {
  id: number;
  email: string;
  name: string | null;
  stage: number;
  status: number;
  suspended: boolean;
  closed: boolean;
  createdAt: Date;
  total: number;
};

/** What a search may mean; a null finds nobody, and all null finds everybody. */
export type Wanted = {
  emailStart: string | null;
  id: number | null;
  caseNo: string | null;
  orderId: number | null;
  phoneHash: string | null;
  idNumberHash: string | null;
  /** The end of a telephone, or of an account in force or about to be. */
  tail: string | null;
};

const foundColumns = `m.id, m.email, p.name, coalesce(p.stage, 0) as stage,
  coalesce(p.status, 0) as status, m.suspended_at is not null as suspended,
  m.closed_at is not null as closed, m.created_at as "createdAt"`;

const phoneWithTail = (tail: string) =>
  `select member_id from verification.profile where phone_tail = ${tail}`;
const accountWithTail = (tail: string) =>
  `select member_id from verification.bank_account where account_tail = ${tail}
     and status in ('pending', 'proposed', 'coming', 'in_force')`;
const withTail = (tail: string, most: number) =>
  `select member_id from (${phoneWithTail(tail)} union all ${accountWithTail(tail)}) t
     limit ${most}`;

/** Whoever is looked for, or everybody; narrowed by how his account and his file stand. */
export type MembersOf = {
  wanted: Wanted | null;
  standing?: MemberStanding | undefined;
  file?: MemberFile | undefined;
};

const standingIs: Record<MemberStanding, string> = {
  open: 'm.suspended_at is null and m.closed_at is null',
  suspended: 'm.suspended_at is not null and m.closed_at is null',
  closed: 'm.closed_at is not null',
};
const fileIs: Record<MemberFile, string> = {
  begun: '(p.status is null or p.status = 0)',
  reviewing: 'p.status = 1',
  supplement: 'p.status = 2',
  approved: 'p.status = 3',
};
const membersFrom = `identity.member m
  left join verification.profile p on p.member_id = m.id`;

/** `$1` to `$7` are what may be wanted. */
const foundBy = `(select id from identity.member where email like $1 limit ${COUNTED_MAX})
  union all select id from identity.member where id = $2
  union all select member_id from lending.loan where case_no = $3
  union all select member_id from investing."order" where id = $4
  union all select member_id from verification.profile where phone_hash = $5
  union all select member_id from verification.profile where id_number_hash = $6
  union all (${withTail('$7', COUNTED_MAX)})`;

/** What the statements of a list and of its table have in common. */
function membersAsked({ wanted, standing, file }: MembersOf) {
  const narrowing = [standing && standingIs[standing], file && fileIs[file]].filter(Boolean);
  const values = wanted && [
    wanted.emailStart,
    wanted.id,
    wanted.caseNo,
    wanted.orderId,
    wanted.phoneHash,
    wanted.idNumberHash,
    wanted.tail,
  ];
  return {
    found: wanted ? `found as materialized (${foundBy}),` : '',
    where: [wanted ? 'm.id in (select id from found)' : 'true', ...narrowing].join(' and '),
    values: values ?? [],
    key: `${wanted ? 'found' : 'all'}.${standing ?? ''}.${file ?? ''}`,
  };
}

/** The newest first; counted no further than the list is paged. */
export const listMembers = (tx: Tx, of: MembersOf, limit: number, offset: number) => {
  const { found, where, values, key } = membersAsked(of);
  const place = values.length;
  return tx.many<FoundRow>(
    `verification.listMembers.${key}`,
    `with ${found} counted as (
       select count(*) as total from (select from ${membersFrom} where ${where}
         limit ${COUNTED_MAX}) c
     )
     select ${foundColumns}, (select total from counted) as total
     from ${membersFrom} where ${where}
     order by m.id desc limit $${place + 1} offset $${place + 2}`,
    [...values, limit, offset],
  );
};

/** The newest first, below one of them: a page of a table. */
export const membersBelow = (tx: Tx, of: MembersOf, id: number | null, limit: number) => {
  const { found, where, values, key } = membersAsked(of);
  const place = values.length;
  return tx.many<Omit<FoundRow, 'total'>>(
    `verification.membersBelow.${key}`,
    `with ${found} page as (
       select m.id from ${membersFrom}
       where ${where} and ($${place + 1}::bigint is null or m.id < $${place + 1})
       order by m.id desc limit $${place + 2}
     )
     select ${foundColumns} from page join identity.member m using (id)
     left join verification.profile p on p.member_id = m.id order by m.id desc`,
    [...values, id, limit],
  );
};

/** Whoever has a telephone or an account that ends so: `by` says which, a row for each. */
export const membersWithTail = (tx: Tx, tail: string, limit: number) =>
  tx.many<{ id: number; email: string; name: string | null; by: 'phone' | 'account' }>(
    'verification.membersWithTail',
    `with found as materialized (
       select 'phone' as by, member_id from (${phoneWithTail('$1')} limit ${COUNTED_MAX}) p
       union
       select 'account', member_id from (${accountWithTail('$1')} limit ${COUNTED_MAX}) a
     )
     select m.id, m.email, p.name, found.by
     from found join identity.member m on m.id = found.member_id
     left join verification.profile p on p.member_id = m.id
     order by m.id desc, found.by desc limit $2`,
    [tail, limit],
  );

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
  tx.maybe<AccountOf>(
    'verification.officeAccount',
    `select m.id, m.email, m.email_verified_at as "emailVerifiedAt",
       m.google_subject is not null as "isGoogleLogin", m.purpose, m.created_at as "createdAt",
       m.suspended_at as "suspendedAt", m.closed_at as "closedAt",
       p.birth_year as "birthYear", p.approved_at as "approvedAt"
     from identity.member m left join verification.profile p on p.member_id = m.id
     where m.id = $1`,
    [memberId],
  );

export const bankAccountsOf = (tx: Tx, memberId: number) =>
  tx.many<{
    bankCode: string;
    accountTail: string;
    status: 'pending' | 'proposed' | 'coming' | 'in_force';
    inForceFrom: Date | null;
  }>(
    'verification.officeBankAccounts',
    `select bank_code as "bankCode", account_tail as "accountTail", status,
       in_force_from as "inForceFrom"
     from verification.bank_account where member_id = $1
       and status in ('pending', 'proposed', 'coming', 'in_force')
     order by id desc`,
    [memberId],
  );

/** Sessions that still carry the member, the last used first. */
export const livingSessions = (tx: Tx, memberId: number, realNow: Date, idleSince: Date) =>
  tx.many<{ id: number; createdAt: Date; usedAt: Date; address: string; agent: string }>(
    'verification.officeSessions',
    `select id, created_at as "createdAt", used_at as "usedAt", address, agent
     from identity.session
     where member_id = $1 and ended_at is null and ends_at > $2 and used_at > $3
     order by used_at desc limit 50`,
    [memberId, realNow, idleSince],
  );

export const loansOf = (tx: Tx, memberId: number) =>
  tx.many<{ id: number; caseNo: string; status: number; amount: number; createdAt: Date }>(
    'verification.officeLoans',
    `select id, case_no as "caseNo", status, amount, created_at as "createdAt"
     from lending.loan where member_id = $1 order by id desc limit 50`,
    [memberId],
  );

export type OrderOf = {
  id: number;
  caseNo: string;
  storedStatus: number;
  loanStatus: number;
  amount: number;
  createdAt: Date;
};

export const ordersOf = (tx: Tx, memberId: number) =>
  tx.many<OrderOf>(
    'verification.officeOrders',
    `select o.id, l.case_no as "caseNo", o.stored_status as "storedStatus",
       l.status as "loanStatus", o.amount, o.created_at as "createdAt"
     from investing."order" o join lending.loan l on l.id = o.loan_id
     where o.member_id = $1 order by o.created_at desc, o.id desc limit 20`,
    [memberId],
  );

export const orderTotals = (tx: Tx, memberId: number) =>
  tx.one<{ count: number; outstanding: number }>(
    'verification.officeOrderTotals',
    `select (select count(*) from investing."order" where member_id = $1) as count,
       coalesce((select outstanding from investing.exposure where member_id = $1), 0)
         as outstanding`,
    [memberId],
  );

/** P00001234, as contract/investing/order-number.ts writes it. */
const orderNo = (id: string) => `'P' || lpad(${id}::text, greatest(8, length(${id}::text)), '0')`;

/** Whatever has the member behind it besides his orders: himself, his loans, refunds and proofs. */
const mineButOrders = `mine as (
  select 'member' as type, $1::bigint as id
  union all select 'loan', id from lending.loan where member_id = $1
  union all select 'refund', id from investing.refund where member_id = $1
  union all select 'financial_statement', id
    from verification.financial_statement where member_id = $1
  union all select 'account_change', id from verification.account_change where member_id = $1
)`;

/** Members have many orders, few orders a task: these are found from the tasks' side. */
export const tasksOf = (tx: Tx, memberId: number) =>
  tx.many<{
    id: number;
    kind: TaskKind;
    status: 'open' | 'done';
    decision: string | null;
    createdAt: Date;
    dueAt: Date;
  }>(
    'verification.officeTasks',
    `with ${mineButOrders}, about as (
       select t.* from mine cross join lateral (select * from tasks.task
         where subject_type = mine.type and subject_id = mine.id offset 0) t
       union all
       select t.* from tasks.task t where t.subject_type = 'order'
         and t.subject_id in (select id from investing."order" where member_id = $1)
     )
     select t.id, t.kind, t.status, t.decision, t.created_at as "createdAt", t.due_at as "dueAt"
     from about t
     order by t.status = 'open' desc, t.id desc limit 20`,
    [memberId],
  );

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
  amount: number | null;
  state: string | null;
  total: number;
};

const groupOfAudit = `case split_part(a.action, '.', 1)
    when 'verification' then 'verification' when 'loan' then 'loan' when 'order' then 'invest'
    when 'suitability' then 'invest' when 'refund' then 'money' when 'task' then 'office'
    else 'account' end`;

const isAsked = (group: string) => `($4::text is null or $4 = '${group}')`;
const ofOrders = `subject_type = 'order' and subject_id = any ((select ids from placed)::bigint[])`;
const ofOthers = 'subject_type = mine.type and subject_id = mine.id offset 0';
/**
 * Where everything about a member stands and when it happened, of the groups asked for. Some have
 * placed thousands of orders: what is about these is read from indexes alone.
 */
const happenings = `
  select 'audit' as source, a.id, a.at from (
    select id, at, action from tasks.audit where ${ofOrders}
    union all
    select a.* from mine
    cross join lateral (select id, at, action from tasks.audit where ${ofOthers}) a
  ) a where $4::text is null or ${groupOfAudit} = $4
  union all
  select 'order', id, created_at from investing."order"
  where member_id = $1 and ${isAsked('invest')}
  union all
  select 'receipt', r.id, r.at from (
    select id, at from banking.receipt where ${ofOrders}
    union all
    select r.* from mine
    cross join lateral (select id, at from banking.receipt where ${ofOthers}) r
  ) r where ${isAsked('money')}
  union all
  select 'payment', id, created_at from banking.payment
  where member_id = $1 and ${isAsked('money')}
  union all
  select 'notice', id, created_at from notices.notice
  where member_id = $1 and ${isAsked('message')}
  union all
  select 'outbox', id, created_at from notices.outbox
  where recipient_hash in ($2, $3) and ${isAsked('message')}`;

const about = (row: string) => `case ${row}.subject_type
    when 'order' then ${orderNo(`${row}.subject_id`)}
    when 'loan' then (select case_no from lending.loan where id = ${row}.subject_id)
    when 'refund' then (select ${orderNo('order_id')} from investing.refund
      where id = ${row}.subject_id) end`;
/** One of them in full: the source is known, so that only one of these is ever read. */
const inFull = `
  select ${groupOfAudit} as "group", a.action, a.actor_type, a.actor_id, ${about('a')} as about,
    a.from_status, a.to_status, a.reason, null::text as text, null::bigint as amount,
    null::text as state
  from tasks.audit a where page.source = 'audit' and a.id = page.id
  union all
  select 'invest', 'order.created', 'member', null, ${orderNo('o.id')}, null, null, null, null,
    o.amount, null
  from investing."order" o where page.source = 'order' and o.id = page.id
  union all
  select 'money', 'receipt.' || r.subject_type, 'bank', null, ${about('r')}, null, null, null, null,
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
 * One history out of the audit log and the tables that are histories themselves: orders, money in
 * and out, notices, mails and text messages, which are found by the fingerprints of their
 * recipients; the text of one without a notice is its kind.
 */
export const timelineOf = (
  tx: Tx,
  memberId: number,
  to: { emailHash: string; phoneHash: string | null },
  group: TimelineGroup | null,
  page: { limit: number; offset: number },
) =>
  tx.many<HappeningRow>(
    'verification.timeline',
    `with ${mineButOrders}, placed as materialized (
       select coalesce(array_agg(id), '{}') as ids
       from investing."order" where member_id = $1
     ), page as materialized (
       select source, id, at, count(*) over () as total from (${happenings}) happening
       order by at desc, source desc, id desc limit $5 offset $6
     )
     select page.source || '-' || page.id as id, page.at, item."group", item.action,
       item.actor_type as "actorType", op.name as "actorName", item.about,
       item.from_status as "from", item.to_status as "to", item.reason, item.text, item.amount,
       item.state, page.total
     from page cross join lateral (${inFull}) item
     left join identity.operator op on item.actor_type = 'operator' and op.id = item.actor_id
     order by page.at desc, page.source desc, page.id desc`,
    [memberId, to.emailHash, to.phoneHash, group, page.limit, page.offset],
  );
