// Access tests: every call of both APIs is requested by every kind of caller who may not make it.
import { beforeAll, describe, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { roles, type Endpoint, type Feature, type Role } from '#contract/core/endpoint.ts';
import {
  identityImpersonation,
  identityImpersonationOffice,
} from '#contract/identity/impersonation.ts';
import { office, site } from '#contract/index.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { ledgerOffice } from '#contract/ledger/calls.ts';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import {
  fromElsewhere,
  newMember,
  newOperator,
  newVerifiedMember,
  type Person,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const by = {} as Record<Role, Person>;
let member: Person;

beforeAll(async () => {
  for (const role of roles) by[role] = await newOperator(server, [role]);
  member = await newMember(server);
  await server.rows('update identity.member set email_verified_at = null where id = $1', [
    member.id,
  ]);
});

const callsOf = (door: Record<string, Feature>): [name: string, endpoint: Endpoint][] =>
  Object.entries(door).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [
      `${feature}.${name}`,
      endpoint,
    ]),
  );

/**
 * Fills only the path parameters: access is checked before the input, so that nothing else is
 * needed for a refusal.
 */
const anything = ({ path }: Endpoint) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']));

/**
 * Makes calls without an idempotency key, so that no refused call is stored, and from a different
 * address each time, because rate limits are not tested here.
 */
const answer = (endpoint: Endpoint, token?: string) =>
  server.ask(endpoint, anything(endpoint), {
    key: null,
    headers: fromElsewhere(),
    ...(token && { token }),
  });

describe('the office', () => {
  const guarded = callsOf(office).filter(([, { access }]) => access !== 'public');

  test.each(guarded)('%s is closed to members, visitors, and other roles', async (_, call) => {
    expect((await answer(call)).status).toBe(401);
    expect((await answer(call, 'no-such-session')).status).toBe(401);
    expect((await answer(call, member.token)).status).toBe(401);
    const others = call.roles ? roles.filter((role) => !call.roles!.includes(role)) : [];
    for (const role of others) {
      const { status, code } = await answer(call, by[role].token);
      expect([role, status, code]).toEqual([role, 403, 'ROLE_REQUIRED']);
    }
  });

  const ofMoney = [bankingOffice, refundsOffice, payoutsOffice, ledgerOffice];

  test('no editor may make a call about money', () => {
    const calls = ofMoney.flatMap((feature) => Object.values<Endpoint>(feature));
    expect(calls.filter(({ roles: allowed }) => allowed?.includes('editor'))).toEqual([]);
  });

  test.each(taskKinds)('a task of kind %s is decided by its roles alone', async (kind) => {
    const [task] = await server.rows<{ id: string }>(
      `insert into tasks.task (kind, subject_type, subject_id, subject_label, created_at, due_at)
       values ($1, 'none', 999999, '測試', now(), now()) returning id`,
      [kind],
    );
    for (const role of roles.filter((one) => !taskRules[kind].roles.includes(one))) {
      const input = { id: task!.id, decision: taskRules[kind].decisions[0] };
      const { code } = await server.ask(tasksOffice.decideTask, input, { token: by[role].token });
      // A role that may not see this kind of task is answered as if the task did not exist.
      expect([role, code]).toEqual([
        role,
        expect.stringMatching(/^(ROLE_REQUIRED|TASK_NOT_FOUND)$/),
      ]);
    }
    const open = await server.rows(`select from tasks.task where id = $1 and status = 'open'`, [
      task!.id,
    ]);
    expect(open).toHaveLength(1);
  });
});

describe('the site', () => {
  const guarded = callsOf(site).filter(([, { access }]) => access !== 'public');

  test.each(guarded)('%s is closed to visitors and to operators', async (_, call) => {
    expect((await answer(call)).status).toBe(401);
    expect((await answer(call, 'no-such-session')).status).toBe(401);
    expect((await answer(call, by.admin.token)).status).toBe(401);
  });

  const confirmed = guarded.filter(([, { access }]) => access !== 'signedIn');

  test.each(confirmed)('%s requires a confirmed address', async (_, call) => {
    const { code } = await answer(call, member.token);
    expect(code).toBe('EMAIL_NOT_VERIFIED');
  });

  const verified = guarded.filter(([, { access }]) => access === 'verified');

  test.each(verified)('%s requires a verified member', async (_, call) => {
    const { token } = await newMember(server);
    expect((await answer(call, token)).code).toBe('NOT_VERIFIED');
  });
});

