// Protects the notification centre: each member reads his own, and nothing is sent that was undone.
import { describe, expect, test } from 'vitest';
import { notices } from '#contract/notices.ts';
import { messagesTo, newMember } from '../../tests/people.ts';
import { useServer } from '../../tests/server.ts';
import { inWork } from '../work.ts';
import { notify, sendMail } from './actions.ts';
import { drainOutbox } from './jobs.ts';
import { html, plainText, singleLine } from './rules.ts';

const server = useServer();
const tell = (memberId: number, title: string) =>
  inWork(server.services, (work) =>
    notify(work, {
      memberId,
      category: 'loan',
      title,
      body: '您的申貸案有新的進度。',
      link: '/account/loan',
    }),
  );

describe('a notice', () => {
  test('is listed with its unread number, and marked read when it is got', async () => {
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

  test('of another member is not found', async () => {
    const [owner, intruder] = [await newMember(server), await newMember(server)];
    await tell(owner.id, '撥款通知');
    const { data } = await server.ok(notices.listNotices, {}, { token: owner.token });
    const stolen = { id: data[0]?.id ?? '' };
    const how = { token: intruder.token };
    expect(await server.refused(notices.getNotice, stolen, how)).toBe('NOT_FOUND');
    expect((await server.ask(notices.listNotices, {})).status).toBe(401);
  });

  test('goes out by mail too, once', async () => {
    const member = await newMember(server);
    await tell(member.id, '還款提醒');
    while ((await drainOutbox(server.services)) > 0);
    const mails = await messagesTo(server, member.email);
    expect(mails.filter(({ subject }) => subject?.includes('還款提醒'))).toHaveLength(1);
    const waiting = await server.rows('select from notices.outbox where sent_at is null');
    expect(waiting).toEqual([]);
  });

  test('of something that was rolled back is never sent', async () => {
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

describe('a letter', () => {
  const sender = { brand: '百溪', company: '百溪公司', siteUrl: 'https://baixi.example' };
  const letter = {
    subject: '<b>主旨</b>',
    paragraphs: ['第一段 <script>', '第二段'],
    link: { text: '立即前往', url: 'https://baixi.example/account/loan' },
  };

  test('says the same words as text and as HTML, with nothing of them markup', () => {
    expect(plainText(letter, sender)).toContain('第一段 <script>');
    expect(html(letter, sender)).toContain('第一段 &lt;script&gt;');
    expect(html(letter, sender)).not.toContain('<script>');
    expect(plainText(letter, sender)).toContain(letter.link.url);
  });

  test('has a subject that cannot become another header', () => {
    expect(singleLine('主旨\r\nBcc: x@example.com')).toBe('主旨 Bcc: x@example.com');
  });
});
