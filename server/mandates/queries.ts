// SQL of mandates and of what the bank is told about them.
import type { Money } from '#contract/core/money.ts';
import type { MandateStatus } from '#contract/mandates/status.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type MandateRow = {
  id: number;
  memberId: number;
  bankAccountId: number;
  bankCode: string;
  accountTail: string;
  coversLoans: boolean;
  coversOrders: boolean;
  ceiling: Money;
  status: MandateStatus;
  textVersion: number;
  signedAt: Date;
  failures: number;
  reason: string | null;
};

const columns = sql`m.id, m.member_id, m.bank_account_id, b.bank_code, b.account_tail,
  m.covers_loans, m.covers_orders, m.ceiling, m.status, m.text_version, m.signed_at, m.failures,
  m.reason`;
const from = sql`mandates.mandate m join verification.bank_account b on b.id = m.bank_account_id`;

export const newestMandate = (tx: Tx, memberId: number) =>
  tx.maybe<MandateRow>(sql`
    select ${columns} from ${from} where m.member_id = ${memberId} order by m.id desc limit 1
  `);

export const lockMandate = (tx: Tx, id: number) =>
  tx.maybe<MandateRow>(sql`
    select ${columns} from ${from} where m.id = ${id} for no key update of m
  `);

/** Locks the member's mandate that is in force or may come into force. */
export const lockLiveMandate = (tx: Tx, memberId: number) =>
  tx.maybe<MandateRow>(sql`
    select ${columns} from ${from}
    where m.member_id = ${memberId} and m.status in ('pending', 'active', 'paused')
    for no key update of m
  `);

/** Inserts a mandate that waits for the bank; null if the member has a live one. */
export const insertMandate = (
  tx: Tx,
  mandate: {
    memberId: number;
    bankAccountId: number;
    coversLoans: boolean;
    coversOrders: boolean;
    ceiling: Money;
    textVersion: number;
    textSha256: string;
    stepUp: { reference: string; at: Date };
    now: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into mandates.mandate (member_id, bank_account_id, covers_loans, covers_orders,
      ceiling, text_version, text_sha256, signed_at, step_up_reference, step_up_at, changed_at)
    values (${mandate.memberId}, ${mandate.bankAccountId}, ${mandate.coversLoans},
      ${mandate.coversOrders}, ${mandate.ceiling}, ${mandate.textVersion},
      ${mandate.textSha256}, ${mandate.now}, ${mandate.stepUp.reference},
      ${mandate.stepUp.at}, ${mandate.now})
    on conflict (member_id) where status in ('pending', 'active', 'paused') do nothing
    returning id
  `);

export const writeStatus = (
  tx: Tx,
  id: number,
  to: { status: MandateStatus; failures: number; reason: string | null; now: Date },
) =>
  tx.run(sql`
    update mandates.mandate set status = ${to.status}, failures = ${to.failures},
      reason = ${to.reason}, changed_at = ${to.now}
    where id = ${id}
  `);

/** Records how many debits failed one after the other; 0 after a success. */
export const countFailures = (tx: Tx, id: number, failures: number) =>
  tx.run(sql`update mandates.mandate set failures = ${failures} where id = ${id}`);

/** The bank account of a member that is in force at this instant. */
export const accountOf = (tx: Tx, memberId: number, now: Date) =>
  tx.maybe<{ id: number; bankCode: string; accountTail: string }>(sql`
    select id, bank_code, account_tail
    from verification.account_in_force(${memberId}, ${now})
  `);

/** Live mandates of members whose account in force is another one, or who have none. */
export const mandatesToSupersede = (tx: Tx, now: Date) =>
  tx.many<{ id: number }>(sql`
    select m.id from mandates.mandate m
    where m.status in ('pending', 'active', 'paused') and m.bank_account_id is distinct from
      (select id from verification.account_in_force(m.member_id, ${now}))
    order by m.id
  `);

export const insertRegistration = (tx: Tx, mandateId: number, action: 'add' | 'cancel') =>
  tx.run(sql`
    insert into mandates.registration (mandate_id, action) values (${mandateId}, ${action})
    on conflict (mandate_id, action) do nothing
  `);

/** Deletes the registration of a mandate that ended before the bank was told about it. */
export const dropRegistration = (tx: Tx, mandateId: number, action: 'add' | 'cancel') =>
  tx.run(sql`
    delete from mandates.registration
    where mandate_id = ${mandateId} and action = ${action} and file_id is null
  `);

export type RegistrationRow = {
  id: number;
  mandateId: number;
  action: 'add' | 'cancel';
  memberId: number;
  bankAccountId: number;
  ceiling: Money;
  code: string | null;
};

const registrationColumns = sql`r.id, r.mandate_id, r.action, m.member_id, m.bank_account_id,
  m.ceiling, r.code`;
const registrations = sql`mandates.registration r
  join mandates.mandate m on m.id = r.mandate_id`;

export const lockWaitingRegistrations = (tx: Tx, limit: number) =>
  tx.many<RegistrationRow>(sql`
    select ${registrationColumns} from ${registrations}
    where r.file_id is null order by r.id limit ${limit} for no key update of r skip locked
  `);

/** Locks a registration that the bank was sent. */
export const lockRegistration = (tx: Tx, mandateId: number, action: string) =>
  tx.maybe<RegistrationRow>(sql`
    select ${registrationColumns} from ${registrations}
    where r.mandate_id = ${mandateId} and r.action = ${action} and r.file_id is not null
    for no key update of r
  `);

export const answerRegistration = (tx: Tx, id: number, code: string, now: Date) =>
  tx.run(sql`
    update mandates.registration set code = ${code}, answered_at = ${now} where id = ${id}
  `);

export const assignRegistrations = (tx: Tx, ids: readonly number[], fileId: number) =>
  tx.run(sql`
    update mandates.registration set file_id = ${fileId} where id = any (${ids})
  `);

/** The encrypted number of a bank account and what else a record needs. */
export const accountById = (tx: Tx, id: number) =>
  tx.one<{ memberId: number; bankCode: string; branchCode: string | null; account: string }>(sql`
    select member_id, bank_code, branch_code, account
    from verification.bank_account where id = ${id}
  `);
