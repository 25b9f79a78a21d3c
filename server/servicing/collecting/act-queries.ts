// SQL of the work on a late loan: owner, number of contacts, legal file, agencies.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export const ownerOf = (tx: Tx, loanId: number) =>
  tx.maybe<{ id: number; name: string }>(sql`
    select o.id, o.name from servicing.collector k join identity.operator o on o.id = k.operator_id
    where k.loan_id = ${loanId}
  `);

/** An operator at work with one of the roles. */
export const colleagueWith = (tx: Tx, id: number, roles: readonly string[]) =>
  tx.maybe<{ id: number }>(sql`
    select id from identity.operator
    where id = ${id} and disabled_at is null and roles && ${roles}::text[]
  `);

export const setOwner = (tx: Tx, loanId: number, operatorId: number, now: Date) =>
  tx.run(sql`
    insert into servicing.collector (loan_id, operator_id, assigned_at)
    values (${loanId}, ${operatorId}, ${now})
    on conflict (loan_id) do update
      set operator_id = excluded.operator_id, assigned_at = excluded.assigned_at
  `);

/** Makes the operator the owner unless the loan has one. */
export const claimLoan = (tx: Tx, loanId: number, operatorId: number, now: Date) =>
  tx.run(sql`
    insert into servicing.collector (loan_id, operator_id, assigned_at)
    values (${loanId}, ${operatorId}, ${now}) on conflict do nothing
  `);

export const clearOwner = (tx: Tx, loanId: number) =>
  tx.run(sql`delete from servicing.collector where loan_id = ${loanId}`);

/** Calls of this day in Taipei, and messages sent on it and in the six days before. */
export const contactCounts = (tx: Tx, loanId: number, today: Day) =>
  tx.one<{ calls: number; messages: number; weekMessages: number }>(sql`
    select count(*) filter (where channel = 'phone' and on_day = ${today})::integer as calls,
      count(*) filter (where template is not null and on_day = ${today})::integer as messages,
      count(*) filter (where template is not null)::integer as week_messages
    from (select channel, template, (happened_at at time zone 'Asia/Taipei')::date as on_day
      from servicing.contact where loan_id = ${loanId}) c
    where on_day > ${today}::date - 7
  `);

export const openPromise = (tx: Tx, loanId: number) =>
  tx.maybe<{ amount: number; dueOn: Day }>(sql`
    select amount, due_on from servicing.promise
    where loan_id = ${loanId} and status = 'open' order by due_on, id limit 1
  `);

export const legalFileOf = (tx: Tx, loanId: number) =>
  tx.maybe<{ court: string; courtNo: string; filedOn: Day; changedBy: string; changedAt: Date }>(
    sql`
    select f.court, f.court_no, f.filed_on, o.name as changed_by, f.changed_at
    from servicing.legal_file f join identity.operator o on o.id = f.changed_by
    where f.loan_id = ${loanId}
  `,
  );

export const writeLegalFile = (
  tx: Tx,
  row: { loanId: number; court: string; courtNo: string; filedOn: Day; by: number; now: Date },
) =>
  tx.run(sql`
    insert into servicing.legal_file (loan_id, court, court_no, filed_on, changed_by, changed_at)
    values (${row.loanId}, ${row.court}, ${row.courtNo}, ${row.filedOn}, ${row.by}, ${row.now})
    on conflict (loan_id) do update set court = excluded.court, court_no = excluded.court_no,
      filed_on = excluded.filed_on, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at
  `);

export type HearingRow = {
  id: number;
  heldOn: Day;
  purpose: string;
  place: string;
  result: string | null;
};

export const hearingsOf = (tx: Tx, loanId: number) =>
  tx.many<HearingRow>(sql`
    select id, held_on, purpose, place, result from servicing.hearing
    where loan_id = ${loanId} order by held_on desc, id desc
  `);

type Hearing = Omit<HearingRow, 'id'> & { loanId: number; by: number };

export const insertHearing = (tx: Tx, row: Hearing) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.hearing (loan_id, held_on, purpose, place, result, recorded_by)
    values (${row.loanId}, ${row.heldOn}, ${row.purpose}, ${row.place}, ${row.result}, ${row.by})
    returning id
  `);

/** Changes a hearing of the loan; returns null if the loan has no such hearing. */
export const updateHearing = (tx: Tx, id: number, row: Hearing) =>
  tx.maybe<{ id: number }>(sql`
    update servicing.hearing set held_on = ${row.heldOn}, purpose = ${row.purpose},
      place = ${row.place}, result = ${row.result}, recorded_by = ${row.by}
    where id = ${id} and loan_id = ${row.loanId} returning id
  `);

export const placementsOf = (tx: Tx, loanId: number) =>
  tx.many<{ id: number; agency: string; reason: string; placedOn: Day; recalledOn: Day | null }>(
    sql`
    select id, agency, reason, placed_on, recalled_on
    from servicing.placement where loan_id = ${loanId} order by id desc
  `,
  );

/** Returns 0 if the loan is with an agency already. */
export const insertPlacement = (
  tx: Tx,
  row: { loanId: number; agency: string; reason: string; on: Day; by: number },
) =>
  tx.run(sql`
    insert into servicing.placement (loan_id, agency, reason, placed_on, placed_by)
    values (${row.loanId}, ${row.agency}, ${row.reason}, ${row.on}, ${row.by})
    on conflict (loan_id) where recalled_on is null do nothing
  `);

/** Returns 0 if the loan is with no agency. */
export const endPlacement = (tx: Tx, loanId: number, on: Day, by: number) =>
  tx.run(sql`
    update servicing.placement set recalled_on = ${on}, recalled_by = ${by}
    where loan_id = ${loanId} and recalled_on is null
  `);
