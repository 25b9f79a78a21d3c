// `npm run bench -- web`: Lighthouse on public pages, and how fast pages are rendered.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPaths } from '../e2e/kit/public-paths.ts';
import { migrate } from '../server/database/migrate.ts';
import { startPostgres } from '../server/database/postgres.ts';
import { openFront } from './front.ts';
import { type Settings, inTurn, rate, table } from './measure.ts';

const CLIENTS = 16;
const RUNS = 3;

/** Returns the time and the machine's load average of the last minute. */
const now = () => {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${at} UTC, load ${loadavg()[0]?.toFixed(1)}`;
};

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((ready) => probe.listen(0, '127.0.0.1', ready));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

/**
 * Measures pages per second for many clients that send the headers of a browser; every answer is
 * checked.
 */
function load(url: string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'text/html' };
  const one = () =>
    new Promise<void>((settle, fail) => {
      get(url, { agent, headers }, (answer) => {
        let bytes = 0;
        answer.on('data', (part: Buffer) => (bytes += part.length));
        answer.on('end', () => {
          if (answer.statusCode === 200 && bytes > 1_000) settle();
          else fail(new Error(`${url} answered ${answer.statusCode} with ${bytes} bytes`));
        });
      }).on('error', fail);
    });
  return rate(CLIENTS, seconds, one).finally(() => agent.destroy());
}

/** Installs Lighthouse, which `npm start` does without, and loads what runs it. */
async function lighthouse() {
  const ready = spawnSync(process.execPath, ['scripts/ready.js', 'tools'], { stdio: 'inherit' });
  if (ready.status !== 0) throw new Error('Lighthouse is not there.');
  return (await import('../tools/lighthouse.ts')).measurePages;
}

/**
 * Measures and prints the results of Lighthouse and of the load; starts and stops its own database,
 * server and browser.
 */
export async function benchWeb(
  settings: Settings,
  only: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const measurePages = only === 'rendered' ? null : await lighthouse();
  spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'baixi-bench-'));
  // If this runs as root, PostgreSQL runs as a user of its own and must be able to enter the
  // folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: true });
  await migrate(postgres);
  const [port, frontPort] = [await freePort(), await freePort()];
  const front = `https://localhost:${frontPort}`;
  const { spki, close } = await openFront(frontPort, port);
  const place = ['--database', postgres.programUrl, '--folder', folder];
  const addresses = ['--port', String(port), '--public-url', front];
  const args = ['bench/web-server.ts', ...place, ...addresses];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await new Promise<void>((ready, failed) => {
      server.stdout.once('data', () => ready());
      server.once('exit', (code) => failed(new Error(`the measured server ended with ${code}`)));
    });
    const site = `http://127.0.0.1:${port}`;
    const begin = now();
    const runs = settings.quick ? 1 : RUNS;
    let scores = '';
    if (measurePages) {
      say('Looking with Lighthouse …');
      const paths = only?.split(',') ?? publicPaths;
      scores = await measurePages({ site, front, spki, paths, plain: '/bench/plain', runs }, say);
    }
    say('Rendering …');
    const figures = await inTurn(
      settings.rounds,
      () => load(`${site}/`, settings.seconds),
      () => load(`${site}/bench/static`, settings.seconds),
    );
    const what = `the home page rendered, ${CLIENTS} clients, against its bytes sent as they are`;
    const rendered = table([{ row: 'web', what, ...figures, aim: '–' }]);
    say(`\nFrom ${begin} to ${now()}, ${runs} runs a page:\n\n${scores}\n\n${rendered}`);
  } finally {
    server.removeAllListeners('exit');
    server.kill('SIGTERM');
    close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
