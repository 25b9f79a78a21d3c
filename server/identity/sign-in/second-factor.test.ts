// Tests sign-in from an unknown browser: who needs a second factor, how it works, and possible
// attacks.
import { describe, expect, test } from 'vitest';
import type { SecondStep } from '#contract/identity/factor.ts';
import { identityFactor as calls } from '#contract/identity/factor.ts';
import { identityAccount } from '#contract/identity/account.ts';
import { identityPasskey } from '#contract/identity/passkey.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { identity } from '#contract/identity/calls.ts';
import {
  type Passkey,
  createPasskey,
  signWithPasskey,
} from '../../../tests/actors/authenticator.ts';
import { newCase } from '../../../tests/actors/market.ts';
import {
  codeSentTo,
  deviceIn,
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  newPhone,
  newVerifiedMember,
  password,
  stepUp,
} from '../../../tests/actors/people.ts';
import { type Owner, newOwner, signingInAt } from '../../../tests/actors/second-factor.ts';
import { useServer } from '../../../tests/server.ts';

const ORIGIN = 'https://baixi.example';
const server = useServer({ environment: { PUBLIC_URL: ORIGIN } });
const apart = () => ({ headers: fromElsewhere() });

const { login, waiting, sendCode, giveCode } = signingInAt(server);

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function newPasskey(owner: Owner): Promise<Passkey> {
  const how = { token: owner.token, ...apart() };
  await stepUp(server, owner, owner.phone, 'passkey');
  const { data } = await server.ok(identityPasskey.passkeyAddOptions, {}, how);
  const { passkey, response } = createPasskey(data, ORIGIN);
  await server.ok(identityPasskey.addPasskey, { response }, how);
  return passkey;
}

async function signedBy(passkey: Passkey, ticket: string) {
  const { data } = await server.ok(calls.secondFactorPasskeyOptions, { ticket }, apart());
  return signWithPasskey(passkey, data, ORIGIN);
}
const givePasskey = (ticket: string, response: unknown) =>
  server.ask(calls.secondFactorPasskey, { ticket, response }, apart());

const loginsOf = (id: number) =>
  server.rows<{ snapshot: object | null }>(
    `select snapshot from tasks.audit where action = 'identity.login' and subject_id = $1
     order by id desc`,
    [id],
  );
const sentTo = async (phone: string) => (await messagesTo(server, phone)).length;

