// SQL of collection measures that one operator proposed for a loan and another decided.
import type { MeasureKind } from '#contract/servicing/collections.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type MeasureRow = {
  id: number;
  loanId: number;
  kind: Exclude<MeasureKind, 'violation'>;
  amount: Money | null;
  day: Day | null;
  reason: string;
  makerId: number | null;
  status: 'proposed' | 'approved' | 'returned' | 'overtaken';
};

export const insertMeasure = (tx: Tx, measure: Omit<MeasureRow, 'id' | 'status'> & { now: Date }) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.measure (loan_id, kind, amount, day, reason, maker_id, created_at)
    values (${measure.loanId}, ${measure.kind}, ${measure.amount}, ${measure.day},
      ${measure.reason}, ${measure.makerId}, ${measure.now}) returning id
  `);

const measureSql = (id: number) => sql`
  select m.id, m.loan_id, m.kind, m.amount, m.day, m.reason, m.maker_id, m.status, l.case_no
  from servicing.measure m join lending.loan l on l.id = m.loan_id where m.id = ${id}`;

type ShownMeasure = MeasureRow & { caseNo: string };

export const measureById = (tx: Tx, id: number) => tx.maybe<ShownMeasure>(measureSql(id));

/** Locks and returns a measure that waits for its second person; null if it no longer does. */
export const lockMeasure = (tx: Tx, id: number) =>
  tx.maybe<ShownMeasure>(sql`
    ${measureSql(id)} and m.status = 'proposed' for no key update of m
  `);

/** Returns whether a measure of this kind waits for a second person. */
export const openMeasure = (tx: Tx, loanId: number, kind: string) =>
  tx.one<{ open: boolean }>(sql`
    select exists (select from servicing.measure
    where loan_id = ${loanId} and kind = ${kind} and status = 'proposed') as open
  `);

/** Closes measures that still wait for a second person, because there is nothing left to decide. */
export const closeObsoleteMeasures = (tx: Tx, loanId: number, now: Date) =>
  tx.many<{ id: number }>(sql`
    update servicing.measure set status = 'overtaken', decided_at = ${now}
    where loan_id = ${loanId} and status = 'proposed' returning id
  `);

export const endMeasure = (
  tx: Tx,
  id: number,
  end: { status: 'approved' | 'returned'; checkerId: number; now: Date },
) =>
  tx.run(sql`
    update servicing.measure set status = ${end.status}, checker_id = ${end.checkerId},
      decided_at = ${end.now} where id = ${id}
  `);
