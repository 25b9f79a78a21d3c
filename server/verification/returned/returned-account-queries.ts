// SQL of the bank accounts to which the bank could not pay.
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type ReturnedAccountRow = {
  id: number;
  memberId: number;
  bankAccountId: number;
  reason: string;
  returnedAt: Date;
  reminders: number;
};

const columns = sql`r.id, r.member_id, r.bank_account_id, r.reason, r.returned_at, r.reminders`;

/**
 * Keeps that a payment came back from the account in force. Keeps nothing if the payment went to
 * another one, which was in force when it was ordered, or if a returned account is kept already.
 */
export const insertReturned = (
  tx: Tx,
  of: { memberId: number; paymentId: number; reason: string; now: Date },
) =>
  tx.run(sql`
    insert into verification.returned_account (member_id, bank_account_id, payment_id, reason,
      returned_at)
    select a.member_id, a.id, p.id, ${of.reason}, ${of.now}
    from verification.account_in_force(${of.memberId}, ${of.now}) a
    join banking.payment p on p.id = ${of.paymentId}
    where coalesce(verification.account_hash_at(a.member_id, p.created_at), a.account_hash)
      = a.account_hash
    on conflict (member_id) where ended_at is null do nothing
  `);

/** Whether what is owed to a member waits for another account of theirs. */
export const accountWaits = async (tx: Tx, memberId: number): Promise<boolean> =>
  (
    await tx.one<{ waits: boolean }>(sql`
      select verification.account_waits(${memberId}) as waits
    `)
  ).waits;

/** Returns the returned account for which a member's money waits. */
export const returnedOf = (tx: Tx, memberId: number) =>
  tx.maybe<ReturnedAccountRow>(sql`
    select ${columns} from verification.returned_account r
    where r.member_id = ${memberId} and r.ended_at is null
  `);

/** Locks the returned account for which a member's money waits, so that it ends once. */
export const lockReturned = (tx: Tx, memberId: number) =>
  tx.maybe<ReturnedAccountRow>(sql`
    select ${columns} from verification.returned_account r
    where r.member_id = ${memberId} and r.ended_at is null for no key update
  `);

export const endReturned = (tx: Tx, id: number, ended: 'account' | 'again' | 'closed', now: Date) =>
  tx.run(sql`
    update verification.returned_account set ended_at = ${now}, ended = ${ended} where id = ${id}
  `);

/**
 * Members whose money waits for another account although one is in force now. The same number that
 * was entered again is no other account.
 */
export const membersWithNewAccount = (tx: Tx) =>
  tx.many<{ memberId: number }>(sql`
    select r.member_id from verification.returned_account r
    join verification.bank_account o on o.id = r.bank_account_id
    join verification.bank_account a on a.member_id = r.member_id and a.status = 'in_force'
    where r.ended_at is null and a.account_hash <> o.account_hash
    order by r.id limit 500
  `);

/** Members who have asked for no other account, and for whom something waits, to be reminded. */
export const membersToRemind = (tx: Tx, days: readonly number[], now: Date) =>
  tx.many<{ memberId: number }>(sql`
    select r.member_id from verification.returned_account r
    where r.ended_at is null and r.reminders < ${days.length}
      and r.returned_at + make_interval(days => (${days}::integer[])[r.reminders + 1]) <= ${now}
      and not exists (select from verification.bank_account a
        where a.member_id = r.member_id and a.status in ('proposed', 'coming'))
      and (select amount from verification.waits_for_account(r.member_id)) > 0
    order by r.id
  `);

export const setReminders = (tx: Tx, id: number, reminders: number) =>
  tx.run(sql`
    update verification.returned_account set reminders = ${reminders} where id = ${id}
  `);

type WaitingMoney = { amount: Money; count: number };

/** What waits for the account: unsent payouts and refunds of the member's own money. */
export const waitingFor = (tx: Tx, memberId: number) =>
  tx.one<WaitingMoney>(sql`
    select amount, count from verification.waits_for_account(${memberId})
  `);
