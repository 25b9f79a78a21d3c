// The SQL of orders, funding, exposure and refunds.
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
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

const orderColumns = `o.id, o.loan_id as "loanId", o.member_id as "memberId", o.amount,
  o.paid_amount as "paidAmount", o.stored_status as stored, o.payment_mode as "paymentMode",
  o.virtual_account as "virtualAccount", o.pay_by as "payBy", o.paid_at as "paidAt",
  o.ended_at as "endedAt", o.created_at as "createdAt"`;

/** The loan of an order, unlocked: its lock comes first, and the order under it. */
export const loanOfOrder = (tx: Tx, orderId: number) =>
  tx.maybe<{ loanId: number; memberId: number }>(
    'investing.loanOfOrder',
    'select loan_id as "loanId", member_id as "memberId" from investing."order" where id = $1',
    [orderId],
  );

export const lockOrder = (tx: Tx, orderId: number) =>
  tx.one<OrderRow>(
    'investing.lockOrder',
    `select ${orderColumns} from investing."order" o where o.id = $1 for no key update`,
    [orderId],
  );

/** Every order that holds a place in a case, locked in the order of their ids. */
export const lockLiveOrders = (tx: Tx, loanId: number) =>
  tx.many<OrderRow>(
    'investing.lockLiveOrders',
    `select ${orderColumns} from investing."order" o
     where o.loan_id = $1 and o.stored_status in (0, 5, 10, 20)
     order by o.id for no key update`,
    [loanId],
  );

/** Writes what may change of an order. */
export const writeOrder = (
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'stored' | 'paidAmount' | 'paidAt' | 'endedAt'>,
) =>
  tx.run(
    'investing.writeOrder',
    `update investing."order"
     set stored_status = $2, paid_amount = $3, paid_at = $4, ended_at = $5 where id = $1`,
    [order.id, order.stored, order.paidAmount, order.paidAt, order.endedAt],
  );

export type TellRow = {
  id: number;
  memberId: number;
  caseNo: string;
  amount: Money;
  paidAmount: Money;
  virtualAccount: string;
  payBy: Date;
};

/** Unpaid orders whose owner was not told how to pay, or not reminded though `near` is past. */
export const ordersToTell = (tx: Tx, now: Date, near: Date, limit: number) =>
  tx.many<TellRow & { kind: 'placed' | 'reminder' }>(
    'investing.ordersToTell',
    `select o.id, o.member_id as "memberId", l.case_no as "caseNo", o.amount,
       o.paid_amount as "paidAmount", o.virtual_account as "virtualAccount", o.pay_by as "payBy",
       k.kind
     from investing."order" o
     join lending.loan l on l.id = o.loan_id
     cross join (values ('placed'), ('reminder')) k (kind)
     where o.stored_status in (0, 5) and o.pay_by > $1
       and (k.kind = 'placed' or (o.pay_by <= $2 and o.created_at < $1 - interval '1 hour'))
       and not exists (select from investing.order_notice n
         where n.order_id = o.id and n.kind = k.kind)
     order by o.pay_by, o.id limit $3`,
    [now, near, limit],
  );

export const claimNotice = (tx: Tx, orderId: number, kind: string, now: Date) =>
  tx.run(
    'investing.claimNotice',
    `insert into investing.order_notice (order_id, kind, told_at) values ($1, $2, $3)
     on conflict do nothing`,
    [orderId, kind, now],
  );

export const writeMode = (tx: Tx, orderId: number, mode: number) =>
  tx.run('investing.writeMode', 'update investing."order" set payment_mode = $2 where id = $1', [
    orderId,
    mode,
  ]);

export const lockedLoanStatus = (tx: Tx, loanId: number) =>
  tx.one<{ status: LoanStatus; caseNo: string; signBy: Date | null }>(
    'investing.lockedLoanStatus',
    `select status, case_no as "caseNo", sign_by as "signBy" from lending.loan
     where id = $1 for no key update`,
    [loanId],
  );

/** Opens a listed loan for orders: its amount, its borrower and its end come from the loan. */
export const openFunding = (tx: Tx, loanId: number) =>
  tx.run(
    'investing.openFunding',
    `insert into investing.funding (loan_id, borrower_id, target, ends_at)
     select id, member_id, amount, ends_at from lending.loan where id = $1
     on conflict (loan_id) do nothing`,
    [loanId],
  );

