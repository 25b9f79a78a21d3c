// Tests that mail is sent only over TLS with a verified certificate, to real servers with real
// certificates.
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { selfMade } from '../../tests/doubles/certificates.ts';
import { createMailer } from './mail.ts';

let received = 0;
const running: { close(): void }[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.close();
  received = 0;
});

const good = selfMade({ type: 7, ip: '127.0.0.1' });
const elsewhere = selfMade({ type: 2, value: 'mail.example' });

async function serve(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    onData(stream, _session, done) {
      stream.on('end', () => {
        received += 1;
        done();
      });
      stream.resume();
    },
    ...options,
  });
  server.on('error', () => {});
  running.push({ close: () => server.close(() => {}) });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.server.address() as AddressInfo).port;
}

function send(url: string, ca?: string): Promise<void> {
  const from = 'no-reply@baixi.example';
  const authority = ca === undefined ? {} : { ca };
  const mailer = createMailer({ url, from, isTlsRequired: true, timeoutMs: 3_000, ...authority });
  running.push(mailer);
  return mailer.send({ to: 'lin@example.com', subject: 's', text: 't', html: 'h' });
}

test('mail goes over TLS to a server whose certificate is known', async () => {
  await send(`smtp://127.0.0.1:${await serve(good)}`, good.cert);
  await send(`smtps://127.0.0.1:${await serve({ ...good, secure: true })}`, good.cert);
  expect(received).toBe(2);
});

test('no mail goes to a server that offers no TLS', async () => {
  const port = await serve({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
  await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toThrow();
  expect(received).toBe(0);
});

test.each(['smtp', 'smtps'])('no mail goes over %s with an unknown certificate', async (scheme) => {
  const port = await serve({ ...good, secure: scheme === 'smtps' });
  await expect(send(`${scheme}://127.0.0.1:${port}`)).rejects.toThrow(/self.signed/i);
  expect(received).toBe(0);
});

test('no mail goes to a server with the certificate of another', async () => {
  const port = await serve(elsewhere);
  await expect(send(`smtp://127.0.0.1:${port}`, elsewhere.cert)).rejects.toThrow(/altnames|IP/i);
  expect(received).toBe(0);
});
