// What the tries of a load say about the program: how many were refused, how long they took, and
// which answers are not clean.
import type { Try } from '../market/retries.ts';

/**
 * Longest time in ms for an answer. An order waits for the batch before its own, and each of them
 * gives up after 2.5 s for a connection and 3 s for a statement.
 */
const WAIT_MAX_MS = 12_000;

/**
 * Calls of the demonstration, whose bank waits for its callback like a real one and then fails with
 * 500. They are repeated and compared, but their answers are not those of the product.
 */
const DEMONSTRATION = '/dev/';

export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Returns the figures of these tries in one line, and one line for each answer that is neither a
 * success, nor a refusal of the rules, nor a 503 in time with Retry-After.
 */
export function judgeTries(tries: readonly Try[], waitMaxMs = WAIT_MAX_MS) {
  const failures: string[] = [];
  for (const { path, status, code, ms, retryAfter } of tries) {
    if (path.startsWith(DEMONSTRATION)) continue;
    if (status === 0 || (status >= 500 && status !== 503))
      failures.push(`${path}: ${status} ${code}`);
    if (status === 503 && retryAfter === null) failures.push(`${path}: 503 without Retry-After`);
    if (ms > waitMaxMs) failures.push(`${path}: ${status} after ${Math.round(ms)} ms`);
  }
  const times = tries
    .filter(({ path }) => !path.startsWith(DEMONSTRATION))
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  const refused = tries.filter(({ status }) => status === 503).length;
  const says =
    `${tries.length} tries, ${refused} of them 503, ` +
    `p99 ${Math.round(percentile(times, 0.99))} ms, longest ${Math.round(times.at(-1) ?? 0)} ms`;
  return { says, failures };
}
