// Tests the second step after Google, the settings of the second factor, and known browsers.
import { describe, expect, test } from 'vitest';
import { type SecondStep, identityFactor as calls } from '#contract/identity/factor.ts';
import { identityGoogle } from '#contract/identity/google.ts';
import { identity } from '#contract/identity/calls.ts';
import {
  codeSentTo,
  deviceIn,
  fromElsewhere,
  messagesTo,
  newMember,
  newPhone,
  newVerifiedMember,
  stepUp,
} from '../../../tests/actors/people.ts';
import { newOwner, signingInAt } from '../../../tests/actors/second-factor.ts';
import { useServer } from '../../../tests/server.ts';
import { deleteExpired } from '../../retention/jobs.ts';

const server = useServer({ environment: { PUBLIC_URL: 'https://baixi.example' } });
const apart = () => ({ headers: fromElsewhere() });

type Headers = Record<string, string>;
const { login, waiting, sendCode, giveCode } = signingInAt(server);

const loginsOf = (id: number) =>
  server.rows<{ snapshot: object | null }>(
    `select snapshot from tasks.audit where action = 'identity.login' and subject_id = $1
     order by id desc`,
    [id],
  );

describe('signing in with Google', () => {
  async function tokenOf(email: string): Promise<string> {
    const issuer = server.services.demonstration?.google;
    const { nonce } = (await server.ok(identityGoogle.googleNonce, {}, apart())).data;
    const account = { subject: `sub-${email}`, email, emailVerified: true };
    return (await issuer?.issueIdToken(account, { nonce })) ?? '';
  }
  const stepBy = async (token: string, register = false) => {
    const answer = register
      ? await server.ask(identityGoogle.registerGoogle, { token, purpose: 'invest' }, apart())
      : await server.ask(identityGoogle.loginGoogle, { token }, apart());
    expect(answer.code).toBe('SECOND_FACTOR_REQUIRED');
    return (answer.body as unknown as { data: SecondStep }).data;
  };
  const isLinked = async (id: number) =>
    (
      await server.rows<{ google_subject: string | null }>(
        'select google_subject from identity.member where id = $1',
        [id],
      )
    )[0]?.google_subject !== null;

  test('requires the same step, and links the account only after it', async () => {
    const { email, id, phone } = await newOwner(server);
    const { ticket } = await stepBy(await tokenOf(email));
    expect(await isLinked(id)).toBe(false);
    await sendCode(ticket);
    const answer = await giveCode(ticket, await codeSentTo(server, phone));
    expect(answer.body.data).toMatchObject({ email, isGoogleLogin: true });
    expect(await isLinked(id)).toBe(true);
    const [row] = await loginsOf(id);
    expect(row?.snapshot).toMatchObject({ by: 'google', second: expect.stringMatching(/^SMS-/) });
    // On a known browser Google alone is enough.
    const headers = { ...fromElsewhere(), ...deviceIn(answer) };
    const again = await server.ask(
      identityGoogle.loginGoogle,
      { token: await tokenOf(email) },
      { headers },
    );
    expect(again.status).toBe(200);
  });

  test('is required at the registration of a person with an account, too', async () => {
    const { email } = await newOwner(server);
    await stepBy(await tokenOf(email), true);
  });

  test('a token begins one second step', async () => {
    const { email } = await newOwner(server);
    const token = await tokenOf(email);
    await stepBy(token);
    const again = await server.ask(identityGoogle.loginGoogle, { token }, apart());
    expect(again.code).toBe('GOOGLE_TOKEN_INVALID');
  });

  test('a Google account linked elsewhere in the meantime signs nobody in', async () => {
    const { email, id, phone } = await newOwner(server);
    const { ticket } = await stepBy(await tokenOf(email));
    await server.rows('update identity.member set google_subject = $2 where id = $1', [
      id,
      `other-${email}`,
    ]);
    await sendCode(ticket);
    const answer = await giveCode(ticket, await codeSentTo(server, phone));
    expect(answer.code).toBe('SIGN_IN_EXPIRED');
  });
});

