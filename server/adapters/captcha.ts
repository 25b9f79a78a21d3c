// The proof of work that stands in for a captcha: ALTCHA, without any third party.
import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** What a browser draws the widget of another service by. */
export type Widget = { siteKey: string; script: string };

export type Captcha = {
  /** Ours: a challenge for the browser to solve; good for ten minutes of real time. */
  challenge(): Promise<Challenge | Widget>;
  /**
   * The challenge's own name where the payload (base64 of JSON {challenge, solution}) solves one
   * of ours that has not expired, else null. The caller sees that no name is used twice.
   */
  verify(payload: string): Promise<string | null>;
};

const ALGORITHM = 'PBKDF2/SHA-256';
const LIFETIME_MS = 10 * 60_000;
const PAYLOAD_LENGTH_MAX = 5_000;

/**
 * `work`: how many keys of `cost` rounds the browser tries, between half and all of it; as it
 * stands about a second on a desktop, a few on a phone. Checking one costs us a hash.
 */
export function createCaptcha(options: {
  hmacKey: Buffer;
  realNow: () => Date;
  work?: number;
  cost?: number;
}): Omit<Captcha, 'challenge'> & { challenge(): Promise<Challenge> } {
  const { hmacKey, realNow, work = 4_000, cost = 1_000 } = options;
  const keyFor = (purpose: string): string =>
    createHmac('sha256', hmacKey).update(purpose).digest('hex');
  const secrets = {
    hmacSignatureSecret: keyFor('captcha challenge'),
    hmacKeySignatureSecret: keyFor('captcha key'),
  };
  return {
    challenge: () =>
      createChallenge({
        algorithm: ALGORITHM,
        cost,
        counter: randomInt(Math.floor(work / 2), work),
        deriveKey,
        expiresAt: new Date(realNow().getTime() + LIFETIME_MS),
        ...secrets,
      }),
    async verify(payload) {
      const claim = claimIn(payload);
      if (!claim) return null;
      const { verified } = await verifySolution({ ...claim, deriveKey, ...secrets }).catch(() => ({
        verified: false,
      }));
      const { nonce, expiresAt } = claim.challenge.parameters;
      return verified && expiresAt !== undefined ? nonce : null;
    },
  };
}

type Claim = { challenge: Challenge; solution: { counter: number; derivedKey: string } };

/** What the browser claims, or nothing when it is not even shaped like it. */
function claimIn(payload: string): Claim | undefined {
  if (payload.length > PAYLOAD_LENGTH_MAX) return undefined;
  try {
    const claim = JSON.parse(Buffer.from(payload, 'base64').toString()) as Claim | null;
    // A cost or algorithm of the sender's choosing would be our work, not his.
    const parameters = claim?.challenge?.parameters;
    if (parameters?.algorithm !== ALGORITHM || typeof parameters.nonce !== 'string')
      return undefined;
    return typeof claim?.solution?.derivedKey === 'string' ? claim : undefined;
  } catch {
    return undefined;
  }
}
