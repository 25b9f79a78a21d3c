// SQL of the office's search box, and of the pages of a loan and an order.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { TimelineGroup } from '#contract/verification/members.ts';
import type { Tx } from '../database/db.ts';
import { type Sql, sql } from '../database/sql.ts';

export type LoanRow = {
  id: number;
  caseNo: string;
  memberId: number;
  sealedName: string | null;
  planName: string;
  status: LoanStatus;
  isClosed: boolean;
  amount: Money;
  rateBps: number | null;
  installments: number;
  grade: string | null;
  createdAt: Date;
  listedAt: Date | null;
  disbursedOn: string | null;
  settledOn: string | null;
  virtualAccount: string | null;
};

const loanColumns = sql`l.id, l.case_no, l.member_id, v.name as sealed_name,
  p.list_name as plan_name, l.status, servicing.is_closed(l.id) as is_closed, l.amount, l.rate_bps,
  l.installments, l.grade, l.created_at, l.listed_at, l.disbursed_on, l.settled_on,
  a.account as virtual_account`;
const loanFrom = sql`lending.loan l
  join lending.plan p on p.id = l.plan_id
  left join verification.profile v on v.member_id = l.member_id
  left join banking.virtual_account a on a.subject_type = 'loan' and a.subject_id = l.id`;

export type OrderRow = {
  id: number;
  loanId: number;
  caseNo: string;
  memberId: number;
  sealedName: string | null;
  stored: number;
  loanStatus: LoanStatus;
  isClosed: boolean;
  amount: Money;
  paidAmount: Money;
  virtualAccount: string;
  payBy: Date;
  createdAt: Date;
  paidAt: Date | null;
};

const orderColumns = sql`o.id, o.loan_id, l.case_no, o.member_id, v.name as sealed_name,
  o.stored_status as stored, l.status as loan_status, servicing.is_closed(l.id) as is_closed,
  o.amount, o.paid_amount, o.virtual_account, o.pay_by, o.created_at, o.paid_at`;
const orderFrom = sql`investing."order" o
  join lending.loan l on l.id = o.loan_id
  left join verification.profile v on v.member_id = o.member_id`;

/** Possible meanings of a search text; null matches nothing. */
export type SearchTerms = {
  /** Pattern of the beginning of a case number. */
  caseStart: string | null;
  orderId: number | null;
  account: string | null;
  amount: Money | null;
};

export const loansLike = (tx: Tx, { caseStart, account, amount }: SearchTerms, limit: number) =>
  tx.many<LoanRow>(sql`
    select ${loanColumns} from ${loanFrom}
    where l.id = any (array(
      (select id from lending.loan where case_no like ${caseStart} order by id desc limit ${limit})
      union all
      (select id from lending.loan where amount = ${amount} order by id desc limit ${limit})
      union all select subject_id from banking.virtual_account
      where account = ${account} and subject_type = 'loan'))
    order by l.id desc limit ${limit}
  `);

export const ordersLike = (tx: Tx, { orderId, account, amount }: SearchTerms, limit: number) =>
  tx.many<OrderRow>(sql`
    select ${orderColumns} from ${orderFrom}
    where o.id = any (array(select ${orderId}::bigint union all
      (select id from investing."order" where amount = ${amount} order by id desc limit ${limit})
      union all
      select subject_id from banking.virtual_account
      where account = ${account} and subject_type = 'order'))
    order by o.id desc limit ${limit}
  `);

export const officeLoan = (tx: Tx, id: number) =>
  tx.maybe<LoanRow>(sql`select ${loanColumns} from ${loanFrom} where l.id = ${id}`);

/**
 * Returns the negotiated terms in force, whose term includes the instalments paid before; null
 * without a negotiation.
 */
export const negotiatedTerms = (tx: Tx, loanId: number) =>
  tx.maybe<{ rateBps: number; installments: number }>(sql`
    select rate_bps, (select count(*) from servicing.instalment i
      where i.loan_id = n.loan_id and i.current)::integer as installments
    from servicing.negotiation n where loan_id = ${loanId} and status = 'in_force'
    order by version desc limit 1
  `);

