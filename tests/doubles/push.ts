// A browser that receives push messages, and the push service that it chose.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Arrived = { text: string; headers: Record<string, unknown>; url: string | undefined };

/** Returns a browser: its keys, and the decryption of RFC 8291 from its side. */
export function newBrowser() {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer): string {
      const [salt, theirs, sealed] = [
        body.subarray(0, 16),
        body.subarray(21, 86),
        body.subarray(86),
      ];
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
      const secret = hkdf(auth, own.computeSecret(theirs), about, 32);
      const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      assert.equal(opened.at(-1), 2);
      return opened.subarray(0, -1).toString();
    },
  };
}

/** Starts the push service of a browser, which answers as `be` says and decrypts what arrives. */
export async function startPushService(browser: ReturnType<typeof newBrowser>) {
  let status: number | 'silent' | 'broken' = 201;
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { headers, url } = request;
      arrived.push({ text: browser.read(Buffer.concat(pieces)), headers, url });
      if (status === 'broken') response.destroy();
      else if (status !== 'silent') response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    be(next: typeof status) {
      [status, arrived.length] = [next, 0];
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
