// Lets jobs and reports open a unit of work outside of any request.
import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/core/day.ts';
import type { Actor, Services, Work } from './action.ts';
import { type Tx, withTransaction } from './database/db.ts';
import { running } from './telemetry/running.ts';

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
