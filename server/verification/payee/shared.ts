// Other members with the same bank account or the same files, as a warning names them.
import { maskedName } from '#contract/core/masked-name.ts';
import { logDamage } from '../../each-one.ts';
import type { Work } from '../../work.ts';
import type { AccountRow } from '../change/account-queries.ts';
import { accountHashesOf, accountIn } from '../person.ts';
import { membersWithPapers, othersWithPapers } from '../queries.ts';
import { sharersOf } from './payee-queries.ts';

/** Most members whom a warning names. */
const NAMED_MAX = 5;

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

const UNSHARED: Shared = { total: 0, key: null, who: [] };

/**
 * Returns by member who else has the same account; a member who shares it with nobody is left out.
 */
export async function sharedAccounts(
  work: Work,
  rows: readonly AccountRow[],
): Promise<ReadonlyMap<number, Shared>> {
  const hashes = rows.flatMap((row) => {
    const { account, bankCode } = accountIn(work.services, row);
    const found = accountHashesOf(work.services, bankCode, account);
    return found.map((hash) => ({ memberId: row.memberId, hash }));
  });
  const found = await sharersOf(work.tx, hashes, NAMED_MAX);
  return new Map(
    found.map(({ memberId, total, key, first }) => [
      memberId,
      { total, key, who: first.map((one) => namedOf(work, one)) },
    ]),
  );
}

export async function sharedAccount(
  work: Work,
  memberId: number,
  row: AccountRow | null,
): Promise<Shared> {
  const found = row && (await sharedAccounts(work, [row])).get(memberId);
  return found ?? UNSHARED;
}

export async function sharedPapers(work: Work, memberId: number): Promise<Shared> {
  const { members: total, key } = await othersWithPapers(work.tx, memberId);
  if (total === 0) return { total, key, who: [] };
  const who = await membersWithPapers(work.tx, memberId, NAMED_MAX);
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
