// The SQL of loans in repayment: schedules, shares, allocations and their distribution.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { PrepaymentMode } from '#contract/law/prepayment.ts';
import type { ServicingTerms } from '#contract/servicing/terms.ts';
import type { Tx } from '../database/db.ts';
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
};

/** Loans that were disbursed, with what lies ready for them and the instruction that is open. */
export const bookRows = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<BookRow>(
    'servicing.bookRows',
    `select l.id as "loanId", l.case_no as "caseNo", l.member_id as "memberId", l.status,
       coalesce(n.rate_bps, l.rate_bps) as "rateBps", n.base_on as "termsFrom",
       n.grace_months as "graceMonths", n.first_due_on as "firstDueOn",
       exists (select from servicing.negotiation t where t.loan_id = l.id
         and t.status in ('drafted', 'offered', 'agreed')) as "heldForTerms",
       coalesce(l.investor_fee_bps, 1000) as "investorFeeBps", l.servicing_terms as terms,
       l.disbursed_on as "disbursedOn",
       coalesce((select -a.balance from ledger.account a where a.kind = 'borrower_prepaid'
         and a.loan_id = l.id and a.order_id = 0 and a.member_id = 0), 0) as prepaid,
       (select count(distinct batch) from servicing.allocation where loan_id = l.id) as batches,
       p.id as "instructionId", p.kind, p.mode, p.principal, p.good_on as "goodOn",
       coalesce((select -sum(e.amount)::bigint from ledger.transfer t
         join ledger.entry e on e.transfer_id = t.id
         join ledger.account k on k.id = e.account_id and k.kind = 'borrower_prepaid'
         where t.loan_id = p.loan_id and t.kind = 'repayment_received'
           and t.happened_on > p.good_on), 0) as "receivedAfter",
       (select coalesce(sum(c.amount - c.repaid - c.forgiven), 0)::bigint
        from servicing.court_cost c where c.loan_id = l.id) as court,
       a.id as "accelerationId", a.cause, a.notice_on as "noticeOn", a.pay_by as "payBy",
       a.from_no as "fromNo", a.accelerated_on as "acceleratedOn"
     from lending.loan l
     left join servicing.prepayment p on p.loan_id = l.id and p.status = 'open'
     left join servicing.acceleration a on a.loan_id = l.id and a.ended_on is null
     left join lateral (select rate_bps, base_on, grace_months, first_due_on
       from servicing.negotiation where loan_id = l.id and status = 'in_force'
       order by version desc limit 1) n on true
     where l.id = any ($1) and l.disbursed_on is not null
     order by l.id`,
    [loanIds],
  );

/** The schedules in force, by loan and number. */
export const instalmentRows = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<InstalmentRow>(
    'servicing.instalmentRows',
    `select loan_id as "loanId", version, no, due_on as "dueOn",
       payable_until as "payableUntil", principal, interest, principal_paid as "principalPaid",
       interest_paid as "interestPaid", interest_accrued as "interestAccrued",
       prepayment_interest as "prepaymentInterest", prepaid_until as "prepaidUntil",
       late_interest_paid as "lateInterestPaid", penalty_paid as "penaltyPaid",
       charged_until as "chargedUntil", late_interest_owed as "lateInterestOwed",
       penalty_owed as "penaltyOwed", waived, accelerated, paid_on as "paidOn",
       arrears_interest as "arrearsInterest", late_principal_days as "principalDays",
       late_penalty_parts as "penaltyParts", late_interest_charged as "lateInterestCharged",
       penalty_charged as "penaltyCharged",
       (select l.servicing_terms from lending.loan l where l.id = loan_id) as terms
     from servicing.instalment where loan_id = any ($1) and current
     order by loan_id, no`,
    [loanIds],
  );

