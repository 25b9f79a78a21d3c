// Tests message texts: they change only by new versions that follow the rules, and operators can
// try them out only on themselves.
import { taskList } from '#contract/tasks/lists.ts';
import { wordingList } from '#contract/messages/lists.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { wordingsOffice } from '#contract/messages/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { smsParts, wordingProblems } from '#contract/core/wording.ts';
import { messagesTo, newMember, newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { noticeKinds } from '../identity/words.ts';
import { tell } from '../notices/front.ts';
import { inWork } from '../work.ts';

const server = useServer();
let admin: { token: string; email: string };
let other: { token: string; email: string };
let editor: { token: string; email: string };
beforeAll(async () => {
  admin = await newOperator(server, ['admin']);
  other = await newOperator(server, ['admin']);
  editor = await newOperator(server, ['editor']);
});

const key = 'identity.suspended';
const page = { title: '帳戶停用：{{reason}}', body: '原因是{{reason}}，請洽 {{servicePhone}}。' };
const write = (more: object = {}) =>
  ({ key, way: 'page', words: page, reason: '改得更清楚', version: 0, ...more }) as const;
const taskId = async () =>
  (await server.ok(taskList, { kind: 'wording_check' }, admin)).data[0]?.id ?? '0';
const decide = async (decision: string, who: { token: string }, reason?: string) =>
  server.ask(tasksOffice.decideTask, { id: await taskId(), decision, reason }, who);
const states = async () => {
  const { data } = await server.ok(wordingsOffice.getWording, { key }, admin);
  return data.byWay[0]!.versions.map(({ state }) => state);
};
const suspend = async () => {
  const member = await newMember(server);
  await inWork(server.services, (work) =>
    tell(work, member.id, noticeKinds.suspended({ reason: '資料{{不明}}' })),
  );
  const [row] = await server.rows<{ title: string; body: string }>(
    'select title, body from notices.notice where member_id = $1',
    [member.id],
  );
  return { ...row, mails: await messagesTo(server, member.email) };
};

describe('the texts of a kind', () => {
  test('are listed with their variables and the company’s', async () => {
    const { data } = await server.ok(wordingList, {}, editor);
    expect(data.length).toBeGreaterThan(80);
    const kind = (await server.ok(wordingsOffice.getWording, { key }, editor)).data;
    expect(kind).toMatchObject({ ways: ['page', 'email', 'sms'], own: [] });
    expect(kind.variables[0]).toMatchObject({ name: 'reason', must: true });
    expect(await server.refused(wordingsOffice.getWording, { key: 'a.b' }, editor)).toBe(
      'NOT_FOUND',
    );
    const reviewer = await newOperator(server, ['reviewer']);
    expect(await server.refused(wordingList, {}, reviewer)).toBe('ROLE_REQUIRED');
  });

  test('count once a second person has agreed; one puts the last agreed text back', async () => {
    const { data } = await server.ok(wordingsOffice.writeWording, write(), editor);
    expect(data.byWay[0]).toMatchObject({ version: 1, versions: [{ state: 'waiting' }] });
    // Nothing has changed for members, and no editor agrees to their own text.
    expect((await suspend()).title).toBe('您的帳戶已暫停使用');
    expect((await decide('approve', editor)).code).toBe('MAKER_IS_CHECKER');
    const task = await server.ok(tasksOffice.getTask, { id: await taskId() }, admin);
    expect(task.data.detail).toMatchObject({
      kind: { key, name: '帳戶暫停使用' },
      before: { title: '您的帳戶已暫停使用' },
      after: page,
      reason: '改得更清楚',
    });
    expect((await decide('approve', admin)).status).toBe(200);
    const said = await suspend();
    expect(said.title).toBe('帳戶停用：資料｛｛不明｝｝');
    expect(said.mails[0]?.subject).toContain('帳戶停用：');
    // All admins were told of both steps.
    const told = await messagesTo(server, other.email);
    expect(told.map(({ body }) => body).join()).toMatch(
      /核可「改寫通知內容」[^]*提出「改寫通知內容」/,
    );
    // An operator whose page shows an older version cannot overwrite the newest version.
    expect(await server.refused(wordingsOffice.writeWording, write(), admin)).toBe(
      'CONTENT_CHANGED',
    );
    const soon = new Date(server.services.clock.now().getTime() + 3_600_000).toISOString();
    const later = write({ version: 1, words: { ...page, title: '稍後' }, effectiveAt: soon });
    await server.ok(wordingsOffice.writeWording, later, admin);
    await decide('approve', editor);
    expect(await states()).toEqual(['coming', 'current']);
    expect((await suspend()).title).toContain('帳戶停用');
    const third = write({ version: 2, words: { ...page, title: '再一次' } });
    await server.ok(wordingsOffice.writeWording, third, admin);
    // One person alone puts back what was before; what waits and what was to come are over.
    const back = { key, way: 'page', reason: '先停下來', version: 3 } as const;
    const stale = { ...back, version: 2 };
    expect(await server.refused(wordingsOffice.restoreWording, stale, admin)).toBe(
      'CONTENT_CHANGED',
    );
    const after = (await server.ok(wordingsOffice.restoreWording, back, admin)).data;
    expect(await states()).toEqual(['current', 'withdrawn', 'past', 'past']);
    expect(after.byWay[0]).toMatchObject({ last: null, taskId: null });
    expect((await suspend()).title).toBe('您的帳戶已暫停使用');
    const none = { ...back, version: 4 };
    expect(await server.refused(wordingsOffice.restoreWording, none, admin)).toBe(
      'NOTHING_TO_RESTORE',
    );
    const audit = await server.rows<{ action: string }>(
      "select action from tasks.audit where action like 'wording.%' order by id",
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'wording.written',
      'wording.approved',
      'wording.written',
      'wording.approved',
      'wording.written',
      'wording.restored',
    ]);
  });

  test('go back one agreed text at a time, and not to one that was returned', async () => {
    const of = { key: 'identity.suspensionLifted', way: 'page' } as const;
    const agree = async (title: string, version: number, decision: 'approve' | 'return') => {
      const words = { title, body: '內文' };
      await server.ok(
        wordingsOffice.writeWording,
        { ...of, words, reason: '更新', version },
        editor,
      );
      expect((await decide(decision, admin, '再想想')).status).toBe(200);
    };
    await agree('甲', 0, 'approve');
    await agree('乙', 1, 'return');
    await agree('丙', 2, 'approve');
    await agree('丁', 3, 'approve');
    const titles: string[] = [];
    for (const version of [4, 5, 6]) {
      const input = { ...of, reason: '回復', version };
      const { data } = await server.ok(wordingsOffice.restoreWording, input, editor);
      titles.push(data.byWay[0]!.current.title);
    }
    const { data } = await server.ok(wordingsOffice.getWording, { key: of.key }, editor);
    expect(titles).toEqual(['丙', '甲', data.byWay[0]!.byDefault.title]);
  });

  test('are refused by the database without the second person', async () => {
    const alone = server.rows(
      `insert into messages.wording (kind, way, version, title, body, reason, effective_at, made_by,
         made_at, state)
       select 'identity.locked', 'page', 1, '甲', '乙', '丙', now(), id, now(), 'approved'
       from identity.operator limit 1`,
    );
    await expect(alone).rejects.toThrow('wording_by_two');
    const again = server.rows(`update messages.wording set body = '別的'`);
    await expect(again).rejects.toThrow('never rewritten');
  });

  test('are one version for one key; of two concurrent ones one is refused', async () => {
    const of = { key: 'identity.googleLinked', words: { title: '已連結', body: '可用 Google。' } };
    const input = write(of);
    const how = { ...admin, headers: { 'idempotency-key': crypto.randomUUID() } };
    await server.ok(wordingsOffice.writeWording, input, how);
    await server.ok(wordingsOffice.writeWording, input, how);
    const both = await Promise.all(
      [1, 2].map(() => server.ask(wordingsOffice.writeWording, { ...input, version: 1 }, admin)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each([
    ['an unknown variable', { title: '標題', body: '{{reason}}{{stranger}}' }],
    ['a brace', { title: '標題', body: '{{reason}} {' }],
    ['two lines of title', { title: '標\n題', body: '{{reason}}' }],
    ['a strange address', { title: '標題', body: '{{reason}} http://evil.example' }],
    ['no title', { title: '', body: '{{reason}}' }],
    ['what may not be left out', { title: '標題', body: '沒有原因' }],
    ['our own telephone', { title: '標題', body: '{{reason}}，請電 02-5555-0100' }],
    ['an account', { title: '標題', body: '{{reason}}，請匯 ８１２－１２３ ４５６' }],
    ['an account in the title', { title: '帳號 12\u200b34.56', body: '{{reason}}' }],
    ['digits of another script', { title: '標題', body: '{{reason}}，١٢٣٤٥٦' }],
    ['Han digits', { title: '標題', body: '{{reason}}，八一二、三四五' }],
  ])('with %s are refused', async (_what, words) => {
    const wrong = write({ words, version: 3 });
    expect(await server.refused(wordingsOffice.writeWording, wrong, admin)).toBe('WORDING_INVALID');
  });

  test('cannot begin in the past, nor in a channel that the kind does not use', async () => {
    const past = write({ version: 3, effectiveAt: '2020-01-01T00:00:00+08:00' });
    expect(await server.refused(wordingsOffice.writeWording, past, admin)).toBe('WORDING_INVALID');
    const none = write({ key: 'identity.resetPassword' });
    expect(await server.refused(wordingsOffice.writeWording, none, admin)).toBe('NOT_FOUND');
  });
});

describe('a test message', () => {
  test('is sent to the operator only, with samples; a text message by mail too', async () => {
    const mail = { key, way: 'email' as const, title: '測試標題', body: '因為{{reason}}。' };
    await server.ok(wordingsOffice.testWording, mail, editor);
    const sms = { key, way: 'sms' as const, title: '', body: '{{brand}}通知' };
    await server.ok(wordingsOffice.testWording, sms, editor);
    const got = await messagesTo(server, editor.email);
    expect(got.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('（測試）簡訊：帳戶暫停使用'),
      expect.stringContaining('（測試）測試標題'),
    ]);
    expect(got[1]?.body).toContain('帳戶資料待確認');
    expect(await server.refused(wordingsOffice.testWording, { ...mail, body: '{' }, editor)).toBe(
      'WORDING_INVALID',
    );
    const unknown = { ...mail, key: 'a.b' };
    expect(await server.refused(wordingsOffice.testWording, unknown, editor)).toBe('NOT_FOUND');
    const { body: _body, ...rest } = mail;
    for (let n = 0; n < 5; n++) await server.ask(wordingsOffice.testWording, rest, editor);
    expect((await server.ask(wordingsOffice.testWording, mail, editor)).status).toBe(429);
  });
});

describe('text messages', () => {
  test.each([
    [0, 1],
    [70, 1],
    [71, 2],
    [134, 2],
    [135, 3],
  ])('of %d characters take %d parts', (length, parts) => {
    expect(smsParts('字'.repeat(length))).toBe(parts);
  });

  test('contain no address but ours, however it is written', () => {
    const host = 'baixi.example';
    const allowed = { variables: [], host };
    const body = (text: string) => wordingProblems({ way: 'sms', title: '', body: text }, allowed);
    for (const ours of [
      'baixi.example',
      'https://baixi.example/a',
      'www.baixi.example',
      'https://baixi.example/a，再登入',
      'BAIXI.example',
    ]) {
      expect(body(`請看 ${ours} 。`)).toEqual({});
    }
    for (const theirs of [
      'baixi.example.evil.com',
      'notbaixi.example',
      'https://baixi.example@x.y',
      'https://baixi.example:1@evil.example/',
      'https://user@baixi.example/',
      'ftp://baixi.example/',
      'https://баіхі.example',
      'пример.рф',
      'bücher.example',
      '百溪.台灣',
      'ｅｖｉｌ．ｅｘａｍｐｌｅ',
      'ev\u200bil.example',
      'https://[evil',
      'http://192.0.2.1/a',
    ]) {
      expect(body(`請看 ${theirs} 。`), theirs).toHaveProperty('body');
      expect(body(`請看${theirs}。`), theirs).toHaveProperty('body');
    }
    for (const none of ['1.請於期限內繳款', '年利率 6.5% 起', '第 2.甲項。乙項', '甲公司.乙公司']) {
      expect(body(none), none).toEqual({});
    }
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        fc.pre(!domain.endsWith(host));
        expect(body(`請看 https://${domain}/x`)).toHaveProperty('body');
      }),
    );
  });
});
