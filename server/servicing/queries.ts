// SQL of loans in repayment: schedules, shares, allocations and their distribution.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { PrepaymentMode } from '#contract/law/prepayment.ts';
import type { ServicingTerms } from '#contract/servicing/terms.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { Acceleration, Batch, Instruction, InstalmentRow } from './rules.ts';

export type BookRow = {
  loanId: number;
  caseNo: string;
  memberId: number;
  status: LoanStatus;
  rateBps: number;
  investorFeeBps: number;
  terms: ServicingTerms;
  disbursedOn: Day;
  prepaid: Money;
  batches: number;
  instructionId: number | null;
  kind: Instruction['kind'] | null;
  mode: PrepaymentMode | null;
  principal: Money | null;
  instalmentMin: Money | null;
  goodOn: Day | null;
  receivedAfter: Money;
  court: Money;
  accelerationId: number | null;
  cause: Acceleration['cause'] | null;
  noticeOn: Day | null;
  payBy: Day | null;
  fromNo: number | null;
  acceleratedOn: Day | null;
  termsFrom: Day | null;
  graceMonths: number | null;
  firstDueOn: Day | null;
  heldForTerms: boolean;
  isClosed: boolean;
};

/** Condition: the bank did not take the money of the received repayment `t` back. */
const isKept = sql`not exists (select from banking.receipt r
  where r.id = substring(t.id from ':receipt:([0-9]+)$')::bigint and r.state = 'reversed')`;

/** Returns disbursed loans with their prepaid money and their open prepayment instruction. */
export const bookRows = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<BookRow>(sql`
    select l.id as loan_id, l.case_no, l.member_id, l.status,
      coalesce(n.rate_bps, l.rate_bps) as rate_bps, n.base_on as terms_from, n.grace_months,
      n.first_due_on, exists (select from servicing.negotiation t where t.loan_id = l.id
        and t.status in ('drafted', 'offered', 'agreed')) as held_for_terms,
      exists (select from servicing.write_off w where w.loan_id = l.id
        and w.closed_on is not null) as is_closed,
      coalesce(l.investor_fee_bps, 1000) as investor_fee_bps, l.servicing_terms as terms,
      l.disbursed_on,
      coalesce((select -a.balance from ledger.account a where a.kind = 'borrower_prepaid'
        and a.loan_id = l.id and a.order_id = 0 and a.member_id = 0), 0) as prepaid,
      (select count(distinct batch) from servicing.allocation where loan_id = l.id) as batches,
      p.id as instruction_id, p.kind, p.mode, p.principal, p.good_on,
      p.instalment_min,
      coalesce((select -sum(e.amount)::bigint from ledger.transfer t
        join ledger.entry e on e.transfer_id = t.id
        join ledger.account k on k.id = e.account_id and k.kind = 'borrower_prepaid'
        where t.loan_id = p.loan_id and t.kind = 'repayment_received'
          and t.happened_on > p.good_on and ${isKept}), 0) as received_after,
      (select coalesce(sum(c.amount - c.repaid - c.forgiven), 0)::bigint
       from servicing.court_cost c where c.loan_id = l.id) as court,
      a.id as acceleration_id, a.cause, a.notice_on, a.pay_by,
      a.from_no, a.accelerated_on
    from lending.loan l
    left join servicing.prepayment p on p.loan_id = l.id and p.status = 'open'
    left join servicing.acceleration a on a.loan_id = l.id and a.ended_on is null
    left join lateral (select rate_bps, base_on, grace_months, first_due_on
      from servicing.negotiation where loan_id = l.id and status = 'in_force'
      order by version desc limit 1) n on true
    where l.id = any (${loanIds}) and l.disbursed_on is not null
    order by l.id
  `);

/**
 * Returns the latest lapsed prepayment instruction of a loan that was still valid on a day of the
 * bank: the cost of the prepayment, the amount to be transferred, and the amount that the borrower
 * had paid by the instruction's last day according to the bank. NT$
 */
