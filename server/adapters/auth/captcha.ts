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

/** Ours, at levels of work: each takes twice as long as the one before. */
export type ProofOfWork = {
  challenge(level?: number): Promise<Challenge>;
  /** Null too where less was worked than the level asks for. */
  verify(payload: string, level?: number): Promise<string | null>;
};

const ALGORITHM = 'PBKDF2/SHA-256';
const LIFETIME_MS = 10 * 60_000;
const PAYLOAD_LENGTH_MAX = 5_000;

/**
 * `work`: how many keys of `cost` rounds the browser tries at level 0, between half and all of it;
 * as it stands about a second on a desktop, a few on a phone. Checking one costs us a hash.
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
        // Signed with the rest, so that nobody calls little work much.
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
