// Tests that response times reveal nothing, for every call with a known or unknown e-mail.
import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { identity } from '#contract/identity/calls.ts';
import { fromElsewhere, newEmail, newMember, password } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer({ hashing: 'production' });
const TRIES = 200;

/**
 * There are enough members that no e-mail reaches a limit; all have the same password, so that one
 * hash serves all.
 */
const known = Array.from({ length: TRIES }, () => newEmail('known'));
const unknown = Array.from({ length: TRIES }, () => newEmail('known'));

beforeAll(async () => {
  const { id } = await newMember(server);
  await server.rows(
    `insert into identity.member (email, password_hash, email_verified_at, purpose, created_at)
     select one, m.password_hash, m.email_verified_at, m.purpose, m.created_at
     from identity.member m, unnest($2::text[]) as one where m.id = $1`,
    [id, known],
  );
});

type Call = { endpoint: Endpoint; input: (email: string) => object; status: number; pairs: number };
const pair = { password, passwordCheck: password };

/**
 * Calls in the order in which a stranger might make them; each call has the number of request pairs
 * per batch.
 */
const calls: [name: string, call: Call][] = [
  [
    'login',
    {
      endpoint: identity.login,
      input: (email) => ({ email, password: 'wrong' }),
      status: 422,
      pairs: 2,
    },
  ],
  [
    'reset-password-email',
    {
      endpoint: identityPassword.resetPasswordEmail,
      input: (email) => ({ email }),
      status: 200,
      pairs: 4,
    },
  ],
  [
    // By now the known e-mails have a reset number, and attempts with it are counted.
    'reset-password',
    {
      endpoint: identityPassword.resetPassword,
      input: (email) => ({ email, tokenNumber: '12345678', ...pair }),
      status: 422,
      pairs: 4,
    },
  ],
  [
    'send-email-verification',
    {
      endpoint: identity.sendEmailVerification,
      input: (email) => ({ email }),
      status: 200,
      pairs: 4,
    },
  ],
  [
    // This call comes last, because it creates accounts for the unknown e-mails.
    'register',
    {
      endpoint: identity.register,
      input: (email) => ({ email, ...pair, purpose: 'both' }),
      status: 200,
      pairs: 1,
    },
  ],
];

async function timed({ endpoint, input, status }: Call, email: string): Promise<number> {
  const options = { headers: fromElsewhere() };
  const from = performance.now();
  const answer = await server.ask(endpoint, input(email), options);
  const took = performance.now() - from;
  expect(answer.status).toBe(status);
  return took;
}

/**
 * Runs a few calls of each kind at a time, in random order, so that other load on the machine
 * affects both kinds alike.
 */
async function measure(call: Call): Promise<{ known: number[]; unknown: number[] }> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let at = 0; at < TRIES; at += call.pairs) {
    const batch = [known, unknown].flatMap((emails) =>
      emails.slice(at, at + call.pairs).map((email) => ({
        email,
        into: emails === known ? took.known : took.unknown,
        order: randomInt(1_000_000),
      })),
    );
    batch.sort((a, b) => a.order - b.order);
    // So many calls in so short a time would exceed the limits over all callers, so these are
    // reset.
    await server.rows("delete from identity.throttle where key in ('mail', 'register')");
    await Promise.all(batch.map(async ({ email, into }) => into.push(await timed(call, email))));
  }
  return took;
}

/** Time differences in milliseconds that cannot be measured over a network. */
const BLUR = 1;

/**
 * Returns how often the answer to a known e-mail takes longer than the answer to an unknown one,
 * with equal times counted half: 0.5 reveals nothing, 0 and 1 reveal everything (area under the
 * curve of a two-sample test).
 */
function toldBy(known: readonly number[], unknown: readonly number[]): number {
  let longer = 0;
  for (const a of known) {
    for (const b of unknown) longer += Math.abs(a - b) < BLUR ? 0.5 : Number(a > b);
  }
  return longer / (known.length * unknown.length);
}

test.each(calls)(
  '%s: its duration does not reveal whether an e-mail is known',
  async (name, call) => {
    const took = await measure(call);
    expect(took.known).toHaveLength(TRIES);
    expect(took.unknown).toHaveLength(TRIES);
    // The tolerance is five times 0.03, the random deviation with so few attempts.
    expect(Math.abs(toldBy(took.known, took.unknown) - 0.5), name).toBeLessThan(0.15);
  },
  120_000,
);
