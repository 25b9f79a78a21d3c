// Tests what the container image contains, and that everything that it imports is in it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commands, isNeeded, packageFolders, programFiles } from './contents.ts';

const files = programFiles('.').filter((file) => !file.startsWith('build/'));
const packages = packageFolders('.').map((folder) => folder.slice('node_modules/'.length));

test('the image has the program, its commands and its migrations', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'server/adapters/pdf/typst-worker.ts',
      'server/adapters/pdf/contract.typ',
      'db/schema/0201.do.app.sql',
      'db/upgrades/0.7.0/1-investors.sql',
      'db/upgrades/0.7.0/migrations.csv',
      'db/content/questions.yaml',
      'package.json',
      ...commands,
    ]),
  );
});

test('the image has no tests, no demonstration data and no mock issuer', () => {
  const wrong = /\.test\.ts$|\/testing\/|google-demo|^(actors|tests|e2e|bench|web)\/|db\/seed/;
  expect(files.filter((file) => wrong.test(file))).toEqual([]);
});

test('the image has the packages of production only', () => {
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', 'sharp']));
  const { devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>;
  const unwanted = Object.keys({ ...devDependencies, ...optionalDependencies });
  expect(packages.filter((name) => unwanted.includes(name))).toEqual([]);
  expect(isNeeded('node_modules/pg/lib/index.js')).toBe(true);
  expect(isNeeded('node_modules/zod/index.d.ts')).toBe(false);
});

test('each file that the image imports is in it', () => {
  const there = new Set(files);
  const missing = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      // Only static imports: what is loaded later belongs to demonstration and development.
      const found = [...text.matchAll(/^(?:import|export|\}) ?(type )?.*from '([.#][^']*)'/gm)];
      return found
        .filter(([, typeOnly]) => !typeOnly)
        .map(([, , to = '']) => (to.startsWith('#') ? to.slice(1) : join(dirname(file), to)))
        .filter((to) => existsSync(to) && !there.has(to))
        .map((to) => `${file} imports ${to}`);
    });
  expect(missing).toEqual([]);
});
