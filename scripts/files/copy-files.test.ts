// Tests of moving stored files from the disk to S3: interrupted, repeated, and with a wrong copy.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDiskStore } from '../../server/adapters/files/disk-store.ts';
import { createFiles } from '../../server/adapters/files/files.ts';
import { createS3Store } from '../../server/adapters/files/s3/s3-store.ts';
import { startS3 } from '../../tests/doubles/s3.ts';
import { newDiskFiles, ringOf } from '../../tests/files/stored-files.ts';
import { productionSettings } from '../chaos/processes.ts';
import { copyFiles } from './copy-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'copy-'));
const incoming = join(dir, 'incoming');
const s3 = await startS3({ pageMax: 10 });
afterAll(async () => {
  await s3.stop();
  await rm(dir, { recursive: true });
});

/** Runs the command and returns its exit code and everything that it printed. */
async function run(...args: string[]) {
  const { bucket, endpoint, keyId, region, secret } = s3.settings;
  const child = spawn(process.execPath, ['scripts/files/files.ts', ...args], {
    env: {
      ...productionSettings({ programUrl: 'postgres://127.0.0.1:9/none' }, dir),
      FILES_DIR: dir,
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_KEY_ID: keyId,
      S3_SECRET: secret,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (printed += String(text)));
  }
  const code = await new Promise((ended) => void child.once('close', ended));
  return { code, printed };
}

test('files are copied, compared by hash, and copied no second time', async () => {
  const ring = ringOf();
  const files = newDiskFiles(dir, ring);
  const contents = Array.from({ length: 40 }, () => randomBytes(3_000));
  const stored = [];
  for (const bytes of contents) stored.push(await files.put(bytes, 'image/png'));
  const from = createDiskStore(dir);
  const to = createS3Store(s3.settings, { silentMs: 300, callMs: 1_000, pauseMs: 20, restMs: 0 });

  // The store goes away in the middle.
  const copying = copyFiles({ from, to }, incoming);
  await expect.poll(() => s3.objects.size, { interval: 1 }).toBeGreaterThan(3);
  s3.fail('busy');
  await expect(copying).rejects.toMatchObject({ name: 'StoreUnavailable' });
  s3.fail('none');
  const before = s3.objects.size;
  expect(before).toBeLessThan(40);
  const rest = await copyFiles({ from, to }, incoming);
  expect(rest).toEqual({ copied: 40 - before, present: before, problems: [] });
  expect(readdirSync(incoming)).toEqual([]);

  const moved = createFiles({ store: to, incoming, ring });
  for (const [n, file] of stored.entries()) expect(await moved.get(file)).toEqual(contents[n]);

  const wrong = s3.objects.get(stored[0]!.key)!;
  wrong.bytes = randomBytes(3_000);
  const { code, printed } = await run('--copy');
  expect(printed).toContain(`${stored[0]!.key}: the target holds other bytes`);
  expect(printed).toContain('0 files copied, 39 were there already, 1 problems.');
  expect(code).toBe(1);
  s3.objects.delete(stored[0]!.key);
  expect(await run('--copy')).toMatchObject({ code: 0 });
  expect(await run()).toMatchObject({ code: 1, printed: expect.stringContaining('--copy') });
  to.close();
});
