// SQL of payouts: collecting distributed money into payouts, releasing payouts and settling them.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type PayoutRow = {
  id: number;
  memberId: number;
  kind: 'distribution' | 'surplus';
  loanId: number | null;
  amount: Money;
  status: 'payable' | 'sent' | 'confirmed';
  paymentId: number | null;
  attempts: number;
  createdOn: Day;
  /** The receipt to whose payer a surplus goes back; null if the payee is the member. */
  receiptId: number | null;
};

const columns = sql`p.id, p.member_id, p.kind, p.loan_id, p.amount, p.status, p.payment_id,
  p.attempts, p.created_on, p.receipt_id`;
/**
 * A payout cannot be released while a task about it is open, no money of a third party while its
 * source is not known, no other while its member must name another account, and none while the
 * member's money is held.
 */
const free = sql`not exists (select from tasks.task t where t.kind = 'attention'
  and t.subject_type = 'payout' and t.subject_id = p.id and t.status = 'open')
  and not exists (select from banking.payer_source s where s.receipt_id = p.receipt_id
    and s.confirmed_by is null)
  and not exists (select from banking.batch_item i join banking.batch b on b.id = i.batch_id
    where i.subject_id = p.id and b.kind = 'payout' and b.state = 'checking')
  and not exists (select from verification.screening_hit h
    where h.member_id = p.member_id and h.status in ('open', 'confirmed'))
  and not verification.keeps_back(p.member_id, 'payout', p.id)
  and (p.receipt_id is not null or not verification.account_waits(p.member_id))`;

/**
 * Makes all collecting run one after the other. It must be a statement of its own, because one that
 * waits still sees the amounts that another process has collected meanwhile as not collected.
 */
export const lockCollecting = (tx: Tx) => tx.one(sql`select pg_advisory_xact_lock(8, 12)`);

/**
 * Collects the amounts distributed before a day of processing into payouts by member, if they reach
 * a minimum.
 */
export const collectDistributed = (tx: Tx, today: Day, minimum: Money) =>
  tx.run(sql`
    with due as (
      select member_id,
        sum(principal + interest + late_interest + penalty + prepayment_fee - fee)::bigint
          as amount
      from servicing.distribution
      where payout_id is null and recorded_on < ${today}
      group by member_id
    ), made as (
      insert into servicing.payout (member_id, amount, created_on)
      select member_id, amount, ${today} from due where amount >= ${minimum} order by member_id
      returning id, member_id
    )
    update servicing.distribution d set payout_id = made.id
    from made
    where d.member_id = made.member_id and d.payout_id is null and d.recorded_on < ${today}
  `);

/** What `collectDistributed` would collect, whatever the minimum. */
export const distributedBefore = (today: Day) => sql`
  select from servicing.distribution where payout_id is null and recorded_on < ${today}`;

/** Payouts that may be released on a day. */
export const payableOn = (day: Day) => sql`
  select from servicing.payout p
  where p.status = 'payable' and p.created_on <= ${day} and ${free}`;

