// SQL of members' bank accounts: under review, in force, and approved for a later time.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

type AccountStatus = 'pending' | 'in_force' | 'replaced' | 'refused' | 'proposed' | 'coming';

export type AccountRow = {
  id: number;
  memberId: number;
  bankCode: string;
  branchCode: string | null;
  account: string;
  accountHash: string;
  accountTail: string;
  uploads: number[];
  status: AccountStatus;
};
export type NewAccount = Omit<AccountRow, 'id' | 'memberId' | 'status'>;

const accountColumns = sql`id, member_id, bank_code, branch_code, account, account_hash,
  account_tail, uploads, status`;

/** Adds a bank account for review; replaces an account of the same kind that already waits. */
export async function insertAccount(
  tx: Tx,
  memberId: number,
  account: NewAccount,
  now: Date,
  status: 'pending' | 'proposed' = 'pending',
): Promise<number> {
  await tx.run(sql`
    update verification.bank_account set status = 'replaced'
    where member_id = ${memberId} and status = ${status}
  `);
  const { id } = await tx.one<{ id: number }>(sql`
    insert into verification.bank_account (member_id, bank_code, branch_code, account,
      account_hash, account_tail, uploads, status, created_at)
    values (${memberId}, ${account.bankCode}, ${account.branchCode}, ${account.account},
      ${account.accountHash}, ${account.accountTail}, ${account.uploads}, ${status}, ${now})
      returning id
  `);
  return id;
}

export const accountWith = (tx: Tx, memberId: number, status: AccountStatus) =>
  tx.maybe<AccountRow>(sql`
    select ${accountColumns} from verification.bank_account
    where member_id = ${memberId} and status = ${status} order by id desc limit 1
  `);

export const accountById = (tx: Tx, id: number) =>
  tx.maybe<AccountRow>(sql`
    select ${accountColumns} from verification.bank_account where id = ${id}
  `);

/**
 * Returns the bank account that was last entered for the verification, whether refused or not; a
 * supplement starts from this account.
 */
export const accountOfMember = (tx: Tx, memberId: number) =>
  tx.maybe<AccountRow>(sql`
    select ${accountColumns} from verification.bank_account
    where member_id = ${memberId} and status in ('pending', 'refused', 'in_force')
    order by id desc limit 1
  `);

/**
 * Returns the account to which payments go at this instant. An approved change counts from its
 * effective time on, even if the job that records it has not run yet.
 */
export const accountInForce = (tx: Tx, memberId: number, now: Date) =>
  tx.maybe<AccountRow>(sql`
    select ${accountColumns} from verification.account_in_force(${memberId}, ${now})
  `);

/** Lets the pending account replace the account in force at a later instant. */
export async function approvePending(tx: Tx, memberId: number, inForceFrom: Date): Promise<void> {
  await dropComing(tx, memberId);
  await tx.run(sql`
    update verification.bank_account set status = 'coming', in_force_from = ${inForceFrom}
    where member_id = ${memberId} and status = 'pending'
  `);
}

/** Puts the pending account in force at once, replacing the previous one. */
export async function enforcePending(tx: Tx, memberId: number, now: Date): Promise<number> {
  await tx.run(sql`
    update verification.bank_account set status = 'replaced'
    where member_id = ${memberId} and status in ('in_force', 'coming') and exists (
      select from verification.bank_account where member_id = ${memberId} and status = 'pending')
  `);
  return tx.run(sql`
    update verification.bank_account set status = 'in_force', in_force_from = ${now}
    where member_id = ${memberId} and status = 'pending'
  `);
}

/** Puts an approved change in force once its effective time has come; returns whether it did. */
export async function enforceComing(tx: Tx, memberId: number, now: Date): Promise<boolean> {
  await tx.run(sql`
    update verification.bank_account set status = 'replaced'
    where member_id = ${memberId} and status = 'in_force' and exists (
      select from verification.bank_account
      where member_id = ${memberId} and status = 'coming' and in_force_from <= ${now})
  `);
  const changed = await tx.run(sql`
    update verification.bank_account set status = 'in_force'
    where member_id = ${memberId} and status = 'coming' and in_force_from <= ${now}
  `);
  return changed > 0;
}

export const membersWithComing = (tx: Tx, now: Date) =>
  tx.many<{ memberId: number }>(sql`
    select member_id from verification.bank_account
    where status = 'coming' and in_force_from <= ${now} order by member_id limit 500
  `);

export const refusePending = (tx: Tx, memberId: number) =>
  tx.run(sql`
    update verification.bank_account set status = 'refused'
    where member_id = ${memberId} and status = 'pending'
  `);

/** Sets the status of an account that was proposed but not put in force. */
export const setProposed = (
  tx: Tx,
  id: number,
  status: 'coming' | 'refused' | 'replaced',
  inForceFrom: Date | null = null,
) =>
  tx.run(sql`
    update verification.bank_account set status = ${status}, in_force_from = ${inForceFrom}
    where id = ${id} and status = 'proposed'
  `);

/** Takes an approved account back before its time, so that it never was in force. */
export const dropComing = (tx: Tx, memberId: number) =>
  tx.run(sql`
    update verification.bank_account set status = 'replaced', in_force_from = null
    where member_id = ${memberId} and status = 'coming'
  `);

/** Statuses of an account that was approved, and not replaced since. */
export const provenStatuses = ['in_force', 'coming'] as const;

/** Which accounts are looked for: their hashes and statuses, and the ids of one person. */
type SameAccount = {
  memberIds: readonly number[];
  hashes: readonly string[];
  statuses: readonly AccountStatus[];
};

const isSame = ({ memberIds, hashes, statuses }: SameAccount) => sql`
  b.account_hash = any (${hashes}) and b.member_id <> all (${memberIds})
  and b.status = any (${statuses})`;

/** Other members with the same account, in the order of their ids. */
export const membersWithAccount = (tx: Tx, of: SameAccount, limit: number) =>
  tx.many<{ memberId: number; sealedName: string | null }>(sql`
    select b.member_id, p.name as sealed_name from verification.bank_account b
    left join verification.profile p on p.member_id = b.member_id
    where ${isSame(of)}
    group by b.member_id, p.name order by b.member_id limit ${limit}
  `);

/**
 * Counts other members with the same account, because an account should belong to one person only.
 */
export const othersWithAccount = (tx: Tx, of: SameAccount) =>
  tx.one<{ members: number; key: string | null }>(sql`
    select count(distinct b.member_id) as members,
      md5(string_agg(distinct b.member_id::text, ',')) as key from verification.bank_account b
    where ${isSame(of)}
  `);
