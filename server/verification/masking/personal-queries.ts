// SQL of everything by which a member could be recognised.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** All personal values of a member that the office masks; all but the e-mail are encrypted. */
export const personalColumnsOf = (tx: Tx, memberId: number) =>
  tx.one<{
    email: string;
    name: string | null;
    idNumber: string | null;
    phone: string | null;
    birthday: string | null;
    registeredAddress: string | null;
    mailingAddress: string | null;
    accounts: string[];
    changedNames: string[];
    changedPhones: string[];
  }>(sql`
    select m.email, p.name, p.id_number, p.phone, p.birthday, p.registered_address,
      p.mailing_address,
      array(select account from verification.bank_account where member_id = m.id) as accounts,
      array(select name from verification.account_change
        where member_id = m.id and name is not null) as changed_names,
      array(select phone from verification.account_change
        where member_id = m.id and phone is not null) as changed_phones
    from identity.member m left join verification.profile p on p.member_id = m.id
    where m.id = ${memberId}
  `);
