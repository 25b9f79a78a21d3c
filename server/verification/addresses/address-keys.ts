// Keyed hashes of the addresses of members, by which the office finds members at the same address.
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import { eachOnePaged } from '../../each-one.ts';
import { type Work, inWork } from '../../work.ts';
import { insertAddressKeys, profilesWithoutKeys } from './address-key-queries.ts';
import type { Address } from '../person.ts';
import { normalAddress } from '../rules.ts';

const AT_ONCE = 200;

type Addresses = { registered: Address; mailing: Address | null };

/** Stores the hashes of a member's addresses in place of earlier ones. */
export async function keepAddressKeys(
  { tx, services: { secrets } }: Pick<Work, 'tx' | 'services'>,
  memberId: number,
  { registered, mailing }: Addresses,
): Promise<void> {
  const keyOf = (kind: 'registered' | 'mailing', address: Address) => {
    const text = normalAddress(address);
    const line = secrets.encrypt('verification.address_key.line', memberId, text);
    return { kind, line, hash: secrets.fingerprint('address', text) };
  };
  await insertAddressKeys(tx, memberId, [
    keyOf('registered', registered),
    ...(mailing ? [keyOf('mailing', mailing)] : []),
  ]);
}

/** Fills in the hashes of addresses that were stored before the table for them existed. */
export async function fillAddressKeys(services: Services): Promise<void> {
  const { pool, secrets } = services;
  const next = (last: { memberId: number } | null) =>
    profilesWithoutKeys(db(pool), last?.memberId ?? 0, AT_ONCE);
  await eachOnePaged(services, next, ({ memberId, registered, mailing }) => {
    const opened = (column: 'registered_address' | 'mailing_address', sealed: string) =>
      JSON.parse(secrets.decrypt(`verification.profile.${column}`, memberId, sealed)) as Address;
    const addresses = {
      registered: opened('registered_address', registered),
      mailing: mailing === null ? null : opened('mailing_address', mailing),
    };
    return inWork(services, (work) => keepAddressKeys(work, memberId, addresses));
  });
}
