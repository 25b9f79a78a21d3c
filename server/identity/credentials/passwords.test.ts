// Tests passwords over HTTP: forgotten and reset by mail, and changed with the old password or a
// text message.
import { describe, expect, test } from 'vitest';
import { identityPassword } from '#contract/identity/password.ts';
import { identity } from '#contract/identity/calls.ts';
import {
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  newPhone,
  newVerifiedMember,
  password,
  signInElsewhere,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const apart = () => ({ headers: fromElsewhere() });
const fresh = 'a river of a hundred streams';
const given = { password: fresh, passwordCheck: fresh };

const ask = (email: string) => server.ask(identityPassword.resetPasswordEmail, { email }, apart());

const reset = (email: string, tokenNumber: string, more = {}) =>
  server.ask(identityPassword.resetPassword, { email, tokenNumber, ...given, ...more }, apart());

const login = (email: string, secret: string) =>
  server.ask(identity.login, { email, password: secret }, apart());

const info = (token: string) => server.ask(identity.accountInfo, {}, { token });

/** Returns the link's token and the number from the newest mail. */
async function mailed(email: string): Promise<{ token: string; number: string }> {
  const [mail] = await messagesTo(server, email);
  const link = /https?:\/\/\S+\/member\/resetPassword#\S+/.exec(mail?.body ?? '')?.[0] ?? '';
  const { hash, search } = new URL(link);
  expect(search).toBe('');
  const brought = new URLSearchParams(hash.slice(1));
  expect(brought.get('email')).toBe(email);
  const number = /內有效：(\d{8})$/m.exec(mail?.body ?? '')?.[1] ?? '';
  return { token: brought.get('token') ?? '', number };
}

async function asked(email: string) {
  expect((await ask(email)).status).toBe(200);
  return mailed(email);
}

const wrongOf = (number: string) => (number === '00000000' ? '00000001' : '00000000');

const age = (email: string, column: string, interval: string) =>
  server.rows(
    `update identity.email_token set ${column} = ${column} - $2::interval where member_id =
       (select id from identity.member where email = $1)`,
    [email, interval],
  );

describe('a forgotten password', () => {
  test.each(['link', 'number'] as const)('is reset by the %s in the mail, once', async (by) => {
    const { email, id, token: session } = await newMember(server);
    const { token, number } = await asked(email);
    const stored = await server.rows<{ token_hash: Buffer; number_hash: string }>(
      'select token_hash, number_hash from identity.email_token where member_id = $1',
      [id],
    );
    expect(JSON.stringify(stored)).not.toContain(number);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const key = by === 'link' ? token : number;
    expect((await reset(email, key)).body).toEqual({ data: { ok: true } });
    expect((await info(session)).status).toBe(401);
    expect((await login(email, password)).code).toBe('LOGIN_FAILED');
    expect((await login(email, fresh)).status).toBe(200);
    // Using the link or the number has invalidated both.
    expect((await reset(email, token)).code).toBe('TOKEN_INVALID');
    expect((await reset(email, number)).code).toBe('TOKEN_INVALID');
    const [mail] = await messagesTo(server, email);
    expect(mail?.subject).toContain('您的密碼已變更');
    const moves = await server.rows<{ snapshot: { by: string } }>(
      `select snapshot from tasks.audit where subject_type = 'member' and subject_id = $1
       and action = 'identity.password_reset'`,
      [id],
    );
    expect(moves.map(({ snapshot }) => snapshot.by)).toEqual([by]);
  });

  test('is requested alike for known and unknown; only the known gets a mail', async () => {
    const { email: known } = await newMember(server);
    const unknown = newEmail();
    const answers = [await ask(known), await ask(unknown)];
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, { data: { ok: true } }]);
    }
    expect(await messagesTo(server, known)).toHaveLength(1);
    expect(await messagesTo(server, unknown)).toHaveLength(0);
    const refused = [await reset(known, '12345678'), await reset(unknown, '12345678')];
    for (const { status, code, body } of refused) {
      expect([status, code]).toEqual([422, 'TOKEN_INVALID']);
      expect(body).toEqual({ ...refused[0]?.body, requestId: expect.any(String) });
    }
  });

  test('has a link for thirty minutes and a number for ten', async () => {
    const { email } = await newMember(server);
    const { token, number } = await asked(email);
    await age(email, 'number_until', '10 minutes');
    expect((await reset(email, number)).code).toBe('TOKEN_INVALID');
    expect((await reset(email, token, { password: 'x', passwordCheck: 'x' })).code).toBe(
      'INVALID_INPUT',
    );
    await age(email, 'expires_at', '30 minutes');
    expect((await reset(email, token)).code).toBe('TOKEN_INVALID');
    expect((await login(email, password)).status).toBe(200);
  });

  test('a number can be tried five times, concurrently or not; the link still works', async () => {
    const { email } = await newMember(server);
    const { token, number } = await asked(email);
    const wrong = wrongOf(number);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset(email, wrong)));
    expect(answers.map(({ code }) => code)).toEqual(Array(5).fill('TOKEN_INVALID'));
    expect((await reset(email, number)).code).toBe('TOKEN_INVALID');
    expect((await reset(email, token)).status).toBe(200);
  });

  test('twenty uses of one link at once: exactly one succeeds', async () => {
    const { email } = await newMember(server);
    const { token } = await asked(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(email, token)));
    const codes = answers.map(({ code }) => code ?? 'ok').toSorted();
    expect(codes).toEqual([...Array(19).fill('TOKEN_INVALID'), 'ok']);
  });

  test('another’s mail resets nothing, and a newer mail invalidates an older one', async () => {
    const [one, other] = [await newMember(server), await newMember(server)];
    const mine = await asked(one.email);
    await asked(other.email);
    expect((await reset(other.email, mine.token)).code).toBe('TOKEN_INVALID');
    expect((await reset(other.email, mine.number)).code).toBe('TOKEN_INVALID');
    const newer = await asked(one.email);
    expect((await reset(one.email, mine.token)).code).toBe('TOKEN_INVALID');
    expect((await reset(one.email, newer.number)).status).toBe(200);
    expect((await login(other.email, password)).status).toBe(200);
  });

  test('a link of a verification mail resets nothing', async () => {
    const email = newEmail();
    const registration = { email, password, passwordCheck: password, purpose: 'both' };
    await server.ask(identity.register, registration, apart());
    const [mail] = await messagesTo(server, email);
    const token = /token=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '';
    expect((await reset(email, token)).code).toBe('TOKEN_INVALID');
  });

  test('resets and confirms an unconfirmed account; a stranger’s registration ends', async () => {
    const email = newEmail();
    const registration = { email, password, passwordCheck: password, purpose: 'both' };
    await server.ask(identity.register, registration, apart());
    const squatter = (await login(email, password)).body.data.accessToken;
    const { number } = await asked(email);
    expect((await reset(email, number)).status).toBe(200);
    expect((await info(squatter)).status).toBe(401);
    const { body } = await login(email, fresh);
    expect(body.data.emailVerifiedAt).not.toBe(null);
    expect((await login(email, password)).code).toBe('LOGIN_FAILED');
  });

  test('can be set for an account created with Google', async () => {
    const { email, id, token } = await newMember(server);
    await server.rows(
      `update identity.member set password_hash = null, google_subject = 'subject-1' where id = $1`,
      [id],
    );
    expect((await info(token)).body.data.hasPassword).toBe(false);
    expect((await reset(email, (await asked(email)).token)).status).toBe(200);
    const { data } = (await login(email, fresh)).body;
    expect((await info(data.accessToken)).body.data.hasPassword).toBe(true);
  });

  test('resets the failures that required a captcha', async () => {
    const { email } = await newMember(server);
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong');
    expect((await login(email, password)).code).toBe('CAPTCHA_REQUIRED');
    expect((await reset(email, (await asked(email)).token)).status).toBe(200);
    expect((await login(email, fresh)).status).toBe(200);
  });

  test.each([
    ['PASSWORD_MISMATCH', { passwordCheck: 'something else' }],
    ['PASSWORD_COMMON', { password: 'password123', passwordCheck: 'password123' }],
    ['INVALID_INPUT', { isAdmin: true }],
  ])('refuses %s and leaves the mail valid', async (code, more) => {
    const { email } = await newMember(server);
    const { token } = await asked(email);
    expect((await reset(email, token, more)).code).toBe(code);
    expect((await reset(email, token)).status).toBe(200);
  });
});

