// Password hashing with argon2id, in a bounded queue.
import os from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Thrown if the hashing queue is full; the caller should try again shortly. */
export class Busy extends Error {
  override name = 'Busy';
}

export type Passwords = {
  hashPassword(password: string): Promise<string>;
  /** Whether the password matches this hash. An unreadable hash never matches. */
  verifyPassword(hashed: string, password: string): Promise<boolean>;
  /**
   * Takes as long as a real check and always returns false; used for accounts that do not exist, so
   * that nobody can find out which accounts exist.
   */
  verifyAgainstNothing(password: string): Promise<false>;
};

/** Cost of one hash: memory in KiB, number of passes, number of lanes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/**
 * The HTTP layer refuses longer passwords; this limit only matters if that check is ever missing.
 */
const LENGTH_MAX = 1024;
/** A hash at `COST` of unknown random bytes. */
const NOTHING =
  '$argon2id$v=19$m=19456,t=2,p=1$WY4a+Zb3PNm8G2M3+gSDmQ$' +
  'FlOWh2PlyVTpRsR4HIXsPyPKGTFWP5R1T4CbTyYyFQk';

/**
 * Calculates at most one hash per core at a time, because more would only make all of them slower
 * and each needs 19 MiB. Every call throws Busy if `waitingMax` others are already waiting.
 */
export function createPasswords(
  options: {
    inFlightMax?: number;
    waitingMax?: number;
    /** Cost of one hash; lowered only in tests that are not about passwords. */
    cost?: HashCost;
  } = {},
): Passwords {
  const { inFlightMax = os.availableParallelism(), waitingMax = 64, cost = COST } = options;
  const waiting: (() => void)[] = [];
  let inFlight = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (inFlight >= inFlightMax) {
      if (waiting.length >= waitingMax) throw new Busy(`${waiting.length} passwords are waiting`);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      inFlight += 1;
    }
    try {
      return await work();
    } finally {
      // The permit goes straight to the next caller in the queue, so that no later caller gets it
      // first.
      const next = waiting.shift();
      if (next) next();
      else inFlight -= 1;
    }
  }

  const matches = (hashed: string, password: string): Promise<boolean> =>
    inTurn(() => verify(hashed, normal(password)).catch(() => false));
  return {
    hashPassword: async (password) => inTurn(() => hash(normal(password), cost)),
    verifyPassword: matches,
    async verifyAgainstNothing(password) {
      await matches(NOTHING, password);
      return false;
    },
  };
}

/**
 * Normalises a password, so that the same characters typed on different devices give the same
 * bytes.
 */
function normal(password: string): string {
  if (password.length > LENGTH_MAX) throw new RangeError('a password of that length');
  return password.normalize('NFKC');
}
