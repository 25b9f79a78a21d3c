// SQL of the verification's data when an account is closed.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export const openStatements = (tx: Tx, memberId: number) =>
  tx.many<{ id: number }>(sql`
    select id from verification.financial_statement where member_id = ${memberId} and status = 1
  `);

/**
 * Keeps the encrypted numbers of a closed account but deletes the hashes by which the account can
 * be found.
 */
export const releaseProfile = (tx: Tx, memberId: number, now: Date) =>
  tx.run(sql`
    update verification.profile set phone_hash = null, phone_tail = null, name_hashes = '{}',
      id_number_hash = null, updated_at = ${now}
    where member_id = ${memberId}
  `);

/** Erases a member's data, except these uploads; returns 0 if the data was erased before. */
export const erasePerson = (
  tx: Tx,
  memberId: number,
  { now, keptUploads }: { now: Date; keptUploads: readonly number[] },
) =>
  tx.run(sql`
    with accounts as (
      update verification.bank_account set account = '', account_tail = '', uploads = '{}',
        account_hash = 'erased.' || id, status = 'replaced' where member_id = ${memberId}),
    changes as (
      update verification.account_change set name = null, items = '[]',
        phone = null, phone_hash = null,
        id_document = case when kind = 'id' then '{}'::jsonb end where member_id = ${memberId}),
    addresses as (delete from verification.address_key where member_id = ${memberId}),
    hits as (delete from verification.screening_hit where member_id = ${memberId}),
    statements as (delete from verification.financial_statement where member_id = ${memberId}),
    papers as (
      delete from verification.upload u where u.member_id = ${memberId}
        and not u.id = any (${keptUploads}::bigint[]))
    update verification.profile set stage = 0, status = 0, phone = null, phone_hash = null,
      phone_tail = null, name = null, name_hashes = null, id_number = null,
      id_number_hash = null, birthday = null,
      registered_address = null, mailing_address = null, city = null, birth_year = null,
      marital_status = null, education = null, occupation = null, company = null,
      job_title = null, annual_income = null, fund_source = null, is_pep = null,
      id_document = null, supplement = '[]', screened = null, erased_at = ${now},
      updated_at = ${now}
    where member_id = ${memberId} and erased_at is null
  `);