describe('a password equal to the e-mail', () => {
  const equal = (email: string) => [email, email.toUpperCase(), email.split('@')[0] ?? ''];

  test('is refused wherever a password is set', async () => {
    const phone = newPhone();
    const { email, token } = await newVerifiedMember(server, { phone, email: newEmail('stream') });
    const mail = await asked(email);
    for (const bad of equal(email)) {
      const weak = { password: bad, passwordCheck: bad };
      const answers = [
        await server.ask(identity.register, { email, ...weak, purpose: 'both' }, apart()),
        await reset(email, mail.token, weak),
        await server.ask(
          identityPassword.changePassword,
          { oldPassword: password, ...weak },
          { token },
        ),
        await server.ask(
          identityPassword.changePasswordBySms,
          { smsCode: '123456', ...weak },
          { token },
        ),
      ];
      expect(answers.map(({ code }) => code)).toEqual(Array(4).fill('PASSWORD_IS_EMAIL'));
    }
  });
});

const change = (token: string, more = {}) =>
  server.ask(
    identityPassword.changePassword,
    { oldPassword: password, ...given, ...more },
    { token, ...apart() },
  );

describe('changing the password with the old one', () => {
  test('keeps this session, ends the others and sends a mail', async () => {
    const { email, id, token } = await newMember(server);
    const elsewhere = await signInElsewhere(server, email);
    const { token: link } = await asked(email);
    expect((await change(token)).body).toEqual({ data: { ok: true } });
    expect((await info(token)).status).toBe(200);
    expect((await info(elsewhere)).status).toBe(401);
    expect((await login(email, fresh)).status).toBe(200);
    expect((await login(email, password)).code).toBe('LOGIN_FAILED');
    expect((await reset(email, link)).code).toBe('TOKEN_INVALID');
    const [mail] = await messagesTo(server, email);
    expect(mail?.subject).toContain('您的密碼已變更');
    const moves = await server.rows(
      `select from tasks.audit where subject_type = 'member' and subject_id = $1
       and action = 'identity.password_changed'`,
      [id],
    );
    expect(moves).toHaveLength(1);
    // The repeated request fails because the first one has already changed the password.
    expect((await change(token)).code).toBe('OLD_PASSWORD_WRONG');
  });

  test.each([
    ['OLD_PASSWORD_WRONG', { oldPassword: 'not this one' }],
    ['PASSWORD_SAME', { password, passwordCheck: password }],
    ['PASSWORD_MISMATCH', { passwordCheck: 'something else' }],
    ['PASSWORD_COMMON', { password: 'password123', passwordCheck: 'password123' }],
    ['INVALID_INPUT', { password: 'short', passwordCheck: 'short' }],
  ])('refuses %s and changes nothing', async (code, more) => {
    const { email, token } = await newMember(server);
    expect((await change(token, more)).code).toBe(code);
    expect((await login(email, password)).status).toBe(200);
  });

  test('the old one can be tried five times, then slowly: TOO_MANY_REQUESTS', async () => {
    const { token } = await newMember(server);
    for (let n = 0; n < 5; n += 1) {
      expect((await change(token, { oldPassword: `wrong ${n}` })).code).toBe('OLD_PASSWORD_WRONG');
    }
    const stopped = await change(token);
    expect([stopped.status, stopped.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60);
    await server.rows(`update identity.throttle set free_at = free_at - interval '2 minutes'`);
    expect((await change(token)).status).toBe(200);
  });

  test('of four concurrent changes one succeeds', async () => {
    const { email, token } = await newMember(server);
    const codes = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const mine = { password: `${fresh} ${n}`, passwordCheck: `${fresh} ${n}` };
        return (await change(token, mine)).code ?? `ok ${n}`;
      }),
    );
    const [made, ...rest] = codes.filter((code) => code.startsWith('ok'));
    expect(rest).toEqual([]);
    expect((await login(email, `${fresh} ${made?.slice(3)}`)).status).toBe(200);
  });

  test('requires a session of the member', async () => {
    expect((await change('x'.repeat(43))).status).toBe(401);
    const email = newEmail();
    const registration = { email, password, passwordCheck: password, purpose: 'both' };
    await server.ask(identity.register, registration, apart());
    const { accessToken } = (await login(email, password)).body.data;
    expect((await change(accessToken)).code).toBe('EMAIL_NOT_VERIFIED');
  });
});

