// SQL of the queue of collection: late loans with their next action, owner, contact and promise.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import { type LateAction, lateSteps, statusSteps } from '#contract/servicing/late/strategy.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, when } from '../../database/sql.ts';

/**
 * Loans that are overdue, in violation or in a later status, or only whether `loanId` is one.
 * Starts from amounts that are due and unpaid, which only a running loan has. `status` is null for
 * a loan that is only overdue, because then the days decide what is due.
 */
const lateLoans = (today: Day, loanId?: number) => sql`late as materialized (
    select id, status, late_days, greatest(late_days, 1) as counted_days,
      coalesce(due.arrears, 0) as arrears
    from (
      select loan_id as id, min(payable_until) filter (where payable_until < ${today}
          and principal + interest > principal_paid + interest_paid) as since,
        sum(principal + interest - principal_paid - interest_paid)::bigint as arrears
      from servicing.instalment where ${allOf([
        sql`current and paid_on is null and due_on <= ${today}`,
        when(loanId, sql`loan_id = ${loanId}`),
      ])} group by loan_id
    ) due
    full join (
      select id, status from lending.loan where ${allOf([
        sql`status in (70, 75, 80, 95)`,
        when(loanId, sql`id = ${loanId}`),
      ])}
    ) later using (id)
    cross join lateral (select greatest(coalesce(${today}::date - due.since, 0), 0) as late_days) d
    where ${allOf([
      sql`(due.since is not null or later.status is not null)`,
      when(loanId === undefined || undefined, sql`not servicing.is_closed(id)`),
    ])}
  )`;

/** The ids of the late loans; by an array, the rows of all are read in one pass of an index. */
const ofLate = sql`loan_id = any ((select array_agg(id) from late)::bigint[])`;

const dayIn = sql`at time zone 'Asia/Taipei'`;

/**
 * The late loans with what is due for each: an open promise is awaited, a broken promise without a
 * contact since then comes first, and otherwise the step of the loan's status or days late. What
 * does not decide the order is read for the loans of a page only.
 */
const queue = (today: Day, loanId?: number) => sql`${lateLoans(today, loanId)}, step as (
    select late.*, c.contacted_at, (c.contacted_at ${dayIn})::date as contacted_on,
      p.amount as promised, p.due_on as promised_on, p.made_on as promise_made_on,
      p.status as promise_status,
      array_position(${statusSteps.map(({ status }) => status)}::integer[], late.status::integer)
        as own,
      width_bucket(counted_days, ${lateSteps.map(({ fromDay }) => fromDay)}::integer[]) as by_days
    from late
    left join (select loan_id, max(happened_at) as contacted_at from servicing.contact
      where ${ofLate} group by loan_id) c on c.loan_id = late.id
    left join (select distinct on (loan_id) loan_id, amount, due_on, made_on, status
      from servicing.promise where ${ofLate}
      order by loan_id, (status = 'open') desc, id desc) p on p.loan_id = late.id
  ), queue as materialized (
    select step.*, next_action, case next_action when 'promise' then promised_on
        when 'broken' then promised_on + 1
        else coalesce(contacted_on + every_days, ${today}::date - (counted_days - from_day)) end
      as next_on
    from step
    cross join lateral (select case
        when promise_status = 'open' then 'promise'
        when promise_status = 'broken'
          and coalesce(contacted_on <= promised_on, true) then 'broken'
        else coalesce((${statusSteps.map(({ action }) => action)}::text[])[own],
          (${lateSteps.map(({ action }) => action)}::text[])[by_days]) end as next_action,
      coalesce((${statusSteps.map(({ everyDays }) => everyDays)}::integer[])[own],
        (${lateSteps.map(({ everyDays }) => everyDays)}::integer[])[by_days]) as every_days,
      case when own is null then (${lateSteps.map(({ fromDay }) => fromDay)}::integer[])[by_days]
        else counted_days end as from_day) s
  )`;

