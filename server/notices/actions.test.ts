// Tests of the notification centre: members read only their own notices, and nothing is sent after
// a rollback.
import { describe, expect, test } from 'vitest';
import { notices } from '#contract/notices/calls.ts';
import { messagesTo, newMember, newPhone, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { inWork } from '../work.ts';
import { type Notice, notify, sendMail } from './telling.ts';
import { deleteExpired } from '../retention/jobs.ts';
import { drainOutbox } from './jobs.ts';
import { html, plainText, singleLine, wantsMail, wantsSms } from './rules.ts';

const server = useServer();
const tell = (memberId: number, title: string, more: Partial<Notice> = {}) =>
  inWork(server.services, (work) =>
    notify(work, {
      memberId,
      category: 'loan',
      title,
      body: '您的申貸案有新的進度。',
      link: '/account/loan',
      ...more,
    }),
  );

describe('a notice', () => {
  test('is listed with the unread number, and marked read when opened', async () => {
    const member = await newMember(server);
    await tell(member.id, '核准通知');
    const how = { token: member.token };
    const list = await server.ok(notices.listNotices, {}, how);
    expect(list).toMatchObject({ total: 1, unread: { loan: 1 } });
    const id = list.data[0]?.id ?? '';
    const { data } = await server.ok(notices.getNotice, { id }, how);
    expect(data.readAt).not.toBeNull();
    expect(await server.ok(notices.getNotice, { id }, how)).toEqual({ data });
    expect((await server.ok(notices.listNotices, {}, how)).unread).toEqual({});
  });

  test('is not marked read by a request that nobody sees', async () => {
    const member = await newMember(server);
    await tell(member.id, '核准通知');
    const how = { token: member.token };
    const { data } = await server.ok(notices.listNotices, {}, how);
    const id = data[0]?.id ?? '';
    const address = `${server.siteUrl}${notices.getNotice.path}?id=${id}`;
    const authorization = `Bearer ${member.token}`;
    const head = await fetch(address, { method: 'HEAD', headers: { authorization } });
    expect(head.status).toBe(200);
    const fetched = [
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['x-purpose', 'preview'],
      ['x-moz', 'prefetch'],
      ['sec-fetch-dest', 'document'],
      ['sec-fetch-dest', 'image'],
    ] as const;
    for (const [name, value] of fetched) {
      const answer = await fetch(address, { headers: { authorization, [name]: value } });
      expect([name, answer.status]).toEqual([name, 200]);
      expect(await answer.json()).toMatchObject({ data: { id, readAt: null } });
    }
    expect((await server.ok(notices.listNotices, {}, how)).unread).toEqual({ loan: 1 });
    const another = await newMember(server);
    const headers = { authorization: `Bearer ${another.token}`, purpose: 'prefetch' };
    expect((await fetch(address, { headers })).status).toBe(404);
    // A call made by the page's script means that somebody reads the notice.
    const own = await fetch(address, { headers: { authorization, 'sec-fetch-dest': 'empty' } });
    expect(await own.json()).toMatchObject({ data: { id, readAt: expect.any(String) } });
  });

  test('of another member is not found', async () => {
    const [owner, intruder] = [await newMember(server), await newMember(server)];
    await tell(owner.id, '撥款通知');
    const { data } = await server.ok(notices.listNotices, {}, { token: owner.token });
    const stolen = { id: data[0]?.id ?? '' };
    const how = { token: intruder.token };
    expect(await server.refused(notices.getNotice, stolen, how)).toBe('NOT_FOUND');
    expect((await server.ask(notices.listNotices, {})).status).toBe(401);
  });

  test('is sent by mail too, once', async () => {
    const member = await newMember(server);
    await tell(member.id, '還款提醒');
    while ((await drainOutbox(server.services)) > 0);
    const mails = await messagesTo(server, member.email);
    expect(mails.filter(({ subject }) => subject?.includes('還款提醒'))).toHaveLength(1);
    const waiting = await server.rows('select from notices.outbox where sent_at is null');
    expect(waiting).toEqual([]);
  });

  test('of a rolled-back transaction is never sent', async () => {
    const member = await newMember(server);
    const failing = inWork(server.services, async (work) => {
      await sendMail(work, { to: member.email, subject: '不該寄出', paragraphs: ['…'] });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    const mails = await messagesTo(server, member.email);
    expect(mails.filter(({ subject }) => subject?.includes('不該寄出'))).toEqual([]);
  });
});

describe('the list', () => {
  test('is read by category and by page', async () => {
    const { id, token } = await newMember(server);
    for (const title of ['一', '二', '三']) await tell(id, title);
    await tell(id, '四', { category: 'invest' });
    const page = { category: 'loan', item_per_page: 2 } as const;
    const titles = async (more: object) => {
      const { data, total } = await server.ok(notices.listNotices, { ...page, ...more }, { token });
      expect(total).toBe(3);
      return data.map(({ title }) => title);
    };
    expect(await titles({ page: 1 })).toEqual(['三', '二']);
    expect(await titles({ page: 2 })).toEqual(['一']);
    expect(await titles({ offset: 1 })).toEqual(['二', '一']);
  });

  test('is marked read, by category or completely, and only its own', async () => {
    const [owner, other] = [await newMember(server), await newMember(server)];
    await tell(owner.id, '一');
    await tell(owner.id, '二', { category: 'account' });
    await tell(other.id, '三');
    const { token } = owner;
    const read = async (input: object) =>
      (await server.ok(notices.readAllNotices, input, { token })).data.read;
    expect(await read({ category: 'loan' })).toBe(1);
    const { unread } = await server.ok(notices.listNotices, {}, { token });
    expect(unread).toEqual({ account: 1 });
    expect(await read({})).toBe(1);
    expect(await read({})).toBe(0);
    const others = await server.ok(notices.listNotices, {}, { token: other.token });
    expect(others.unread).toEqual({ loan: 1 });
    expect((await server.ask(notices.readAllNotices, {})).status).toBe(401);
  });

  test('excludes what is 180 days old', async () => {
    const { id, token } = await newMember(server);
    await tell(id, '很久以前');
    await server.rows(
      `update notices.notice set created_at = business_now() - interval '181 days'
       where member_id = $1`,
      [id],
    );
    await tell(id, '最近');
    await deleteExpired(server.services);
    const { data } = await server.ok(notices.listNotices, {}, { token });
    expect(data.map(({ title }) => title)).toEqual(['最近']);
  });
});

describe('a member’s settings', () => {
  const usual = {
    email: { invest: true, loan: true, account: true, other: true },
    sms: { invest: false, loan: false, account: false, other: false },
    push: { invest: true, loan: true, account: true, other: true },
    smsDeadlines: true,
    hideAmounts: false,
    news: false,
  };
  const subjects = async (email: string) =>
    (await messagesTo(server, email)).map(({ subject }) => subject?.replace(/^【.*】/, ''));

  test('are the defaults at first, keep omitted fields, and are private', async () => {
    const [member, other] = [await newMember(server), await newMember(server)];
    const { token } = member;
    expect(await server.ok(notices.preferences, {}, { token })).toEqual({ data: usual });
    const change = { email: { loan: false }, sms: { invest: true }, hideAmounts: true };
    const after = {
      ...usual,
      email: { ...usual.email, loan: false },
      sms: { ...usual.sms, invest: true },
      hideAmounts: true,
    };
    expect(await server.ok(notices.setPreferences, change, { token })).toEqual({ data: after });
    const again = { email: { loan: true }, smsDeadlines: false };
    const { data } = await server.ok(notices.setPreferences, again, { token });
    expect(data).toEqual({ ...after, email: usual.email, smsDeadlines: false });
    expect(await server.ok(notices.preferences, {}, { token })).toEqual({ data });
    const others = await server.ok(notices.preferences, {}, { token: other.token });
    expect(others).toEqual({ data: usual });
    const wrong = await server.refused(notices.setPreferences, { email: { loan: 1 } }, { token });
    expect(wrong).toBe('INVALID_INPUT');
    expect((await server.ask(notices.preferences, {})).status).toBe(401);
  });

  test('two concurrent changes are both kept', async () => {
    const { token } = await newMember(server);
    await Promise.all(
      (['invest', 'loan', 'account', 'other'] as const).map((category) =>
        server.ok(notices.setPreferences, { sms: { [category]: true } }, { token }),
      ),
    );
    const { data } = await server.ok(notices.preferences, {}, { token });
    expect(Object.values(data.sms)).toEqual([true, true, true, true]);
  });

  test('decide whether a mail is sent, except about security', async () => {
    const { id, email, token } = await newMember(server);
    await server.ok(notices.setPreferences, { email: { loan: false } }, { token });
    await tell(id, '不寄');
    await tell(id, '寄出', { category: 'invest' });
    await tell(id, '一定寄', { email: 'always' });
    await tell(id, '只在網站', { category: 'invest', email: false });
    expect(await subjects(email)).toEqual(['一定寄', '寄出']);
    const { total } = await server.ok(notices.listNotices, {}, { token });
    expect(total).toBe(4);
  });

  test('decide whether a text message is sent to the verified number', async () => {
    const phone = newPhone();
    const { id, token } = await newVerifiedMember(server, { phone });
    const texts = async () => (await messagesTo(server, phone)).map(({ body }) => body);
    await tell(id, '一般通知');
    expect(await texts()).toEqual([]);
    await tell(id, '明天是應還日', { deadline: true });
    expect(await texts()).toEqual([
      expect.stringMatching(/^【.+】明天是應還日。請登入 \S+ 查看。$/),
    ]);
    await server.ok(notices.setPreferences, { sms: { loan: true } }, { token });
    await tell(id, '一般通知');
    expect(await texts()).toHaveLength(2);
    const none = { sms: { loan: false }, smsDeadlines: false };
    await server.ok(notices.setPreferences, none, { token });
    await tell(id, '後天是應還日', { deadline: true });
    expect(await texts()).toHaveLength(2);
    // Members without a confirmed phone get no text message.
    const plain = await newMember(server);
    await tell(plain.id, '明天是應還日', { deadline: true });
    expect(await server.rows("select from notices.outbox where channel = 'sms'")).toHaveLength(2);
  });

  test.each([
    [{ category: 'loan' }, true, false],
    [{ category: 'loan', deadline: true }, true, true],
    [{ category: 'invest' }, false, true],
    [{ category: 'invest', email: 'always' as const }, true, true],
    [{ category: 'loan', email: false }, false, false],
  ])('%j: mail %s, text message %s', (notice, mail, sms) => {
    const wishes = { mailOff: ['invest'], smsOn: ['invest'], smsDeadlines: true };
    expect([wantsMail(notice, wishes), wantsSms(notice, wishes)]).toEqual([mail, sms]);
  });
});

describe('a mail', () => {
  const sender = { brand: '百溪', company: '百溪公司', siteUrl: 'https://baixi.example' };
  const letter = {
    subject: '<b>主旨</b>',
    paragraphs: ['第一段 <script>', '第二段'],
    link: { text: '立即前往', url: 'https://baixi.example/account/loan' },
  };

  test('has the same words as text and as HTML, none of them as markup', () => {
    expect(plainText(letter, sender)).toContain('第一段 <script>');
    expect(html(letter, sender)).toContain('第一段 &lt;script&gt;');
    expect(html(letter, sender)).not.toContain('<script>');
    expect(plainText(letter, sender)).toContain(letter.link.url);
  });

  test('has a subject that cannot become another header', () => {
    expect(singleLine('主旨\r\nBcc: x@example.com')).toBe('主旨 Bcc: x@example.com');
  });
});