export const insertPayout = (
  tx: Tx,
  payout: Pick<PayoutRow, 'memberId' | 'kind' | 'loanId' | 'amount' | 'createdOn' | 'receiptId'>,
) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.payout (member_id, kind, loan_id, amount, created_on, receipt_id)
    values (${payout.memberId}, ${payout.kind}, ${payout.loanId}, ${payout.amount},
      ${payout.createdOn}, ${payout.receiptId}) returning id
  `);

/**
 * Returns what was received for a loan and not paid back to its payer, newest first: of all
 * receipts, or of one.
 */
export const receivedForLoan = (tx: Tx, loanId: number, receiptId: number | null) =>
  tx.many<{ receiptId: number; thirdParty: boolean; amount: Money }>(sql`
    select r.id as receipt_id, r.third_party, (r.amount - coalesce(
      (select sum(p.amount) from servicing.payout p where p.receipt_id = r.id), 0))::bigint
        as amount
    from ledger.transfer t
    join banking.receipt r on r.id = substring(t.id from ':receipt:([0-9]+)$')::bigint
    where t.loan_id = ${loanId} and t.kind = 'repayment_received' and r.state <> 'reversed'
      and (${receiptId}::bigint is null or r.id = ${receiptId})
    order by t.recorded_at desc
  `);

/** Returns count and sum in NT$ of the payouts that wait for release by a day. */
export const payableSum = (tx: Tx, day: Day) =>
  tx.one<{ count: number; amount: Money }>(sql`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as amount
    from servicing.payout p where p.status = 'payable' and p.created_on <= ${day} and
      ${free}
  `);

/** The payouts that may be released on a day. */
const payableRows = (day: Day) => sql`
  select ${columns} from servicing.payout p
  where p.status = 'payable' and p.created_on <= ${day} and ${free} order by p.id`;

export const payable = (tx: Tx, day: Day) => tx.many<PayoutRow>(payableRows(day));

export const lockPayable = (tx: Tx, day: Day) =>
  tx.many<PayoutRow>(sql`${payableRows(day)} for no key update of p`);

/**
 * Returns payouts that are held since the bank returned them (or because there was no account) and
 * whose member has a new account now.
 */
export const heldWithNewAccount = (tx: Tx, now: Date) =>
  tx.many<{ id: number; memberId: number }>(sql`
    select p.id, p.member_id from servicing.payout p
    join tasks.task t on t.kind = 'attention' and t.subject_type = 'payout'
      and t.subject_id = p.id and t.status = 'open' and not t.detail ? 'heldBack'
    join verification.bank_account a on a.member_id = p.member_id and a.status = 'in_force'
    where p.status = 'payable' and p.receipt_id is null and a.in_force_from <= ${now}
      and a.in_force_from > t.created_at
    order by p.id
  `);

export const payoutsOfDay = (tx: Tx, day: Day, limit: number) =>
  tx.many<{
    id: number;
    memberId: number;
    kind: string;
    amount: Money;
    receiptId: number | null;
  }>(sql`
    select p.id, p.member_id, p.kind, p.amount, p.receipt_id
    from servicing.payout p
    where p.status = 'payable' and p.created_on <= ${day} and ${free}
    order by p.amount desc, p.id limit ${limit}
  `);

export const lockPayout = (tx: Tx, id: number) =>
  tx.maybe<PayoutRow>(sql`
    select ${columns} from servicing.payout p where p.id = ${id} for no key update
  `);

/** Returns the loan whose surplus a payout is; null if the payout is of distributed money. */
export const loanOfSurplus = (tx: Tx, id: number) =>
  tx.one<{ loanId: number | null }>(sql`
    select case when kind = 'surplus' then loan_id end as loan_id from servicing.payout
    where id = ${id}
  `);

/**
 * Condition: the money may be there; it was not sent yet, or came back for a closed account. It is
 * not there if its return from suspense has been ordered.
 */
const isThere = sql`(p.status = 'payable' or p.status = 'confirmed'
  and exists (select from banking.receipt l
    where l.state in ('suspense', 'returned') and l.seq = 'payment-' || p.payment_id))`;

/** Locks the payouts to the payer of a receipt whose money is still there. */
export const lockUnsentTo = (tx: Tx, receiptId: number) =>
  tx.many<PayoutRow>(sql`
    select ${columns} from servicing.payout p
    where p.receipt_id = ${receiptId} and ${isThere} order by p.id for no key update
  `);

/** Locks what is to go back to the borrower of a loan and is still there, newest first. */
export const lockUnsentOwn = (tx: Tx, loanId: number) =>
  tx.many<PayoutRow>(sql`
    select ${columns} from servicing.payout p
    where p.loan_id = ${loanId} and p.kind = 'surplus' and p.receipt_id is null
      and ${isThere}
    order by p.id desc for no key update
  `);

/** Lowers a payout because a receipt behind it is reversed; one of nothing is cancelled. */
export const lowerPayout = (tx: Tx, id: number, amount: Money) =>
  tx.run(sql`
    update servicing.payout set amount = ${amount},
      status = case when ${amount}::bigint = 0 then 'confirmed' else status end,
      payment_id = case when ${amount}::bigint > 0 then payment_id end
    where id = ${id}
  `);

/**
 * Returns what the platform covered of the money in a surplus, and claims or has given up, newest
 * first: of the receipt to whose payer it goes, or of any receipt of the loan, because a reversed
 * receipt takes what it lacks from all own money of the loan that was not sent yet. What third
 * parties were sent back does not count, because the borrower does not pay for it. A surplus that
 * was made after the claim has other money, which was received later and is owed to its payer.
 */
export const coveredSurplus = (tx: Tx, { id, loanId, receiptId }: PayoutRow) =>
  tx.many<{ receiptId: number; amount: Money }>(sql`
    select c.receipt_id, (c.amount - case when ${receiptId}::bigint is null
      then coalesce((select sum(p.amount) from servicing.payout p where p.receipt_id = r.id), 0)
      else 0 end)::bigint as amount
    from banking.recourse c
    join banking.receipt r on r.id = c.receipt_id
    join ledger.transfer made on made.id = ${`surplus:${id}`}
    join ledger.transfer covered on covered.id = 'receipt:' || r.id || ':covered'
    where c.status in ('open', 'lost') and made.recorded_at < covered.recorded_at
      and r.subject_type = 'loan' and r.subject_id = ${loanId}
      and (${receiptId}::bigint is null or r.id = ${receiptId})
    order by r.id desc for no key update of c
  `);

export const markPayout = (
  tx: Tx,
  id: number,
  to: Pick<PayoutRow, 'status' | 'paymentId' | 'attempts'> & { settledOn: Day | null },
) =>
  tx.run(sql`
    update servicing.payout set status = ${to.status}, payment_id = ${to.paymentId}, attempts =
      ${to.attempts}, settled_on = ${to.settledOn}
    where id = ${id}
  `);