export const insertInstalments = (tx: Tx, rows: readonly InstalmentRow[]) =>
  tx.run(
    'servicing.insertInstalments',
    `insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal,
       interest, principal_paid, interest_paid, interest_accrued, prepayment_interest,
       prepaid_until, late_interest_paid, penalty_paid, charged_until, late_interest_owed,
       penalty_owed, waived, accelerated, paid_on, arrears_interest, late_principal_days,
       late_penalty_parts, late_interest_charged, penalty_charged)
     select * from unnest($1::bigint[], $2::integer[], $3::integer[], $4::date[], $5::date[],
       $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
       $12::date[], $13::bigint[], $14::bigint[], $15::date[], $16::bigint[], $17::bigint[],
       $18::bigint[], $19::boolean[], $20::date[], $21::bigint[], $22::bigint[], $23::bigint[],
       $24::bigint[], $25::bigint[])`,
    [
      rows.map((row) => row.loanId),
      rows.map((row) => row.version),
      rows.map((row) => row.no),
      rows.map((row) => row.dueOn),
      rows.map((row) => row.payableUntil),
      rows.map((row) => row.principal),
      rows.map((row) => row.interest),
      rows.map((row) => row.principalPaid),
      rows.map((row) => row.interestPaid),
      rows.map((row) => row.interestAccrued),
      rows.map((row) => row.prepaymentInterest),
      rows.map((row) => row.prepaidUntil),
      rows.map((row) => row.lateInterestPaid),
      rows.map((row) => row.penaltyPaid),
      rows.map((row) => row.chargedUntil),
      rows.map((row) => row.lateInterestOwed),
      rows.map((row) => row.penaltyOwed),
      rows.map((row) => row.waived),
      rows.map((row) => row.accelerated),
      rows.map((row) => row.paidOn),
      rows.map((row) => row.arrearsInterest ?? 0),
      ...tallies(rows),
    ],
  );

const tallies = (rows: readonly InstalmentRow[]) => [
  rows.map((row) => row.principalDays),
  rows.map((row) => row.penaltyParts),
  rows.map((row) => row.lateInterestCharged),
  rows.map((row) => row.penaltyCharged),
];

/** Takes the rows from a number on out of force: a new version follows. */
export const retireInstalments = (tx: Tx, loanId: number, fromNo: number) =>
  tx.run(
    'servicing.retireInstalments',
    `update servicing.instalment set current = false
     where loan_id = $1 and current and no >= $2`,
    [loanId, fromNo],
  );

/** Writes what payments change of instalments, of many loans at once. */
export const writePaid = (tx: Tx, rows: readonly InstalmentRow[]) =>
  tx.run(
    'servicing.writePaid',
    `update servicing.instalment i set principal_paid = r.principal_paid,
       interest_paid = r.interest_paid, interest_accrued = r.interest_accrued,
       late_interest_paid = r.late_interest_paid, penalty_paid = r.penalty_paid,
       charged_until = r.charged_until, late_interest_owed = r.late_interest_owed,
       penalty_owed = r.penalty_owed, waived = r.waived, paid_on = r.paid_on,
       late_principal_days = r.principal_days, late_penalty_parts = r.penalty_parts,
       late_interest_charged = r.interest_charged, penalty_charged = r.penalty_charged
     from unnest($1::bigint[], $2::integer[], $3::integer[], $4::bigint[], $5::bigint[],
       $6::bigint[], $7::bigint[], $8::bigint[], $9::date[], $10::bigint[], $11::bigint[],
       $12::bigint[], $13::date[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[])
       as r (loan_id, version, no, principal_paid, interest_paid, interest_accrued,
         late_interest_paid, penalty_paid, charged_until, late_interest_owed, penalty_owed, waived,
         paid_on, principal_days, penalty_parts, interest_charged, penalty_charged)
     where i.loan_id = r.loan_id and i.version = r.version and i.no = r.no`,
    [
      rows.map((row) => row.loanId),
      rows.map((row) => row.version),
      rows.map((row) => row.no),
      rows.map((row) => row.principalPaid),
      rows.map((row) => row.interestPaid),
      rows.map((row) => row.interestAccrued),
      rows.map((row) => row.lateInterestPaid),
      rows.map((row) => row.penaltyPaid),
      rows.map((row) => row.chargedUntil),
      rows.map((row) => row.lateInterestOwed),
      rows.map((row) => row.penaltyOwed),
      rows.map((row) => row.waived),
      rows.map((row) => row.paidOn),
      ...tallies(rows),
    ],
  );

export type AllocationRow = {
  loanId: number;
  receiptId: number | null;
  batch: string;
  no: number | null;
  class: string;
  amount: number;
  on: Day;
};

export const insertAllocations = (tx: Tx, rows: readonly AllocationRow[]) =>
  tx.run(
    'servicing.insertAllocations',
    `insert into servicing.allocation
       (loan_id, receipt_id, batch, instalment_no, class, amount, allocated_on)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::text[],
       $6::bigint[], $7::date[])`,
    [
      rows.map((row) => row.loanId),
      rows.map((row) => row.receiptId),
      rows.map((row) => row.batch),
      rows.map((row) => row.no),
      rows.map((row) => row.class),
      rows.map((row) => row.amount),
      rows.map((row) => row.on),
    ],
  );

