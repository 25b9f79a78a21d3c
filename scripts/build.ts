// Builds what browsers load: the member site, the back office, and every file compressed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { dropOlderBuilds, filesSince } from './former-build.ts';
import { readOptions } from './options.ts';

const STAMP = 'build/sources';
/** A file below this size gets no compressed copy, because that would save too little. */
const SMALL_BYTES = 512;
const TEXT = /\.(js|css|html|svg|json|xml|txt|webmanifest|map)$/;

const { values } = readOptions({
  command: 'npm run build --',
  purpose: 'Builds what browsers load: the member site, the back office, and compressed copies.',
  options: {
    'if-changed': { type: 'boolean', about: 'does nothing where the sources are those of before' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Hash of everything the build depends on: sources, packages, and settings read at build time. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync([
    '{web,contract}/**/*',
    'public/**/*',
    '*.config.ts',
    'scripts/{build,fonts/*}.ts',
    'package-lock.json',
    '.env',
  ]);
  for (const file of files.toSorted()) {
    if (!/\.[a-z0-9]+$/.test(file)) continue;
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  // The fonts are subset to the characters of all texts, wherever these are defined.
  const copy = globSync(['server/**/*.{ts,typ}', 'db/**/*.{ts,md,yaml}']).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const characters = new Set(copy.join('').replace(/[\0-\x7f]/g, ''));
  hash.update([...characters].toSorted().join(''));
  for (const [name, value] of Object.entries(process.env).toSorted()) {
    if (/^(VITE|BRAND)_/.test(name)) hash.update(`${name}=${value}\n`);
  }
  return hash.digest('hex');
}

function run(what: string, ...args: string[]): void {
  say(`Building ${what} …`);
  const done = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status === 0) return;
  process.stderr.write(done.stdout + done.stderr);
  process.exit(1);
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const text = readFileSync(file);
  if (text.length < SMALL_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  writeFileSync(`${file}.br`, await brotli(text, { params }));
  writeFileSync(`${file}.gz`, await zip(text, { level: 9 }));
}

const currentFingerprint = fingerprint();
const isFresh = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === currentFingerprint;
if (values['if-changed'] && isFresh) process.exit(0);

rmSync(STAMP, { force: true });
// Neither build empties its folder, because a server that runs meanwhile still sends the files.
const startedAt = Date.now();
const router = join('node_modules', '@react-router', 'dev', 'dist', 'cli', 'index.js');
const vite = join('node_modules', 'vite', 'bin', 'vite.js');
run('the fonts', 'scripts/fonts/fonts.ts');
run('the member site', router, 'build');
run('the back office', vite, 'build', '--config', 'vite.office.config.ts');
say('Compressing …');
const built = filesSince(['build/site/client', 'build/office'], startedAt);
await Promise.all(built.filter((file) => TEXT.test(file)).map(compress));
dropOlderBuilds(['build/site', 'build/office'], 'build/files', startedAt);
writeFileSync(STAMP, currentFingerprint);
