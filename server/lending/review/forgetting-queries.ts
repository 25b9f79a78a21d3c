// The SQL of forgetting whose loans they were.
import type { Tx } from '../../database/db.ts';

export const loansOfPerson = (tx: Tx, memberId: number) =>
  tx.many<{ id: number }>(
    'lending.loansOfPerson',
    'select id from lending.loan where member_id = $1 order by id',
    [memberId],
  );

/** The draft and his own words go; each application is replaced by what may be kept of it. */
export const forgetWords = (
  tx: Tx,
  memberId: number,
  loanIds: readonly number[],
  applications: readonly string[],
) =>
  tx.run(
    'lending.forgetWords',
    `with drafts as (delete from lending.draft where member_id = $1),
       given as (select * from unnest($2::bigint[], $3::text[]) as t (id, application))
     update lending.loan l set application = given.application, purpose_note = null
     from given where l.id = given.id`,
    [memberId, loanIds, applications],
  );
