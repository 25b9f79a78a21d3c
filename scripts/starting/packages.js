// Whether the packages are installed as the lockfile says, their installation, and Node 24 in them.
// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Obstacle, endedBySignal, notWritable, npmFailure, shortageIn } from './sentences.js';
import { codeOf } from './lock.js';

const COUNT_EVERY_MS = 500;

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lockfile */

/**
 * @param {string} file
 * @returns {Lockfile | null}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * File that exists while npm installs. npm notes what is installed only at its end, so that after
 * it was killed its note describes the packages of before, and some folders are half written.
 * @param {string} folder
 */
const markOf = (folder) => join(folder, 'node_modules', '.installing');

/**
 * Returns whether every package of the lockfile is installed in the right version; optional
 * packages may be missing.
 * @param {string} [folder]
 */
export function isInstalled(folder = '.') {
  if (existsSync(markOf(folder))) return false;
  const wanted = read(join(folder, 'package-lock.json'));
  const there = read(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted || !there) return false;
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = there.packages[path];
    return found ? found.version === version : Boolean(optional);
  });
}

/**
 * Installs the packages of the lockfile; `counted` is called with how many are there, of how many.
 * Throws an Obstacle with one sentence.
 * @param {import('./children.js').Children} children
 * @param {{ folder?: string, counted?: (done: number, of: number) => void }} [options]
 */
export async function installPackages(children, { folder = '.', counted } = {}) {
  const mark = markOf(folder);
  // After a killed installation some package may lack files, which npm would not notice.
  try {
    if (existsSync(mark)) rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(mark, '');
  } catch (error) {
    const code = String(codeOf(error));
    throw new Obstacle(shortageIn(code) ?? notWritable(join(folder, 'node_modules')));
  }
  const timer = counted && setInterval(() => counted(...countOf(folder)), COUNT_EVERY_MS);
  // `npm ci` is not used because it fails if a mirror lacks the packages of other platforms.
  const quiet = ['--no-save', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  const args = ['install', '--prefix', folder, '--prefer-offline', ...quiet];
  const { code, signal, output } = await children.run('npm', args);
  clearInterval(timer);
  if (code !== 0) {
    // npm took back what it had begun, unless it was killed or could write no more.
    if (!signal && !shortageIn(output)) rmSync(mark, { force: true });
    if (code === null && !signal) {
      throw new Obstacle('The command npm is missing; it comes with Node. Install it.');
    }
    throw new Obstacle(signal ? endedBySignal('npm', signal) : npmFailure(output, folder));
  }
  rmSync(mark, { force: true });
  if (!isInstalled(folder)) {
    throw new Obstacle('Some packages are missing after the installation. Run "npm install".');
  }
}

/**
 * @param {string} folder
 * @returns {[done: number, of: number]}
 */
function countOf(folder) {
  const wanted = Object.entries(read(join(folder, 'package-lock.json'))?.packages ?? {}).filter(
    ([path, { optional }]) => path !== '' && !optional,
  );
  const isThere = (/** @type {string} */ path) =>
    statSync(join(folder, path, 'package.json'), { throwIfNoEntry: false }) !== undefined;
  return [wanted.filter(([path]) => isThere(path)).length, wanted.length];
}

/** The copy of Node that npm installs. */
export const OWN_NODE = join('node_modules', '.bin', 'node');

/**
 * Finds Node 24, under which everything else runs: the copy installed by npm, or the machine's own.
 * @returns {string}
 */
export function findNode() {
  if (existsSync(OWN_NODE) && spawnSync(OWN_NODE, ['--version']).status === 0) return OWN_NODE;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Obstacle(
    `Node 24 or newer is needed on ${process.platform} ${process.arch}; ` +
      `this is ${process.version}. Install it and try again.`,
  );
}
