// Solves the proof of work that the server demands when there are many requests.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { identity } from '#contract/identity/calls.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { CallOptions, Client } from './client.ts';

export type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];
export type CaptchaPurpose = 'login' | 'register' | 'sms';

export async function challengeFor(
  client: Pick<Client, 'ok'>,
  what: CaptchaPurpose,
  headers: Record<string, string> = {},
): Promise<Challenge> {
  const { data } = await client.ok(identity.captcha, { for: what }, { headers });
  return data as unknown as Challenge;
}

/** Returns the `captchaToken` of a solved challenge. */
export async function solutionOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Makes a call, with a proof of work if the server demands one. */
export async function askWithProof(
  client: Client,
  what: CaptchaPurpose,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Promise<void> {
  const { status } = await client.ask(endpoint, input, options);
  if (status === 200) return;
  const captchaToken = await solutionOf(await challengeFor(client, what));
  await client.ok(endpoint, { ...input, captchaToken }, options);
}
