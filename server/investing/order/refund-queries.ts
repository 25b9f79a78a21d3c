// The SQL of the refunds' list at the office.
import type { Refund } from '#contract/investing/refunds.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import { type Tx, narrowed } from '../../database/db.ts';

type RefundLine = Omit<
  Refund,
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
  sum: number | null;
  fees: number | null;
};

/** A refund with the batch it is in; $-conditions are put to the refund itself. */
const refundsWith = (where: string) => `
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
const refundsWanted = (of: RefundsOf) => {
  const status = of.state === 'checking' ? 'payable' : of.state;
  const finer = status === 'payable' ? of.state : undefined;
  return {
    asked: [
      ['r.status = $', status],
      ['r.reason = $', of.reason],
    ] as const,
    inState: finer ? `state = '${finer}'` : 'true',
    state: finer ?? 'any',
  };
};
const refundColumns = `r.id, r.order_id as "orderId", r.member_id as "memberId", r.amount, r.fee,
  r.reason, r.state, r.created_at as "createdAt", r.settled_at as "settledAt",
  r.batch_id as "batchId", t.id as "taskId",
  a.bank_code || ' ****' || a.account_tail as account,
  (select q.reason from banking.payment q where q.purpose = 'refund' and q.subject_id = r.id
     and q.status = 'returned' order by q.id desc limit 1) as "cameBack"`;
const refundTask = `left join tasks.task t on t.kind = 'refund_release'
  and t.subject_type = 'refund' and t.subject_id = r.id and t.status = 'open'
  left join verification.bank_account a on a.member_id = r.member_id and a.status = 'in_force'`;

/** The newest first, below one of them: a page of a table. */
export const refundsBelow = (tx: Tx, of: RefundsOf, id: number | null, limit: number) => {
  const { asked, inState, state } = refundsWanted(of);
  const { where, values, key } = narrowed([...asked, ['r.id < $', id]]);
  return tx.many<Omit<RefundLine, 'count' | 'sum' | 'fees'>>(
    `investing.refundsBelow.${key}.${state}`,
    `with page as (
       select * from (${refundsWith(where)}) w where ${inState}
       order by id desc limit $${values.length + 1}
     )
     select ${refundColumns} from page r ${refundTask} order by r.id desc`,
    [...values, limit],
  );
};

/** Those that wait come oldest first, the others newest first. */
export const listRefunds = (tx: Tx, of: RefundsOf, page: { limit: number; offset: number }) => {
  const { asked, inState, state } = refundsWanted(of);
  const { where, values, key } = narrowed(asked);
  const counted = `select r.amount, r.fee from investing.refund r where ${where}`;
  const finer = state !== 'any';
  const place = values.length;
  const last = page.limit + page.offset;
  return tx.many<RefundLine>(
    `investing.listRefunds.${key}.${state}`,
    `with waiting as (
       select w.*, id as place from (${refundsWith(`${where} and r.status = 'payable'`)}) w
       where ${inState} order by id limit $${place + 1}
     ), gone as (
       select g.*, -id as place from (${refundsWith(`${where} and r.status <> 'payable'`)}) g
       where ${inState} order by id desc limit $${place + 1}
     ), found as (
       ${finer ? `select amount, fee from (${refundsWith(where)}) f where ${inState}` : counted}
       limit ${COUNTED_MAX}
     ), counted as (
       select count(*) as count, sum(amount)::bigint as sum, sum(fee)::bigint as fees from found
     ), page as (
       select * from (select * from waiting union all select * from gone) either
       order by state not in ('payable', 'checking'), place limit $${place + 2} offset $${place + 3}
     )
     select ${refundColumns}, n.count, case when n.count < ${COUNTED_MAX} then n.sum end as sum,
       case when n.count < ${COUNTED_MAX} then n.fees end as fees
     from page r cross join counted n ${refundTask}
     order by r.state not in ('payable', 'checking'), r.place`,
    [...values, last, page.limit, page.offset],
  );
};
