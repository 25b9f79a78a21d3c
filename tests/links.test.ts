// Tests that every page or file named in a document exists, so that no link is dead.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const documents = globSync(
  '{*.md,docs/**/*.md,server/**/*.md,web/**/*.md,bench/**/*.md,e2e/**/*.md}',
  { exclude: ['**/node_modules/**'] },
);
const FOLDERS = 'contract|server|web|actors|db|deploy|docs|scripts|bench|e2e|tests';
/**
 * A path in backquotes under one of the repository's folders; patterns and placeholders do not
 * count as paths.
 */
const named = new RegExp(`\`((?:${FOLDERS})/[\\w./-]+)(?::\\d+)?\``, 'g');
const linked = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;

/** A TypeScript file in backquotes that a README names relative to its own folder. */
const besides = /`([a-z][\w-]*(?:\/[\w.-]+)*\.tsx?)`/g;

/** Returns the paths that a document names and that do not exist. */
function missingIn(file: string, text: string): string[] {
  const fromFolder = [...text.matchAll(linked)].map(([, to]) => join(dirname(file), to ?? ''));
  const fromRoot = [...text.matchAll(named)].map(([, path]) => path ?? '');
  if (!/^(server|web)\/.*README\.md$/.test(file)) {
    return [...fromFolder, ...fromRoot].filter((path) => !existsSync(path));
  }
  const fromRoom = [...text.matchAll(besides)].map(([, path]) => path ?? '');
  const isThere = (path: string) => existsSync(path) || existsSync(join(dirname(file), path));
  return [...new Set([...fromFolder, ...fromRoot, ...fromRoom])].filter((path) => !isThere(path));
}

/** Returns the files and folders of a feature that its README does not name. */
function unnamedIn(folder: string, text: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'README.md' && !name.endsWith('.test.ts'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => !text.includes(`\`${name}`));
}

describe('a README names each file and folder of its feature', () => {
  test.each(globSync('server/*/README.md'))('%s', (file) => {
    expect(unnamedIn(dirname(file), readFileSync(file, 'utf8'))).toEqual([]);
  });

  test('one that is missing is found', () => {
    expect(
      unnamedIn('server/settings', 'See `actions.ts`, `front.ts`, `in-force.ts`, `rules.ts`.'),
    ).toEqual(['queries.ts']);
  });
});

describe('documents name existing things', () => {
  test.each(documents)('%s', (file) => {
    expect(missingIn(file, readFileSync(file, 'utf8'))).toEqual([]);
  });

  test('a path that does not exist is found', () => {
    const text =
      'See [one](nowhere.md), `server/no-such-file.ts`, `server/<feature>/` and `npm test`.';
    expect(missingIn('docs/a.md', text)).toEqual(['docs/nowhere.md', 'server/no-such-file.ts']);
  });

  test('so is a file missing in the folder of its README', () => {
    const text = 'See `rules.ts`, `payment/no-such-file.ts`, `server/call.ts`.';
    expect(missingIn('server/banking/README.md', text)).toEqual(['payment/no-such-file.ts']);
  });
});
