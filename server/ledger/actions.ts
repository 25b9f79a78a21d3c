// The only way money moves: balanced transfers whose ids their callers choose; and closed days.
import { addDays, type Day } from '#contract/core/day.ts';
import type { TransferKind } from '#contract/ledger/kinds.ts';
import { type Money, negate } from '#contract/core/money.ts';
import type { Services, Work } from '../action.ts';
import type { Tx } from '../database/db.ts';
import { type BrokenInvariant, brokenInvariants, readInvariants } from '../database/invariants.ts';
import { firstOpenDay, holdDays, lockPosting, moveFirstOpen } from './closing-queries.ts';
import {
  type BooksProof,
  balance,
  entriesAbout,
  insertProof,
  lastProof,
  movedAfter,
  totals,
} from './queries.ts';
import type { AccountKey, Transfer } from './rules.ts';
import { entriesOf } from './undo-queries.ts';

export { lockPosting, movedAfter, totals };
export { post } from './posting.ts';
export { bookVatThrough } from './vat.ts';

/** Entries that are proven within a second; longer books are proven by the night's job alone. */
const PROVEN_ON_SIGHT = 100_000;

/**
 * What undoes transfers: the same entries with the other sign, each under the name of what it
 * undoes (`…:undone`), so that one is undone once. The caller posts them. Unknown ids are left out.
 */
export async function undoing(
  tx: Tx,
  ids: readonly string[],
  how: { kind: TransferKind; on: Day; memo?: string },
): Promise<Transfer[]> {
  const byTransfer = Map.groupBy(await entriesOf(tx, ids), ({ transferId }) => transferId);
  return [...byTransfer].map(([id, lines]) => ({
    id: `${id}:undone`,
    kind: how.kind,
    on: how.on,
    memo: how.memo ?? `undoes ${id}`,
    ...(lines[0]!.about !== null && { loanId: lines[0]!.about }),
    entries: lines.map(({ account, loan, order, member, amount }) => ({
      account,
      ...(loan > 0 && { loan }),
      ...(order > 0 && { order }),
      ...(member > 0 && { member }),
      amount: negate(amount),
    })),
  }));
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

/** The first day that money may still be booked on; null while no day was ever closed. */
export const openSince = async (tx: Tx): Promise<Day | null> => (await firstOpenDay(tx)).day;

/** The accounting day of what happened on a day and is recorded in this transaction. */
export async function accountingDay(tx: Tx, on: Day): Promise<Day> {
  await holdDays(tx);
  const first = await openSince(tx);
  return first !== null && first > on ? first : on;
}

/**
 * Closes the books through a day, or opens them after it where they were closed further; null opens
 * all of them. The caller holds `lockPosting` from before he read what he closes.
 */
export async function closeThrough(tx: Tx, day: Day | null): Promise<void> {
  await moveFirstOpen(tx, day === null ? null : addDays(day, 1));
}