describe('a member with an investment or loan and a verified phone', () => {
  test('signs in with a second step in an unknown browser, and then never there', async () => {
    const { email, id, phone } = await newOwner(server);
    const step = await waiting(email);
    expect(step).toMatchObject({
      ways: ['sms'],
      phoneMasked: `${phone.slice(0, 4)}-***-${phone.slice(-3)}`,
      emailMasked: `me***@example.com`,
      canRecover: true,
    });
    expect((await sendCode(step.ticket)).status).toBe(200);
    const smsCode = await codeSentTo(server, phone);
    const answer = await giveCode(step.ticket, smsCode);
    expect(answer.body.data).toMatchObject({ email, verificationStatus: 4 });
    const token = answer.body.data.accessToken;
    expect((await server.ask(identity.accountInfo, {}, { token })).status).toBe(200);
    const [row] = await loginsOf(id);
    expect(row?.snapshot).toMatchObject({ by: 'password', second: expect.stringMatching(/^SMS-/) });
    // From now on this browser needs only the password.
    expect((await login(email, { ...fromElsewhere(), ...deviceIn(answer) })).status).toBe(200);
  });

  test('gets one mail per sign-in that the right password was entered', async () => {
    const { email, phone } = await newOwner(server);
    const headers = { ...fromElsewhere(), 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' };
    const { ticket } = await waiting(email, headers);
    const [mail, ...before] = await messagesTo(server, email);
    expect(mail?.subject).toContain('有人在不認得的瀏覽器登入您的帳戶');
    await sendCode(ticket, headers);
    await giveCode(ticket, await codeSentTo(server, phone), headers);
    expect(await messagesTo(server, email)).toEqual([mail, ...before]);
  });

  test('a ticket allows nothing but the second step', async () => {
    const { email } = await newOwner(server);
    const { ticket } = await waiting(email);
    for (const call of [identity.accountInfo, identityAccount.sessions, calls.signInSafety]) {
      expect((await server.ask(call, {}, { token: ticket })).status).toBe(401);
    }
    expect(
      await server.rows('select 1 from identity.session where token_hash = $1', [
        Buffer.from(ticket),
      ]),
    ).toEqual([]);
  });

  test('a wrong password gets the same answer whether the factor is on or not', async () => {
    const { email } = await newOwner(server);
    const plain = await newMember(server);
    const wrong = await login(email, fromElsewhere(), 'wrong');
    const other = await login(plain.email, fromElsewhere(), 'wrong');
    const none = await login(newEmail(), fromElsewhere(), 'wrong');
    const said = ({ status, body }: typeof wrong) => ({ ...body, status, requestId: '' });
    expect(said(wrong)).toEqual(said(other));
    expect(said(wrong)).toEqual(said(none));
    expect(wrong.code).toBe('LOGIN_FAILED');
  });
});

describe('the code of a sign-in', () => {
  test('is refused when wrong, five times, and then is invalid', async () => {
    const { email, phone } = await newOwner(server);
    const { ticket } = await waiting(email);
    await sendCode(ticket);
    const code = await codeSentTo(server, phone);
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push((await giveCode(ticket, otherThan(code))).code);
    expect(codes).toEqual([...Array(5).fill('SMS_CODE_INVALID'), 'SMS_CODE_EXPIRED']);
    expect((await giveCode(ticket, code)).code).toBe('SMS_CODE_EXPIRED');
  });

  test('is valid with its own ticket only, of the same account or another', async () => {
    const one = await newOwner(server);
    const two = await newOwner(server);
    const [mine, second, other] = [
      await waiting(one.email),
      await waiting(one.email),
      await waiting(two.email),
    ];
    await sendCode(mine.ticket);
    const code = await codeSentTo(server, one.phone);
    expect((await giveCode(second.ticket, code)).code).toBe('SMS_CODE_EXPIRED');
    expect((await giveCode(other.ticket, code)).code).toBe('SMS_CODE_EXPIRED');
    // A sign-in code does not step up a session of the member, and a step-up code does not sign in.
    const how = { token: one.token, ...apart() };
    expect((await server.ask(identity.smsCodeVerification, { smsCode: code }, how)).code).toBe(
      'SMS_CODE_EXPIRED',
    );
    await server.ok(identity.sendSmsCodeWithVerifiedNumber, {}, how);
    const stepUpCode = await codeSentTo(server, one.phone);
    expect((await giveCode(second.ticket, stepUpCode)).code).toBe('SMS_CODE_EXPIRED');
    expect((await giveCode(mine.ticket, code)).status).toBe(200);
  });

  test('is valid once, and the ticket too', async () => {
    const { email, phone } = await newOwner(server);
    const { ticket } = await waiting(email);
    await sendCode(ticket);
    const code = await codeSentTo(server, phone);
    const answers = await Promise.all([0, 1, 2].map(() => giveCode(ticket, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await giveCode(ticket, code)).code).toBe('SIGN_IN_EXPIRED');
    expect((await sendCode(ticket)).code).toBe('SIGN_IN_EXPIRED');
  });

  test('a forged ticket, an old one and one of an old password are invalid', async () => {
    const { email, phone, token } = await newOwner(server);
    expect((await sendCode('made-up')).code).toBe('SIGN_IN_EXPIRED');
    const old = await waiting(email);
    await sendCode(old.ticket);
    const oldCode = await codeSentTo(server, phone);
    await server.rows(
      `update identity.sign_in_ticket set expires_at = now() - interval '1 second'`,
    );
    expect((await giveCode(old.ticket, oldCode)).code).toBe('SIGN_IN_EXPIRED');
    const { ticket } = await waiting(email);
    await sendCode(ticket);
    const code = await codeSentTo(server, phone);
    const next = 'another good password';
    await server.ok(
      identityPassword.changePassword,
      { oldPassword: password, password: next, passwordCheck: next },
      { token, ...apart() },
    );
    expect((await giveCode(ticket, code)).code).toBe('SIGN_IN_EXPIRED');
  });

  test('is asked for after a password reset too, which signs nobody in', async () => {
    const { email, phone } = await newOwner(server);
    await server.ok(identityPassword.resetPasswordEmail, { email }, apart());
    const [mail] = await messagesTo(server, email);
    const tokenNumber = /[?#&]token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const next = 'set by whoever reads the mails';
    const input = { email, tokenNumber, password: next, passwordCheck: next };
    const reset = await server.ask(identityPassword.resetPassword, input, apart());
    expect(reset.status).toBe(200);
    expect(JSON.stringify(reset.body)).not.toContain('accessToken');
    expect(reset.headers.get('set-cookie')).toBeNull();
    const { body, code } = await login(email, fromElsewhere(), next);
    expect(code).toBe('SECOND_FACTOR_REQUIRED');
    const { ticket } = (body as unknown as { data: SecondStep }).data;
    expect((await giveCode(ticket, '000000')).code).toBe('SMS_CODE_EXPIRED');
    await sendCode(ticket);
    expect((await giveCode(ticket, await codeSentTo(server, phone))).status).toBe(200);
  });

  test('a suspended member is told so, before and after the second step', async () => {
    const { email, id, phone } = await newOwner(server);
    const { ticket } = await waiting(email);
    await sendCode(ticket);
    await server.rows('update identity.member set suspended_at = now() where id = $1', [id]);
    expect((await giveCode(ticket, await codeSentTo(server, phone))).code).toBe('SUSPENDED');
    expect((await login(email)).code).toBe('SUSPENDED');
  });
});

describe('a stranger who knows the password', () => {
  test('sends five codes and no more, whatever tickets and addresses are used', async () => {
    const { email, phone } = await newOwner(server);
    const before = await sentTo(phone);
    const codes = [];
    for (let n = 0; n < 7; n += 1) {
      const { ticket } = await waiting(email);
      codes.push((await sendCode(ticket)).code);
    }
    expect(codes).toEqual([...Array(5).fill(null), ...Array(2).fill('TOO_MANY_REQUESTS')]);
    expect((await sentTo(phone)) - before).toBe(5);
    // The mails about these attempts stop as well.
    const mails = await messagesTo(server, email);
    expect(mails.filter(({ subject }) => subject?.includes('不認得的瀏覽器'))).toHaveLength(3);
  });

  test('uses up nothing of the owner: known browser or address, codes to confirm', async () => {
    const owner = await newOwner(server);
    const { email, phone } = owner;
    const home = fromElsewhere();
    const first = await waiting(email, home);
    await sendCode(first.ticket, home);
    const known = await giveCode(first.ticket, await codeSentTo(server, phone), home);
    for (let n = 0; n < 6; n += 1) await sendCode((await waiting(email)).ticket);
    const { ticket } = await waiting(email);
    expect((await sendCode(ticket)).code).toBe('TOO_MANY_REQUESTS');
    expect((await login(email, { ...fromElsewhere(), ...deviceIn(known) })).status).toBe(200);
    const athome = await waiting(email, home);
    expect((await sendCode(athome.ticket, home)).status).toBe(200);
    const code = await codeSentTo(server, phone);
    // The owner's code stays valid, however many codes the stranger requested.
    expect((await giveCode(athome.ticket, code, home)).status).toBe(200);
    const how = { token: owner.token, ...apart() };
    expect((await server.ask(identity.sendSmsCodeWithVerifiedNumber, {}, how)).status).toBe(200);
  });

  test('has fifteen guesses; a new password resets the owner’s attempts', async () => {
    const { email, phone } = await newOwner(server);
    const tried: (string | null)[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { ticket } = await waiting(email);
      await sendCode(ticket);
      const code = await codeSentTo(server, phone);
      for (let n = 0; n < 4; n += 1) tried.push((await giveCode(ticket, otherThan(code))).code);
    }
    expect(tried.slice(0, 15)).toEqual(Array(15).fill('SMS_CODE_INVALID'));
    expect(tried[15]).toBe('TOO_MANY_REQUESTS');
    await server.ok(identityPassword.resetPasswordEmail, { email }, apart());
    const [mail] = await messagesTo(server, email);
    const tokenNumber = /(\d{8})/.exec(mail?.body ?? '')?.[1] ?? '';
    const reset = { email, tokenNumber, password, passwordCheck: password };
    await server.ok(identityPassword.resetPassword, reset, apart());
    const { ticket } = await waiting(email);
    expect((await sendCode(ticket)).status).toBe(200);
    expect((await giveCode(ticket, await codeSentTo(server, phone))).status).toBe(200);
  });

  test('waits a minute between two codes of one sign-in', async () => {
    const { email } = await newOwner(server);
    const { ticket } = await waiting(email);
    expect((await sendCode(ticket)).status).toBe(200);
    expect((await sendCode(ticket)).code).toBe('TOO_MANY_REQUESTS');
  });
});

describe('if many ask for codes', () => {
  const crowded = useServer();
  test('the second step requires proof of work as well', async () => {
    const phone = newPhone();
    const { email, id } = await newVerifiedMember(crowded, { phone });
    await newCase(crowded, { borrowerId: id });
    const { body } = await crowded.ask(identity.login, { email, password }, apart());
    const { ticket } = (body as unknown as { data: SecondStep }).data;
    await crowded.rows(
      `insert into identity.throttle (key, free_at) values ('sms', now() + interval '50 minutes')
       on conflict (key) do update set free_at = excluded.free_at`,
    );
    const answer = await crowded.ask(calls.secondFactorCode, { ticket }, apart());
    expect(answer.code).toBe('CAPTCHA_REQUIRED');
  });
});

describe('a member with a passkey', () => {
  test('signs with it after the password; a message to the phone works too', async () => {
    const owner = await newOwner(server);
    const passkey = await newPasskey(owner);
    const { ticket, ways } = await waiting(owner.email);
    expect(ways).toEqual(['passkey', 'sms']);
    const answer = await givePasskey(ticket, await signedBy(passkey, ticket));
    expect(answer.status).toBe(200);
    const [row] = await loginsOf(owner.id);
    expect(row?.snapshot).toMatchObject({ second: expect.stringMatching(/^PASSKEY-/) });
    expect((await login(owner.email, { ...fromElsewhere(), ...deviceIn(answer) })).status).toBe(
      200,
    );
    const other = await waiting(owner.email);
    await sendCode(other.ticket);
    const code = await codeSentTo(server, owner.phone);
    expect((await giveCode(other.ticket, code)).status).toBe(200);
  });

  test('needs no second step when signing in by passkey', async () => {
    const owner = await newOwner(server);
    const passkey = await newPasskey(owner);
    const { data } = await server.ok(identityPasskey.passkeyLoginOptions, {}, apart());
    const response = signWithPasskey(passkey, data, ORIGIN);
    const answer = await server.ask(identityPasskey.passkeyLogin, { response }, apart());
    expect(answer.status).toBe(200);
  });

  test('a response for another ticket, another’s passkey and a replay are refused', async () => {
    const [one, two] = [await newOwner(server), await newOwner(server)];
    const [mine, theirs] = [await newPasskey(one), await newPasskey(two)];
    const a = await waiting(one.email);
    const b = await waiting(one.email);
    const signed = await signedBy(mine, a.ticket);
    expect((await givePasskey(b.ticket, signed)).code).toBe('PASSKEY_INVALID');
    const foreign = await signedBy(theirs, a.ticket);
    expect((await givePasskey(a.ticket, foreign)).code).toBe('PASSKEY_INVALID');
    // A challenge issued for a passkey sign-in is not accepted in the second step either.
    const { data } = await server.ok(identityPasskey.passkeyLoginOptions, {}, apart());
    const plain = signWithPasskey(mine, data, ORIGIN);
    expect((await givePasskey(a.ticket, plain)).code).toBe('PASSKEY_INVALID');
    const good = await signedBy(mine, a.ticket);
    expect((await givePasskey(a.ticket, good)).status).toBe(200);
    expect((await givePasskey(a.ticket, good)).code).toBe('SIGN_IN_EXPIRED');
    const options = { ticket: a.ticket };
    expect((await server.ask(calls.secondFactorPasskeyOptions, options, apart())).code).toBe(
      'SIGN_IN_EXPIRED',
    );
  });

  test('there are no options without a passkey, and no code without a phone', async () => {
    const { email, id } = await newOwner(server);
    const { ticket } = await waiting(email);
    expect((await server.ask(calls.secondFactorPasskeyOptions, { ticket }, apart())).code).toBe(
      'NOT_FOUND',
    );
    await server.rows('update verification.profile set phone = null where member_id = $1', [id]);
    expect((await sendCode(ticket)).code).toBe('STAGE_ORDER');
  });

  test('is told of a suspension after the passkey too', async () => {
    const owner = await newOwner(server);
    const passkey = await newPasskey(owner);
    const { ticket } = await waiting(owner.email);
    const response = await signedBy(passkey, ticket);
    await server.rows('update identity.member set suspended_at = now() where id = $1', [owner.id]);
    expect((await givePasskey(ticket, response)).code).toBe('SUSPENDED');
  });
});
