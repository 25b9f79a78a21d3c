// Whether a build can be skipped, found out without reading the sources.
// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything on which builds depend (scripts/build.ts), and more. */
const sources = ['contract', 'server', 'web', 'actors', 'db', 'public', 'scripts', '.env'];
const rootFiles = /(\.config\.ts|^package(-lock)?\.json|^tsconfig\.json)$/;
/** Fingerprints that the builds leave at their end. */
const stamps = ['build/sources', 'build/server-sources'];
const results = ['build/site/server/index.js', 'build/office/index.html', 'build/server/main.js'];
const note = join('build', 'seen');

/**
 * Returns a hash of names, sizes and times of all sources, and of the settings that are read at
 * build time. The system sets the time of a change and nobody can set it back, so that files that
 * are copied with an old date are noticed as well.
 * @returns {string}
 */
export function glance() {
  const hash = createHash('sha256');
  const look = (/** @type {string} */ path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isDirectory()) for (const name of readdirSync(path).sort()) look(join(path, name));
    else hash.update(`${path} ${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}\n`);
  };
  const inRoot = readdirSync('.').filter((name) => rootFiles.test(name));
  for (const path of [...sources, ...inRoot.sort()]) look(path);
  for (const name of Object.keys(process.env).sort()) {
    if (/^(VITE|BRAND)_/.test(name)) hash.update(`${name}=${process.env[name]}\n`);
  }
  return hash.digest('hex');
}

/**
 * What the note says of these sources: it also has the stamps of the builds, because a build by
 * hand with other settings replaces what was noted.
 * @param {string} seen
 */
const noteOf = (seen) => [seen, ...stamps.map((file) => readFileSync(file, 'utf8'))].join('\n');

/**
 * Returns whether everything was built from what is there now.
 * @param {string} seen
 */
export function isBuilt(seen) {
  if (![...stamps, ...results, note].every((file) => existsSync(file))) return false;
  return readFileSync(note, 'utf8') === noteOf(seen);
}

/**
 * Notes that everything is built from what was seen before the build.
 * @param {string} seen
 */
export function noteBuilt(seen) {
  writeFileSync(note, noteOf(seen));
}
