// Tests that a build keeps the files of the one before it, and of none that is older.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dropOlderBuilds, filesSince } from './former-build.ts';

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
