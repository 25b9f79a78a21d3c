// SQL of what is known about a member's account in force before money goes to it.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** The payment went to the account `a`, also if the same number was entered again meanwhile. */
const wentTo = sql`coalesce(verification.account_hash_at(member_id, created_at), a.account_hash)
  = a.account_hash`;

/**
 * Payments to the account in force: those that the bank confirmed, the last one that it returned,
 * and since when the account replaces another one.
 */
export const paymentsToAccount = (tx: Tx, memberId: number, now: Date) =>
  tx.maybe<{
    since: Date;
    isChanged: boolean;
    paid: number;
    firstPaidOn: Day | null;
    returnedId: number | null;
    returnedOn: Day | null;
    returnedWhy: string | null;
  }>(sql`
    select a.since, exists (
        select from verification.bank_account e where e.member_id = ${memberId} and e.id <> a.id
          and e.in_force_from < a.since and e.account_hash <> a.account_hash
      ) as is_changed,
      q.paid, q.first_paid_on, r.id as returned_id, r.settled_on as returned_on,
      r.reason as returned_why
    from (
      select id, account_hash, coalesce(in_force_from, created_at) as since
      from verification.account_in_force(${memberId}, ${now})
    ) a
    cross join lateral (
      select count(*)::int as paid, min(settled_on) as first_paid_on from banking.payment
      where member_id = ${memberId} and source_id is null and status = 'confirmed'
        and ${wentTo}
    ) q
    left join lateral (
      select id, settled_on, reason from banking.payment
      where member_id = ${memberId} and source_id is null and status = 'returned'
        and ${wentTo}
        -- What left its batch was never at the bank.
        and (purpose = 'disbursement' or batch_id is not null)
      order by id desc limit 1
    ) r on true
    where a.id is not null
  `);