export const lapsedInstruction = (tx: Tx, loanId: number, on: Day) =>
  tx.maybe<{
    kind: 'partial' | 'full';
    mode: PrepaymentMode | null;
    principal: Money;
    goodOn: Day;
    needed: Money;
    total: Money;
    received: Money;
  }>(sql`
    select p.kind, p.mode, p.principal, p.good_on, p.total,
      p.principal + p.interest + p.late_charges + p.fee as needed,
      coalesce((select -sum(e.amount)::bigint from ledger.transfer t
        join ledger.entry e on e.transfer_id = t.id
        join ledger.account k on k.id = e.account_id and k.kind = 'borrower_prepaid'
        where t.loan_id = p.loan_id and t.kind = 'repayment_received'
          and t.happened_on = p.good_on and ${isKept}), 0) as received
    from servicing.prepayment p
    where p.loan_id = ${loanId} and p.status = 'lapsed' and p.good_on >= ${on}
    order by p.id desc limit 1
  `);

/** Columns of a row of a schedule, without the terms, which are the loan's. */
const instalmentColumns = sql`loan_id, version, no, due_on, payable_until, principal, interest,
  principal_paid, interest_paid, interest_accrued, prepayment_interest, prepaid_until,
  late_interest_paid, penalty_paid, charged_until, late_interest_owed, penalty_owed, waived,
  accelerated, paid_on, arrears_interest, late_principal_days as principal_days,
  late_penalty_parts as penalty_parts, late_interest_charged, penalty_charged`;

/** Returns the schedules in force, by loan and number, without the terms, which are the loan's. */
export const instalmentRows = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<Omit<InstalmentRow, 'terms'>>(sql`
    select ${instalmentColumns} from servicing.instalment
    where loan_id = any (${loanIds}) and current
    order by loan_id, no
  `);

/** An instalment of any version; only current ones are owed. */
export type VersionRow = Omit<InstalmentRow, 'terms'> & { current: boolean };

/** Returns the instalments of all versions, except those of a disbursement that came back. */
export const rowsOfAllVersions = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<VersionRow>(sql`
    select ${instalmentColumns}, current from servicing.instalment
    where loan_id = any (${loanIds}) and not undone order by loan_id, version, no
  `);

export const insertInstalments = (tx: Tx, rows: readonly InstalmentRow[]) =>
  tx.run(sql`
    insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal,
      interest, principal_paid, interest_paid, interest_accrued, prepayment_interest,
      prepaid_until, late_interest_paid, penalty_paid, charged_until, late_interest_owed,
      penalty_owed, waived, accelerated, paid_on, arrears_interest, late_principal_days,
      late_penalty_parts, late_interest_charged, penalty_charged)
    select * from unnest(${rows.map((row) => row.loanId)}::bigint[],
      ${rows.map((row) => row.version)}::integer[], ${rows.map((row) => row.no)}::integer[],
      ${rows.map((row) => row.dueOn)}::date[], ${rows.map((row) => row.payableUntil)}::date[],
      ${rows.map((row) => row.principal)}::bigint[],
      ${rows.map((row) => row.interest)}::bigint[],
      ${rows.map((row) => row.principalPaid)}::bigint[],
      ${rows.map((row) => row.interestPaid)}::bigint[],
      ${rows.map((row) => row.interestAccrued)}::bigint[],
      ${rows.map((row) => row.prepaymentInterest)}::bigint[],
      ${rows.map((row) => row.prepaidUntil)}::date[],
      ${rows.map((row) => row.lateInterestPaid)}::bigint[],
      ${rows.map((row) => row.penaltyPaid)}::bigint[],
      ${rows.map((row) => row.chargedUntil)}::date[],
      ${rows.map((row) => row.lateInterestOwed)}::bigint[],
      ${rows.map((row) => row.penaltyOwed)}::bigint[],
      ${rows.map((row) => row.waived)}::bigint[],
      ${rows.map((row) => row.accelerated)}::boolean[],
      ${rows.map((row) => row.paidOn)}::date[],
      ${rows.map((row) => row.arrearsInterest ?? 0)}::bigint[],
      ${rows.map((row) => row.principalDays)}::bigint[],
      ${rows.map((row) => row.penaltyParts)}::bigint[],
      ${rows.map((row) => row.lateInterestCharged)}::bigint[],
      ${rows.map((row) => row.penaltyCharged)}::bigint[])
  `);