export const closeFunding = (tx: Tx, loanId: number) =>
  tx.run(
    'investing.closeFunding',
    'update investing.funding set open = false where loan_id = $1 and open',
    [loanId],
  );

/** Moves what a case has reserved and paid by so many NT$, its orders by so many. */
export const moveFunding = (
  tx: Tx,
  loanId: number,
  by: { reserved?: number; paid?: number; orders?: number },
) =>
  tx.one<{ target: Money; reserved: Money; paid: Money }>(
    'investing.moveFunding',
    `update investing.funding set reserved = reserved + $2, paid = paid + $3,
       order_count = order_count + $4
     where loan_id = $1 returning target, reserved, paid`,
    [loanId, by.reserved ?? 0, by.paid ?? 0, by.orders ?? 0],
  );

const fundableColumns = `f.loan_id as "loanId", l.status, f.borrower_id as "borrowerId", f.target,
  f.reserved, f.paid, f.open, f.ends_at as "endsAt"`;

/** A case as orders find it; its lock is the loan's. */
export const fundableCase = (tx: Tx, loanId: number) =>
  tx.maybe<Fundable>(
    'investing.fundableCase',
    `select ${fundableColumns} from investing.funding f
     join lending.loan l on l.id = f.loan_id where f.loan_id = $1`,
    [loanId],
  );

export const ensureExposure = (tx: Tx, memberIds: readonly number[]) =>
  tx.run(
    'investing.ensureExposure',
    `insert into investing.exposure (member_id)
     select distinct m from unnest($1::bigint[]) m order by m on conflict do nothing`,
    [memberIds],
  );

/** Orders are placed under the lock of this row. */
export const lockExposure = (tx: Tx, memberId: number) =>
  tx.run(
    'investing.lockExposure',
    'select from investing.exposure where member_id = $1 for update',
    [memberId],
  );

/** Moves members' exposure, summed by member and locked in the order of their ids. */
export const moveExposure = (
  tx: Tx,
  rows: readonly { memberId: number; reserved?: number; outstanding?: number }[],
) =>
  tx.run(
    'investing.moveExposure',
    `with moved as (
       select member_id, sum(reserved)::bigint as reserved, sum(outstanding)::bigint as outstanding
       from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as r (member_id, reserved, outstanding)
       group by member_id
     ), locked as materialized (
       select e.member_id from investing.exposure e
       where e.member_id in (select member_id from moved)
       order by e.member_id for no key update
     )
     update investing.exposure e set reserved = e.reserved + m.reserved,
       outstanding = e.outstanding + m.outstanding
     from moved m join locked using (member_id) where e.member_id = m.member_id`,
    [
      rows.map(({ memberId }) => memberId),
      rows.map(({ reserved }) => reserved ?? 0),
      rows.map(({ outstanding }) => outstanding ?? 0),
    ],
  );

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
};

const refundColumns = `id, order_id as "orderId", member_id as "memberId", amount, fee, reason,
  status, whole, payment_id as "paymentId"`;

/** Inserts refunds and answers their ids in the order given. */
export const insertRefunds = (
  tx: Tx,
  rows: readonly Omit<RefundRow, 'id' | 'status' | 'paymentId'>[],
  now: Date,
) =>
  tx.many<{ id: number }>(
    'investing.insertRefunds',
    `insert into investing.refund (order_id, member_id, amount, fee, reason, whole, created_at,
       status, settled_at)
     select r.order_id, r.member_id, r.amount, r.fee, r.reason, r.whole, $7::timestamptz,
       case when r.amount = 0 then 'confirmed' else 'payable' end,
       case when r.amount = 0 then $7::timestamptz end
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::boolean[])
       with ordinality as r (order_id, member_id, amount, fee, reason, whole, place)
     order by r.place returning id`,
    [
      rows.map(({ orderId }) => orderId),
      rows.map(({ memberId }) => memberId),
      rows.map(({ amount }) => amount),
      rows.map(({ fee }) => fee),
      rows.map(({ reason }) => reason),
      rows.map(({ whole }) => whole),
      now,
    ],
  );