export const officeOrder = (tx: Tx, id: number) =>
  tx.maybe<OrderRow>(sql`select ${orderColumns} from ${orderFrom} where o.id = ${id}`);

export const shareOf = (tx: Tx, orderId: number) =>
  tx.maybe<{
    principal: Money;
    returned: Money;
    remaining: Money;
    lost: Money;
    lostOn: Day | null;
    interest: Money;
    lateInterest: Money;
    penalty: Money;
    prepaymentFee: Money;
    fee: Money;
  }>(sql`
    select s.principal, s.principal - s.remaining - s.forgiven as returned,
      case when l.status = 95 then 0 else s.remaining end as remaining,
      s.forgiven + case when l.status = 95 then s.remaining else 0 end as lost,
      coalesce(s.forgiven_on, w.written_off_on) as lost_on, s.interest_received as interest,
      s.late_received as late_interest, s.penalty_received as penalty,
      s.prepayment_fee_received as prepayment_fee, s.fee_charged as fee
    from servicing.share s join lending.loan l on l.id = s.loan_id
    left join servicing.write_off w on w.loan_id = s.loan_id
    where s.order_id = ${orderId}
  `);

/**
 * Returns what the investors of a loan received, and the principal that was given up for good. It
 * is the sum of their shares, because the schedule in force lacks what was paid of instalments that
 * a negotiation replaced.
 */
export const receivedOfLoan = (tx: Tx, loanId: number) =>
  tx.one<{ principalPaid: Money; principalLost: Money; interestPaid: Money }>(sql`
    select coalesce(sum(principal - remaining - forgiven), 0)::bigint as principal_paid,
      coalesce(sum(forgiven), 0)::bigint as principal_lost,
      coalesce(sum(interest_received), 0)::bigint as interest_paid
    from servicing.lent where loan_id = ${loanId}
  `);

export const refundsOf = (tx: Tx, orderId: number) =>
  tx.many<{
    id: number;
    amount: Money;
    fee: Money;
    reason: string;
    status: 'payable' | 'sent' | 'confirmed';
    toPayer: boolean;
  }>(sql`
    select id, amount, fee, reason, status, receipt_id is not null as to_payer
    from investing.refund where order_id = ${orderId} order by id
  `);

