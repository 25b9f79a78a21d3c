// A checkout in miniature for tests of the start: the real scripts, a stand-in for npm, for the
// build and for the server, each of which notes that it was run and does as a test tells it.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../../server/database/free-port.ts';

const LOCKFILE = {
  packages: { '': {}, 'node_modules/one': { version: '1.0.0' } },
};

/** Does what the variable ACTS says: waits for a file, fails with a text, or goes on. */
const obey = (name: string) => `
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('ran', '${name} ' + process.argv.slice(2).join(' ') + '\\n');
const acts = JSON.parse(process.env.ACTS ?? '{}')['${name}'] ?? {};
if (acts.waits) while (existsSync('wait')) await new Promise((then) => setTimeout(then, 10));
if (acts.says) process.stderr.write(acts.says + '\\n');
if (acts.dies) process.kill(process.pid, 'SIGKILL');
if (acts.code) process.exit(acts.code);
`;

const npm = `#!${process.execPath}
${obey('npm')}
writeFileSync('node_modules/.package-lock.json', '${JSON.stringify(LOCKFILE)}');
`;

const build = `// Stands in for the build.
${obey('build')}
if (process.argv.includes('--server')) {
  mkdirSync('build/server', { recursive: true });
  writeFileSync('build/server/main.js', \`SERVER\`);
  writeFileSync('build/server-sources', 'one');
} else {
  console.log('Building the fonts …');
  mkdirSync('build/site/server', { recursive: true });
  mkdirSync('build/office', { recursive: true });
  writeFileSync('build/site/server/index.js', '');
  writeFileSync('build/office/index.html', '');
  writeFileSync('build/sources', 'one');
}
`;

const server = `
import { createServer } from 'node:http';
${obey('server')}
writeFileSync('flags', process.execArgv.join(' '));
process.once('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(7));
if (process.argv.includes('--fill')) {
  process.send({ filling: { done: 1, of: 2 } });
  if (acts.fails) {
    process.stderr.write(acts.fails + '\\\\n');
    process.exit(1);
  }
  if (acts.fills) while (existsSync('wait')) await new Promise((then) => setTimeout(then, 10));
  mkdirSync('.data', { recursive: true });
  writeFileSync('.data/filled', '');
  process.exit(0);
}
const descriptors = process.argv[process.argv.indexOf('--sockets') + 1].split(/[;,]/).map(Number);
for (const fd of descriptors) createServer((_, answer) => answer.end('the site')).listen({ fd });
process.send({ listening: true });
`;

export type Acts = Partial<
  Record<
    'npm' | 'build' | 'server',
    { waits?: true; says?: string; dies?: true; code?: number; fails?: string; fills?: true }
  >
>;

export type Running = {
  child: ChildProcess;
  /** Everything that was printed so far. */
  printed(): string;
  /** Resolves with the exit code, or with the signal that ended the script. */
  ended: Promise<number | string | null>;
};

/** Writes the files of the checkout and returns its folder and that of its npm. */
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-start-'));
  // Tests that run the start as another user let them enter.
  chmodSync(folder, 0o755);
  const bin = join(folder, 'bin');
  for (const made of [bin, join(folder, 'scripts')]) mkdirSync(made);
  for (const script of ['start.js', 'ready.js', 'starting']) {
    const to = join(folder, 'scripts', script);
    cpSync(join('scripts', script), to, {
      recursive: true,
      filter: (from) => !/\.test\.ts$|testing$/.test(from),
    });
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(LOCKFILE));
  writeFileSync(join(bin, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
  const source = server.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('$', '\\$');
  writeFileSync(
    join(folder, 'scripts', 'build.ts'),
    build.replace('SERVER', () => source),
  );
  return { folder, bin };
}

/** Makes a checkout in a new folder, and starts it as often as a test needs. */
export async function makeCheckout() {
  const { folder, bin } = makeFolder();
  const [site, office] = [await freePort(), await freePort()];
  const started: Running[] = [];

  /** Starts the script; `acts` says what the stand-ins do. */
  function start(
    acts: Acts = {},
    options: { env?: NodeJS.ProcessEnv; uid?: number; args?: string[] } = {},
  ): Running {
    const child = spawn(process.execPath, ['scripts/start.js', ...(options.args ?? [])], {
      cwd: folder,
      uid: options.uid,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: [bin, process.env['PATH']].join(delimiter),
        ACTS: JSON.stringify(acts),
        PORT: String(site),
        OFFICE_PORT: String(office),
        ...options.env,
      },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => (text += String(part)));
    }
    const ended = new Promise<number | string | null>((settle) =>
      child.once('close', (code, signal) => settle(signal ?? code)),
    );
    const running = { child, printed: () => text, ended };
    started.push(running);
    return running;
  }

  return {
    folder,
    start,
    site: `http://127.0.0.1:${site}`,
    office: `http://127.0.0.1:${office}`,
    ports: { site, office },
    path: (...parts: string[]) => join(folder, ...parts),
    has: (...parts: string[]) => existsSync(join(folder, ...parts)),
    /** Lets the stand-ins wait that are told to, until `goOn`. */
    wait: () => writeFileSync(join(folder, 'wait'), ''),
    goOn: () => rmSync(join(folder, 'wait'), { force: true }),
    write: (file: string, text: string) => appendFileSync(join(folder, file), text),
    /** Returns what was run since the last call: npm, build and server with their arguments. */
    runs() {
      const file = join(folder, 'ran');
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
      rmSync(file, { force: true });
      return lines.map((line) => line.trim());
    },
    async remove() {
      this.goOn();
      for (const { child } of started) child.kill('SIGTERM');
      await Promise.all(started.map(({ ended }) => ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
