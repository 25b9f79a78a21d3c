// What every mailer must do.
import assert from 'node:assert/strict';
import { type Server, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type Mailer, createMailer } from '../../server/adapters/mail.ts';
import { type PortSubjects, type Property, endsWithin } from './kit.ts';

const LIMIT_MS = 1_000;
const FROM = '百溪 <no-reply@baixi.example>';
const letter = {
  to: 'lin@example.com',
  subject: '請驗證您的電子郵件',
  text: '請開啟連結',
  html: '<p>請開啟連結</p>',
};

type ReceivedMail = { to: string[]; raw: string };
const wordsIn = (raw: string) =>
  raw.replace(/=\?utf-8\?b\?([^?]+)\?=/gi, (_, word: string) =>
    Buffer.from(word, 'base64').toString(),
  );

const ofMailer = (mailer: Mailer, received: ReceivedMail[]): Property[] => [
  {
    name: 'subject and both bodies arrive with their Chinese',
    async run() {
      await mailer.send(letter);
      const { to, raw } = received.pop()!;
      assert.deepEqual(to, [letter.to]);
      assert.ok(wordsIn(raw).includes(letter.subject));
      for (const body of [letter.text, letter.html]) {
        assert.ok(raw.includes(Buffer.from(body).toString('base64')));
      }
    },
  },
  {
    name: 'no text adds a header or a recipient',
    async run() {
      await mailer.send({ ...letter, subject: 'Hi\r\nBcc: eve@example.com' });
      const { to, raw } = received.pop()!;
      assert.deepEqual(to, [letter.to]);
      assert.doesNotMatch(raw, /^Bcc:/im);
      await mailer.send({ ...letter, to: 'a@example.com, eve@example.com' }).catch(() => {});
      assert.ok(!received.splice(0).some((mail) => mail.to.includes('eve@example.com')));
    },
  },
  {
    name: 'a refused recipient is a failure',
    async run() {
      await assert.rejects(mailer.send({ ...letter, to: 'nobody@refused.example' }));
      assert.deepEqual(received, []);
    },
  },
  {
    name: 'forty mails at once all arrive once',
    async run() {
      const to = Array.from({ length: 40 }, (_, index) => `m${index}@example.com`);
      await Promise.all(to.map((one) => mailer.send({ ...letter, to: one })));
      assert.deepEqual(
        received
          .splice(0)
          .flatMap((mail) => mail.to)
          .toSorted(),
        to.toSorted(),
      );
    },
  },
];

const ofFaults = (silent: Mailer, away: Mailer): Property[] => [
  {
    name: 'a silent server ends in time with a failure',
    async run() {
      const sending = silent.send(letter);
      await endsWithin(LIMIT_MS * 3, sending);
      await assert.rejects(sending);
    },
  },
  { name: 'an unreachable server is a failure', run: () => assert.rejects(away.send(letter)) },
];

async function startSmtp(received: ReceivedMail[]) {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: ({ address }, _session, done) =>
      done(address.endsWith('@refused.example') ? new Error('no such mailbox') : null),
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(pieces).toString() });
        done();
      });
    },
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return server;
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

export async function openMail(): Promise<PortSubjects> {
  const received: ReceivedMail[] = [];
  const smtp = await startSmtp(received);
  const mute: Server = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((done) => void mute.listen(0, '127.0.0.1', done));
  const mailerAt = (port: number) =>
    createMailer({ url: `smtp://127.0.0.1:${port}`, from: FROM, timeoutMs: LIMIT_MS });
  const [working, silent] = [mailerAt(portOf(smtp.server)), mailerAt(portOf(mute))];
  const away = mailerAt(1);
  const properties = [...ofMailer(working, received), ...ofFaults(silent, away)];
  return {
    subjects: [{ port: 'mail', adapter: 'SMTP', properties }],
    async close() {
      for (const mailer of [working, silent, away]) mailer.close();
      mute.close();
      await new Promise<void>((done) => void smtp.close(() => done()));
    },
  };
}
