// The SQL of what we covered for payers whose money the bank took back.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';

export type RecourseRow = {
  receiptId: number;
  loanId: number | null;
  memberId: number | null;
  amount: Money;
  label: string;
};

export const insertRecourse = (tx: Tx, row: RecourseRow & { coveredOn: Day }) =>
  tx.run(
    'banking.insertRecourse',
    `insert into banking.recourse (receipt_id, loan_id, member_id, amount, label, covered_on)
     values ($1, $2, $3, $4, $5, $6)`,
    [row.receiptId, row.loanId, row.memberId, row.amount, row.label, row.coveredOn],
  );

export const lockRecourse = (tx: Tx, receiptId: number) =>
  tx.maybe<RecourseRow & { status: string; coveredOn: Day; caseNo: string | null }>(
    'banking.lockRecourse',
    `select r.receipt_id as "receiptId", r.loan_id as "loanId", r.member_id as "memberId",
       r.amount, r.label, r.status, r.covered_on as "coveredOn",
       (select l.case_no from lending.loan l where l.id = r.loan_id) as "caseNo"
     from banking.recourse r where r.receipt_id = $1 for no key update of r`,
    [receiptId],
  );

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
  tx.run(
    'banking.endRecourse',
    `update banking.recourse set status = $2, settled_on = $3, maker_id = $4, checker_id = $5
     where receipt_id = $1 and status = 'open'`,
    [receiptId, end.status, end.settledOn, end.maker, end.checker],
  );
