// Tests of step-up codes, of the action that uses a code up, and of operators' TOTP sign-in.
import { taskList } from '#contract/tasks/lists.ts';
import { describe, expect, test } from 'vitest';
import { identity, identityOffice } from '#contract/identity/calls.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { stepUpText, type StepUpAct, type StepUpFor } from '#contract/identity/step-up.ts';
import { totpOf } from '../../../actors/operator.ts';
import {
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newMember,
  newOperator,
  newPhone,
  newVerifiedMember,
  password,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { db } from '../../database/db.ts';
import { inWork } from '../../work.ts';
import { consumeStepUp, sessionOf } from '../sessions.ts';

const server = useServer();
const apart = () => ({ headers: fromElsewhere() });

async function memberWithCode() {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone });
  await server.ok(identity.sendSmsCodeWithVerifiedNumber, {}, { token: member.token });
  return { ...member, phone, code: await codeSentTo(server, phone) };
}

const tryCode = (token: string, smsCode: string) =>
  server.ask(identity.smsCodeVerification, { smsCode }, { token, ...apart() });

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

/** A sensitive action for these tests, which only uses up the step-up. */
async function act(token: string, of: StepUpFor = { act: 'sign-contract' }): Promise<string> {
  const { clock, pool } = server.services;
  const found = await sessionOf(db(pool), token, clock.realNow());
  if (found.state !== 'ok') return found.state;
  return inWork(server.services, (work) => consumeStepUp(work, found.member, of)).then(
    ({ reference }) => reference,
    (error: { code?: string }) => error.code ?? String(error),
  );
}

describe('a step-up', () => {
  test('is sent to the confirmed number, in a message bound to the site', async () => {
    const { code, phone, token } = await memberWithCode();
    const [message] = await messagesTo(server, phone);
    expect(message?.body.split('\n').at(-1)).toBe(`@localhost #${code}`);
    const { status, body } = await tryCode(token, code);
    expect(status).toBe(200);
    expect(Date.parse(body.data.validUntil) - Date.now()).toBeGreaterThan(9 * 60_000);
  });

  test('allows one sensitive action within ten minutes', async () => {
    const { code, token } = await memberWithCode();
    expect(await act(token)).toBe('STEP_UP_REQUIRED');
    await tryCode(token, code);
    expect(await act(token)).toMatch(/^SMS-\d+$/);
    expect(await act(token)).toBe('STEP_UP_REQUIRED');
  });

  test('of twenty concurrent actions allows one', async () => {
    const { code, token } = await memberWithCode();
    await tryCode(token, code);
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(token)));
    expect(answers.filter((answer) => answer !== 'STEP_UP_REQUIRED')).toHaveLength(1);
  });

  test('expires after ten minutes', async () => {
    const { code, id, token } = await memberWithCode();
    await tryCode(token, code);
    await server.rows(
      `update identity.session set step_up_at = step_up_at - interval '10 minutes'
       where member_id = $1`,
      [id],
    );
    expect(await act(token)).toBe('STEP_UP_REQUIRED');
  });

  test('is bound to the session that entered the code', async () => {
    const { code, email, token } = await memberWithCode();
    await tryCode(token, code);
    const { data } = await server.ok(identity.login, { email, password }, apart());
    expect(await act(data.accessToken)).toBe('STEP_UP_REQUIRED');
  });

  test('accepts the code in the session that requested it, and in no other', async () => {
    const { code, email, token } = await memberWithCode();
    const { data } = await server.ok(identity.login, { email, password }, apart());
    expect((await tryCode(data.accessToken, code)).code).toBe('SMS_CODE_INVALID');
    expect((await tryCode(token, code)).status).toBe(200);
  });

  test('requires a minute between codes, and a confirmed number', async () => {
    const { token } = await memberWithCode();
    const again = await server.ask(identity.sendSmsCodeWithVerifiedNumber, {}, { token });
    expect(again.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
    const bare = await newMember(server);
    const asked = server.refused(identity.sendSmsCodeWithVerifiedNumber, {}, { token: bare.token });
    expect(await asked).toBe('STAGE_ORDER');
  });
});

