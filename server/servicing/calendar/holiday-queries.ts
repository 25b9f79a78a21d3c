// SQL of days off on which two persons agree, and of the instalments they postpone.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type HolidayRow = { day: Day; name: string; business: boolean };

export const addedHolidays = (tx: Tx) =>
  tx.many<HolidayRow & { changeId: number | null }>(sql`
    select day, name, business, change_id from servicing.holiday order by day
  `);

/** Adds days to the calendar; returns how many of them were not in it yet. */
export const insertHolidays = (tx: Tx, changeId: number, days: readonly HolidayRow[]) =>
  tx.run(sql`
    insert into servicing.holiday (day, name, business, change_id)
    select d.day, d.name, d.business, ${changeId}
    from unnest(${days.map((row) => row.day)}::date[], ${days.map((row) => row.name)}::text[],
      ${days.map((row) => row.business)}::boolean[]) as d (day, name, business)
    on conflict (day) do nothing
  `);

export const deleteHolidays = (tx: Tx, days: readonly Day[]) =>
  tx.run(sql`delete from servicing.holiday where day = any (${days}::date[])`);

type Act = 'add' | 'remove';
type State = 'waiting' | 'provisional' | 'agreed' | 'returned' | 'undone';

/** An instalment that a change made payable later, and the last day before the change. */
export type LaterRow = Postponed & { before: Day };
export type ChangeRow = {
  id: number;
  act: Act;
  days: readonly HolidayRow[];
  state: State;
  confirmBy: Day | null;
  told: boolean;
  /** What it moved, as it was then. */
  later: readonly LaterRow[];
};

/** Inserts a change; null while another urgent day waits for its second person. */
export const insertChange = (
  tx: Tx,
  row: {
    act: Act;
    days: readonly HolidayRow[];
    state: 'waiting' | 'provisional';
    confirmBy: Day | null;
    by: number;
    now: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into servicing.holiday_change (act, days, state, confirm_by, made_by, made_at)
    values (${row.act}, ${JSON.stringify(row.days)}::jsonb, ${row.state}, ${row.confirmBy},
      ${row.by}, ${row.now})
    on conflict do nothing returning id
  `);

const changeColumns = sql`id, act, days, state, confirm_by, told, moved as later`;

export const changeById = (tx: Tx, id: number) =>
  tx.maybe<ChangeRow>(sql`select ${changeColumns} from servicing.holiday_change where id = ${id}`);

export const lockChange = (tx: Tx, id: number) =>
  tx.maybe<ChangeRow>(sql`
    select ${changeColumns} from servicing.holiday_change where id = ${id} for no key update
  `);

export type OpenChange = Pick<ChangeRow, 'id' | 'act' | 'days' | 'state' | 'confirmBy'> & {
  taskId: number | null;
};

/** The changes that wait for their second person, with the task. */
export const openChanges = (tx: Tx) =>
  tx.many<OpenChange>(sql`
    select c.id, c.act, c.days, c.state, c.confirm_by, t.id as task_id
    from servicing.holiday_change c left join tasks.task t on t.kind = 'holiday_check'
      and t.subject_type = 'holiday_change' and t.subject_id = c.id and t.status = 'open'
    where c.state in ('waiting', 'provisional') order by c.id
  `);

/** Ends the waiting of a change, or undoes it; `by` is the second person, if there was one. */
export const settleChange = (
  tx: Tx,
  of: { id: number; state: State; by: number | null; now: Date },
) =>
  tx.run(sql`
    update servicing.holiday_change set state = ${of.state},
      decided_by = coalesce(${of.by}, decided_by), decided_at = ${of.now}
    where id = ${of.id}
  `);

/** Records what a change moved, and whether borrowers were told of it. */
export const keepMoved = (tx: Tx, id: number, later: readonly LaterRow[], told = false) =>
  tx.run(sql`
    update servicing.holiday_change set moved = ${JSON.stringify(later)}::jsonb, told = ${told}
    where id = ${id}
  `);

/** One row as long as an urgent day was not confirmed in time. */
export const unconfirmed = (today: Day) => sql`
  select from servicing.holiday_change where state = 'provisional' and confirm_by < ${today}`;

export type Postponed = {
  loanId: number;
  version: number;
  no: number;
  dueOn: Day;
  payableUntil: Day;
  memberId: number;
  caseNo: string;
  status: number;
};

/**
 * Unpaid instalments due from a day on, except accelerated principal, whose due day does not move
 * to a business day.
 */
export const instalmentsFrom = (tx: Tx, from: Day) =>
  tx.many<Postponed>(sql`
    select i.loan_id, i.version, i.no, i.due_on, i.payable_until, l.member_id, l.case_no, l.status
    from servicing.instalment i join lending.loan l on l.id = i.loan_id
    where i.current and i.paid_on is null and not i.accelerated and i.due_on >= ${from}
    order by i.loan_id, i.no
  `);

/** Returns the principal that was paid for instalments of loans, by bank day. */
export const principalPaidByDay = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<{ loanId: number; no: number; on: Day; amount: Money }>(sql`
    select loan_id, instalment_no as no, allocated_on as "on", sum(amount)::bigint as amount
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

/**
 * Makes unpaid instalments payable until an earlier day again. One that a later change has moved
 * further keeps the later day.
 */
export const bringBack = (
  tx: Tx,
  rows: readonly (Pick<Postponed, 'loanId' | 'version' | 'no' | 'payableUntil'> & { until: Day })[],
) =>
  tx.run(sql`
    update servicing.instalment i set payable_until = r.until
    from unnest(${rows.map((row) => row.loanId)}::bigint[],
      ${rows.map((row) => row.version)}::integer[], ${rows.map((row) => row.no)}::integer[],
      ${rows.map((row) => row.payableUntil)}::date[], ${rows.map((row) => row.until)}::date[])
      as r (loan_id, version, no, moved_to, until)
    where i.loan_id = r.loan_id and i.version = r.version and i.no = r.no
      and i.paid_on is null and i.payable_until = r.moved_to and r.until < r.moved_to
  `);

/** One row as long as nobody was asked for the calendar of a year. */
export const calendarUnasked = (year: number) => sql`
  select where not exists (select from tasks.task t where t.kind = 'attention'
    and t.subject_type = 'calendar' and t.subject_id = ${year} and t.status = 'open')`;
