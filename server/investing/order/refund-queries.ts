// SQL of the refund list at the office.
import type { Money } from '#contract/core/money.ts';
import type { ServerRefund } from '#contract/investing/refunds.ts';
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

type RefundLine = Omit<
  ServerRefund,
  | 'id'
  | 'orderId'
  | 'memberId'
  | 'createdAt'
  | 'settledAt'
  | 'batchId'
  | 'taskId'
  | 'payee'
  | 'thirdParty'
> & {
  receiptId: number | null;
  id: number;
  orderId: number;
  memberId: number;
  createdAt: Date;
  settledAt: Date | null;
  batchId: number | null;
  taskId: number | null;
};

/** The open task about a refund that a second person left out of its batch. */
const heldBackTask = sql`tasks.task k where k.kind = 'refund_release'
  and k.subject_type = 'refund' and k.status = 'open' and k.detail ? 'heldBack'`;

/**
 * Returns which refunds a second person left out of a batch: they are not released with others
 * again.
 */
export const heldBackOf = async (tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await tx.many<{ id: number }>(sql`
    select k.subject_id as id from ${heldBackTask} and k.subject_id = any (${ids})
  `);
  return new Set(rows.map(({ id }) => id));
};

/**
 * Builds the select of refunds, each with its batch or why it is held; `where` is a condition on
 * the refund.
 */
const refundsWith = (where: Sql) => sql`
  select r.id, r.order_id, r.member_id, r.amount, r.fee, r.reason, r.created_at, r.settled_at,
    r.receipt_id,
    case when c.id is not null then 'checking' when h.why is not null then 'held'
      else r.status end as state,
    case when c.id is null then h.why end as why, coalesce(c.id, p.batch_id) as batch_id
  from investing.refund r
  left join banking.payment p on p.id = r.payment_id
  left join lateral (
    select b.id from banking.batch_item i join banking.batch b on b.id = i.batch_id
    where i.subject_id = r.id and b.kind = 'refund' and b.state = 'checking' limit 1
  ) c on r.status = 'payable'
  left join lateral (
    select '會員的名單比對尚待審查' as why from verification.screening_hit s
    where s.member_id = r.member_id and s.status in ('open', 'confirmed')
    union all
    select '銀行退匯（' || w.reason || '），等會員提供新的收款帳戶'
    from verification.returned_account w
    where w.member_id = r.member_id and w.ended_at is null and r.receipt_id is null
    union all
    select '會員的款項暫停撥付' where verification.keeps_back(r.member_id, 'refund', r.id)
    union all
    select k.detail ->> 'returned' from ${heldBackTask} and k.subject_id = r.id
    limit 1
  ) h on r.status = 'payable'
  where ${where}`;

type RefundsOf = { state?: string | undefined; reason?: string | undefined };
const refundConditions = (of: RefundsOf) => {
  const status = of.state === 'checking' || of.state === 'held' ? 'payable' : of.state;
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
const refundColumns = sql`r.id, r.order_id, r.member_id, r.amount, r.fee,
  r.reason, r.state, r.created_at, r.settled_at,
  r.why, r.batch_id, t.id as task_id,
  r.receipt_id,
  (select q.reason from banking.payment q where q.purpose = 'refund' and q.subject_id = r.id
     and q.status = 'returned' order by q.id desc limit 1) as came_back`;
/** The task for which a refund waits: the question for its source comes before its release. */
const refundTask = sql`left join lateral (
    select k.id from tasks.task k where k.status = 'open'
      and (k.kind = 'refund_release' and k.subject_type = 'refund' and k.subject_id = r.id
        or k.kind = 'payer_source' and k.subject_type = 'receipt'
          and k.subject_id = r.receipt_id and r.state in ('payable', 'held')
        or k.kind = 'returned_account' and k.subject_type = 'member' and r.receipt_id is null
          and k.subject_id = r.member_id and r.state in ('payable', 'held'))
    order by k.kind limit 1
  ) t on true`;

const refundsById = keyset('desc', { id: sql`r.id` });

/**
 * Defines `page`, the refunds of one part of the list. On a page, refunds that wait for release
 * come first, oldest first, then all others, newest first.
 */
function refundPage(of: RefundsOf, part: Part<{ id: number }>): Sql {
  const { wanted, inState } = refundConditions(of);
  if (part.last !== undefined) {
    const all = refundsWith(allOf([...wanted, refundsById.after(part)]));
    return sql`page as (
      select * from (${all}) w where ${inState} order by id desc ${limitOf(part)}
    )`;
  }
  const where = allOf(wanted);
  const most = part.limit + part.offset;
  const waiting = refundsWith(sql`${where} and r.status = 'payable'`);
  const gone = refundsWith(sql`${where} and r.status <> 'payable'`);
  return sql`waiting as (
      select w.*, id as place from (${waiting}) w where ${inState} order by id limit ${most}
    ), gone as (
      select g.*, -id as place from (${gone}) g where ${inState} order by id desc limit ${most}
    ), page as (
      select * from (select * from waiting union all select * from gone) either
      order by state not in ('payable', 'held', 'checking'), place ${limitOf(part)}
    )`;
}

/** Lists refunds; for a page, waiting ones oldest first, all others newest first. */
export const listRefunds = (tx: Tx, of: RefundsOf, part: Part<{ id: number }>) =>
  tx.many<RefundLine>(sql`
    with ${refundPage(of, part)}
    select ${refundColumns} from page r ${refundTask}
    order by ${
      part.last === undefined
        ? sql`r.state not in ('payable', 'held', 'checking'), r.place`
        : sql`r.id desc`
    }
  `);

/** Number of refunds, and their sums, which are null if not all of them were counted. */
export const countRefunds = (tx: Tx, of: RefundsOf) => {
  const { wanted, inState, finer } = refundConditions(of);
  const where = allOf(wanted);
  const counted = finer
    ? sql`select amount, fee from (${refundsWith(where)}) f where ${inState}`
    : sql`select r.amount, r.fee from investing.refund r where ${where}`;
  return tx.one<{ total: number; sum: Money | null; fees: Money | null }>(sql`
    select count(*) as total,
      case when count(*) < ${constant(COUNTED_MAX)} then sum(amount)::bigint end as sum,
      case when count(*) < ${constant(COUNTED_MAX)} then sum(fee)::bigint end as fees
    from (${counted} limit ${constant(COUNTED_MAX)}) found
  `);
};
