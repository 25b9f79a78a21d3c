// Tests office actions on members over HTTP: ending sessions, suspending, reinstating.
import { describe, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { identity } from '#contract/identity/calls.ts';
import { identityMembersOffice as office } from '#contract/identity/members.ts';
import {
  fromElsewhere,
  messagesTo,
  newMember,
  newOperator,
  password,
  type Person,
  signInElsewhere,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const operator = (...roles: Role[]) => newOperator(server, roles);
const reason = '客戶來電表示裝置遺失';

const meAs = async (token: string) =>
  (await server.ask(identity.accountInfo, {}, { token })).status;
const trailOf = ({ id }: Person) =>
  server.rows<{ action: string; reason: string | null }>(
    `select action, reason from tasks.audit where subject_type = 'member' and subject_id = $1
     and actor_type = 'operator' order by id`,
    [id],
  );

describe('ending sessions', () => {
  test('one device is signed out, then all, and a repeat ends nothing more', async () => {
    const member = await newMember(server);
    const second = await signInElsewhere(server, member.email);
    const admin = await operator('admin');
    const [first] = await server.rows<{ id: string }>(
      'select id from identity.session where member_id = $1 order by id',
      [member.id],
    );
    const ask = { id: String(member.id), session: String(first?.id), reason };
    const how = { token: admin.token, key: `end-${member.id}` };
    expect((await server.ok(office.endMemberSessions, ask, how)).data.ended).toBe(1);
    expect((await server.ok(office.endMemberSessions, ask, how)).data.ended).toBe(1);
    expect([await meAs(member.token), await meAs(second)]).toEqual([401, 200]);
    const all = { id: String(member.id), reason };
    const by = { token: admin.token };
    expect((await server.ok(office.endMemberSessions, all, by)).data.ended).toBe(1);
    expect(await meAs(second)).toBe(401);
    expect((await server.ok(office.endMemberSessions, all, by)).data.ended).toBe(0);
    expect(await trailOf(member)).toEqual([
      { action: 'identity.sessions_ended', reason },
      { action: 'identity.sessions_ended', reason },
    ]);
  });

  test("another member's session cannot be ended", async () => {
    const [one, other] = [await newMember(server), await newMember(server)];
    const [session] = await server.rows<{ id: string }>(
      'select id from identity.session where member_id = $1',
      [other.id],
    );
    const { token } = await operator('reviewer');
    const ask = { id: String(one.id), session: String(session?.id), reason };
    expect((await server.ok(office.endMemberSessions, ask, { token })).data.ended).toBe(0);
    expect(await meAs(other.token)).toBe(200);
  });
});

describe('suspending', () => {
  test('tells the reason word for word, so that it spells out no account', async () => {
    const member = await newMember(server);
    const { token } = await operator('approver');
    const ask = { id: String(member.id), reason: '請改匯 ８１２－345678' };
    expect(await server.refused(office.suspendMember, ask, { token })).toBe('INVALID_INPUT');
    expect(await meAs(member.token)).toBe(200);
  });

  test('signs the member out and prevents sign-in until lifted; repeats do nothing', async () => {
    const member = await newMember(server);
    const { token } = await operator('approver');
    const ask = { id: String(member.id), reason: '疑似遭冒用' };
    const first = await server.ok(office.suspendMember, ask, { token });
    expect(first.data.suspendedAt).not.toBeNull();
    expect(await server.ok(office.suspendMember, ask, { token })).toEqual(first);
    expect(await meAs(member.token)).toBe(401);
    const login = { email: member.email, password };
    const again = () => server.ask(identity.login, login, { headers: fromElsewhere() });
    expect((await again()).code).toBe('SUSPENDED');
    const [mail, ...others] = await messagesTo(server, member.email);
    expect(mail?.subject).toBe('【百溪】您的帳戶已暫停使用');
    expect(mail?.body).toContain('疑似遭冒用');
    expect(others.map(({ subject }) => subject)).not.toContain(mail?.subject);

    const lift = { id: String(member.id), reason: '已確認本人' };
    for (let times = 0; times < 2; times += 1) {
      const { data } = await server.ok(office.liftSuspension, lift, { token });
      expect(data.suspendedAt).toBeNull();
    }
    expect((await again()).status).toBe(200);
    expect((await trailOf(member)).map(({ action }) => action)).toEqual([
      'identity.suspended',
      'identity.suspension_lifted',
    ]);
  });
});

describe('permissions', () => {
  test.each([
    ['endMemberSessions', ['reviewer', 'approver', 'admin']],
    ['suspendMember', ['approver', 'admin']],
    ['liftSuspension', ['approver', 'admin']],
  ] as const)('%s: only its roles, and never a member', async (name, roles) => {
    const member = await newMember(server);
    const ask = { id: String(member.id), reason };
    for (const role of ['reviewer', 'approver', 'finance', 'editor', 'auditor', 'admin'] as const) {
      const { token } = await operator(role);
      const { code } = await server.ask(office[name], ask, { token });
      expect(code, role).toBe((roles as readonly Role[]).includes(role) ? null : 'ROLE_REQUIRED');
    }
    const fresh = await newMember(server);
    expect((await server.ask(office[name], ask, { token: fresh.token })).status).toBe(401);
    const { token } = await operator('admin');
    const nobody = { id: '99999999', reason };
    expect(await server.refused(office[name], nobody, { token })).toBe('NOT_FOUND');
    const silent = { id: String(member.id), reason: '' };
    expect(await server.refused(office[name], silent, { token })).toBe('INVALID_INPUT');
  });
});
