// SQL of erasing a person: whose data is due, and what was reviewed about them.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/**
 * Returns accounts closed before the day whose member has borrowed or invested in no loan that is
 * running or ended since that day. A written-off loan is still being collected and therefore counts
 * as running.
 */
export const accountsToErase = (tx: Tx, before: string) =>
  tx.many<{ memberId: number }>(sql`
    select p.member_id
    from verification.profile p join identity.member m on m.id = p.member_id
    where p.erased_at is null
      and m.closed_at < ${before}::date::timestamp at time zone 'Asia/Taipei'
      and not exists (
        select from lending.loan l
        where (l.member_id = m.id or exists (
            select from investing."order" o where o.loan_id = l.id and o.member_id = m.id))
          and (l.status not in (90, 96, 97, 98, 99)
            or l.status_at >= ${before}::date::timestamp at time zone 'Asia/Taipei'))
    order by p.member_id limit 500
  `);

/** Documents of a member that belong to a loan, with which they are kept. */
export const uploadsOfLoans = (tx: Tx, memberId: number) =>
  tx.one<{ ids: number[] }>(sql`
    select array(select u.id from verification.upload u where u.member_id = ${memberId}
      and (exists (select from lending.document d where d.upload_id = u.id)
        or exists (select from servicing.negotiation_paper n where n.upload_id = u.id))) as ids
  `);

/**
 * Returns the subjects of all reviews of a member, and of their loans, except the review of the
 * verification itself.
 */
export const reviewedSubjects = (tx: Tx, memberId: number) =>
  tx.many<{
    type:
      | 'financial_statement'
      | 'account_change'
      | 'screening'
      | 'suspicion'
      | 'payout_hold'
      | 'loan';
    id: number;
  }>(sql`
    select 'financial_statement' as type, id from verification.financial_statement
    where member_id = ${memberId}
    union all
    select 'account_change', id from verification.account_change where member_id = ${memberId}
    union all
    select 'screening', ${memberId}::bigint
    union all
    select 'suspicion', ${memberId}::bigint
    union all
    select 'payout_hold', ${memberId}::bigint
    union all
    select 'loan', id from lending.loan where member_id = ${memberId}
  `);

/**
 * Hashes of erased persons are kept no longer, unless a suspension or a loss that has not been
 * lifted still bars the person.
 */
export const tracesToForget = (tx: Tx) =>
  tx.many<{ memberId: number }>(sql`
    select t.member_id
    from verification.trace t
    join verification.profile p on p.member_id = t.member_id
    join identity.member m on m.id = t.member_id
    where p.erased_at is not null and m.suspended_at is null
      and not exists (
        select from lending.loan l join servicing.write_off w on w.loan_id = l.id
        where l.member_id = t.member_id
          and not exists (select from lending.lifted_loss f where f.loan_id = l.id))
  `);
