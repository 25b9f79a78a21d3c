// Tests of the outbox: content is encrypted, deleted once sent, and the rest deleted after a month.
import { deliveryList } from '#contract/messages/lists.ts';
import { expect, test } from 'vitest';
import { deliveriesOffice } from '#contract/messages/deliveries.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { identityPassword } from '#contract/identity/password.ts';
import {
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  newOperator,
  newPhone,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import type { Mail } from '../adapters/mail.ts';
import { type Sms, SmsFailed } from '../adapters/sms/sms.ts';
import { inWork } from '../work.ts';
import { runDay } from '../worker.ts';
import { sendMail, sendSms, tryAgain } from './telling.ts';
import { drainOutbox } from './jobs.ts';
import { failureWithoutRecipient, recipientHashOf } from './outbox.ts';

const server = useServer();
const rowsTo = (to: string) =>
  server.rows<{ id: number; whole: string; letter: string | null; failure: string | null }>(
    `select id, o::text as whole, letter, failure from notices.outbox o
     where recipient_hash = $1 order by id`,
    [recipientHashOf(server.services.secrets, to)],
  );

/**
 * Sends with providers that accept everything unless `fail` is given, and returns what they
 * accepted.
 */
async function sendAll(fail?: (to: string) => Error): Promise<string[]> {
  const taken: string[] = [];
  const send = async (message: Pick<Mail, 'to' | 'text'> & { html?: string }) => {
    if (fail) throw fail(message.to);
    taken.push(`${message.to}\n${message.text}\n${message.html ?? ''}`);
  };
  const live = { mailer: { send, close: () => {} }, sms: { send } };
  while ((await drainOutbox({ ...server.services, ...live })) > 0);
  return taken;
}

test('a reset link and its number are sealed until they are sent, then deleted', async () => {
  const { email } = await newMember(server);
  await server.ok(identityPassword.resetPasswordEmail, { email }, { headers: fromElsewhere() });
  const [mail] = await messagesTo(server, email);
  const token = /token=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '-';
  const number = /內有效：(\d{8})$/m.exec(mail?.body ?? '')?.[1] ?? '-';
  const secret = [email, email.split('@')[0]!, token, number, '重設'];
  const [before] = await rowsTo(email);
  for (const one of secret) expect(before!.whole).not.toContain(one);
  const taken = (await sendAll()).filter((one) => one.startsWith(email));
  expect(taken).toHaveLength(1);
  for (const one of [token, number]) expect(taken[0]).toContain(one);
  const [after] = await rowsTo(email);
  expect(after!.letter).toBeNull();
  for (const one of secret) expect(after!.whole).not.toContain(one);
  // After sending, the time is still stored, and the recipient can be revealed with a reason.
  const reviewer = await newOperator(server, ['reviewer']);
  const { data } = await server.ok(deliveryList, {}, reviewer);
  const row = data.find(({ id }) => id === String(after!.id));
  expect(row).toMatchObject({ state: 'sent', about: '重設密碼', sentAt: expect.any(String) });
  const asked = { id: row!.id, reason: '會員來電查詢' };
  const revealed = await server.ok(deliveriesOffice.revealDelivery, asked, reviewer);
  expect(revealed.data.recipient).toBe(email);
});

test('a code by text message and its number are sealed; its error names nobody', async () => {
  const phone = newPhone();
  const email = newEmail();
  await inWork(server.services, async (work) => {
    await sendSms(work, { to: phone, text: '您的驗證碼是 482913' });
    await sendMail(work, { to: email, subject: '主旨甲', paragraphs: ['內文乙'] });
  });
  await sendAll((to) => new Error(`550 5.1.1 <${to}>: user ${to} unknown, see help@mx.example`));
  for (const to of [phone, email]) {
    const [row] = await rowsTo(to);
    expect(row!.failure).toBe('550 5.1.1 <…>: user … unknown, see …');
    for (const one of [phone, email, '482913', '主旨甲', '內文乙']) {
      expect(row!.whole).not.toContain(one);
    }
  }
});

test('a text message that may have been sent is sent again only by an operator', async () => {
  const phone = newPhone();
  await inWork(server.services, (work) => sendSms(work, { to: phone, text: '只給一次' }));
  let tries = 0;
  const live = (failure: Error | null) => ({
    ...server.services,
    sms: {
      async send({ to }: Sms) {
        if (to !== phone) return;
        tries += 1;
        if (failure) throw failure;
      },
    },
  });
  const drainAll = async (failure: Error | null) => {
    while ((await drainOutbox(live(failure))) > 0);
  };
  await drainAll(new SmsFailed('no answer', false));
  const [row] = await rowsTo(phone);
  expect(row!.failure).toBe('no answer');
  await server.rows(`update notices.outbox set created_at = created_at - interval '29 days',
    next_try_at = next_try_at - interval '29 days', not_before = not_before - interval '29 days'
    where id = ${row!.id}`);
  await drainAll(null);
  expect(tries).toBe(1);
  expect(await inWork(server.services, (work) => tryAgain(work, row!.id))).toBe(true);
  await drainAll(null);
  expect(tries).toBe(2);
  const [after] = await rowsTo(phone);
  expect(after).toMatchObject({ letter: null, failure: null });
});

test('all tries of a text message have the same id', async () => {
  const phone = newPhone();
  await inWork(server.services, (work) => sendSms(work, { to: phone, text: '同一封' }));
  const ids: string[] = [];
  const send = async ({ id, to }: Sms) => {
    if (to !== phone) return;
    ids.push(id);
    if (ids.length === 1) throw new SmsFailed('busy', true);
  };
  const live = { ...server.services, sms: { send } };
  while ((await drainOutbox(live)) > 0);
  const [row] = await rowsTo(phone);
  await inWork(server.services, (work) => tryAgain(work, row!.id));
  while ((await drainOutbox(live)) > 0);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(ids[1]).toBe(ids[0]);
});

test('a process that dies while it sends repeats only its last mail, by its id', async () => {
  const people = Array.from({ length: 6 }, () => newEmail('many'));
  for (const to of people) {
    await inWork(server.services, (work) =>
      sendMail(work, { to, subject: '撥款', paragraphs: ['已撥款'] }),
    );
  }
  const received: { to: string; id: string }[] = [];
  const send = async ({ to, id = '' }: Mail) => {
    if (!people.includes(to)) return;
    received.push({ to, id });
    // The mail server has accepted the fourth mail when the session of the database ends.
    if (received.length !== 4) return;
    await server.rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
  };
  const live = { ...server.services, mailer: { send, close: () => {} } };
  await expect(drainOutbox(live)).rejects.toThrow();
  while ((await drainOutbox(live)) > 0);
  expect(new Set(received.map(({ to }) => to))).toEqual(new Set(people));
  expect(received).toHaveLength(people.length + 1);
  expect(new Set(received.map(({ id }) => id)).size).toBe(people.length);
});

test('mails of an hour without a mail server arrive once, within an hour after it', async () => {
  const began = server.services.clock.realNow().getTime();
  const received: string[] = [];
  const people: string[] = [];
  for (let minute = 0; minute <= 120; minute += 1) {
    const clock = { ...server.services.clock, realNow: () => new Date(began + minute * 60_000) };
    const send = async ({ to }: Mail) => {
      if (!people.includes(to)) return;
      if (minute < 60) throw new Error('connect ECONNREFUSED');
      received.push(to);
    };
    if (minute < 60 && minute % 5 === 0) {
      const to = newEmail('hour');
      people.push(to);
      const letter = { to, subject: '還款', paragraphs: ['已入帳'] };
      await inWork(server.services, (work) => sendMail(work, letter));
    }
    const live = { ...server.services, clock, mailer: { send, close: () => {} } };
    while ((await drainOutbox(live)) > 0);
  }
  expect(received.toSorted()).toEqual(people.toSorted());
});

test.each([
  ['0912345678 is blocked', '… is blocked'],
  ['number +886-912-345-678 is blocked', 'number … is blocked'],
  ['RCPT TO:<A@B.example>', 'RCPT TO:<…>'],
  ['the SMS provider answered 503', 'the SMS provider answered 503'],
])('the failure %s is stored as %s', (failure, written) => {
  expect(failureWithoutRecipient(failure, 'nobody@c.example')).toBe(written);
});

test('a mail moved to another row is not sent', async () => {
  const [mine, other] = [newEmail(), newEmail()];
  for (const to of [mine, other]) {
    await inWork(server.services, (work) =>
      sendMail(work, { to, subject: '給您的', paragraphs: [`只給 ${to}`] }),
    );
  }
  const hashOf = (to: string) => recipientHashOf(server.services.secrets, to);
  await server.rows(
    `update notices.outbox set letter = (select letter from notices.outbox
       where recipient_hash = $2) where recipient_hash = $1`,
    [hashOf(mine), hashOf(other)],
  );
  const taken = await sendAll();
  expect(taken.some((one) => one.startsWith(other))).toBe(true);
  expect(taken.filter((one) => one.startsWith(mine))).toEqual([]);
  const [row] = await rowsTo(mine);
  expect(row!.failure).not.toBeNull();
});

test('in the demonstration the outbox is the mailbox: texts stay, by recipient too', async () => {
  const email = newEmail();
  await inWork(server.services, (work) =>
    sendMail(work, { to: email, subject: '展示', paragraphs: ['看得見的內文'] }),
  );
  while ((await drainOutbox(server.services)) > 0);
  const { data } = await server.ok(demonstration.outbox, { to: email });
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ to: email, text: expect.stringContaining('看得見的內文') });
  expect((await server.ok(demonstration.outbox, { to: newEmail() })).data).toEqual([]);
});

test('after thirty days nothing is left, also of what could not be sent', async () => {
  const [sent, failing] = [newEmail(), newEmail()];
  const write = (to: string) =>
    inWork(server.services, (work) => sendMail(work, { to, subject: '舊信', paragraphs: ['…'] }));
  await write(sent);
  await sendAll();
  await write(failing);
  await sendAll(() => new Error('down'));
  const left = async () => [(await rowsTo(sent)).length, (await rowsTo(failing)).length];
  await server.advance(29);
  await runDay(server.services);
  expect(await left()).toEqual([1, 1]);
  await server.advance(2);
  await runDay(server.services);
  expect(await left()).toEqual([0, 0]);
});
