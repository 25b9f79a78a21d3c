// Tests that a migration is never edited, and that one that takes something away says so.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listMigrations } from './migrations.ts';

/** The committed list of all migrations. Lines are only added to it. */
const LIST = 'db/migrations.csv';

test('every migration is as it was written, and on the list', async () => {
  const [head, ...lines] = readFileSync(LIST, 'utf8').trim().split('\n');
  expect(head).toBe('number,name,md5');
  const files = (await listMigrations()).map(
    ({ version, name, md5 }) => `${version},${name},${md5}`,
  );
  const edited = lines.filter((line) => !files.includes(line));
  expect(edited, 'a database that has it refuses to start: write a new migration').toEqual([]);
  const missing = files.filter((line) => !lines.includes(line));
  expect(missing, `add these lines to ${LIST}`).toEqual([]);
});

/** Returns whether a migration takes something away and does not say which program it needs. */
function isSilent(text: string): boolean {
  const takesAway = /\b(drop|rename)\b|\balter column\b.*\b(type|set not null)\b/i;
  // A check can only be replaced; one that allows more than before disturbs no older program.
  const widerCheck =
    /^-- Wider:.*\nalter table \S+\s+drop constraint (\w+),\s+add constraint \1\s/gm;
  const bare = text.replace(widerCheck, '').replace(/--.*$/gm, '');
  return takesAway.test(bare) && !text.includes('oldest_program');
}

test('a migration that takes something away says which program it needs', () => {
  expect(isSilent('alter table a.b drop column c;')).toBe(true);
  expect(isSilent('alter table a.b add column c text;')).toBe(false);
  const wider =
    '-- Wider: more.\nalter table a.b\n  drop constraint c,\n  add constraint c check (1);';
  expect(isSilent(wider)).toBe(false);
  const files = globSync('db/migrations/**/*.do.*.sql');
  expect(files.filter((file) => isSilent(readFileSync(file, 'utf8')))).toEqual([]);
});
