// Lets a job go on with its other items when one of them fails.
import type { Services } from './services.ts';
import { TextDamaged } from './adapters/secrets.ts';

/** The ids of an item, which say in the log what failed without naming anybody. */
const idsOf = (item: object) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name === 'id' || name.endsWith('Id')));

/**
 * Runs `run` for each item in turn, even if it fails for one of them, so that one broken row never
 * keeps back the others. The first error is thrown at the end: the job counts as failed, and the
 * next run tries what is left. It does not stop early when the process is about to end, because a
 * day that was closed is marked as processed after it.
 */
export async function eachOne<T extends object>(
  { log }: Pick<Services, 'log'>,
  items: Iterable<T>,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      log.error({ err: error, item: idsOf(item) }, 'one item of a job failed');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Like `eachOne`, but with `lanes` items at a time: each lane takes the next item that none has
 * begun. Ends when all lanes have ended.
 */
export async function eachInLanes<T extends object>(
  services: Pick<Services, 'log'>,
  lanes: number,
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const next = items.values();
  const ends = await Promise.allSettled(
    Array.from({ length: lanes }, () => eachOne(services, next, run)),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Like `eachOne` for items that are read page by page: `next` gets the last item of the page before
 * or null, and returns no items at the end. A broken item keeps back neither its page nor the next.
 */
export async function eachOnePaged<T extends object>(
  services: Pick<Services, 'log'>,
  next: (last: T | null) => Promise<readonly T[]>,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (let page = await next(null); page.length > 0; page = await next(page.at(-1) ?? null)) {
    await eachOne(services, page, run).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Logs that a text of one row cannot be decrypted, so that the caller goes on with the others;
 * `about` has ids. Throws any other error, also that of a key that this process lacks.
 */
export function logDamage(
  log: Services['log'],
  error: unknown,
  about: Readonly<Record<string, number | string>>,
  message: string,
): void {
  if (!(error instanceof TextDamaged)) throw error;
  log.error({ err: error, ...about }, message);
}
