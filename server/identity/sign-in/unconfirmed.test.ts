// Tests what happens to an address while nobody has confirmed it: its owner is left alone, and gets
// nothing that whoever registered it has collected.
import { expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import {
  deviceIn,
  fromElsewhere,
  messagesTo,
  newEmail,
  password,
} from '../../../tests/actors/people.ts';
import { signingInAt } from '../../../tests/actors/second-factor.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { login } = signingInAt(server);
const stranger = 'a strangers own words';
const register = (email: string, secret: string) => {
  const given = { email, password: secret, passwordCheck: secret, purpose: 'both' as const };
  return server.ok(identity.register, given, { headers: fromElsewhere() });
};
const mailsTo = async (email: string) =>
  (await messagesTo(server, email)).map(({ subject }) => subject);

test('sign-ins on new devices send no mails to it', async () => {
  const email = newEmail();
  await register(email, password);
  const before = await mailsTo(email);
  for (const system of ['Windows NT 10', 'Macintosh', 'iPhone', 'Android']) {
    const headers = { ...fromElsewhere(), 'user-agent': `Mozilla/5.0 (${system}) Firefox/1` };
    expect((await login(email, headers)).status).toBe(200);
  }
  expect(await mailsTo(email)).toEqual(before);
});

test('a stranger collects no cookies that count once the owner has confirmed it', async () => {
  const email = newEmail();
  await register(email, stranger);
  const early = await login(email, fromElsewhere(), stranger);
  expect([early.status, deviceIn(early)['cookie'] ?? '']).toEqual([200, '']);
  await register(email, password);
  const [mail] = await messagesTo(server, email);
  const token = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  const confirmed = await server.ask(
    identity.verifiedEmail,
    { email, token, password },
    { headers: fromElsewhere() },
  );
  expect(confirmed.status).toBe(200);
  // The owner's own browser is known from now on.
  expect(deviceIn(await login(email))['cookie']).toMatch(/\S/);
});
