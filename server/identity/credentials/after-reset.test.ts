// Tests that a reset of the password ends what somebody with the old one had got: links for a lost
// phone, and browsers that need no second factor.
import { expect, test } from 'vitest';
import { identityFactor } from '#contract/identity/factor.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { verificationRecovery } from '#contract/verification/recovery.ts';
import {
  codeSentTo,
  deviceIn,
  fromElsewhere,
  messagesTo,
  newPhone,
} from '../../../tests/actors/people.ts';
import { newOwner, signingInAt } from '../../../tests/actors/second-factor.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { giveCode, login, sendCode, waiting } = signingInAt(server);
const apart = () => ({ headers: fromElsewhere() });
const next = 'a completely new one';
const tokenIn = async (email: string) =>
  /token=([\w-]+)/.exec((await messagesTo(server, email))[0]?.body ?? '')?.[1] ?? '';

async function reset(email: string): Promise<void> {
  await server.ok(identityPassword.resetPasswordEmail, { email }, apart());
  const given = { email, tokenNumber: await tokenIn(email), password: next, passwordCheck: next };
  await server.ok(identityPassword.resetPassword, given, apart());
}

test('a link for a lost phone is worth nothing afterwards', async () => {
  const { email } = await newOwner(server);
  const { ticket } = await waiting(email);
  await server.ok(identityFactor.recoveryMail, { ticket }, apart());
  const token = await tokenIn(email);
  await reset(email);
  const asked = { token, phoneNumber: newPhone() };
  const { code } = await server.ask(verificationRecovery.recoveryCode, asked, apart());
  expect(code).toBe('TOKEN_INVALID');
});

test('a browser of before needs the second factor', async () => {
  const { email, phone } = await newOwner(server);
  const { ticket } = await waiting(email);
  await sendCode(ticket);
  const known = deviceIn(await giveCode(ticket, await codeSentTo(server, phone)));
  await reset(email);
  const { code } = await login(email, { ...fromElsewhere(), ...known }, next);
  expect(code).toBe('SECOND_FACTOR_REQUIRED');
});
