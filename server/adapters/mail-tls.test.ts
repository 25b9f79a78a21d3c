// Tests that mail is sent only over TLS with a verified certificate, to real servers with real
// certificates.
import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import forge from 'node-forge';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createMailer } from './mail.ts';

type Identity = { key: string; cert: string };
let received = 0;
const running: { close(): void }[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.close();
  received = 0;
});

/** Makes a self-signed certificate. */
function selfMade(altName: { type: number; ip?: string; value?: string }): Identity {
  const { privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const privateKey = forge.pki.privateKeyFromPem(key);
  const cert = forge.pki.createCertificate();
  cert.publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e);
  cert.serialNumber = '01';
  const hour = 3_600_000;
  cert.validity.notBefore = new Date(performance.timeOrigin - hour);
  cert.validity.notAfter = new Date(performance.timeOrigin + 24 * hour);
  const name = [{ name: 'commonName', value: 'mail' }];
  cert.setSubject(name);
  cert.setIssuer(name);
  cert.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [altName] },
  ]);
  cert.sign(privateKey, forge.md.sha256.create());
  return { key, cert: forge.pki.certificateToPem(cert) };
}
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