describe('a step-up for an act', () => {
  const sent = async (of: Partial<StepUpFor>) => {
    const phone = newPhone();
    const { token } = await newVerifiedMember(server, { phone });
    await server.ok(identity.sendSmsCodeWithVerifiedNumber, of, { token });
    const [message] = await messagesTo(server, phone);
    const smsCode = await codeSentTo(server, phone);
    const prove = (given: Partial<StepUpFor>) =>
      server.ask(identity.smsCodeVerification, { smsCode, ...given }, { token, ...apart() });
    return { token, text: message?.body ?? '', prove, smsCode };
  };

  test('serves this act and object only, and the message says both', async () => {
    const of = { act: 'bank-info', object: '812-5678' } as const;
    const { token, text, prove } = await sent(of);
    expect(text).toContain('用於設定收款帳戶（812-5678）');
    // Its code confirms nothing else, and no step-up without an act.
    for (const other of [{}, { act: 'token' as const }, { ...of, object: '812-9999' }]) {
      expect((await prove(other)).code).toBe('SMS_CODE_INVALID');
    }
    expect((await prove(of)).status).toBe(200);
    for (const other of ['token', 'sign-contract', 'closing'] as const) {
      expect(await act(token, { act: other })).toBe('STEP_UP_REQUIRED');
    }
    expect(await act(token, { ...of, object: '812-9999' })).toBe('STEP_UP_REQUIRED');
    expect(await act(token, of)).toMatch(/^SMS-/);
    expect(await act(token, of)).toBe('STEP_UP_REQUIRED');
  });

  test('that names none serves the first act of the specification, and none of ours', async () => {
    const { token, text, prove } = await sent({});
    expect(text).toContain('用於您接下來的一項操作');
    expect((await prove({})).status).toBe(200);
    const specified = 'sign-contract negotiation-agree bank-info id-info phone password'.split(' ');
    const own = Object.keys(stepUpText).filter((name) => !specified.includes(name));
    expect(own).toContain('token');
    for (const name of own) {
      expect(await act(token, { act: name as StepUpAct }), name).toBe('STEP_UP_REQUIRED');
    }
    expect(await act(token, { act: 'bank-info', object: '812-5678' })).toMatch(/^SMS-/);
    expect(await act(token, { act: 'sign-contract' })).toBe('STEP_UP_REQUIRED');
  });

  test('lets the object say no words and no link', async () => {
    const { token } = await newVerifiedMember(server);
    for (const object of ['請點 evil.example', 'https://x', 'a.b', '']) {
      const asked = { act: 'webhook' as const, object };
      const sending = server.refused(identity.sendSmsCodeWithVerifiedNumber, asked, { token });
      expect(await sending).toBe('INVALID_INPUT');
    }
  });

  test('changes the password by a code for it or for none, but by no other code', async () => {
    const change = async (of: Partial<StepUpFor>) => {
      const { token, smsCode } = await sent(of);
      const next = 'another good passphrase';
      const input = { smsCode, password: next, passwordCheck: next };
      return server.ask(identityPassword.changePasswordBySms, input, { token, ...apart() });
    };
    expect((await change({ act: 'token' })).code).toBe('SMS_CODE_INVALID');
    expect((await change({ act: 'password' })).status).toBe(200);
    expect((await change({})).status).toBe(200);
  });
});

