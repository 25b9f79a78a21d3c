// Test of passkeys over HTTP with a software authenticator: valid and invalid signatures.
import { describe, expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { identity } from '#contract/identity/calls.ts';
import { identityPasskey as calls } from '#contract/identity/passkey.ts';
import {
  type Flaws,
  type Passkey,
  createPasskey,
  signWithPasskey,
} from '../../../tests/actors/authenticator.ts';
import {
  type Person,
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newMember,
  newPhone,
  newVerifiedMember,
  password,
  signInElsewhere,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { db } from '../../database/db.ts';
import { inWork } from '../../work.ts';
import { consumeStepUp, sessionOf } from '../sessions.ts';

const ORIGIN = 'https://baixi.example';
const server = useServer({ environment: { PUBLIC_URL: ORIGIN } });
const apart = () => ({ headers: fromElsewhere() });
const as = (token: string) => ({ token, headers: fromElsewhere() });

const begin = (token: string) => server.ask(calls.passkeyAddOptions, {}, as(token));
/** Steps the session up with the password first, which is allowed if no phone is verified. */
async function beginSure(token: string) {
  await server.ok(identityAccount.confirmPassword, { password, act: 'passkey' }, as(token));
  return begin(token);
}
const add = (token: string, response: unknown, name?: string) =>
  server.ask(calls.addPasskey, name === undefined ? { response } : { response, name }, as(token));

async function withPasskey(member: Person): Promise<Passkey> {
  const { body } = await beginSure(member.token);
  const { passkey, response } = createPasskey(body.data, ORIGIN);
  expect((await add(member.token, response)).status).toBe(200);
  return passkey;
}

const listOf = async ({ token }: Pick<Person, 'token'>) =>
  (await server.ok(calls.passkeys, {}, { token })).data;

async function loginBy(passkey: Passkey, flaws: Flaws = {}) {
  const { data } = await server.ok(calls.passkeyLoginOptions, {}, apart());
  const response = signWithPasskey(passkey, data, ORIGIN, flaws);
  return server.ask(calls.passkeyLogin, { response }, apart());
}

async function stepUpBy(passkey: Passkey, token: string, flaws: Flaws = {}) {
  const { data } = await server.ok(calls.passkeyStepUpOptions, {}, as(token));
  const response = signWithPasskey(passkey, data, ORIGIN, flaws);
  return server.ask(calls.passkeyStepUp, { response, act: 'passkey' }, as(token));
}

/** A sensitive action for these tests, which only uses up the step-up. */
async function act(token: string): Promise<string> {
  const { clock, pool } = server.services;
  const found = await sessionOf(db(pool), token, clock.realNow());
  if (found.state !== 'ok') return found.state;
  return inWork(server.services, (work) =>
    consumeStepUp(work, found.member, { act: 'passkey' }),
  ).then(
    ({ reference }) => reference,
    (error: { code?: string }) => error.code ?? String(error),
  );
}

describe('adding a passkey', () => {
  test('requires a step-up and a passkey with user verification; the member is told', async () => {
    const member = await newMember(server);
    const { body } = await beginSure(member.token);
    expect(body.data).toMatchObject({
      rp: { id: 'baixi.example' },
      user: { name: member.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { response } = createPasskey(body.data, ORIGIN);
    const added = await add(member.token, response, '我的手機');
    expect(added.body.data).toMatchObject({ name: '我的手機', lastUsedAt: null });
    expect(await listOf(member)).toEqual([added.body.data]);
    const [mail] = await messagesTo(server, member.email);
    expect(mail?.subject).toContain('已新增通行密鑰');
    // The user handle stored in the authenticator does not reveal the member.
    const { user } = body.data as unknown as { user: { id: string } };
    expect(Buffer.from(user.id, 'base64url')).toHaveLength(32);
  });

  test('requires more than a session', async () => {
    const { token } = await newMember(server);
    expect((await begin(token)).code).toBe('STEP_UP_REQUIRED');
    expect((await beginSure(token)).status).toBe(200);
    expect((await begin(token)).code).toBe('STEP_UP_REQUIRED');
  });

  test('accepts a step-up by text message or by another passkey instead, once', async () => {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone });
    const act = 'passkey' as const;
    await server.ok(identity.sendSmsCodeWithVerifiedNumber, { act }, as(member.token));
    const smsCode = await codeSentTo(server, phone);
    await server.ok(identity.smsCodeVerification, { smsCode, act }, as(member.token));
    const { passkey, response } = createPasskey((await begin(member.token)).body.data, ORIGIN);
    expect((await add(member.token, response)).status).toBe(200);
    expect((await begin(member.token)).code).toBe('STEP_UP_REQUIRED');
    expect((await stepUpBy(passkey, member.token)).status).toBe(200);
    expect((await begin(member.token)).status).toBe(200);
    expect((await begin(member.token)).code).toBe('STEP_UP_REQUIRED');
  });

  test('accepts a recent sign-in from members who have nothing else', async () => {
    const { id, token } = await newMember(server);
    await server.rows('update identity.member set password_hash = null where id = $1', [id]);
    expect((await begin(token)).status).toBe(200);
    await server.rows(
      `update identity.session set created_at = created_at - interval '10 minutes'
       where member_id = $1`,
      [id],
    );
    expect((await begin(token)).code).toBe('STEP_UP_REQUIRED');
  });

  test.each<[string, Flaws]>([
    ['made for another origin', { origin: 'https://baixi.example.evil.test' }],
    ['made for another site', { rpId: 'evil.test' }],
    ['made without asking its owner', { unverified: true }],
    ['made for another challenge', { challenge: 'AAAA' }],
    ['that is a signature instead', { type: 'webauthn.get' }],
  ])('%s is refused', async (_, flaws) => {
    const member = await newMember(server);
    const { response } = createPasskey((await beginSure(member.token)).body.data, ORIGIN, flaws);
    expect((await add(member.token, response)).code).toBe('PASSKEY_INVALID');
    expect(await listOf(member)).toEqual([]);
  });

  test('is begun for one session and finished once', async () => {
    const [member, other] = [await newMember(server), await newMember(server)];
    const { body } = await beginSure(member.token);
    const first = createPasskey(body.data, ORIGIN);
    expect((await add(other.token, first.response)).code).toBe('PASSKEY_INVALID');
    const elsewhere = await signInElsewhere(server, member.email);
    expect((await add(elsewhere, first.response)).code).toBe('PASSKEY_INVALID');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        add(member.token, createPasskey(body.data, ORIGIN).response),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listOf(member)).toHaveLength(1);
    // An authenticator added by one member cannot be added by another.
    const again = createPasskey((await beginSure(other.token)).body.data, ORIGIN);
    await add(other.token, again.response);
    expect(await listOf(other)).toHaveLength(1);
  });

  test('is refused after five minutes, and after ten passkeys', async () => {
    const member = await newMember(server);
    const { body } = await beginSure(member.token);
    await server.rows(`update identity.challenge set expires_at = now() - interval '1 second'`);
    const late = createPasskey(body.data, ORIGIN);
    expect((await add(member.token, late.response)).code).toBe('PASSKEY_INVALID');
    const open = (await beginSure(member.token)).body.data;
    await server.rows(
      `insert into identity.passkey (member_id, credential_id, public_key, counter, transports,
         backed_up, name, created_at)
       select $1::bigint, $1::text || '-' || n, '', 0, '{}', false, 'n', now()
       from generate_series(1, 10) n`,
      [member.id],
    );
    expect((await add(member.token, createPasskey(open, ORIGIN).response)).code).toBe(
      'PASSKEY_LIMIT',
    );
    expect((await beginSure(member.token)).code).toBe('PASSKEY_LIMIT');
  });
});

describe('signing in by passkey', () => {
  test('needs no e-mail and returns the same as with the password', async () => {
    const member = await newMember(server);
    const passkey = await withPasskey(member);
    const { data: options } = await server.ok(calls.passkeyLoginOptions, {}, apart());
    expect(options).toMatchObject({ rpId: 'baixi.example', userVerification: 'required' });
    expect(options['allowCredentials']).toBeUndefined();
    const { status, body } = await loginBy(passkey);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: String(member.id), email: member.email });
    const { data } = await server.ok(identity.accountInfo, {}, { token: body.data.accessToken });
    expect(data.email).toBe(member.email);
    expect((await listOf(member))[0]?.lastUsedAt).not.toBeNull();
    const audit = await server.rows<{ snapshot: { by: string } }>(
      `select snapshot from tasks.audit where action = 'identity.login' and subject_id = $1
       order by id desc limit 1`,
      [member.id],
    );
    expect(audit[0]?.snapshot.by).toMatch(/^PASSKEY-\d+-[0-9a-f]{8}$/);
  });

  test.each<[string, Flaws]>([
    ['of another key', { forged: true }],
    ['for another origin', { origin: 'http://baixi.example' }],
    ['for another site', { rpId: 'evil.test' }],
    ['without asking its owner', { unverified: true }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['with the handle of somebody else', { userHandle: 'AAAA' }],
    ['without a handle', { userHandle: null }],
    ['of another kind', { type: 'webauthn.create' }],
  ])('a signature %s is refused', async (_, flaws) => {
    const passkey = await withPasskey(await newMember(server));
    expect((await loginBy(passkey, flaws)).code).toBe('PASSKEY_INVALID');
    expect((await loginBy(passkey)).status).toBe(200);
  });

  test('a copied authenticator is detected by its counter', async () => {
    const passkey = await withPasskey(await newMember(server));
    expect((await loginBy(passkey, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 3]) {
      expect((await loginBy(passkey, { counter })).code).toBe('PASSKEY_INVALID');
    }
    expect((await loginBy(passkey, { counter: 8 })).status).toBe(200);
  });

  test('a counter may stay at zero, as synchronised passkeys do not count', async () => {
    const passkey = await withPasskey(await newMember(server));
    for (const counter of [0, 0]) expect((await loginBy(passkey, { counter })).status).toBe(200);
  });

  test('one response signs in once, and a refused one cannot be corrected', async () => {
    const passkey = await withPasskey(await newMember(server));
    const { data } = await server.ok(calls.passkeyLoginOptions, {}, apart());
    const response = signWithPasskey(passkey, data, ORIGIN);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.ask(calls.passkeyLogin, { response }, apart())),
    );
    const codes = answers.map(({ code }) => code ?? 'ok').toSorted();
    expect(codes).toEqual([...Array(19).fill('PASSKEY_INVALID'), 'ok']);
    const next = (await server.ok(calls.passkeyLoginOptions, {}, apart())).data;
    const bad = signWithPasskey(passkey, next, ORIGIN, { forged: true });
    const good = signWithPasskey(passkey, next, ORIGIN);
    for (const one of [bad, good]) {
      const answer = await server.ask(calls.passkeyLogin, { response: one }, apart());
      expect(answer.code).toBe('PASSKEY_INVALID');
    }
  });

  test('a challenge is valid for its purpose only, for five minutes', async () => {
    const member = await newMember(server);
    const passkey = await withPasskey(member);
    const stepUp = (await server.ok(calls.passkeyStepUpOptions, {}, as(member.token))).data;
    const crossed = signWithPasskey(passkey, { ...stepUp, rpId: 'baixi.example' }, ORIGIN);
    const answer = await server.ask(calls.passkeyLogin, { response: crossed }, apart());
    expect(answer.code).toBe('PASSKEY_INVALID');
    const { data } = await server.ok(calls.passkeyLoginOptions, {}, apart());
    await server.rows(`update identity.challenge set expires_at = now() - interval '1 second'`);
    const late = signWithPasskey(passkey, data, ORIGIN);
    expect((await server.ask(calls.passkeyLogin, { response: late }, apart())).code).toBe(
      'PASSKEY_INVALID',
    );
  });

  test('a suspended member is told so', async () => {
    const member = await newMember(server);
    const passkey = await withPasskey(member);
    await server.rows('update identity.member set suspended_at = now() where id = $1', [member.id]);
    expect((await loginBy(passkey)).code).toBe('SUSPENDED');
  });
});