describe('the settings', () => {
  const safetyOf = async (token: string) =>
    (await server.ok(calls.signInSafety, {}, { token, ...apart() })).data;
  const set = (token: string, on: boolean) =>
    server.ask(calls.setSecondFactor, { on }, { token, ...apart() });
  const nameOf = async (token: string) => (await safetyOf(token)).browsers[0]?.id ?? '';
  const forget = (token: string, id: string) =>
    server.ask(calls.forgetBrowser, { id }, { token, ...apart() });

  test('are on for members with money by default; others may switch it on', async () => {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone });
    expect(await safetyOf(member.token)).toMatchObject({
      isOn: false,
      isChosen: false,
      isPossible: true,
    });
    expect((await login(member.email)).status).toBe(200);
    expect((await set(member.token, true)).status).toBe(200);
    expect(await safetyOf(member.token)).toMatchObject({ isOn: true, isChosen: true });
    await waiting(member.email);
    const [, mail] = await messagesTo(server, member.email);
    expect(mail?.subject).toContain('已開啟登入的第二步驟');
  });

  test('cannot be switched on without a phone or a passkey', async () => {
    const { token } = await newMember(server);
    expect((await set(token, true)).code).toBe('FACTOR_MISSING');
    expect((await safetyOf(token)).isPossible).toBe(false);
  });

  test('are switched off after a confirmation, and a mail is sent', async () => {
    const owner = await newOwner(server);
    expect((await safetyOf(owner.token)).isOn).toBe(true);
    expect((await set(owner.token, false)).code).toBe('STEP_UP_REQUIRED');
    expect((await safetyOf(owner.token)).isOn).toBe(true);
    await stepUp(server, owner, owner.phone, 'factor');
    expect((await set(owner.token, false)).status).toBe(200);
    const [mail] = await messagesTo(server, owner.email);
    expect(mail?.subject).toContain('已關閉登入的第二步驟');
    expect((await login(owner.email)).status).toBe(200);
  });

  test('a forgotten browser is unknown, and its sessions end', async () => {
    const { email, phone, token } = await newOwner(server);
    const { ticket } = await waiting(email);
    await sendCode(ticket);
    const answer = await giveCode(ticket, await codeSentTo(server, phone));
    const there = answer.body.data.accessToken;
    const cookie = deviceIn(answer);
    expect((await safetyOf(token)).browsers).toHaveLength(2);
    expect((await forget(token, await nameOf(there))).status).toBe(200);
    expect((await server.ask(identity.accountInfo, {}, { token: there })).status).toBe(401);
    expect((await safetyOf(token)).browsers).toMatchObject([{ current: true }]);
    const step = await waiting(email, { ...fromElsewhere(), ...cookie });
    // The browser gets a new identifier once it is known again, so a copy of the old cookie stays
    // worthless.
    const headers = { ...fromElsewhere(), ...cookie };
    await sendCode(step.ticket, headers);
    const again = await giveCode(step.ticket, await codeSentTo(server, phone), headers);
    expect((await login(email, { ...fromElsewhere(), ...deviceIn(again) })).status).toBe(200);
    await waiting(email, { ...fromElsewhere(), ...cookie });
  });

  test('nobody can forget another member’s browser', async () => {
    const [one, two] = [await newOwner(server), await newOwner(server)];
    expect((await forget(one.token, await nameOf(two.token))).code).toBe('NOT_FOUND');
  });

  test('a browser that several members share is known to each of them', async () => {
    const people = [await newMember(server), await newMember(server), await newMember(server)];
    let cookie: Headers = {};
    for (const { email } of people) {
      cookie = deviceIn(await login(email, { ...fromElsewhere(), ...cookie }));
    }
    for (const { email } of people) {
      const answer = await login(email, { ...fromElsewhere(), ...cookie });
      expect(answer.status).toBe(200);
      cookie = deviceIn(answer);
    }
    for (const { id } of people) {
      const rows = await server.rows('select 1 from identity.browser where member_id = $1', [id]);
      // The list has two browsers: the one with which the member registered, and the shared one.
      expect(rows).toHaveLength(2);
    }
  });

  test('a browser unused for a year is forgotten, and tickets soon', async () => {
    const { id, token } = await newOwner(server);
    await server.rows(
      `update identity.browser set last_seen_at = now() - interval '366 days'
       where member_id = $1`,
      [id],
    );
    await deleteExpired(server.services);
    expect((await safetyOf(token)).browsers).toEqual([]);
  });
});
