// SQL of a member's orders and holdings, and of what the member received for each.
import type { PurposeRow } from '#contract/lending/purpose.ts';
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { sortable } from '#contract/core/lists.ts';
import { fundedOrderStatus } from '#contract/investing/order-status.ts';
import type { Tx } from '../database/db.ts';
import { allOf, constant, type Sql, sql, when } from '../database/sql.ts';
import type { OrderRow } from '../investing/front.ts';

/** Columns of a loan's purpose; the label is that of the time of the application. */
const purposeColumns = sql`l.purpose,
  settings.option_text('loanPurposes', l.purpose, l.created_at) as purpose_text`;

type SortKey = (typeof sortable)[number];
type Page = { orderby: SortKey; ascending: boolean; limit: number; offset: number };

const derived = Object.entries(fundedOrderStatus)
  .filter(([, status]) => status !== null)
  .map(([loan, status]) => sql`when ${constant(Number(loan))} then ${constant(Number(status))}`)
  .reduce((cases, next) => sql`${cases} ${next}`);
/**
 * The API contract's table of derived statuses as an SQL expression, so that lists can sort by it.
 */
const statusSql = sql`case when o.stored_status <> 20 then o.stored_status
  else (case l.status ${derived} end) end`;

/** A loan's current rate, which is that of a negotiation if one is in force. */
const rateInForce = sql`coalesce((select n.rate_bps from servicing.negotiation n
  where n.loan_id = l.id and n.status = 'in_force' order by n.version desc limit 1), l.rate_bps)`;
const installmentsInForce = sql`case when exists (select from servicing.negotiation n
    where n.loan_id = l.id and n.status = 'in_force')
  then (select count(*)::int from servicing.instalment i where i.loan_id = l.id and i.current)
  else l.installments end`;
const terms = sql`${rateInForce} as rate_bps, ${installmentsInForce} as installments,
  l.rate_bps as signed_rate_bps, l.installments as signed_installments`;

const fromOrder = sql`from investing."order" o
  join lending.loan l on l.id = o.loan_id
  join lending.plan p on p.id = l.plan_id`;

export type HoldingRow = PurposeRow & {
  id: number;
  loanId: number;
  caseNo: string;
  planName: string;
  grade: string;
  rateBps: number;
  installments: number;
  signedRateBps: number;
  signedInstallments: number;
  paidInstallments: number;
  amount: Money;
  loanStatus: LoanStatus;
  /** Whether the collection of the written-off loan has ended. */
  isClosed: boolean;
  /** Principal of this order that is still owed; null until the loan is disbursed. */
  remaining: Money | null;
  /**
   * Lost principal of this order, which is all that is still owed of a written-off loan (decision
   * 014), and the day on which a claim was given up.
   */
  lost: Money;
  forgivenOn: Day | null;
  interestReceived: Money;
  lateInterest: Money;
  penalty: Money;
  prepaymentFee: Money;
  fee: Money;
  nextDueOn: Day | null;
  /** Last day on which the next instalment can be paid on time. */
  payableUntil: Day | null;
  nextPrincipal: Money | null;
  nextInterest: Money | null;
};

/**
 * SQL condition that the instalment had different amounts in the previous version of the schedule:
 * on the day a loan is closed, the difference is the amount that was given up.
 */
const isForgiven = (row: Sql) => sql`exists (select from servicing.instalment g
  where g.loan_id = ${row}.loan_id and g.no = ${row}.no and g.version = ${row}.version - 1
    and (g.principal, g.interest) <> (${row}.principal, ${row}.interest))`;

/** Outstanding and lost principal of a share `s` in a loan `l` (decision 014). */
const outstanding = sql`case when l.status = 95 then 0 else s.remaining end`;
const lost = sql`s.forgiven + case when l.status = 95 then s.remaining else 0 end`;

