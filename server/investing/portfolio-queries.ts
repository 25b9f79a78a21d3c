// The SQL of a member's orders and holdings, what each brought, and of their sums and dots.
import type { Day } from '#contract/day.ts';
import type { LoanStatus } from '#contract/loan-status.ts';
import type { Money } from '#contract/money.ts';
import type { sortable } from '#contract/lists.ts';
import { fundedOrderStatus } from '#contract/order-status.ts';
import { type Tx, narrowed } from '../db.ts';
import type { OrderShown } from './order-view.ts';

type SortKey = (typeof sortable)[number];
type Page = { orderby: SortKey; ascending: boolean; limit: number; offset: number };

const derived = Object.entries(fundedOrderStatus)
  .filter(([, status]) => status !== null)
  .map(([loan, status]) => `when ${loan} then ${status}`)
  .join(' ');
/** The contract's table of derived statuses as an expression, so that lists sort by it. */
const statusSql = `case when o.stored_status <> 20 then o.stored_status
  else (case l.status ${derived} end) end`;

/** The only expressions a list may be sorted by. */
const orderSorts: Record<SortKey, string> = {
  created_at: 'o.created_at',
  amount: 'o.amount',
  rate: 'l.rate_bps',
  installment: 'l.installments',
  status: statusSql,
  due_date: 'o.pay_by',
  remaining: 'o.amount - o.paid_amount',
};

const shownColumns = `o.id, o.loan_id as "loanId", l.case_no as "caseNo",
  p.list_name as "planName", l.rate_bps as "rateBps", l.installments, o.amount,
  o.paid_amount as "paidAmount", o.stored_status as stored, l.status as "loanStatus",
  o.payment_mode as "paymentMode", o.virtual_account as "virtualAccount", o.pay_by as "payBy",
  o.created_at as "createdAt", o.paid_at as "paidAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', r.id::text, 'amount', r.amount,
      'fee', r.fee, 'reason', r.reason, 'status', r.status) order by r.id)
    from investing.refund r where r.order_id = o.id), '[]') as refunds`;
const fromOrder = `from investing."order" o
  join lending.loan l on l.id = o.loan_id
  join lending.plan p on p.id = l.plan_id`;

/** An order of the member's own; another's is not found. */
export const ownOrder = (tx: Tx, memberId: number, orderId: number) =>
  tx.maybe<OrderShown>(
    'investing.ownOrder',
    `select ${shownColumns} ${fromOrder} where o.id = $2 and o.member_id = $1`,
    [memberId, orderId],
  );

/** What each tab shows; `refund` also shows orders with a refund of a part. */
const tabs = {
  all: 'true',
  unpaid: 'o.stored_status in (0, 5)',
  paid: 'o.stored_status in (10, 20)',
  expired: 'o.stored_status in (50, 55)',
  refund: `(o.stored_status in (60, 65)
    or exists (select from investing.refund r where r.order_id = o.id))`,
};
/** A page is cut by what stands in the order itself, but for these. */
const sortsOfLoan: readonly SortKey[] = ['rate', 'installment', 'status'];

/** Cut before what stands beside an order is looked up: some members have thousands. */
export const ordersOf = (tx: Tx, memberId: number, tab: keyof typeof tabs, page: Page) => {
  const wanted = `o.member_id = $1 and ${tabs[tab]}`;
  const way = page.ascending ? 'asc' : 'desc';
  const order = `${orderSorts[page.orderby]} ${way}, o.id desc`;
  return tx.many<OrderShown & { total: number }>(
    `investing.ordersOf.${tab}.${page.orderby}.${way}`,
    `with page as materialized (
       select o.id from investing."order" o
       ${sortsOfLoan.includes(page.orderby) ? 'join lending.loan l on l.id = o.loan_id' : ''}
       where ${wanted} order by ${order} limit $2 offset $3
     )
     select ${shownColumns},
       (select count(*) from investing."order" o where ${wanted}) as total
     ${fromOrder} join page on page.id = o.id order by ${order}`,
    [memberId, page.limit, page.offset],
  );
};

