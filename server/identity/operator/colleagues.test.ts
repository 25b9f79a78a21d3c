// Tests of operators over HTTP: inviting, roles, credentials, disabling, sign-in history.
import { operatorList, signInList } from '#contract/identity/lists.ts';
import { Secret } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '#contract/core/endpoint.ts';
import { identityOffice } from '#contract/identity/calls.ts';
import { identityOperatorsOffice as office } from '#contract/identity/operators.ts';
import { totpOf } from '../../../actors/operator.ts';
import { checkOperators } from '../../../tests/actors/loans.ts';
import {
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  newOperator,
  type Person,
  password,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const operator = (...own: Role[]) => newOperator(server, own);
let second: Person;
beforeAll(async () => {
  second = await operator('admin');
});
/** A second admin agrees to everything that was proposed. */
const agree = () => checkOperators(server, second);
const reason = '人員異動';
const fresh = '一條溪一句話-2026';
const apart = () => ({ headers: fromElsewhere() });

const trailOf = async (id: string | number) =>
  (
    await server.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'operator' and subject_id = $1
         and action not like 'task.%' order by id`,
      [id],
    )
  ).map(({ action }) => action);

async function tokenSentTo(email: string): Promise<string> {
  const [mail] = await messagesTo(server, email);
  return /\/setup#([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '';
}

const tokenIn = (headers: Headers) =>
  /office_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';

const open = (token: string) => server.ask(office.openSetup, { token }, apart());
const finish = (token: string, more: object) =>
  server.ask(office.finishSetup, { token, ...more }, apart());
const meAs = async (token: string) =>
  (await server.ask(identityOffice.operatorMe, {}, { token })).status;
const login = (email: string, secret: string, more = {}) =>
  server.ask(
    identityOffice.operatorLogin,
    { email, password, totp: totpOf(secret, 1), ...more },
    apart(),
  );

async function invited(admin: { token: string }, own: readonly Role[] = ['reviewer']) {
  const email = newEmail('newcomer');
  const ask = { email, name: '陳小溪', roles: [...own] };
  const { data } = await server.ok(office.inviteOperator, ask, { token: admin.token });
  await agree();
  return { ...data, token: await tokenSentTo(email) };
}

describe('an invitation', () => {
  test('works once: it sets password and authenticator, and signs in', async () => {
    const admin = await operator('admin');
    const key = newEmail('key');
    const ask = { email: newEmail('newcomer'), name: '陳小溪', roles: ['finance', 'reviewer'] };
    const by = { token: admin.token, key };
    const { data } = await server.ok(office.inviteOperator, ask as never, by);
    expect(data).toMatchObject({ state: 'proposed', roles: ['reviewer', 'finance'], sessions: 0 });
    // With the same idempotency key the answer is repeated; without a key the call is refused,
    // because the e-mail is already taken.
    expect((await server.ok(office.inviteOperator, ask as never, by)).data).toEqual(data);
    const again = await server.refused(office.inviteOperator, ask, { token: admin.token });
    expect(again).toBe('OPERATOR_EXISTS');
    expect(await messagesTo(server, ask.email)).toHaveLength(0);
    await agree();
    expect(await messagesTo(server, ask.email)).toHaveLength(1);

    const token = await tokenSentTo(ask.email);
    const { body } = await open(token);
    expect(body.data).toMatchObject({ purpose: 'invitation', email: ask.email, name: '陳小溪' });
    expect(body.data.uri).toContain(`secret=${body.data.secret}`);
    const { secret } = body.data;
    const right = { password: fresh, passwordCheck: fresh, totp: totpOf(secret) };
    const refusedBy = async (more: object) => (await finish(token, { ...right, ...more })).code;
    expect(await refusedBy({ passwordCheck: undefined })).toBe('PASSWORD_MISMATCH');
    const common = { password: 'password123', passwordCheck: 'password123' };
    expect(await refusedBy(common)).toBe('PASSWORD_COMMON');
    const own = { password: ask.email, passwordCheck: ask.email };
    expect(await refusedBy(own)).toBe('PASSWORD_IS_EMAIL');
    expect(await refusedBy({ totp: '000000' })).toBe('TOTP_WRONG');
    // Nothing takes effect before the authenticator app has produced a valid code.
    expect((await login(ask.email, secret, { password: fresh })).code).toBe('LOGIN_FAILED');

    const answers = await Promise.all([1, 2, 3].map(() => finish(token, right)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      'TOKEN_INVALID',
      'TOKEN_INVALID',
      null,
    ]);
    const [entered] = answers.filter(({ status }) => status === 200);
    const session = tokenIn(entered!.headers);
    const me = await server.ok(identityOffice.operatorMe, {}, { token: session });
    // Roles that can move money take effect a day later.
    const held = { roles: ['reviewer', 'finance'], until: expect.any(String) };
    expect(me.data).toMatchObject({ email: ask.email, roles: [], held });
    expect((await open(token)).code).toBe('TOKEN_INVALID');
    // The code used for the setup cannot be used again; the next code signs in.
    const used = { password: fresh, totp: right.totp };
    expect((await login(ask.email, secret, used)).code).toBe('TOTP_USED');
    expect((await login(ask.email, secret, { password: fresh })).status).toBe(200);
    expect(await trailOf(data.id)).toEqual([
      'operator.proposed',
      'operator.invited',
      'operator.set_up',
      'identity.operator_login',
      'identity.operator_login',
    ]);
  });

  test('expires after a day, when sent again, and when the operator is disabled', async () => {
    const admin = await operator('admin');
    const by = { token: admin.token };
    const one = await invited(admin);
    await server.ok(office.resetOperator, { id: one.id, reason }, by);
    expect((await open(one.token)).status, 'nobody has agreed yet').toBe(200);
    await agree();
    expect((await open(one.token)).code).toBe('TOKEN_INVALID');
    const link = await tokenSentTo(one.email);
    expect((await open(link)).body.data.purpose).toBe('invitation');
    await server.ok(office.disableOperator, { id: one.id, reason }, by);
    expect((await open(link)).code).toBe('TOKEN_INVALID');
    expect(await server.refused(office.resetOperator, { id: one.id, reason }, by)).toBe(
      'OPERATOR_DISABLED',
    );
    const late = await invited(admin);
    await server.rows(
      `update identity.operator_setup set expires_at = now() - interval '1 second'
       where operator_id = $1`,
      [late.id],
    );
    expect((await open(late.token)).code).toBe('TOKEN_INVALID');
    expect((await open('x'.repeat(43))).code).toBe('TOKEN_INVALID');
    expect(await trailOf(one.id)).toEqual([
      'operator.proposed',
      'operator.invited',
      'operator.proposed',
      'operator.invited_again',
      'operator.disabled',
    ]);
  });
});

describe('a reset authenticator', () => {
  test('signs the operator out; the link and password set a new one, not the old', async () => {
    const admin = await operator('admin');
    const one = await operator('finance');
    const ask = { id: String(one.id), reason: '遺失手機' };
    const { data } = await server.ok(office.resetOperator, ask, { token: admin.token });
    expect(data).toMatchObject({ state: 'active', taskId: expect.any(String) });
    expect(await meAs(one.token)).toBe(200);
    await agree();
    expect(await meAs(one.token)).toBe(401);
    expect((await login(one.email, one.totpSecret)).code).toBe('LOGIN_FAILED');
    const token = await tokenSentTo(one.email);
    const { secret, purpose } = (await open(token)).body.data;
    expect(purpose).toBe('totp');
    const totp = totpOf(secret);
    expect((await finish(token, { password: fresh, totp })).code).toBe('PASSWORD_WRONG');
    const entered = await finish(token, { password, totp });
    expect(entered.status).toBe(200);
    expect(await meAs(tokenIn(entered.headers))).toBe(200);
    expect((await login(one.email, one.totpSecret)).code).toBe('LOGIN_FAILED');
    expect((await login(one.email, secret)).status).toBe(200);
  });

  test('allows nobody to guess the password', async () => {
    const admin = await operator('admin');
    const one = await operator('finance');
    const ask = { id: String(one.id), reason };
    await server.ok(office.resetOperator, ask, { token: admin.token });
    await agree();
    const token = await tokenSentTo(one.email);
    for (let n = 0; n < 10; n += 1) await finish(token, { password: fresh, totp: '000000' });
    const { secret } = (await open(token)).body.data;
    const answer = await finish(token, { password, totp: totpOf(secret) });
    expect(answer.code).toBe('TOO_MANY_REQUESTS');
  });

  test('also resets the password if requested', async () => {
    const admin = await operator('admin');
    const one = await operator('finance');
    const ask = { id: String(one.id), reason, password: true };
    await server.ok(office.resetOperator, ask, { token: admin.token });
    await agree();
    const token = await tokenSentTo(one.email);
    const { secret } = (await open(token)).body.data;
    const right = { password: fresh, passwordCheck: fresh, totp: totpOf(secret) };
    expect((await finish(token, right)).status).toBe(200);
    expect((await login(one.email, secret)).code).toBe('LOGIN_FAILED');
    expect((await login(one.email, secret, { password: fresh })).status).toBe(200);
  });
});

describe('roles, disabling and sessions', () => {
  test('take effect at once, are audited, and a repeat changes nothing', async () => {
    const { token } = await operator('admin');
    const one = await operator('editor');
    const id = String(one.id);
    const books = () => server.ask(signInList, {}, { token: one.token });
    expect((await books()).code).toBe('ROLE_REQUIRED');
    const ask = { id, roles: ['auditor' as const], reason };
    await server.ok(office.changeRoles, ask, { token });
    expect(await server.refused(office.changeRoles, ask, { token })).toBe('OPERATOR_PENDING');
    expect((await books()).code).toBe('ROLE_REQUIRED');
    await agree();
    expect((await server.ok(office.changeRoles, ask, { token })).data.taskId).toBeNull();
    expect((await books()).status).toBe(200);
    for (const _ of [1, 2]) {
      const { data } = await server.ok(office.endOperatorSessions, { id, reason }, { token });
      expect(data.sessions).toBe(0);
    }
    expect(await meAs(one.token)).toBe(401);
    const back = tokenIn((await login(one.email, one.totpSecret)).headers);
    expect(await meAs(back)).toBe(200);
    for (const _ of [1, 2]) {
      const { data } = await server.ok(office.disableOperator, { id, reason }, { token });
      expect(data.state).toBe('disabled');
    }
    expect(await meAs(back)).toBe(401);
    expect((await login(one.email, one.totpSecret)).code).toBe('LOGIN_FAILED');
    await server.ok(office.enableOperator, { id, reason }, { token });
    expect((await login(one.email, one.totpSecret)).code).toBe('LOGIN_FAILED');
    await agree();
    const { data } = await server.ok(office.enableOperator, { id, reason }, { token });
    expect(data.state).toBe('active');
    expect(await meAs(back)).toBe(401);
    expect(await trailOf(id)).toEqual([
      'identity.operator_login',
      'operator.proposed',
      'operator.roles_changed',
      'operator.sessions_ended',
      'identity.operator_login',
      'operator.disabled',
      'operator.proposed',
      'operator.enabled',
    ]);
  });

  test('of two admins who disable each other', async () => {
    await server.rows(
      `update identity.operator set disabled_at = now() where 'admin' = any(roles)`,
    );
    const [one, other] = [await operator('admin'), await operator('admin')];
    // Holds a lock until both calls have passed authentication, so that both run at the same time.
    await server.rows('begin');
    await server.rows('select 1 from identity.operator where id = $1 for update', [one.id]);
    const calls = [
      server.ask(office.disableOperator, { id: String(other.id), reason }, { token: one.token }),
      server.ask(office.disableOperator, { id: String(one.id), reason }, { token: other.token }),
    ];
    await expect
      .poll(async () => {
        await server.rows('select pg_stat_clear_snapshot()');
        const [waiting] = await server.rows<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity
           where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return waiting?.count;
      })
      .toBe(2);
    await server.rows('commit');
    const codes = (await Promise.all(calls)).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['LAST_ADMIN', null]);
    const left = await server.rows(
      `select 1 from identity.operator where 'admin' = any(roles) and disabled_at is null`,
    );
    expect(left).toHaveLength(1);
  });
});

describe('who signed in', () => {
  test('is logged, failures too: when, from where, by which means, and the result', async () => {
    const admin = await operator('admin');
    const one = await operator('finance');
    const { headers } = apart();
    const from = { headers: { ...headers, 'user-agent': 'Test/1.0 (Linux)' } };
    const right = { email: one.email, password, totp: totpOf(one.totpSecret, 1) };
    const attempt = (more: object) =>
      server.ask(identityOffice.operatorLogin, { ...right, ...more }, from);
    await attempt({ password: 'wrong' });
    await attempt({ totp: '000000' });
    await attempt({});
    await attempt({});
    await server.ok(office.disableOperator, { id: String(one.id), reason }, admin);
    await attempt({});
    const ask = { operator: String(one.id) };
    const { data } = await server.ok(signInList, ask, { token: admin.token });
    expect(data.map(({ outcome }) => outcome)).toEqual([
      'disabled',
      'code',
      'right',
      'code',
      'wrong',
      'right',
    ]);
    expect(data[0]).toMatchObject({
      email: one.email,
      address: headers['x-forwarded-for'],
      agent: 'Test/1.0 (Linux)',
      operator: { id: String(one.id) },
    });
    const email = newEmail('nobody');
    for (let n = 0; n < 11; n += 1) await login(email, new Secret({ size: 20 }).base32);
    const by = { token: admin.token };
    const stopped = await server.ok(signInList, { outcome: 'stopped' }, by);
    expect(stopped.data[0]).toMatchObject({ email, operator: null });
    const page = await server.ok(signInList, { ...ask, item_per_page: 4 }, by);
    expect(page.older).toBe(true);
    const before = page.data.at(-1)?.id;
    const rest = await server.ok(signInList, { ...ask, before }, by);
    expect([rest.data.length, rest.older]).toEqual([2, false]);
  });

  test('an operator sees and ends their own sessions only', async () => {
    const one = await operator('editor');
    const own = tokenIn((await login(one.email, one.totpSecret)).headers);
    const { data } = await server.ok(office.ownSessions, {}, { token: own });
    expect(data.map(({ current }) => current).toSorted()).toEqual([false, true]);
    const first = data.find(({ current }) => !current);
    const ask = { id: String(first?.id) };
    const other = await operator('admin');
    expect(await server.refused(office.endOwnSession, ask, other)).toBe('NOT_FOUND');
    expect(await meAs(one.token)).toBe(200);
    for (const _ of [1, 2]) await server.ok(office.endOwnSession, ask, { token: own });
    expect([await meAs(one.token), await meAs(own)]).toEqual([401, 200]);
    expect((await trailOf(one.id)).filter((action) => action.includes('session'))).toEqual([
      'operator.session_ended',
    ]);
  });
});

describe('who may read it', () => {
  test('only admins; auditors the log; never a member', async () => {
    const someone = await operator('editor');
    const member = await newMember(server);
    const act = { id: String(someone.id), reason };
    const another = { id: String((await operator('editor')).id), reason };
    const calls = [
      [operatorList, {}, ['admin']],
      [office.inviteOperator, { name: '某人', roles: ['editor'] }, ['admin']],
      [office.changeRoles, { ...act, roles: ['editor'] }, ['admin']],
      [office.endOperatorSessions, act, ['admin']],
      [office.resetOperator, another, ['admin']],
      [office.disableOperator, act, ['admin']],
      [office.enableOperator, act, ['admin']],
      [signInList, {}, ['admin', 'auditor']],
      [office.ownSessions, {}, roles],
    ] as const;
    for (const role of roles) {
      const { token } = await operator(role);
      for (const [call, input, may] of calls) {
        const own = call === office.inviteOperator ? { email: newEmail('who') } : {};
        const { code } = await server.ask(call, { ...input, ...own }, { token });
        const allowed = (may as readonly Role[]).includes(role);
        expect(code, `${role} ${call.path}`).toBe(allowed ? null : 'ROLE_REQUIRED');
      }
    }
    for (const [call, input] of calls) {
      expect((await server.ask(call, input, { token: member.token })).status).toBe(401);
      expect((await server.ask(call, input)).status).toBe(401);
    }
    const { token } = await operator('admin');
    const nobody = { id: '99999999', reason, roles: ['editor'] };
    const { roles: _roles, ...plain } = nobody;
    expect(await server.refused(office.changeRoles, nobody, { token })).toBe('NOT_FOUND');
    for (const call of [
      office.disableOperator,
      office.enableOperator,
      office.endOperatorSessions,
      office.resetOperator,
    ]) {
      expect(await server.refused(call, plain, { token })).toBe('NOT_FOUND');
      const silent = { ...act, reason: ' ' };
      expect(await server.refused(call, silent, { token })).toBe('INVALID_INPUT');
    }
    const { data, total } = await server.ok(operatorList, { state: 'active' }, { token });
    expect(data.length).toBeLessThanOrEqual(50);
    expect(total).toBeGreaterThan(6);
    expect(data.every(({ state }) => state === 'active')).toBe(true);
  });
});
