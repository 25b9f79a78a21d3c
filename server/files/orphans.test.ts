// Tests which files the nightly sweep deletes: old ones that no row references, and no others.
import { existsSync, mkdtempSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { newDiskFiles } from '../../tests/files/stored-files.ts';
import { removeOrphans } from './orphans.ts';

const dir = mkdtempSync(join(tmpdir(), 'orphans-'));
const files = newDiskFiles(dir);
const server = useServer({ instead: () => ({ files }) });
afterAll(() => rm(dir, { recursive: true }));

const DAY_MS = 86_400_000;
const isThere = (key: string) => existsSync(join(dir, key));

function age(key: string): Promise<void> {
  const then = new Date(server.services.clock.realNow().getTime() - 2 * DAY_MS);
  return utimes(join(dir, key), then, then);
}

test('an old file without a reference is deleted; new or referenced ones stay', async () => {
  await stepsOn(server).memberAt(3);
  const named = await server.rows<{ key: string }>(
    `select stored->>'key' as key from verification.upload`,
  );
  expect(named.length).toBe(4);
  const lost = await files.put(Buffer.from('a'), 'image/png');
  for (const { key } of [...named, lost]) await age(key);
  const fresh = await files.put(Buffer.from('b'), 'image/png');

  expect(await removeOrphans(server.services)).toBe(1);
  expect(isThere(lost.key)).toBe(false);
  expect(isThere(fresh.key)).toBe(true);
  for (const { key } of named) expect(isThere(key)).toBe(true);
  expect(await removeOrphans(server.services)).toBe(0);
});

test('before the first file there is nothing to delete', async () => {
  const none = newDiskFiles(join(dir, 'none'));
  expect(await removeOrphans({ ...server.services, files: none })).toBe(0);
});

test('nothing is deleted if most files are unknown to this database', async () => {
  const foreign = await Promise.all(
    Array.from({ length: 110 }, (_, n) => files.put(Buffer.from(`${n}`), 'image/png')),
  );
  for (const { key } of foreign) await age(key);
  await expect(removeOrphans(server.services)).rejects.toThrow('nothing was removed');
  for (const { key } of foreign) expect(isThere(key)).toBe(true);
});
