// SQL of the refund list at the office.
import type { Money } from '#contract/core/money.ts';
import type { ServerRefund } from '#contract/investing/refunds.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, constant, type Sql, sql, when } from '../../database/sql.ts';

type RefundLine = Omit<
  ServerRefund,
  'id' | 'orderId' | 'memberId' | 'createdAt' | 'settledAt' | 'batchId' | 'taskId'
> & {
  id: number;
  orderId: number;
  memberId: number;
  createdAt: Date;
  settledAt: Date | null;
  batchId: number | null;
  taskId: number | null;
  count: number;
  sum: Money | null;
  fees: Money | null;
};

/** Builds the select of refunds, each with its batch; `where` is a condition on the refund. */
const refundsWith = (where: Sql) => sql`
  select r.id, r.order_id, r.member_id, r.amount, r.fee, r.reason, r.created_at, r.settled_at,
    case when r.status = 'payable' and c.id is not null then 'checking' else r.status end as state,
    coalesce(c.id, p.batch_id) as batch_id
  from investing.refund r
  left join banking.payment p on p.id = r.payment_id
  left join lateral (
    select b.id from banking.batch_item i join banking.batch b on b.id = i.batch_id
    where i.subject_id = r.id and b.kind = 'refund' and b.state = 'checking' limit 1
  ) c on r.status = 'payable'
  where ${where}`;

type RefundsOf = { state?: string | undefined; reason?: string | undefined };
const refundConditions = (of: RefundsOf) => {
  const status = of.state === 'checking' ? 'payable' : of.state;
  const finer = status === 'payable' ? of.state : undefined;
  return {
    wanted: [
      when(status, sql`r.status = ${status}`),
      when(of.reason, sql`r.reason = ${of.reason}`),
    ],
    finer,
    inState: finer ? sql`state = ${finer}` : sql`true`,
  };
};
const refundColumns = sql`r.id, r.order_id as "orderId", r.member_id as "memberId", r.amount, r.fee,
  r.reason, r.state, r.created_at as "createdAt", r.settled_at as "settledAt",
  r.batch_id as "batchId", t.id as "taskId",
  a.bank_code || ' ****' || a.account_tail as account,
  (select q.reason from banking.payment q where q.purpose = 'refund' and q.subject_id = r.id
     and q.status = 'returned' order by q.id desc limit 1) as "cameBack"`;
const refundTask = sql`left join tasks.task t on t.kind = 'refund_release'
  and t.subject_type = 'refund' and t.subject_id = r.id and t.status = 'open'
  left join verification.bank_account a on a.member_id = r.member_id and a.status = 'in_force'`;

/** Returns the refunds after the given one, newest first, for one page of a table. */
export const refundsBelow = (tx: Tx, of: RefundsOf, id: number | null, limit: number) => {
  const { wanted, inState } = refundConditions(of);
  const where = allOf([...wanted, when(id, sql`r.id < ${id}`)]);
  return tx.many<Omit<RefundLine, 'count' | 'sum' | 'fees'>>(sql`
    with page as (
      select * from (${refundsWith(where)}) w where ${inState} order by id desc limit ${limit}
    )
    select ${refundColumns} from page r ${refundTask} order by r.id desc
  `);
};

/** Lists waiting refunds oldest first, all others newest first. */
export const listRefunds = (tx: Tx, of: RefundsOf, page: { limit: number; offset: number }) => {
  const { wanted, inState, finer } = refundConditions(of);
  const where = allOf(wanted);
  const last = page.limit + page.offset;
  const waiting = refundsWith(sql`${where} and r.status = 'payable'`);
  const gone = refundsWith(sql`${where} and r.status <> 'payable'`);
  const counted = finer
    ? sql`select amount, fee from (${refundsWith(where)}) f where ${inState}`
    : sql`select r.amount, r.fee from investing.refund r where ${where}`;
  return tx.many<RefundLine>(sql`
    with waiting as (
      select w.*, id as place from (${waiting}) w where ${inState} order by id limit ${last}
    ), gone as (
      select g.*, -id as place from (${gone}) g where ${inState} order by id desc limit ${last}
    ), found as (
      ${counted} limit ${constant(COUNTED_MAX)}
    ), counted as (
      select count(*) as count, sum(amount)::bigint as sum, sum(fee)::bigint as fees from found
    ), page as (
      select * from (select * from waiting union all select * from gone) either
      order by state not in ('payable', 'checking'), place
      limit ${page.limit} offset ${page.offset}
    )
    select ${refundColumns}, n.count,
      case when n.count < ${constant(COUNTED_MAX)} then n.sum end as sum,
      case when n.count < ${constant(COUNTED_MAX)} then n.fees end as fees
    from page r cross join counted n ${refundTask}
    order by r.state not in ('payable', 'checking'), r.place
  `);
};