describe('a step-up by passkey', () => {
  test('allows one action in its own session', async () => {
    const member = await newMember(server);
    const passkey = await withPasskey(member);
    const { body } = await stepUpBy(passkey, member.token);
    expect(Date.parse(body.data.validUntil) - Date.now()).toBeGreaterThan(9 * 60_000);
    const elsewhere = await signInElsewhere(server, member.email);
    expect(await act(elsewhere)).toBe('STEP_UP_REQUIRED');
    expect(await act(member.token)).toMatch(/^PASSKEY-/);
    expect(await act(member.token)).toBe('STEP_UP_REQUIRED');
  });

  test('lists the member’s passkeys, and at least one is required', async () => {
    const bare = await newMember(server);
    expect(await server.refused(calls.passkeyStepUpOptions, {}, as(bare.token))).toBe('NOT_FOUND');
    const passkey = await withPasskey(bare);
    const { data } = await server.ok(calls.passkeyStepUpOptions, {}, as(bare.token));
    expect(data['allowCredentials']).toMatchObject([{ id: passkey.id.toString('base64url') }]);
  });

  test('with another member’s passkey, or with a wrong signature, is refused', async () => {
    const [member, other] = [await newMember(server), await newMember(server)];
    const passkey = await withPasskey(member);
    const theirs = await withPasskey(other);
    expect((await stepUpBy(theirs, member.token)).code).toBe('PASSKEY_INVALID');
    expect((await stepUpBy(passkey, member.token, { forged: true })).code).toBe('PASSKEY_INVALID');
    expect(await act(member.token)).toBe('STEP_UP_REQUIRED');
  });
});

