// The SQL of the refunds' list at the office.
import type { Refund } from '#contract/investing-refunds.ts';
import type { Tx } from '../db.ts';

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
  sum: number;
  fees: number;
};

/** Those that wait come oldest first, the others newest first. */
export const listRefunds = (
  tx: Tx,
  of: { state: string | undefined; reason: string | undefined },
  page: { limit: number; offset: number },
) =>
  tx.many<RefundLine>(
    'investing.listRefunds',
    `with refund as (
       select r.id, r.order_id, r.member_id, r.amount, r.fee, r.reason, r.created_at, r.settled_at,
         case when r.status = 'payable' and c.id is not null then 'checking' else r.status end
           as state,
         coalesce(c.id, p.batch_id) as batch_id
       from investing.refund r
       left join banking.payment p on p.id = r.payment_id
       left join lateral (
         select b.id from banking.batch_item i join banking.batch b on b.id = i.batch_id
         where i.subject_id = r.id and b.kind = 'refund' and b.state = 'checking' limit 1
       ) c on r.status = 'payable'
     ), page as (
       select *, count(*) over () as count, (sum(amount) over ())::bigint as sum,
         (sum(fee) over ())::bigint as fees,
         case when state in ('payable', 'checking') then id else -id end as place
       from refund
       where ($1::text is null or state = $1) and ($2::text is null or reason = $2)
       order by state not in ('payable', 'checking'), place limit $3 offset $4
     )
     select r.id, r.order_id as "orderId", r.member_id as "memberId", r.amount, r.fee, r.reason,
       r.state, r.created_at as "createdAt", r.settled_at as "settledAt",
       r.batch_id as "batchId", t.id as "taskId",
       a.bank_code || ' ****' || a.account_tail as account,
       (select q.reason from banking.payment q where q.purpose = 'refund' and q.subject_id = r.id
          and q.status = 'returned' order by q.id desc limit 1) as "cameBack",
       r.count, r.sum, r.fees
     from page r
     left join tasks.task t on t.kind = 'refund_release' and t.subject_type = 'refund'
       and t.subject_id = r.id and t.status = 'open'
     left join verification.bank_account a on a.member_id = r.member_id and a.status = 'in_force'
     order by r.state not in ('payable', 'checking'), r.place`,
    [of.state ?? null, of.reason ?? null, page.limit, page.offset],
  );
