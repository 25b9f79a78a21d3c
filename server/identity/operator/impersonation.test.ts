// Tests of impersonation over HTTP: the link, the session, and how each ends.
import { impersonationList } from '#contract/identity/lists.ts';
import { describe, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { identity, identityOffice } from '#contract/identity/calls.ts';
import { identityAccount } from '#contract/identity/account.ts';
import { identityOperatorsOffice as colleagues } from '#contract/identity/operators.ts';
import {
  identityImpersonation,
  identityImpersonationOffice as office,
} from '#contract/identity/impersonation.ts';
import { investingStatements } from '#contract/investing/statements.ts';
import { notices } from '#contract/notices/calls.ts';
import { checkOperators } from '../../../tests/actors/loans.ts';
import {
  newMember,
  newOperator,
  newVerifiedMember,
  type Person,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { deleteExpired } from '../../retention/jobs.ts';

const server = useServer();
const operator = (...roles: Role[]) => newOperator(server, roles);
const reason = '會員來電表示看不到出資紀錄';
const by = ({ token }: { token: string }) => ({ token });
const id = ({ id: number }: Person) => String(number);

async function linkFor(member: Person, who: Person): Promise<string> {
  const { data } = await server.ok(office.startImpersonation, { id: id(member), reason }, by(who));
  expect(data.link.startsWith(`${server.services.config.publicUrl}/impersonation#`)).toBe(true);
  return new URL(data.link).hash.slice(1);
}

const open = (token: string, headers: Record<string, string> = {}) =>
  server.ask(identityImpersonation.openImpersonation, { token }, { headers });

/** Returns the token of an impersonation that has begun. */
async function lookAt(member: Person, who: Person): Promise<string> {
  const { body, status } = await open(await linkFor(member, who));
  expect(status).toBe(200);
  return body.data.user.accessToken;
}

const meAs = async (token: string) =>
  (await server.ask(identity.accountInfo, {}, { token })).status;
const trailOf = ({ id: member }: Person) =>
  server.rows<{ action: string; actor: number; reason: string | null; snapshot: object }>(
    `select action, actor_id::int as actor, reason, snapshot from tasks.audit
     where subject_type = 'member' and subject_id = $1 and action like 'identity.impersonation%'
     order by id`,
    [member],
  );

describe('the link', () => {
  test('opens the site as the member sees it; the member is told, and all is logged', async () => {
    const member = await newVerifiedMember(server);
    const reviewer = await operator('reviewer');
    const { body } = await open(await linkFor(member, reviewer));
    const { look, user } = body.data;
    expect(user).toMatchObject({ id: id(member), email: look.member, notification: [] });
    expect(look).toMatchObject({ operator: `測試 ${reviewer.email}`, endsAt: expect.any(String) });
    expect(look.member).not.toContain(member.email);
    const token = user.accessToken;
    const info = await server.ok(identity.accountInfo, {}, { token });
    const own = await server.ok(identity.accountInfo, {}, by(member));
    const hidden = { email: look.member, name: '王○明', birthday: null };
    expect(info).toEqual({ data: { ...own.data, ...hidden } });
    const told = await server.ok(notices.listNotices, {}, by(member));
    expect(told.data[0]).toMatchObject({ title: '客服檢視了您的會員頁面', readAt: null });
    // The impersonation is not listed among the member's devices.
    const { data: devices } = await server.ok(identityAccount.sessions, {}, by(member));
    expect(devices).toHaveLength(1);

    const list = await server.ok(impersonationList, { member: id(member) }, by(reviewer));
    expect(list).toMatchObject({
      data: [{ state: 'open', reason, mayEnd: true, operator: { id: id(reviewer) } }],
      total: 1,
    });
    await server.ok(identityImpersonation.endImpersonation, {}, { token });
    expect(await meAs(token)).toBe(401);
    const again = await server.ask(identityImpersonation.endImpersonation, {}, { token });
    expect(again.status).toBe(401);
    const ended = await server.ok(impersonationList, { operator: id(reviewer) }, by(reviewer));
    expect(ended.data[0]).toMatchObject({ state: 'over', mayEnd: false });
    const actor = reviewer.id;
    expect(await trailOf(member)).toMatchObject([
      { action: 'identity.impersonation_asked', actor, reason },
      { action: 'identity.impersonation_opened', actor, reason },
      { action: 'identity.impersonation_ended', actor },
    ]);
  });

  test('is valid once, also when two operators follow it at once', async () => {
    const [member, admin] = [await newMember(server), await operator('admin')];
    const link = await linkFor(member, admin);
    const both = await Promise.all([open(link), open(link)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['VIEWING_LINK', null]);
    expect((await open(link)).code).toBe('VIEWING_LINK');
  });

  test('is valid for two minutes, in its browser, while its creator is signed in', async () => {
    const [member, admin] = [await newMember(server), await operator('admin')];
    const late = await linkFor(member, admin);
    await server.rows(
      `update identity.impersonation set link_until = now() - interval '1 second'
       where operator_id = $1`,
      [admin.id],
    );
    expect((await open(late)).code).toBe('VIEWING_LINK');
    const other = await linkFor(member, admin);
    const elsewhere = { 'user-agent': 'Another/1.0 (Mac)' };
    expect((await open(other, elsewhere)).code).toBe('VIEWING_LINK');
    const gone = await linkFor(member, admin);
    // Creating a new link ended the previous impersonation.
    expect((await open(other)).code).toBe('VIEWING_LINK');
    await server.ok(identityOffice.operatorLogout, {}, by(admin));
    expect((await open(gone)).code).toBe('VIEWING_LINK');
    for (const token of ['', 'nonsense', member.token]) {
      expect((await open(token)).code).toBe('VIEWING_LINK');
    }
    const states = await server.ok(impersonationList, {}, by(await operator('auditor')));
    expect(states.data.slice(0, 3).map(({ state }) => state)).toEqual([
      'waiting',
      'lapsed',
      'lapsed',
    ]);
  });

  test('is created for existing members only, by those who may', async () => {
    const member = await newMember(server);
    const finance = await operator('finance');
    const nobody = { id: '99999999', reason };
    expect(await server.refused(office.startImpersonation, nobody, by(finance))).toBe('NOT_FOUND');
    await server.rows('update identity.member set closed_at = now() where id = $1', [member.id]);
    const closed = { id: id(member), reason };
    expect(await server.refused(office.startImpersonation, closed, by(finance))).toBe('NOT_FOUND');
    for (const role of ['editor', 'auditor'] as const) {
      const who = await operator(role);
      expect(await server.refused(office.startImpersonation, closed, by(who))).toBe(
        'ROLE_REQUIRED',
      );
    }
    expect(await trailOf(member)).toEqual([]);
  });
});

describe('the impersonation', () => {
  test('opens files, and logs who read each', async () => {
    const [member, finance] = [await newVerifiedMember(server), await operator('finance')];
    const token = await lookAt(member, finance);
    const file = {
      month: server.services.clock.now().toISOString().slice(0, 7),
      format: 'csv' as const,
    };
    await server.ok(investingStatements.statement, file, { token });
    const traces = await trailOf(member);
    expect(traces.at(-1)).toMatchObject({
      action: 'identity.impersonation_read',
      actor: finance.id,
      snapshot: { call: 'investing.statement', input: file },
    });
    const own = await server.refused(identityAccount.exportAccount, {}, { token });
    expect(own).toBe('VIEW_ONLY');
    expect(await trailOf(member)).toHaveLength(traces.length);
  });

  test('marks nothing as used and cannot step up', async () => {
    const [member, admin] = [await newMember(server), await operator('admin')];
    const used = () =>
      server.rows('select id, used_at, step_up_at from identity.session where member_id = $1', [
        member.id,
      ]);
    await server.rows(
      `update identity.session set used_at = now() - interval '1 hour' where member_id = $1`,
      [member.id],
    );
    const before = await used();
    const token = await lookAt(member, admin);
    expect(await meAs(token)).toBe(200);
    const ask = { password: 'correct horse battery' };
    const step = await server.ask(identityAccount.confirmPassword, ask, { token });
    expect([step.status, step.code]).toEqual([403, 'VIEW_ONLY']);
    expect(await used()).toEqual(before);
  });

  test('can be of a suspended member too, and of nobody else', async () => {
    const [member, admin] = [await newMember(server), await operator('admin')];
    await server.rows('update identity.member set suspended_at = now() where id = $1', [member.id]);
    const token = await lookAt(member, admin);
    const { data } = await server.ok(identity.accountInfo, {}, { token });
    expect(JSON.stringify(data)).toContain(member.email.slice(0, 2));
    const logout = await server.ask(identity.logout, {}, { token });
    expect([logout.status, logout.code]).toEqual([403, 'VIEW_ONLY']);
    // The impersonation token gives no access to the office either.
    expect((await server.ask(identityOffice.operatorMe, {}, { token })).status).toBe(401);
  });

  test('ends after fifteen minutes, with its operator’s session, or with the role', async () => {
    const member = await newMember(server);
    const [one, two, three] = [
      await operator('reviewer'),
      await operator('reviewer'),
      await operator('reviewer'),
    ];
    const admin = await operator('admin');
    const tokens = [
      await lookAt(member, one),
      await lookAt(member, two),
      await lookAt(member, three),
    ];
    const alive = () => Promise.all(tokens.map(meAs));
    expect(await alive()).toEqual([200, 200, 200]);
    const minutes = await server.rows<{ minutes: number }>(
      `select extract(epoch from ends_at - opened_at)::int / 60 as minutes
       from identity.impersonation
       where operator_id = $1`,
      [one.id],
    );
    expect(minutes).toEqual([{ minutes: 15 }]);
    await server.rows(
      `update identity.impersonation set ends_at = now() - interval '1 second'
       where operator_id = $1`,
      [one.id],
    );
    await server.ok(colleagues.disableOperator, { id: id(two), reason }, by(admin));
    const roles = { id: id(three), roles: ['auditor' as const], reason };
    await server.ok(colleagues.changeRoles, roles, by(admin));
    await checkOperators(server, await operator('admin'));
    expect(await alive()).toEqual([401, 401, 401]);
  });

  test('is ended from the office only by its operator or an admin', async () => {
    const member = await newMember(server);
    const [own, other, admin] = [
      await operator('approver'),
      await operator('approver'),
      await operator('admin'),
    ];
    const token = await lookAt(member, own);
    const { data } = await server.ok(impersonationList, { member: id(member) }, by(other));
    expect(data[0]?.mayEnd).toBe(false);
    const ask = { id: data[0]?.id ?? '' };
    expect(await server.refused(office.stopImpersonation, ask, by(other))).toBe('NOT_FOUND');
    expect(await server.refused(identityImpersonation.endImpersonation, {}, by(member))).toBe(
      'NOT_FOUND',
    );
    expect(await meAs(token)).toBe(200);
    for (const _ of [1, 2]) await server.ok(office.stopImpersonation, ask, by(admin));
    expect(await meAs(token)).toBe(401);
    await server.ok(office.stopImpersonation, ask, by(own));
    const ended = (await trailOf(member)).filter(
      ({ action }) => action === 'identity.impersonation_ended',
    );
    expect(ended).toMatchObject([{ actor: admin.id }]);
  });
});

test('impersonations and sign-ins at the office are stored for a year', async () => {
  const admin = await operator('admin');
  await lookAt(await newMember(server), admin);
  const count = async () => {
    const [row] = await server.rows<{ signins: number; looks: number }>(
      `select (select count(*)::int from identity.operator_sign_in where operator_id = $1)
         as signins,
         (select count(*)::int from identity.impersonation where operator_id = $1) as looks`,
      [admin.id],
    );
    return row;
  };
  const purge = () => deleteExpired(server.services);
  const age = async (ago: string) => {
    await server.rows(
      `update identity.operator_sign_in set at = now() - $2::interval where operator_id = $1`,
      [admin.id, ago],
    );
    await server.rows(
      `update identity.impersonation set ends_at = now() - $2::interval where operator_id = $1`,
      [admin.id, ago],
    );
    await purge();
  };
  await age('364 days');
  expect(await count()).toEqual({ signins: 1, looks: 1 });
  await age('366 days');
  expect(await count()).toEqual({ signins: 0, looks: 0 });
});