export type HappenedRow = {
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

/**
 * The final select of the histories of a loan and of an order: adds operators' names and returns
 * one page, newest first.
 */
const paged = ({
  limit,
  offset,
}: {
  limit: number;
  offset: number;
}) => sql`select item.id, item.at, item."group", item.action, item.actor_type,
    op.name as actor_name, item.about, item.from_status as "from", item.to_status as "to",
    item.reason, item.text, item.amount, item.state, count(*) over () as total
  from item left join identity.operator op
    on item.actor_type = 'operator' and op.id = item.actor_id
  order by item.at desc, item.id desc limit ${limit} offset ${offset}`;

const audited = (subjects: Sql) => sql`
  select 'audit-' || a.id as id, a.at, case split_part(a.action, '.', 1)
      when 'task' then 'office' when 'order' then 'invest' when 'refund' then 'money'
      else 'loan' end as "group", a.action, a.actor_type, a.actor_id, null::text as about,
    a.from_status, a.to_status, a.reason, null::text as text, null::bigint as amount,
    null::text as state
  from (${subjects}) s join tasks.audit a on a.subject_type = s.type and a.subject_id = s.id`;

const received = (type: 'loan' | 'order', id: number) => sql`
  select 'receipt-' || r.id, r.at, 'money', 'receipt.' || ${type}, 'bank', null, null, null, null,
    null, null, case r.sign when '-' then -r.amount else r.amount end, r.state
  from banking.receipt r where r.subject_type = ${type} and r.subject_id = ${id}`;

/**
 * Selects the messages to a member, on the site and by mail, that mention the number of the loan or
 * order. Mails and text messages are encrypted, so they are found through the notice to which they
 * belong.
 */
const messagesAbout = (memberId: Sql, isAbout: (text: Sql) => Sql) => sql`
  select 'notice-' || n.id, n.created_at, 'message', 'message.notice', 'system', null, null, null,
    null, null, n.title, null, case when n.read_at is null then 'unread' else 'read' end
  from notices.notice n where n.member_id = ${memberId} and ${isAbout(sql`n.title || n.body`)}
  union all
  select 'outbox-' || x.id, x.created_at, 'message', 'message.' || x.channel, 'system', null, null,
    null, null, null, n.title, null,
    case when x.sent_at is not null then 'sent' when x.attempts > 0 then 'failing'
      else 'waiting' end
  from notices.outbox x join notices.notice n on n.id = x.notice_id
  where x.member_id = ${memberId} and ${isAbout(sql`n.title || n.body`)}`;

/** Selects each time the borrower supplied documents for a loan; the files are stored elsewhere. */
const supplied = (table: Sql, loanId: number) => sql`
  select 'supplied-' || min(d.upload_id), d.created_at, 'loan', 'document.supplied', 'member',
    null, null, null, null, null, count(*) || ' 份', null, null
  from ${table} d where d.loan_id = ${loanId} group by d.created_at`;

const filed = (kinds: Sql) => sql`
  select 'contract-' || c.id, c.created_at, 'loan', 'document.' || c.kind, 'system', null, null,
    null, null, null, null, null, null
  from lending.contract c where ${kinds}`;

export const historyOfLoan = (
  tx: Tx,
  loan: { id: number; caseNo: string },
  page: { limit: number; offset: number },
) =>
  tx.many<HappenedRow>(sql`
    with item as (${audited(sql`select 'loan' as type, ${loan.id}::bigint as id`)}
      union all ${received('loan', loan.id)}
      union all
      select 'payment-' || p.id, p.created_at, 'money', 'payment.' || p.purpose, 'system', null,
        null, null, null, p.reason, null, p.amount, p.status
      from banking.payment p where p.purpose = 'disbursement' and p.subject_id = ${loan.id}
      union all ${filed(sql`c.loan_id = ${loan.id} and c.order_id is null`)}
      union all ${messagesAbout(
        sql`(select member_id from lending.loan where id = ${loan.id})`,
        (text) => sql`position(${loan.caseNo} in ${text}) > 0`,
      )}
      union all ${supplied(sql`lending.document`, loan.id)}
      union all ${supplied(sql`servicing.negotiation_paper`, loan.id)}
    ) ${paged(page)}
  `);

export const historyOfOrder = (
  tx: Tx,
  order: { id: number; orderNo: string },
  page: { limit: number; offset: number },
) =>
  tx.many<HappenedRow>(sql`
    with item as (${audited(sql`select 'order' as type, ${order.id}::bigint as id union all
        select 'refund', id from investing.refund where order_id = ${order.id}`)}
      union all
      select 'order-' || o.id, o.created_at, 'invest', 'order.created', 'member', null, null, null,
        null, null, null, o.amount, null
      from investing."order" o where o.id = ${order.id}
      union all ${received('order', order.id)}
      union all
      select 'payment-' || p.id, p.created_at, 'money', 'payment.refund', 'system', null, null,
        null, null, p.reason, null, p.amount, p.status
      from investing.refund r join banking.payment p on p.id = r.payment_id
      where r.order_id = ${order.id}
      union all
      select 'share-' || d.batch, d.distributed_on::timestamp at time zone 'Asia/Taipei', 'money',
        'order.distributed', 'system', null, null, null, null, null, null,
        d.principal + d.interest + d.late_interest + d.penalty + d.prepayment_fee - d.fee, null
      from servicing.distribution d where d.order_id = ${order.id}
      union all ${filed(sql`c.order_id = ${order.id}`)}
      union all ${messagesAbout(
        sql`(select member_id from investing."order" where id = ${order.id})`,
        (text) => sql`(position(${order.orderNo} in ${text}) > 0 or position((select case_no from
          lending.loan l
          join investing."order" o on o.loan_id = l.id where o.id = ${order.id}) in ${text}) > 0)`,
      )}
    ) ${paged(page)}
  `);
