// Passwords: argon2id in a bounded queue.
import os from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** So many are waiting to be hashed that one more would wait too long: try again shortly. */
export class Busy extends Error {
  override name = 'Busy';
}

export type Passwords = {
  hashPassword(password: string): Promise<string>;
  /** Whether it is the password of this hash. A hash that cannot be read is never matched. */
  verifyPassword(hashed: string, password: string): Promise<boolean>;
  /** Takes as long as a real check and is always false: for accounts that do not exist. */
  verifyAgainstNothing(password: string): Promise<false>;
};

/** What one hash costs: KiB of memory, passes over it, lanes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Longer ones are refused at the door; this only keeps a slip there from costing anything. */
const LENGTH_MAX = 1024;
/** A hash at COST of random bytes nobody knows. */
const NOTHING =
  '$argon2id$v=19$m=19456,t=2,p=1$WY4a+Zb3PNm8G2M3+gSDmQ$' +
  'FlOWh2PlyVTpRsR4HIXsPyPKGTFWP5R1T4CbTyYyFQk';

/**
 * One hash at a time on each core: more would only make all of them slower, and each holds
 * 19 MiB. Every call throws Busy when `waitingMax` others already wait.
 */
export function createPasswords(
  options: {
    inFlightMax?: number;
    waitingMax?: number;
    /** Only tests that are not about passwords pay less. */
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
      // The permit goes straight to the next in line, so that nobody can slip in between.
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

/** The same characters typed on different devices are the same bytes. */
function normal(password: string): string {
  if (password.length > LENGTH_MAX) throw new RangeError('a password of that length');
  return password.normalize('NFKC');
}
