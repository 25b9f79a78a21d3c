// Other members with the same bank account or the same files, as a warning names them.
import { maskedName } from '#contract/core/masked-name.ts';
import { FLAG_WHO_MAX } from '#contract/tasks/flag-words.ts';
import { logDamage } from '../../each-one.ts';
import type { Work } from '../../work.ts';
import {
  accountInForce,
  type AccountRow,
  membersWithAccount,
  othersWithAccount,
  provenStatuses,
} from '../change/account-queries.ts';
import { pastAccountsOf } from '../erasure/traces.ts';
import { accountHashesOf, accountIn } from '../person.ts';
import { membersWithPapers, othersWithPapers } from '../queries.ts';
import { sharersOf } from './payee-queries.ts';

/** `who`: the first of them, with masked names. `key` stands for all of them. */
export type Shared = {
  total: number;
  key: string | null;
  who: readonly { id: number; name: string | null }[];
};

type Named = { memberId: number; sealedName: string | null };

/** A name that cannot be decrypted is not shown; the member can be found by the id. */
function namedOf({ services }: Work, { memberId: id, sealedName }: Named) {
  if (sealedName === null) return { id, name: null };
  try {
    const name = services.secrets.decrypt('verification.profile.name', id, sealedName);
    return { id, name: maskedName(name) };
  } catch (error) {
    logDamage(services.log, error, { member: id }, 'a name cannot be decrypted');
    return { id, name: null };
  }
}

const NOBODY: Shared = { total: 0, key: null, who: [] };

/**
 * Returns by member who else has the same account; a member who shares it with nobody is left out.
 */
export async function sharedAccounts(
  work: Work,
  rows: readonly AccountRow[],
): Promise<ReadonlyMap<number, Shared>> {
  const hashes = rows.flatMap((row) =>
    hashesOf(work, row).map((hash) => ({ memberId: row.memberId, hash })),
  );
  const found = await sharersOf(work.tx, hashes, FLAG_WHO_MAX);
  return new Map(
    found.map(({ memberId, total, key, first }) => [
      memberId,
      { total, key, who: first.map((one) => namedOf(work, one)) },
    ]),
  );
}

/** Every hash that the account of a row may have, also while the hash key is rotated. */
export function hashesOf({ services }: Pick<Work, 'services'>, row: AccountRow): readonly string[] {
  const { account, bankCode } = accountIn(services, row);
  return accountHashesOf(services, bankCode, account);
}

async function sharing(work: Work, of: Parameters<typeof othersWithAccount>[1]): Promise<Shared> {
  const { members: total, key } = await othersWithAccount(work.tx, of);
  if (total === 0) return NOBODY;
  const who = await membersWithAccount(work.tx, of, FLAG_WHO_MAX);
  return { total, key, who: who.map((one) => namedOf(work, one)) };
}

/** Other members who use the account, or have given it for a review. */
export async function sharedAccount(
  work: Work,
  memberId: number,
  row: AccountRow | null,
): Promise<Shared> {
  const found = row && (await sharedAccounts(work, [row])).get(memberId);
  return found ?? NOBODY;
}

/**
 * Other members of whom the same account was approved, for an account under review: a bank account
 * has one holder. Closed accounts of the same person are no others, and an account that the member
 * proved before needs no new proof.
 */
export async function provenAccount(
  work: Work,
  memberId: number,
  row: AccountRow | null,
): Promise<Shared> {
  if (row?.status !== 'pending' && row?.status !== 'proposed') return NOBODY;
  const hashes = hashesOf(work, row);
  const current = await accountInForce(work.tx, memberId, work.now);
  if (current && hashes.includes(current.accountHash)) return NOBODY;
  const past = (await pastAccountsOf(work, memberId)).map((one) => one.memberId);
  return sharing(work, { memberIds: [memberId, ...past], hashes, statuses: provenStatuses });
}

/** Other members who uploaded the same files, of all that the member uploaded or of some. */
export async function sharedPapers(
  work: Work,
  memberId: number,
  uploads: readonly number[] | null = null,
): Promise<Shared> {
  const of = { memberId, uploads };
  const { members: total, key } = await othersWithPapers(work.tx, of);
  if (total === 0) return NOBODY;
  const who = await membersWithPapers(work.tx, of, FLAG_WHO_MAX);
  return { total, key, who: who.map((one) => namedOf(work, one)) };
}

/**
 * Returns a text such as 「與會員 170 王○明等 3 位會員共用銀行帳戶」; null if nothing is shared.
 */
export function sharedText({ total, who }: Shared, what: string): string | null {
  const [first] = who;
  if (total === 0 || !first) return null;
  const named = ['會員', first.id, first.name].filter((part) => part !== null).join(' ');
  return `與${named}${total > 1 ? `等 ${total} 位會員` : ''}${what}`;
}

/** Returns by what a warning about shared things is recognised: all who share them. */
export const sharedFacts = ({ total, key }: Pick<Shared, 'total' | 'key'>): string =>
  `${total},${key ?? ''}`;
