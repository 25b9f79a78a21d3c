// Sealed columns and fingerprints.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const fresh = () => ({
  dataKey: randomBytes(32),
  hashKey: randomBytes(32),
  personKey: randomBytes(32),
});
const keys = fresh();
const secrets = createSecrets(keys);

test('a person is traced by a key of its own', () => {
  const trace = secrets.personTrace('idNumber', 'A123456789');
  const sameKey = createSecrets({ ...fresh(), personKey: keys.personKey });
  expect(sameKey.personTrace('idNumber', 'A123456789')).toBe(trace);
  expect(sameKey.personTrace('phone', 'A123456789')).not.toBe(trace);
  expect(secrets.fingerprint('idNumber', 'A123456789')).not.toBe(trace);
  const otherKey = createSecrets({ ...keys, personKey: randomBytes(32) });
  expect(otherKey.personTrace('idNumber', 'A123456789')).not.toBe(trace);
});

test('any text comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(secrets.open(secrets.seal(text))).toBe(text);
    }),
  );
});

test('sealing shows neither the text nor that two texts are the same', () => {
  const [a, b] = [secrets.seal('A123456789'), secrets.seal('A123456789')];
  expect(a).not.toBe(b);
  expect(Buffer.from(a.slice(3), 'base64url').includes('A123456789')).toBe(false);
  expect(a).toMatch(/^s1\./);
});

test('one altered bit, another key or an unknown version do not open', () => {
  const sealed = secrets.seal('012-345678901234');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let i = 0; i < bytes.length; i += 1) {
    const altered = Buffer.from(bytes);
    altered[i]! ^= 1;
    expect(() => secrets.open(`s1.${altered.toString('base64url')}`)).toThrow();
  }
  const other = createSecrets(fresh());
  expect(() => other.open(sealed)).toThrow();
  for (const text of ['', 's1.', 's1.AAAA', sealed.replace('s1', 's2'), 'plain']) {
    expect(() => secrets.open(text)).toThrow();
  }
});

test('a fingerprint is the same for the same text, kind and key only', () => {
  const print = secrets.fingerprint('idNumber', 'A123456789');
  expect(createSecrets(keys).fingerprint('idNumber', 'A123456789')).toBe(print);
  expect(secrets.fingerprint('idNumber', 'A123456788')).not.toBe(print);
  expect(secrets.fingerprint('phone', 'A123456789')).not.toBe(print);
  expect(secrets.fingerprint('a', 'b:c')).not.toBe(secrets.fingerprint('a:b', 'c'));
  const other = createSecrets({ ...keys, hashKey: randomBytes(32) });
  expect(other.fingerprint('idNumber', 'A123456789')).not.toBe(print);
});

test('weak keys are refused', () => {
  const key = randomBytes(32);
  expect(() => createSecrets({ ...fresh(), dataKey: key, hashKey: key })).toThrow('differ');
  expect(() => createSecrets({ ...fresh(), hashKey: randomBytes(8) })).toThrow('32 bytes');
});
