// SQL of payouts and disbursements at the office.
import type { Money } from '#contract/core/money.ts';
import type { PayoutLine } from '#contract/servicing/payouts.ts';
import type { Day } from '#contract/core/day.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { Tx } from '../../database/db.ts';
import {
  allOf,
  constant,
  keyset,
  limitOf,
  type Part,
  type Sql,
  sql,
  when,
} from '../../database/sql.ts';

/**
 * A payout's state at the office: a payable payout is `held` if a task about it or about its source
 * is open or the member's money is held, and `checking` if it is in a batch. One of zero is
 * `withdrawn`.
 */
const payouts = sql`
  select p.id, p.member_id, p.kind, p.amount, p.created_on, p.settled_on, p.attempts,
    case when p.amount = 0 then 'withdrawn' when p.status <> 'payable' then p.status
      when t.id is not null then 'held'
      when c.id is not null then 'checking' when coalesce(s.why, h.why) is not null then 'held'
      else 'payable' end as state,
    coalesce(c.id, b.batch_id) as batch_id, coalesce(t.id, s.task_id, h.task_id) as task_id,
    case when p.amount = 0 then '原入帳已沖正，不再退回'
      else coalesce(t.detail ->> 'why', s.why, h.why) end as why, p.receipt_id
  from servicing.payout p
  left join banking.payment b on b.id = p.payment_id
  left join tasks.task t on p.status = 'payable' and t.kind = 'attention'
    and t.subject_type = 'payout' and t.subject_id = p.id and t.status = 'open'
  left join lateral (
    select b.id from banking.batch_item i join banking.batch b on b.id = i.batch_id
    where i.subject_id = p.id and b.kind = 'payout' and b.state = 'checking' limit 1
  ) c on p.status = 'payable'
  left join lateral (
    select '會員的名單比對尚待審查' as why, null::bigint as task_id
    from verification.screening_hit s
    where s.member_id = p.member_id and s.status in ('open', 'confirmed')
    union all
    select '銀行退匯（' || r.reason || '），等會員提供新的收款帳戶', k.id
    from verification.returned_account r
    left join tasks.task k on k.kind = 'returned_account' and k.subject_type = 'member'
      and k.subject_id = r.member_id and k.status = 'open'
    where r.member_id = p.member_id and r.ended_at is null and p.receipt_id is null
    union all
    select '會員的款項暫停撥付', null where verification.keeps_back(p.member_id, 'payout', p.id)
    limit 1
  ) h on p.status = 'payable'
  left join lateral (
    select q.why, k.id as task_id from banking.payer_source q
    left join tasks.task k on k.kind = 'payer_source' and k.subject_type = 'receipt'
      and k.subject_id = q.receipt_id and k.status = 'open'
    where q.receipt_id = p.receipt_id and q.confirmed_by is null
  ) s on p.status = 'payable'`;

type PayoutListRow = Omit<PayoutLine, 'id' | 'memberId' | 'batchId' | 'taskId'> & {
  id: number;
  memberId: number;
  batchId: number | null;
  taskId: number | null;
};

type PayoutsOf = {
  state: string | undefined;
  day: Day | undefined;
  member: number | undefined;
};
/** Found by an index of these payouts alone, which are few. */
const withdrawn = sql`p.amount = 0`;

function payoutConditions(of: PayoutsOf) {
  const status = of.state === 'held' || of.state === 'checking' ? 'payable' : of.state;
  // Payable, sent and confirmed payouts are found by status. Held and checking payouts have the
  // status payable and are few, so they are selected from these.
  const finer = status === 'payable' ? of.state : undefined;
  return {
    wanted: [
      when(status, status === 'withdrawn' ? withdrawn : sql`p.status = ${status}`),
      when(status === 'confirmed' ? status : undefined, sql`p.amount > 0`),
      when(of.day, sql`p.created_on = ${of.day}`),
      when(of.member, sql`p.member_id = ${of.member}`),
    ],
    inState: finer ? sql`state = ${finer}` : sql`true`,
  };
}
const payoutColumns = sql`id, member_id, kind, amount, state, created_on, settled_on, attempts,
  receipt_id is not null as third_party, why, batch_id, task_id`;

const newestPayouts = keyset('desc', { id: sql`p.id` });

