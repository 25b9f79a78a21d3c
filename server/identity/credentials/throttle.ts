// Rate limits by account and by address, shared by all processes.
import { Refusal } from '#contract/refusals.ts';
import type { Clock } from '../../action.ts';
import type { Tx } from '../../database/db.ts';
import { freeAt, giveRateLimitBack, takeRateLimit } from './password-queries.ts';
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
  const taken: Limit[] = [];
  const giveBack = async () => {
    for (const { key, everyMs } of taken) await giveRateLimitBack(tx, key, everyMs);
  };
  for (const limit of limits) {
    const now = realNow();
    if ((await takeRateLimit(tx, limit, now)) === 0) {
      await giveBack();
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: await waitFor(tx, limit, now) });
    }
    taken.push(limit);
  }
  return giveBack;
}

/** Returns the seconds until one unit has recovered, at least one. */
async function waitFor(tx: Tx, { key, burst, everyMs }: Limit, now: Date): Promise<number> {
  const until = (await freeAt(tx, key))?.freeAt ?? now;
  const waitMs = until.getTime() - (burst - 1) * everyMs - now.getTime();
  return Math.max(1, Math.ceil(waitMs / 1000));
}
