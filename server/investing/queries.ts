// SQL of orders, funding, exposure and refunds.
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { Fundable, RefundReason, Stored } from './rules.ts';

export type OrderRow = {
  id: number;
  loanId: number;
  memberId: number;
  amount: Money;
  paidAmount: Money;
  stored: Stored;
  paymentMode: number;
  virtualAccount: string;
  payBy: Date;
  paidAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
};

const orderColumns = sql`o.id, o.loan_id, o.member_id, o.amount, o.paid_amount,
  o.stored_status as stored, o.payment_mode, o.virtual_account, o.pay_by, o.paid_at, o.ended_at,
  o.created_at`;

/**
 * Returns the loan of an order without locking it, because the loan must be locked before the
 * order.
 */
export const loanOfOrder = (tx: Tx, orderId: number) =>
  tx.maybe<{ loanId: number; memberId: number }>(sql`
    select loan_id, member_id from investing."order" where id = ${orderId}
  `);

export const lockOrder = (tx: Tx, orderId: number) =>
  tx.one<OrderRow>(sql`
    select ${orderColumns} from investing."order" o where o.id = ${orderId} for no key
      update
  `);

/** Locks every order that holds a place in a case, in the order of their ids. */
export const lockLiveOrders = (tx: Tx, loanId: number) =>
  tx.many<OrderRow>(sql`
    select ${orderColumns} from investing."order" o
    where o.loan_id = ${loanId} and o.stored_status in (0, 5, 10, 20)
    order by o.id for no key update
  `);

/** Returns the members with a funded order in a loan. */
export const investorsOf = (tx: Tx, loanId: number) =>
  tx.many<{ memberId: number }>(sql`
    select distinct member_id from investing."order"
    where loan_id = ${loanId} and stored_status = 20 order by 1
  `);

/** Writes the fields of an order that may change. */
export const writeOrder = (
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'stored' | 'paidAmount' | 'paidAt' | 'endedAt'>,
) =>
  tx.run(sql`
    update investing."order"
    set stored_status = ${order.stored}, paid_amount = ${order.paidAmount}, paid_at =
      ${order.paidAt}, ended_at = ${order.endedAt} where id = ${order.id}
  `);

export type TellRow = {
  id: number;
  memberId: number;
  caseNo: string;
  amount: Money;
  paidAmount: Money;
  virtualAccount: string;
  payBy: Date;
};

/**
 * Returns unpaid orders whose member was not yet told how to pay, or was not reminded although the
 * deadline is before `near`.
 */
export const ordersToTell = (tx: Tx, now: Date, near: Date, limit: number) =>
  tx.many<TellRow & { kind: 'placed' | 'reminder' }>(sql`
    select o.id, o.member_id, l.case_no, o.amount, o.paid_amount, o.virtual_account, o.pay_by,
      k.kind
    from investing."order" o
    join lending.loan l on l.id = o.loan_id
    cross join (values ('placed'), ('reminder')) k (kind)
    where o.stored_status in (0, 5) and o.pay_by > ${now}
      and (k.kind = 'placed' or (o.pay_by <= ${near} and o.created_at < ${now}::timestamptz -
        interval '1 hour'))
      and not exists (select from investing.order_notice n
        where n.order_id = o.id and n.kind = k.kind)
    order by o.pay_by, o.id limit ${limit}
  `);

export const claimNotice = (tx: Tx, orderId: number, kind: string, now: Date) =>
  tx.run(sql`
    insert into investing.order_notice (order_id, kind, told_at) values (${orderId}, ${kind},
      ${now})
    on conflict do nothing
  `);

export const writeMode = (tx: Tx, orderId: number, mode: number) =>
  tx.run(sql`update investing."order" set payment_mode = ${mode} where id = ${orderId}`);

export const lockedLoanStatus = (tx: Tx, loanId: number) =>
  tx.one<{ status: LoanStatus; caseNo: string; signBy: Date | null }>(sql`
    select status, case_no, sign_by from lending.loan
    where id = ${loanId} for no key update
  `);

/** Opens a listed loan for orders; amount, borrower and end are copied from the loan. */
export const openFunding = (tx: Tx, loanId: number) =>
  tx.run(sql`
    insert into investing.funding (loan_id, borrower_id, target, ends_at)
    select id, member_id, amount, ends_at from lending.loan where id = ${loanId}
    on conflict (loan_id) do nothing
  `);

export const closeFunding = (tx: Tx, loanId: number) =>
  tx.run(sql`update investing.funding set open = false where loan_id = ${loanId} and open`);

