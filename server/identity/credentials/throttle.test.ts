// Rate limits over HTTP: by account and by address, and how they recover.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { identity } from '#contract/identity/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { challengeFor, solutionOf } from '../../../actors/captcha.ts';
import { easyCaptcha } from '../../../tests/actors/captcha.ts';
import {
  fromElsewhere,
  newEmail,
  newMember,
  newPhone,
  newVerifiedMember,
  password,
} from '../../../tests/actors/people.ts';
import { type Answer, useServer } from '../../../tests/server.ts';
import { db } from '../../database/db.ts';
import { paces } from '../rules.ts';
import { takeRateLimits } from './throttle.ts';

// The captchas of this test are trivial to solve. They are needed because the server checks the
// captcha before the rate limits.
const server = useServer({ instead: easyCaptcha });

async function solvedCaptcha(
  what: 'login' | 'register' | 'sms' = 'login',
  headers = fromElsewhere(),
): Promise<string> {
  return solutionOf(await challengeFor(server, what, headers));
}

const login = async (email: string, headers = fromElsewhere(), secret = 'wrong') => {
  const captchaToken = await solvedCaptcha();
  return server.ask(identity.login, { email, password: secret, captchaToken }, { headers });
};

function expectStopped(answer: Answer<Endpoint>, atMostSeconds: number): void {
  expect([answer.status, answer.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(atMostSeconds);
  const { message } = answer.body as { message: string };
  expect(message).toMatch(/^操作太頻繁，請於 \d+ (秒|分鐘|小時)後再試$/);
}

/** Moves the clock of the rate limits forward, and no other clock. */
const later = (interval: string) =>
  server.rows('update identity.throttle set free_at = free_at - $1::interval', [interval]);

/** Uses up the rate limit of an address until `left` calls remain, as that many calls would. */
const crowd = (key: string, pace: { burst: number; everyMs: number }, left: number) =>
  server.rows(
    `insert into identity.throttle (key, free_at)
     values ($1, now() + ($2::int - $3::int) * $4::int * interval '1 millisecond')`,
    [key, pace.burst, left, pace.everyMs],
  );

const addressOf = (headers: ReturnType<typeof fromElsewhere>) => headers['x-forwarded-for'];

describe('rate limits', () => {
  test('count concurrent calls one by one, and can be given back', async () => {
    const tx = db(server.services.pool);
    const limit = { key: 'test', burst: 7, everyMs: 60_000 };
    const takes = await Promise.allSettled(
      Array.from({ length: 20 }, () => takeRateLimits(tx, server.services.clock, [limit])),
    );
    const taken = takes.filter(({ status }) => status === 'fulfilled');
    expect(taken).toHaveLength(7);
    const [one] = taken as PromiseFulfilledResult<() => Promise<void>>[];
    await one!.value();
    await takeRateLimits(tx, server.services.clock, [limit]);
    await expect(takeRateLimits(tx, server.services.clock, [limit])).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  test('of a first key are not used up if a second key has none left', async () => {
    const tx = db(server.services.pool);
    const [wide, narrow] = [
      { key: 'wide', burst: 2, everyMs: 60_000 },
      { key: 'narrow', burst: 1, everyMs: 60_000 },
    ];
    await takeRateLimits(tx, server.services.clock, [wide, narrow]);
    await expect(takeRateLimits(tx, server.services.clock, [wide, narrow])).rejects.toThrow();
    await takeRateLimits(tx, server.services.clock, [wide]);
  });

  test('of several keys never wait for each other in a circle', async () => {
    const tx = db(server.services.pool);
    const keys = ['first', 'second', 'third'];
    const limits = keys.map((key) => ({ key: `circle ${key}`, burst: 1_000, everyMs: 1_000 }));
    const orders = [limits, limits.toReversed()];
    const turns = Array.from({ length: 40 }, async (_, n) => {
      const giveBack = await takeRateLimits(tx, server.services.clock, orders[n % 2]!);
      await giveBack();
    });
    expect(await Promise.all(turns)).toHaveLength(40);
  });
});

describe('signing in', () => {
  test('is refused before anything is counted while too much of it is underway', async () => {
    const { email } = await newMember(server);
    const { passwords } = server.services;
    const ended = Promise.withResolvers<void>();
    // What is underway waits, so that no further sign-in is admitted.
    const underway: Promise<void>[] = [];
    let isFull = false;
    while (!isFull) {
      const one = passwords.admit(() => ended.promise);
      underway.push(one);
      isFull = await Promise.race([
        one.then(
          () => false,
          () => true,
        ),
        setImmediate(false),
      ]);
    }
    const counted = () =>
      server.rows('select key, free_at from identity.throttle where key like $1', ['login %']);
    const before = await counted();
    const answer = await server.ask(
      identity.login,
      { email, password },
      { headers: fromElsewhere() },
    );
    expect([answer.status, answer.code]).toEqual([503, 'BUSY']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await counted()).toEqual(before);
    ended.resolve();
    await Promise.allSettled(underway);
    expect((await login(email, fromElsewhere(), password)).status).toBe(200);
  });

  test('is slowed by account, known or unknown, and never blocked for good', async () => {
    const { email: known } = await newMember(server);
    for (const email of [known, newEmail()]) {
      for (let n = 0; n < 10; n += 1) expect((await login(email)).code).toBe('LOGIN_FAILED');
      expectStopped(await login(email), 90);
    }
    await later('90 seconds');
    expect((await login(known, fromElsewhere(), password)).status).toBe(200);
    expect((await login(known)).code).toBe('LOGIN_FAILED');
  });

  test("by strangers leaves the owner's known addresses unaffected", async () => {
    const { email } = await newMember(server);
    const home = fromElsewhere();
    expect((await login(email, home, password)).status).toBe(200);
    for (let n = 0; n < 10; n += 1) await login(email);
    expectStopped(await login(email, fromElsewhere(), password), 90);
    expect((await login(email, home, password)).status).toBe(200);
  });

  test('is slowed by address, and right passwords of an office do not count', async () => {
    const office = fromElsewhere();
    await crowd(`login member@${addressOf(office)}`, paces.loginAddress, 2);
    const { email } = await newMember(server);
    for (let n = 0; n < 5; n += 1) {
      expect((await login(email, office, password)).status).toBe(200);
    }
    for (let n = 0; n < 2; n += 1) await login(newEmail(), office);
    expectStopped(await login(newEmail(), office), 2);
  });
});

describe('requesting mails', () => {
  const resetMail = (email: string, headers = fromElsewhere()) =>
    server.ask(identityPassword.resetPasswordEmail, { email }, { headers });
  const again = (email: string, headers = fromElsewhere()) =>
    server.ask(identity.sendEmailVerification, { email }, { headers });
  const register = (email: string, headers = fromElsewhere(), more = {}) =>
    server.ask(
      identity.register,
      { email, password, passwordCheck: password, purpose: 'both', ...more },
      { headers },
    );

  test('is slowed by e-mail over all kinds, known or unknown', async () => {
    const { email: known } = await newMember(server);
    for (const email of [known, newEmail()]) {
      for (const one of [register, again, resetMail, again, resetMail]) {
        expect((await one(email)).status).toBe(200);
      }
      for (const one of [register, again, resetMail]) expectStopped(await one(email), 180);
      await later('3 minutes');
      expect((await again(email)).status).toBe(200);
    }
  });

  test('is slowed by address', async () => {
    const office = fromElsewhere();
    await crowd(`mail@${addressOf(office)}`, paces.mailAddress, 3);
    for (const one of [register, again, resetMail]) {
      expect((await one(newEmail(), office)).status).toBe(200);
    }
    for (const one of [register, again, resetMail]) {
      expectStopped(await one(newEmail(), office), 10);
    }
  });

  test('registering is also slowed by address', async () => {
    const office = fromElsewhere();
    await crowd(`register@${addressOf(office)}`, paces.registerAddress, 1);
    const worked = async () => ({ captchaToken: await solvedCaptcha('register', office) });
    expect((await register(newEmail(), office, await worked())).status).toBe(200);
    expectStopped(await register(newEmail(), office, await worked()), 20);
    expect((await again(newEmail(), office)).status).toBe(200);
  });
});

describe('a typed number', () => {
  const tryNumber = (email: string, tokenNumber = '12345678', headers = fromElsewhere()) =>
    server.ask(
      identityPassword.resetPassword,
      { email, tokenNumber, password, passwordCheck: password },
      { headers },
    );

  test('is slowed by account over all mails, known or not; links are not', async () => {
    const { email: known } = await newMember(server);
    for (const email of [known, newEmail()]) {
      for (let n = 0; n < 10; n += 1) {
        expect((await tryNumber(email)).code).toBe('TOKEN_INVALID');
      }
      expectStopped(await tryNumber(email), 1800);
      expect((await tryNumber(email, 'x'.repeat(43))).code).toBe('TOKEN_INVALID');
    }
  });

  test('is slowed by address', async () => {
    const office = fromElsewhere();
    await crowd(`reset@${addressOf(office)}`, paces.resetAddress, 1);
    expect((await tryNumber(newEmail(), '12345678', office)).code).toBe('TOKEN_INVALID');
    expectStopped(await tryNumber(newEmail(), '12345678', office), 10);
  });
});

describe('text messages', () => {
  test('are slowed by account', async () => {
    const { token } = await newVerifiedMember(server);
    const send = () =>
      server.ask(identity.sendSmsCodeWithVerifiedNumber, {}, { token, headers: fromElsewhere() });
    expect((await send()).status).toBe(200);
    expectStopped(await send(), 60);
  });

  test('are slowed by address, whoever requests them and for whichever purpose', async () => {
    const office = fromElsewhere();
    await crowd(`sms@${addressOf(office)}`, paces.smsAddress, 2);
    const how = (token: string) => ({ token, headers: office });
    const [verified, bare, third] = [
      await newVerifiedMember(server),
      await newMember(server),
      await newVerifiedMember(server),
    ];
    const stepUp = identity.sendSmsCodeWithVerifiedNumber;
    const worked = async () => ({ captchaToken: await solvedCaptcha('sms', office) });
    await server.ok(stepUp, await worked(), how(verified.token));
    const given = { phoneNumber: newPhone(), ...(await worked()) };
    await server.ok(verification.sendSmsCode, given, how(bare.token));
    expectStopped(await server.ask(stepUp, await worked(), how(third.token)), 20);
  });
});
