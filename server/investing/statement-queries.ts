// The SQL of an investor's papers: what was out, lent, received and paid out within a period.
import type { Day } from '#contract/day.ts';
import type { Money } from '#contract/money.ts';
import type { Tx } from '../db.ts';

/** A period's first and last day, both within it. */
export type Period = { from: Day; to: Day };

/** What was out and what waited to be paid out before a day; in between lies the period. */
export const standingBefore = (tx: Tx, memberId: number, day: Day) =>
  tx.one<{ outstanding: Money; payable: Money }>(
    'investing.standingBefore',
    `select (select coalesce(sum(s.principal), 0) from servicing.share s
         join lending.loan l on l.id = s.loan_id
         where s.member_id = $1 and l.disbursed_on < $2)::bigint
         - coalesce(sum(d.principal), 0)::bigint as outstanding,
       coalesce(sum(d.principal + d.interest + d.late_interest + d.penalty + d.prepayment_fee
         - d.fee), 0)::bigint
         - (select coalesce(sum(p.amount), 0) from servicing.payout p
         where p.member_id = $1 and p.kind = 'distribution' and p.status = 'confirmed'
           and p.settled_on < $2)::bigint as payable
     from servicing.share s join servicing.distribution d on d.order_id = s.order_id
     where s.member_id = $1 and d.distributed_on < $2`,
    [memberId, day],
  );

export type LentRow = { on: Day; caseNo: string; orderId: number; amount: Money };

/** Orders whose loans were paid out within a period. */
export const lentWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<LentRow>(
    'investing.lentWithin',
    `select l.disbursed_on as "on", l.case_no as "caseNo", s.order_id as "orderId",
       s.principal as amount
     from servicing.share s join lending.loan l on l.id = s.loan_id
     where s.member_id = $1 and l.disbursed_on between $2 and $3
     order by l.disbursed_on, s.order_id limit $4`,
    [memberId, from, to, limit],
  );

export type ReturnRow = {
  on: Day;
  caseNo: string;
  no: number;
  principal: Money;
  interest: Money;
  /** Late interest, penalties and the investors' half of prepayment fees. */
  late: Money;
  fee: Money;
};

/** What came back within a period, by day, case and instalment. */
export const returnedWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<ReturnRow>(
    'investing.returnedWithin',
    `select d.distributed_on as "on", l.case_no as "caseNo", d.instalment_no as no,
       sum(d.principal)::bigint as principal, sum(d.interest)::bigint as interest,
       sum(d.late_interest + d.penalty + d.prepayment_fee)::bigint as late,
       sum(d.fee)::bigint as fee
     from servicing.share s
     join servicing.distribution d on d.order_id = s.order_id
     join lending.loan l on l.id = s.loan_id
     where s.member_id = $1 and d.distributed_on between $2 and $3
     group by d.distributed_on, l.case_no, d.instalment_no
     order by d.distributed_on, l.case_no, d.instalment_no limit $4`,
    [memberId, from, to, limit],
  );

export type PaidOutRow = { on: Day; id: number; amount: Money };

/** Payouts the bank confirmed within a period. */
export const paidOutWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<PaidOutRow>(
    'investing.paidOutWithin',
    `select settled_on as "on", id, amount from servicing.payout
     where member_id = $1 and kind = 'distribution' and status = 'confirmed'
       and settled_on between $2 and $3
     order by settled_on, id limit $4`,
    [memberId, from, to, limit],
  );

export type IncomeRow = { caseNo: string; interest: Money; late: Money; fee: Money };

/** Interest and late charges received within a period, by case. */
export const incomeWithin = (tx: Tx, memberId: number, { from, to }: Period) =>
  tx.many<IncomeRow>(
    'investing.incomeWithin',
    `select l.case_no as "caseNo", sum(d.interest)::bigint as interest,
       sum(d.late_interest + d.penalty + d.prepayment_fee)::bigint as late,
       sum(d.fee)::bigint as fee
     from servicing.share s
     join servicing.distribution d on d.order_id = s.order_id
     join lending.loan l on l.id = s.loan_id
     where s.member_id = $1 and d.distributed_on between $2 and $3
     group by l.case_no
     having sum(d.interest + d.late_interest + d.penalty + d.prepayment_fee) > 0
     order by l.case_no`,
    [memberId, from, to],
  );

/** The name a paper is made out to, sealed. */
export const sealedNameOf = (tx: Tx, memberId: number) =>
  tx.maybe<{ name: string | null; idNumber: string | null }>(
    'investing.sealedNameOf',
    `select name, id_number as "idNumber" from verification.profile where member_id = $1`,
    [memberId],
  );
