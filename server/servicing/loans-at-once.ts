// Runs the work of a job over many loans: in chunks with a transaction each, and letters only once.
import type { Day } from '#contract/core/day.ts';
import type { Services } from '../services.ts';
import { type Tx, db, lockLoans } from '../database/db.ts';
import { eachInLanes, eachOne } from '../each-one.ts';
import { type Work, inWork } from '../work.ts';
import { type Letter, claimLetters } from './job-queries.ts';
import { readBooks } from './repayment/use-money.ts';
import type { Book } from './rules.ts';

/** Number of loans locked and written in one transaction. */
export const CHUNK = 100;
/**
 * Number of such transactions at a time: most of a distribution is calculated before it locks the
 * accounts that chunks have in common.
 */
export const LANES = 2;
/**
 * Runs `work` over loans in chunks, each in a transaction that locks its loans in the order of
 * their ids. If a chunk fails, its loans are tried one by one, so that one broken loan does not
 * block the others; the same happens to a chunk that PostgreSQL rolls back because another one
 * locks the same accounts in another order.
 */
export async function overLoans(
  services: Services,
  found: (work: Work) => Promise<readonly { loanId: number }[]>,
  work: (work: Work, loanIds: readonly number[]) => Promise<unknown>,
): Promise<void> {
  const loanIds = (await inWork(services, found)).map(({ loanId }) => loanId);
  const locked = (ids: readonly number[]) =>
    inWork(services, async (unit) => {
      await lockLoans(unit.tx, ids);
      await work(unit, ids);
    });
  const chunks: number[][] = [];
  for (let from = 0; from < loanIds.length; from += CHUNK) {
    chunks.push(loanIds.slice(from, from + CHUNK));
  }
  await eachInLanes(services, LANES, chunks, async (chunk) => {
    try {
      await locked(chunk);
    } catch (error) {
      services.log.warn({ err: error, loans: chunk.length }, 'loans are tried one by one');
      const singly = chunk.map((loanId) => ({ loanId }));
      await eachOne(services, singly, ({ loanId }) => locked([loanId]));
    }
  });
}

/**
 * Writes letters about loans, at most once for each loan and day: what is written and that it was
 * written are stored together, loan by loan if one of them fails.
 */
export async function writeOnce<L extends { loanId: number }>(
  services: Services,
  { letter, day, found }: { letter: Letter; day: Day; found(tx: Tx): Promise<readonly L[]> },
  write: (work: Work, about: L, book: Book) => Promise<void>,
): Promise<void> {
  const all = Map.groupBy(await found(db(services.pool)), ({ loanId }) => loanId);
  const loans = [...all.keys()].map((loanId) => ({ loanId }));
  await overLoans(
    services,
    async () => loans,
    async (work, loanIds) => {
      const claimed = await claimLetters(work.tx, letter, day, loanIds);
      const books = await readBooks(work.tx, claimed);
      for (const [loanId, book] of books) {
        for (const about of all.get(loanId) ?? []) await write(work, about, book);
      }
    },
  );
}
