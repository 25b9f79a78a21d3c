// The SQL of cases as the office sees them: the list by state, orders in one, what was done to it.
import { type CaseState, caseStates } from '#contract/investing/office.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import type { Stored } from './rules.ts';

/** The statuses of a loan in each state of its fundraising. */
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

const columns = `l.id, l.case_no as "caseNo", p.list_name as "planName",
  coalesce(l.grade, '') as grade, coalesce(l.rate_bps, 0) as "rateBps", l.installments, l.status,
  f.target, f.reserved, f.paid, f.order_count as orders,
  (select count(distinct o.member_id)::int from investing."order" o
   where o.loan_id = l.id and o.stored_status in (0, 5, 10, 20)) as investors,
  l.pinned, coalesce(l.listed_at, l.status_at) as "listedAt", f.ends_at as "endsAt"`;
const from = `from investing.funding f
  join lending.loan l on l.id = f.loan_id
  join lending.plan p on p.id = l.plan_id`;

/** A loan is offered from the day it was listed on. */
const offered = (states: readonly LoanStatus[]) =>
  `l.status in (${states.join()}) and l.listed_at is not null`;

/**
 * What ends soonest first while it is open; the newest first afterwards. Few of all loans are in
 * one state: their funding is looked up (`offset 0`), for those that ended of the page alone.
 */
export const officePage = (tx: Tx, state: CaseState, page: { limit: number; offset: number }) =>
  tx.many<OfficeRow>(
    `investing.officePage.${state}`,
    `with page as (
       select l.id from lending.loan l
       ${state === 'open' ? fundingOf : ''}
       where ${offered(statesOf[state])}
       order by ${pageOrder(state)} limit $1 offset $2
     )
     select ${columns} from page join lending.loan l using (id) ${fundingOf}
     join lending.plan p on p.id = l.plan_id order by ${pageOrder(state)}`,
    [page.limit, page.offset],
  );
const fundingOf = `cross join lateral (
  select * from investing.funding where loan_id = l.id offset 0) f`;
const pageOrder = (state: CaseState) =>
  `${state === 'open' ? 'l.pinned desc, f.ends_at' : 'l.status_at desc'}, l.id`;

/** The newest first, below one of them: a page of a table. */
export const casesBelow = (tx: Tx, state: CaseState, id: number | null, limit: number) =>
  tx.many<OfficeRow>(
    'investing.casesBelow',
    `select ${columns} ${from} where l.status = any ($1) and ($2::bigint is null or l.id < $2)
     order by l.id desc limit $3`,
    [statesOf[state], id, limit],
  );

export const officeCounts = (tx: Tx) =>
  tx.one<Record<CaseState, number>>(
    'investing.officeCounts',
    `select ${caseStates
      .map(
        (state) => `(select count(*)::int from lending.loan l where ${offered(statesOf[state])})
         as ${state}`,
      )
      .join()}`,
  );

export const officeRow = (tx: Tx, id: number) =>
  tx.maybe<OfficeRow>('investing.officeRow', `select ${columns} ${from} where f.loan_id = $1`, [
    id,
  ]);

export type CaseOrderRow = {
  id: number;
  memberId: number;
  sealedName: string | null;
  amount: Money;
  paidAmount: Money;
  stored: Stored;
  createdAt: Date;
  total: number;
};

/** Orders of a case, the newest first, whatever became of them; of a table those below an id. */
export const ordersIn = (
  tx: Tx,
  loanId: number,
  page: { limit: number; offset?: number; before?: number | null },
) =>
  tx.many<CaseOrderRow>(
    'investing.ordersIn',
    `select o.id, o.member_id as "memberId", v.name as "sealedName", o.amount,
       o.paid_amount as "paidAmount",
       o.stored_status as stored, o.created_at as "createdAt", count(*) over ()::integer as total
     from investing."order" o left join verification.profile v on v.member_id = o.member_id
     where o.loan_id = $1 and ($2::bigint is null or o.id < $2)
     order by o.id desc limit $3 offset $4`,
    [loanId, page.before ?? null, page.limit, page.offset ?? 0],
  );

/** What was done to a case since it was listed, the newest first. */
export const changesOf = (tx: Tx, loanId: number, since: Date) =>
  tx.many<{
    at: Date;
    action: string;
    to: string | null;
    who: string | null;
    reason: string | null;
  }>(
    'investing.changesOf',
    `select a.at, a.action, a.to_status as "to", o.name as who, a.reason
     from tasks.audit a
     left join identity.operator o on a.actor_type = 'operator' and o.id = a.actor_id
     where a.subject_type = 'loan' and a.subject_id = $1 and a.at >= $2
     order by a.id desc limit 100`,
    [loanId, since],
  );

export const moveEnd = (tx: Tx, loanId: number, endsAt: Date) =>
  tx.run('investing.moveEnd', 'update investing.funding set ends_at = $2 where loan_id = $1', [
    loanId,
    endsAt,
  ]);
