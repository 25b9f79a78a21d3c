// SQL of cases at the office: the list by state, the orders of a case, the history of a case.
import type { CaseState } from '#contract/investing/office.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import {
  allOf,
  constant,
  keyset,
  limitOf,
  list,
  type Part,
  sql,
  totalOf,
} from '../database/sql.ts';
import type { Stored } from './rules.ts';

/** Loan statuses that belong to each state of the fundraising. */
const statesOf: Record<CaseState, readonly LoanStatus[]> = {
  open: [40],
  signing: [50, 55],
  ended: [96, 98, 99],
};

export type OfficeRow = {
  id: number;
  caseNo: string;
  planName: string;
  grade: string;
  rateBps: number;
  installments: number;
  status: LoanStatus;
  target: Money;
  reserved: Money;
  paid: Money;
  orders: number;
  investors: number;
  pinned: boolean;
  listedAt: Date;
  endsAt: Date;
};

const columns = sql`l.id, l.case_no, p.list_name as plan_name, coalesce(l.grade, '') as grade,
  coalesce(l.rate_bps, 0) as rate_bps, l.installments, l.status, f.target, f.reserved, f.paid,
  f.order_count as orders, (select count(distinct o.member_id)::int from investing."order" o
   where o.loan_id = l.id and o.stored_status in (0, 5, 10, 20)) as investors,
  l.pinned, coalesce(l.listed_at, l.status_at) as listed_at, f.ends_at`;
const from = sql`from investing.funding f
  join lending.loan l on l.id = f.loan_id
  join lending.plan p on p.id = l.plan_id`;

/** A loan is a case from the day it was listed. */
const offered = (states: readonly LoanStatus[]) =>
  sql`l.status in (${list(states.map(constant))}) and l.listed_at is not null`;

const casesById = keyset('desc', { id: sql`l.id` });

/**
 * On a page, open cases are sorted by their end, all others newest first. Because few loans are in
 * one state, the funding of cases is looked up separately (`offset 0`); for ended cases only the
 * funding of the page's cases is looked up.
 */
export const listCases = (tx: Tx, state: CaseState, part: Part<{ id: number }>) => {
  const order = part.last === undefined ? pageOrder(state) : casesById.order;
  return tx.many<OfficeRow>(sql`
    with page as (
      select l.id from lending.loan l
      ${state === 'open' ? fundingOf : sql``}
      where ${allOf([offered(statesOf[state]), casesById.after(part)])}
      order by ${order} ${limitOf(part)}
    )
    select ${columns} from page join lending.loan l using (id) ${fundingOf}
    join lending.plan p on p.id = l.plan_id order by ${order}
  `);
};
const fundingOf = sql`cross join lateral (
  select * from investing.funding where loan_id = l.id offset 0) f`;
const pageOrder = (state: CaseState) =>
  state === 'open' ? sql`l.pinned desc, f.ends_at, l.id` : sql`l.status_at desc, l.id`;

export const officeCounts = (tx: Tx) =>
  tx.one<Record<CaseState, number>>(sql`
    select
      (select count(*)::int from lending.loan l where ${offered(statesOf.open)}) as open,
      (select count(*)::int from lending.loan l where ${offered(statesOf.signing)}) as signing,
      (select count(*)::int from lending.loan l where ${offered(statesOf.ended)}) as ended
  `);

export const officeRow = (tx: Tx, id: number) =>
  tx.maybe<OfficeRow>(sql`select ${columns} ${from} where f.loan_id = ${id}`);

export type CaseOrderRow = {
  id: number;
  memberId: number;
  sealedName: string | null;
  amount: Money;
  paidAmount: Money;
  stored: Stored;
  createdAt: Date;
};

const newestOrders = keyset('desc', { id: sql`o.id` });

/** Returns orders of a case in any status, newest first. */
export const ordersIn = (tx: Tx, loanId: number, part: Part<{ id: number }>) =>
  tx.many<CaseOrderRow>(sql`
    select o.id, o.member_id, v.name as sealed_name, o.amount, o.paid_amount,
      o.stored_status as stored, o.created_at
    from investing."order" o left join verification.profile v on v.member_id = o.member_id
    where ${allOf([sql`o.loan_id = ${loanId}`, newestOrders.after(part)])}
    order by ${newestOrders.order} ${limitOf(part)}
  `);

/** What decides the words of a case and its orders. */
export const stateOfCase = (tx: Tx, loanId: number) =>
  tx.maybe<{ status: LoanStatus; isClosed: boolean }>(sql`
    select status, servicing.is_closed(id) as is_closed from lending.loan where id = ${loanId}
  `);

export const countOrders = (tx: Tx, loanId: number) =>
  tx.one<{ total: number }>(totalOf(sql`investing."order" where loan_id = ${loanId}`));

export const moveEnd = (tx: Tx, loanId: number, endsAt: Date) =>
  tx.run(sql`update investing.funding set ends_at = ${endsAt} where loan_id = ${loanId}`);
