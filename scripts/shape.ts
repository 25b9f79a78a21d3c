// Figures of the size and shape of the source code, as a table: `npm run check -- --shape` prints
// it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export type SourceFile = { path: string; text: string };
type Folder = { path: string; files: number };
export type Figures = {
  codeLines: number;
  cssLines: number;
  medianLength: number;
  longLength: number;
  fullestFolder: Folder;
  /** Folders over the limit, the fullest first. */
  fullFolders: Folder[];
};

/** A folder with more source files than this must be split into subfolders. */
export const FOLDER_FILES_MAX = 24;

/**
 * Rows of the table: each figure with its value in version 0.6.0 as `figuresOf` counts it, the
 * current value, and the target value.
 */
const rows: [name: string, before: string, now: (figures: Figures) => string, aim: string][] = [
  ['lines of code without tests', '123,041', ({ codeLines }) => count(codeLines), '≤ 108,000'],
  ['lines of CSS', '9,005', ({ cssLines }) => count(cssLines), '≤ 6,000'],
  [
    'files in the fullest folder',
    '107 (`contract`)',
    ({ fullestFolder: { path, files } }) => `${files} (\`${path}\`)`,
    `≤ ${FOLDER_FILES_MAX}`,
  ],
  [
    'median file / 90th percentile, in lines',
    '91 / 227',
    ({ medianLength, longLength }) => `${medianLength} / ${longLength}`,
    '≤ 80 / ≤ 200',
  ],
  [
    `folders with more than ${FOLDER_FILES_MAX} files`,
    '19',
    ({ fullFolders }) => String(fullFolders.length),
    '0',
  ],
];

const isTest = (path: string) =>
  /\.(test|e2e|setup)\.tsx?$/.test(path) || /^(tests|e2e)\//.test(path);
const count = (lines: number) => lines.toLocaleString('en-US');
const lengthOf = ({ text }: SourceFile) => text.split('\n').length - 1;
const sum = (lengths: readonly number[]) => lengths.reduce((total, one) => total + one, 0);

/**
 * Counts the figures as they were counted for version 0.6.0. Code is every TypeScript file (.ts,
 * .tsx) with its comments and blank lines, except tests (*.test, *.e2e, *.setup, and all of tests/
 * and e2e/) and the measurements in bench/; file lengths are those of the same files. CSS is every
 * .css file. A folder contains the source files of any language (.ts, .tsx, .js, .css, .sql, .html,
 * .typ) that lie directly in it; tests, pictures and articles do not count.
 */
export function figuresOf(files: readonly SourceFile[]): Figures {
  const code = files.filter(
    ({ path }) => /\.tsx?$/.test(path) && !isTest(path) && !path.startsWith('bench/'),
  );
  const lengths = code.map(lengthOf).toSorted((a, b) => a - b);
  const folders = foldersOf(files);
  return {
    codeLines: sum(lengths),
    cssLines: sum(files.filter(({ path }) => path.endsWith('.css')).map(lengthOf)),
    medianLength: atShare(lengths, 0.5),
    longLength: atShare(lengths, 0.9),
    fullestFolder: folders[0] ?? { path: '.', files: 0 },
    fullFolders: folders.filter((folder) => folder.files > FOLDER_FILES_MAX),
  };
}

/**
 * Returns the value below which the given share of the sorted values lies; 0 if there are no
 * values.
 */
function atShare(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

function foldersOf(files: readonly SourceFile[]): Folder[] {
  const folders = new Map<string, number>();
  for (const { path } of files) {
    if (!/\.(tsx?|js|css|sql|html|typ)$/.test(path) || isTest(path)) continue;
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders]
    .map(([path, amount]) => ({ path, files: amount }))
    .toSorted((a, b) => b.files - a.files || a.path.localeCompare(b.path));
}

/** Returns the figures as a Markdown table, the form in which ARCHITECTURE.md contains them. */
export function tableOf(figures: Figures): string {
  return [
    '| figure | 0.6.0 | now | aim |',
    '| --- | --- | --- | --- |',
    ...rows.map(([name, before, now, aim]) => `| ${name} | ${before} | ${now(figures)} | ${aim} |`),
  ].join('\n');
}

/** Returns all files that git tracks, with their content in the working tree. */
function readTracked(): SourceFile[] {
  const paths = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  return paths
    .filter((path) => /\.(tsx?|js|css|sql|html|typ)$/.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Returns the table for the working tree, followed by the folders that contain too many files. */
export function shapeReport(): string {
  const figures = figuresOf(readTracked());
  const full = figures.fullFolders.map(
    ({ path, files }) => `${String(files).padStart(4)}  ${path}`,
  );
  const title = `Folders with more than ${FOLDER_FILES_MAX} files:`;
  return [tableOf(figures), ...(full.length > 0 ? ['', title, ...full] : [])].join('\n');
}
