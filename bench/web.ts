// `npm run bench -- web`: Lighthouse on public pages, and how fast pages are rendered.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { migrate } from '../server/db.ts';
import { startPostgres } from '../server/postgres.ts';
import { findChromium } from '../scripts/tools.ts';
import { type Settings, inTurn, rate, table } from './measure.ts';

const CLIENTS = 16;
const groups = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Ten pages that every visitor may open, of every kind. */
const paths = [
  '/',
  '/about',
  '/loan/alllist',
  '/loan/engineer',
  '/investment',
  '/knowledge',
  '/knowledge/article/45',
  '/support',
  '/support/policy',
  '/sitemap',
];

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((ready) => probe.listen(0, '127.0.0.1', ready));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Pages a second by so many clients that ask as browsers do; every answer is checked. */
function load(url: string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const headers = { 'accept-encoding': 'br', accept: 'text/html' };
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

type Scores = { path: string; scores: number[]; lost: string[] };

/** Each page once, as Lighthouse sees a phone; what cost points by name. */
async function scoresOf(base: string, say: (line: string) => void): Promise<Scores[]> {
  const chromePath = findChromium();
  if (!chromePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu'];
  const browser = await launch({ chromePath, chromeFlags });
  const all: Scores[] = [];
  try {
    for (const path of paths) {
      const { status } = await fetch(base + path);
      if (status !== 200) {
        say(`${path} answers ${status}`);
        continue;
      }
      const flags = { port: browser.port, onlyCategories: [...groups], logLevel: 'error' as const };
      const told = (await lighthouse(base + path, flags))?.lhr;
      const scores = groups.map((group) => Math.round((told?.categories[group]?.score ?? 0) * 100));
      const lost = groups.flatMap((group) =>
        (told?.categories[group]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (told?.audits[id]?.score ?? 1) < 0.9)
          .map(({ id }) => `${id} ${told?.audits[id]?.displayValue ?? ''}`.trim()),
      );
      all.push({ path, scores, lost });
      say(`${path} ${scores.join(' ')} ${lost.join(', ')}`);
    }
  } finally {
    browser.kill();
  }
  return all;
}

const scoreTable = (all: readonly Scores[]) =>
  [
    `| page | ${groups.join(' | ')} |`,
    `| --- |${' --- |'.repeat(groups.length)}`,
    ...all.map(({ path, scores }) => `| ${path} | ${scores.join(' | ')} |`),
  ].join('\n');

/** Prints both; starts its own database, server and browser, and ends them. */
export async function benchWeb(settings: Settings, say: (line: string) => void): Promise<void> {
  spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'baixi-bench-'));
  // PostgreSQL runs as a user of its own where we are root, and must get through.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: true });
  await migrate(postgres.url);
  const port = await freePort();
  const args = ['bench/web-server.ts', postgres.url, folder, String(port)];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await new Promise<void>((ready, failed) => {
      server.stdout.once('data', () => ready());
      server.once('exit', (code) => failed(new Error(`the measured server ended with ${code}`)));
    });
    const base = `http://127.0.0.1:${port}`;
    say('Looking with Lighthouse …');
    const scores = await scoresOf(base, say);
    say('Rendering …');
    const figures = await inTurn(
      settings.rounds,
      () => load(`${base}/`, settings.seconds),
      () => load(`${base}/bench/static`, settings.seconds),
    );
    const what = `the home page rendered, ${CLIENTS} clients, against its bytes sent as they are`;
    say(`\n${scoreTable(scores)}\n\n${table([{ row: 'web', what, ...figures, aim: '–' }])}`);
  } finally {
    server.removeAllListeners('exit');
    server.kill('SIGTERM');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
