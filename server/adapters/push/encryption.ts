// Encrypts a push message for one browser (RFC 8291) and signs who sends it (VAPID, RFC 8292). The
// packages of npm that work on Node 20 either need APIs that newer versions of Node removed or
// still use the draft before the RFC, so this follows the RFC with node:crypto.
import {
  type KeyObject,
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  sign,
} from 'node:crypto';

/** Size of the only record: no push service must take more than 4,096 bytes. */
const RECORD = 4_096;
/** The header has 86 bytes; the record ends with a delimiter and the tag of AES-GCM. */
export const TEXT_MAX_BYTES = RECORD - 86 - 17;

type Keys = { p256dh: string; auth: string };
/** Random values of one message; fixed only by the test vector of the RFC. */
type Chance = { privateKey?: Buffer; salt: Buffer };

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Returns the body with content encoding aes128gcm. Throws if the keys are no keys. */
export function encrypted(text: Buffer, keys: Keys, { privateKey, salt }: Chance): Buffer {
  if (text.length > TEXT_MAX_BYTES) throw new Error('the text is too long for a push message');
  const own = createECDH('prime256v1');
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const [publicKey, theirs] = [own.getPublicKey(), Buffer.from(keys.p256dh, 'base64url')];
  const auth = Buffer.from(keys.auth, 'base64url');
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, publicKey]);
  const secret = hkdf(auth, own.computeSecret(theirs), about, 32);
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([publicKey.length]),
    publicKey,
    cipher.update(text),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** The key by which push services recognise this site, with its public half in base64url. */
export type VapidKey = { privateKey: KeyObject; publicKey: string };

/** Returns the key of 32 bytes; throws if they are no key of the curve P-256. */
export function vapidKeyOf(bytes: Buffer): VapidKey {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(bytes);
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', d: bytes.toString('base64url'), x: x!, y: y! };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { privateKey, publicKey: point.toString('base64url') };
}

type Claims = { audience: string; subject: string; expiresAt: Date };

/** Returns the Authorization header for one push service. */
export function vapidHeader(key: VapidKey, { audience, subject, expiresAt }: Claims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: audience, exp: Math.floor(expiresAt.getTime() / 1_000), sub: subject };
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const by = { key: key.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = sign('sha256', Buffer.from(text), by).toString('base64url');
  return `vapid t=${text}.${signature}, k=${key.publicKey}`;
}
