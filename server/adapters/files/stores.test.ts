// Tests of what every file store must do, on each adapter, and of failures that only S3 has.
import { ringOf } from '../../../tests/files/stored-files.ts';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type S3Double, startS3 } from '../../../tests/doubles/s3.ts';
import { createDiskStore } from './disk-store.ts';
import { type FileDamaged, createFiles } from './files.ts';
import { type S3Limits, addressOf } from './s3/requests.ts';
import { createS3Store, pageOf } from './s3/s3-store.ts';
import type { FileStore, StoredObject } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'stores-'));
/** Short waits, because these tests let the store be silent. */
const SHORT: Partial<S3Limits> = { silentMs: 500, callMs: 2_500, pauseMs: 20, restMs: 0 };
let s3: S3Double;
beforeAll(async () => {
  s3 = await startS3({ pageMax: 3 });
});
afterEach(() => s3.fail('none'));
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

const newKey = () => {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
};
async function local(bytes: Buffer): Promise<string> {
  const at = join(folder, 'local', randomBytes(8).toString('hex'));
  await mkdir(join(folder, 'local'), { recursive: true });
  await writeFile(at, bytes);
  return at;
}
async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
async function everything(store: FileStore): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const object of store.list()) all.push(object);
  return all;
}

const adapters: [
  name: string,
  open: () => FileStore,
  damage: (key: string, to: Buffer) => unknown,
][] = [
  [
    'disk',
    () => createDiskStore(join(folder, 'store')),
    (key, to) => writeFile(join(folder, 'store', key), to),
  ],
  [
    'S3',
    () => createS3Store(s3.settings, SHORT),
    (key, to) => void Object.assign(s3.objects.get(key)!, { bytes: to }),
  ],
];

