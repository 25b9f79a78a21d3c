// Builds what `npm start` runs: the pages for browsers, and the server as a few files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { dropOlderBuilds, filesSince } from './building/former-build.ts';
import { readOptions } from './options.ts';

/** A file below this size gets no compressed copy, because that would save too little. */
const SMALL_BYTES = 512;
const TEXT = /\.(js|css|html|svg|json|xml|txt|webmanifest|map)$/;

const { values } = readOptions({
  command: 'npm run build --',
  purpose: 'Builds the member site, the back office, and the server.',
  options: {
    'if-changed': { type: 'boolean', about: 'does nothing where the sources are those of before' },
    server: { type: 'boolean', about: 'only the server' },
    pages: { type: 'boolean', about: 'only the pages' },
    programs: { type: 'boolean', about: 'only the server, and that of the drills' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

type Part = {
  /** Hash of everything that this part depends on. */
  fingerprint(): string;
  build(startedAt: number): Promise<void>;
  folders: string[];
  /** File with the fingerprint of the last build. */
  stamp: string;
  /** File with the names of the files that the last build wrote. */
  list: string;
};

const pages: Part = {
  /** Sources, packages, and settings read at build time. */
  fingerprint() {
    const hash = hashOf([
      '{web,contract}/**/*',
      'public/**/*',
      '*.config.ts',
      'scripts/{build,fonts/*}.ts',
      'package-lock.json',
      '.env',
    ]);
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
  },
  async build(startedAt) {
    const router = join('node_modules', '@react-router', 'dev', 'dist', 'cli', 'index.js');
    const vite = join('node_modules', 'vite', 'bin', 'vite.js');
    run('the fonts', 'scripts/fonts/fonts.ts');
    run('the member site', router, 'build');
    run('the back office', vite, 'build', '--config', 'vite.office.config.ts');
    say('Compressing …');
    const built = filesSince(['build/site/client', 'build/office'], startedAt);
    await Promise.all(built.filter((file) => TEXT.test(file)).map(compress));
  },
  folders: ['build/site', 'build/office'],
  stamp: 'build/sources',
  list: 'build/files',
};

/** A server as a few files under `build/`. */
const program = (what: string, entry: string, name: string): Part => ({
  fingerprint: () =>
    hashOf([
      '{server,contract,actors,db}/**/*.{ts,json}',
      'scripts/{build,building/*,options,chaos/server}.ts',
      'scripts/starting/{lock,sentences}.js',
      'package-lock.json',
    ]).digest('hex'),
  async build() {
    say(`Building ${what} …`);
    // Loading Vite takes longer than the test whether anything changed.
    const { bundle } = await import('./building/bundle.ts');
    await bundle(entry, `build/${name}`);
  },
  folders: [`build/${name}`],
  stamp: `build/${name}-sources`,
  list: `build/${name}-files`,
});
const server = program('the server', 'server/main.ts', 'server');
const drill = program('the server of the drills', 'scripts/chaos/server.ts', 'drill');

function hashOf(patterns: string[]) {
  const hash = createHash('sha256');
  for (const file of globSync(patterns).toSorted()) {
    if (!/\.[a-z0-9]+$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  return hash;
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

const chosen = [
  ...(values.pages ? [pages] : []),
  ...(values.server || values.programs ? [server] : []),
  ...(values.programs ? [drill] : []),
];
const parts = chosen.length > 0 ? chosen : [pages, server];
for (const { fingerprint, build, folders, stamp, list } of parts) {
  const current = fingerprint();
  const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
  if (values['if-changed'] && isFresh) continue;
  rmSync(stamp, { force: true });
  // No build empties its folders, because a server that runs meanwhile still reads the files.
  const startedAt = Date.now();
  await build(startedAt);
  dropOlderBuilds(folders, list, startedAt);
  writeFileSync(stamp, current);
}
