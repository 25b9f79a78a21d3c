// The SQL of an investor's sums, late holdings, cash flows and dots.
import type { Day } from '#contract/day.ts';
import type { Money } from '#contract/money.ts';
import type { Tx } from '../db.ts';
import { fromHolding, holdingColumns, type HoldingRow, statusSql } from './portfolio-queries.ts';

type Sum = { orders: number; amount: Money };
export type OrderSums = Record<'total' | 'unpaid' | 'paid' | 'funded' | 'refunded' | 'ended', Sum>;

/** Orders placed from one instant up to another, by what became of them. */
export const orderSums = (tx: Tx, memberId: number, from: string, to: string) =>
  tx.many<Sum & { name: keyof OrderSums }>(
    'investing.orderSums',
    `select coalesce(name, 'total') as name, count(*)::int as orders, coalesce(sum(amount), 0)::bigint as amount
     from (
       select o.amount, case when o.stored_status in (0, 5) then 'unpaid'
         when o.stored_status = 10 then 'paid' when o.stored_status = 20 then 'funded'
         when o.stored_status in (60, 65) then 'refunded' else 'ended' end as name
       from investing."order" o
       where o.member_id = $1 and o.created_at between $2 and $3
     ) named group by rollup (name)`,
    [memberId, from, to],
  );

export type Standing = {
  holdings: number;
  invested: Money;
  outstanding: Money;
  overdue: Money;
  overdueCount: number;
};

/** What a member's funded orders hold now; what is not yet paid out is not yet lent. */
export const standingOf = (tx: Tx, memberId: number) =>
  tx.one<Standing>(
    'investing.standingOf',
    `select count(*)::int as holdings, coalesce(sum(amount), 0)::bigint as invested,
       coalesce(sum(remaining), 0)::bigint as outstanding,
       coalesce(sum(remaining) filter (where status between 25 and 38), 0)::bigint as overdue,
       (count(*) filter (where status between 25 and 38))::int as "overdueCount"
     from (
       select o.amount, s.remaining, ${statusSql} as status from investing."order" o
       join lending.loan l on l.id = o.loan_id
       left join servicing.share s on s.order_id = o.id
       where o.member_id = $1 and o.stored_status = 20
     ) held`,
    [memberId],
  );

export type Sums = { principal: Money; interest: Money; late: Money; fee: Money };

/** What came back to a member from one day to another, both included. */
export const receivedWithin = (tx: Tx, memberId: number, from: Day, to: Day) =>
  tx.one<Sums>(
    'investing.receivedWithin',
    `select coalesce(sum(d.principal), 0)::bigint as principal,
       coalesce(sum(d.interest), 0)::bigint as interest,
       coalesce(sum(d.late_interest + d.penalty + d.prepayment_fee), 0)::bigint as late,
       coalesce(sum(d.fee), 0)::bigint as fee
     from servicing.share s join servicing.distribution d on d.order_id = s.order_id
     where s.member_id = $1 and d.distributed_on between $2 and $3`,
    [memberId, from, to],
  );

/**
 * Every day on which a member's money went out or came back, the fee taken off; with how many
 * times it came back. What is still out, unless it is written off, stands on `today`.
 */
export const flowsOf = (tx: Tx, memberId: number, today: Day) =>
  tx.many<{ on: Day; amount: number; returns: number }>(
    'investing.flowsOf',
    `select "on", sum(amount)::bigint as amount, sum(returned)::int as returns from (
       select (coalesce(o.paid_at, o.created_at) at time zone 'Asia/Taipei')::date as "on",
         -o.amount as amount, 0 as returned
       from investing."order" o join servicing.share s on s.order_id = o.id
       where o.member_id = $1
       union all
       select d.distributed_on, d.principal + d.interest + d.late_interest + d.penalty
         + d.prepayment_fee - d.fee, 1
       from servicing.share s join servicing.distribution d on d.order_id = s.order_id
       where s.member_id = $1
       union all
       select $2::date, s.remaining, 0
       from servicing.share s join lending.loan l on l.id = s.loan_id
       where s.member_id = $1 and l.status <> 95
     ) flow group by "on" order by "on"`,
    [memberId, today],
  );

export type LateRow = HoldingRow & { lateSince: Day; total: number };

/** Holdings that are late today, by the day their oldest unpaid instalment fell due. */
export const lateHoldings = (
  tx: Tx,
  memberId: number,
  period: { from: Day; to: Day; today: Day },
  limit: number,
) =>
  tx.many<LateRow>(
    'investing.lateHoldings',
    `select ${holdingColumns}, n.payable_until as "lateSince", count(*) over () as total
     ${fromHolding}
     where o.member_id = $1 and o.stored_status = 20 and l.status between 60 and 80
       and n.due_on between $2 and $3 and n.payable_until < $4
     order by n.due_on, o.id limit $5`,
    [memberId, period.from, period.to, period.today, limit],
  );

/** Which tabs hold an order that came to its status since the member last looked there. */
export const litDots = (tx: Tx, memberId: number) =>
  tx.many<{ type: string; lit: boolean }>(
    'investing.litDots',
    `select e.type, bool_or(e.at > coalesce(d.seen_at, '-infinity')) as lit from (
       select case when o.stored_status in (0, 5) then 'unpaid'
           when o.stored_status = 10 then 'paid'
           else (case ${statusSql} when 15 then 'ongoing' when 20 then 'ongoing'
             when 25 then 'overdue' when 30 then 'violation' when 35 then 'negotiation'
             when 40 then 'closed' end) end as type,
         case when o.stored_status in (0, 5) then o.created_at
           when o.stored_status = 10 then o.paid_at else l.status_at end as at
       from investing."order" o join lending.loan l on l.id = o.loan_id
       where o.member_id = $1 and o.stored_status in (0, 5, 10, 20)
     ) e left join investing.dot d on d.member_id = $1 and d.type = e.type
     where e.type is not null group by e.type`,
    [memberId],
  );

/** Null puts everything back to new. */
export const markSeen = (tx: Tx, memberId: number, type: string, at: Date | null) =>
  tx.run(
    'investing.markSeen',
    `insert into investing.dot (member_id, type, seen_at) values ($1, $2, $3)
     on conflict (member_id, type) do update set seen_at = excluded.seen_at`,
    [memberId, type, at],
  );