describe.each(adapters)('a store on %s', (_, open, damage) => {
  let store: FileStore;
  beforeAll(() => {
    store = open();
  });
  afterAll(() => store.close());

  test('gives back what was stored, takes the local file, and can be used', async () => {
    const [key, bytes] = [newKey(), randomBytes(5_000)];
    const at = await local(bytes);
    await store.check();
    await store.take(key, at);
    expect(await whole(store.read(key))).toEqual(bytes);
    await expect(readFile(at)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('takes an empty file and one of 32 MB', async () => {
    for (const bytes of [Buffer.alloc(0), randomBytes(32 * 1024 * 1024)]) {
      const key = newKey();
      await store.take(key, await local(bytes));
      const hash = createHash('sha256');
      for await (const piece of store.read(key)) hash.update(piece);
      expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
      await store.remove(key);
    }
  });

  test('says that an object is missing', async () => {
    const missing = { name: 'ObjectMissing' };
    await expect(whole(store.read(newKey()))).rejects.toMatchObject(missing);
    for (const key of ['', '../../etc/passwd', 'ab/cd/../../x', 'ab/cd/xyz']) {
      await expect(whole(store.read(key))).rejects.toMatchObject(missing);
      await expect(store.remove(key)).rejects.toMatchObject(missing);
      await expect(store.take(key, await local(Buffer.from('x')))).rejects.toMatchObject(missing);
    }
  });

  test('refuses to overwrite; the same bytes once more do no harm', async () => {
    const [key, bytes] = [newKey(), randomBytes(100)];
    await store.take(key, await local(bytes));
    const other = await local(randomBytes(100));
    await expect(store.take(key, other)).rejects.toMatchObject({ name: 'ObjectExists' });
    expect(await whole(store.read(key))).toEqual(bytes);
    expect(await readFile(other)).toHaveLength(100);
    await store.take(key, await local(bytes));
    expect(await whole(store.read(key))).toEqual(bytes);
  });

  test('removes an object; removing it again is no error', async () => {
    const key = newKey();
    await store.take(key, await local(randomBytes(10)));
    await store.remove(key);
    await store.remove(key);
    await expect(whole(store.read(key))).rejects.toMatchObject({ name: 'ObjectMissing' });
  });

  test('lists every object once with its size and its time, and nothing else', async () => {
    for (const { key } of await everything(store)) await store.remove(key);
    const began = Date.now();
    const keys = Array.from({ length: 8 }, newKey);
    for (const [size, key] of keys.entries()) await store.take(key, await local(randomBytes(size)));
    const found = await everything(store);
    expect(Object.fromEntries(found.map(({ key, bytes }) => [key, bytes]))).toEqual(
      Object.fromEntries(keys.map((key, size) => [key, size])),
    );
    expect(found).toHaveLength(8);
    for (const { writtenAt } of found) {
      expect(Math.abs(writtenAt.getTime() - began)).toBeLessThan(60_000);
    }
  });

  test('takes many files at the same time', async () => {
    const files = Array.from({ length: 40 }, () => ({ key: newKey(), bytes: randomBytes(2_000) }));
    await Promise.all(files.map(async ({ key, bytes }) => store.take(key, await local(bytes))));
    for (const { key, bytes } of files) expect(await whole(store.read(key))).toEqual(bytes);
  });

  test('two writers of one key leave the whole file of one of them', async () => {
    const [key, a, b] = [newKey(), randomBytes(100_000), randomBytes(100_000)];
    await Promise.allSettled([store.take(key, await local(a)), store.take(key, await local(b))]);
    const kept = await whole(store.read(key));
    expect(kept.equals(a) || kept.equals(b)).toBe(true);
  });

  test('has nothing to read after a write that failed', async () => {
    const key = newKey();
    await expect(store.take(key, join(folder, 'no such file'))).rejects.toThrow();
    await expect(whole(store.read(key))).rejects.toMatchObject({ name: 'ObjectMissing' });
    expect((await everything(store)).map((object) => object.key)).not.toContain(key);
  });

  test('holds only ciphertext, and files on it tell what is wrong with them', async () => {
    const told: FileDamaged[] = [];
    const files = createFiles({
      store,
      incoming: join(folder, 'incoming'),
      ring: ringOf(),
      onFault: (damaged) => told.push(damaged),
    });
    const secret = Buffer.from('身分證字號 A123456789 '.repeat(500));
    const stored = async () => {
      const file = await files.put(secret, 'image/jpeg');
      return { file, bytes: await whole(store.read(file.key)) };
    };
    const [lost, cut, changed] = [await stored(), await stored(), await stored()];
    const [a, b] = [await stored(), await stored()];
    expect(a.bytes.includes('A123456789')).toBe(false);
    await store.remove(lost.file.key);
    await damage(cut.file.key, cut.bytes.subarray(0, -1));
    changed.bytes[100]! ^= 1;
    await damage(changed.file.key, changed.bytes);
    // Puts the ciphertext of one file in place of another file, with and without its key.
    await damage(b.file.key, a.bytes);
    const relabelled = { ...a.file, key: b.file.key };
    const faults: [typeof a.file, string][] = [
      [lost.file, 'missing'],
      [cut.file, 'truncated'],
      [changed.file, 'altered'],
      [b.file, 'altered'],
      [relabelled, 'locked'],
      [{ ...a.file, contentType: 'text/html' }, 'altered'],
    ];
    for (const [file, fault] of faults) {
      await expect(files.get(file)).rejects.toMatchObject({ name: 'FileDamaged', fault });
      expect(await files.verify(file)).toBe(fault);
    }
    expect(told.map(({ fault }) => fault)).toEqual(faults.flatMap(([, fault]) => [fault, fault]));
    expect(await files.verify(a.file)).toBeNull();
    expect(await files.verify({ ...a.file, sha256: 'f'.repeat(64) })).toBe('altered');
  });

  test('a received file is not in the store until it is kept, and then only there', async () => {
    const incoming = join(folder, 'incoming');
    const options = { store, incoming, ring: ringOf() };
    const [files, other] = [createFiles(options), createFiles(options)];
    async function* body() {
      yield Buffer.from('first ');
      yield Buffer.from('second');
    }
    const file = await files.receive(body(), 'text/csv');
    expect(String(await files.get(file))).toBe('first second');
    await expect(other.get(file)).rejects.toMatchObject({ fault: 'missing' });
    await files.keep(file);
    await files.keep(file);
    expect(String(await other.get(file))).toBe('first second');
    const { place, done } = await other.opening(file);
    expect(await readFile(place.path)).toHaveLength(12);
    await done();
    await expect(readFile(place.path)).rejects.toMatchObject({ code: 'ENOENT' });
    async function* broken() {
      yield Buffer.from('first ');
      throw new Error('the sender is gone');
    }
    const before = (await everything(store)).length;
    await expect(files.receive(broken(), 'text/csv')).rejects.toThrow('the sender is gone');
    expect(await everything(store)).toHaveLength(before);
  });
});

describe('S3', () => {
  const open = (more: Partial<S3Limits> = {}, settings = s3.settings) =>
    createS3Store(settings, { ...SHORT, ...more });
  const unavailable = { name: 'StoreUnavailable' };
  const refused = { name: 'StoreRefused' };

  test('an answer that breaks off is continued where it ended', async () => {
    const [store, key, bytes] = [open(), newKey(), randomBytes(300_000)];
    await store.take(key, await local(bytes));
    s3.fail('cut-once');
    expect(await whole(store.read(key))).toEqual(bytes);
    s3.fail('cut');
    await expect(whole(store.read(key))).rejects.toMatchObject(unavailable);
    store.close();
  });

  test('a write whose answer is lost is stored once, and is no foreign object', async () => {
    const [store, key, bytes] = [open(), newKey(), randomBytes(1_000)];
    s3.fail('cut');
    setTimeout(() => s3.fail('none'), 10);
    await store.take(key, await local(bytes));
    expect(s3.objects.get(key)?.bytes).toEqual(bytes);
    store.close();
  });

  test.each(['silent', 'busy'] as const)('a %s store is reported in time', async (fault) => {
    const store = open();
    const at = await local(Buffer.from('x'));
    s3.fail(fault);
    const [key, began, before] = [newKey(), performance.now(), s3.seen.length];
    await expect(store.take(key, at)).rejects.toMatchObject(unavailable);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(s3.seen.length - before).toBe(3);
    // The local file still exists, so the upload can be tried again.
    s3.fail('none');
    await store.take(key, at);
    expect(String(await whole(store.read(key)))).toBe('x');
    store.close();
  });

  test('a store that is away fails at once for a moment, then is tried again', async () => {
    const store = open({ restMs: 400 });
    const key = newKey();
    await store.take(key, await local(Buffer.from('x')));
    await s3.stop();
    await expect(whole(store.read(key))).rejects.toMatchObject(unavailable);
    const began = performance.now();
    await expect(store.remove(key)).rejects.toMatchObject(unavailable);
    expect(performance.now() - began).toBeLessThan(50);
    await s3.start();
    await expect.poll(() => whole(store.read(key)).then(String, String)).toBe('x');
    store.close();
  });

  test('wrong settings are refused, and never taken for a missing file', async () => {
    for (const wrong of [{ secret: 'another' }, { keyId: 'other' }, { bucket: 'elsewhere' }]) {
      const store = open({}, { ...s3.settings, ...wrong });
      await expect(store.check()).rejects.toMatchObject(refused);
      await expect(whole(store.read(newKey()))).rejects.toMatchObject(refused);
      await expect(store.take(newKey(), await local(Buffer.from('x')))).rejects.toMatchObject(
        refused,
      );
      store.close();
    }
  });

  test('only so many requests are open at once, and only so many wait', async () => {
    const store = open({ atOnce: 4, waitingMax: 10 });
    s3.fail('busy');
    const all = await Promise.allSettled(
      Array.from({ length: 30 }, () => whole(store.read(newKey()))),
    );
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect(s3.atOnceMax()).toBeLessThanOrEqual(40);
    const late = all.filter(
      (one) => one.status === 'rejected' && /too many/.test(String(one.reason)),
    );
    expect(late).toHaveLength(16);
    store.close();
  });

  test('objects of other programs in the bucket are no files of ours', () => {
    const facts = '<LastModified>2026-11-23T00:00:00.000Z</LastModified><Size>7</Size>';
    const entry = (key: string) => `<Contents><Key>${key}</Key>${facts}</Contents>`;
    const key = newKey();
    const others = `<Name>b</Name>${entry('backup/a&amp;b.sql')}`;
    const xml = `<ListBucketResult>${others}${entry(key)}</ListBucketResult>`;
    expect(pageOf(xml)).toEqual({
      objects: [{ key, bytes: 7, writtenAt: new Date('2026-11-23T00:00:00.000Z') }],
      next: null,
    });
    expect(() => pageOf('<html>')).toThrow();
  });

  test('the bucket is part of the path or of the host', () => {
    const settings = { ...s3.settings, endpoint: 'https://s3.example:9000/base' };
    const request = { method: 'GET', key: 'ab/cd', query: { 'list-type': '2' } } as const;
    const of = (pathStyle: boolean) => addressOf({ ...settings, pathStyle }, request).href;
    expect(of(true)).toBe('https://s3.example:9000/base/baixi/ab/cd?list-type=2');
    expect(of(false)).toBe('https://baixi.s3.example:9000/base/ab/cd?list-type=2');
  });
});
