// Tests account ownership: strangers registering the same e-mail, credentials after a reset.
import { describe, expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { identity } from '#contract/identity/calls.ts';
import { identityPasskey } from '#contract/identity/passkey.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { notices } from '#contract/notices/calls.ts';
import {
  type Passkey,
  createPasskey,
  signWithPasskey,
} from '../../../tests/actors/authenticator.ts';
import {
  type Person,
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  password,
  signIn,
} from '../../../tests/actors/people.ts';
import { newBrowser } from '../../../tests/doubles/push.ts';
import { useServer } from '../../../tests/server.ts';
import { identityJobs } from '../jobs.ts';

const ORIGIN = 'https://baixi.example';
const server = useServer({ environment: { PUBLIC_URL: ORIGIN } });
const apart = () => ({ headers: fromElsewhere() });
const as = (token: string) => ({ token, headers: fromElsewhere() });

const owners = 'the owner chose this one';
const strangers = 'a stranger chose this one';

const tokenIn = (body = '') => /[?#&]token=([\w-]+)/.exec(body)?.[1] ?? '';

/** Registers the e-mail and returns the token of the mailed link. */
async function register(email: string, secret: string): Promise<string> {
  const pair = { password: secret, passwordCheck: secret };
  await server.ok(identity.register, { email, ...pair, purpose: 'both' }, apart());
  return tokenIn((await messagesTo(server, email))[0]?.body);
}

const verify = (email: string, token: string, more = {}) =>
  server.ask(identity.verifiedEmail, { email, token, ...more }, apart());
const login = (email: string, secret: string) =>
  server.ask(identity.login, { email, password: secret }, apart());

describe('an address that two people registered', () => {
  test('is confirmed for the recipient of the link, whoever registered last', async () => {
    const email = newEmail();
    const mine = await register(email, owners);
    const his = await register(email, strangers);
    const waiting = await login(email, strangers);
    expect((await verify(email, mine)).status).toBe(200);
    expect((await login(email, owners)).status).toBe(200);
    expect((await login(email, strangers)).code).toBe('LOGIN_FAILED');
    const { accessToken: token } = waiting.body.data;
    expect((await server.ask(identity.accountInfo, {}, { token })).status).toBe(401);
    expect((await verify(email, his)).code).toBe('TOKEN_INVALID');
  });

  test('has two accounts: neither shows nor ends anything of the other', async () => {
    const email = newEmail();
    await register(email, owners);
    const { data: first } = await server.ok(identity.login, { email, password: owners }, apart());
    await register(email, strangers);
    const { body } = await login(email, strangers);
    expect(body.data.id).not.toBe(first.id);
    const asOwner = { token: first.accessToken };
    expect((await server.ask(identity.accountInfo, {}, asOwner)).status).toBe(200);
    const { data: sessions } = await server.ok(identityAccount.sessions, {}, asOwner);
    expect(sessions).toHaveLength(1);
  });

  test("asks for the password first when the owner follows the stranger's link", async () => {
    const email = newEmail();
    const mine = await register(email, owners);
    const his = await register(email, strangers);
    for (const link of [mine, his]) {
      expect((await verify(email, link, { careful: true })).code).toBe('PASSWORD_REQUIRED');
    }
    const wrong = await verify(email, his, { careful: true, password: 'neither of the two' });
    expect(wrong.code).toBe('PASSWORD_WRONG');
    // The link proves access to the mailbox and the password selects the registration, so it does
    // not matter whose link the owner clicks.
    expect((await verify(email, his, { careful: true, password: owners })).status).toBe(200);
    expect((await login(email, owners)).status).toBe(200);
    expect((await login(email, strangers)).code).toBe('LOGIN_FAILED');
    expect((await verify(email, mine)).code).toBe('EMAIL_ALREADY_CONFIRMED');
  });

  test('with a single registration is confirmed without a question', async () => {
    const email = newEmail();
    const link = await register(email, owners);
    expect((await verify(email, link, { careful: true })).status).toBe(200);
  });

  test('with links followed at once is confirmed by one', async () => {
    const email = newEmail();
    const links = [await register(email, owners), await register(email, strangers)];
    const answers = await Promise.all(links.map((link) => verify(email, link)));
    const codes = answers.map(({ code }) => code ?? 'ok').toSorted();
    expect(codes).toEqual(['TOKEN_INVALID', 'ok']);
    const rows = await server.rows('select from identity.member where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  test('reset by mail confirms one account and closes the others', async () => {
    const email = newEmail();
    const mine = await register(email, owners);
    await register(email, strangers);
    const waiting = (await login(email, strangers)).body.data.accessToken;
    await server.ok(identityPassword.resetPasswordEmail, { email }, apart());
    const tokenNumber = tokenIn((await messagesTo(server, email))[0]?.body);
    const fresh = { password: 'the newest of all', passwordCheck: 'the newest of all' };
    await server.ok(identityPassword.resetPassword, { email, tokenNumber, ...fresh }, apart());
    expect((await login(email, fresh.password)).status).toBe(200);
    for (const old of [owners, strangers]) {
      expect((await login(email, old)).code).toBe('LOGIN_FAILED');
    }
    expect((await server.ask(identity.accountInfo, {}, { token: waiting })).status).toBe(401);
    expect((await verify(email, mine)).code).toBe('TOKEN_INVALID');
  });

  test('keeps the newest of registrations that nobody confirms for a day', async () => {
    const [email, young] = [newEmail(), newEmail()];
    for (const one of [email, young]) {
      await register(one, strangers);
      await register(one, owners);
    }
    await server.rows(
      `update identity.member set created_at = created_at - interval '2 days' where email = $1`,
      [email],
    );
    for (const job of identityJobs) await job.run(server.services);
    const counted = `select email, count(*)::int as n from identity.member
      where email in ($1, $2) group by email order by n`;
    const rows = await server.rows(counted, [email, young]);
    expect(rows).toEqual([
      { email, n: 1 },
      { email: young, n: 2 },
    ]);
    expect((await login(email, owners)).status).toBe(200);
  });

  test('cannot be registered by anybody else once confirmed', async () => {
    const email = newEmail();
    const mine = await register(email, owners);
    await verify(email, mine);
    await register(email, strangers);
    const [mail] = await messagesTo(server, email);
    expect(mail?.subject).toContain('您已經有帳戶了');
    expect(await server.rows('select from identity.member where email = $1', [email])).toHaveLength(
      1,
    );
  });
});

describe('a reset by mail', () => {
  async function withPasskey(member: Person): Promise<Passkey> {
    await server.ok(
      identityAccount.confirmPassword,
      { password, act: 'passkey' },
      as(member.token),
    );
    const { data } = await server.ok(identityPasskey.passkeyAddOptions, {}, as(member.token));
    const { passkey, response } = createPasskey(data, ORIGIN);
    const given = { response, name: '我的手機' };
    await server.ok(identityPasskey.addPasskey, given, as(member.token));
    return passkey;
  }

  async function loginBy(passkey: Passkey) {
    const { data } = await server.ok(identityPasskey.passkeyLoginOptions, {}, apart());
    const response = signWithPasskey(passkey, data, ORIGIN);
    return server.ask(identityPasskey.passkeyLogin, { response }, apart());
  }

  async function reset(email: string) {
    await server.ok(identityPassword.resetPasswordEmail, { email }, apart());
    const tokenNumber = tokenIn((await messagesTo(server, email))[0]?.body);
    const fresh = { password: 'the newest of all', passwordCheck: 'the newest of all' };
    await server.ok(identityPassword.resetPassword, { email, tokenNumber, ...fresh }, apart());
  }

  test('removes every passkey, and its mail lists them', async () => {
    const member = await newMember(server);
    const passkey = await withPasskey(member);
    expect((await loginBy(passkey)).status).toBe(200);
    await reset(member.email);
    expect((await loginBy(passkey)).code).toBe('PASSKEY_INVALID');
    const [mail] = await messagesTo(server, member.email);
    expect(mail?.subject).toContain('您的密碼已變更');
    expect(mail?.body).toContain('「我的手機」');
    const [row] = await server.rows<{ snapshot: { passkeysRemoved: number } }>(
      `select snapshot from tasks.audit where subject_type = 'member' and subject_id = $1
       and action = 'identity.password_reset'`,
      [member.id],
    );
    expect(row?.snapshot.passkeysRemoved).toBe(1);
  });

  test('ends push messages on every browser', async () => {
    const [member, other] = [await newMember(server), await newMember(server)];
    const devices = ({ id }: Person) =>
      server.rows('select from notices.push_device where member_id = $1', [id]);
    for (const [n, { token }] of [member, other].entries()) {
      const endpoint = `https://fcm.googleapis.com/owning/${n}`;
      const device = { endpoint, ...newBrowser().keys, name: '瀏覽器' };
      await server.ok(notices.addPushDevice, device, { token });
    }
    await reset(member.email);
    expect(await devices(member)).toHaveLength(0);
    expect(await devices(other)).toHaveLength(1);
  });

  test("leaves other members' passkeys alone", async () => {
    const [one, other] = [await newMember(server), await newMember(server)];
    const kept = await withPasskey(other);
    await reset(one.email);
    expect((await loginBy(kept)).status).toBe(200);
  });

  test('is not a change with the old password: no key is removed; the mail says so', async () => {
    const member = await newMember(server);
    const passkey = await withPasskey(member);
    const fresh = { password: 'the newest of all', passwordCheck: 'the newest of all' };
    const given = { oldPassword: password, ...fresh };
    await server.ok(identityPassword.changePassword, given, as(member.token));
    expect((await loginBy(passkey)).status).toBe(200);
    const [mail] = await messagesTo(server, member.email);
    expect(mail?.body).toContain('「我的手機」仍可登入');
  });

  test('a member who turned mails off is still notified of a passkey', async () => {
    const member = await newMember(server);
    await server.rows(
      `insert into notices.preference (member_id, mail_off, wants_news, updated_at)
       values ($1, '{account}', false, now())`,
      [member.id],
    );
    await withPasskey(member);
    const subjects = (await messagesTo(server, member.email)).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringContaining('已新增通行密鑰')]);
    expect(await signIn(server, member.email)).not.toBe(member.token);
  });
});
