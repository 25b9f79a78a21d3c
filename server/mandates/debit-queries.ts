// SQL of debits: what is due to be debited, the debits, and money that was paid twice.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { DebitStatus, DebitSubject, WithdrawnReason } from '#contract/mandates/status.ts';
import type { debitList } from '#contract/mandates/lists.ts';
import type { FilterOf } from '../call.ts';
import type { Tx } from '../database/db.ts';
import {
  allOf,
  keyset,
  limitOf,
  type Part,
  sql,
  totalOf,
  type Conditions,
  conditionsOf,
} from '../database/sql.ts';

export type DebitRow = {
  id: number;
  mandateId: number;
  memberId: number;
  subject: DebitSubject;
  loanId: number;
  caseNo: string;
  version: number | null;
  no: number | null;
  orderId: number | null;
  attempt: 1 | 2;
  amount: Money;
  status: DebitStatus;
  debitOn: Day;
  fileId: number | null;
  createdAt: Date;
  code: string | null;
  retryOn: Day | null;
  withdrawn: WithdrawnReason | null;
  receiptId: number | null;
};

const columns = sql`d.id, d.mandate_id, d.member_id, d.subject, d.loan_id, l.case_no, d.version,
  d.no, d.order_id, d.attempt, d.amount, d.status, d.debit_on, d.file_id, d.created_at, d.code,
  d.retry_on, d.withdrawn, d.receipt_id`;
const from = sql`mandates.debit d join lending.loan l on l.id = d.loan_id`;

export type DebitFilter = FilterOf<typeof debitList> & { mandate?: number | undefined };

const conditions: Conditions<DebitFilter> = {
  status: (status) => sql`d.status = ${status}`,
  subject: (subject) => sql`d.subject = ${subject}`,
  member: (member) => sql`d.member_id = ${member}`,
  file: (file) => sql`d.file_id = ${file}`,
  mandate: (mandate) => sql`d.mandate_id = ${mandate}`,
  from: (day) => sql`d.debit_on >= ${day}::date`,
  to: (day) => sql`d.debit_on <= ${day}::date`,
};
const filterOf = (of: DebitFilter) => allOf(conditionsOf(of, conditions));
const newest = keyset('desc', { id: sql`d.id` });