export type HoldingRow = {
  id: number;
  loanId: number;
  caseNo: string;
  planName: string;
  grade: string;
  rateBps: number;
  installments: number;
  paidInstallments: number;
  amount: Money;
  loanStatus: LoanStatus;
  /** Null until the loan is paid out. */
  remaining: Money | null;
  interestReceived: Money;
  lateReceived: Money;
  fee: Money;
  /** Principal all investors of the loan still have out. */
  loanOutstanding: Money;
  nextDueOn: Day | null;
  nextPrincipal: Money | null;
  nextInterest: Money | null;
};

const holdingSorts: Record<SortKey, string> = {
  ...orderSorts,
  due_date: 'n.due_on',
  remaining: 's.remaining',
};
const sortsOfShare: readonly SortKey[] = ['due_date', 'remaining'];
const holdingColumns = `o.id, o.loan_id as "loanId", l.case_no as "caseNo",
  p.list_name as "planName", coalesce(l.grade, '') as grade, l.rate_bps as "rateBps",
  l.installments, o.amount, l.status as "loanStatus", s.remaining,
  coalesce(s.interest_received, 0) as "interestReceived",
  coalesce((select sum(d.late_interest + d.penalty + d.prepayment_fee)::bigint
    from servicing.distribution d where d.order_id = o.id), 0) as "lateReceived",
  coalesce(s.fee_charged, 0) as fee,
  coalesce((select a.balance from ledger.account a where a.kind = 'loan_receivable'
    and a.loan_id = o.loan_id and a.order_id = 0 and a.member_id = 0), 0) as "loanOutstanding",
  (select count(distinct i.no)::int from servicing.instalment i
    where i.loan_id = o.loan_id and i.paid_on is not null) as "paidInstallments",
  n.due_on as "nextDueOn", n.principal as "nextPrincipal", n.interest as "nextInterest"`;
const holdingOrder = ({ orderby, ascending }: Page) =>
  `${holdingSorts[orderby]} ${ascending ? 'asc' : 'desc nulls last'}, o.id desc`;
const fromHolding = `${fromOrder}
  left join servicing.share s on s.order_id = o.id
  left join lateral (
    select i.due_on, i.payable_until, i.principal - i.principal_paid as principal,
      i.interest - i.interest_paid as interest
    from servicing.instalment i
    where i.loan_id = o.loan_id and i.current and i.paid_on is null order by i.no limit 1
  ) n on true`;

/** Holdings in any of these statuses, or all; what is looked up is looked up for the page alone. */
export const holdingsOf = (
  tx: Tx,
  memberId: number,
  statuses: readonly number[] | null,
  page: Page,
) => {
  const { where, values, key } = narrowed([
    ['o.member_id = $', memberId],
    [`${statusSql} = any ($::smallint[])`, statuses],
  ]);
  const wanted = `o.stored_status = 20 and ${where}`;
  const isOfLoan = statuses !== null || sortsOfLoan.includes(page.orderby);
  const from = isOfLoan ? fromOrder : 'from investing."order" o';
  const place = values.length;
  return tx.many<HoldingRow & { total: number }>(
    `investing.holdingsOf.${key}.${page.orderby}.${page.ascending ? 'asc' : 'desc'}`,
    `with page as materialized (
       select o.id ${sortsOfShare.includes(page.orderby) ? fromHolding : from}
       where ${wanted} order by ${holdingOrder(page)} limit $${place + 1} offset $${place + 2}
     )
     select ${holdingColumns}, (select count(*) ${from} where ${wanted}) as total
     ${fromHolding} join page on page.id = o.id order by ${holdingOrder(page)}`,
    [...values, page.limit, page.offset],
  );
};

export const holdingOf = (tx: Tx, orderId: number) =>
  tx.maybe<HoldingRow>(
    'investing.holdingOf',
    `select ${holdingColumns} ${fromHolding} where o.id = $1 and o.stored_status = 20`,
    [orderId],
  );

export type InstalmentRow = {
  no: number;
  dueOn: Day;
  payableUntil: Day;
  principal: Money;
  interest: Money;
  principalPaid: Money;
  interestPaid: Money;
  paidOn: Day | null;
};

