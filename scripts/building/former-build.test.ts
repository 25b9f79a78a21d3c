// Tests that a build keeps the files of the one before it, and of none that is older, and that
// another build may delete files meanwhile.
import type * as fs from 'node:fs';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { dropOlderBuilds, filesSince } from './former-build.ts';

/** Called with the files that were listed, before anything is done with them. */
let listed = (files: (fs.Dirent | null)[]) => files;
beforeEach(() => {
  listed = (files) => files;
});
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  const globSync = (patterns: string[], options: fs.GlobOptionsWithFileTypes) =>
    listed(original.globSync(patterns, options));
  return { ...original, globSync };
});

test('pages that were open before a build still find their files, but not two builds later', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'site'));
  const list = join(folder, 'files');
  let second = 1_000_000_000;
  /** Writes files as a build does, each with the time of this build, and drops older ones. */
  const build = (...names: string[]) => {
    second += 60;
    const since = second * 1000;
    for (const name of names) {
      writeFileSync(join(folder, 'site', name), 'x');
      utimesSync(join(folder, 'site', name), second + 1, second + 1);
    }
    const folders = [join(folder, 'site')];
    expect(filesSince(folders, since)).toHaveLength(names.length);
    dropOlderBuilds(folders, list, since);
    return readdirSync(join(folder, 'site')).toSorted();
  };
  // Nobody knows which build made the files of before, so the first one keeps them.
  writeFileSync(join(folder, 'site', 'earlier.js'), 'x');
  utimesSync(join(folder, 'site', 'earlier.js'), second, second);
  expect(build('a.js', 'same.js')).toEqual(['a.js', 'earlier.js', 'same.js']);
  expect(build('b.js', 'same.js')).toEqual(['a.js', 'b.js', 'same.js']);
  expect(build('c.js', 'same.js')).toEqual(['b.js', 'c.js', 'same.js']);
});

test('files that another build deletes meanwhile are skipped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, second: number) => {
    writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, name), second, second);
  };
  const list = join(folder, 'list');
  writeFileSync(list, '');
  const names = () => readdirSync(folder).toSorted();
  const setUp = () => {
    for (const name of ['new.js', 'new-gone.js']) write(name, 2_000_000_000);
    for (const name of ['old.js', 'old-gone.js']) write(name, 1_000_000_000);
  };
  // Node lists a file as null if it disappears while its folder is read. Others disappear after it.
  listed = (files) => {
    for (const name of ['new-gone.js', 'old-gone.js']) rmSync(join(folder, name), { force: true });
    return [null, ...files];
  };
  const since = 1_500_000_000_000;
  setUp();
  expect(filesSince([folder], since).toSorted()).toEqual([list, join(folder, 'new.js')]);
  setUp();
  dropOlderBuilds([folder], list, since);
  expect(names()).toEqual(['list', 'new.js']);
});
