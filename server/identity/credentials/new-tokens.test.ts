// Tests that each sign-in creates a new token and ends the session that the same browser had, so
// that no old or planted token stays valid.
import { describe, expect, test } from 'vitest';
import { identity, identityOffice } from '#contract/identity/calls.ts';
import { totpOf } from '../../../actors/operator.ts';
import {
  deviceIn,
  fromElsewhere,
  newMember,
  newOperator,
  password,
  signIn,
  signInElsewhere,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const isOpen = async (token: string) =>
  (await server.ask(identity.accountInfo, {}, { token })).status === 200;

describe('a member who signs in', () => {
  test('again in the same browser gets a new token, and the old one ends', async () => {
    const { email, token } = await newMember(server);
    const elsewhere = await signInElsewhere(server, email);
    const next = await signIn(server, email);
    expect(next).not.toBe(token);
    expect([await isOpen(token), await isOpen(next)]).toEqual([false, true]);
    // The member's session in another browser is not affected.
    expect(await isOpen(elsewhere)).toBe(true);
  });

  test('with somebody else’s token ends that session', async () => {
    const [planted, owner] = [await newMember(server), await newMember(server)];
    const headers = { ...fromElsewhere(), authorization: `Bearer ${planted.token}` };
    const input = { email: owner.email, password };
    const { data } = await server.ok(identity.login, input, { headers });
    expect(data.accessToken).not.toBe(planted.token);
    expect([await isOpen(planted.token), await isOpen(data.accessToken)]).toEqual([false, true]);
  });

  test('ends nothing if the password is wrong', async () => {
    const { email, token } = await newMember(server);
    const headers = { ...fromElsewhere(), authorization: `Bearer ${token}` };
    const input = { email, password: 'not the password' };
    expect(await server.refused(identity.login, input, { headers })).toBe('LOGIN_FAILED');
    expect(await isOpen(token)).toBe(true);
  });

  test('keeps the sessions of others in a shared browser', async () => {
    const [one, two] = [await newMember(server), await newMember(server)];
    const first = await server.ask(
      identity.login,
      { email: one.email, password },
      {
        headers: fromElsewhere(),
      },
    );
    const headers = { ...fromElsewhere(), ...deviceIn(first) };
    await server.ok(identity.login, { email: two.email, password }, { headers });
    expect(await isOpen(first.body.data.accessToken)).toBe(true);
  });
});

test('an operator who signs in again ends the session of the cookie sent along', async () => {
  const [old, other] = [await newOperator(server, ['admin']), await newOperator(server, ['admin'])];
  const isIn = async (token: string) =>
    (await server.ask(identityOffice.operatorMe, {}, { token })).status === 200;
  const totp = totpOf(old.totpSecret, 1);
  const input = { email: old.email, password, totp };
  const { headers } = await server.ask(identityOffice.operatorLogin, input, { token: old.token });
  const next = /office_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
  expect(next).not.toBe(old.token);
  expect([await isIn(old.token), await isIn(next)]).toEqual([false, true]);
  expect(await isIn(other.token)).toBe(true);
});
