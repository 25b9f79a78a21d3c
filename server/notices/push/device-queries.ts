// SQL of the browsers that receive push messages.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Row as stored: address and keys are encrypted. */
export type DeviceRow = {
  id: number;
  memberId: number;
  endpoint: string;
  keys: string;
  name: string;
  createdAt: Date;
};

const columns = sql`id, member_id, endpoint, keys, name, created_at`;

/** Returns the member's devices, newest first. */
export const listDevices = (tx: Tx, memberId: number) =>
  tx.many<DeviceRow>(sql`
    select ${columns} from notices.push_device where member_id = ${memberId} order by id desc
  `);

export const deviceById = (tx: Tx, id: number) =>
  tx.maybe<DeviceRow>(sql`select ${columns} from notices.push_device where id = ${id}`);

/** Removes a browser from whichever member switched it on before. */
export const deleteEndpoint = (tx: Tx, hashes: readonly string[]) =>
  tx.run(sql`delete from notices.push_device where endpoint_hash = any (${hashes})`);

/** A browser that two members switch on at once belongs to the one who comes second. */
export const insertDevice = (
  tx: Tx,
  row: Pick<DeviceRow, 'memberId' | 'endpoint' | 'keys' | 'name'> & {
    endpointHash: string;
    sessionId: number;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into notices.push_device
      (member_id, endpoint, endpoint_hash, keys, name, created_at, browser_id)
    values (${row.memberId}, ${row.endpoint}, ${row.endpointHash}, ${row.keys}, ${row.name},
      ${row.now}, (select browser_id from identity.session where id = ${row.sessionId}))
    on conflict (endpoint_hash) do update set member_id = excluded.member_id,
      endpoint = excluded.endpoint, keys = excluded.keys, name = excluded.name,
      created_at = excluded.created_at, browser_id = excluded.browser_id
    returning id
  `);

/** Deletes all devices of a member but the newest ones. */
export const keepNewest = (tx: Tx, memberId: number, most: number) =>
  tx.run(sql`
    delete from notices.push_device where member_id = ${memberId} and id not in (
      select id from notices.push_device where member_id = ${memberId} order by id desc
      limit ${most})
  `);

/** Deletes a device of the member; returns 0 if they have none with that id. */
export const deleteDevice = (tx: Tx, memberId: number, id: number) =>
  tx.run(sql`delete from notices.push_device where id = ${id} and member_id = ${memberId}`);

export const deleteDevices = (tx: Tx, memberId: number) =>
  tx.run(sql`delete from notices.push_device where member_id = ${memberId}`);

/** Which sessions of a member end: `only` one, or all but one. */
export type EndedSessions = { only?: number | null; but?: number | null };

/**
 * Deletes the devices of a member whose sessions end, also those of earlier sessions there. One
 * that an older program has stored may be on any browser, also on that of the session.
 */
export const deleteDevicesOfSessions = (
  tx: Tx,
  memberId: number,
  { only = null, but = null }: EndedSessions,
) =>
  tx.run(sql`
    delete from notices.push_device where member_id = ${memberId} and case
      when ${only}::bigint is not null then
        browser_id is null
          or browser_id = (select browser_id from identity.session where id = ${only})
      else ${but}::bigint is null or browser_id is distinct from
        (select browser_id from identity.session where id = ${but}) end
  `);

/**
 * Deletes the devices of other members that have signed in on a browser under these names, and
 * those of these members of which the browser is not known.
 */
export const deleteDevicesOfOthers = (tx: Tx, memberId: number, names: readonly string[]) =>
  tx.run(sql`
    delete from notices.push_device d using identity.browser b
    where b.name = any (${names}) and d.member_id <> ${memberId}
      and (d.browser_id = b.id or d.browser_id is null and d.member_id = b.member_id)
  `);
