// SQL of what is known about members' accounts in force before money goes to them.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { AccountRow } from '../change/account-queries.ts';

/** The payment went to the account `a`, also if the same number was entered again meanwhile. */
const wentTo = sql`coalesce(verification.account_hash_at(member_id, created_at), a.account_hash)
  = a.account_hash`;

/**
 * The accounts in force of members with their holders, and the payments to each: those that the
 * bank confirmed, the last one that it returned, and since when the account replaces another one.
 * A member without an account has no row.
 */
export const accountsPaid = (tx: Tx, memberIds: readonly number[], now: Date) =>
  tx.many<
    AccountRow & {
      sealedName: string | null;
      since: Date;
      isReplacing: boolean;
      paid: number;
      firstPaidOn: Day | null;
      returnedId: number | null;
      returnedOn: Day | null;
      returnedWhy: string | null;
      isListed: boolean;
      isAwaited: boolean;
      /** Whether all payments to the member are held, or a part of them. */
      held: 'all' | 'part' | null;
    }
  >(sql`
    select a.id, a.member_id, a.bank_code, a.branch_code, a.account, a.account_hash,
      a.account_tail, a.uploads, a.status, p.name as sealed_name, a.since, exists (
        select from verification.bank_account e where e.member_id = a.member_id and e.id <> a.id
          and e.in_force_from < a.since and e.account_hash <> a.account_hash
      ) as is_replacing,
      q.paid, q.first_paid_on, r.id as returned_id, r.settled_on as returned_on,
      r.reason as returned_why,
      exists (select from verification.screening_hit h
        where h.member_id = a.member_id and h.status in ('open', 'confirmed')) as is_listed,
      verification.account_waits(a.member_id) as is_awaited,
      (select case when h.held_up_to is null then 'all' else 'part' end
        from verification.payout_hold h
        where h.member_id = a.member_id and h.ended_at is null) as held
    from unnest(${memberIds}::bigint[]) as m (id)
    cross join lateral (
      select f.*, coalesce(f.in_force_from, f.created_at) as since
      from verification.account_in_force(m.id, ${now}) f
    ) a
    left join verification.profile p on p.member_id = a.member_id
    cross join lateral (
      select count(*)::int as paid, min(settled_on) as first_paid_on from banking.payment
      where member_id = a.member_id and source_id is null and status = 'confirmed'
        and ${wentTo}
    ) q
    left join lateral (
      select id, settled_on, reason from banking.payment
      where member_id = a.member_id and source_id is null and status = 'returned'
        and ${wentTo}
        -- What left its batch was never at the bank.
        and (purpose = 'disbursement' or batch_id is not null)
      order by id desc limit 1
    ) r on true
  `);

/**
 * The other members who have the same account as each of these members, who stand once for each
 * hash of their account: their number, what stands for all of them, and the first of them.
 */
export const sharersOf = (
  tx: Tx,
  hashes: readonly { memberId: number; hash: string }[],
  limit: number,
) =>
  tx.many<{
    memberId: number;
    total: number;
    key: string;
    first: { memberId: number; sealedName: string | null }[];
  }>(sql`
    with found as (
      select distinct a.member_id, b.member_id as other
      from unnest(${hashes.map(({ memberId }) => memberId)}::bigint[],
        ${hashes.map(({ hash }) => hash)}::text[]) as a (member_id, hash)
      join verification.bank_account b on b.account_hash = a.hash
        and b.member_id <> a.member_id
        and b.status in ('pending', 'in_force', 'proposed', 'coming')
    ), placed as (
      select member_id, other, row_number() over (partition by member_id order by other) as place
      from found
    )
    select f.member_id, count(*)::int as total, md5(string_agg(f.other::text, ','
        order by f.other::text)) as key,
      jsonb_agg(jsonb_build_object('memberId', f.other, 'sealedName', p.name) order by f.other)
        filter (where f.place <= ${limit}) as first
    from placed f left join verification.profile p on p.member_id = f.other
    group by f.member_id
  `);
