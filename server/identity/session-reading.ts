// Reads sessions: a single one in a transaction, or those of all calls that arrive at the same
// moment with one statement, because most of what such a statement takes is the way to the database
// and back. Nothing is kept, so that a session that was ended is never accepted afterwards.
import { type Pool, type Tx, SHORT, db } from '../database/db.ts';
import { type SessionRow, type SessionTimes, readSessions } from './queries.ts';

/** Where a session is read: in a transaction, or on its own together with those of other calls. */
export type SessionSource = Tx | Pool;

type Waiting = {
  hash: Buffer;
  found: (row: SessionRow | null) => void;
  failed: (error: unknown) => void;
};
const waiting = new WeakMap<Pool, Waiting[]>();

/** Returns the session whose token has this hash; null if there is none. */
export async function readSession(
  from: SessionSource,
  hash: Buffer,
  times: SessionTimes,
): Promise<SessionRow | null> {
  if ('many' in from) return (await findSessions(from, [hash], times))(hash);
  return new Promise((found, failed) => {
    const own = { hash, found, failed };
    const others = waiting.get(from);
    if (others) {
      others.push(own);
      return;
    }
    const all = [own];
    waiting.set(from, all);
    // By then every request that has already arrived was parsed.
    setImmediate(() => {
      waiting.delete(from);
      void readAll(from, all, times);
    });
  });
}

async function readAll(pool: Pool, all: readonly Waiting[], times: SessionTimes): Promise<void> {
  try {
    const hashes = all.map(({ hash }) => hash);
    const sessionOfHash = await findSessions(db(pool, SHORT), hashes, times);
    for (const { hash, found } of all) found(sessionOfHash(hash));
  } catch (error) {
    for (const { failed } of all) failed(error);
  }
}

/** Reads sessions; returns a function that returns the one of a hash, null if there is none. */
async function findSessions(tx: Tx, hashes: readonly Buffer[], times: SessionTimes) {
  const rows = await readSessions(tx, hashes, times);
  const byHash = new Map(rows.map(({ hash, ...row }) => [hash.toString('latin1'), row]));
  return (hash: Buffer): SessionRow | null => byHash.get(hash.toString('latin1')) ?? null;
}
