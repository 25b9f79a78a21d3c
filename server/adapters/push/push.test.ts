// Tests of push messages: the vector of the RFC, the signature, and the addresses that are refused.
import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { isInnerAddress } from '../outer-addresses.ts';
import { pushAddressOf, pushServices } from './addresses.ts';
import { TEXT_MAX_BYTES, encrypted, vapidHeader, vapidKeyOf } from './encryption.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
/** RFC 8291, appendix A. */
const vector = {
  text: 'When I grow up, I want to be a watermelon',
  privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm' +
    'S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_' +
    'Qulcy4a-fN',
};

test('the vector of RFC 8291 is encrypted as there', () => {
  const { text, keys, privateKey, salt, body } = vector;
  expect(encrypted(Buffer.from(text), keys, { privateKey, salt }).toString('base64url')).toBe(body);
});

test('the largest text fills one record, a larger one is refused', () => {
  const { keys, salt } = vector;
  expect(encrypted(Buffer.alloc(TEXT_MAX_BYTES), keys, { salt })).toHaveLength(4_096);
  expect(() => encrypted(Buffer.alloc(TEXT_MAX_BYTES + 1), keys, { salt })).toThrow('too long');
});

test('the header of VAPID is signed with the key that it names', () => {
  const key = vapidKeyOf(vector.privateKey);
  const subject = 'mailto:service@baixi.example';
  const expiresAt = new Date('2026-11-23T12:00:00Z');
  const header = vapidHeader(key, { audience: 'https://push.example', subject, expiresAt });
  const [, head = '', claims = '', signature = '', k = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example',
    exp: expiresAt.getTime() / 1_000,
    sub: subject,
  });
  const [x, y] = [bytes(k).subarray(1, 33), bytes(k).subarray(33)];
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), by, bytes(signature))).toBe(true);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/a', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', true],
  ['https://web.push.apple.com/a', true],
  ['https://sg2p.notify.windows.com/w/?token=a', true],
  ['http://fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com:8443/a', false],
  ['https://user@fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com.evil.example/a', false],
  ['https://evilfcm.googleapis.com/a', false],
  ['https://127.0.0.1/a', false],
  ['http://127.0.0.1:5432/a', false],
  ['https://[::1]/a', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/a', false],
  ['file:///etc/passwd', false],
  ['no address', false],
])('%s is an address of a push service: %s', (endpoint, isOne) => {
  expect(pushAddressOf(endpoint, pushServices) !== null).toBe(isOne);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.0.1',
  '172.31.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  'nonsense',
])('%s is an inner address', (address) => {
  expect(isInnerAddress(address)).toBe(true);
});

test.each(['142.250.66.74', '17.57.146.20', '2404:6800:4012::1'])('%s is not', (address) => {
  expect(isInnerAddress(address)).toBe(false);
});
