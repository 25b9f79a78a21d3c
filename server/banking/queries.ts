// The SQL of virtual accounts, receipts and payments.
import type { BankRecord } from '#contract/banking/calls.ts';
import type { Day } from '#contract/core/day.ts';
import type { Receipt } from '../action.ts';
import type { Tx } from '../database/db.ts';

/** Takes the next `count` serials of a company code's day; null when the day has not so many. */
export const takeSerials = (tx: Tx, companyCode: string, day: Day, count: number) =>
  tx.maybe<{ first: number }>(
    'banking.takeSerials',
    `insert into banking.serial (company_code, day, next) values ($1, $2, $3)
     on conflict (company_code, day) do update set next = banking.serial.next + $3
       where banking.serial.next + $3 <= 10000
     returning next - $3 as first`,
    [companyCode, day, count],
  );

/** Which of these numbers stand for something already. */
export const registeredOf = (tx: Tx, accounts: readonly string[]) =>
  tx.many<{ account: string }>(
    'banking.registeredOf',
    'select account from banking.virtual_account where account = any($1::text[])',
    [accounts],
  );

export const registerAccounts = (
  tx: Tx,
  type: 'order' | 'loan',
  accounts: readonly string[],
  subjectIds: readonly number[],
) =>
  tx.run(
    'banking.registerAccounts',
    `insert into banking.virtual_account (account, subject_type, subject_id)
     select a, $1, s from unnest($2::text[], $3::bigint[]) as r (a, s)`,
    [type, accounts, subjectIds],
  );

export const subjectOf = (tx: Tx, account: string) =>
  tx.maybe<{ type: 'order' | 'loan'; id: number }>(
    'banking.subjectOf',
    `select subject_type as type, subject_id as id from banking.virtual_account
     where account = $1`,
    [account],
  );

/** Answers null where the bank has reported this line before. */
export const insertReceipt = (
  tx: Tx,
  record: BankRecord,
  fromAccountSealed: string | null,
  subject: { type: string; id: number } | null,
) =>
  tx.maybe<{ id: number }>(
    'banking.insertReceipt',
    `insert into banking.receipt (bank, bank_date, seq, at, type, amount, sign, reverses,
       virtual_account, from_bank, from_account, memo, subject_type, subject_id, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'suspense')
     on conflict (bank, bank_date, seq) do nothing returning id`,
    [
      record.bank,
      record.date,
      record.seq,
      record.at,
      record.type,
      record.amount,
      record.sign,
      record.reverses ?? null,
      record.virtualAccount,
      record.fromBank ?? null,
      fromAccountSealed,
      record.memo ?? null,
      subject?.type ?? null,
      subject?.id ?? null,
    ],
  );

/** A payment of ours that came back and waits for a person, as a receipt of its loan. */
export const insertLodged = (
  tx: Tx,
  row: {
    bank: string;
    day: Day;
    seq: string;
    at: Date;
    amount: number;
    virtualAccount: string;
    loanId: number | null;
  },
) =>
  tx.one<{ id: number }>(
    'banking.insertLodged',
    `insert into banking.receipt (bank, bank_date, seq, at, type, amount, sign, virtual_account,
       subject_type, subject_id, state)
     values ($1, $2, $3, $4, 'remittance', $5, '+', $6,
       case when $7::bigint is not null then 'loan' end, $7, 'suspense') returning id`,
    [row.bank, row.day, row.seq, row.at, row.amount, row.virtualAccount, row.loanId],
  );

export const stateOf = (tx: Tx, record: { bank: string; date: string; seq: string }) =>
  tx.one<{ state: string }>(
    'banking.stateOf',
    'select state from banking.receipt where bank = $1 and bank_date = $2 and seq = $3',
    [record.bank, record.date, record.seq],
  );

export const markReceipt = (
  tx: Tx,
  id: number,
  state: string,
  subject?: { type: string; id: number },
) =>
  tx.run(
    'banking.markReceipt',
    `update banking.receipt set state = $2, subject_type = coalesce($3, subject_type),
       subject_id = coalesce($4, subject_id) where id = $1`,
    [id, state, subject?.type ?? null, subject?.id ?? null],
  );

