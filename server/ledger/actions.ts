// The only way money moves: balanced transfers whose ids their callers choose.
import type { Money } from '#contract/money.ts';
import type { Services, Work } from '../action.ts';
import type { Tx } from '../db.ts';
import { type BrokenInvariant, brokenInvariants, readInvariants } from '../invariants.ts';
import {
  type BooksProof,
  balance,
  entriesAbout,
  insertProof,
  lastProof,
  movedAfter,
  postTransfers,
  totals,
} from './queries.ts';
import { type AccountKey, type Transfer, assertBalanced } from './rules.ts';

export { movedAfter, totals };

/** Entries that are proven within a second; longer books are proven by the night's job alone. */
const PROVEN_ON_SIGHT = 100_000;

/**
 * Posts transfers in the caller's transaction and answers the ids that were new. An id that was
 * posted before moves nothing again. Fails, and with it the transaction, where a transfer does not
 * sum to zero or would overdraw client money.
 */
export async function post(
  { tx }: { tx: Tx },
  transfers: readonly Transfer[],
): Promise<Set<string>> {
  if (transfers.length === 0) return new Set();
  transfers.forEach(assertBalanced);
  return new Set(await postTransfers(tx, transfers));
}

const proofOf = async (tx: Tx, broken: readonly BrokenInvariant[]) => {
  const counts = new Map(broken.map(({ name, rows }) => [name, rows.length]));
  return {
    balances: await totals(tx),
    laws: readInvariants().map(({ name }) => ({ name, broken: counts.get(name) ?? 0 })),
  };
};

/** Keeps what the night's proof of the books found. */
export async function keepBooksProof(
  { tx, realNow }: Pick<Work, 'tx' | 'realNow'>,
  broken: readonly BrokenInvariant[],
): Promise<void> {
  await insertProof(tx, { provenAt: realNow, ...(await proofOf(tx, broken)) });
}

/**
 * What lies in each kind of account and whether every law holds: now where the books are short,
 * else as last proven. Null before a large house's first night.
 */
export async function provenBooks({
  tx,
  services,
  realNow,
}: {
  tx: Tx;
  services: Pick<Services, 'pool'>;
  realNow: Date;
}): Promise<BooksProof | null> {
  const { entries } = await entriesAbout(tx);
  if (entries > PROVEN_ON_SIGHT) return lastProof(tx);
  return { provenAt: realNow, ...(await proofOf(tx, await brokenInvariants(services.pool))) };
}

/** What lies in one account, in its natural sign (NT$); 0 for one never used. */
export function balanceOf(tx: Tx, key: AccountKey): Promise<Money> {
  return balance(tx, key);
}
