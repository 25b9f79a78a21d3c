// Lets work of one kind run one after the other, whichever process does it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, type Tx, withTransaction } from './db.ts';
import { sql } from './sql.ts';

/** Advisory locks `(ONE_AT_A_TIME, hash of the kind)`. */
export const ONE_AT_A_TIME = 48;
const LOOK_MS = 200;
/** After this time without a sign of life PostgreSQL ends the session that holds a lock. */
const SILENT_MS = 60_000;

const tryLock = (tx: Tx, kind: string) =>
  tx.one<{ mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(${ONE_AT_A_TIME}::integer, hashtext(${kind})) as mine
  `);

/** Ends the session if it is silent for longer, such as that of a process that hangs. */
const endIfSilent = (tx: Tx, silentMs: number) =>
  tx.one(sql`
    select set_config('idle_in_transaction_session_timeout', ${String(silentMs)}, true)
  `);

/** Does `work`, and shows PostgreSQL meanwhile that this process lives. */
async function alive(tx: Tx, silentMs: number, work: () => Promise<void>): Promise<void> {
  const signs = setInterval(() => {
    // The end of the transaction fails if this does.
    tx.one(sql`select 1 as sign`).catch(() => {});
  }, silentMs / 4);
  try {
    await work();
  } finally {
    clearInterval(signs);
  }
}

/**
 * Does `work` once no other work of this kind is being done, here or in another process: a job
 * reads what another run of it is about to write, and would do it a second time. The transaction
 * that holds the lock is open as long as the work, but it has neither a snapshot nor a lock of a
 * row. A process that hangs loses the lock, so that the others go on; its own work then fails at
 * its end. Throws if the process is about to end before the work has begun.
 */
export async function oneAtATime(
  { pool, leaving }: { pool: Pool; leaving: AbortSignal },
  kind: string,
  work: () => Promise<void>,
  silentMs = SILENT_MS,
): Promise<void> {
  for (;;) {
    const isDone = await withTransaction(pool, async (tx) => {
      if (!(await tryLock(tx, kind)).mine) return false;
      await endIfSilent(tx, silentMs);
      await alive(tx, silentMs, work);
      return true;
    });
    if (isDone) return;
    await sleep(LOOK_MS);
    if (leaving.aborted) throw new Error('the process ends; another one takes over its jobs');
  }
}
