// What every file store must do. `server/adapters/files/stores.test.ts` has more, for each adapter.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStore } from '../../server/adapters/files/disk-store.ts';
import { createS3Store } from '../../server/adapters/files/s3/s3-store.ts';
import type { FileStore } from '../../server/adapters/files/store.ts';
import { type S3Double, startS3 } from '../doubles/s3.ts';
import { type PortSubjects, type Property, assertSaysNone, endsWithin, failsWith } from './kit.ts';

const LIMITS = { silentMs: 500, callMs: 2_500, pauseMs: 20, restMs: 0 };

const newKey = () => {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
};

async function whole(store: FileStore, key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of store.read(key)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const ofStore = (store: FileStore, local: (bytes: Buffer) => Promise<string>): Property[] => [
  {
    name: 'a file of 5 MB comes back unchanged',
    async run() {
      const [key, bytes] = [newKey(), randomBytes(5_000_000)];
      await store.take(key, await local(bytes));
      assert.ok((await whole(store, key)).equals(bytes));
    },
  },
  {
    name: 'taking the same bytes again does no harm, and others are refused',
    async run() {
      const [key, bytes] = [newKey(), randomBytes(100)];
      await store.take(key, await local(bytes));
      await store.take(key, await local(bytes));
      await failsWith('ObjectExists', store.take(key, await local(randomBytes(100))));
      assert.ok((await whole(store, key)).equals(bytes));
    },
  },
  {
    name: 'a missing object is named as missing',
    run: async () => void (await failsWith('ObjectMissing', whole(store, newKey()))),
  },
  {
    name: 'no text but a key becomes a path or an address',
    async run() {
      for (const key of ['', '../../etc/passwd', 'ab/cd/../../x']) {
        await failsWith('ObjectMissing', whole(store, key));
        await failsWith('ObjectMissing', store.remove(key));
      }
    },
  },
  {
    name: 'removing twice is no error',
    async run() {
      const key = newKey();
      await store.take(key, await local(randomBytes(10)));
      await store.remove(key);
      await store.remove(key);
      await failsWith('ObjectMissing', whole(store, key));
    },
  },
  {
    name: 'the list has each object once',
    async run() {
      const keys = Array.from({ length: 8 }, newKey);
      for (const key of keys) await store.take(key, await local(randomBytes(10)));
      const listed: string[] = [];
      for await (const { key } of store.list()) if (keys.includes(key)) listed.push(key);
      assert.deepEqual(listed.toSorted(), keys.toSorted());
    },
  },
];

const ofS3 = (store: FileStore, s3: S3Double): Property[] =>
  (['silent', 'busy'] as const).map((fault) => ({
    name: `a store that is ${fault} is unavailable, in time, and names no secret`,
    async run() {
      s3.fail(fault);
      try {
        const reading = whole(store, newKey());
        reading.catch(() => {});
        await endsWithin(LIMITS.callMs * 4, reading);
        assertSaysNone(await failsWith('StoreUnavailable', reading), [s3.settings.secret]);
      } finally {
        s3.fail('none');
      }
    },
  }));

export async function openFiles(): Promise<PortSubjects> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const local = async (bytes: Buffer) => {
    const at = join(folder, randomBytes(8).toString('hex'));
    await writeFile(at, bytes);
    return at;
  };
  const s3 = await startS3({ pageMax: 3 });
  const disk = createDiskStore(join(folder, 'store'));
  const bucket = createS3Store(s3.settings, LIMITS);
  const port = 'files';
  return {
    subjects: [
      { port, adapter: 'disk', properties: ofStore(disk, local) },
      { port, adapter: 'S3', properties: [...ofStore(bucket, local), ...ofS3(bucket, s3)] },
    ],
    async close() {
      disk.close();
      bucket.close();
      await s3.stop();
      await rm(folder, { recursive: true });
    },
  };
}