export const listDebits = (tx: Tx, of: DebitFilter, part: Part<{ id: number }>) =>
  tx.many<DebitRow>(sql`
    select ${columns} from ${from} where ${allOf([filterOf(of), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countDebits = (tx: Tx, of: DebitFilter) =>
  tx.one<{ total: number }>(totalOf(sql`mandates.debit d where ${filterOf(of)}`));

/** Sum of the debits that match and were paid, in NT$. */
export const sumPaid = (tx: Tx, of: DebitFilter) =>
  tx.one<{ sum: Money }>(sql`
    select coalesce(sum(d.amount), 0)::bigint as sum from mandates.debit d
    where ${filterOf(of)} and d.status = 'paid'
  `);

export const debitById = (tx: Tx, id: number) =>
  tx.maybe<DebitRow>(sql`select ${columns} from ${from} where d.id = ${id}`);

export const lockDebit = (tx: Tx, id: number) =>
  tx.one<DebitRow>(sql`
    select ${columns} from ${from} where d.id = ${id} for no key update of d
  `);

/** An instalment that can be debited, with the mandate that covers it. */
export type Collectable = { loanId: number; version: number; no: number; mandateId: number };

/**
 * Unpaid instalments of loans in repayment whose bank day is `on` or, if a job was missed, a few
 * days before, and that were not tried yet; the mandate is active.
 */
export const instalmentsToDebit = (
  tx: Tx,
  on: { from: Day; to: Day },
  statuses: readonly number[],
) =>
  tx.many<Collectable & { memberId: number; payableUntil: Day }>(sql`
    select i.loan_id, i.version, i.no, m.id as mandate_id, l.member_id, i.payable_until
    from servicing.instalment i
    join lending.loan l on l.id = i.loan_id and l.status = any (${statuses})
    join mandates.mandate m on m.member_id = l.member_id and m.status = 'active'
      and m.covers_loans
    where i.current and i.paid_on is null
      and i.payable_until between ${on.from}::date and ${on.to}::date
      and not exists (select from mandates.debit d where d.loan_id = i.loan_id
        and d.version = i.version and d.no = i.no)
    order by i.loan_id, i.no
  `);

/** Refused debits that are to be tried once more by this day. */
export const debitsToRetry = (tx: Tx, today: Day) =>
  tx.many<{ id: number; loanId: number }>(sql`
    select d.id, d.loan_id from mandates.debit d
    where d.retry_on <= ${today} and d.attempt = 1 and d.status = 'refused'
      and not exists (select from mandates.debit s where s.attempt = 2 and s.subject = d.subject
        and s.loan_id = d.loan_id and s.version is not distinct from d.version
        and s.no is not distinct from d.no and s.order_id is not distinct from d.order_id)
    order by d.loan_id, d.id
  `);

/**
 * Orders to be paid by mandate that were not tried yet, or whose debit was withdrawn because the
 * member had chosen otherwise: they have chosen the debit again, or signed a new mandate.
 */
export const ordersToDebit = (tx: Tx) =>
  tx.many<{ orderId: number; loanId: number }>(sql`
    select o.id as order_id, o.loan_id from investing."order" o
    where o.payment_mode = 3 and o.stored_status in (0, 5)
      and not exists (select from mandates.debit d where d.order_id = o.id
        and not (d.attempt = 1 and d.status = 'withdrawn' and (d.withdrawn = 'transfer'
          or (d.withdrawn = 'stopped' and exists (select from mandates.mandate m
            where m.member_id = o.member_id and m.id > d.mandate_id and m.status = 'active'
              and m.covers_orders)))))
    order by o.loan_id, o.id limit 500
  `);

/** An order as far as a debit needs it, read under the lock of its loan. */
export const orderToDebit = (tx: Tx, id: number) =>
  tx.maybe<{ memberId: number; stored: number; lacking: Money; payBy: Date; mode: number }>(sql`
    select member_id, stored_status as stored, payment_mode as mode,
      (amount - paid_amount)::bigint as lacking, pay_by
    from investing."order" where id = ${id}
  `);

export type NewDebit = {
  mandateId: number;
  memberId: number;
  subject: DebitSubject;
  loanId: number;
  version: number | null;
  no: number | null;
  orderId: number | null;
  attempt: 1 | 2;
  amount: Money;
  debitOn: Day;
  withdrawn: WithdrawnReason | null;
  now: Date;
};

/** Inserts a debit; null if this attempt exists. */
export const insertDebit = (tx: Tx, debit: NewDebit) =>
  tx.maybe<{ id: number }>(sql`
    insert into mandates.debit (mandate_id, member_id, subject, loan_id, version, no, order_id,
      attempt, amount, status, debit_on, created_at, withdrawn)
    values (${debit.mandateId}, ${debit.memberId}, ${debit.subject}, ${debit.loanId},
      ${debit.version}, ${debit.no}, ${debit.orderId}, ${debit.attempt}, ${debit.amount},
      ${debit.withdrawn === null ? 'pending' : 'withdrawn'}, ${debit.debitOn}, ${debit.now},
      ${debit.withdrawn})
    on conflict do nothing returning id
  `);

/** Lets an order's debit wait again that was withdrawn by the member's choice; null if none. */
export const renewDebit = (tx: Tx, debit: NewDebit & { orderId: number }) =>
  tx.maybe<{ id: number }>(sql`
    update mandates.debit set mandate_id = ${debit.mandateId}, amount = ${debit.amount},
      debit_on = ${debit.debitOn}, withdrawn = ${debit.withdrawn},
      status = ${debit.withdrawn === null ? 'pending' : 'withdrawn'}
    where order_id = ${debit.orderId} and attempt = ${debit.attempt} and status = 'withdrawn'
      and withdrawn in ('transfer', 'stopped')
    returning id
  `);

/** Lowers the amount of a debit that waits, in NT$. */
export const lowerDebit = (tx: Tx, id: number, amount: Money) =>
  tx.run(sql`
    update mandates.debit set amount = ${amount} where id = ${id} and status = 'pending'
  `);

/** Debits that wait although their order is to be paid by transfer. */
export const unwantedDebits = (tx: Tx) =>
  tx.many<{ id: number; loanId: number }>(sql`
    select d.id, d.loan_id from mandates.debit d
    join investing."order" o on o.id = d.order_id and o.payment_mode <> 3
    where d.status = 'pending' order by d.loan_id, d.id
  `);

/** Ids of the debits that wait to be sent, with their loans, in the order of the locks. */
export const waitingDebits = (tx: Tx, today: Day, limit: number) =>
  tx.many<{ id: number; loanId: number }>(sql`
    select id, loan_id from mandates.debit
    where status = 'pending' and debit_on <= ${today} order by loan_id, id limit ${limit}
  `);

/** Locks those of these debits that still wait. */
export const lockWaitingDebits = (tx: Tx, ids: readonly number[]) =>
  tx.many<DebitRow & { bankAccountId: number }>(sql`
    select ${columns}, m.bank_account_id from ${from}
    join mandates.mandate m on m.id = d.mandate_id
    where d.id = any (${ids}) and d.status = 'pending' order by d.id for no key update of d
  `);

/** Whether a debit of an order is at the bank. */
export const isOrderDebited = (tx: Tx, orderId: number) =>
  tx.one<{ isDebited: boolean }>(sql`
    select exists (select from mandates.debit
      where order_id = ${orderId} and status = 'sent') as is_debited
  `);

/** Whether a debit is at the bank, which has not answered. */
export const isAtBank = (tx: Tx, { id, attempt }: { id: number; attempt: number }) =>
  tx.one<{ isSent: boolean }>(sql`
    select exists (select from mandates.debit
      where id = ${id} and attempt = ${attempt} and status = 'sent') as is_sent
  `);

/** The member of a debit that the bank was sent, whatever it has answered. */
export const sentDebit = (tx: Tx, { id, attempt }: { id: number; attempt: number }) =>
  tx.maybe<{ memberId: number }>(sql`
    select member_id from mandates.debit
    where id = ${id} and attempt = ${attempt} and file_id is not null
  `);

/** Those of these loans whose oldest unpaid instalment was sent to the bank by this day. */
export const loansDebited = (tx: Tx, loanIds: readonly number[], closed: Day) =>
  tx.many<{ loanId: number; debitOn: Day }>(sql`
    select d.loan_id, d.debit_on from mandates.debit d
    join servicing.instalment i on i.loan_id = d.loan_id and i.version = d.version
      and i.no = d.no and i.current and i.paid_on is null
    where d.loan_id = any (${loanIds}) and d.status = 'sent' and d.debit_on <= ${closed}
      and not exists (select from servicing.instalment e where e.loan_id = d.loan_id
        and e.current and e.paid_on is null and e.no < i.no)
    order by d.loan_id
  `);

/** Debits that the bank got on this day or before and has not answered. */
export const unanswered = (tx: Tx, until: Day) =>
  tx.many<Pick<DebitRow, 'id' | 'attempt' | 'amount' | 'loanId' | 'memberId' | 'debitOn'>>(sql`
    select id, attempt, amount, loan_id, member_id, debit_on
    from mandates.debit where status = 'sent' and debit_on <= ${until} order by id
  `);

/** Debits of a mandate that were not sent yet. */
export const waitingOfMandate = (tx: Tx, mandateId: number) =>
  tx.many<{ id: number }>(sql`
    select id from mandates.debit where mandate_id = ${mandateId} and status = 'pending'
    order by id for no key update
  `);

export const writeDebit = (
  tx: Tx,
  id: number,
  to: {
    status: DebitStatus;
    code?: string | null;
    retryOn?: Day | null;
    withdrawn?: WithdrawnReason | null;
    receiptId?: number | null;
    fileId?: number | null;
    answeredAt?: Date | null;
  },
) =>
  tx.run(sql`
    update mandates.debit set status = ${to.status}, code = ${to.code ?? null},
      retry_on = ${to.retryOn ?? null}, withdrawn = ${to.withdrawn ?? null},
      receipt_id = ${to.receiptId ?? null}, answered_at = ${to.answeredAt ?? null},
      file_id = coalesce(${to.fileId ?? null}, file_id)
    where id = ${id}
  `);

/** Does not try a refused debit again. */
export const giveUpRetry = (tx: Tx, id: number) =>
  tx.run(sql`update mandates.debit set retry_on = null where id = ${id} and status = 'refused'`);

/** Whether an instalment of the schedule in force is still unpaid. */
export const isInstalmentUnpaid = (tx: Tx, of: Pick<DebitRow, 'loanId' | 'version' | 'no'>) =>
  tx.maybe<{ dueOn: Day }>(sql`
    select due_on from servicing.instalment
    where loan_id = ${of.loanId} and version = ${of.version} and no = ${of.no} and current
      and paid_on is null
  `);

/** The account to which a loan or an order is paid. */
export const virtualAccountOf = (tx: Tx, type: 'loan' | 'order', id: number) =>
  tx.one<{ account: string }>(sql`
    select account from banking.virtual_account where subject_type = ${type} and subject_id = ${id}
  `);

/**
 * Receipts for instalments that were paid twice around a debit and whose money was not used: that
 * of the debit if the borrower had paid before, by hand or by the other attempt, or that of the
 * borrower within `days` after the debit. A debit that the bank refused and carried out all the
 * same brought a receipt too, which persons booked from the bank's line. Only debits from `since`
 * on count, and refused ones from `refusedSince` on. `left` is what the receipt did not pay, in
 * NT$.
 */
export const doubleReceipts = (
  tx: Tx,
  of: { since: Day; refusedSince: Day; days: number; loanId: number | null },
) =>
  tx.many<{ receiptId: number; debitId: number; loanId: number; left: Money; debited: Money }>(sql`
    select distinct on (r.id) r.id as receipt_id, d.id as debit_id, d.loan_id,
      (r.amount - u.used)::bigint as left, d.amount as debited
    from mandates.debit d
    join banking.receipt own on own.subject_type = 'loan' and own.subject_id = d.loan_id
      and own.sign = '+' and (own.id = d.receipt_id or d.status = 'refused'
        and own.state = 'matched' and own.seq = 'debit-' || d.id || '-' || d.attempt)
    join banking.receipt r on r.subject_type = 'loan' and r.subject_id = d.loan_id
      and r.sign = '+' and r.state = 'matched'
      and (r.id = own.id or r.seq !~ '^debit-' and r.id > own.id
        and r.bank_date between d.debit_on and d.debit_on + ${of.days}::integer)
    cross join lateral (select coalesce(sum(a.amount), 0) as used from servicing.allocation a
      where a.loan_id = d.loan_id and a.receipt_id = r.id) u
    where d.subject = 'instalment' and r.amount > u.used
      and (${of.loanId}::bigint is null or d.loan_id = ${of.loanId})
      and (d.status = 'paid' and d.debit_on >= ${of.since}::date
        or d.status = 'refused' and d.debit_on >= ${of.refusedSince}::date)
      and not exists (select from mandates.double w where w.receipt_id = r.id)
      -- The borrower asked all prepaid money back after this receipt, so that it is gone.
      and not exists (select from servicing.payout p
        join ledger.transfer s on s.id = 'surplus:' || p.id and s.recorded_at > r.recorded_at
        where p.loan_id = d.loan_id and p.kind = 'surplus'
          and not exists (select from mandates.double w where w.payout_id = p.id))
      and exists (select from ledger.account k where k.kind = 'borrower_prepaid'
        and k.loan_id = d.loan_id and k.balance < 0)
    order by r.id, d.id desc
  `);

export const insertDouble = (
  tx: Tx,
  row: { receiptId: number; debitId: number; amount: Money; payoutId: number; now: Date },
) =>
  tx.run(sql`
    insert into mandates.double (receipt_id, debit_id, amount, payout_id, returned_at)
    values (${row.receiptId}, ${row.debitId}, ${row.amount}, ${row.payoutId}, ${row.now})
  `);

/** The next unpaid instalment of a member that their mandate covers. */
export const nextInstalment = (tx: Tx, memberId: number, today: Day, statuses: readonly number[]) =>
  tx.maybe<{ loanId: number; no: number; payableUntil: Day }>(sql`
    select i.loan_id, i.no, i.payable_until
    from servicing.instalment i
    join lending.loan l on l.id = i.loan_id and l.member_id = ${memberId}
      and l.status = any (${statuses})
    where i.current and i.paid_on is null and i.payable_until > ${today}
    order by i.payable_until, i.no limit 1
  `);