/** The schedule in force, and before it what older versions of it collected. */
export const instalmentsOfLoan = (tx: Tx, loanId: number) =>
  tx.many<InstalmentRow>(
    'investing.instalmentsOfLoan',
    `select distinct on (no) no, due_on as "dueOn", payable_until as "payableUntil",
       principal, interest, principal_paid as "principalPaid", interest_paid as "interestPaid",
       paid_on as "paidOn"
     from servicing.instalment where loan_id = $1 and (current or paid_on is not null)
     order by no, current desc, version desc`,
    [loanId],
  );

export type ReceivedRow = {
  no: number;
  principal: Money;
  interest: Money;
  late: Money;
  fee: Money;
  on: Day;
};

/** What came to an order, by instalment and day. */
export const receivedBy = (tx: Tx, orderId: number) =>
  tx.many<ReceivedRow>(
    'investing.receivedBy',
    `select instalment_no as no, sum(principal)::bigint as principal,
       sum(interest)::bigint as interest,
       sum(late_interest + penalty + prepayment_fee)::bigint as late,
       sum(fee)::bigint as fee, distributed_on as "on"
     from servicing.distribution where order_id = $1
     group by instalment_no, distributed_on order by distributed_on, instalment_no`,
    [orderId],
  );

/** What every investor of a loan still has out, in the order of their orders. */
export const remainingShares = (tx: Tx, loanId: number) =>
  tx.many<{ orderId: number; remaining: Money }>(
    'investing.remainingShares',
    `select order_id as "orderId", remaining from servicing.share
     where loan_id = $1 order by order_id`,
    [loanId],
  );

/** What happened to an order and, since it was placed, to its loan. */
export const eventsOf = (tx: Tx, orderId: number, loanId: number, since: Date) =>
  tx.many<{ at: Date; subject: 'order' | 'loan'; action: string; to: string | null }>(
    'investing.eventsOf',
    `select at, subject_type as subject, action, to_status as "to" from tasks.audit
     where (subject_type = 'order' and subject_id = $1)
       or (subject_type = 'loan' and subject_id = $2 and at >= $3
         and from_status is distinct from to_status and to_status is not null)
     order by id`,
    [orderId, loanId, since],
  );

type Sum = { orders: number; amount: Money };
export type OrderSums = Record<'total' | 'unpaid' | 'paid' | 'funded' | 'refunded' | 'ended', Sum>;

/** Orders placed from one instant up to another, by what became of them. */
export const orderSums = (tx: Tx, memberId: number, from: string, to: string) =>
  tx.many<Sum & { name: keyof OrderSums }>(
    'investing.orderSums',
    `select coalesce(name, 'total') as name, count(*)::int as orders,
       coalesce(sum(amount), 0)::bigint as amount
     from (
       select o.amount, case when o.stored_status in (0, 5) then 'unpaid'
         when o.stored_status = 10 then 'paid' when o.stored_status = 20 then 'funded'
         when o.stored_status in (60, 65) then 'refunded' else 'ended' end as name
       from investing."order" o
       where o.member_id = $1 and o.created_at between $2 and $3
     ) named group by rollup (name)`,
    [memberId, from, to],
  );

export type Standing = {
  holdings: number;
  invested: Money;
  outstanding: Money;
  overdue: Money;
  overdueCount: number;
  negotiating: Money;
  negotiatingCount: number;
};

/** What a member's funded orders hold now; what is not yet paid out is not yet lent. */
export const standingOf = (tx: Tx, memberId: number) =>
  tx.one<Standing>(
    'investing.standingOf',
    `select count(*)::int as holdings, coalesce(sum(amount), 0)::bigint as invested,
       coalesce(sum(remaining), 0)::bigint as outstanding,
       coalesce(sum(remaining) filter (where status in (25, 30, 38)), 0)::bigint as overdue,
       (count(*) filter (where status in (25, 30, 38)))::int as "overdueCount",
       coalesce(sum(remaining) filter (where status = 35), 0)::bigint as negotiating,
       (count(*) filter (where status = 35))::int as "negotiatingCount"
     from (
       select o.amount, s.remaining, ${statusSql} as status from investing."order" o
       join lending.loan l on l.id = o.loan_id
       left join servicing.share s on s.order_id = o.id
       where o.member_id = $1 and o.stored_status = 20
     ) held`,
    [memberId],
  );

