// SQL of virtual accounts, receipts and payments.
import type { Money } from '#contract/core/money.ts';
import type { BankRecord } from '#contract/banking/calls.ts';
import type { Day } from '#contract/core/day.ts';
import type { Receipt } from '../hooks.ts';
import type { EncryptedPayer } from './payment/payers.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/**
 * Reserves the next `count` serials of a company code for a day; null if fewer are left on that
 * day.
 */
export const takeSerials = (tx: Tx, companyCode: string, day: Day, count: number) =>
  tx.maybe<{ first: number }>(sql`
    insert into banking.serial (company_code, day, next) values (${companyCode}, ${day}, ${count})
    on conflict (company_code, day) do update set next = banking.serial.next + ${count}
      where banking.serial.next + ${count} <= 10000
    returning next - ${count} as first
  `);

/** Returns which of these account numbers are already in use. */
export const registeredOf = (tx: Tx, accounts: readonly string[]) =>
  tx.many<{ account: string }>(sql`
    select account from banking.virtual_account where account = any(${accounts}::text[])
  `);

export const registerAccounts = (
  tx: Tx,
  type: 'order' | 'loan',
  accounts: readonly string[],
  subjectIds: readonly number[],
) =>
  tx.run(sql`
    insert into banking.virtual_account (account, subject_type, subject_id)
    select a, ${type}, s from unnest(${accounts}::text[], ${subjectIds}::bigint[]) as r (a, s)
  `);

export const subjectOf = (tx: Tx, account: string) =>
  tx.maybe<{ type: 'order' | 'loan'; id: number }>(sql`
    select subject_type as type, subject_id as id from banking.virtual_account
    where account = ${account}
  `);

/** Inserts a receipt; returns null if the bank has reported this line before. */
export const insertReceipt = (
  tx: Tx,
  record: BankRecord,
  payer: EncryptedPayer,
  subject: { type: string; id: number } | null,
  statementId: number | null,
) =>
  tx.maybe<{ id: number }>(sql`
    insert into banking.receipt (bank, bank_date, seq, at, type, amount, sign, reverses,
      virtual_account, from_bank, from_account, from_name, memo, subject_type, subject_id, state,
      statement_id)
    values (${record.bank}, ${record.date}, ${record.seq}, ${record.at}, ${record.type},
      ${record.amount}, ${record.sign}, ${record.reverses ?? null}, ${record.virtualAccount},
      ${record.fromBank ?? null}, ${payer.account}, ${payer.name}, ${record.memo ?? null},
      ${subject?.type ?? null}, ${subject?.id ?? null}, 'suspense', ${statementId})
    on conflict (bank, bank_date, seq) do nothing returning id
  `);

/**
 * Inserts a payment of the platform that was returned and that a person must handle, as a receipt
 * of its loan.
 */