export type ReceiptRow = Omit<Receipt, 'subjectId'> & {
  subjectId: number | null;
  subjectType: 'order' | 'loan' | 'payment' | null;
  seq: string;
  state: string;
  memo: string | null;
};

const receiptColumns = `id, bank, seq, at, bank_date as day, type, amount,
  virtual_account as "virtualAccount", from_bank as "fromBank", from_account as "fromAccount",
  subject_id as "subjectId", subject_type as "subjectType", state, memo`;

export const lockReceipt = (tx: Tx, id: number) =>
  tx.maybe<ReceiptRow>(
    'banking.lockReceipt',
    `select ${receiptColumns} from banking.receipt where id = $1 for no key update`,
    [id],
  );

/** The receipt a reversal takes back: same bank and seq, the newest one before it. */
export const lockReversed = (tx: Tx, bank: string, seq: string) =>
  tx.maybe<ReceiptRow>(
    'banking.lockReversed',
    `select ${receiptColumns} from banking.receipt
     where bank = $1 and seq = $2 and sign = '+' order by id desc limit 1 for no key update`,
    [bank, seq],
  );

/** How often the bank was told to send a receipt back, and how many of these did not come back. */
export const countReturns = (tx: Tx, receiptId: number) =>
  tx.one<{ count: number; under: number }>(
    'banking.countReturns',
    `select count(*) as count, count(*) filter (where status <> 'returned') as under
     from banking.payment where purpose = 'return' and subject_id = $1`,
    [receiptId],
  );

export const insertPayment = (
  tx: Tx,
  payment: {
    purpose: string;
    subjectId: number;
    memberId: number | null;
    bankCode: string;
    account: string;
    holder: string;
    amount: number;
    memo: string;
    reference: string;
    batchId: number;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(
    'banking.insertPayment',
    `insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder,
       amount, memo, reference, created_at, batch_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      payment.purpose,
      payment.subjectId,
      payment.memberId,
      payment.bankCode,
      payment.account,
      payment.holder,
      payment.amount,
      payment.memo,
      payment.reference,
      payment.now,
      payment.batchId,
    ],
  );

export type PaymentRow = {
  id: number;
  purpose: 'disbursement' | 'refund' | 'payout' | 'return';
  subjectId: number;
  memberId: number | null;
  bankCode: string;
  account: string;
  holder: string;
  amount: number;
  memo: string;
  status: 'pending' | 'sent' | 'confirmed' | 'returned';
  reference: string;
};

const paymentColumns = `id, purpose, subject_id as "subjectId", member_id as "memberId",
  bank_code as "bankCode", account, holder, amount, memo, status, reference`;

/** In the order they were ordered: the file is the same whenever it is made. */
export const paymentsOfBatch = (tx: Tx, batchId: number) =>
  tx.many<PaymentRow>(
    'banking.paymentsOfBatch',
    `select ${paymentColumns} from banking.payment where batch_id = $1 order by id`,
    [batchId],
  );

export const lockPayment = (tx: Tx, reference: string) =>
  tx.maybe<PaymentRow>(
    'banking.lockPayment',
    `select ${paymentColumns} from banking.payment where reference = $1 for no key update`,
    [reference],
  );

export const settlePayment = (
  tx: Tx,
  id: number,
  outcome: { status: string; day: string; at: string; reason: string | null },
) =>
  tx.run(
    'banking.settlePayment',
    `update banking.payment set status = $2, settled_on = $3, settled_at = $4, reason = $5,
       sent_at = coalesce(sent_at, $4) where id = $1`,
    [id, outcome.status, outcome.day, outcome.at, outcome.reason],
  );

/** What the books have of a payment that moved at the bank, on its accounting day. */
export const insertPaymentBooking = (
  tx: Tx,
  booking: {
    reference: string;
    outcome: 'confirmed' | 'returned';
    /** Signed as the bank has it. */
    amount: number;
    bankDate: Day;
    bookedOn: Day;
  },
) =>
  tx.run(
    'banking.insertPaymentBooking',
    `insert into banking.payment_booking (reference, outcome, amount, bank_date, booked_on)
     values ($1, $2, $3, $4, $5)`,
    [booking.reference, booking.outcome, booking.amount, booking.bankDate, booking.bookedOn],
  );
