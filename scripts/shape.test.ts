// Tests the figures of the shape of the code with a few invented files.
import { expect, test } from 'vitest';
import { FOLDER_FILES_MAX, type SourceFile, figuresOf, overfullOf, tableOf } from './shape.ts';

const file = (path: string, lines: number): SourceFile => ({
  path,
  text: `// A file.\n${'// x\n'.repeat(lines - 1)}`,
});

test('code is the TypeScript of contract, server and web without tests', () => {
  const { codeLines } = figuresOf([
    file('server/a.ts', 10),
    file('web/A.tsx', 20),
    file('server/a.test.ts', 1000),
    file('web/a.e2e.ts', 1000),
    file('tests/people.ts', 1000),
    file('bench/run.ts', 1000),
  ]);
  expect(codeLines).toBe(30);
});

test('a folder holds the source files directly in it, without tests, pictures and articles', () => {
  const inFolder = (folder: string, files: number) =>
    Array.from({ length: files }, (_, index) => file(`${folder}/f${index}.ts`, 1));
  const files = [
    ...inFolder('web', FOLDER_FILES_MAX + 2),
    ...inFolder('web/inner', FOLDER_FILES_MAX),
    ...inFolder('web/other', FOLDER_FILES_MAX - 2),
    file('web/a.test.ts', 1),
    { path: 'web/a.png', text: '' },
    { path: 'web/a.md', text: '' },
  ];
  expect(overfullOf(files)).toEqual([{ path: 'web', files: FOLDER_FILES_MAX + 2 }]);
  expect(figuresOf(files).fullFolders.map(({ path }) => path)).toEqual(['web', 'web/inner']);
});

test('circles, reads of later features and imports of later pages are counted', () => {
  const figures = figuresOf([
    { path: 'web/a.ts', text: `import type { b } from './b.ts';` },
    { path: 'web/b.ts', text: `import type { a } from './a.ts';` },
    { path: 'server/lending/queries.ts', text: 'sql`select 1 from servicing.payout`' },
    { path: 'web/lending/A.tsx', text: `import { b } from '../content/B.tsx';` },
  ]);
  expect(figures).toMatchObject({ circles: 1, laterReads: 1, webImports: 1 });
});

test('the table shows each figure with what it was before and its aim', () => {
  const schema = { path: 'db/schema/0201.do.a.sql', text: 'create table a ();\nalter table a …;' };
  const table = tableOf(figuresOf([schema, { path: 'docs/reliability.md', text: 'two words' }]));
  expect(table).toContain(
    '| files that make an empty database / `alter` in them | 62 / 53 | 1 / 1 |',
  );
  expect(table).toContain('| 0 / 2 / 0 / 2 | 1,200 / 1,500 / 1,800 / ≤ 35,000 |');
});
