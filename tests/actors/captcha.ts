// Proof of work of a captcha in tests: requested, solved at once, and sent as a browser does.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { identity } from '#contract/identity/calls.ts';
import type { Services } from '../../server/action.ts';
import { createCaptcha } from '../../server/adapters/auth/captcha.ts';
import type { TestServer } from '../server.ts';

export type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

/**
 * For `useServer({ instead })`: a captcha that takes little work; the required level can still be
 * read from the challenge.
 */
export function easyCaptcha({ clock, config }: Services): Partial<Services> {
  const { realNow } = clock;
  const proof = createCaptcha({ hmacKey: config.captchaKey, realNow, work: 2, cost: 1 });
  return { captcha: proof, proof };
}

export async function challengeFor(
  server: TestServer,
  what: 'login' | 'register' | 'sms',
  headers: Record<string, string>,
): Promise<Challenge> {
  const { data } = await server.ok(identity.captcha, { for: what }, { headers });
  return data as unknown as Challenge;
}

/** Returns the `captchaToken` of a solved challenge. */
export async function solutionOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
