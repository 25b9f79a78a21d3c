// SQL of a member's sums by period, of all cash flows, and of the badges that mark tabs with new
// orders.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

type Sum = { orders: number; amount: Money };
export type OrderSums = Record<'total' | 'unpaid' | 'paid' | 'funded' | 'refunded' | 'ended', Sum>;

/** Returns orders placed between two instants, grouped by their present state. */
export const orderSums = (tx: Tx, memberId: number, from: string, to: string) =>
  tx.many<Sum & { name: keyof OrderSums }>(sql`
    select coalesce(name, 'total') as name, count(*)::int as orders,
      coalesce(sum(amount), 0)::bigint as amount
    from (
      select o.amount, case when o.stored_status in (0, 5) then 'unpaid'
        when o.stored_status = 10 then 'paid' when o.stored_status = 20 then 'funded'
        when o.stored_status in (60, 65) then 'refunded' else 'ended' end as name
      from investing."order" o
      where o.member_id = ${memberId} and o.created_at between ${from} and ${to}
    ) named group by rollup (name)
  `);

export type Sums = {
  principal: Money;
  interest: Money;
  lateInterest: Money;
  penalty: Money;
  prepaymentFee: Money;
  fee: Money;
};

/** Returns what a member received between two days, both included. */
export const receivedWithin = (tx: Tx, memberId: number, from: Day, to: Day) =>
  tx.one<Sums>(sql`
    select coalesce(sum(d.principal), 0)::bigint as principal,
      coalesce(sum(d.interest), 0)::bigint as interest,
      coalesce(sum(d.late_interest), 0)::bigint as late_interest,
      coalesce(sum(d.penalty), 0)::bigint as penalty,
      coalesce(sum(d.prepayment_fee), 0)::bigint as prepayment_fee,
      coalesce(sum(d.fee), 0)::bigint as fee
    from servicing.share s join servicing.distribution d on d.order_id = s.order_id
    where s.member_id = ${memberId} and d.distributed_on between ${from} and ${to}
  `);

/**
 * Returns every day on which a member lent money or received some, net of the fee, with the number
 * of receipts.
 */
export const flowsOf = (tx: Tx, memberId: number) =>
  tx.many<{ on: Day; amount: Money; returns: number }>(sql`
    select "on", sum(amount)::bigint as amount, sum(returned)::int as returns from (
      select (coalesce(o.paid_at, o.created_at) at time zone 'Asia/Taipei')::date as "on",
        -o.amount as amount, 0 as returned
      from investing."order" o join servicing.share s on s.order_id = o.id
      where o.member_id = ${memberId}
      union all
      select d.distributed_on, d.principal + d.interest + d.late_interest + d.penalty
        + d.prepayment_fee - d.fee, 1
      from servicing.share s join servicing.distribution d on d.order_id = s.order_id
      where s.member_id = ${memberId}
    ) flow group by "on" order by "on"
  `);

export const markSeen = (tx: Tx, memberId: number, type: string, at: Date | null) =>
  tx.run(sql`
    insert into investing.dot (member_id, type, seen_at) values (${memberId}, ${type}, ${at})
    on conflict (member_id, type) do update set seen_at = excluded.seen_at
  `);
