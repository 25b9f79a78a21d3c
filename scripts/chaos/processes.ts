// Starts the program as in production as separate processes, and a small proxy before them.
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/database/free-port.ts';

export type Settings = Record<string, string>;
export type RunningProcess = {
  child: ChildProcess;
  siteUrl: string;
  metricsUrl: string;
  /** Everything that the process printed so far. */
  printed(): string;
  /** Resolves with the exit code when the process ends. */
  ended: Promise<number | null>;
};

/**
 * Returns an encryption key for a production start, made of one repeated byte; `productionSettings`
 * uses 1 for the data key.
 */
export const productionKey = (byte: number) => Buffer.alloc(32, byte).toString('base64');

/** A self-made certificate and its key for a production start. */
export const productionSeal = {
  SEAL_P12: readFileSync(new URL('../../tests/doubles/seal.p12', import.meta.url), 'base64'),
  SEAL_P12_PASSWORD: 'secret',
};

/**
 * Returns the settings of a production start, with which the process contacts nothing outside the
 * machine.
 */
export function productionSettings(
  urls: { url?: string; programUrl: string },
  folder: string,
): Settings {
  return {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: urls.programUrl,
    ...(urls.url && { DATABASE_OWNER_URL: urls.url }),
    PUBLIC_URL: 'https://baixi.example',
    OFFICE_URL: 'https://office.baixi.example',
    DATA_KEY: productionKey(1),
    HASH_KEY: productionKey(2),
    PERSON_KEY: productionKey(9),
    CAPTCHA_KEY: productionKey(3),
    HEADS_KEY: productionKey(4),
    PROOF_KEY: productionKey(5),
    HEADS_FILE: join(folder, 'heads.jsonl'),
    FILES_DIR: join(folder, 'files'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'service@baixi.example',
    SMS_URL: 'http://127.0.0.1:9',
    SMS_TOKEN: 'token',
    BANK_WEBHOOK_SECRET: '0123456789abcdef',
    BANK_CODE: '812',
    BANK_COMPANY_CODES: '99688',
    BANK_STATEMENT_DIR: join(folder, 'statements'),
    BANK_ORDER_DIR: join(folder, 'orders'),
    // The test clients choose their own IP address, because requests are rate-limited by address.
    TRUST_PROXY: '1',
    ...productionSeal,
  };
}

/** Adds three free ports to settings, so that the process can start again on the same ones. */
export async function withPorts(settings: Settings): Promise<Settings> {
  const [site, office, metrics] = [await freePort(), await freePort(), await freePort()];
  return {
    ...settings,
    PORT: String(site),
    OFFICE_PORT: String(office),
    METRICS_PORT: String(metrics),
  };
}

let isBuilt = false;
/** Bundles the servers if their sources changed, once in the life of this process. */
export function buildServers(): void {
  if (isBuilt) return;
  const args = ['scripts/build.ts', '--if-changed', '--programs'];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The servers could not be bundled.');
  isBuilt = true;
}

/**
 * Starts the program without pages, and resolves once its output says that it serves requests or
 * runs jobs. `source` is the folder of another version of the program, which runs as it is.
 */
export async function startProcess(
  settings: Settings,
  args: readonly string[] = [],
  source?: string,
): Promise<RunningProcess> {
  if (source === undefined) buildServers();
  const file = source === undefined ? 'build/server/main.js' : 'server/main.ts';
  const child = spawn(process.execPath, [file, '--api', ...args], {
    cwd: source,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    child,
    siteUrl: `http://127.0.0.1:${settings['PORT']}`,
    metricsUrl: `http://127.0.0.1:${settings['METRICS_PORT']}`,
    ...(await untilServing(child)),
  };
}

/** The bundle of `scripts/chaos/server.ts`, which `buildServers` makes. */
export const MARKET_SERVER = join('build', 'drill', 'server.js');
/** Folder of compiled code, as `npm start` keeps it: a process is back sooner. */
const COMPILED = join('node_modules', '.cache', 'node');

/**
 * Starts `scripts/chaos/server.ts`, in which the bank of the demonstration can be paid, and
 * resolves once it serves both sites and runs the jobs.
 */
export async function startMarketServer(
  databaseUrl: string,
  folder: string,
  ports: { site: number; office: number },
  environment: Settings = {},
): Promise<ChildProcess> {
  const place = ['--database', databaseUrl, '--folder', folder];
  const addresses = ['--port', String(ports.site), '--office-port', String(ports.office)];
  buildServers();
  const child = spawn(process.execPath, [MARKET_SERVER, ...place, ...addresses], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
  });
  await new Promise<void>((ready, failed) => {
    child.stdout.once('data', () => ready());
    child.once('exit', (code) => failed(new Error(`the server ended with ${code} at its start`)));
  });
  child.removeAllListeners('exit');
  return child;
}

/** Resolves once a process of the program has printed that it serves requests or runs jobs. */
export async function untilServing(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<Pick<RunningProcess, 'printed' | 'ended'>> {
  let output = '';
  const ended = new Promise<number | null>((settle) => child.once('close', settle));
  await new Promise<void>((ready, failed) => {
    const take = (text: Buffer) => {
      output += String(text);
      if (/百溪 (serves|runs the jobs)/.test(output)) ready();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then((code) => failed(new Error(`the process ended with ${code}: ${output}`)));
  });
  return { printed: () => output, ended };
}

const LOOK_MS = 100;
const PROBE_MS = 2_000;

/** Returns why a process gets no requests now; null if it reports ready. */
async function refusalOf(target: string): Promise<string | null> {
  try {
    const answer = await fetch(`${target}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) });
    const text = await answer.text();
    return answer.ok ? null : `${answer.status} ${text}`;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

/**
 * Starts a proxy that forwards each request to the next process that reports ready, and never tries
 * a request twice.
 */
export async function startProxy(targets: readonly string[]) {
  const ready = new Set<string>();
  /** What the last probe of each process said that was not ready. */
  const refusals = new Map<string, string>();
  let stopped = false;
  const watching = targets.map(async (target) => {
    while (!stopped) {
      const refusal = await refusalOf(target);
      if (refusal === null) ready.add(target);
      else {
        ready.delete(target);
        refusals.set(target, refusal);
      }
      await sleep(LOOK_MS);
    }
  });
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const forward = (asked: IncomingMessage, answered: ServerResponse) => {
    turn += 1;
    const target = [...ready][turn % ready.size];
    const fail = (why: string) => {
      if (answered.headersSent) answered.destroy();
      else answered.writeHead(502).end(why);
    };
    if (!target) return fail(`no process is ready: ${[...refusals.values()].join('; ')}`);
    const { method, headers, url } = asked;
    const onward = request(`${target}${url}`, { method, headers, agent }, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(answered);
    });
    onward.once('error', (error) => fail(error.message));
    asked.pipe(onward);
  };
  const server = createServer(forward);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves once `count` processes are ready. */
    async untilReady(count: number) {
      while (ready.size < count) await sleep(LOOK_MS);
    },
    async close() {
      stopped = true;
      await Promise.all(watching);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
