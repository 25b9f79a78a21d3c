// The folder of a test run, and what is left by runs that were killed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createScratch } from './scratch.ts';

test('a run removes the folders of killed runs, and no other', () => {
  const own = createScratch();
  const parent = dirname(own);
  const { pid } = spawnSync(process.execPath, ['--version']);
  const killed = join(parent, `baixi-test-${pid}-x`);
  const running = join(parent, `baixi-test-${process.ppid}-x`);
  try {
    mkdirSync(join(killed, 'pg'), { recursive: true });
    mkdirSync(running);
    const later = createScratch();
    expect([killed, running, own, later].map((one) => existsSync(one))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(statSync(later).mode & 0o777).toBe(0o711);
    rmSync(later, { recursive: true });
  } finally {
    for (const one of [own, killed, running]) rmSync(one, { recursive: true, force: true });
  }
});
