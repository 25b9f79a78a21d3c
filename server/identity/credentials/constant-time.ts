// Answers at even times, so that how long one took does not tell who has an account.
import { setTimeout as wait } from 'node:timers/promises';

/** Longer than any of these calls takes on a machine that is not overrun. */
const SLOT_MS = 100;

/**
 * Starts the clock of a call; awaiting what it answers ends at a whole number of slots after the
 * start. Never wait inside a transaction: the connection would wait along.
 */
export function evenTime(): () => Promise<void> {
  const from = performance.now();
  return () => wait(SLOT_MS - ((performance.now() - from) % SLOT_MS));
}
