// Tests that a signed-in member can start the recovery of a lost phone, by the same proofs as from
// the sign-in: the password or a sign-in with Google a moment ago, and the mailbox.
import { expect, test } from 'vitest';
import { identityFactor } from '#contract/identity/factor.ts';
import {
  fromElsewhere,
  messagesTo,
  newMember,
  newVerifiedMember,
  password,
  type Person,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();

const ask = ({ token }: Person, input: { password?: string }) =>
  server.ask(identityFactor.ownRecoveryMail, input, { token, headers: fromElsewhere() });

async function linksTo({ email }: Person): Promise<string[]> {
  const mails = await messagesTo(server, email);
  return mails.flatMap(({ body }) => /recover=1#token=[\w-]{43}/.exec(body)?.[0] ?? []);
}

test('the password sends the link, which then asks for the new phone', async () => {
  const member = await newVerifiedMember(server);
  expect((await ask(member, { password })).status).toBe(200);
  expect(await linksTo(member)).toHaveLength(1);
  const moves = await server.rows(
    `select from tasks.audit where subject_type = 'member' and subject_id = $1
       and action = 'identity.recovery_asked' and actor_id = $1`,
    [member.id],
  );
  expect(moves).toHaveLength(1);
});

test('a session without the password sends nothing, and a thief has few tries', async () => {
  const member = await newVerifiedMember(server);
  expect((await ask(member, {})).code).toBe('PASSWORD_WRONG');
  const codes = [];
  for (let n = 0; n < 8; n += 1) codes.push((await ask(member, { password: 'wrong' })).code);
  expect(codes[0]).toBe('PASSWORD_WRONG');
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
  expect((await ask(member, { password })).code).toBe('TOO_MANY_REQUESTS');
  expect(await linksTo(member)).toEqual([]);
  expect((await server.ask(identityFactor.ownRecoveryMail, { password })).status).toBe(401);
});

test('without an approved ID nobody could be compared with it', async () => {
  const member = await newMember(server);
  expect((await ask(member, { password })).code).toBe('NOT_VERIFIED');
  expect(await linksTo(member)).toEqual([]);
});

test('a member without a password must have signed in a moment ago', async () => {
  const member = await newVerifiedMember(server);
  await server.rows(
    `update identity.member set password_hash = null, google_subject = 'google-' || id
     where id = $1`,
    [member.id],
  );
  await server.rows(
    `update identity.session set created_at = created_at - interval '11 minutes'
     where member_id = $1`,
    [member.id],
  );
  expect((await ask(member, {})).code).toBe('STEP_UP_REQUIRED');
  await server.rows('update identity.session set created_at = now() where member_id = $1', [
    member.id,
  ]);
  expect((await ask(member, {})).status).toBe(200);
  expect(await linksTo(member)).toHaveLength(1);
});