/** A batch with its name and its loan. */
export type NamedBatch = Batch & { id: string; loanId: number; feeBps: number; on: Day };

/** Shares batches, one a loan, among their orders and posts them; answers the rows written. */
export const distributeBatches = (tx: Tx, rows: readonly NamedBatch[], distributedOn: Day) =>
  tx.one<{ written: number }>(
    'servicing.distribute',
    `select servicing.distribute($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       as written`,
    [
      rows.map((row) => row.id),
      rows.map(() => 'repayment'),
      rows.map((row) => row.on),
      rows.map((row) => row.loanId),
      rows.map((row) => row.no),
      rows.map((row) => row.feeBps),
      rows.map((row) => row.principal),
      rows.map((row) => row.interest),
      rows.map((row) => row.accrued),
      rows.map((row) => row.lateInterest),
      rows.map((row) => row.penalty),
      rows.map((row) => row.sharedFee),
      rows.map((row) => row.keptFee),
      distributedOn,
    ],
  );

export type Received = {
  loanId: number;
  memberId: number;
  principal: Money;
  /** Interest, late interest, penalty and his part of a prepayment fee. */
  interest: Money;
  fee: Money;
};

/** What each member got of these batches. */
export const receivedOf = (tx: Tx, batches: readonly string[]) =>
  tx.many<Received>(
    'servicing.receivedOf',
    `select loan_id as "loanId", member_id as "memberId", sum(principal)::bigint as principal,
       sum(interest + late_interest + penalty + prepayment_fee)::bigint as interest,
       sum(fee)::bigint as fee
     from servicing.distribution where batch = any ($1)
     group by loan_id, member_id order by member_id`,
    [batches],
  );

/** The investors' shares come into being with the disbursement, one an order. */
export const insertShares = (tx: Tx, loanId: number) =>
  tx.run(
    'servicing.insertShares',
    `insert into servicing.share (order_id, loan_id, member_id, principal, remaining)
     select id, loan_id, member_id, amount, amount from investing."order"
     where loan_id = $1 and stored_status = 20 order by id`,
    [loanId],
  );

export type TrustedOrder = { orderId: number; memberId: number; amount: Money; held: Money };

/** The funded orders of a loan with what lies in trust for each. */
export const trustedOrders = (tx: Tx, loanId: number) =>
  tx.many<TrustedOrder>(
    'servicing.trustedOrders',
    `select o.id as "orderId", o.member_id as "memberId", o.amount,
       coalesce(-a.balance, 0) as held
     from investing."order" o
     left join ledger.account a on a.kind = 'order_funds' and a.order_id = o.id
       and a.loan_id = 0 and a.member_id = 0
     where o.loan_id = $1 and o.stored_status = 20 order by o.id`,
    [loanId],
  );

/** How often the bank was told to pay something, and whether one payment is still under way. */
export const paymentsOf = (tx: Tx, purpose: string, subjectId: number) =>
  tx.one<{ count: number; open: number }>(
    'servicing.paymentsOf',
    `select count(*) as count, count(*) filter (where status <> 'returned') as open
     from banking.payment where purpose = $1 and subject_id = $2`,
    [purpose, subjectId],
  );

/** The investors of a loan, each once. */
export const investorsOf = (tx: Tx, loanId: number) =>
  tx.many<{ memberId: number; principal: Money; remaining: Money }>(
    'servicing.investorsOf',
    `select member_id as "memberId", sum(principal)::bigint as principal,
       sum(remaining)::bigint as remaining
     from servicing.share where loan_id = $1 group by member_id order by member_id`,
    [loanId],
  );

/** Marks the open instruction of a loan; answers whether there was one. */
export const closeInstruction = (tx: Tx, loanId: number, status: string) =>
  tx.run(
    'servicing.closeInstruction',
    `update servicing.prepayment set status = $2 where loan_id = $1 and status = 'open'`,
    [loanId, status],
  );

export const insertInstruction = (
  tx: Tx,
  row: {
    loanId: number;
    kind: string;
    mode: string | null;
    principal: number;
    interest: number;
    lateCharges: number;
    fee: number;
    total: number;
    goodOn: Day;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(
    'servicing.insertInstruction',
    `insert into servicing.prepayment (loan_id, kind, mode, principal, interest, late_charges, fee,
       total, good_on, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      row.loanId,
      row.kind,
      row.mode,
      row.principal,
      row.interest,
      row.lateCharges,
      row.fee,
      row.total,
      row.goodOn,
      row.now,
    ],
  );
