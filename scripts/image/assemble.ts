// Puts together the folder that the container image contains; the Containerfile runs the same.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readOptions } from '../options.ts';
import { isNeeded, packageFolders, programFiles } from './contents.ts';

const { values } = readOptions({
  command: 'node scripts/image/assemble.ts',
  purpose: 'Copies what a production process needs, after `npm run build`, into a new folder.',
  options: { to: { type: 'string', value: 'DIR', about: 'a folder that is empty or not there' } },
});
function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
if (!values.to) refuse('Give --to DIR.');
for (const file of ['build/site/server/index.js', 'build/server/main.js']) {
  if (!existsSync(file)) refuse('Build the pages and the server first: npm run build');
}
const to = resolve(values.to);
if (existsSync(to) && readdirSync(to).length > 0) refuse(`${to} is not empty.`);

const files = programFiles('.');
for (const file of files) {
  mkdirSync(join(to, dirname(file)), { recursive: true });
  cpSync(file, join(to, file));
}
const packages = packageFolders('.');
for (const folder of packages) {
  // A package that is inside another package has a turn of its own.
  const filter = (source: string) =>
    source === folder || (isNeeded(source) && !source.endsWith('/node_modules'));
  cpSync(folder, join(to, folder), { recursive: true, filter });
}
process.stdout.write(`${to} has ${files.length} files and ${packages.length} packages.\n`);
