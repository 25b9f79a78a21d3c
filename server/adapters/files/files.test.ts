// Tests of encrypted files on disk: what is stored, and what is refused on reading.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDiskFiles } from '../../../tests/files/stored-files.ts';
import { createKeyRing } from '../key-ring.ts';
import { rewrapFileKey } from './file-keys.ts';
import type { Files } from './files.ts';

const first = { version: 1, key: randomBytes(32) };
const second = { version: 2, key: randomBytes(32) };
let dir: string;
let files: Files;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'files-'));
  files = newDiskFiles(dir, createKeyRing([first]));
});
afterAll(() => rm(dir, { recursive: true }));

const secret = Buffer.from('身分證字號 A123456789 '.repeat(50));

test('a stored file comes back, and the metadata describes it', async () => {
  const file = await files.put(secret, 'image/jpeg');
  expect(await files.get(file)).toEqual(secret);
  expect(file).toMatchObject({ bytes: secret.length, contentType: 'image/jpeg' });
  expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(await files.get(await files.put(Buffer.alloc(0), 'image/jpeg'))).toHaveLength(0);
});

test('the disk has no plain text and no partial file, and only its owner reads it', async () => {
  const file = await files.put(secret, 'image/jpeg');
  const place = path.join(dir, file.key);
  expect((await readFile(place)).includes('A123456789')).toBe(false);
  expect((await stat(place)).mode & 0o777).toBe(0o600);
  const all = await readdir(dir, { recursive: true });
  expect(all.filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('the same bytes stored twice are two different files', async () => {
  const [a, b] = [await files.put(secret, 'image/png'), await files.put(secret, 'image/png')];
  expect(a.key).not.toBe(b.key);
  expect(await readFile(path.join(dir, a.key))).not.toEqual(await readFile(path.join(dir, b.key)));
});

test('an altered byte is detected', async () => {
  const file = await files.put(secret, 'image/jpeg');
  const place = path.join(dir, file.key);
  const bytes = await readFile(place);
  bytes[100]! ^= 1;
  await writeFile(place, bytes);
  await expect(files.get(file)).rejects.toMatchObject({ name: 'FileDamaged' });
});

test('files cannot be swapped, relabelled, or decrypted with another master key', async () => {
  const [a, b] = [await files.put(secret, 'image/jpeg'), await files.put(secret, 'image/jpeg')];
  await writeFile(path.join(dir, a.key), await readFile(path.join(dir, b.key)));
  const damaged = { name: 'FileDamaged' };
  await expect(files.get(a)).rejects.toMatchObject(damaged);
  await expect(files.get({ ...b, contentType: 'text/html' })).rejects.toMatchObject(damaged);
  await expect(files.get({ ...b, key: a.key })).rejects.toMatchObject(damaged);
  await expect(files.get({ ...b, tag: b.tag.slice(0, 6) })).rejects.toMatchObject(damaged);
  const other = newDiskFiles(dir);
  await expect(other.get(b)).rejects.toMatchObject(damaged);
  expect(await files.get(b)).toEqual(secret);
});

test('a removed file is gone; removing it again is no error', async () => {
  const file = await files.put(secret, 'image/jpeg');
  await files.remove(file.key);
  await files.remove(file.key);
  await expect(files.get(file)).rejects.toMatchObject({ name: 'FileDamaged' });
});

test.each(['../x', '/etc/passwd', 'ab/cd/../../x', '', 'ab/cd/xyz'])(
  'the key %j never becomes a path',
  async (key) => {
    await expect(files.remove(key)).rejects.toMatchObject({ name: 'FileDamaged' });
  },
);

test('the key of a file is encrypted again with the current data key', async () => {
  const file = await files.put(secret, 'image/jpeg');
  const both = createKeyRing([second, first]);
  const wrappedKey = rewrapFileKey(both, file);
  expect([file.wrappedKey.slice(0, 3), wrappedKey.slice(0, 5)]).toEqual(['k1.', 'k2.2.']);
  expect(await newDiskFiles(dir, both).get(file)).toEqual(secret);
  const later = newDiskFiles(dir, createKeyRing([second]));
  expect(await later.get({ ...file, wrappedKey })).toEqual(secret);
  // A missing key is not damage: the file is intact, and a process that has the key can read it.
  const missing = (version: number) => ({ name: 'KeyMissing', version });
  await expect(later.get(file)).rejects.toMatchObject(missing(1));
  await expect(files.get({ ...file, wrappedKey })).rejects.toMatchObject(missing(2));
  await expect(later.verify(file)).rejects.toMatchObject(missing(1));
});