describe('managing passkeys', () => {
  test('they are renamed and removed by their owner, after a step-up', async () => {
    const [member, other] = [await newMember(server), await newMember(server)];
    const passkey = await withPasskey(member);
    const [{ id = '' } = {}] = await listOf(member);
    const name = { id, name: '書房電腦' };
    expect(await server.refused(calls.renamePasskey, name, as(other.token))).toBe('NOT_FOUND');
    await server.ok(calls.renamePasskey, name, as(member.token));
    expect((await listOf(member))[0]?.name).toBe('書房電腦');
    const remove = (token: string) => server.ask(calls.removePasskey, { id }, as(token));
    const confirm = (token: string) =>
      server.ok(identityAccount.confirmPassword, { password, act: 'passkey' }, as(token));
    expect((await remove(member.token)).code).toBe('STEP_UP_REQUIRED');
    await confirm(other.token);
    expect((await remove(other.token)).code).toBe('NOT_FOUND');
    await confirm(member.token);
    const removals = await Promise.all(Array.from({ length: 10 }, () => remove(member.token)));
    expect(removals.filter(({ status }) => status === 200)).toHaveLength(1);
    // A refused call does not use up the step-up.
    await confirm(member.token);
    expect((await remove(member.token)).code).toBe('NOT_FOUND');
    expect(await listOf(member)).toEqual([]);
    expect((await loginBy(passkey)).code).toBe('PASSKEY_INVALID');
    const [mail] = await messagesTo(server, member.email);
    expect(mail?.subject).toContain('已移除通行密鑰');
  });
});
