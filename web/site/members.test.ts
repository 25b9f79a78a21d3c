// Checks that no public page imports a file whose classes site.css leaves out because only members'
// pages use them.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, target } from '../../tests/tidy/source.ts';
import routes from '../routes.ts';

type Route = { id?: string | undefined; file: string; children?: readonly Route[] | undefined };

/** Public pages that load another stylesheet, which has the classes that site.css leaves out. */
const styledPages: Readonly<Record<string, string>> = {
  'site/StylePage.tsx': 'web/site/style/style.css',
  'reports/statistics/StatisticsPage.tsx': 'web/site/members.css',
  'proofs/VerifyPage.tsx': 'web/site/members.css',
  'demonstration/FakerPage.tsx': 'web/site/members.css',
  'demonstration/FakerApiPage.tsx': 'web/site/members.css',
  'identity/ImpersonationPage.tsx': 'web/site/members.css',
};
/** Parts of public pages that only members see, with members.css of their own. */
const styledParts = ['web/today/Today.tsx'];
/** Layouts of pages for members. They import only the guard's files and members.css. */
const guards = ['site/Member.tsx', 'site/SignedIn.tsx', 'site/Verified.tsx'];

const leftOut = [
  ...readFileSync('web/site/site.css', 'utf8').matchAll(/@source not '\.\.\/([^']+)'/g),
]
  .map(([, pattern = '']) => pattern)
  .filter((pattern) => !/^(office|\*)/.test(pattern))
  .flatMap((pattern) => globSync(`web/${pattern}${pattern.endsWith('x') ? '' : '/**/*.tsx'}`));

const publicFiles = (all: readonly Route[]): string[] =>
  all
    .filter(({ file }) => !guards.includes(file) && !(file in styledPages))
    .flatMap(({ file, children = [] }) => [`web/${file}`, ...publicFiles(children)]);

/** Returns every file that these files import, directly or indirectly. */
function reached(from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path) || styledParts.includes(path) || !/^web\/.*\.tsx?$/.test(path)) return;
    found.add(path);
    const { imports } = parse({ path, text: readFileSync(path, 'utf8') });
    for (const one of imports) if (!one.typeOnly) visit(target(path, one.from));
  };
  from.forEach(visit);
  return found;
}

test('no public page loads what the site’s stylesheet leaves out', async () => {
  const files = leftOut;
  expect(files.length).toBeGreaterThan(50);
  const open = reached([...publicFiles(await routes), 'web/root.tsx']);
  expect(open.size).toBeGreaterThan(100);
  expect(files.filter((file) => open.has(file))).toEqual([]);
});

test('a part that only members see loads members.css', () => {
  for (const part of styledParts) {
    expect(readFileSync(part, 'utf8')).toContain("import '../site/members.css';");
  }
});

test('a public page with a stylesheet of its own loads there what site.css leaves out', () => {
  const page = 'reports/statistics/StatisticsPage.tsx';
  const css = styledPages[page]!;
  const sources = [...readFileSync(css, 'utf8').matchAll(/@source '([^']+)'/g)];
  const own = new Set(sources.flatMap(([, at = '']) => globSync(join(dirname(css), at))));
  const imported = reached([`web/${page}`]);
  const needed = leftOut.filter((file) => imported.has(file));
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.filter((file) => !own.has(file))).toEqual([]);
});