export const refundById = (tx: Tx, id: number) =>
  tx.maybe<RefundRow>(
    'investing.refundById',
    `select ${refundColumns} from investing.refund where id = $1`,
    [id],
  );

/** The refund of all an order's money, where there is one. */
export const wholeRefundOf = (tx: Tx, orderId: number) =>
  tx.maybe<RefundRow>(
    'investing.wholeRefundOf',
    `select ${refundColumns} from investing.refund where order_id = $1 and whole
     order by id desc limit 1`,
    [orderId],
  );

export const lockRefund = (tx: Tx, id: number) =>
  tx.maybe<RefundRow>(
    'investing.lockRefund',
    `select ${refundColumns} from investing.refund where id = $1 for no key update`,
    [id],
  );

export const markRefund = (
  tx: Tx,
  id: number,
  to: { status: RefundRow['status']; paymentId: number | null; settledAt: Date | null },
) =>
  tx.run(
    'investing.markRefund',
    `update investing.refund set status = $2, payment_id = $3, settled_at = $4 where id = $1`,
    [id, to.status, to.paymentId, to.settledAt],
  );

/** A refund that came to nothing because the bank took the receipt behind it back. */
export const voidRefund = (tx: Tx, id: number, now: Date) =>
  tx.run(
    'investing.voidRefund',
    `update investing.refund set amount = 0, fee = 0, reason = 'reversed', status = 'confirmed',
       settled_at = $2 where id = $1`,
    [id, now],
  );

/** How often the bank was told to pay a refund. */
export const countPayments = (tx: Tx, refundId: number) =>
  tx.one<{ count: number }>(
    'investing.countPayments',
    `select count(*) as count from banking.payment where purpose = 'refund' and subject_id = $1`,
    [refundId],
  );

/** Whether the bank has been told to pay a loan out, and has not sent the money back. */
export const isBeingPaidOut = (tx: Tx, loanId: number) =>
  tx.one<{ sent: boolean }>(
    'investing.isBeingPaidOut',
    `select exists (select from banking.payment where purpose = 'disbursement'
       and subject_id = $1 and status <> 'returned') as sent`,
    [loanId],
  );

/** What a receipt did: NT$ kept by the order, and the refund that took the rest. */
export const effectOfReceipt = (tx: Tx, orderId: number, receiptId: number) =>
  tx.one<{ kept: Money; refundId: number | null }>(
    'investing.effectOfReceipt',
    `select
       coalesce((select -sum(e.amount)::bigint from ledger.entry e
         join ledger.account a on a.id = e.account_id and a.kind = 'order_funds'
         where e.transfer_id = $1), 0) as kept,
       (select memo::bigint from ledger.transfer where id = $2) as "refundId"`,
    [`order:${orderId}:receipt:${receiptId}`, `order:${orderId}:receipt:${receiptId}:back`],
  );

/** Unpaid orders whose deadline lies before an instant, the oldest first. */
export const overdueOrders = (tx: Tx, before: Date) =>
  tx.many<{ id: number; loanId: number }>(
    'investing.overdueOrders',
    `select id, loan_id as "loanId" from investing."order"
     where stored_status in (0, 5) and pay_by < $1 order by pay_by`,
    [before],
  );

/** Cases past the end of their fundraising, still listed. */
export const endedFundraisings = (tx: Tx, now: Date) =>
  tx.many<{ loanId: number; endsAt: Date }>(
    'investing.endedFundraisings',
    `select id as "loanId", ends_at as "endsAt" from lending.loan
     where status = 40 and ends_at < $1 order by ends_at`,
    [now],
  );

export const hasUnpaidOrders = (tx: Tx, loanId: number) =>
  tx.one<{ unpaid: boolean }>(
    'investing.hasUnpaidOrders',
    `select exists (select from investing."order"
       where loan_id = $1 and stored_status in (0, 5)) as unpaid`,
    [loanId],
  );

/** Signing cases whose money the bank has partly taken back, and their term nearly over. */
export const shortSignings = (tx: Tx, before: Date) =>
  tx.many<{ loanId: number }>(
    'investing.shortSignings',
    `select l.id as "loanId" from lending.loan l
     where l.status = 50 and l.sign_by < $1 and exists (select from investing."order" o
       where o.loan_id = l.id and o.stored_status = 20 and o.paid_amount < o.amount)`,
    [before],
  );
