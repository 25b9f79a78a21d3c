// SQL of the money desk's payouts and disbursements.
import type { Money } from '#contract/core/money.ts';
import type { PayoutLine } from '#contract/servicing/payouts.ts';
import type { Day } from '#contract/core/day.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, constant, type Sql, sql, when } from '../../database/sql.ts';

type Page = { limit: number; offset: number };

/**
 * A payout's state at the office: a payable payout is `held` if a task about it is open, and
 * `checking` if it is in a batch.
 */
const payouts = sql`
  select p.id, p.member_id, p.kind, p.amount, p.created_on, p.settled_on, p.attempts,
    case when p.status <> 'payable' then p.status when t.id is not null then 'held'
      when c.id is not null then 'checking' else 'payable' end as state,
    coalesce(c.id, b.batch_id) as batch_id, t.id as task_id, t.detail ->> 'why' as why
  from servicing.payout p
  left join banking.payment b on b.id = p.payment_id
  left join tasks.task t on p.status = 'payable' and t.kind = 'attention'
    and t.subject_type = 'payout' and t.subject_id = p.id and t.status = 'open'
  left join lateral (
    select b.id from banking.batch_item i join banking.batch b on b.id = i.batch_id
    where i.subject_id = p.id and b.kind = 'payout' and b.state = 'checking' limit 1
  ) c on p.status = 'payable'`;

type PayoutListRow = Omit<PayoutLine, 'id' | 'memberId' | 'batchId' | 'taskId'> & {
  id: number;
  memberId: number;
  batchId: number | null;
  taskId: number | null;
  count: number;
  sum: Money | null;
};

type PayoutsOf = {
  state: string | undefined;
  day: Day | undefined;
  member: number | undefined;
};
function payoutConditions(of: PayoutsOf) {
  const status = of.state === 'held' || of.state === 'checking' ? 'payable' : of.state;
  // Payable, sent and confirmed payouts are found by status. Held and checking payouts have the
  // status payable and are few, so they are selected from these.
  const finer = status === 'payable' ? of.state : undefined;
  return {
    wanted: [
      when(status, sql`p.status = ${status}`),
      when(of.day, sql`p.created_on = ${of.day}`),
      when(of.member, sql`p.member_id = ${of.member}`),
    ],
    inState: finer ? sql`state = ${finer}` : sql`true`,
  };
}
const payoutColumns = sql`id, member_id as "memberId", kind, amount, state,
  created_on as "createdOn", settled_on as "settledOn", attempts, why, batch_id as "batchId",
  task_id as "taskId"`;

/** Reads payouts after `id`, newest first, for one page of an exported table. */
export const payoutsBelow = (tx: Tx, of: PayoutsOf, id: number | null, limit: number) => {
  const { wanted, inState } = payoutConditions(of);
  const where = allOf([...wanted, when(id, sql`p.id < ${id}`)]);
  return tx.many<Omit<PayoutListRow, 'count' | 'sum'>>(sql`
    select ${payoutColumns} from (${payouts} where ${where}) payout where ${inState}
    order by id desc limit ${limit}
  `);
};

export const listPayouts = (tx: Tx, of: PayoutsOf, { limit, offset }: Page) => {
  const { wanted, inState } = payoutConditions(of);
  return tx.many<PayoutListRow>(sql`
    with payout as not materialized (${payouts} where ${allOf(wanted)}), found as (
      select amount from payout where ${inState} limit ${constant(COUNTED_MAX)}
    ), counted as (
      select count(*) as count,
        case when count(*) < ${constant(COUNTED_MAX)} then sum(amount)::bigint end as sum from found
    )
    select ${payoutColumns}, (select count from counted) as count, (select sum from counted) as sum
    from payout where ${inState}
    order by id desc limit ${limit} offset ${offset}
  `);
};

export type DayRow = { day: Day; total: number } & Record<
  'payable' | 'held' | 'under' | 'confirmed',
  { count: number; amount: Money }
>;

const per = (where: Sql) => sql`jsonb_build_object(
  'count', coalesce(sum(count) filter (where ${where}), 0),
  'amount', coalesce(sum(amount) filter (where ${where}), 0))`;

const daySums = sql`${per(sql`state = 'payable'`)} as payable,
  ${per(sql`state = 'held'`)} as held, ${per(sql`state in ('checking', 'sent')`)} as under,
  ${per(sql`state = 'confirmed'`)} as confirmed`;
