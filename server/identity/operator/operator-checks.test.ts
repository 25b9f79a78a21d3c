// Tests operator changes: two admins agree, all are notified, money roles start a day later.
import { operatorList } from '#contract/identity/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { identityOffice } from '#contract/identity/calls.ts';
import { identityOperatorsOffice as office } from '#contract/identity/operators.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { checkOperators } from '../../../tests/actors/loans.ts';
import {
  messagesTo,
  newEmail,
  newMember,
  newOperator,
  type Person,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { appointAdmin } from './operator-checks.ts';

const server = useServer();
const reason = '人員異動';
let one: Person;
let two: Person;
beforeAll(async () => {
  one = await newOperator(server, ['admin']);
  two = await newOperator(server, ['admin']);
});

async function invite(roles: readonly Role[] = ['finance'], email = newEmail('newcomer')) {
  const ask = { email, name: '陳小溪', roles: [...roles] };
  const { data } = await server.ok(office.inviteOperator, ask, { token: one.token });
  return { id: Number(data.id), email };
}
const decided = (who: Person, id: number, decision = 'approve') =>
  decide(server, who, 'operator_check', id, decision);
const stateOf = async (id: number) => {
  const { data } = await server.ok(operatorList, {}, { token: one.token });
  return data.find((row) => row.id === String(id));
};
const change = (id: number, roles: Role[]) =>
  server.ok(office.changeRoles, { id: String(id), roles, reason }, { token: one.token });

describe('an invitation', () => {
  test('sends no mail before another admin agrees, and tells all admins of each step', async () => {
    const { id, email } = await invite();
    expect(await messagesTo(server, email)).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ state: 'proposed', taskId: expect.any(String) });
    expect(await decided(one, id)).toBe('MAKER_IS_CHECKER');
    const [told] = await messagesTo(server, two.email);
    expect(told?.subject).toContain('邀請同仁');
    expect(told?.body).toContain(email);

    expect(await decided(two, id)).toBeNull();
    expect(await messagesTo(server, email)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ state: 'invited', taskId: null });
    expect((await messagesTo(server, one.email))[0]?.body).toContain('核可');
  });

  test('is approved by admins only', async () => {
    const { id } = await invite();
    for (const role of ['reviewer', 'approver', 'finance', 'editor'] as const) {
      const intruder = await newOperator(server, [role]);
      expect(await decided(intruder, id), role).toBe('TASK_NOT_FOUND');
    }
    expect(await decided(await newOperator(server, ['auditor']), id)).toBe('ROLE_REQUIRED');
    const [task] = await server.rows<{ id: string }>(
      `select id from tasks.task where kind = 'operator_check' and status = 'open'
         and subject_id = $1`,
      [id],
    );
    const member = await newMember(server);
    const input = { id: task!.id, decision: 'approve' };
    const answer = await server.ask(tasksOffice.decideTask, input, { token: member.token });
    expect(answer.status).toBe(401);
    expect((await stateOf(id))?.state).toBe('proposed');
    await decided(two, id, 'return');
  });

  test('sends no mail when returned, and may be proposed again', async () => {
    const { id, email } = await invite();
    const pending = await server.refused(
      office.disableOperator,
      { id: String(id), reason },
      { token: two.token },
    );
    expect(pending).toBe('OPERATOR_PENDING');
    expect(await decided(two, id, 'return')).toBeNull();
    expect(await messagesTo(server, email)).toEqual([]);
    expect((await stateOf(id))?.state).toBe('disabled');
    expect((await invite(['editor'], email)).id).toBe(id);
    expect(await stateOf(id)).toMatchObject({ state: 'proposed', roles: ['editor'] });
    await decided(two, id, 'return');
  });

  test('is sent to the company’s domains only', async () => {
    const { config } = server.services;
    config.operatorDomains = ['baixi.example'];
    const ask = { email: 'puppet@baixi.example.net', name: '陳小溪', roles: ['editor'] };
    const refused = server.refused(office.inviteOperator, ask, { token: one.token });
    expect(await refused).toBe('OPERATOR_DOMAIN');
    const { id } = await invite(['editor'], 'someone@baixi.example');
    config.operatorDomains = null;
    await decided(two, id, 'return');
  });
});

describe('roles', () => {
  const meOf = async ({ token }: Person) =>
    (await server.ok(identityOffice.operatorMe, {}, { token })).data;

  test('with financial permissions take effect a day after another admin agreed', async () => {
    const someone = await newOperator(server, ['editor']);
    await change(someone.id, ['editor', 'finance', 'auditor']);
    expect((await meOf(someone)).roles).toEqual(['editor']);
    expect(await decided(two, someone.id)).toBeNull();
    const after = await meOf(someone);
    expect(after).toMatchObject({ roles: ['editor', 'auditor'], held: { roles: ['finance'] } });
    const hours = (Date.parse(after.held?.until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    // A second change of roles does not shorten the waiting time.
    await change(someone.id, ['editor', 'finance']);
    await checkOperators(server, two);
    expect(await meOf(someone)).toMatchObject({ roles: ['editor'], held: { roles: ['finance'] } });
    await server.rows(
      `update identity.operator set held_until = now() - interval '1 second' where id = $1`,
      [someone.id],
    );
    expect(await meOf(someone)).toMatchObject({ roles: ['finance', 'editor'], held: null });
  });

  test('nobody changes their own', async () => {
    const { id, token } = one;
    const self = { id: String(id), reason };
    const roleless = { ...self, roles: ['editor'] };
    expect(await server.refused(office.changeRoles, roleless, { token })).toBe('OWN_ACCOUNT');
    expect(await server.refused(office.disableOperator, self, { token })).toBe('OWN_ACCOUNT');
    expect(await server.refused(office.resetOperator, self, { token })).toBe('OWN_ACCOUNT');
    expect(await server.refused(office.enableOperator, self, { token })).toBe('OWN_ACCOUNT');
  });

  test('of a reinstated operator wait for approval again', async () => {
    const someone = await newOperator(server, ['approver']);
    const act = { id: String(someone.id), reason };
    await server.ok(office.disableOperator, act, { token: one.token });
    await server.ok(office.enableOperator, act, { token: one.token });
    expect((await stateOf(someone.id))?.state).toBe('disabled');
    expect(await decided(two, someone.id)).toBeNull();
    expect(await stateOf(someone.id)).toMatchObject({
      state: 'active',
      held: { roles: ['approver'] },
    });
  });
});

describe('the command on the server', () => {
  test('creates two admins and no third', async () => {
    await server.rows(
      `update identity.operator set disabled_at = now() where 'admin' = any (roles)`,
    );
    const appoint = (email: string) =>
      inWork(server.services, (work) => appointAdmin(work, { email, name: '林經理' }));
    const first = newEmail('first');
    expect(await appoint(first)).toMatch(/\/setup#[\w-]{43}$/);
    await expect(appoint(first)).rejects.toMatchObject({ code: 'OPERATOR_EXISTS' });
    expect(await appoint(newEmail('second'))).toContain('/setup#');
    expect(await appoint(newEmail('third'))).toBeNull();
    const rows = await server.rows<{ actor: string }>(
      `select a.actor_type as actor from tasks.audit a join identity.operator o
         on o.id = a.subject_id where a.subject_type = 'operator'
         and a.action = 'operator.invited' and o.email = $1`,
      [first],
    );
    expect(rows).toEqual([{ actor: 'system' }]);
    // The first admin is notified by mail when the second is appointed.
    expect((await messagesTo(server, first))[0]?.body).toContain('系統指令');
  });
});
