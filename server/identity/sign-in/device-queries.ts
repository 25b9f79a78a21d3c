// SQL of a member's current and former devices.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Marks a device as seen; returns whether it is new and how many were known before. */
export const seeDevice = (tx: Tx, memberId: number, name: string, realNow: Date) =>
  tx.one<{ isNew: boolean; before: number }>(sql`
    insert into identity.device as d (member_id, name, first_seen, last_seen)
    values (${memberId}, ${name}, ${realNow}, ${realNow})
    on conflict (member_id, name) do update set last_seen = excluded.last_seen
    returning old.member_id is null as is_new,
      (select count(*) from identity.device where member_id = ${memberId}) as before
  `);

export type LiveSession = {
  id: number;
  agent: string;
  address: string;
  createdAt: Date;
  usedAt: Date;
};

/** Returns the sessions that are still valid, the last used first. */
export const liveSessions = (tx: Tx, memberId: number, realNow: Date, idleSince: Date) =>
  tx.many<LiveSession>(sql`
    select id, agent, address, created_at, used_at
    from identity.session
    where member_id = ${memberId} and ended_at is null and ends_at > ${realNow} and used_at >
      ${idleSince}
    order by used_at desc, id desc limit 100
  `);

/** Returns this session of the member, ended or not. */
export const ownSession = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<{ id: number; createdAt: Date }>(sql`
    select id, created_at from identity.session where id = ${id} and member_id = ${memberId}
  `);