/** Changes a case's reserved and paid amounts by the given NT$, and its number of orders. */
export const moveFunding = (
  tx: Tx,
  loanId: number,
  by: { reserved?: Money; paid?: Money; orders?: number },
) =>
  tx.one<{ target: Money; reserved: Money; paid: Money }>(sql`
    update investing.funding set reserved = reserved + ${by.reserved ?? 0}, paid = paid +
      ${by.paid ?? 0},
      order_count = order_count + ${by.orders ?? 0}
    where loan_id = ${loanId} returning target, reserved, paid
  `);

const fundableColumns = sql`f.loan_id, l.status, f.borrower_id, f.target, f.reserved, f.paid,
  f.open, f.ends_at`;

/**
 * Returns the facts about a case that placing an order requires; the case is locked through its
 * loan.
 */
export const fundableCase = (tx: Tx, loanId: number) =>
  tx.maybe<Fundable>(sql`
    select ${fundableColumns} from investing.funding f
    join lending.loan l on l.id = f.loan_id where f.loan_id = ${loanId}
  `);

/** Like `fundableCase` for several cases; a case that was never listed is left out. */
export const fundableCases = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<Fundable>(sql`
    select ${fundableColumns} from unnest((select ${loanIds}::bigint[])) as a (loan_id)
    join investing.funding f on f.loan_id = a.loan_id
    join lending.loan l on l.id = f.loan_id
  `);

export const ensureExposure = (tx: Tx, memberIds: readonly number[]) =>
  tx.run(sql`
    insert into investing.exposure (member_id)
    select distinct m from unnest(${memberIds}::bigint[]) m order by m on conflict do nothing
  `);

/** Locks the member's exposure row; orders are placed under this lock. */
export const lockExposure = (tx: Tx, memberId: number) =>
  tx.run(sql`select from investing.exposure where member_id = ${memberId} for update`);

/** Changes members' exposure, summed by member and locked in the order of their ids. */
export const moveExposure = (
  tx: Tx,
  rows: readonly { memberId: number; reserved?: Money; outstanding?: Money }[],
) =>
  tx.run(sql`
    with moved as (
      select member_id, sum(reserved)::bigint as reserved, sum(outstanding)::bigint as outstanding
      from unnest(${rows.map(({ memberId }) => memberId)}::bigint[],
        ${rows.map(({ reserved }) => reserved ?? 0)}::bigint[],
        ${rows.map(({ outstanding }) => outstanding ?? 0)}::bigint[]) as r (member_id, reserved,
        outstanding)
      group by member_id
    ), locked as materialized (
      select e.member_id from investing.exposure e
      where e.member_id in (select member_id from moved)
      order by e.member_id for no key update
    )
    update investing.exposure e set reserved = e.reserved + m.reserved,
      outstanding = e.outstanding + m.outstanding
    from moved m join locked using (member_id) where e.member_id = m.member_id
  `);

export type RefundRow = {
  id: number;
  orderId: number;
  memberId: number;
  amount: Money;
  fee: Money;
  reason: RefundReason;
  status: 'payable' | 'sent' | 'confirmed';
  whole: boolean;
  paymentId: number | null;
  /** The receipt to whose payer the refund goes; null if it goes to the member. */
  receiptId: number | null;
};

const refundColumns = sql`id, order_id, member_id, amount, fee, reason, status, whole, payment_id,
  receipt_id`;

/** Inserts refunds and returns their ids in the order given. */
export const insertRefunds = (
  tx: Tx,
  rows: readonly Omit<RefundRow, 'id' | 'status' | 'paymentId'>[],
  now: Date,
) =>
  tx.many<{ id: number }>(sql`
    insert into investing.refund (order_id, member_id, amount, fee, reason, whole, receipt_id,
      created_at, status, settled_at)
    select r.order_id, r.member_id, r.amount, r.fee, r.reason, r.whole, r.receipt_id,
      ${now}::timestamptz,
      case when r.amount = 0 then 'confirmed' else 'payable' end,
      case when r.amount = 0 then ${now}::timestamptz end
    from unnest(${rows.map(({ orderId }) => orderId)}::bigint[],
      ${rows.map(({ memberId }) => memberId)}::bigint[],
      ${rows.map(({ amount }) => amount)}::bigint[], ${rows.map(({ fee }) => fee)}::bigint[],
      ${rows.map(({ reason }) => reason)}::text[], ${rows.map(({ whole }) => whole)}::boolean[],
      ${rows.map(({ receiptId }) => receiptId)}::bigint[])
      with ordinality as r (order_id, member_id, amount, fee, reason, whole, receipt_id, place)
    order by r.place returning id
  `);

export const refundById = (tx: Tx, id: number) =>
  tx.maybe<RefundRow>(sql`select ${refundColumns} from investing.refund where id = ${id}`);

/**
 * Returns the refund of an ended order's money, if there is one: of what the member paid, or of the
 * receipt of a third party.
 */