describe('changing the password with a text message', () => {
  const bySms = (token: string, smsCode: string, more = {}) =>
    server.ask(
      identityPassword.changePasswordBySms,
      { smsCode, ...given, ...more },
      { token, ...apart() },
    );

  async function withCode() {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone });
    const { token } = member;
    await server.ok(identity.sendSmsCodeWithVerifiedNumber, {}, { token, ...apart() });
    return { ...member, code: await codeSentTo(server, phone) };
  }

  test('keeps this session, ends the others and uses the code up', async () => {
    const { code, email, token } = await withCode();
    const elsewhere = await signInElsewhere(server, email);
    expect((await bySms(token, code)).body).toEqual({ data: { ok: true } });
    expect((await info(token)).status).toBe(200);
    expect((await info(elsewhere)).status).toBe(401);
    expect((await login(email, fresh)).status).toBe(200);
    expect((await bySms(token, code)).code).toBe('SMS_CODE_EXPIRED');
    const spent = { password: 'yet another stream', passwordCheck: 'yet another stream' };
    expect((await bySms(token, code, spent)).code).toBe('SMS_CODE_EXPIRED');
  });

  test('refuses a wrong code, the same password and a code of somebody else', async () => {
    const [mine, other] = [await withCode(), await withCode()];
    const wrong = mine.code === '000000' ? '000001' : '000000';
    expect((await bySms(mine.token, wrong)).code).toBe('SMS_CODE_INVALID');
    const same = { password, passwordCheck: password };
    expect((await bySms(mine.token, mine.code, same)).code).toBe('PASSWORD_SAME');
    const unlike = { password: 'yet another stream', passwordCheck: 'another stream' };
    expect((await bySms(mine.token, mine.code, unlike)).code).toBe('PASSWORD_MISMATCH');
    const common = { password: 'password123', passwordCheck: 'password123' };
    expect((await bySms(mine.token, mine.code, common)).code).toBe('PASSWORD_COMMON');
    // A wrong code does not reveal whether the new password equals the old one.
    expect((await bySms(mine.token, wrong, same)).code).toBe('SMS_CODE_INVALID');
    if (mine.code !== other.code) {
      expect((await bySms(mine.token, other.code)).code).toBe('SMS_CODE_INVALID');
    }
    expect((await bySms(mine.token, mine.code)).status).toBe(200);
    const bare = await newMember(server);
    expect((await bySms(bare.token, '123456')).code).toBe('SMS_CODE_EXPIRED');
  });
});
