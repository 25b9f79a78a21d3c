// Ledger operations: balanced transfers with ids chosen by their callers, and closed days.
import { addDays, type Day } from '#contract/core/day.ts';
import type { TransferKind } from '#contract/ledger/kinds.ts';
import { type Money, negate } from '#contract/core/money.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import type { Tx } from '../database/db.ts';
import { type BrokenInvariant, brokenInvariants, readInvariants } from '../database/invariants.ts';
import { firstOpenDay, holdDays, moveFirstOpen } from './closing-queries.ts';
import {
  type BooksProof,
  balance,
  entriesAbout,
  insertProof,
  lastProof,
  totals,
} from './queries.ts';
import type { AccountKey, Transfer } from './rules.ts';
import { entriesOf } from './undo-queries.ts';

/**
 * Number of entries that can be verified within a second; a larger ledger is verified only by the
 * nightly job.
 */
const PROVEN_ON_SIGHT = 100_000;

/**
 * Returns the transfers that undo others: the same entries with opposite signs. Their id is that of
 * the undone transfer plus `:undone`, so that each can be undone only once. The caller posts them.
 * Unknown ids are left out.
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

/** Stores the result of the nightly ledger proof. */
export async function keepBooksProof(
  { tx, realNow }: Pick<Work, 'tx' | 'realNow'>,
  broken: readonly BrokenInvariant[],
): Promise<void> {
  await insertProof(tx, { provenAt: realNow, ...(await proofOf(tx, broken)) });
}

/**
 * Returns the balance of each kind of account and whether every invariant holds: calculated now if
 * the ledger is small, otherwise from the last proof. Null if the ledger is large and was never
 * proved.
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

/** Returns the balance of one account in its natural sign (NT$); 0 if it was never used. */
export function balanceOf(tx: Tx, key: AccountKey): Promise<Money> {
  return balance(tx, key);
}

/** Returns the first day on which transfers may still be booked; null if no day was ever closed. */
export const openSince = async (tx: Tx): Promise<Day | null> => (await firstOpenDay(tx)).day;

/**
 * Returns the accounting day for an event of the given day that is recorded in the current
 * transaction.
 */
export async function accountingDay(tx: Tx, on: Day): Promise<Day> {
  await holdDays(tx);
  const first = await openSince(tx);
  return first !== null && first > on ? first : on;
}

/**
 * Closes the ledger through a day; if it was closed further, reopens the later days. Null reopens
 * all days. The caller must have called `lockPosting` before reading the figures that are to be
 * closed.
 */
export async function closeThrough(tx: Tx, day: Day | null): Promise<void> {
  await moveFirstOpen(tx, day === null ? null : addDays(day, 1));
}
