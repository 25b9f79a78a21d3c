// The browsers on which a member has switched push messages on.
import { createHash } from 'node:crypto';
import type { Input } from '#contract/core/endpoint.ts';
import type { notices } from '#contract/notices/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { PushSubscription } from '../../adapters/push/push.ts';
import type { Tx } from '../../database/db.ts';
import {
  type DeviceRow,
  type EndedSessions,
  deleteDevice,
  deleteDevices,
  deleteDevicesOfOthers,
  deleteDevicesOfSessions,
  deleteEndpoint,
  deviceById,
  insertDevice,
  keepNewest,
  listDevices,
} from './device-queries.ts';
import { lockPreference } from '../queries.ts';

/** Browsers of one member; switching on one more ends the oldest. */
const DEVICES_MAX = 10;

const ENDPOINT = 'notices.push_device.endpoint';
const KEYS = 'notices.push_device.keys';
type Opening = Pick<Services, 'secrets'>;

function subscriptionIn({ secrets }: Opening, row: DeviceRow): PushSubscription {
  const keys = JSON.parse(secrets.decrypt(KEYS, row.memberId, row.keys)) as {
    p256dh: string;
    auth: string;
  };
  return { endpoint: secrets.decrypt(ENDPOINT, row.memberId, row.endpoint), ...keys };
}

/**
 * Returns the channels that a member may switch on. The digest of a device's address lets a page
 * recognise its own browser, and the address stays secret.
 */
export async function channelsOf(
  { tx, services }: Pick<Work, 'tx' | 'services'>,
  memberId: number,
) {
  const { push } = services;
  if (!push) return { push: null };
  const rows = await listDevices(tx, memberId);
  const devices = rows.map((row) => {
    const { endpoint } = subscriptionIn(services, row);
    const digest = createHash('sha256').update(endpoint).digest('base64url');
    return { id: row.id, name: row.name, addedAt: row.createdAt, digest };
  });
  return { push: { publicKey: push.publicKey, devices } };
}

/**
 * Switches push messages on for the browser of a session; a browser that was switched on before is
 * renewed.
 */
export async function addDevice(
  { tx, services, now }: Pick<Work, 'tx' | 'services' | 'now'>,
  { id: memberId, sessionId }: { id: number; sessionId: number },
  { endpoint, p256dh, auth, name }: Input<typeof notices.addPushDevice>,
): Promise<number> {
  const { push, secrets } = services;
  if (!push?.accepts(endpoint)) throw new Refusal('PUSH_REFUSED');
  await lockPreference(tx, memberId);
  await deleteEndpoint(tx, secrets.fingerprints('pushEndpoint', endpoint));
  const { id } = await insertDevice(tx, {
    memberId,
    endpoint: secrets.encrypt(ENDPOINT, memberId, endpoint),
    endpointHash: secrets.fingerprint('pushEndpoint', endpoint),
    keys: secrets.encrypt(KEYS, memberId, JSON.stringify({ p256dh, auth })),
    name,
    sessionId,
    now,
  });
  await keepNewest(tx, memberId, DEVICES_MAX);
  return id;
}

/** Refuses if the member has no device with that id. */
export async function removeDevice(tx: Tx, memberId: number, id: number): Promise<void> {
  if ((await deleteDevice(tx, memberId, id)) === 0) throw new Refusal('NOT_FOUND');
}

/** Deletes all devices of a member, whose account is being closed. */
export const forgetPushDevices = async (tx: Tx, memberId: number): Promise<void> => {
  await deleteDevices(tx, memberId);
};

/**
 * Deletes the devices on which sessions of a member end, because whoever uses the browser next
 * would read the member's notices. A session that expires ends none.
 */
export const forgetPushOfSessions = async (
  tx: Tx,
  memberId: number,
  which: EndedSessions,
): Promise<void> => {
  await deleteDevicesOfSessions(tx, memberId, which);
};

/**
 * Deletes the devices of the members who used a browser before the member who signs in now; `names`
 * are those by which the browser is known to any of them.
 */
export const forgetPushOfOthers = async (
  tx: Tx,
  memberId: number,
  names: readonly string[],
): Promise<void> => {
  if (names.length > 0) await deleteDevicesOfOthers(tx, memberId, names);
};

/**
 * The recipient of a push message as the outbox stores it. It names the device and not its address,
 * so that a device that was removed gets nothing any more.
 */
export const recipientOfDevice = (device: number): string => `推播裝置 ${device}`;

const deviceIn = (recipient: string): number => Number(/\d+$/.exec(recipient)?.[0] ?? 0);

/** Returns the subscription of a recipient; null if the device was removed meanwhile. */
export async function subscriptionOf(tx: Tx, services: Opening, recipient: string) {
  const row = await deviceById(tx, deviceIn(recipient));
  return row && subscriptionIn(services, row);
}

/** Deletes a device whose browser has ended its subscription. */
export async function forgetDevice(tx: Tx, recipient: string): Promise<void> {
  const row = await deviceById(tx, deviceIn(recipient));
  if (row) await deleteDevice(tx, row.memberId, row.id);
}
