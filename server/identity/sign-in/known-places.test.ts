// Test that wrong passwords lock out strangers, but never the owner in a browser or at an address
// that they have used before.
import { describe, expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { identity, identityOffice } from '#contract/identity/calls.ts';
import { totpOf } from '../../../actors/operator.ts';
import {
  deviceIn,
  fromElsewhere,
  newEmail,
  newMember,
  newOperator,
  password,
  signInElsewhere,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();

type Headers = Record<string, string>;

describe('an operator', () => {
  type Colleague = Awaited<ReturnType<typeof newOperator>>;
  /** Each code works only once, so this uses the code of the time step after the last sign-in. */
  const login = (who: Colleague, headers: Headers, secret = password, steps = 1) => {
    const given = { email: who.email, password: secret, totp: totpOf(who.totpSecret, steps) };
    return server.ask(identityOffice.operatorLogin, given, { headers });
  };
  const attack = async (who: Colleague, tries = 12) => {
    let last;
    for (let n = 0; n < tries; n += 1) last = (await login(who, fromElsewhere(), 'wrong')).code;
    expect(last).toBe('TOO_MANY_REQUESTS');
  };
  /** Forgets the last code used, as if half a minute had passed. */
  const later = ({ id }: Colleague) =>
    server.rows('update identity.operator set totp_step = 0 where id = $1', [id]);

  test('can sign in on a device used before, from any address', async () => {
    const who = await newOperator(server, ['finance']);
    await later(who);
    const device = deviceIn(await login(who, fromElsewhere()));
    expect(device['cookie']).toMatch(/^office_device=[\w-]+\.[\w-]+$/);
    await attack(who);
    await later(who);
    expect((await login(who, { ...fromElsewhere(), ...device })).status).toBe(200);
  });

  test('can sign in from an address used before', async () => {
    const who = await newOperator(server, ['finance']);
    const office = fromElsewhere();
    await later(who);
    await login(who, office);
    await attack(who);
    await later(who);
    expect((await login(who, office)).status).toBe(200);
  });

  test('has ten attempts on their own device, and no more', async () => {
    const who = await newOperator(server, ['finance']);
    await later(who);
    const device = deviceIn(await login(who, fromElsewhere()));
    const codes = [];
    for (let n = 0; n < 11; n += 1) {
      codes.push((await login(who, { ...fromElsewhere(), ...device }, 'wrong')).code);
    }
    expect(codes).toEqual([...Array(10).fill('LOGIN_FAILED'), 'TOO_MANY_REQUESTS']);
    // The failures count only against the device on which they happened.
    await later(who);
    expect((await login(who, fromElsewhere())).status).toBe(200);
  });

  test('another account’s device, or a forged one, is treated as unknown', async () => {
    const [who, other] = [await newOperator(server, ['finance']), await newOperator(server, [])];
    await later(other);
    const device = deviceIn(await login(other, fromElsewhere()));
    await attack(who);
    await later(who);
    for (const cookie of [device['cookie'] ?? '', 'office_device=made.up', 'office_device=']) {
      expect((await login(who, { ...fromElsewhere(), cookie })).code).toBe('TOO_MANY_REQUESTS');
    }
  });
});

describe('a member', () => {
  const login = (email: string, headers: Headers, secret = password) =>
    server.ask(identity.login, { email, password: secret }, { headers });

  test('signs in on a known device without a captcha, whatever strangers do', async () => {
    const { email } = await newMember(server);
    const device = deviceIn(await login(email, fromElsewhere()));
    expect(device['cookie']).toMatch(/^device=[\w-]+\.[\w-]+$/);
    for (let n = 0; n < 6; n += 1) await login(email, fromElsewhere(), 'wrong');
    expect((await login(email, fromElsewhere())).code).toBe('CAPTCHA_REQUIRED');
    expect((await login(email, { ...fromElsewhere(), ...device })).status).toBe(200);
  });

  test('is asked for a captcha after five failures on their own device as well', async () => {
    const { email } = await newMember(server);
    const device = deviceIn(await login(email, fromElsewhere()));
    for (let n = 1; n <= 5; n += 1) {
      const { body } = await login(email, { ...fromElsewhere(), ...device }, 'wrong');
      expect((body as { data?: object }).data).toMatchObject({ failed_login_count: n });
    }
    const sixth = await login(email, { ...fromElsewhere(), ...device });
    expect(sixth.code).toBe('CAPTCHA_REQUIRED');
  });

  test('the cookie reveals nothing about the member, and grants nothing', async () => {
    const { email } = await newMember(server);
    const answer = await login(email, fromElsewhere());
    expect(answer.headers.get('set-cookie')).toMatch(
      /^device=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    );
    const headers = deviceIn(answer);
    expect((await server.ask(identity.accountInfo, {}, { headers })).status).toBe(401);
    const unknown = await login(newEmail(), fromElsewhere());
    expect(unknown.headers.get('set-cookie')).toBeNull();
  });

  test('confirms with the password, however many sign-ins of strangers failed', async () => {
    const { email, token } = await newMember(server);
    for (let n = 0; n < 6; n += 1) await login(email, fromElsewhere(), 'wrong');
    const confirm = (as: string, secret = password) =>
      server.ask(identityAccount.confirmPassword, { password: secret }, { token: as });
    expect((await confirm(token)).status).toBe(200);
    // A stolen session has only five attempts, which are not counted against the owner.
    const { email: other, token: stolen } = await newMember(server);
    const own = await signInElsewhere(server, other);
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push((await confirm(stolen, 'wrong')).code);
    expect(codes).toEqual([...Array(5).fill('PASSWORD_WRONG'), 'TOO_MANY_REQUESTS']);
    expect((await confirm(own)).status).toBe(200);
    expect((await login(other, fromElsewhere())).status).toBe(200);
  });
});

describe('the office over https', () => {
  const secure = useServer({ environment: { OFFICE_URL: 'https://office.baixi.example' } });
  test('has a session cookie that no other host can set', async () => {
    const { email, totpSecret } = await newOperator(secure, ['finance']);
    const given = { email, password, totp: totpOf(totpSecret, 1) };
    const answer = await secure.ask(identityOffice.operatorLogin, given);
    const set = answer.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^__Host-office_session=[^,]*; Secure, __Host-office_device=.*; Secure$/);
    const value = /session=([\w-]+)/.exec(set)?.[1] ?? '';
    const me = (cookie: string) =>
      secure.ask(identityOffice.operatorMe, {}, { headers: { cookie } });
    expect((await me(`__Host-office_session=${value}`)).status).toBe(200);
    expect((await me(`office_session=${value}`)).status).toBe(401);
  });
});
