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

const columns = sql`id, member_id as "memberId", endpoint, keys, name, created_at as "createdAt"`;

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
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into notices.push_device (member_id, endpoint, endpoint_hash, keys, name, created_at)
    values (${row.memberId}, ${row.endpoint}, ${row.endpointHash}, ${row.keys}, ${row.name},
      ${row.now})
    on conflict (endpoint_hash) do update set member_id = excluded.member_id,
      endpoint = excluded.endpoint, keys = excluded.keys, name = excluded.name,
      created_at = excluded.created_at
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
