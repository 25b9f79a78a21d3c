// The SQL of members' bank accounts: waiting for review, in force, about to be in force.
import type { Tx } from '../../database/db.ts';

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

const accountColumns = `id, member_id as "memberId", bank_code as "bankCode",
  branch_code as "branchCode", account,
  account_hash as "accountHash", account_tail as "accountTail", uploads, status`;

/** A new account waits for review; one that waited the same way before it is replaced. */
export async function insertAccount(
  tx: Tx,
  memberId: number,
  account: NewAccount,
  now: Date,
  status: 'pending' | 'proposed' = 'pending',
): Promise<number> {
  await tx.run(
    'verification.replaceWaiting',
    `update verification.bank_account set status = 'replaced'
     where member_id = $1 and status = $2`,
    [memberId, status],
  );
  const { id } = await tx.one<{ id: number }>(
    'verification.insertAccount',
    `insert into verification.bank_account (member_id, bank_code, branch_code, account,
       account_hash, account_tail, uploads, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      memberId,
      account.bankCode,
      account.branchCode,
      account.account,
      account.accountHash,
      account.accountTail,
      account.uploads,
      status,
      now,
    ],
  );
  return id;
}

export const accountWith = (tx: Tx, memberId: number, status: AccountStatus) =>
  tx.maybe<AccountRow>(
    'verification.accountWith',
    `select ${accountColumns} from verification.bank_account
     where member_id = $1 and status = $2 order by id desc limit 1`,
    [memberId, status],
  );

export const accountById = (tx: Tx, id: number) =>
  tx.maybe<AccountRow>(
    'verification.accountById',
    `select ${accountColumns} from verification.bank_account where id = $1`,
    [id],
  );

/** What a supplement starts from: the account last given with the file, refused or not. */
export const accountGiven = (tx: Tx, memberId: number) =>
  tx.maybe<AccountRow>(
    'verification.accountGiven',
    `select ${accountColumns} from verification.bank_account
     where member_id = $1 and status in ('pending', 'refused', 'in_force')
     order by id desc limit 1`,
    [memberId],
  );

/** The account paid at this instant: an approved change counts from its instant on, job or not. */
export const accountInForce = (tx: Tx, memberId: number, now: Date) =>
  tx.maybe<AccountRow>(
    'verification.accountInForce',
    `select ${accountColumns} from verification.bank_account
     where member_id = $1
       and (status = 'in_force' or (status = 'coming' and in_force_from <= $2))
     order by status = 'coming' desc limit 1`,
    [memberId, now],
  );

/** Puts the account that waits in force, in place of the one before. */
export async function enforcePending(tx: Tx, memberId: number, now: Date): Promise<number> {
  await tx.run(
    'verification.replaceInForce',
    `update verification.bank_account set status = 'replaced'
     where member_id = $1 and status in ('in_force', 'coming') and exists (
       select from verification.bank_account where member_id = $1 and status = 'pending')`,
    [memberId],
  );
  return tx.run(
    'verification.enforcePending',
    `update verification.bank_account set status = 'in_force', in_force_from = $2
     where member_id = $1 and status = 'pending'`,
    [memberId, now],
  );
}

/** Lets an approved change take its place once its instant has come; answers whether it did. */
export async function enforceComing(tx: Tx, memberId: number, now: Date): Promise<boolean> {
  await tx.run(
    'verification.replaceByComing',
    `update verification.bank_account set status = 'replaced'
     where member_id = $1 and status = 'in_force' and exists (
       select from verification.bank_account
       where member_id = $1 and status = 'coming' and in_force_from <= $2)`,
    [memberId, now],
  );
  const changed = await tx.run(
    'verification.enforceComing',
    `update verification.bank_account set status = 'in_force'
     where member_id = $1 and status = 'coming' and in_force_from <= $2`,
    [memberId, now],
  );
  return changed > 0;
}

export const membersWithComing = (tx: Tx, now: Date) =>
  tx.many<{ memberId: number }>(
    'verification.membersWithComing',
    `select member_id as "memberId" from verification.bank_account
     where status = 'coming' and in_force_from <= $1 order by member_id limit 500`,
    [now],
  );

export const refusePending = (tx: Tx, memberId: number) =>
  tx.run(
    'verification.refusePending',
    `update verification.bank_account set status = 'refused'
     where member_id = $1 and status = 'pending'`,
    [memberId],
  );

/** What becomes of an account that was only asked for. */
export const setProposed = (
  tx: Tx,
  id: number,
  status: 'coming' | 'refused' | 'replaced',
  inForceFrom: Date | null = null,
) =>
  tx.run(
    'verification.setProposed',
    `update verification.bank_account set status = $2, in_force_from = $3
     where id = $1 and status = 'proposed'`,
    [id, status, inForceFrom],
  );

export const dropComing = (tx: Tx, memberId: number) =>
  tx.run(
    'verification.dropComing',
    `update verification.bank_account set status = 'replaced'
     where member_id = $1 and status = 'coming'`,
    [memberId],
  );

/** How many other members bound the same account: a person's account is his own. */
export const othersWithAccount = (tx: Tx, memberId: number, accountHash: string) =>
  tx.one<{ members: number }>(
    'verification.othersWithAccount',
    `select count(distinct member_id) as members from verification.bank_account
     where account_hash = $2 and member_id <> $1
       and status in ('pending', 'in_force', 'proposed', 'coming')`,
    [memberId, accountHash],
  );
