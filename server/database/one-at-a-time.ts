// Lets work of one kind run one after the other, whichever process does it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, type Tx, waitOutside, withTransaction } from './db.ts';
import { sql } from './sql.ts';

/** Advisory locks `(ONE_AT_A_TIME, hash of the kind)`. */
export const ONE_AT_A_TIME = 48;
const LOOK_MS = 200;

const tryLock = (tx: Tx, kind: string) =>
  tx.one<{ mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(${ONE_AT_A_TIME}::integer, hashtext(${kind})) as mine
  `);

/**
 * Does `work` once no other work of this kind is being done, here or in another process: a job
 * reads what another run of it is about to write, and would do it a second time. The transaction
 * that holds the lock is open as long as the work, but it has neither a snapshot nor a lock of a
 * row. Throws if the process is about to end before the work has begun.
 */
export async function oneAtATime(
  { pool, leaving }: { pool: Pool; leaving: AbortSignal },
  kind: string,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const isDone = await withTransaction(pool, async (tx) => {
      if (!(await tryLock(tx, kind)).mine) return false;
      await waitOutside(tx);
      await work();
      return true;
    });
    if (isDone) return;
    await sleep(LOOK_MS);
    if (leaving.aborted) throw new Error('the process ends; another one takes over its jobs');
  }
}
