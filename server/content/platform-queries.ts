// SQL of the platform's performance: cash flows of all investors, recoveries after default.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/**
 * Cash flows of all investors from `since` to `today`, as if a single investor had lent everything:
 * principal outstanding at the beginning, each disbursement, each distribution net of the fee,
 * principal outstanding at the end. Written-off loans count as zero at both ends.
 */
export const allFlows = (tx: Tx, since: Day, today: Day) =>
  tx.many<{ on: Day; amount: number; returns: number }>(sql`
    select "on", sum(amount)::bigint as amount, sum(returned)::integer as returns from (
      select ${since}::date as "on", -(s.principal - coalesce((
          select sum(d.principal) from servicing.distribution d
          where d.order_id = s.order_id and d.distributed_on < ${since}), 0))::bigint as amount,
        0 as returned
      from servicing.share s
      where s.lent_on < ${since} and not exists (
        select from servicing.write_off w
        where w.loan_id = s.loan_id and w.written_off_on < ${since})
      union all
      select s.lent_on, -s.principal, 0 from servicing.share s
      where s.lent_on between ${since} and ${today}
      union all
      select d.distributed_on, d.principal + d.interest + d.late_interest + d.penalty
        + d.prepayment_fee - d.fee, 1
      from servicing.distribution d where d.distributed_on between ${since} and ${today}
      union all
      select ${today}::date, s.remaining, 0
      from servicing.share s join lending.loan l on l.id = s.loan_id
      where s.remaining > 0 and not exists (
        select from servicing.write_off w where w.loan_id = l.id)
    ) flow group by "on" order by "on"
  `);

/**
 * Loans in violation: their principal on the day the violation was declared, the amount recovered
 * since, and how many they are, with and without such an amount.
 */
export const defaults = (tx: Tx, today: Day) =>
  tx.one<{ owed: Money; recovered: Money; loans: number; recoveredLoans: number }>(sql`
    with violation as (
      select loan_id, min(notice_on) as since from servicing.acceleration
      where notice_on <= ${today} group by loan_id
    ), paid as (
      select v.loan_id,
        coalesce(sum(d.principal) filter (where d.distributed_on < v.since), 0) as before,
        coalesce(sum(d.principal) filter (where d.distributed_on >= v.since), 0) as after
      from violation v left join servicing.distribution d on d.loan_id = v.loan_id
      group by v.loan_id
    )
    select coalesce(sum(s.principal - p.before), 0)::bigint as owed,
      coalesce(sum(p.after), 0)::bigint as recovered, count(*)::int as loans,
      count(*) filter (where p.after > 0)::int as recovered_loans
    from paid p join (
      select loan_id, sum(principal) as principal from servicing.share group by loan_id
    ) s using (loan_id)
  `);
