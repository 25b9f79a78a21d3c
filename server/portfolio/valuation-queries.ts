// SQL of the value of a member's outstanding principal, by state.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import { type LossRates, type ValuationState, valuationDays } from '#contract/law/valuation.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type StateSum = {
  state: ValuationState;
  holdings: number;
  principal: Money;
  /** The loss of each holding is rounded separately, as on the holding's own page. */
  value: Money;
};

/** The same rule as `valuationStateOf` in the contract, as SQL. */
const stateOn = (today: Day) => {
  const lateDays = sql`(${today}::date - n.payable_until)`;
  return sql`case when l.status = 95 then 'writtenOff' when l.status = 80 then 'legal'
  when n.payable_until is null or ${lateDays} <= 0 then 'current'
  when ${lateDays} > ${valuationDays.late180} then 'legal'
  when ${lateDays} > ${valuationDays.late30} then 'late180'
  when ${lateDays} > ${valuationDays.late7} then 'late30' else 'late7' end`;
};

/**
 * Returns a member's outstanding principal on a day, grouped by how overdue it is, and its expected
 * value.
 */
export const outByState = (tx: Tx, memberId: number, today: Day, rates: LossRates) =>
  tx.many<StateSum>(sql`
    select state, count(*)::int as holdings, sum(remaining)::bigint as principal,
      sum(remaining - (2 * remaining * (${JSON.stringify(rates)}::jsonb ->> state)::int + 10000)
        / 20000)::bigint
        as value
    from (
      select s.remaining, ${stateOn(today)} as state
      from servicing.share s
      join lending.loan l on l.id = s.loan_id
      left join lateral (
        select i.payable_until from servicing.instalment i
        where i.loan_id = s.loan_id and i.current and i.paid_on is null order by i.no limit 1
      ) n on true
      where s.member_id = ${memberId} and s.remaining > 0
    ) held group by state
  `);
