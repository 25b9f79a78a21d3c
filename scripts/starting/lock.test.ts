// Test of a data folder's lock: only one running process holds it, and a dead process loses it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandOf, holderOf, takeLock } from './lock.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baixi-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function take(): () => void {
  const taken = takeLock(folder);
  if ('heldBy' in taken) throw new Error(`held by ${taken.heldBy}`);
  return taken.release;
}

test('it is held until it is released, and leaves nothing behind', () => {
  const release = take();
  expect(holderOf(folder)).toBe(process.pid);
  release();
  expect(holderOf(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('a second running process is told who holds it', async () => {
  const script = `
    import { takeLock } from '${new URL('lock.js', import.meta.url).href}';
    console.log(JSON.stringify(takeLock(process.argv[1])));
    process.stdin.resume();`;
  const args = ['--input-type=module', '-e', script, folder];
  const other = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((seen) => other.stdout.once('data', seen));
  expect(takeLock(folder)).toEqual({ heldBy: other.pid });
  const gone = new Promise((ended) => other.once('exit', ended));
  other.kill('SIGKILL');
  await gone;
  expect(holderOf(folder)).toBeNull();
  take()();
});

test('a lock whose process id now belongs to another process is taken over', () => {
  const foreign = JSON.stringify({ pid: process.ppid, started: 'long ago' });
  writeFileSync(join(folder, 'lock'), foreign);
  expect(holderOf(folder)).toBeNull();
  take()();
});

test('an unreadable lock is taken over', () => {
  writeFileSync(join(folder, 'lock'), '{');
  const release = take();
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  release();
});

test('the command of a process that has ended is not known', () => {
  expect(commandOf(process.pid)).toContain('node');
  expect(commandOf(2 ** 30)).toBeNull();
});
