// Tests that no member gets a broadcast twice or unasked, and that no one person can send one
// alone.
import { broadcastList } from '#contract/messages/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { broadcastsOffice } from '#contract/messages/broadcasts.ts';
import { notices } from '#contract/notices/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import {
  messagesTo,
  newMember,
  newOperator,
  newVerifiedMember,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { sendBroadcasts } from './broadcasts.ts';

const server = useServer();
let editor: { token: string };
let approver: { token: string };
beforeAll(async () => {
  editor = await newOperator(server, ['editor']);
  approver = await newOperator(server, ['editor', 'approver']);
});

const now = () => server.services.clock.now().toISOString();
const fields = (more: object = {}) => ({
  title: '系統維護通知',
  body: '本週日凌晨維護兩小時。',
  link: '/account/notification',
  category: 'other' as const,
  audience: { group: 'all' as const },
  sendAt: now(),
  ...more,
});
const draft = async (more: object = {}) =>
  (await server.ok(broadcastsOffice.saveBroadcast, fields(more), editor)).data;
const propose = async (more: object = {}) => {
  const { id } = await draft(more);
  return (await server.ok(broadcastsOffice.submitBroadcast, { id }, editor)).data;
};
const taskOf = async (id: string) => {
  const [row] = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = 'broadcast_approval' and subject_id = $1
     order by id desc`,
    [id],
  );
  return String(row!.id);
};
const decide = async (id: string, decision: string, who = approver, reason?: string) =>
  server.ask(
    tasksOffice.decideTask,
    { id: await taskOf(id), decision, ...(reason && { reason }) },
    who,
  );
const send = async (more: object = {}) => {
  const { id } = await propose(more);
  expect((await decide(id, 'approve')).status).toBe(200);
  await sendBroadcasts(server.services);
  return (await server.ok(broadcastsOffice.getBroadcast, { id }, editor)).data;
};
const titles = async (member: { token: string }) =>
  (await server.ok(notices.listNotices, {}, { token: member.token })).data.map(
    ({ title }) => title,
  );

test('a broadcast spells out no number of six digits, and all admins are told of it', async () => {
  const admin = await newOperator(server, ['admin']);
  const spelled = fields({ body: '請改匯 ８１２-345678' });
  expect(await server.refused(broadcastsOffice.saveBroadcast, spelled, editor)).toBe(
    'WORDING_INVALID',
  );
  const member = await newMember(server);
  await send({ body: '有疑問請電 {{servicePhone}}。' });
  const [notice] = await server.rows<{ body: string }>(
    'select body from notices.notice where member_id = $1 order by id desc limit 1',
    [member.id],
  );
  expect(notice?.body).toBe(`有疑問請電 ${server.services.config.brand.phone}。`);
  const told = (await messagesTo(server, admin.email)).map(({ body }) => body).join();
  expect(told).toMatch(/核可「群發訊息」[^]*提出「群發訊息」/);
});

describe('a broadcast', () => {
  test('needs a second person, and reaches each member once', async () => {
    const members = [await newMember(server), await newMember(server)];
    const proposed = await propose({ title: '第一則群發' });
    expect(proposed).toMatchObject({ status: 'proposed', told: 0 });
    expect(proposed.counted).toBeGreaterThanOrEqual(2);
    await sendBroadcasts(server.services);
    expect(await titles(members[0]!)).not.toContain('第一則群發');
    // The author has the role that decides on broadcasts, but may not approve their own.
    const own = await decide(proposed.id, 'approve', editor);
    expect(own.status).toBe(403);
    const { id } = await taskOf(proposed.id).then((task) => ({ id: task }));
    const { data: task } = await server.ok(tasksOffice.getTask, { id }, approver);
    expect(task.detail).toMatchObject({ now: { members: proposed.counted } });
    expect((await decide(proposed.id, 'approve')).status).toBe(200);
    await Promise.all([1, 2, 3].map(() => sendBroadcasts(server.services)));
    await sendBroadcasts(server.services);
    for (const member of members) {
      expect((await titles(member)).filter((title) => title === '第一則群發')).toHaveLength(1);
      const mails = await messagesTo(server, member.email);
      expect(mails.filter(({ subject }) => subject?.includes('第一則群發'))).toHaveLength(1);
    }
    const { data } = await server.ok(broadcastsOffice.getBroadcast, { id: proposed.id }, approver);
    expect(data).toMatchObject({ status: 'sent', told: proposed.counted });
  });

  test('is approved by nobody who wrote a part of it, whoever saved it last', async () => {
    await newMember(server);
    const [author, colleague] = [
      await newOperator(server, ['editor', 'approver']),
      await newOperator(server, ['editor']),
    ];
    const { id } = (await server.ok(broadcastsOffice.saveBroadcast, fields(), author)).data;
    await server.ok(broadcastsOffice.saveBroadcast, { ...fields(), id }, colleague);
    await server.ok(broadcastsOffice.submitBroadcast, { id }, colleague);
    expect((await decide(id, 'approve', author)).code).toBe('MAKER_IS_CHECKER');
    expect((await decide(id, 'approve')).status).toBe(200);
  });

  test('continues after a crash where it stopped, and sends nothing twice', async () => {
    const member = await newMember(server);
    const { id } = await propose({ title: '中斷後繼續' });
    await decide(id, 'approve');
    // Simulates a crash after members were notified and before the progress was saved.
    await server.rows(
      `insert into messages.broadcast_member (broadcast_id, member_id, told_at)
       values ($1, $2, now())`,
      [id, member.id],
    );
    await sendBroadcasts(server.services);
    expect(await titles(member)).not.toContain('中斷後繼續');
    const { data } = await server.ok(broadcastsOffice.getBroadcast, { id }, editor);
    expect(data.status).toBe('sent');
    expect(data.told).toBe(data.counted - 1);
  });

  test('reaches its audience, according to each member’s settings', async () => {
    const plain = await newMember(server);
    const verified = await newVerifiedMember(server);
    const off = { email: { other: false } };
    await server.ok(notices.setPreferences, off, { token: verified.token });
    const audience = { group: 'all', stageMin: 4 };
    await send({ title: '只給完成驗證的', audience });
    expect(await titles(plain)).not.toContain('只給完成驗證的');
    expect(await titles(verified)).toContain('只給完成驗證的');
    const mailed = async (title: string) =>
      (await messagesTo(server, verified.email)).some(({ subject }) => subject?.includes(title));
    expect(await mailed('只給完成驗證的')).toBe(false);
    await send({ title: '法定公告', audience, category: 'legal' });
    expect(await mailed('法定公告')).toBe(true);
    // News only go to members who asked for them.
    await send({ title: '最新活動', audience: { group: 'all', stageMax: 3 }, category: 'other' });
    const count = async (of: object, category = 'other') =>
      (
        await server.ok(
          broadcastsOffice.countAudience,
          { audience: { group: 'all', ...of }, category } as never,
          editor,
        )
      ).data;
    const before = await count({}, 'news');
    await server.ok(notices.setPreferences, { news: true }, { token: plain.token });
    expect((await count({}, 'news')).members).toBe(before.members + 1);
    expect((await count({ group: 'borrowers' })).members).toBe(0);
    expect((await count({ group: 'investors' })).members).toBe(0);
    expect((await count({ plan: 'none' })).members).toBe(0);
    const all = await count({});
    expect(all.members - all.mails).toBe(1);
    expect((await server.ok(broadcastsOffice.audiencePlans, {}, editor)).data).toHaveLength(6);
  });

  test('waits for its time, can be stopped, returned and changed', async () => {
    const member = await newMember(server);
    const later = new Date(server.services.clock.now().getTime() + 3_600_000).toISOString();
    const stopped = await send({ title: '還沒到', sendAt: later });
    expect(stopped.status).toBe('approved');
    const stop = { id: stopped.id, reason: '改用公告' };
    await server.ok(broadcastsOffice.stopBroadcast, stop, editor);
    expect(await server.refused(broadcastsOffice.stopBroadcast, stop, editor)).toBe(
      'BROADCAST_STATE',
    );
    const back = await propose({ title: '退回的' });
    const change = { ...fields({ title: '改過的' }), id: back.id };
    expect(await server.refused(broadcastsOffice.saveBroadcast, change, editor)).toBe(
      'BROADCAST_STATE',
    );
    await decide(back.id, 'return', approver, '語氣不妥');
    const declined = (await server.ok(broadcastsOffice.getBroadcast, { id: back.id }, editor)).data;
    expect(declined).toMatchObject({ status: 'declined', reason: '語氣不妥' });
    const changed = (await server.ok(broadcastsOffice.saveBroadcast, change, editor)).data;
    expect(changed).toMatchObject({ status: 'draft', title: '改過的', reason: null });
    await sendBroadcasts(server.services);
    expect(await titles(member)).toEqual([]);
    const list = await server.ok(broadcastList, {}, approver);
    expect(list.data[0]?.id).toBe(back.id);
  });

  test('is refused with invalid texts or without recipients', async () => {
    const wrong = async (more: object) =>
      server.refused(broadcastsOffice.saveBroadcast, fields(more), editor);
    expect(await wrong({ body: '請見 http://evil.example' })).toBe('WORDING_INVALID');
    expect(await wrong({ body: '{{caseNo}}' })).toBe('WORDING_INVALID');
    expect(await wrong({ link: 'https://evil.example' })).toBe('INVALID_INPUT');
    const { id } = await draft({ audience: { group: 'all', plan: 'none' } });
    const submit = { id };
    expect(await server.refused(broadcastsOffice.submitBroadcast, submit, editor)).toBe(
      'AUDIENCE_EMPTY',
    );
    const twice = { id: (await propose()).id };
    expect(await server.refused(broadcastsOffice.submitBroadcast, twice, editor)).toBe(
      'BROADCAST_STATE',
    );
    await decide(twice.id, 'return', approver, '語氣不妥');
    expect(await wrong({ id: '999999' })).toBe('NOT_FOUND');
    const none = { id: '999999' };
    for (const call of ['getBroadcast', 'submitBroadcast'] as const) {
      expect(await server.refused(broadcastsOffice[call], none, editor)).toBe('NOT_FOUND');
    }
    const finance = await newOperator(server, ['finance']);
    expect(await server.refused(broadcastsOffice.saveBroadcast, fields(), finance)).toBe(
      'ROLE_REQUIRED',
    );
  });
});