const holdingColumns = sql`o.id, o.loan_id, l.case_no, p.list_name as plan_name, ${purposeColumns},
  coalesce(l.grade, '') as grade, ${terms}, o.amount, l.status as loan_status,
  servicing.is_closed(l.id) as is_closed, s.remaining, coalesce(${lost}, 0) as lost, s.forgiven_on,
  coalesce(s.interest_received, 0) as interest_received,
  coalesce(s.late_received, 0) as late_interest, coalesce(s.penalty_received, 0) as penalty,
  coalesce(s.prepayment_fee_received, 0) as prepayment_fee, coalesce(s.fee_charged, 0) as fee,
  (select count(distinct i.no)::int from servicing.instalment i
    where i.loan_id = o.loan_id and i.paid_on is not null
      and not (i.paid_on is not distinct from s.forgiven_on and ${isForgiven(sql`i`)}))
    as paid_installments, n.due_on as next_due_on, n.payable_until, n.principal as next_principal,
  n.interest as next_interest`;

const fromHolding = sql`${fromOrder}
  left join servicing.share s on s.order_id = o.id
  left join lateral (
    select i.due_on, i.payable_until, i.principal - i.principal_paid as principal,
      i.interest - i.interest_paid as interest
    from servicing.instalment i
    where i.loan_id = o.loan_id and i.current and i.paid_on is null order by i.no limit 1
  ) n on true`;

/** The only expressions by which a list may be sorted. */
const orderSorts: Record<SortKey, Sql> = {
  created_at: sql`o.created_at`,
  amount: sql`o.amount`,
  rate: rateInForce,
  installment: installmentsInForce,
  status: statusSql,
  due_date: sql`o.pay_by`,
  remaining: sql`o.amount - o.paid_amount`,
};

const shownColumns = sql`o.id, o.loan_id, l.case_no,
  p.list_name as plan_name, ${purposeColumns}, ${terms}, o.amount,
  servicing.is_closed(l.id) as is_closed,
  o.paid_amount, o.stored_status as stored, l.status as loan_status,
  o.payment_mode, o.virtual_account, o.pay_by,
  o.created_at, o.paid_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', r.id::text, 'amount', r.amount,
      'fee', r.fee, 'reason', r.reason, 'status', r.status,
      'toPayer', r.receipt_id is not null) order by r.id)
    from investing.refund r where r.order_id = o.id), '[]') as refunds`;

/** Returns an order of this member; null for another member's. */
export const ownOrder = (tx: Tx, memberId: number, orderId: number) =>
  tx.maybe<OrderRow>(sql`
    select ${shownColumns} ${fromOrder} where o.id = ${orderId} and
      o.member_id = ${memberId}
  `);

/** Condition of each tab; `refund` also shows orders with a partial refund. */
const tabs = {
  all: sql`true`,
  unpaid: sql`o.stored_status in (0, 5)`,
  paid: sql`o.stored_status in (10, 20)`,
  expired: sql`o.stored_status in (50, 55)`,
  refund: sql`(o.stored_status in (60, 65)
    or exists (select from investing.refund r where r.order_id = o.id))`,
};
/**
 * These sorts need the loan's columns; for all others, the page can be limited with the order's
 * columns alone.
 */
const sortsOfLoan: readonly SortKey[] = ['rate', 'installment', 'status'];

/** Selects the ids of a list's rows, in the sequence of the list. */
const idsSql = (from: Sql, wanted: Sql, order: Sql, { limit, offset }: Page) => sql`
  select coalesce(array_agg(id order by place), '{}') as ids from (
    select o.id, row_number() over (order by ${order}) as place ${from}
    where ${wanted} order by ${order} limit ${limit} offset ${offset}
  ) listed`;

const orderOrder = ({ orderby, ascending }: Page) =>
  sql`${orderSorts[orderby]} ${ascending ? sql`asc` : sql`desc`}, o.id desc`;
const fromOrderFor = ({ orderby }: Page) =>
  sortsOfLoan.includes(orderby)
    ? sql`from investing."order" o join lending.loan l on l.id = o.loan_id`
    : sql`from investing."order" o`;

export const orderIds = (tx: Tx, memberId: number, tab: keyof typeof tabs, page: Page) =>
  tx.one<{ ids: number[] }>(
    idsSql(
      fromOrderFor(page),
      sql`o.member_id = ${memberId} and ${tabs[tab]}`,
      orderOrder(page),
      page,
    ),
  );

