// SQL of the office's registers of loans and orders: filters, order, and one page of rows.
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { OrderStatus } from '#contract/investing/order-status.ts';
import { fundedOrderStatus, storedOrderStatusOf } from '#contract/investing/order-status.ts';
import { type LoanStatus, loanStatuses } from '#contract/lending/loan-status.ts';
import type { loanSorts, orderSorts } from '#contract/servicing/registers.ts';
import type { Tx } from '../../database/db.ts';
import {
  anew,
  allOf,
  constant,
  keyset,
  limitOf,
  type Part,
  type Sql,
  sql,
  totalOf,
  when,
} from '../../database/sql.ts';

type Between = {
  from?: Day | undefined;
  to?: Day | undefined;
  least?: Money | undefined;
  most?: Money | undefined;
};

/** Conditions on the day of creation in Taipei and on the amount, of the table with this alias. */
const between = (createdAt: Sql, amount: Sql, { from, to, least, most }: Between) => [
  when(from, sql`${createdAt} >= ${from}::date::timestamp at time zone 'Asia/Taipei'`),
  when(to, sql`${createdAt} < (${to}::date + 1)::timestamp at time zone 'Asia/Taipei'`),
  when(least, sql`${amount} >= ${least}`),
  when(most, sql`${amount} <= ${most}`),
];

type Sorted<Sort> = { sort: Sort; direction: 'asc' | 'desc' };

/** Last row of the part before: its value in the order, and its id. */
type LastRow = { sortedBy: unknown; id: number };

/** The order of a register; rows with equal values are ordered by their ids. */
const orderOf = (direction: 'asc' | 'desc', column: Sql | null, id: Sql) =>
  column ? keyset(direction, { sortedBy: column, id }) : keyset(direction, { id });

export type LoansOf = Between &
  Sorted<(typeof loanSorts)[number]> & {
    /** Statuses to list; undefined for all. */
    statuses?: readonly LoanStatus[] | undefined;
    plan?: string | undefined;
    grade?: string | undefined;
    member?: number | undefined;
  };

export type LoanRegisterRow = {
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
  disbursedOn: Day | null;
  settledOn: Day | null;
  outstanding: Money | null;
  lateDays: number;
  sortedBy: unknown;
};

/** Columns of the orders, in the form in which they are indexed; null for the order of the ids. */
const loanColumnOf: Record<LoansOf['sort'], Sql | null> = {
  created: null,
  amount: sql`l.amount`,
  rate: sql`coalesce(l.rate_bps, 0)`,
  status: sql`l.status`,
  disbursed: sql`coalesce(l.disbursed_on, '0001-01-01'::date)`,
};

const loanConditions = (of: LoansOf) =>
  allOf([
    when(of.statuses, sql`l.status = any (${of.statuses})`),
    when(of.plan, sql`l.plan_id in (select id from lending.plan where slug = ${of.plan})`),
    when(of.grade, sql`l.grade = ${of.grade}`),
    when(of.member, sql`l.member_id = ${of.member}`),
    ...between(sql`l.created_at`, sql`l.amount`, of),
  ]);

/**
 * Lists loans. The open principal and the days of delay are looked up for the rows of the page
 * only.
 */
export const listLoans = (tx: Tx, of: LoansOf, today: Day, part: Part<LastRow>) => {
  const column = loanColumnOf[of.sort];
  const { after, order } = orderOf(of.direction, column, sql`l.id`);
  return tx.many<LoanRegisterRow>(
    anew(sql`
    with page as materialized (
      select l.id from lending.loan l where ${allOf([loanConditions(of), after(part)])}
      order by ${order} ${limitOf(part)}
    )
    select l.id, l.case_no, l.member_id, v.name as sealed_name, p.list_name as plan_name, l.status,
      servicing.is_closed(l.id) as is_closed, l.amount, l.rate_bps, l.installments, l.grade,
      l.created_at, l.listed_at, l.disbursed_on, l.settled_on,
      case when l.disbursed_on is not null then coalesce(i.outstanding, 0) end as outstanding,
      greatest(coalesce(${today}::date - i.since, 0), 0) as late_days,
      ${column ?? sql`l.id`} as sorted_by
    from page join lending.loan l using (id)
    join lending.plan p on p.id = l.plan_id
    left join verification.profile v on v.member_id = l.member_id
    left join lateral (
      select sum(principal - principal_paid)::bigint as outstanding,
        min(payable_until) filter (where paid_on is null and payable_until < ${today}) as since
      from servicing.instalment where loan_id = l.id and current
    ) i on l.disbursed_on is not null
    order by ${order}
  `),
  );
};

export const countLoans = (tx: Tx, of: LoansOf) =>
  tx.one<{ total: number }>(totalOf(sql`lending.loan l where ${loanConditions(of)}`));

export type OrdersOf = Between &
  Sorted<(typeof orderSorts)[number]> & {
    status?: OrderStatus | undefined;
    caseNo?: string | undefined;
    member?: number | undefined;
  };

export type OrderRegisterRow = {
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
  remaining: Money | null;
  virtualAccount: string;
  createdAt: Date;
  payBy: Date;
  paidAt: Date | null;
  sortedBy: unknown;
};

const FUNDED = 20;

/** A funded order takes its status from its loan, all others have one of their own. */
function hasStatus(status: OrderStatus): Sql {
  const stored = storedOrderStatusOf(status);
  if (stored !== 'funded') return sql`o.stored_status = ${stored}`;
  const loans = loanStatuses.filter((loan) => fundedOrderStatus[loan] === status);
  return sql`o.stored_status = ${constant(FUNDED)} and exists (
    select from lending.loan f where f.id = o.loan_id and f.status = any (${loans}))`;
}

const orderConditions = (of: OrdersOf) =>
  allOf([
    of.status === undefined ? null : hasStatus(of.status),
    when(
      of.caseNo,
      sql`o.loan_id = (select id from lending.loan
        where case_no = ${of.caseNo && caseNoIn(of.caseNo)})`,
    ),
    when(of.member, sql`o.member_id = ${of.member}`),
    ...between(sql`o.created_at`, sql`o.amount`, of),
  ]);

const orderColumnOf: Record<OrdersOf['sort'], Sql | null> = {
  created: null,
  amount: sql`o.amount`,
};

/** Lists orders; names, loans and shares are looked up for the rows of the page only. */
export const listOrders = (tx: Tx, of: OrdersOf, part: Part<LastRow>) => {
  const column = orderColumnOf[of.sort];
  const { after, order } = orderOf(of.direction, column, sql`o.id`);
  return tx.many<OrderRegisterRow>(
    anew(sql`
    with page as materialized (
      select o.id from investing."order" o where ${allOf([orderConditions(of), after(part)])}
      order by ${order} ${limitOf(part)}
    )
    select o.id, o.loan_id, l.case_no, o.member_id, v.name as sealed_name,
      o.stored_status as stored, l.status as loan_status, servicing.is_closed(l.id) as is_closed,
      o.amount, o.paid_amount, s.remaining, o.virtual_account, o.created_at, o.pay_by, o.paid_at,
      ${column ?? sql`o.id`} as sorted_by
    from page join investing."order" o using (id)
    join lending.loan l on l.id = o.loan_id
    left join verification.profile v on v.member_id = o.member_id
    left join servicing.share s on s.order_id = o.id
    order by ${order}
  `),
  );
};

export const countOrders = (tx: Tx, of: OrdersOf) =>
  tx.one<{ total: number }>(totalOf(sql`investing."order" o where ${orderConditions(of)}`));
