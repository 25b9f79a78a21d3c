// Test of encrypted columns and keyed hashes.
import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';
import { bareHash, createSecrets, type EncryptedColumn, encryptedColumns } from './secrets.ts';

const firstKey = randomBytes(32);
const ringOf = (key = randomBytes(32)) => createKeyRing([{ version: 1, key }]);
const fresh = () => ({
  ring: ringOf(),
  hashRing: ringOf(),
  personKey: randomBytes(32),
});
const keys = { ...fresh(), ring: ringOf(firstKey) };
const secrets = createSecrets(keys);

test('a person’s trace uses a separate key', () => {
  const trace = secrets.personTrace('idNumber', 'A123456789');
  const sameKey = createSecrets({ ...fresh(), personKey: keys.personKey });
  expect(sameKey.personTrace('idNumber', 'A123456789')).toBe(trace);
  expect(sameKey.personTrace('phone', 'A123456789')).not.toBe(trace);
  expect(secrets.fingerprint('idNumber', 'A123456789')).not.toBe(trace);
  const otherKey = createSecrets({ ...keys, personKey: randomBytes(32) });
  expect(otherKey.personTrace('idNumber', 'A123456789')).not.toBe(trace);
});

const ACCOUNT = 'verification.bank_account.account';

test('any text is decrypted to what it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(secrets.decrypt(ACCOUNT, 7, secrets.encrypt(ACCOUNT, 7, text))).toBe(text);
    }),
  );
});

test('encryption hides the text and that two texts are equal', () => {
  const [a, b] = [1, 2].map(() => secrets.encrypt(ACCOUNT, 7, 'A123456789')) as [string, string];
  expect(a).not.toBe(b);
  expect(Buffer.from(a.slice(3), 'base64url').includes('A123456789')).toBe(false);
  expect(a).toMatch(/^s2\./);
});

test('one altered bit, another key or an unknown version cannot be decrypted', () => {
  const sealed = secrets.encrypt(ACCOUNT, 7, '012-345678901234');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let i = 0; i < bytes.length; i += 1) {
    const altered = Buffer.from(bytes);
    altered[i]! ^= 1;
    expect(() => secrets.decrypt(ACCOUNT, 7, `s2.${altered.toString('base64url')}`)).toThrow();
  }
  const other = createSecrets(fresh());
  expect(() => other.decrypt(ACCOUNT, 7, sealed)).toThrow();
  // Malformed text is not decrypted; neither is a text whose version prefix was replaced by that of
  // the older format, which is not bound to a column or row.
  for (const text of ['', 's2.', 's2.AAAA', sealed.replace('s2', 's1'), 's3.AAAA', 'plain']) {
    expect(() => secrets.decrypt(ACCOUNT, 7, text)).toThrow();
  }
});

test('text moved to another row or column cannot be decrypted there', () => {
  const columns = Object.keys(encryptedColumns) as EncryptedColumn[];
  const [mine, other] = ['7', 'pay-7'];
  for (const column of columns) {
    const sealed = secrets.encrypt(column, mine, '28880012345678');
    expect(secrets.decrypt(column, mine, sealed)).toBe('28880012345678');
    for (const owner of [other, '70', '', 8]) {
      expect(() => secrets.decrypt(column, owner, sealed)).toThrow();
    }
    for (const elsewhere of columns.filter((one) => one !== column)) {
      expect(() => secrets.decrypt(elsewhere, mine, sealed)).toThrow();
    }
  }
});

test('text encrypted before 0.7.0 can still be read', () => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', firstKey, iv).setAAD(Buffer.from('s1'));
  const sealed = Buffer.concat([cipher.update('0912345678', 'utf8'), cipher.final()]);
  const whole = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  const old = `s1.${whole.toString('base64url')}`;
  expect(secrets.decrypt('verification.profile.phone', 7, old)).toBe('0912345678');
});