/** Returns a member's orders by their ids, in the same sequence. */
export const ordersById = (tx: Tx, memberId: number, ids: readonly number[]) =>
  tx.many<OrderRow>(sql`
    select ${shownColumns} ${fromOrder}
    where o.member_id = ${memberId} and o.id = any (${ids}::bigint[]) order by
      array_position(${ids}, o.id)
  `);

/**
 * The page is limited before other tables are joined, because some members have thousands of
 * orders.
 */
export const ordersOf = (tx: Tx, memberId: number, tab: keyof typeof tabs, page: Page) => {
  const wanted = sql`o.member_id = ${memberId} and ${tabs[tab]}`;
  const order = orderOrder(page);
  return tx.many<OrderRow & { total: number }>(sql`
    with page as materialized (
      select o.id ${fromOrderFor(page)}
      where ${wanted} order by ${order} limit ${page.limit} offset ${page.offset}
    )
    select ${shownColumns},
      (select count(*) from investing."order" o where ${wanted}) as total
    ${fromOrder} join page on page.id = o.id order by ${order}
  `);
};

const holdingSorts: Record<SortKey, Sql> = {
  ...orderSorts,
  due_date: sql`n.due_on`,
  remaining: outstanding,
};
const sortsOfShare: readonly SortKey[] = ['due_date', 'remaining'];

const holdingOrder = ({ orderby, ascending }: Page) =>
  sql`${holdingSorts[orderby]} ${ascending ? sql`asc` : sql`desc nulls last`}, o.id desc`;

/** Builds the filter of a list of holdings by status; null means all statuses. */
function holdingsSource(memberId: number, statuses: readonly number[] | null, page: Page) {
  const isOfLoan = statuses !== null || sortsOfLoan.includes(page.orderby);
  const from = isOfLoan ? fromOrder : sql`from investing."order" o`;
  return {
    from,
    sorted: sortsOfShare.includes(page.orderby) ? fromHolding : from,
    wanted: allOf([
      sql`o.stored_status = 20 and o.member_id = ${memberId}`,
      when(statuses, sql`${statusSql} = any (${statuses}::smallint[])`),
    ]),
  };
}

export function holdingIds(
  tx: Tx,
  memberId: number,
  statuses: readonly number[] | null,
  page: Page,
) {
  const { sorted, wanted } = holdingsSource(memberId, statuses, page);
  return tx.one<{ ids: number[] }>(idsSql(sorted, wanted, holdingOrder(page), page));
}

/** Returns a member's holdings by the ids of their orders, in the same sequence. */
export const holdingsById = (tx: Tx, memberId: number, ids: readonly number[]) =>
  tx.many<HoldingRow>(sql`
    select ${holdingColumns} ${fromHolding}
    where o.member_id = ${memberId} and o.id = any (${ids}::bigint[]) order by
      array_position(${ids}, o.id)
  `);

/**
 * Returns holdings in any of these statuses, or all holdings; details are read only for those on
 * the page.
 */
export function holdingsOf(
  tx: Tx,
  memberId: number,
  statuses: readonly number[] | null,
  page: Page,
) {
  const { from, sorted, wanted } = holdingsSource(memberId, statuses, page);
  return tx.many<HoldingRow & { total: number }>(sql`
    with page as materialized (
      select o.id ${sorted}
      where ${wanted} order by ${holdingOrder(page)} limit ${page.limit} offset ${page.offset}
    )
    select ${holdingColumns}, (select count(*) ${from} where ${wanted}) as total
    ${fromHolding} join page on page.id = o.id order by ${holdingOrder(page)}
  `);
}

export const holdingOf = (tx: Tx, orderId: number) =>
  tx.maybe<HoldingRow>(sql`
    select ${holdingColumns} ${fromHolding} where o.id = ${orderId} and
      o.stored_status = 20
  `);

