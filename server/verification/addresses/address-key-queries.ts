// SQL of the keyed hashes of addresses.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

type AddressKey = { kind: 'registered' | 'mailing'; line: string; hash: string };

/** Replaces the hashes of a member's addresses. */
export const insertAddressKeys = (tx: Tx, memberId: number, keys: readonly AddressKey[]) =>
  tx.run(sql`
    with gone as (delete from verification.address_key
      where member_id = ${memberId} and kind <> all (${keys.map(({ kind }) => kind)}))
    insert into verification.address_key (member_id, kind, line, hash)
    select ${memberId}, k.kind, k.line, k.hash
    from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ line }) => line)}::text[],
      ${keys.map(({ hash }) => hash)}::text[]) as k (kind, line, hash)
    on conflict (member_id, kind) do update set line = excluded.line, hash = excluded.hash
  `);

/** Members with an address whose hash is missing. */
export const profilesWithoutKeys = (tx: Tx, after: number, limit: number) =>
  tx.many<{ memberId: number; registered: string; mailing: string | null }>(sql`
    select p.member_id, p.registered_address as registered, p.mailing_address as mailing
    from verification.profile p
    where p.member_id > ${after} and p.registered_address is not null
      and not exists (select from verification.address_key k where k.member_id = p.member_id)
    order by p.member_id limit ${limit}
  `);
