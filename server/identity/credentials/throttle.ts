// Rate limits by account and by address, shared by all processes.
import { Refusal } from '#contract/refusals.ts';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../database/db.ts';
import { freeAt, giveUnitsBack, takeUnits } from './password-queries.ts';
import type { Pace } from '../rules.ts';

export type Limit = Pace & { key: string };

/**
 * Takes a unit of each limit, or refuses TOO_MANY_REQUESTS with the seconds until the next unit.
 * Units recover one by one, so that nobody is shut out for good. Returns a function that gives the
 * units back. Must run outside the call's transaction, unless a refusal of the call may give the
 * units back as well.
 */
export async function takeRateLimits(
  tx: Tx,
  { realNow }: Pick<Clock, 'realNow'>,
  limits: readonly Limit[],
): Promise<() => Promise<void>> {
  const now = realNow();
  const keys = new Set((await takeUnits(tx, limits, now)).map(({ key }) => key));
  const taken = limits.filter(({ key }) => keys.has(key));
  const giveBack = async () => {
    if (taken.length > 0) await giveUnitsBack(tx, taken);
  };
  const missing = limits.find(({ key }) => !keys.has(key));
  if (!missing) return giveBack;
  await giveBack();
  throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: await waitFor(tx, missing, now) });
}

/** Returns the seconds until one unit has recovered, at least one. */
async function waitFor(tx: Tx, { key, burst, everyMs }: Limit, now: Date): Promise<number> {
  const until = (await freeAt(tx, key))?.freeAt ?? now;
  const waitMs = until.getTime() - (burst - 1) * everyMs - now.getTime();
  return Math.max(1, Math.ceil(waitMs / 1000));
}
