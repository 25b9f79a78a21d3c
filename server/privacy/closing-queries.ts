// SQL of the days on which an account can be closed at the earliest.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** First day on which an obstacle can be gone; null if nobody knows. */
export type ObstacleDays = { LOAN: Day | null; ORDERS: Day | null; HOLDINGS: Day | null };

/**
 * Reads the day after the last instalment of loans and holdings that are repaid by plan, and the
 * day after the last deadline of orders; null for loans that are late, in dispute or not paid out.
 */
export const readObstacleDays = (tx: Tx, memberId: number) =>
  tx.one<ObstacleDays>(sql`
    with due as (
      select l.id, l.member_id, l.status, max(i.payable_until) + 1 as over_on
      from lending.loan l
      join servicing.instalment i on i.loan_id = l.id and i.current and i.paid_on is null
      where l.member_id = ${memberId} or l.id in (select loan_id from servicing.share
        where member_id = ${memberId} and remaining > 0)
      group by l.id
    )
    select
    (select case when bool_and(status = 60) then max(over_on) end from due
      where member_id = ${memberId}) as "LOAN",
    (select (max(case when o.stored_status = 10 then f.ends_at else o.pay_by end)
        at time zone 'Asia/Taipei')::date + 1
      from investing."order" o join investing.funding f on f.loan_id = o.loan_id
      where o.member_id = ${memberId} and o.stored_status in (0, 5, 10)) as "ORDERS",
    (select case when bool_and(status = 60) then max(over_on) end from due
      where member_id <> ${memberId}) as "HOLDINGS"
  `);
