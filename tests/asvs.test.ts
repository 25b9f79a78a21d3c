// Tests docs/asvs.md: what its rows name exists, its counts are those of its rows, and no part of
// the program and no decision is younger than the review.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync('docs/asvs.md', 'utf8');
const verdicts = ['holds', 'holds in part', 'open', 'ordered otherwise'] as const;
const rows = [...text.matchAll(/^\| (★ )?\d+\.\d+\.\d+ \| .*? \| ([a-z ]+) \| .*$/gm)].map(
  ([row, star, verdict = '']) => ({ row, isStarred: star !== undefined, verdict }),
);

/** Quotation marks and apostrophes of any kind as the simplest of each. */
const plain = (words: string) => words.replaceAll('’', "'").replaceAll("\\'", "'");

/** A file, and the titles of tests that are quoted behind it. */
const root = '(?:actors|contract|db|deploy|docs|e2e|scripts|server|tests|web)';
const citation = new RegExp(`\`(${root}/[^\`\\s*]+)\`((?: "[^"]+",?)*)`, 'g');
const named = [...text.matchAll(citation)].map(([, file = '', quoted = '']) => ({
  file,
  titles: [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title.replace(/ ?…$/, '')),
}));

test('each row has a verdict, and the counts are those of the rows', () => {
  expect(rows.filter(({ verdict }) => !verdicts.some((one) => one === verdict))).toEqual([]);
  const starred = rows.filter(({ isStarred }) => isStarred);
  expect(text).toContain(`| | of ${rows.length} lines | of ${starred.length} ★ |`);
  for (const one of verdicts) {
    const [all, most] = [rows, starred].map(
      (some) => some.filter(({ verdict }) => verdict === one).length,
    );
    expect(text).toContain(`\n| ${one} | ${all} | ${most} |\n`);
  }
});

test('each file and each test that a row names exists', () => {
  const missing = named.flatMap(({ file, titles }) => {
    if (!existsSync(file)) return [file];
    const source = titles.length > 0 ? plain(readFileSync(file, 'utf8')) : '';
    return titles.filter((title) => !source.includes(plain(title))).map((one) => `${file} ${one}`);
  });
  expect(missing).toEqual([]);
});

/** What the table "What was reviewed" lists for a part. */
function reviewed(part: string): string[] {
  const line = text.split('\n').find((one) => one.startsWith(`| ${part} | `)) ?? '';
  return line.split(' | ')[1]!.replaceAll(/[`|]/g, '').trim().split(/\s+/);
}

test('no folder, adapter or decision is younger than the review', () => {
  const of = (folder: string) => readdirSync(folder, { withFileTypes: true });
  const folders = (folder: string) =>
    of(folder)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const files = of('server/adapters')
    .map(({ name }) => name)
    .filter((name) => /^(?!.*\.test\.ts$).*\.ts$/.test(name));
  const decisions = of('docs/decisions').flatMap(({ name }) => /^\d{3}/.exec(name) ?? []);
  expect(reviewed('folders of `server/`').toSorted()).toEqual(folders('server').toSorted());
  const adapters = [...folders('server/adapters'), ...files];
  expect(reviewed('adapters in `server/adapters/`').toSorted()).toEqual(adapters.toSorted());
  expect(reviewed('decisions').toSorted()).toEqual(decisions.toSorted());
});
