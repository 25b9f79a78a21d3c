// Test of sending mail to a real SMTP server on this machine.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMailer, type Mailer } from './mail.ts';

type Received = { from: string; to: string[]; user: string | undefined; raw: string };
const received: Received[] = [];
let server: SMTPServer;
let refuse = false;
let url: string;
const mailers: Mailer[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth(auth, _session, done) {
      if (auth.password === 'secret') done(null, { user: auth.username ?? '' });
      else done(new Error('no'));
    },
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such mailbox') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  url = `smtp://mailer:secret@127.0.0.1:${port}`;
});
afterEach(() => {
  received.length = 0;
  refuse = false;
});
afterAll(async () => {
  for (const each of mailers) each.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

function mailer(to = url): Mailer {
  const made = createMailer({
    url: to,
    from: '百溪 <no-reply@baixi.example>',
    timeoutMs: 2000,
  });
  mailers.push(made);
  return made;
}
const letter = {
  to: 'lin@example.com',
  subject: '請驗證您的電子郵件',
  text: '請開啟連結',
  html: '<p>請開啟連結</p>',
};
/** Returns encoded words and bodies decoded as a mail reader would. */
function decoded(raw: string): string {
  const word = /=\?utf-8\?b\?([^?]+)\?=/gi;
  const base64 = (text: string): string => Buffer.from(text, 'base64').toString();
  return raw.replace(word, (_, text: string) => base64(text));
}

test('a mail arrives, authenticated, with both bodies and intact Chinese', async () => {
  await mailer().send(letter);
  expect(received).toHaveLength(1);
  const { from, to, user, raw } = received[0]!;
  expect({ from, to, user }).toEqual({
    from: 'no-reply@baixi.example',
    to: ['lin@example.com'],
    user: 'mailer',
  });
  expect(decoded(raw)).toContain('請驗證您的電子郵件');
  expect(raw).toContain('multipart/alternative');
  expect(raw).toContain(Buffer.from('<p>請開啟連結</p>').toString('base64').slice(0, 20));
});

test('each try of a mail has the same Message-ID', async () => {
  await mailer().send({ ...letter, id: 'a1b2' });
  expect(received[0]!.raw).toMatch(/^Message-ID: <a1b2@baixi\.example>\r$/m);
});

test('an attachment is sent', async () => {
  const content = Buffer.from('%PDF-1.7 contract');
  await mailer().send({
    ...letter,
    attachments: [{ filename: '契約.pdf', content, contentType: 'application/pdf' }],
  });
  expect(received[0]!.raw).toContain(content.toString('base64'));
  expect(received[0]!.raw).toContain('Content-Type: application/pdf');
});

test('line breaks in subject or address add no header and no recipient', async () => {
  await mailer().send({ ...letter, subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nspoof' });
  expect(received[0]!.to).toEqual(['lin@example.com']);
  expect(received[0]!.raw).not.toMatch(/^Bcc:/m);
  const crooked = 'a@example.com, eve@example.com\r\nBcc: eve@example.com';
  await mailer()
    .send({ ...letter, to: crooked })
    .catch(() => {});
  expect(received.slice(1).flatMap(({ to }) => to)).not.toContain('eve@example.com');
});

test('a refused recipient, a wrong password and a dead server are failures', async () => {
  refuse = true;
  await expect(mailer().send(letter)).rejects.toThrow('no such mailbox');
  refuse = false;
  await expect(mailer(url.replace('secret', 'wrong')).send(letter)).rejects.toThrow();
  await expect(mailer('smtp://127.0.0.1:9').send(letter)).rejects.toThrow();
  expect(received).toEqual([]);
});

test('in demonstration sending means leaving the mail in the outbox', async () => {
  await createMailer({ url: null, from: '' }).send(letter);
  expect(received).toEqual([]);
});