export const insertLodged = (
  tx: Tx,
  row: {
    bank: string;
    day: Day;
    seq: string;
    at: Date;
    amount: Money;
    virtualAccount: string;
    loanId: number | null;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into banking.receipt (bank, bank_date, seq, at, type, amount, sign, virtual_account,
      subject_type, subject_id, state)
    values (${row.bank}, ${row.day}, ${row.seq}, ${row.at}, 'remittance', ${row.amount}, '+',
      ${row.virtualAccount},
      case when ${row.loanId}::bigint is not null then 'loan' end, ${row.loanId}, 'suspense')
        returning id
  `);

/**
 * Locks what came back of a payment for a person to handle: it lies in suspense, or is being
 * returned. Null if there is nothing. Whether its return was ordered must be read afterwards, as
 * this statement does not see what it has waited for.
 */
export const lockLodged = (tx: Tx, paymentId: number) =>
  tx.maybe<LodgedRow>(sql`
    select r.id, r.bank_date as day, r.seq, r.virtual_account, r.amount, p.reference, r.state
    from banking.receipt r join banking.payment p on p.id = ${paymentId}
    where r.seq = 'payment-' || p.id and r.state in ('suspense', 'returned')
    for no key update of r
  `);
export type LodgedRow = Pick<ReceiptRow, 'id' | 'day' | 'seq' | 'virtualAccount'> & {
  amount: Money;
  reference: string;
  state: 'suspense' | 'returned';
};

/**
 * Reads of which payment a receipt of `lodgeReturn` is the money, with its loan; null if the
 * receipt is the bank's own.
 */
export const lodgedFrom = (tx: Tx, receiptId: number) =>
  tx.maybe<{ purpose: 'refund' | 'payout'; subjectId: number; loanId: number | null }>(sql`
    select p.purpose, p.subject_id,
      case when r.subject_type = 'loan' then r.subject_id end as loan_id
    from banking.receipt r join banking.payment p on r.seq = 'payment-' || p.id
    where r.id = ${receiptId} and p.purpose in ('refund', 'payout')
  `);

/** Lowers what lies of a returned payment to its rest. Receipts of the bank keep their amount. */
export const lowerLodged = (tx: Tx, id: number, amount: Money) =>
  tx.run(sql`update banking.receipt set amount = ${amount} where id = ${id}`);

/** What the bank said about a line when it was recorded. */
export type StoredLine = Pick<ReceiptRow, 'id' | 'state' | 'sign' | 'amount' | 'virtualAccount'> & {
  reverses: string | null;
};

export const receiptOfLine = (tx: Tx, record: { bank: string; date: string; seq: string }) =>
  tx.one<StoredLine>(sql`
    select id, state, sign, amount, virtual_account, reverses
    from banking.receipt
    where bank = ${record.bank} and bank_date = ${record.date} and seq = ${record.seq}
  `);

export const markReceipt = (
  tx: Tx,
  id: number,
  state: string,
  subject?: { type: string; id: number },
) =>
  tx.run(sql`
    update banking.receipt set state = ${state}, subject_type =
      coalesce(${subject?.type ?? null}, subject_type),
    subject_id = coalesce(${subject?.id ?? null}, subject_id) where id = ${id}
  `);

export type ReceiptRow = Omit<Receipt, 'subjectId'> & {
  /** Encrypted. */
  fromName: string | null;
  subjectId: number | null;
  subjectType: 'order' | 'loan' | 'payment' | 'booking' | null;
  seq: string;
  /** A reversal has '-': it brought no money, also while it waits in suspense for a person. */
  sign: '+' | '-';
  state: string;
  memo: string | null;
  /** Case number or payment reference of the subject. */
  caseNo: string | null;
  reference: string | null;
};

const receiptColumns = sql`id, bank, seq, sign, at, bank_date as day, type, amount, virtual_account,
  from_bank, from_account, from_name, third_party, subject_id, subject_type, state, memo,
  (select case_no from lending.loan l where subject_type = 'loan' and l.id = subject_id)
    as case_no,
  (select p.reference from banking.payment p where subject_type = 'payment' and p.id = subject_id)
    as reference`;

export const lockReceipt = (tx: Tx, id: number) =>
  tx.maybe<ReceiptRow>(sql`
    select ${receiptColumns} from banking.receipt where id = ${id} for no key update
  `);

/** Locks receipts in the order of their ids. */
export const lockReceipts = (tx: Tx, ids: readonly number[]) =>
  tx.many<ReceiptRow>(sql`
    select ${receiptColumns} from banking.receipt where id = any (${ids}::bigint[])
    order by id for no key update
  `);

/** Locks a receipt; null if its money is not in suspense, or if it is a reversal. */
export async function lockSuspended(tx: Tx, id: number): Promise<ReceiptRow | null> {
  const row = await lockReceipt(tx, id);
  return row?.state === 'suspense' && row.sign === '+' ? row : null;
}

/** What a reversal says about the receipt that it takes back. */
export type Reversing = {
  bank: string;
  /** The bank's date of the reversal. */
  day: Day;
  reverses: string;
  amount: Money;
  virtualAccount: string;
};

/**
 * Locks the receipts that a reversal may mean. Some banks count their lines anew every day, so
 * that amount and virtual account must fit as well as the number; a line of zeros names no account.
 */
export const lockReversed = (tx: Tx, of: Reversing) =>
  tx.many<ReceiptRow>(sql`
    select ${receiptColumns} from banking.receipt
    where bank = ${of.bank} and seq = ${of.reverses} and sign = '+' and amount = ${of.amount}
      and bank_date <= ${of.day} and state <> 'reversed'
      and subject_type is distinct from 'payment'
      and (virtual_account = ${of.virtualAccount} or virtual_account ~ '^0*$'
        or ${of.virtualAccount}::text ~ '^0*$')
    order by id for no key update
  `);

/**
 * Held until the end of the transaction by whoever books a receipt or a reversal of this number, so
 * that of two at the same moment the later one finds the other.
 */
export const lockSeq = (tx: Tx, bank: string, seq: string) =>
  tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`${bank} ${seq}`}, 6))`);

/** Locks the reversals that wait in suspense and name this number, on or after this day. */
export const lockWaiting = (tx: Tx, of: { bank: string; date: Day; seq: string }) =>
  tx.many<Reversing & { id: number }>(sql`
    select id, bank, bank_date as day, reverses, amount, virtual_account
    from banking.receipt
    where state = 'suspense' and sign = '-' and bank = ${of.bank} and reverses = ${of.seq}
      and bank_date >= ${of.date}
    order by id for no key update
  `);

/**
 * Returns how often the return of a receipt was ordered, and how many of these payments did not
 * come back.
 */
export const countReturns = (tx: Tx, receiptId: number) =>
  tx.one<{ count: number; under: number }>(sql`
    select count(*) as count, count(*) filter (where status <> 'returned') as under
    from banking.payment where purpose = 'return' and subject_id = ${receiptId}
  `);

export const insertPayment = (
  tx: Tx,
  payment: {
    purpose: string;
    subjectId: number;
    memberId: number | null;
    bankCode: string;
    account: string;
    holder: string;
    amount: Money;
    memo: string;
    reference: string;
    batchId: number;
    sourceId: number | null;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder,
      amount, memo, reference, created_at, batch_id, source_id)
    values (${payment.purpose}, ${payment.subjectId}, ${payment.memberId}, ${payment.bankCode},
      ${payment.account}, ${payment.holder}, ${payment.amount}, ${payment.memo},
      ${payment.reference}, ${payment.now}, ${payment.batchId}, ${payment.sourceId}) returning id
  `);

export type PaymentRow = {
  id: number;
  purpose: 'disbursement' | 'refund' | 'payout' | 'return';
  subjectId: number;
  memberId: number | null;
  bankCode: string;
  account: string;
  holder: string;
  amount: Money;
  memo: string;
  status: 'pending' | 'sent' | 'confirmed' | 'returned';
  reference: string;
  settledOn: Day | null;
  settledAt: Date | null;
};

const paymentColumns = sql`id, purpose, subject_id, member_id, bank_code, account, holder, amount,
  memo, status, reference, settled_on, settled_at`;

/**
 * Reads the payments in the order in which they were created, so that the file is always the same.
 */
export const paymentsOfBatch = (tx: Tx, batchId: number) =>
  tx.many<PaymentRow>(sql`
    select ${paymentColumns} from banking.payment where batch_id = ${batchId} order by
      id
  `);

export const lockPayment = (tx: Tx, reference: string) =>
  tx.maybe<PaymentRow>(sql`
    select ${paymentColumns} from banking.payment where reference = ${reference} for
      no key update
  `);

export const settlePayment = (
  tx: Tx,
  id: number,
  outcome: { status: string; day: string; at: Date; reason: string | null },
) =>
  tx.run(sql`
    update banking.payment set status = ${outcome.status}, settled_on = ${outcome.day},
      settled_at = ${outcome.at}, reason = ${outcome.reason},
    sent_at = coalesce(sent_at, ${outcome.at}) where id = ${id}
  `);

/** The receipt by which the return of a payment was booked; null if another report booked it. */
export const receiptOfReturn = (tx: Tx, paymentId: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from banking.receipt where subject_type = 'payment' and subject_id = ${paymentId}
    limit 1
  `);

/** Records the accounting day on which a payment's movement at the bank was booked. */
export const insertPaymentBooking = (
  tx: Tx,
  booking: {
    reference: string;
    outcome: 'confirmed' | 'returned';
    /** Amount with the sign that it has in the bank's record. */
    amount: Money;
    bankDate: Day;
    bookedOn: Day;
  },
) =>
  tx.run(sql`
    insert into banking.payment_booking (reference, outcome, amount, bank_date, booked_on)
    values (${booking.reference}, ${booking.outcome}, ${booking.amount}, ${booking.bankDate},
      ${booking.bookedOn})
  `);
