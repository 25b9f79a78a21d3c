// Registration, login and logout over HTTP: answers, refusals, what is written, and what stays
// secret.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { challengeFor, solutionOf } from '../../actors/captcha.ts';
import {
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  newVerifiedMember,
  password,
  signIn,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { notify } from '../notices/front.ts';
import { inWork } from '../work.ts';
import { deleteExpired } from '../retention/jobs.ts';

const server = useServer();

/** Uses a different address for each call, so that only the limits per account apply. */
const apart = () => ({ headers: fromElsewhere() });

const register = (email: string, more = {}) =>
  server.ask(
    identity.register,
    { email, password, passwordCheck: password, purpose: 'both', ...more },
    apart(),
  );

async function mailedToken(email: string): Promise<string> {
  const [mail] = await messagesTo(server, email);
  const link = /https?:\/\/\S+\/member\/verify#\S+/.exec(mail?.body ?? '')?.[0] ?? '';
  // The data is after the #, in the part of a URL that browsers never send to a server or proxy.
  const searchParams = new URLSearchParams(new URL(link).hash.slice(1));
  expect(searchParams.get('email')).toBe(email);
  return searchParams.get('token') ?? '';
}

const verify = (email: string, token: string) =>
  server.ask(identity.verifiedEmail, { email, token }, apart());

const login = (email: string, more = {}, how = apart()) =>
  server.ask(identity.login, { email, password, ...more }, how);

const failuresIn = (body: unknown) =>
  (body as { data?: { failed_login_count?: number } }).data?.failed_login_count;

const solvedCaptcha = async (): Promise<string> =>
  solutionOf(await challengeFor(server, 'login', fromElsewhere()));

describe('register', () => {
  test('opens an account, stores password and token hashed, and mails a link', async () => {
    const email = newEmail();
    expect((await register(email, { purpose: 2 })).body).toEqual({ data: { email } });
    const token = await mailedToken(email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await server.rows<{ password_hash: string; purpose: string; hash: Buffer }>(
      `select m.password_hash, m.purpose, t.token_hash as hash from identity.member m
       join identity.email_token t on t.member_id = m.id where m.email = $1`,
      [email],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    expect(row?.purpose).toBe('invest');
    expect(row?.hash.equals(createHash('sha256').update(token).digest())).toBe(true);
  });

  test('answers a known e-mail in the same way, changes nothing and mails its owner', async () => {
    const { email } = await newMember(server);
    const answer = await register(email, {
      password: 'another password',
      passwordCheck: 'another password',
    });
    expect([answer.status, answer.body]).toEqual([200, { data: { email } }]);
    const [mail] = await messagesTo(server, email);
    expect(mail?.subject).toContain('您已經有帳戶了');
    expect(mail?.body).not.toContain('token=');
    expect((await login(email)).status).toBe(200);
  });

  test('answers after the same time, whether the e-mail is known or not', async () => {
    const { email: known } = await newMember(server);
    const timed = async (call: () => Promise<unknown>) => {
      const before = performance.now();
      await call();
      return performance.now() - before;
    };
    for (const email of [known, newEmail()]) {
      // Timers may fire slightly early; answers are sent at multiples of 100 ms.
      expect(await timed(() => register(email))).toBeGreaterThan(95);
      const again = () => server.ok(identity.sendEmailVerification, { email }, apart());
      expect(await timed(again)).toBeGreaterThan(95);
      expect(await timed(() => login(email, { password: 'wrong' }))).toBeGreaterThan(95);
    }
  });

  test.each([
    ['PASSWORD_MISMATCH', { passwordCheck: 'something else' }],
    ['PASSWORD_COMMON', { password: 'password123', passwordCheck: 'password123' }],
    ['INVALID_INPUT', { password: 'short', passwordCheck: 'short' }],
    ['INVALID_INPUT', { isAdmin: true }],
  ])('refuses %s and writes nothing', async (code, more) => {
    const email = newEmail();
    expect((await register(email, more)).code).toBe(code);
    expect(await server.rows('select from identity.member where email = $1', [email])).toEqual([]);
  });

  test('sends five mails to an address and then makes it wait', async () => {
    const email = newEmail();
    const codes = [];
    for (let i = 0; i < 7; i += 1) codes.push((await register(email)).code);
    expect(codes).toEqual([...Array(5).fill(null), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    expect(await messagesTo(server, email)).toHaveLength(5);
  });
});

describe('the verification mail', () => {
  test('confirms the e-mail once, and says so when it is followed again', async () => {
    const email = newEmail();
    await register(email);
    const token = await mailedToken(email);
    const { status, body } = await verify(email, token);
    expect(status).toBe(200);
    expect(Date.parse(body.data.emailVerifiedAt)).toBeGreaterThan(0);
    const [before] = await server.rows('select * from identity.member where email = $1', [email]);
    expect((await verify(email, token)).code).toBe('EMAIL_ALREADY_CONFIRMED');
    expect((await verify(newEmail(), token)).code).toBe('TOKEN_INVALID');
    const [after] = await server.rows('select * from identity.member where email = $1', [email]);
    expect(after).toEqual(before);
  });

  test('twenty uses of one token at once: exactly one succeeds', async () => {
    const email = newEmail();
    await register(email);
    const token = await mailedToken(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(email, token)));
    const codes = answers.map(({ code }) => code ?? 'ok').toSorted();
    expect(codes).toEqual([...Array(19).fill('EMAIL_ALREADY_CONFIRMED'), 'ok']);
  });

  test('refuses a token of somebody else, an old one and an invalid one', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await register(email);
    await register(other);
    const token = await mailedToken(email);
    expect((await verify(other, token)).code).toBe('TOKEN_INVALID');
    expect((await verify(email, 'nothing')).code).toBe('TOKEN_INVALID');
    await server.rows(
      `update identity.email_token set expires_at = now() - interval '1 second' where member_id =
         (select id from identity.member where email = $1)`,
      [email],
    );
    expect((await verify(email, token)).code).toBe('TOKEN_INVALID');
  });

  test('can be requested again, and then only the newest link works', async () => {
    const email = newEmail();
    await register(email);
    const first = await mailedToken(email);
    await server.ok(identity.sendEmailVerification, { email }, apart());
    const second = await mailedToken(email);
    expect((await verify(email, first)).code).toBe('TOKEN_INVALID');
    expect((await verify(email, second)).status).toBe(200);
  });

  test('is answered alike for unknown and confirmed e-mails, which get none', async () => {
    const { email: confirmed } = await newMember(server);
    for (const email of [newEmail(), confirmed]) {
      const body = await server.ok(identity.sendEmailVerification, { email }, apart());
      expect(body).toEqual({ data: { ok: true } });
      expect(await messagesTo(server, email)).toEqual([]);
    }
  });
});

describe('login', () => {
  test('answers the user, with the newest notice of each category', async () => {
    const member = await newVerifiedMember(server);
    await inWork(server.services, async (work) => {
      const notice = { memberId: member.id, body: '內容', link: '/account', email: false };
      await notify(work, { ...notice, category: 'loan', title: '第一則' });
      await notify(work, { ...notice, category: 'loan', title: '第二則' });
      await notify(work, { ...notice, category: 'invest', title: '第三則' });
    });
    const { body } = await login(member.email.toUpperCase());
    expect(body.data).toMatchObject({
      id: String(member.id),
      email: member.email,
      isGoogleLogin: false,
      verificationStatus: 4,
      verification: { verifiedIDStage: 4, verifiedIDstatus: 3 },
      isFinancialStatus: false,
    });
    expect(body.data.notification.map(({ title, unReadNumber }) => [title, unReadNumber])).toEqual([
      ['第三則', 1],
      ['第二則', 2],
    ]);
    const hours = (Date.parse(body.data.accessTokenExpiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(12, 1);
    const stored = await server.rows(
      `select from identity.session where encode(token_hash, 'escape') like $1`,
      [`%${body.data.accessToken.slice(0, 10)}%`],
    );
    expect(stored).toEqual([]);
  });

  test('counts failures for known and unknown e-mails alike, then requires a captcha', async () => {
    const { email: known } = await newMember(server);
    const unknown = newEmail();
    for (const email of [known, unknown]) {
      for (let n = 1; n <= 5; n += 1) {
        const { status, code, body } = await login(email, { password: 'wrong' });
        expect([status, code, failuresIn(body)]).toEqual([422, 'LOGIN_FAILED', n]);
      }
      // From now on a captcha is required even with the right password.
      const { status, code, body } = await login(email);
      expect([status, code, failuresIn(body)]).toEqual([403, 'CAPTCHA_REQUIRED', 5]);
    }
  });

  test('a solved captcha allows one attempt; a success resets the failures', async () => {
    const { email } = await newMember(server);
    for (let n = 0; n < 5; n += 1) await login(email, { password: 'wrong' });
    const captchaToken = await solvedCaptcha();
    expect((await login(email, { captchaToken: 'nonsense' })).code).toBe('CAPTCHA_REQUIRED');
    const wrong = await login(email, { password: 'wrong', captchaToken });
    expect([wrong.code, failuresIn(wrong.body)]).toEqual(['LOGIN_FAILED', 6]);
    expect((await login(email, { captchaToken })).code).toBe('CAPTCHA_REQUIRED');
    expect((await login(email, { captchaToken: await solvedCaptcha() })).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  test('concurrent failures are counted one by one', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => login(email, { password: 'wrong' })),
    );
    expect(answers.map(({ body }) => failuresIn(body)).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test('an address that tries one password on many accounts is blocked', async () => {
    const how = apart();
    for (let n = 1; n <= 5; n += 1) {
      const { body } = await login(newEmail(), { password: 'Sommer2026' }, how);
      expect(failuresIn(body)).toBe(n);
    }
    const { email } = await newMember(server);
    expect((await login(email, {}, how)).code).toBe('CAPTCHA_REQUIRED');
    expect((await login(email)).status).toBe(200);
  });

  test('one person who forgot a password does not block an office', async () => {
    const how = apart();
    const forgetful = newEmail();
    for (let n = 0; n < 6; n += 1) await login(forgetful, { password: 'wrong' }, how);
    const { email } = await newMember(server);
    expect((await login(email, {}, how)).status).toBe(200);
  });

  test('a suspended member is told so only after the right password', async () => {
    const { email, id } = await newMember(server);
    await server.rows('update identity.member set suspended_at = now() where id = $1', [id]);
    expect((await login(email, { password: 'wrong' })).code).toBe('LOGIN_FAILED');
    expect((await login(email)).code).toBe('SUSPENDED');
  });

  test('an unconfirmed member can sign in and do nothing else', async () => {
    const email = newEmail();
    await register(email);
    const { body } = await login(email);
    expect(body.data.verificationStatus).toBe(1);
    const { accessToken: token } = body.data;
    const phone = { phoneNumber: '0912345678' };
    expect(await server.refused(verification.sendSmsCode, phone, { token })).toBe(
      'EMAIL_NOT_VERIFIED',
    );
  });
});

describe('a session', () => {
  const info = (token: string) => server.ask(identity.accountInfo, {}, { token });
  const age = (memberId: number, column: string, interval: string) =>
    server.rows(
      `update identity.session set ${column} = ${column} - $2::interval where member_id = $1`,
      [memberId, interval],
    );

  test('ends with logout, and an ended token is distinguished from an invalid one', async () => {
    const { token } = await newMember(server);
    expect((await info(token)).status).toBe(200);
    await server.ok(identity.logout, {}, { token });
    const ended = await info(token);
    expect(ended.status).toBe(401);
    expect(JSON.stringify(ended.body)).toContain('expired');
    const bad = await info('x'.repeat(43));
    expect([bad.status, String(bad.body)]).toEqual([401, 'Unauthorized']);
  });

  test('ends after two hours without a call', async () => {
    const { id, token } = await newMember(server);
    await age(id, 'used_at', '1 hour 59 minutes');
    expect((await info(token)).status).toBe(200);
    // The previous call counts as use of the session, so the two hours begin again.
    await age(id, 'used_at', '1 hour 59 minutes');
    expect((await info(token)).status).toBe(200);
    await age(id, 'used_at', '2 hours');
    expect((await info(token)).status).toBe(401);
  });

  test('ends after twelve hours in any case', async () => {
    const { id, token } = await newMember(server);
    await age(id, 'ends_at', '11 hours 59 minutes');
    expect((await info(token)).status).toBe(200);
    await age(id, 'ends_at', '1 minute');
    expect((await info(token)).status).toBe(401);
  });

  test('is marked as used once a minute at most', async () => {
    const { id, token } = await newMember(server);
    const usedAt = async () => {
      const sql = 'select used_at from identity.session where member_id = $1';
      return (await server.rows<{ used_at: Date }>(sql, [id]))[0]?.used_at.getTime() ?? 0;
    };
    const opened = await usedAt();
    await info(token);
    expect(await usedAt()).toBe(opened);
    await age(id, 'used_at', '61 seconds');
    await info(token);
    expect(await usedAt()).toBeGreaterThanOrEqual(opened);
  });

  test('is stored for thirty days after its end, then deleted with old tokens', async () => {
    const [kept, removed] = [await newMember(server), await newMember(server)];
    for (const { token } of [kept, removed]) await server.ok(identity.logout, {}, { token });
    await age(kept.id, 'ended_at', '29 days');
    await age(removed.id, 'ended_at', '31 days');
    await server.rows(`update identity.login_failure set at = at - interval '2 days'`);
    await deleteExpired(server.services);
    expect(JSON.stringify((await info(kept.token)).body)).toContain('expired');
    expect(String((await info(removed.token)).body)).toBe('Unauthorized');
    expect(await server.rows('select from identity.login_failure')).toEqual([]);
  });
});

test("the account shows the member's own data, with numbers masked", async () => {
  const member = await newVerifiedMember(server, { phone: '0987654321', account: '123456789012' });
  const { data } = await server.ok(identity.accountInfo, {}, { token: member.token });
  expect(data).toMatchObject({
    email: member.email,
    name: '王小明',
    birthday: '1990-05-17',
    phoneMasked: '0987-***-321',
    bank: { bankCode: '004', bankName: '臺灣銀行', accountMasked: '****9012' },
    verifiedIDStage: 4,
    verifiedIDstatus: 3,
  });
  expect(data.idNumberMasked).toMatch(/^A1\d\*{4}\d{3}$/);
  const bare = await newMember(server);
  const { data: empty } = await server.ok(identity.accountInfo, {}, { token: bare.token });
  expect(empty).toMatchObject({ name: null, bank: null, verifiedIDStage: 0 });
});

test('a token of one member gives nothing of another', async () => {
  const [one, other] = [await newMember(server), await newMember(server)];
  const { data } = await server.ok(identity.accountInfo, {}, { token: one.token });
  expect(data.email).toBe(one.email);
  expect(await signIn(server, other.email)).not.toBe(one.token);
});
