// SQL of the comparison of members with the screening list.
import type { Tx } from '../../database/db.ts';
import { type Sql, sql } from '../../database/sql.ts';

export type ScreenedRow = { memberId: number; name: string; idNumber: string; birthday: string };

/** Members who can be compared, under a further condition. */
const people = (isDue: Sql) => sql`verification.profile p
    join identity.member m on m.id = p.member_id
    where p.name is not null and p.id_number is not null and p.birthday is not null
      and m.closed_at is null and ${isDue}`;

const isNew = sql`p.screened is null`;
const isOutdated = (version: string) => sql`p.screened is distinct from ${version}`;

export const unscreened = sql`select from ${people(isNew)}`;
export const outdated = (version: string) => sql`select from ${people(isOutdated(version))}`;

const batch = (tx: Tx, after: number, limit: number, isDue: Sql) =>
  tx.many<ScreenedRow>(sql`
    select p.member_id, p.name, p.id_number, p.birthday
    from ${people(isDue)} and p.member_id > ${after}
    order by p.member_id limit ${limit} for no key update of p
  `);

/** Locks members whose data were not compared since they changed. */
export const lockUnscreened = (tx: Tx, after: number, limit: number) =>
  batch(tx, after, limit, isNew);

/** Locks members who were not compared with this version of the list. */
export const lockOutdated = (tx: Tx, after: number, limit: number, version: string) =>
  batch(tx, after, limit, isOutdated(version));

export const markScreened = (tx: Tx, memberIds: readonly number[], version: string) =>
  tx.run(sql`
    update verification.profile set screened = ${version}
    where member_id = any (${memberIds}::bigint[])
  `);

export const isScreened = async (tx: Tx, memberId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select from verification.profile where member_id = ${memberId} and screened is not null
  `)) !== null;

export type HitStatus = 'open' | 'cleared' | 'confirmed' | 'gone';
export type HitRow = {
  id: number;
  memberId: number;
  entryHash: string;
  entry: string;
  status: HitStatus;
  isListed: boolean;
  /** Null until two persons have judged the hit. */
  decidedAt: Date | null;
};

const hitColumns = sql`id, member_id, entry_hash, entry, status, is_listed, decided_at`;

export const hitsOf = (tx: Tx, memberIds: readonly number[]) =>
  tx.many<HitRow>(sql`
    select ${hitColumns} from verification.screening_hit
    where member_id = any (${memberIds}::bigint[]) order by id
  `);

export const lockHits = (tx: Tx, memberId: number) =>
  tx.many<HitRow>(sql`
    select ${hitColumns} from verification.screening_hit where member_id = ${memberId}
    order by id for no key update
  `);

export const insertHit = (
  tx: Tx,
  hit: Pick<HitRow, 'memberId' | 'entryHash' | 'entry'> & { now: Date },
) =>
  tx.run(sql`
    insert into verification.screening_hit (member_id, entry_hash, entry, found_at)
    values (${hit.memberId}, ${hit.entryHash}, ${hit.entry}, ${hit.now})
  `);

export const setHit = (
  tx: Tx,
  id: number,
  { status, isListed }: Pick<HitRow, 'status' | 'isListed'>,
) =>
  tx.run(sql`
    update verification.screening_hit set status = ${status}, is_listed = ${isListed}
    where id = ${id}
  `);

export const decideHits = (
  tx: Tx,
  ids: readonly number[],
  status: 'cleared' | 'confirmed',
  now: Date,
) =>
  tx.run(sql`
    update verification.screening_hit set status = ${status}, decided_at = ${now}
    where id = any (${ids}::bigint[]) and status = 'open'
  `);

/** The hits that hold the money of a member: those that are open or confirmed. */
export const hitsThatHold = (tx: Tx, memberId: number) =>
  tx.many<{ id: number }>(sql`
    select id from verification.screening_hit
    where member_id = ${memberId} and status in ('open', 'confirmed') order by id
  `);

/** Returns why the money of a member is held: a hit that is open or confirmed, or null. */
export const heldBy = async (tx: Tx, memberId: number): Promise<'open' | 'confirmed' | null> => {
  const hit = await tx.maybe<{ status: 'open' | 'confirmed' }>(sql`
    select status from verification.screening_hit
    where member_id = ${memberId} and status in ('open', 'confirmed')
    order by status = 'open' desc limit 1
  `);
  return hit?.status ?? null;
};
