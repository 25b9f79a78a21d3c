// Proof of work used as a captcha: ALTCHA, without any third party.
import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Data that a browser needs to show the widget of another captcha service. */
export type Widget = { siteKey: string; script: string };

export type Captcha = {
  /**
   * Our challenge for the browser to solve, valid for ten minutes of real time; or a third party's
   * widget.
   */
  challenge(): Promise<Challenge | Widget>;
  /**
   * Returns the challenge's nonce if the payload (base64 of JSON {challenge, solution}) solves one
   * of our challenges that has not expired, otherwise null. The caller must ensure that no nonce is
   * used twice.
   */
  verify(payload: string): Promise<string | null>;
};

/**
 * Our own challenges with levels of difficulty: each level takes twice the work of the one before.
 */
export type ProofOfWork = {
  challenge(level?: number): Promise<Challenge>;
  /**
   * Like the captcha's `verify`; returns null also if the challenge was easier than the level
   * requires.
   */
  verify(payload: string, level?: number): Promise<string | null>;
};

const ALGORITHM = 'PBKDF2/SHA-256';
const LIFETIME_MS = 10 * 60_000;
const PAYLOAD_LENGTH_MAX = 5_000;

/**
 * `work` is the number of keys of `cost` rounds that the browser tries at level 0, between half and
 * all of it: about a second on a desktop, a few on a phone. Checking one costs the server a single
 * hash.
 */
export function createCaptcha(options: {
  hmacKey: Buffer;
  realNow: () => Date;
  work?: number;
  cost?: number;
}): ProofOfWork {
  const { hmacKey, realNow, work = 4_000, cost = 1_000 } = options;
  const keyFor = (purpose: string): string =>
    createHmac('sha256', hmacKey).update(purpose).digest('hex');
  const secrets = {
    hmacSignatureSecret: keyFor('captcha challenge'),
    hmacKeySignatureSecret: keyFor('captcha key'),
  };
  return {
    challenge(level = 0) {
      const most = work * 2 ** level;
      return createChallenge({
        algorithm: ALGORITHM,
        cost,
        counter: randomInt(Math.floor(most / 2), most),
        // The level is signed too, so that nobody can pass an easy challenge off as a hard one.
        data: { level },
        deriveKey,
        expiresAt: new Date(realNow().getTime() + LIFETIME_MS),
        ...secrets,
      });
    },
    async verify(payload, level = 0) {
      const claim = claimIn(payload);
      if (!claim || Number(claim.challenge.parameters.data?.['level'] ?? 0) < level) return null;
      const { verified } = await verifySolution({ ...claim, deriveKey, ...secrets }).catch(() => ({
        verified: false,
      }));
      const { nonce, expiresAt } = claim.challenge.parameters;
      return verified && expiresAt !== undefined ? nonce : null;
    },
  };
}

type Claim = { challenge: Challenge; solution: { counter: number; derivedKey: string } };

/** Parses the browser's claim; undefined if it does not have the right shape. */
function claimIn(payload: string): Claim | undefined {
  if (payload.length > PAYLOAD_LENGTH_MAX) return undefined;
  try {
    const claim = JSON.parse(Buffer.from(payload, 'base64').toString()) as Claim | null;
    // The cost and algorithm must be our own, because otherwise the sender could make the server do
    // expensive work.
    const parameters = claim?.challenge?.parameters;
    if (parameters?.algorithm !== ALGORITHM || typeof parameters.nonce !== 'string')
      return undefined;
    return typeof claim?.solution?.derivedKey === 'string' ? claim : undefined;
  } catch {
    return undefined;
  }
}
