// Tests the figures of size and shape with a few invented files.
import { expect, test } from 'vitest';
import { FOLDER_FILES_MAX, type SourceFile, figuresOf, tableOf } from './shape.ts';

const file = (path: string, lines: number): SourceFile => ({ path, text: 'x\n'.repeat(lines) });

test('code is TypeScript without tests and measurements', () => {
  const { codeLines, cssLines } = figuresOf([
    file('server/a.ts', 10),
    file('web/A.tsx', 20),
    file('server/a.test.ts', 1000),
    file('web/a.e2e.ts', 1000),
    file('tests/people.ts', 1000),
    file('e2e/walk.ts', 1000),
    file('bench/run.ts', 1000),
    file('web/a.css', 7),
    file('db/migrations/0001.do.a.sql', 1000),
  ]);
  expect([codeLines, cssLines]).toEqual([30, 7]);
});

test('file lengths are counted for code files only', () => {
  const files = Array.from({ length: 10 }, (_, index) => file(`server/f${index}.ts`, index + 1));
  const { medianLength, longLength } = figuresOf([...files, file('web/a.css', 500)]);
  expect([medianLength, longLength]).toEqual([6, 10]);
});

test('a folder holds the source files directly in it, without tests, pictures and articles', () => {
  const inFolder = (folder: string, files: number) =>
    Array.from({ length: files }, (_, index) => file(`${folder}/f${index}.ts`, 1));
  const { fullestFolder, fullFolders } = figuresOf([
    ...inFolder('web', FOLDER_FILES_MAX + 2),
    ...inFolder('web/inner', FOLDER_FILES_MAX),
    ...inFolder('server', FOLDER_FILES_MAX),
    file('server/own.css', 1),
    file('web/a.test.ts', 1),
    file('web/a.png', 1),
    file('web/a.md', 1),
  ]);
  expect(fullestFolder).toEqual({ path: 'web', files: FOLDER_FILES_MAX + 2 });
  expect(fullFolders).toEqual([fullestFolder, { path: 'server', files: FOLDER_FILES_MAX + 1 }]);
});

test('the table shows each figure with that of 0.6.0 and its target', () => {
  const table = tableOf(figuresOf([file('server/a.ts', 1234)]));
  expect(table).toContain('| lines of code without tests | 123,041 | 1,234 | ≤ 108,000 |');
  expect(table).toContain(
    '| files in the fullest folder | 107 (`contract`) | 1 (`server`) | ≤ 24 |',
  );
});
