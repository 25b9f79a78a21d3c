// SQL of holidays added by operators, and of the instalments they postpone.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type HolidayRow = { day: Day; name: string; business: boolean };

export const addedHolidays = (tx: Tx) =>
  tx.many<HolidayRow>(sql`select day, name, business from servicing.holiday order by day`);

/** Adds days or corrects existing ones; returns the number of rows written. */
export const insertHolidays = (tx: Tx, days: readonly HolidayRow[]) =>
  tx.run(sql`
    insert into servicing.holiday (day, name, business)
    select distinct on (day) * from unnest(${days.map((row) => row.day)}::date[],
      ${days.map((row) => row.name)}::text[], ${days.map((row) => row.business)}::boolean[])
      as d (day, name, business)
    on conflict (day) do update set name = excluded.name, business = excluded.business
  `);

export const deleteHoliday = (tx: Tx, day: Day) =>
  tx.run(sql`delete from servicing.holiday where day = ${day}`);

export type Postponed = {
  loanId: number;
  version: number;
  no: number;
  dueOn: Day;
  payableUntil: Day;
  memberId: number;
  caseNo: string;
};

/**
 * Unpaid instalments due from a day on, except accelerated principal, whose due day does not move
 * to a business day.
 */
export const instalmentsFrom = (tx: Tx, from: Day) =>
  tx.many<Postponed>(sql`
    select i.loan_id as "loanId", i.version, i.no, i.due_on as "dueOn",
      i.payable_until as "payableUntil", l.member_id as "memberId", l.case_no as "caseNo"
    from servicing.instalment i join lending.loan l on l.id = i.loan_id
    where i.current and i.paid_on is null and not i.accelerated and i.due_on >= ${from}
    order by i.loan_id, i.no
  `);

/** Returns the principal that was paid for instalments of loans, by bank day. */
export const principalPaidByDay = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<{ loanId: number; no: number; on: Day; amount: Money }>(sql`
    select loan_id as "loanId", instalment_no as no, allocated_on as "on",
      sum(amount)::bigint as amount
    from servicing.allocation
    where loan_id = any (${loanIds}) and class = 'principal' and instalment_no is not null
    group by 1, 2, 3
  `);

/** Changes the last day on which instalments can be paid on time, only to a later one. */
export const postpone = (
  tx: Tx,
  rows: readonly Pick<Postponed, 'loanId' | 'version' | 'no' | 'payableUntil'>[],
) =>
  tx.run(sql`
    update servicing.instalment i set payable_until = greatest(i.payable_until, r.until)
    from unnest(${rows.map((row) => row.loanId)}::bigint[],
      ${rows.map((row) => row.version)}::integer[], ${rows.map((row) => row.no)}::integer[],
      ${rows.map((row) => row.payableUntil)}::date[])
      as r (loan_id, version, no, until)
    where i.loan_id = r.loan_id and i.version = r.version and i.no = r.no
      and i.paid_on is null
  `);

/** One row as long as nobody was asked for the calendar of a year. */
export const calendarUnasked = (year: number) => sql`
  select where not exists (select from tasks.task t where t.kind = 'attention'
    and t.subject_type = 'calendar' and t.subject_id = ${year} and t.status = 'open')`;