/** Lists payouts, newest first. */
export const listPayouts = (tx: Tx, of: PayoutsOf, part: Part<{ id: number }>) => {
  const { wanted, inState } = payoutConditions(of);
  return tx.many<PayoutListRow>(sql`
    select ${payoutColumns}
    from (${payouts} where ${allOf([...wanted, newestPayouts.after(part)])}) payout
    where ${inState} order by id desc ${limitOf(part)}
  `);
};

/** Number and sum of payouts; the sum is null if not all of them were counted. */
export const countPayouts = (tx: Tx, of: PayoutsOf) => {
  const { wanted, inState } = payoutConditions(of);
  return tx.one<{ total: number; sum: Money | null }>(sql`
    select count(*) as total,
      case when count(*) < ${constant(COUNTED_MAX)} then sum(amount)::bigint end as sum
    from (
      select amount from (${payouts} where ${allOf(wanted)}) payout where ${inState}
      limit ${constant(COUNTED_MAX)}
    ) found
  `);
};

export type DayRow = { day: Day } & Record<
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
 * Sums of the payouts of each day in `day`. Most payouts are sent or confirmed, and the sums of
 * these are read from an index alone.
 */
const partsOfDays = sql`part as (
    select created_on, status as state, count(*) as count, sum(amount) as amount
    from servicing.payout
    where created_on in (select created_on from day) and status <> 'payable' and amount > 0
    group by created_on, status
    union all
    select created_on, state, count(*), sum(amount) from (${payouts}
      where p.status = 'payable' and p.created_on in (select created_on from day)) payable
    group by created_on, state
  )`;

/**
 * The days with payouts, either all or those before a given day; each day is found from the next
 * later one.
 */
const payoutDaysBefore = (before: string | null | undefined) => sql`step as (
    (select created_on from servicing.payout
      where ${allOf([when(before, sql`created_on < ${before}`)])}
      order by created_on desc limit 1)
    union all
    select (select p.created_on from servicing.payout p where p.created_on < step.created_on
      order by p.created_on desc limit 1)
    from step where step.created_on is not null
  )`;

/** Sums of payouts by day, newest first. */
export const listPayoutDays = (tx: Tx, part: Part<{ day: Day }>) =>
  tx.many<DayRow>(sql`
    with recursive ${payoutDaysBefore(part.last?.day)}, day as materialized (
      select created_on from step where created_on is not null
      ${part.last === undefined ? sql`order by created_on desc` : sql``} ${limitOf(part)}
    ), ${partsOfDays}
    select created_on as day, ${daySums} from part
    group by created_on order by created_on desc
  `);

export const countPayoutDays = (tx: Tx) =>
  tx.one<{ total: number }>(sql`
    with recursive ${payoutDaysBefore(null)}
    select count(*) as total from step where created_on is not null
  `);

/** Returns the distributed amounts that are not yet enough for a payout. */
export const distributedNotPaidOut = (tx: Tx) =>
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
};

const disbursementColumns = sql`l.id as loan_id, l.case_no, l.amount,
  l.amount - coalesce(l.platform_fee, 0) - coalesce(l.remittance_fee, 0) as net,
  case t.kind when 'disbursement_release' then 'release' else 'check' end as step, m.name as maker,
  t.id as task_id, t.created_at as since`;
const disbursementFrom = (
  step: string | undefined,
) => sql`tasks.task t join lending.loan l on l.id = t.subject_id
  left join identity.operator m on m.id = t.maker_id
  where t.status = 'open' and t.subject_type = 'loan'
    and t.kind = any (case ${step}::text when 'release' then '{disbursement_release}'::text[]
      when 'check' then '{disbursement_check}'
      else '{disbursement_release,disbursement_check}' end)`;

const oldestDisbursements = keyset('asc', { taskId: sql`t.id` });

/** Lists disbursements, oldest first. */
export const listDisbursements = (
  tx: Tx,
  step: string | undefined,
  part: Part<{ taskId: number }>,
) =>
  tx.many<DisbursementRow>(sql`
    select ${disbursementColumns} from ${disbursementFrom(step)}
      and ${allOf([oldestDisbursements.after(part)])}
    order by ${oldestDisbursements.order} ${limitOf(part)}
  `);

export const countDisbursements = (tx: Tx, step: string | undefined) =>
  tx.one<{ total: number; sum: Money }>(sql`
    select count(*) as total, coalesce(sum(
      l.amount - coalesce(l.platform_fee, 0) - coalesce(l.remittance_fee, 0)), 0)::bigint as sum
    from ${disbursementFrom(step)}
  `);