describe('an unreadable body', () => {
  const bodies: [what: string, type: string, body: string][] = [
    ['of another type', 'text/plain', 'hello'],
    ['of no type for files', 'application/json', '{}'],
    ['cut off', 'application/json', '{"a":'],
    ['far too long', 'application/json', JSON.stringify('x'.repeat(600_000))],
  ];
  const calls = [
    ['/v1/identify/bank-info', 'site'],
    ['/v1/loan/apply', 'site'],
    ['/ops/v1/images', 'office'],
  ] as const;
  const send = ([path, door]: (typeof calls)[number], type: string, body: string, token = '') =>
    fetch((door === 'site' ? server.siteUrl : server.officeUrl) + path, {
      method: 'POST',
      body,
      headers: {
        'content-type': type,
        'x-office': '1',
        cookie: `office_session=${token}`,
        authorization: `Bearer ${token}`,
      },
    });

  test.each(bodies)('%s reports it only to callers who may make the call', async (...of) => {
    const [, type, body] = of;
    for (const call of calls) {
      expect((await send(call, type, body)).status).toBe(401);
      expect((await send(call, type, body, 'no-such-session-anywhere')).status).toBe(401);
      const unconfirmed = await send(call, type, body, member.token);
      expect(unconfirmed.status).toBe(call[1] === 'site' ? 403 : 401);
    }
    const { token } = await newVerifiedMember(server);
    const allowed = await send(calls[0], type, body, token);
    expect([400, 413, 415]).toContain(allowed.status);
  });
});

test.each([
  ['GET', 'site', '/v1/nothing'],
  ['POST', 'site', '/v1/plan/menu-list'],
  ['GET', 'office', '/ops/v1/nothing'],
] as const)('an unknown call, %s on the %s, is refused like any other', async (...of) => {
  const [method, door, path] = of;
  const url = door === 'site' ? server.siteUrl : server.officeUrl;
  const refused = await fetch(url + path, { method, headers: { 'x-office': '1' } });
  expect(refused.status).toBe(404);
  expect(await refused.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(refused.headers.get('x-request-id')).toBeTruthy();
});

describe('an operator who impersonates a member', () => {
  let token: string;
  const guarded = callsOf(site).filter(([, { access }]) => access !== 'public');
  const looks = ({ kind, himself }: Endpoint) =>
    !himself && ['read', 'document', 'export'].includes(kind);
  const acts = guarded.filter(
    ([, call]) => !looks(call) && call !== identityImpersonation.endImpersonation,
  );

  beforeAll(async () => {
    const viewed = await newVerifiedMember(server);
    const { data } = await server.ok(
      identityImpersonationOffice.startImpersonation,
      { id: String(viewed.id), reason: '客戶來電' },
      { token: by.reviewer.token },
    );
    const link = { token: new URL(data.link).hash.slice(1) };
    const opened = await server.ok(identityImpersonation.openImpersonation, link);
    token = opened.data.user.accessToken;
  });

  test.each(acts)('%s is refused', async (_, call) => {
    const { status, code } = await answer(call, token);
    expect([status, code]).toEqual([403, 'VIEW_ONLY']);
  });

  test('reads without writing anything except who opened a file', async () => {
    const before = await everything();
    const { securityLog } = server.services;
    await securityLog.write();
    const [newest] = await server.rows<{ id: string }>(
      'select coalesce(max(id), 0) as id from tasks.security_event',
    );
    const read: string[] = [];
    for (const [name, call] of guarded.filter(([, one]) => looks(one))) {
      const { code, status } = await answer(call, token);
      expect([name, code]).not.toEqual([name, 'VIEW_ONLY']);
      expect([name, status]).not.toEqual([name, 401]);
      if (status === 200) read.push(name);
    }
    expect(read.length).toBeGreaterThan(20);
    expect(await everything()).toEqual(before);
    // Reads of what is not the member's are refused, and noted as such by the security log.
    await securityLog.write();
    const noted = await server.rows(
      'select distinct kind from tasks.security_event where id > $1',
      [newest?.id],
    );
    expect(noted).toEqual([{ kind: 'foreign_object' }]);
  });
});

/** Returns a checksum of each table except the audit log and the security log. */
async function everything(): Promise<Record<string, string>> {
  const tables = await server.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'month')
       and (schemaname, tablename) not in
         (('tasks', 'audit'), ('tasks', 'audit_seal'), ('tasks', 'security_event'))`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await server.rows<{ sum: string }>(
      `select coalesce(md5(string_agg(one, '' order by one)), '') as sum
       from (select t::text as one from ${name} t) all_rows`,
    );
    sums[name] = row?.sum ?? '';
  }
  return sums;
}