/** Returns the day on which the last debt of a loan was paid, court costs included. */
export const lastPaidOn = (tx: Tx, loanId: number) =>
  tx.one<{ day: Day }>(sql`
    select greatest(
      (select max(paid_on) from servicing.instalment where loan_id = ${loanId} and current),
      (select max(allocated_on) from servicing.allocation
       where loan_id = ${loanId} and class = 'court')) as day
  `);

/** Puts the rows from a number on out of force; a new version follows. */
export const retireInstalments = (tx: Tx, loanId: number, fromNo: number) =>
  tx.run(sql`
    update servicing.instalment set current = false
    where loan_id = ${loanId} and current and no >= ${fromNo}
  `);

/** Writes the fields of instalments that payments change, for many loans at once. */
export const writePaid = (tx: Tx, rows: readonly InstalmentRow[]) =>
  tx.run(sql`
    update servicing.instalment i set principal_paid = r.principal_paid,
      interest_paid = r.interest_paid, interest_accrued = r.interest_accrued,
      late_interest_paid = r.late_interest_paid, penalty_paid = r.penalty_paid,
      charged_until = r.charged_until, late_interest_owed = r.late_interest_owed,
      penalty_owed = r.penalty_owed, waived = r.waived, paid_on = r.paid_on,
      late_principal_days = r.principal_days, late_penalty_parts = r.penalty_parts,
      late_interest_charged = r.interest_charged, penalty_charged = r.penalty_charged
    from unnest(${rows.map((row) => row.loanId)}::bigint[],
      ${rows.map((row) => row.version)}::integer[], ${rows.map((row) => row.no)}::integer[],
      ${rows.map((row) => row.principalPaid)}::bigint[],
      ${rows.map((row) => row.interestPaid)}::bigint[],
      ${rows.map((row) => row.interestAccrued)}::bigint[],
      ${rows.map((row) => row.lateInterestPaid)}::bigint[],
      ${rows.map((row) => row.penaltyPaid)}::bigint[],
      ${rows.map((row) => row.chargedUntil)}::date[],
      ${rows.map((row) => row.lateInterestOwed)}::bigint[],
      ${rows.map((row) => row.penaltyOwed)}::bigint[],
      ${rows.map((row) => row.waived)}::bigint[], ${rows.map((row) => row.paidOn)}::date[],
      ${rows.map((row) => row.principalDays)}::bigint[],
      ${rows.map((row) => row.penaltyParts)}::bigint[],
      ${rows.map((row) => row.lateInterestCharged)}::bigint[],
      ${rows.map((row) => row.penaltyCharged)}::bigint[])
      as r (loan_id, version, no, principal_paid, interest_paid, interest_accrued,
        late_interest_paid, penalty_paid, charged_until, late_interest_owed, penalty_owed, waived,
        paid_on, principal_days, penalty_parts, interest_charged, penalty_charged)
    where i.loan_id = r.loan_id and i.version = r.version and i.no = r.no
  `);

export type AllocationRow = {
  loanId: number;
  receiptId: number | null;
  batch: string;
  no: number | null;
  class: string;
  amount: Money;
  on: Day;
};

export const insertAllocations = (tx: Tx, rows: readonly AllocationRow[]) =>
  tx.run(sql`
    insert into servicing.allocation
      (loan_id, receipt_id, batch, instalment_no, class, amount, allocated_on)
    select * from unnest(${rows.map((row) => row.loanId)}::bigint[],
      ${rows.map((row) => row.receiptId)}::bigint[], ${rows.map((row) => row.batch)}::text[],
      ${rows.map((row) => row.no)}::integer[], ${rows.map((row) => row.class)}::text[],
      ${rows.map((row) => row.amount)}::bigint[], ${rows.map((row) => row.on)}::date[])
  `);

/** A batch with its id and loan. */
export type NamedBatch = Batch & { id: string; loanId: number; feeBps: number; on: Day };

/**
 * Distributes batches, one per loan, among their orders and posts them; returns the number of rows
 * written. `recordedOn` is the day of processing, by which payouts are collected.
 */