export const wholeRefundOf = (tx: Tx, orderId: number, receiptId: number | null) =>
  tx.maybe<RefundRow>(sql`
    select ${refundColumns} from investing.refund where order_id = ${orderId} and whole
      and receipt_id is not distinct from ${receiptId}::bigint
    order by id desc limit 1
  `);

export const lockRefund = (tx: Tx, id: number) =>
  tx.maybe<RefundRow>(sql`
    select ${refundColumns} from investing.refund where id = ${id} for no key update
  `);

export const markRefund = (
  tx: Tx,
  id: number,
  to: { status: RefundRow['status']; paymentId: number | null; settledAt: Date | null },
) =>
  tx.run(sql`
    update investing.refund set status = ${to.status}, payment_id = ${to.paymentId}, settled_at
      = ${to.settledAt} where id = ${id}
  `);

/**
 * Lowers a refund because the bank reversed a receipt behind it. A refund of nothing is settled,
 * and cancelled if not even its fee is left.
 */
export const lowerRefund = (tx: Tx, id: number, to: { amount: Money; fee: Money }, now: Date) =>
  tx.run(sql`
    update investing.refund r set amount = n.amount, fee = n.fee,
      reason = case when n.amount + n.fee = 0 then 'reversed' else r.reason end,
      status = case when n.amount = 0 then 'confirmed' else r.status end,
      payment_id = case when n.amount > 0 then r.payment_id end,
      settled_at = case when n.amount = 0 then ${now}::timestamptz else r.settled_at end
    from (values (${to.amount}::bigint, ${to.fee}::bigint)) as n (amount, fee)
    where r.id = ${id}
  `);

/** Returns how often a payment of the refund was ordered at the bank. */
export const countPayments = (tx: Tx, refundId: number) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from banking.payment where purpose = 'refund' and subject_id =
      ${refundId}
  `);

/** Returns whether the disbursement of a loan was ordered at the bank and has not been returned. */
export const isBeingPaidOut = (tx: Tx, loanId: number) =>
  tx.one<{ sent: boolean }>(sql`
    select exists (select from banking.payment where purpose = 'disbursement'
    and subject_id = ${loanId} and status <> 'returned') as sent
  `);

/**
 * Returns what became of a receipt: NT$ kept by the order, and the refund that contains the rest.
 */
export const effectOfReceipt = (tx: Tx, orderId: number, receiptId: number) =>
  tx.one<{ kept: Money; refundId: number | null }>(sql`
    select
    coalesce((select -sum(e.amount)::bigint from ledger.entry e
      join ledger.account a on a.id = e.account_id and a.kind = 'order_funds'
      where e.transfer_id = ${`order:${orderId}:receipt:${receiptId}`}), 0) as kept,
    (select memo::bigint from ledger.transfer where id =
      ${`order:${orderId}:receipt:${receiptId}:back`}) as refund_id
  `);

const unpaidBefore = (before: Date) =>
  sql`investing."order" where stored_status in (0, 5) and pay_by < ${before}`;

const endedBefore = (before: Date) => sql`lending.loan where status = 40 and ends_at < ${before}`;

/** Returns unpaid orders whose deadline lies before an instant, the oldest first. */
export const overdueOrders = (tx: Tx, before: Date) =>
  tx.many<{ id: number; loanId: number }>(sql`
    select id, loan_id from ${unpaidBefore(before)} order by pay_by
  `);

/** The day in Taipei on which the first of these orders expires. */
export const firstExpiry = (before: Date) =>
  sql`select min((pay_by at time zone 'Asia/Taipei')::date) from ${unpaidBefore(before)}`;

/** Returns listed cases whose fundraising period has ended. */
export const endedFundraisings = (tx: Tx, now: Date) =>
  tx.many<{ loanId: number; endsAt: Date }>(sql`
    select id as loan_id, ends_at from ${endedBefore(now)} order by ends_at
  `);

/** The day in Taipei on which the first of these cases ends. */
export const firstEnding = (before: Date) =>
  sql`select min((ends_at at time zone 'Asia/Taipei')::date) from ${endedBefore(before)}`;

export const hasUnpaidOrders = (tx: Tx, loanId: number) =>
  tx.one<{ unpaid: boolean }>(sql`
    select exists (select from investing."order"
    where loan_id = ${loanId} and stored_status in (0, 5)) as unpaid
  `);

/**
 * Returns cases in signing whose money the bank has partly taken back and whose signing deadline
 * is near: all of them, or this one if it is still such a case.
 */
export const shortSignings = (tx: Tx, before: Date, loanId: number | null = null) =>
  tx.many<{ loanId: number }>(sql`
    select l.id as loan_id from lending.loan l
    where l.status = 50 and l.sign_by < ${before}
      and (${loanId}::bigint is null or l.id = ${loanId})
      and exists (select from investing."order" o
      where o.loan_id = l.id and o.stored_status = 20 and o.paid_amount < o.amount)
  `);
