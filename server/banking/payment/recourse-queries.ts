// SQL of recourse: amounts that the platform covered because the bank took a payer's money back.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type RecourseRow = {
  receiptId: number;
  loanId: number | null;
  memberId: number | null;
  amount: Money;
  label: string;
};

export const insertRecourse = (tx: Tx, row: RecourseRow & { coveredOn: Day }) =>
  tx.run(sql`
    insert into banking.recourse (receipt_id, loan_id, member_id, amount, label, covered_on)
    values (${row.receiptId}, ${row.loanId}, ${row.memberId}, ${row.amount}, ${row.label},
      ${row.coveredOn})
  `);

export const lockRecourse = (tx: Tx, receiptId: number) =>
  tx.maybe<RecourseRow & { status: string; coveredOn: Day; caseNo: string | null }>(sql`
    select r.receipt_id, r.loan_id, r.member_id, r.amount, r.label, r.status, r.covered_on,
      (select l.case_no from lending.loan l where l.id = r.loan_id) as case_no
    from banking.recourse r where r.receipt_id = ${receiptId} for no key update of r
  `);

export const endRecourse = (
  tx: Tx,
  receiptId: number,
  end: {
    status: 'recovered' | 'lost';
    settledOn: Day;
    maker: number | null;
    checker: number | null;
  },
) =>
  tx.run(sql`
    update banking.recourse set status = ${end.status}, settled_on = ${end.settledOn}, maker_id
      = ${end.maker}, checker_id = ${end.checker}
    where receipt_id = ${receiptId} and status = 'open'
  `);

/** Ends a claim whose money came back, also if persons had given it up; then nobody ended it. */
export const recoverRecourse = (tx: Tx, receiptId: number, today: Day) =>
  tx.run(sql`
    update banking.recourse set status = 'recovered', settled_on = ${today}, maker_id = null,
      checker_id = null
    where receipt_id = ${receiptId} and status <> 'recovered'
  `);

/** Lowers a claim that is open or lost to what is left of it. */
export const lowerRecourse = (tx: Tx, receiptId: number, amount: Money) =>
  tx.run(sql`
    update banking.recourse set amount = ${amount}
    where receipt_id = ${receiptId} and status <> 'recovered'
  `);
