// Figures of the shape of the source code, as a table: `npm run check -- --shape` prints it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { office, site } from '#contract/index.ts';
import { circlesOf } from '../tests/tidy/circles.ts';
import { webProblems } from '../tests/tidy/imports.ts';
import { readsOfLater } from '../tests/tidy/reads.ts';

export type SourceFile = { path: string; text: string };
type Folder = { path: string; files: number };
export type Figures = {
  codeLines: number;
  /** Circles of imports, those of types included. */
  circles: number;
  /** Pairs of a file and a table of a later feature that it reads. */
  laterReads: number;
  /** Imports of pages against the order of the features. */
  webImports: number;
  /** Files that make an empty database, and how often they change what they made before. */
  schemaFiles: number;
  alterations: number;
  /** Folders with at least one file less than the limit, the fullest first. */
  fullFolders: Folder[];
  /** Words of documents, by path. */
  words: ReadonlyMap<string, number>;
};

/** A folder with more source files than this must be split into subfolders. */
export const FOLDER_FILES_MAX = 24;

/** Calls of the contract, site and office together. */
const calls = [site, office].flatMap((side) => Object.values(side).map(Object.keys)).flat().length;

/**
 * Rows of the table: each figure with its value at 7f997d37, where the third plan of the house
 * began, the current value, and the aim.
 */
const rows: [name: string, before: string, now: (figures: Figures) => string, aim: string][] = [
  [
    'lines a call, all layers, without tests',
    '490',
    ({ codeLines }) => count(Math.round(codeLines / calls)),
    '≤ 420',
  ],
  ['circles of imports, types included', '1 of 19 files', ({ circles }) => String(circles), '0'],
  [
    'reads of later features’ tables (file and table)',
    '150',
    ({ laterReads }) => String(laterReads),
    '≤ 100',
  ],
  [
    'imports of pages against the order of the features',
    '67',
    ({ webImports }) => String(webImports),
    '0',
  ],
  [
    'files that make an empty database / `alter` in them',
    '62 / 53',
    ({ schemaFiles, alterations }) => `${schemaFiles} / ${alterations}`,
    'about 20 / 0',
  ],
  [
    `folders with ${FOLDER_FILES_MAX - 1} files or more`,
    '23 (of 20)',
    ({ fullFolders }) => String(fullFolders.length),
    '≤ 5',
  ],
  [
    'words in ARCHITECTURE / reliability / benchmarks / `docs/*.md`',
    '3,167 / 9,361 / 9,046 / 58,200',
    ({ words }) =>
      [
        words.get('ARCHITECTURE.md') ?? 0,
        words.get('docs/reliability.md') ?? 0,
        words.get('docs/benchmarks.md') ?? 0,
        sum([...words].filter(([path]) => /^docs\/[^/]+$/.test(path)).map(([, many]) => many)),
      ]
        .map(count)
        .join(' / '),
    '1,200 / 1,500 / 1,800 / ≤ 35,000',
  ],
];

const isTest = (path: string) =>
  /\.(test|e2e|setup)\.tsx?$/.test(path) || /^(tests|e2e)\//.test(path);
const count = (lines: number) => lines.toLocaleString('en-US');
const lengthOf = ({ text }: SourceFile) => text.split('\n').length - 1;
const sum = (lengths: readonly number[]) => lengths.reduce((total, one) => total + one, 0);

/**
 * Counts the figures. Code is every TypeScript file of contract, server and web with its comments
 * and blank lines, except tests. A folder contains the source files of any language that lie
 * directly in it; tests, pictures and articles do not count. A word of a document is what stands
 * between blanks.
 */
export function figuresOf(files: readonly SourceFile[]): Figures {
  const code = files.filter(({ path }) => /\.tsx?$/.test(path));
  const schema = files.filter(({ path }) => /^db\/(schema|migrations)\/.*\.sql$/.test(path));
  const documents = files.filter(({ path }) => path.endsWith('.md'));
  const layers = code.filter(({ path }) => /^(contract|server|web)\//.test(path) && !isTest(path));
  return {
    codeLines: sum(layers.map(lengthOf)),
    circles: circlesOf(code).length,
    laterReads: Object.values(readsOfLater(code)).flat().length,
    webImports: webProblems(code).length,
    schemaFiles: schema.length,
    alterations: sum(schema.map(({ text }) => text.match(/^\s*alter /gim)?.length ?? 0)),
    fullFolders: foldersOf(files).filter((folder) => folder.files >= FOLDER_FILES_MAX - 1),
    words: new Map(
      documents.map(({ path, text }) => [path, text.split(/\s+/).filter(Boolean).length]),
    ),
  };
}

/** Returns the folders with more files than the limit, the fullest first. */
export const overfullOf = (files: readonly SourceFile[]): Folder[] =>
  foldersOf(files).filter((folder) => folder.files > FOLDER_FILES_MAX);

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

/** Returns the figures as a Markdown table, with those at the beginning and the aims. */
export function tableOf(figures: Figures): string {
  return [
    '| figure | before | now | aim |',
    '| --- | --- | --- | --- |',
    ...rows.map(([name, before, now, aim]) => `| ${name} | ${before} | ${now(figures)} | ${aim} |`),
  ].join('\n');
}

/** Returns all files that git tracks, with their content in the working tree. */
function readTracked(): SourceFile[] {
  const paths = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  return paths
    .filter((path) => /\.(tsx?|js|css|sql|html|typ|md)$/.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Returns the table for the working tree, followed by the folders that are nearly too full. */
export function shapeReport(): string {
  const figures = figuresOf(readTracked());
  const full = figures.fullFolders.map(
    ({ path, files }) => `${String(files).padStart(4)}  ${path}`,
  );
  const title = `Folders with ${FOLDER_FILES_MAX - 1} files or more:`;
  return [tableOf(figures), ...(full.length > 0 ? ['', title, ...full] : [])].join('\n');
}