export type LateLoanRow = {
  loanId: number;
  caseNo: string;
  memberId: number;
  status: LoanStatus;
  lateDays: number;
  sealedName: string | null;
  lastContactAt: Date | null;
  promised: Money | null;
  promisedOn: Day | null;
  promiseMadeOn: Day | null;
  ownerId: number | null;
  ownerName: string | null;
  nextAction: LateAction;
  nextOn: Day;
};

const columns = sql`page.id as loan_id, l.case_no, l.member_id, l.status, late_days,
  f.name as sealed_name, contacted_at as last_contact_at,
  case promise_status when 'open' then promised end as promised,
  case promise_status when 'open' then promised_on end as promised_on,
  case promise_status when 'open' then promise_made_on end as promise_made_on, o.id as owner_id,
  o.name as owner_name, next_action, next_on`;
const beside = sql`
  join lending.loan l on l.id = page.id
  left join verification.profile f on f.member_id = l.member_id
  left join servicing.collector k on k.loan_id = page.id
  left join identity.operator o on o.id = k.operator_id`;

export type QueueOf = {
  /** Range of overdue days; `to` is not included. */
  from: number;
  to: number | null;
  owner?: number | 'none' | undefined;
  action?: LateAction | undefined;
  /** Only what is due on or before this day. */
  dueBy?: Day | undefined;
};

const within = ({ from, to, owner, action, dueBy }: QueueOf) =>
  allOf([
    sql`counted_days >= ${from}`,
    when(to, sql`counted_days < ${to}`),
    when(
      owner,
      owner === 'none'
        ? sql`not exists (select from servicing.collector k where k.loan_id = id)`
        : sql`id in (select loan_id from servicing.collector where operator_id = ${owner})`,
    ),
    when(action, sql`next_action = ${action}`),
    when(dueBy, sql`next_on <= ${dueBy}`),
  ]);

const lateById = keyset('asc', { loanId: sql`id` });
const byNext = sql`next_on, late_days desc, id`;

/**
 * Reads the queue: for a page the loans whose next action is due first, for a file all in the order
 * of their ids.
 */
export const lateList = (tx: Tx, today: Day, of: QueueOf, part: Part<{ loanId: number }>) => {
  const isPage = part.last === undefined;
  return tx.many<LateLoanRow>(sql`
    with ${queue(today)}, page as materialized (
      select * from queue where ${allOf([within(of), lateById.after(part)])}
      order by ${isPage ? byNext : lateById.order} ${limitOf(part)}
    )
    select ${columns} from page ${beside}
    order by ${isPage ? sql`next_on, late_days desc, page.id` : sql`page.id`}
  `);
};

export const countLate = (tx: Tx, today: Day, of: QueueOf) =>
  tx.one<{ total: number }>(sql`
    with ${queue(today)} select count(*)::integer as total from queue where ${within(of)}
  `);

/** What is due for one loan; null for a loan that is not late. */
export const stepOf = (tx: Tx, today: Day, loanId: number) =>
  tx.maybe<{ nextAction: LateAction; nextOn: Day }>(sql`
    with ${queue(today, loanId)} select next_action, next_on from queue
  `);

/**
 * For each range of overdue days that begins at a number in `starts`: the number of loans, the
 * amount that is due, and the total amount that they owe, which is the balance of their receivable
 * accounts, as the ledger's invariants prove.
 */
export const lateCounts = (tx: Tx, today: Day, starts: readonly number[]) =>
  tx.many<{ from: number; loans: number; arrears: Money; outstanding: Money }>(sql`
    with ${lateLoans(today)}, counted as (
      select width_bucket(counted_days, ${starts}::integer[]) as bucket, count(*) as loans,
        sum(arrears)::bigint as arrears, coalesce(sum(balance), 0)::bigint as outstanding
      from late left join (select loan_id, balance from ledger.account
        where kind = 'loan_receivable' and ${ofLate} and order_id = 0 and member_id = 0) a
        on a.loan_id = late.id
      group by 1
    )
    select s."from", coalesce(c.loans, 0) as loans, coalesce(c.arrears, 0) as arrears,
      coalesce(c.outstanding, 0) as outstanding
    from unnest(${starts}::integer[]) with ordinality s ("from", bucket)
    left join counted c using (bucket) order by s."from"
  `);