/** Returns what happened to an order, and to its loan since the order was placed. */
export const eventsOf = (tx: Tx, orderId: number, loanId: number, since: Date) =>
  tx.many<{
    at: Date;
    subject: 'order' | 'loan';
    action: string;
    to: string | null;
    /** Last day of a notice that runs again after a negotiation; null for every other event. */
    payBy: Day | null;
  }>(sql`
    select at, subject_type as subject, action, to_status as "to",
      case when action = 'loan.notice_resumed' then snapshot ->> 'payBy' end as pay_by
    from tasks.audit
    where (subject_type = 'order' and subject_id = ${orderId})
      or (subject_type = 'loan' and subject_id = ${loanId} and at >= ${since}
        and (action in ('loan.notice_resumed', 'loan.closed_with_loss')
          or (from_status is distinct from to_status and to_status is not null)))
    order by id
  `);

export type Standing = {
  holdings: number;
  invested: Money;
  outstanding: Money;
  returned: Money;
  lost: Money;
  overdue: Money;
  overdueCount: number;
  negotiating: Money;
  negotiatingCount: number;
};

/**
 * Returns what a member holds now through funded orders; orders whose loan was not disbursed yet do
 * not count as lent. Written-off loans are lost and no longer overdue.
 */
export const standingOf = (tx: Tx, memberId: number) =>
  tx.one<Standing>(sql`
    select count(*)::int as holdings, coalesce(sum(amount), 0)::bigint as invested,
      coalesce(sum(outstanding), 0)::bigint as outstanding,
      coalesce(sum(principal - outstanding - lost), 0)::bigint as returned,
      coalesce(sum(lost), 0)::bigint as lost,
      coalesce(sum(outstanding) filter (where late), 0)::bigint as overdue,
      (count(*) filter (where late))::int as overdue_count,
      coalesce(sum(outstanding) filter (where status = 35), 0)::bigint as negotiating,
      (count(*) filter (where status = 35))::int as negotiating_count
    from (
      select o.amount, s.principal, ${outstanding} as outstanding, ${lost} as lost,
        ${statusSql} as status, ${statusSql} in (25, 30, 38) and l.status <> 95 as late
      from investing."order" o
      join lending.loan l on l.id = o.loan_id
      left join servicing.share s on s.order_id = o.id
      where o.member_id = ${memberId} and o.stored_status = 20
    ) held
  `);

export type LateRow = HoldingRow & { lateSince: Day; total: number };

/**
 * Returns holdings overdue today, by the due date of their oldest unpaid instalment. They include
 * those written off, of which the summary counts all principal as lost.
 */
export const lateHoldings = (
  tx: Tx,
  memberId: number,
  period: { from: Day; to: Day; today: Day },
  limit: number,
) =>
  tx.many<LateRow>(sql`
    select ${holdingColumns}, n.payable_until as late_since, count(*) over () as total
    ${fromHolding}
    where o.member_id = ${memberId} and o.stored_status = 20
      and (l.status between 60 and 80 or l.status = 95)
      and n.due_on between ${period.from} and ${period.to} and n.payable_until < ${period.today}
    order by n.due_on, o.id limit ${limit}
  `);

/**
 * Returns the tabs with an order that has reached its status since the member last opened the tab.
 */
export const litDots = (tx: Tx, memberId: number) =>
  tx.many<{ type: string; lit: boolean }>(sql`
    select e.type, bool_or(e.at > coalesce(d.seen_at, '-infinity')) as lit from (
      select case when o.stored_status in (0, 5) then 'unpaid'
          when o.stored_status = 10 then 'paid'
          else (case ${statusSql} when 15 then 'ongoing' when 20 then 'ongoing'
            when 25 then 'overdue' when 30 then 'violation' when 35 then 'negotiation'
            when 40 then 'closed' end) end as type,
        case when o.stored_status in (0, 5) then o.created_at
          when o.stored_status = 10 then o.paid_at else l.status_at end as at
      from investing."order" o join lending.loan l on l.id = o.loan_id
      where o.member_id = ${memberId} and o.stored_status in (0, 5, 10, 20)
    ) e left join investing.dot d on d.member_id = ${memberId} and d.type = e.type
    where e.type is not null group by e.type
  `);
