// SQL of the keyed hashes that remain after an account is closed.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type Trace = { memberId: number; idNumberTrace: string | null; phoneTrace: string | null };

/** Stores the keyed hashes of the person whose account was closed, once. */
export const insertTrace = (tx: Tx, { memberId, idNumberTrace, phoneTrace }: Trace, now: Date) =>
  tx.run(sql`
    insert into verification.trace (member_id, id_number_trace, phone_trace, created_at)
    values (${memberId}, ${idNumberTrace}, ${phoneTrace}, ${now}) on conflict do nothing
  `);

/** Closed accounts that are not erased yet and have no stored hashes. */
export const untracedMembers = (tx: Tx, limit: number) =>
  tx.many<{ memberId: number }>(sql`
    select p.member_id
    from verification.profile p join identity.member m on m.id = p.member_id
    where m.closed_at is not null and (p.phone is not null or p.id_number is not null)
      and not exists (select from verification.trace t where t.member_id = p.member_id)
    order by p.member_id limit ${limit}
  `);

export type PastAccount = { memberId: number; suspended: boolean; closedAt: Date };

/**
 * Returns closed accounts with the same ID number. The same phone counts only if one of the two
 * accounts never had an ID number, because phone numbers are given to other people later.
 */
export const accountsTraced = (tx: Tx, { memberId, idNumberTrace, phoneTrace }: Trace) =>
  tx.many<PastAccount>(sql`
    select m.id as member_id, m.suspended_at is not null as suspended, m.closed_at
    from verification.trace t join identity.member m on m.id = t.member_id
    where t.member_id <> ${memberId} and m.closed_at is not null and (t.id_number_trace =
      ${idNumberTrace}
      or (t.phone_trace = ${phoneTrace} and (t.id_number_trace is null or ${idNumberTrace}::text
        is null)))
    order by m.id
  `);

/** Deletes the hashes of these members. */
export const deleteTraces = (tx: Tx, memberIds: readonly number[]) =>
  tx.many<{ memberId: number }>(sql`
    delete from verification.trace where member_id = any (${memberIds}::bigint[])
    returning member_id
  `);
