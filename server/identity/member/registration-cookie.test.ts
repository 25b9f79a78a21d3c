// Tests that the mailed link signs in only in the browser that registered, and attacks on it.
import { describe, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import {
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  password,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { forgetRegistration, nameRegistration, namesAccount } from './registration-cookie.ts';

const server = useServer();

type Browser = { cookie: string };
const nobodys: Browser = { cookie: '' };
const setIn = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().filter((one) => /^(__Host-)?registration=/.test(one));
const browserOf = (answer: { headers: Headers }): Browser => ({
  cookie: setIn(answer)[0]?.split(';')[0] ?? '',
});

/** Registers in a browser of its own; returns the browser and the mailed token. */
async function register(email: string, secret = password) {
  const given = { email, password: secret, passwordCheck: secret, purpose: 'borrow' as const };
  const answer = await server.ask(identity.register, given, { headers: fromElsewhere() });
  expect([answer.status, answer.body]).toEqual([200, { data: { email } }]);
  return { answer, browser: browserOf(answer), token: await mailed(email) };
}

async function mailed(email: string): Promise<string> {
  const [mail] = await messagesTo(server, email);
  return /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
}

const follow = (email: string, token: string, { cookie }: Browser, more = {}) =>
  server.ask(
    identity.verifiedEmail,
    { email, token, ...more },
    { headers: { ...fromElsewhere(), ...(cookie && { cookie }) } },
  );

describe('the link', () => {
  test('signs in in the browser that registered, and the cookie ends', async () => {
    const email = newEmail();
    const { browser, token } = await register(email);
    const answer = await follow(email, token, browser);
    const { user, emailVerifiedAt } = answer.body.data;
    expect(user).toMatchObject({ email, emailVerifiedAt, purpose: 'borrow' });
    expect(user?.verificationStatus).toBe(3);
    const { info } = await server.ok(verification.verification, {}, { token: user!.accessToken });
    expect(info.verificationStatus).toBe(3);
    expect(setIn(answer)).toEqual([expect.stringContaining('Max-Age=0')]);
  });

  test('signs in with a link that was mailed again', async () => {
    const email = newEmail();
    const { browser } = await register(email);
    await server.ok(identity.sendEmailVerification, { email }, { headers: fromElsewhere() });
    const answer = await follow(email, await mailed(email), browser);
    expect(answer.body.data.user?.email).toBe(email);
  });

  test('only confirms in any other browser, and answers as before', async () => {
    const email = newEmail();
    const { token } = await register(email);
    const { status, body } = await follow(email, token, nobodys);
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(['emailVerifiedAt']);
  });

  test('that was used signs nobody in, even in the browser that registered', async () => {
    const email = newEmail();
    const { browser, token } = await register(email);
    await follow(email, token, nobodys);
    const again = await follow(email, token, browser);
    expect([again.code, again.body.data]).toEqual(['EMAIL_ALREADY_CONFIRMED', undefined]);
  });

  test('asks for the password if there are several registrations', async () => {
    const email = newEmail();
    await register(email, 'what a stranger chose');
    const { browser, token } = await register(email);
    expect((await follow(email, token, browser, { careful: true })).code).toBe('PASSWORD_REQUIRED');
    const answer = await follow(email, token, browser, { careful: true, password });
    expect(answer.body.data.user?.email).toBe(email);
    const other = newEmail();
    await register(other, 'what a stranger chose');
    const careless = await register(other);
    const confirmed = await follow(other, careless.token, careless.browser);
    expect(Object.keys(confirmed.body.data)).toEqual(['emailVerifiedAt']);
  });

  test('is not used by a GET', async () => {
    const email = newEmail();
    const { browser, token } = await register(email);
    const query = new URLSearchParams({ token, email });
    for (const path of ['/v1/users/verified-email', '/member/verify']) {
      await fetch(`${server.siteUrl}${path}?${query}`, { headers: browser });
    }
    expect((await follow(email, token, browser)).body.data.user?.email).toBe(email);
  });
});

describe('an attack', () => {
  test("with one's own cookie and another person's link signs nobody in", async () => {
    const [victim, attacker] = [newEmail('victim'), newEmail('attacker')];
    const his = await register(attacker);
    const hers = await register(victim);
    const planted = await follow(victim, hers.token, his.browser);
    expect(Object.keys(planted.body.data)).toEqual(['emailVerifiedAt']);
  });

  test("with the victim's cookie and the attacker's link signs nobody in", async () => {
    const [victim, attacker] = [newEmail('victim'), newEmail('attacker')];
    const his = await register(attacker);
    const hers = await register(victim);
    const lured = await follow(attacker, his.token, hers.browser);
    expect(Object.keys(lured.body.data)).toEqual(['emailVerifiedAt']);
    // Her own link still works in her browser.
    expect((await follow(victim, hers.token, hers.browser)).body.data.user?.email).toBe(victim);
  });

  test('by registering the address of the victim gives the attacker no session', async () => {
    const victim = newEmail('victim');
    const his = await register(victim, 'what the attacker chose');
    const hers = await register(victim);
    // She follows the attacker's link in her own browser and gives her own password.
    const answer = await follow(victim, his.token, hers.browser, { careful: true, password });
    expect(answer.body.data.user?.email).toBe(victim);
    expect((await follow(victim, his.token, his.browser)).code).toBe('TOKEN_INVALID');
  });

  test('that changes a cookie is noticed', async () => {
    const email = newEmail();
    const { browser, token } = await register(email);
    const [name = '', value = ''] = browser.cookie.split('=');
    const [until = '', random = '', signature = ''] = value.split('.');
    const later = `${name}=${Number(until) + 1}.${random}.${signature}`;
    const other = `${name}=${until}.${random.slice(1)}A.${signature}`;
    for (const cookie of [later, other, `${name}=`, `${name}=x.y.z`]) {
      expect(namesAccount(server.services, 1, cookie.slice(name.length + 1))).toBe(false);
    }
    const changed = await follow(email, token, { cookie: later });
    expect(Object.keys(changed.body.data)).toEqual(['emailVerifiedAt']);
  });
});

describe('the cookie', () => {
  test('has the same form for a known address, and names no account', async () => {
    const { email: known } = await newMember(server);
    const [member, newcomer] = [await register(known), await register(newEmail())];
    const shape = (answer: { headers: Headers }) =>
      setIn(answer).map((one) => one.replace(/[\w-]{22}\.[\w-]{43}/, '…').replace(/\d{10}/, 'n'));
    expect(shape(member.answer)).toEqual(shape(newcomer.answer));
    expect(shape(member.answer)).toEqual([
      'registration=n.…; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax',
    ]);
    expect(member.token).toBe('');
    const [row] = await server.rows<{ id: string }>(
      'select id from identity.member where email = $1',
      [known],
    );
    const value = member.browser.cookie.split('=')[1] ?? '';
    expect(namesAccount(server.services, Number(row?.id), value)).toBe(false);
  });

  test('ends after a day', () => {
    const { config, clock, secrets } = server.services;
    const at = (hours: number) => ({
      clock: {
        ...clock,
        realNow: () => new Date(clock.realNow().getTime() + hours * 3_600_000),
      },
    });
    const header = nameRegistration({ config, secrets, ...at(0) }, 7);
    const value = /=([^;]+)/.exec(header)?.[1] ?? '';
    expect(namesAccount({ secrets, ...at(23) }, 7, value)).toBe(true);
    expect(namesAccount({ secrets, ...at(25) }, 7, value)).toBe(false);
    expect(namesAccount({ secrets, ...at(0) }, 8, value)).toBe(false);
    expect(forgetRegistration({ config })).toContain('Max-Age=0');
  });
});