/**
 * Sums for the days in `day`. Most payouts are sent or confirmed, and these are summed from an
 * index alone.
 */
const partsOfDays = sql`part as (
    select created_on, status as state, count(*) as count, sum(amount) as amount
    from servicing.payout
    where created_on in (select created_on from day) and status <> 'payable'
    group by created_on, status
    union all
    select created_on, state, count(*), sum(amount) from (${payouts}
      where p.status = 'payable' and p.created_on in (select created_on from day)) payable
    group by created_on, state
  )`;

/** Reads payout days before a day, newest first, for one page of an exported table. */
export const payoutDaysBefore = (tx: Tx, before: string | null, limit: number) =>
  tx.many<Omit<DayRow, 'total'>>(sql`
    with recursive step as (
      (select created_on from servicing.payout
        where created_on < coalesce(${before}::date, 'infinity') order by created_on desc limit 1)
      union all
      select (select p.created_on from servicing.payout p where p.created_on < step.created_on
        order by p.created_on desc limit 1)
      from step where step.created_on is not null
    ), day as materialized (
      select created_on from step where created_on is not null limit ${limit}
    ), ${partsOfDays}
    select created_on as day, ${daySums} from part
    group by created_on order by created_on desc
  `);

export const payoutDays = (tx: Tx, { limit, offset }: Page) =>
  tx.many<DayRow>(sql`
    with recursive step as (
      (select created_on from servicing.payout order by created_on desc limit 1)
      union all
      select (select p.created_on from servicing.payout p where p.created_on < step.created_on
        order by p.created_on desc limit 1)
      from step where step.created_on is not null
    ), day as materialized (
      select created_on, count(*) over () as total from step where created_on is not null
      order by created_on desc limit ${limit} offset ${offset}
    ), ${partsOfDays}
    select p.created_on as day, max(d.total) as total, ${daySums}
    from part p join day d on d.created_on = p.created_on
    group by p.created_on order by p.created_on desc
  `);

/** Returns the distributed amounts that are not yet enough for a payout. */
export const gathering = (tx: Tx) =>
  tx.one<{ members: number; amount: Money }>(sql`
    select count(distinct member_id) as members,
      coalesce(sum(principal + interest + late_interest + penalty + prepayment_fee - fee),
        0)::bigint
        as amount
    from servicing.distribution where payout_id is null
  `);

export const openPayoutTask = (tx: Tx) =>
  tx.maybe<{ id: number }>(sql`
    select id from tasks.task where kind = 'payout_release' and status = 'open'
    order by id desc limit 1
  `);

type DisbursementRow = {
  loanId: number;
  caseNo: string;
  amount: Money;
  net: Money;
  step: 'release' | 'check';
  maker: string | null;
  taskId: number;
  since: Date;
  count: number;
  sum: Money;
};

const disbursementColumns = sql`l.id as "loanId", l.case_no as "caseNo", l.amount,
  l.amount - coalesce(l.platform_fee, 0) - coalesce(l.remittance_fee, 0) as net,
  case t.kind when 'disbursement_release' then 'release' else 'check' end as step,
  m.name as maker, t.id as "taskId", t.created_at as since`;
const disbursementFrom = (
  step: string | undefined,
) => sql`tasks.task t join lending.loan l on l.id = t.subject_id
  left join identity.operator m on m.id = t.maker_id
  where t.status = 'open' and t.subject_type = 'loan'
    and t.kind = any (case ${step}::text when 'release' then '{disbursement_release}'::text[]
      when 'check' then '{disbursement_check}'
      else '{disbursement_release,disbursement_check}' end)`;

/** Reads disbursements after a task's id, oldest first, for one page of an exported table. */
export const disbursementsAfter = (
  tx: Tx,
  step: string | undefined,
  taskId: number,
  limit: number,
) =>
  tx.many<Omit<DisbursementRow, 'count' | 'sum'>>(sql`
    select ${disbursementColumns} from ${disbursementFrom(step)} and t.id > ${taskId} order by
      t.id limit ${limit}
  `);

export const listDisbursements = (tx: Tx, step: string | undefined, { limit, offset }: Page) =>
  tx.many<DisbursementRow>(sql`
    select ${disbursementColumns}, count(*) over () as count,
      (sum(l.amount - coalesce(l.platform_fee, 0) - coalesce(l.remittance_fee, 0)) over ())::bigint
        as sum
    from ${disbursementFrom(step)} order by t.id limit ${limit} offset ${offset}
  `);