export type Sums = { principal: Money; interest: Money; late: Money; fee: Money };

/** What came back to a member from one day to another, both included. */
export const receivedWithin = (tx: Tx, memberId: number, from: Day, to: Day) =>
  tx.one<Sums>(
    'investing.receivedWithin',
    `select coalesce(sum(d.principal), 0)::bigint as principal,
       coalesce(sum(d.interest), 0)::bigint as interest,
       coalesce(sum(d.late_interest + d.penalty + d.prepayment_fee), 0)::bigint as late,
       coalesce(sum(d.fee), 0)::bigint as fee
     from servicing.share s join servicing.distribution d on d.order_id = s.order_id
     where s.member_id = $1 and d.distributed_on between $2 and $3`,
    [memberId, from, to],
  );

/**
 * Every day on which a member's money went out or came back, the fee taken off; with how many
 * times it came back. What is still out, unless it is written off, stands on `today`.
 */
export const flowsOf = (tx: Tx, memberId: number, today: Day) =>
  tx.many<{ on: Day; amount: number; returns: number }>(
    'investing.flowsOf',
    `select "on", sum(amount)::bigint as amount, sum(returned)::int as returns from (
       select (coalesce(o.paid_at, o.created_at) at time zone 'Asia/Taipei')::date as "on",
         -o.amount as amount, 0 as returned
       from investing."order" o join servicing.share s on s.order_id = o.id
       where o.member_id = $1
       union all
       select d.distributed_on, d.principal + d.interest + d.late_interest + d.penalty
         + d.prepayment_fee - d.fee, 1
       from servicing.share s join servicing.distribution d on d.order_id = s.order_id
       where s.member_id = $1
       union all
       select $2::date, s.remaining, 0
       from servicing.share s join lending.loan l on l.id = s.loan_id
       where s.member_id = $1 and l.status <> 95
     ) flow group by "on" order by "on"`,
    [memberId, today],
  );

export type LateRow = HoldingRow & { lateSince: Day; total: number };

/** Holdings that are late today, by the day their oldest unpaid instalment fell due. */
export const lateHoldings = (
  tx: Tx,
  memberId: number,
  period: { from: Day; to: Day; today: Day },
  limit: number,
) =>
  tx.many<LateRow>(
    'investing.lateHoldings',
    `select ${holdingColumns}, n.payable_until as "lateSince", count(*) over () as total
     ${fromHolding}
     where o.member_id = $1 and o.stored_status = 20 and l.status between 60 and 80
       and n.due_on between $2 and $3 and n.payable_until < $4
     order by n.due_on, o.id limit $5`,
    [memberId, period.from, period.to, period.today, limit],
  );

/** Which tabs hold an order that came to its status since the member last looked there. */
export const litDots = (tx: Tx, memberId: number) =>
  tx.many<{ type: string; lit: boolean }>(
    'investing.litDots',
    `select e.type, bool_or(e.at > coalesce(d.seen_at, '-infinity')) as lit from (
       select case when o.stored_status in (0, 5) then 'unpaid'
           when o.stored_status = 10 then 'paid'
           else (case ${statusSql} when 15 then 'ongoing' when 20 then 'ongoing'
             when 25 then 'overdue' when 30 then 'violation' when 35 then 'negotiation'
             when 40 then 'closed' end) end as type,
         case when o.stored_status in (0, 5) then o.created_at
           when o.stored_status = 10 then o.paid_at else l.status_at end as at
       from investing."order" o join lending.loan l on l.id = o.loan_id
       where o.member_id = $1 and o.stored_status in (0, 5, 10, 20)
     ) e left join investing.dot d on d.member_id = $1 and d.type = e.type
     where e.type is not null group by e.type`,
    [memberId],
  );

/** Null puts everything back to new. */
export const markSeen = (tx: Tx, memberId: number, type: string, at: Date | null) =>
  tx.run(
    'investing.markSeen',
    `insert into investing.dot (member_id, type, seen_at) values ($1, $2, $3)
     on conflict (member_id, type) do update set seen_at = excluded.seen_at`,
    [memberId, type, at],
  );
