// A unit of work in one transaction, and how jobs and reports open one outside of any request.
import { randomUUID } from 'node:crypto';
import { type Day, dayOf } from '#contract/core/day.ts';
import { type Tx, withTransaction } from './database/db.ts';
import type { Services } from './services.ts';
import { running } from './telemetry/running.ts';

export type Actor = {
  type: 'member' | 'operator' | 'system' | 'bank';
  id: number | null;
};

/** One unit of work inside one transaction: a request, a job or a bank report. */
export type Work = {
  tx: Tx;
  /**
   * Business time; `today` is its day in Asia/Taipei. Tokens, codes and rate limits use realNow.
   */
  now: Date;
  today: Day;
  realNow: Date;
  actor: Actor;
  requestId: string;
  services: Services;
};

const SYSTEM: Actor = { type: 'system', id: null };

/** Returns the same unit of work, in which the program acts by itself. */
export const bySystem = (work: Work): Work => ({ ...work, actor: SYSTEM });

/**
 * Returns a unit of work on a transaction that is already open. Unless another one is given, its
 * request id is that of the request or job that runs now.
 */
export function workOn(
  services: Services,
  tx: Tx,
  actor: Actor = SYSTEM,
  requestId: string = running()?.requestId ?? randomUUID(),
): Work {
  const now = services.clock.now();
  const realNow = services.clock.realNow();
  return { tx, now, today: dayOf(now), realNow, actor, requestId, services };
}

/** Runs `work` in a new transaction, with the system as actor unless another one is given. */
export function inWork<T>(
  services: Services,
  work: (work: Work) => Promise<T>,
  actor: Actor = SYSTEM,
): Promise<T> {
  return withTransaction(services.pool, (tx) => work(workOn(services, tx, actor)));
}