describe('a code', () => {
  test('twenty concurrent right attempts: exactly one succeeds', async () => {
    const { code, token } = await memberWithCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryCode(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = new Set(answers.map((answer) => answer.code).filter(Boolean));
    for (const one of refused) expect(['SMS_CODE_INVALID', 'SMS_CODE_EXPIRED']).toContain(one);
  });

  test('twenty concurrent wrong attempts use its five up, one by one', async () => {
    const { code, id, token } = await memberWithCode();
    const wrong = wrongOf(code);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryCode(token, wrong)));
    const left = answers
      .filter((answer) => answer.code === 'SMS_CODE_INVALID')
      .map(({ body }) => (body as unknown as { data: { triesLeft: number } }).data.triesLeft);
    expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(answers.filter((answer) => answer.code === 'SMS_CODE_EXPIRED')).toHaveLength(15);
    const sql = 'select tries from identity.sms_code where member_id = $1';
    expect(await server.rows(sql, [id])).toEqual([{ tries: 5 }]);
    expect((await tryCode(token, code)).code).toBe('SMS_CODE_EXPIRED');
  });

  test('expires after five minutes, and works for nobody else', async () => {
    const { code, id, token } = await memberWithCode();
    const other = await newVerifiedMember(server);
    expect((await tryCode(other.token, code)).code).toBe('SMS_CODE_EXPIRED');
    await server.rows(
      `update identity.sms_code set expires_at = now() - interval '1 second' where member_id = $1`,
      [id],
    );
    expect((await tryCode(token, code)).code).toBe('SMS_CODE_EXPIRED');
  });

  test('is not stored in a readable form', async () => {
    const { code, id } = await memberWithCode();
    const [row] = await server.rows<{ code_hash: Buffer; phone_hash: string }>(
      'select code_hash, phone_hash from identity.sms_code where member_id = $1',
      [id],
    );
    expect(row?.code_hash).toHaveLength(32);
    expect(row?.code_hash.toString()).not.toContain(code);
    expect(row?.phone_hash).not.toMatch(/^09/);
  });
});

describe('an operator', () => {
  const signIn = (email: string, totp: string, more = {}) =>
    server.ask(identityOffice.operatorLogin, { email, password, totp, ...more }, apart());

  test('gets a cookie that scripts and other sites cannot use, and is recognised', async () => {
    const operator = await newOperator(server, ['reviewer']);
    const { headers } = await signIn(operator.email, totpOf(operator.totpSecret, 1));
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^office_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict(?:, |$)/,
    );
    const { token } = operator;
    const { data } = await server.ok(identityOffice.operatorMe, {}, { token });
    expect(data).toMatchObject({ email: operator.email, roles: ['reviewer'] });
    expect(data.lastLoginAt).not.toBeNull();
    await server.ok(identityOffice.operatorLogout, {}, { token });
    expect((await server.ask(identityOffice.operatorMe, {}, { token })).status).toBe(401);
  });

  test('is refused in the same way for a wrong password, code or e-mail', async () => {
    const { email, totpSecret } = await newOperator(server, ['finance']);
    const right = totpOf(totpSecret, 1);
    const wrong = right === '000000' ? '000001' : '000000';
    for (const answer of [
      await signIn(email, right, { password: 'wrong' }),
      await signIn(email, wrong),
      await signIn('nobody@example.com', right),
    ]) {
      expect([answer.status, answer.code]).toEqual([422, 'LOGIN_FAILED']);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  test('cannot use a code twice, nor an earlier one', async () => {
    const { email, totpSecret } = await newOperator(server, ['finance']);
    const later = totpOf(totpSecret, 1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(email, later)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // The password was right, so the answer may reveal that the code was already used.
    expect((await signIn(email, totpOf(totpSecret))).code).toBe('TOTP_USED');
  });

  test('must wait after ten failures, right or wrong', async () => {
    const { email, totpSecret } = await newOperator(server, ['finance']);
    for (let n = 0; n < 10; n += 1) await signIn(email, '000000', { password: 'wrong' });
    const answer = await signIn(email, totpOf(totpSecret, 1));
    expect(answer.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test("is signed out at once when disabled, and a member's token opens nothing", async () => {
    const { id, token } = await newOperator(server, ['reviewer']);
    await server.rows('update identity.operator set disabled_at = now() where id = $1', [id]);
    expect((await server.ask(taskList, {}, { token })).status).toBe(401);
    const member = await newMember(server);
    const asMember = await server.ask(taskList, {}, { token: member.token });
    expect(asMember.status).toBe(401);
  });
});
