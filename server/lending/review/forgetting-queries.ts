// SQL that removes personal data from the loans of an erased member.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export const loansOfPerson = (tx: Tx, memberId: number) =>
  tx.many<{ id: number }>(
    sql`select id from lending.loan where member_id = ${memberId} order by id`,
  );

/**
 * Deletes the draft and the loans' free text; replaces each application by its part that may be
 * kept.
 */
export const forgetWords = (
  tx: Tx,
  memberId: number,
  loanIds: readonly number[],
  applications: readonly string[],
) =>
  tx.run(sql`
    with drafts as (delete from lending.draft where member_id = ${memberId}),
      given as (select * from unnest(${loanIds}::bigint[], ${applications}::text[]) as t (id,
        application))
    update lending.loan l set application = given.application, purpose_note = null,
      reason = null, supplement = '[]'
    from given where l.id = given.id
  `);
