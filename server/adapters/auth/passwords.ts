// Password hashing with argon2id, in a bounded queue and in threads of low priority.
import os from 'node:os';
import { Piscina } from 'piscina';
import type { HashCost, PasswordJob } from './password-worker.ts';

/** Thrown if the hashing queue is full; the caller should try again shortly. */
export class Busy extends Error {
  override name = 'Busy';
}

export type Passwords = {
  /**
   * Runs something that needs a password checked. Throws Busy before it begins if too much of it is
   * underway, so that nothing is done for what could not be answered anyway.
   */
  admit<T>(work: () => Promise<T>): Promise<T>;
  hashPassword(password: string): Promise<string>;
  /** Whether the password matches this hash. An unreadable hash never matches. */
  verifyPassword(hashed: string, password: string): Promise<boolean>;
  /**
   * Takes as long as a real check and always returns false; used for accounts that do not exist, so
   * that nobody can find out which accounts exist.
   */
  verifyAgainstNothing(password: string): Promise<false>;
};

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

/** How much nicer than the rest of the program the threads are; see nice(2). */
const NICE = 15;
const IDLE_MS = 60_000;
let threads: Piscina<PasswordJob> | undefined;

/**
 * Returns the threads of this process, which start when they are needed and end when they are not.
 * Their priority is low, so that calls of members who are signed in stay quick while many others
 * sign in at once. There is one a core, because more would only make all hashes slower and each
 * needs 19 MiB.
 */
function threadsOf(): Piscina<PasswordJob> {
  threads ??= new Piscina({
    filename: new URL('./password-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: os.availableParallelism(),
    idleTimeout: IDLE_MS,
    // Elsewhere than on Linux it would be the priority of the whole process.
    niceIncrement: process.platform === 'linux' ? NICE : 0,
    recordTiming: false,
    env: {},
  });
  return threads;
}

/** Every call throws Busy if as many as `underwayMax` are underway; so does `admit`. */
export function createPasswords(
  options: {
    underwayMax?: number;
    /** Cost of one hash; lowered only in tests that are not about passwords. */
    cost?: HashCost;
  } = {},
): Passwords {
  const { underwayMax = 64 + os.availableParallelism(), cost = COST } = options;

  /** Returns a function that runs work unless as much as is allowed runs already. */
  function atMost() {
    let underway = 0;
    return async <T>(work: () => Promise<T>): Promise<T> => {
      if (underway >= underwayMax) throw new Busy(`${underway} passwords are waiting`);
      underway += 1;
      try {
        return await work();
      } finally {
        underway -= 1;
      }
    };
  }

  const hashing = atMost();
  const answer = (job: PasswordJob) => hashing<unknown>(() => threadsOf().run(job));
  const matches = async (hashed: string, password: string) =>
    (await answer({ hashed, password: normal(password) })) === true;
  return {
    admit: atMost(),
    hashPassword: async (password) => String(await answer({ cost, password: normal(password) })),
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
