// Test of decisions about operators: the operator concerned cannot take part, and at least one
// admin remains.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { identityOperatorsOffice as office } from '#contract/identity/operators.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const reason = '人員異動';
let one: Person;
let two: Person;
beforeAll(async () => {
  one = await newOperator(server, ['admin']);
  two = await newOperator(server, ['admin']);
});

const decided = (who: Person, id: number, decision = 'approve') =>
  decide(server, who, 'operator_check', id, decision);
const change = (id: number, roles: Role[]) =>
  server.ok(office.changeRoles, { id: String(id), roles, reason }, { token: one.token });

test('roles of an admin are not approved by that admin', async () => {
  await change(two.id, ['editor', 'admin']);
  expect(await decided(two, two.id)).toBe('OWN_ACCOUNT');
  const three = await newOperator(server, ['admin']);
  expect(await decided(three, two.id)).toBeNull();
});

test('nothing is proposed about an operator with an open proposal', async () => {
  const someone = await newOperator(server, ['finance']);
  const act = { id: String(someone.id), reason };
  const { token } = one;
  await server.ok(office.resetOperator, act, { token });
  expect(await server.refused(office.resetOperator, act, { token })).toBe('OPERATOR_PENDING');
  expect(await decided(two, someone.id, 'return')).toBeNull();
  await server.ok(office.disableOperator, act, { token });
  await server.ok(office.enableOperator, act, { token });
  expect(await server.refused(office.enableOperator, act, { token })).toBe('OPERATOR_PENDING');
});

describe('a reset', () => {
  test('of an operator who was suspended in the meantime is refused', async () => {
    const someone = await newOperator(server, ['finance']);
    const act = { id: String(someone.id), reason };
    await server.ok(office.resetOperator, act, { token: one.token });
    await server.ok(office.disableOperator, act, { token: one.token });
    expect(await decided(two, someone.id)).toBe('OPERATOR_DISABLED');
    expect(await decided(two, someone.id, 'return')).toBeNull();
  });

  test('of the last admin who can sign in is refused', async () => {
    const three = await newOperator(server, ['admin']);
    await server.ok(office.resetOperator, { id: String(three.id), reason }, { token: one.token });
    // Without a TOTP secret, the approving admin is still signed in but cannot sign in again.
    await server.rows(
      `update identity.operator set totp_secret = null where 'admin' = any (roles) and id <> $1
       returning id`,
      [three.id],
    );
    expect(await decided(two, three.id)).toBe('LAST_ADMIN');
    // Nobody can propose the removal of the last admin any more, or the replacement of this admin's
    // role.
    const act = { id: String(three.id), reason };
    const { token } = one;
    expect(await server.refused(office.resetOperator, act, { token })).toBe('LAST_ADMIN');
    const fewer = { ...act, roles: ['editor'] };
    expect(await server.refused(office.changeRoles, fewer, { token })).toBe('LAST_ADMIN');
  });
});