export const distributeBatches = (tx: Tx, rows: readonly NamedBatch[], recordedOn: Day) =>
  tx.one<{ written: number }>(sql`
    select servicing.distribute(${rows.map((row) => row.id)}, ${rows.map(() => 'repayment')},
      ${rows.map((row) => row.on)}, ${rows.map((row) => row.loanId)},
      ${rows.map((row) => row.no)}, ${rows.map((row) => row.feeBps)},
      ${rows.map((row) => row.principal)}, ${rows.map((row) => row.interest)},
      ${rows.map((row) => row.accrued)}, ${rows.map((row) => row.lateInterest)},
      ${rows.map((row) => row.penalty)}, ${rows.map((row) => row.sharedFee)},
      ${rows.map((row) => row.keptFee)}, ${recordedOn})
    as written
  `);

export type Received = {
  loanId: number;
  memberId: number;
  principal: Money;
  /** Sum of interest, late interest, penalty and the investor's part of a prepayment fee. */
  interest: Money;
  fee: Money;
};

/** Returns what each member received from these batches. */
export const receivedOf = (tx: Tx, batches: readonly string[]) =>
  tx.many<Received>(sql`
    select loan_id, member_id, sum(principal)::bigint as principal,
      sum(interest + late_interest + penalty + prepayment_fee)::bigint as interest,
      sum(fee)::bigint as fee
    from servicing.distribution where batch = any (${batches})
    group by loan_id, member_id order by member_id
  `);

/**
 * Creates the investors' shares at the disbursement, one per order; `lentOn` is the accounting day
 * of the disbursement.
 */
export const insertShares = (tx: Tx, loanId: number, lentOn: Day) =>
  tx.run(sql`
    insert into servicing.share (order_id, loan_id, member_id, principal, remaining, lent_on)
    select id, loan_id, member_id, amount, amount, ${lentOn} from investing."order"
    where loan_id = ${loanId} and stored_status = 20 order by id
  `);

export type TrustedOrder = { orderId: number; memberId: number; amount: Money; held: Money };

/** Returns the funded orders of a loan with the money held in trust for each. */
export const trustedOrders = (tx: Tx, loanId: number) =>
  tx.many<TrustedOrder>(sql`
    select o.id as order_id, o.member_id, o.amount, coalesce(-a.balance, 0) as held
    from investing."order" o
    left join ledger.account a on a.kind = 'order_funds' and a.order_id = o.id
      and a.loan_id = 0 and a.member_id = 0
    where o.loan_id = ${loanId} and o.stored_status = 20 order by o.id
  `);

/**
 * Returns how often a payment for the subject was ordered at the bank, and whether one is still in
 * progress.
 */
export const paymentsOf = (tx: Tx, purpose: string, subjectId: number) =>
  tx.one<{ count: number; open: number }>(sql`
    select count(*) as count, count(*) filter (where status <> 'returned') as open
    from banking.payment where purpose = ${purpose} and subject_id = ${subjectId}
  `);

/** Returns the investors of a loan, each once. */
export const investorsOf = (tx: Tx, loanId: number) =>
  tx.many<{ memberId: number; principal: Money; remaining: Money }>(sql`
    select member_id, sum(principal)::bigint as principal, sum(remaining)::bigint as remaining
    from servicing.share where loan_id = ${loanId} group by member_id order by member_id
  `);

/** Sets the status of a loan's open instruction; returns whether there was one. */
export const closeInstruction = (tx: Tx, loanId: number, status: string) =>
  tx.run(sql`
    update servicing.prepayment set status = ${status} where loan_id = ${loanId} and status =
      'open'
  `);

export const insertInstruction = (
  tx: Tx,
  row: {
    loanId: number;
    kind: string;
    mode: string | null;
    principal: Money;
    interest: Money;
    lateCharges: number;
    fee: Money;
    total: number;
    instalmentMin: Money | null;
    goodOn: Day;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.prepayment (loan_id, kind, mode, principal, interest, late_charges, fee,
      total, instalment_min, good_on, created_at)
    values (${row.loanId}, ${row.kind}, ${row.mode}, ${row.principal}, ${row.interest},
      ${row.lateCharges}, ${row.fee}, ${row.total}, ${row.instalmentMin}, ${row.goodOn},
      ${row.now}) returning id
  `);
