// Delays answers to multiples of a fixed time, so that response times do not reveal who has an
// account.
import { setTimeout as wait } from 'node:timers/promises';

/** Length of a slot, longer than any of these calls takes on a machine that is not overloaded. */
const SLOT_MS = 100;

/**
 * Starts measuring the time of a call. Awaiting the returned function ends at a whole number of
 * slots after the start. Never await it inside a transaction, because it would occupy the
 * connection.
 */
export function constantTime(): () => Promise<void> {
  const from = performance.now();
  return () => wait(SLOT_MS - ((performance.now() - from) % SLOT_MS));
}
