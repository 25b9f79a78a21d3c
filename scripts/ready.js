// Prepares the checkout under any Node version from 20 on: installs packages, and builds when
// requested.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HELP = `node scripts/ready.js
Installs the packages if some are missing; npm runs it before other commands.

  build   also builds the pages, if something changed since the last time
  --help  shows this
`;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

/** Exits with a message of one sentence; npm shows the message and stops. */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns whether every package of the lockfile is installed in the right version; optional
 * packages may be missing.
 */
function isInstalled() {
  const wanted = read('package-lock.json');
  const there = read('node_modules/.package-lock.json');
  if (!wanted || !there) return false;
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = there.packages[path];
    return found ? found.version === version : Boolean(optional);
  });
}

function install() {
  process.stdout.write('Installing packages (about a minute the first time) …\n');
  // `npm ci` is not used because it fails if a mirror lacks the packages of other platforms.
  const quiet = ['--no-save', '--loglevel=error', '--no-audit', '--no-fund'];
  const done = spawnSync('npm', ['install', ...quiet], { stdio: 'inherit' });
  if (done.status !== 0) fail('The packages could not be installed; see above for the reason.');
  if (!isInstalled()) fail('Some packages are missing after the installation. Run "npm install".');
}

/**
 * Finds Node 24, under which everything else runs: the copy installed by npm, or the machine's own.
 */
function findNode() {
  const own = join('node_modules', '.bin', 'node');
  if (existsSync(own)) {
    const tried = spawnSync(own, ['--version'], { encoding: 'utf8' });
    if (tried.status === 0) return own;
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `Node 24 or newer is needed on ${process.platform} ${process.arch}; ` +
      `this is ${process.version}. Install it and try again.`,
  );
}

const words = process.argv.slice(2);
if (words.includes('--help')) {
  process.stdout.write(HELP);
  process.exit(0);
}
const unknown = words.find((word) => word !== 'build');
if (unknown !== undefined) {
  process.stderr.write(
    `"${unknown}" is not known. "node scripts/ready.js --help" explains the options.\n`,
  );
  process.exit(2);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node 20 or newer is needed; this is ${process.version}.`);
}
if (!isInstalled()) install();
const node = findNode();
if (words.includes('build')) {
  const built = spawnSync(node, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' });
  if (built.status !== 0) fail('The build failed; see above for the reason.');
}
