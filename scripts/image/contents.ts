// What the container image contains: the program, its pages, and the packages of production.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { z } from 'zod';

/** Commands that an operator runs in a container, beside `build/server/main.js`. */
export const commands = [
  'scripts/migrate.ts',
  'scripts/operator.ts',
  'scripts/audit-verify.ts',
  'scripts/files/files.ts',
  'scripts/keys/keys.ts',
] as const;

const inImage = [
  'package.json',
  'LICENSE',
  'docs/api.md',
  'contract/**/*.{ts,json}',
  'server/**/*.{ts,typ,json}',
  'db/**/*.{csv,sql,md,yaml}',
  'scripts/{options,database}.ts',
  'scripts/files/copy-files.ts',
  'scripts/starting/{lock,sentences}.js',
  'build/{site,office,server}/**/*',
  ...commands,
];

/**
 * Files that only tests, development or the demonstration need: among them the mock issuer of
 * identities and the server of unbuilt pages.
 */
const outside = [
  '**/*.test.ts',
  '**/testing/**',
  'db/**/README.md',
  'server/adapters/auth/google-demo.ts',
  'server/http/pages/pages-dev.ts',
  'build/server/{google-demo,pages-dev,seed,transport}-*',
];

/** Returns the files of the program that the image contains, relative to `root`. */
export function programFiles(root: string): string[] {
  return globSync(inImage, { cwd: root, exclude: outside, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
  ),
});
const names = z.record(z.string(), z.string());
const ownSchema = z.object({ optionalDependencies: names, devDependencies: names });

const read = (root: string, file: string): unknown =>
  JSON.parse(readFileSync(join(root, file), 'utf8'));

/**
 * Returns the installed folders of the packages that the image contains. Optional packages of ours
 * (an embedded PostgreSQL and Node) are left out, because a container has Node and production has a
 * PostgreSQL of its own. npm also counts as needed what a package would use if it were there, such
 * as the compiler; those are packages of development.
 */
export function packageFolders(root: string): string[] {
  const own = ownSchema.parse(read(root, 'package.json'));
  const omitted = new Set(Object.keys({ ...own.optionalDependencies, ...own.devDependencies }));
  return Object.entries(lockSchema.parse(read(root, 'package-lock.json')).packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder]) => folder)
    .filter((folder) => {
      const name = folder.slice('node_modules/'.length);
      const isForCompiler = /^@types(cript)?\//.test(name);
      return !omitted.has(name) && !isForCompiler && existsSync(join(root, folder));
    });
}

/** Returns whether a file of a package is needed at run time. */
export function isNeeded(file: string): boolean {
  const name = basename(file);
  return name !== '.bin' && !/\.(d\.[cm]?ts|map|tsbuildinfo)$/.test(name);
}
