// SQL of the holders of phones and ID numbers.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

const columns = { phone: sql`phone_hash`, idNumber: sql`id_number_hash` };

/** Locks a number, by one of its hashes, until the transaction ends. */
export const lockNumber = (tx: Tx, hash: string) =>
  tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 11))`);

/** Returns the newest version of the hash key that any process has had. */
export const newestHashKey = (tx: Tx) =>
  tx.maybe<{ version: number }>(sql`
    select version from app.hash_key order by version desc limit 1
  `);

/** Returns the member who has a number with any of these hashes. */
export const holderOf = (tx: Tx, kind: keyof typeof columns, hashes: readonly string[]) =>
  tx.maybe<{ memberId: number }>(sql`
    select member_id from verification.profile
    where ${columns[kind]} = any (${hashes}) order by member_id limit 1
  `);
