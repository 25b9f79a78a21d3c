// Releases the jobs of workers that died. Each worker of the queue holds a lock of its database
// session for as long as its process lives.
import type { WorkerEvents } from 'graphile-worker';
import type { PoolClient } from 'pg';
import { db, type Pool } from './database/db.ts';
import { sql } from './database/sql.ts';

/**
 * Advisory locks `(LIVE, hash of the worker's id)`. They end with the session, so that a process
 * which was killed, or whose machine disappeared, loses them without doing anything.
 */
const LIVE = 25;
/**
 * Time after which a job may be released. A worker may take its first job before it has its lock,
 * and all locks are lost for a moment when PostgreSQL restarts. A job that two workers run at once
 * does no harm, because the second waits for the first (`oneAtATime`), but it wastes work.
 */
const GRACE = '30 seconds';

const lockWorker = (id: string) => sql`
  select pg_try_advisory_lock(${LIVE}::integer, hashtext(${id})) as is_locked
`;

/**
 * Returns the workers that took a job longer ago than the grace period and no longer hold their
 * lock.
 */
const deadWorkers = sql`
  select distinct locked_by as id from graphile_worker.jobs
  where locked_at < now() - ${GRACE}::interval and not exists (
    select from pg_locks
    where locktype = 'advisory' and classid = ${LIVE} and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
  )
`;

const unlock = (ids: readonly string[]) => sql`
  select graphile_worker.force_unlock_workers(${ids}::text[])
`;

export type LiveWorkers = {
  /**
   * Takes the locks of this process's workers that are missing or were lost with the session, then
   * releases the jobs of dead workers, so that others take them at once. Returns the ids of the
   * dead workers. It must not be called again before it ends.
   */
  releaseJobs(): Promise<string[]>;
  /** Closes the session, which releases its locks. */
  stop(): void;
};

/** Locks every worker that `events` announces. `pool` must connect to PostgreSQL directly. */
export function watchWorkers(pool: Pool, events: WorkerEvents): LiveWorkers {
  const alive = new Set<string>();
  const locked = new Set<string>();
  let session: PoolClient | undefined;
  let hasEnded = false;
  events.on('worker:create', ({ worker }) => alive.add(worker.workerId));
  const giveUp = () => {
    session?.release(true);
    session = undefined;
    locked.clear();
  };
  // The jobs of a worker that ended by itself are released like those of a dead process.
  events.on('worker:stop', ({ worker }) => {
    alive.delete(worker.workerId);
    hasEnded = true;
  });
  const lockAll = async () => {
    if (hasEnded) giveUp();
    hasEnded = false;
    if (!session) {
      session = await pool.connect();
      session.once('error', giveUp);
    }
    const tx = db(session);
    // A proxy may have cut the session while it was idle, which only a statement notices.
    await tx.one(sql`select 1`);
    for (const id of alive) {
      if (locked.has(id)) continue;
      // For a moment the lock may still belong to the worker's own session that was cut; the next
      // call takes it then.
      const { isLocked } = await tx.one<{ isLocked: boolean }>(lockWorker(id));
      if (isLocked) locked.add(id);
    }
  };
  return {
    async releaseJobs() {
      await lockAll();
      const tx = db(pool);
      const found = await tx.many<{ id: string }>(deadWorkers);
      const dead = found.map(({ id }) => id).filter((id) => !alive.has(id));
      if (dead.length > 0) await tx.one(unlock(dead));
      return dead;
    },
    stop: giveUp,
  };
}