test('a fingerprint is the same for the same text, kind and key only', () => {
  const print = secrets.fingerprint('idNumber', 'A123456789');
  expect(createSecrets(keys).fingerprint('idNumber', 'A123456789')).toBe(print);
  expect(secrets.fingerprint('idNumber', 'A123456788')).not.toBe(print);
  expect(secrets.fingerprint('phone', 'A123456789')).not.toBe(print);
  expect(secrets.fingerprint('a', 'b:c')).not.toBe(secrets.fingerprint('a:b', 'c'));
  const other = createSecrets({ ...keys, hashRing: ringOf() });
  expect(other.fingerprint('idNumber', 'A123456789')).not.toBe(print);
});

test('a fingerprint names the version of its key, and those of all versions can be had', () => {
  const [one, two] = [1, 2].map((version) => ({ version, key: randomBytes(32) }));
  const under = (...of: Parameters<typeof createKeyRing>) =>
    createSecrets({ ...keys, hashRing: createKeyRing(...of) });
  const [before, both, waiting] = [under([one!]), under([two!, one!]), under([two!, one!], 1)];
  const old = before.fingerprint('phone', '0912345678');
  const young = both.fingerprint('phone', '0912345678');
  expect(old).toMatch(/^[\w-]{43}$/);
  expect(young).toMatch(/^h2\.[\w-]{43}$/);
  expect(waiting.fingerprint('phone', '0912345678')).toBe(old);
  expect(both.fingerprints('phone', '0912345678')).toEqual([old, young]);
  expect([bareHash(old), bareHash(young)]).toEqual([old, young.slice(3)]);
});

test('weak keys are refused', () => {
  const key = randomBytes(32);
  expect(() => createSecrets({ ...fresh(), ring: ringOf(key), hashRing: ringOf(key) })).toThrow(
    'differ',
  );
  expect(() => createSecrets({ ...fresh(), personKey: randomBytes(8) })).toThrow('32 bytes');
});

test('each text names the version of its key, and old versions are read', () => {
  const [one, two] = [1, 2].map((version) => ({ version, key: randomBytes(32) }));
  const under = (ring: ReturnType<typeof createKeyRing>) => createSecrets({ ...keys, ring });
  const before = under(createKeyRing([one!]));
  const both = under(createKeyRing([two!, one!]));
  const waiting = under(createKeyRing([two!, one!], 1));
  const after = under(createKeyRing([two!]));
  const old = before.encrypt(ACCOUNT, 7, 'a');
  const young = both.encrypt(ACCOUNT, 7, 'b');
  expect([old.slice(0, 3), young.slice(0, 5)]).toEqual(['s2.', 's3.2.']);
  expect(waiting.encrypt(ACCOUNT, 7, 'c')).toMatch(/^s2\./);
  for (const reader of [both, waiting]) expect(reader.decrypt(ACCOUNT, 7, old)).toBe('a');
  for (const reader of [both, waiting, after]) expect(reader.decrypt(ACCOUNT, 7, young)).toBe('b');
  const missing = (version: number) => expect.objectContaining({ name: 'KeyMissing', version });
  expect(() => before.decrypt(ACCOUNT, 7, young)).toThrow(missing(2));
  expect(() => after.decrypt(ACCOUNT, 7, old)).toThrow(missing(1));
  // A text whose version number was replaced is not decrypted, even if the named version has the
  // same key bytes.
  const same = createKeyRing([{ version: 3, key: two!.key }]);
  const relabelled = young.replace('s3.2', 's3.3');
  expect(() => under(same).decrypt(ACCOUNT, 7, relabelled)).toThrow('authenticate');
});

test('a ring needs a key to encrypt with, and each version once', () => {
  const key = { version: 1, key: randomBytes(32) };
  expect(() => createKeyRing([])).toThrow('no data key');
  expect(() => createKeyRing([key], 2)).toThrow('no data key');
  expect(() => createKeyRing([key, key])).toThrow('twice');
  expect(() => createKeyRing([{ version: 1, key: randomBytes(16) }])).toThrow('32 bytes');
});
