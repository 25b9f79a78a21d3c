// The order of a start: sockets, packages, server, pages beside the filling, and then the server.
// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { glance, isBuilt, noteBuilt } from './builds.js';
import { beginPreparing } from './children.js';
import { commandOf, holderOf } from './lock.js';
import { findNode, installPackages, isInstalled } from './packages.js';
import { answerWith } from './page.js';
import { createProgress } from './progress.js';
import { Obstacle, alreadyRunning, endedBySignal, shortageIn } from './sentences.js';
import { readSettings } from './settings.js';
import { takeSockets } from './sockets.js';
import { showProgress, summaryOf } from './terminal.js';

const DATA = '.data';
/** Exists once the demonstration is whole (server/main.ts). */
const FILLED = join(DATA, 'filled');
const SERVER = join('build', 'server', 'main.js');
/** New objects are collected less often, which makes filling and starting faster. */
const FLAGS = ['--max-semi-space-size=64'];
/** Folder of compiled code. */
const CACHED = { NODE_COMPILE_CACHE: join('node_modules', '.cache', 'node') };
/** Descriptors 0 to 2 are the terminal, and 3 is the channel for messages. */
const FIRST_SOCKET = 4;
/** How long a server whose start was killed may take to end. */
const ORPHAN_LIMIT_MS = 30_000;
/** Steps that a build of the pages announces (scripts/build.ts). */
const PAGE_STEPS = 4;

/** @typedef {import('./progress.js').Key} Key */
/** @typedef {import('./progress.js').Progress} Progress */
/** @typedef {import('./children.js').Children} Children */
/** @typedef {{ packages: boolean, builds: boolean, filling: boolean, help: boolean }} Needs */

/** What a signal ends: the server itself, or what prepares it. */
const opened = {
  /** @type {import('node:child_process').ChildProcess | null} */
  server: null,
  /** @type {Children | null} */
  children: null,
  /** @type {Awaited<ReturnType<typeof takeSockets>> | null} */
  sockets: null,
  isInterrupted: false,
};
const terminal = showProgress(process.stdout);

/**
 * Prepares what is missing, runs the server until it ends, and ends with its code.
 * @param {readonly string[]} args the options of the server
 */
export async function start(args) {
  process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..', '..'));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => void interrupt(signal));
  }
  try {
    process.exit(await prepareAndServe(args));
  } catch (error) {
    if (opened.isInterrupted) return;
    terminal.end();
    await opened.children?.stop();
    if (!(error instanceof Obstacle)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Passes a signal on to the server, which ends by itself; before there is one, stops the
 * preparation.
 * @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal
 */
async function interrupt(signal) {
  if (opened.server) {
    opened.server.kill(signal);
    return;
  }
  if (opened.isInterrupted) return;
  opened.isInterrupted = true;
  terminal.end();
  process.stdout.write('Stopping …\n');
  await opened.children?.stop();
  process.exit(128 + constants.signals[signal]);
}

/** @param {readonly string[]} args */
async function prepareAndServe(args) {
  const settings = readSettings(process.env, args);
  const help = args.includes('--help');
  if (settings.isDemonstration && !help) await assertAlone();
  const packages = !isInstalled();
  const seen = packages ? null : glance();
  const builds = seen === null || !isBuilt(seen);
  const filling = settings.isDemonstration && !help && !existsSync(FILLED);
  const needs = { packages, builds, filling, help };
  const progress = createProgress(keysOf(needs), terminal.changed);
  if (settings.ports) {
    opened.sockets = await takeSockets({ host: settings.host, ports: settings.ports }, (setting) =>
      answerWith(
        () => progress.parts,
        setting === 'PORT' ? settings.brand : `${settings.brand}後台`,
      ),
    );
  }
  if (packages || builds || filling) await prepare(needs, args, progress);
  progress.begin('opening');
  return serve(args);
}

/**
 * @param {Needs} needs
 * @returns {Key[]}
 */
function keysOf({ packages, builds, filling, help }) {
  /** @type {[boolean, Key][]} */
  const all = [
    [packages, 'packages'],
    [builds, 'server'],
    [builds && !help, 'pages'],
    [filling, 'database'],
    [filling, 'filling'],
    [true, 'opening'],
  ];
  return all.flatMap(([isNeeded, key]) => (isNeeded ? key : []));
}

/**
 * Throws an Obstacle if the demonstration of this checkout runs. A server that was started from
 * here ends by itself after its start was killed, and is waited for.
 */
async function assertAlone() {
  const until = performance.now() + ORPHAN_LIMIT_MS;
  for (;;) {
    const pid = holderOf(DATA);
    if (pid === null) return;
    if (!isOrphan(pid) || performance.now() > until) throw new Obstacle(alreadyRunning(pid));
    await sleep(100);
  }
}

/** @param {number} pid */
function isOrphan(pid) {
  if (!/ --(sockets|fill)( |$)/.test(commandOf(pid) ?? '')) return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return !commandOf(parent)?.includes('start.js');
  } catch {
    return false;
  }
}

/**
 * @param {Needs} needs
 * @param {readonly string[]} args
 * @param {Progress} progress
 */
async function prepare(needs, args, progress) {
  const began = performance.now();
  const children = await beginPreparing();
  opened.children = children;
  terminal.begin(progress.parts);
  if (needs.packages) {
    progress.begin('packages');
    const counted = (/** @type {number} */ done, /** @type {number} */ of) =>
      progress.count('packages', done, of);
    await installPackages(children, { counted });
    progress.end('packages');
  }
  const node = findNode();
  // Seen before the builds, so that what changes meanwhile is built by the next start.
  const seen = glance();
  if (needs.builds) await build(children, node, 'server', progress);
  await Promise.all([
    needs.builds &&
      !needs.help &&
      build(children, node, 'pages', progress).then(() => noteBuilt(seen)),
    needs.filling && fill(children, node, args, progress),
  ]);
  terminal.end();
  const seconds = (performance.now() - began) / 1000;
  if (!needs.help) terminal.say(summaryOf(progress.parts, seconds));
  children.close();
  opened.children = null;
}

/**
 * @param {Children} children
 * @param {string} node
 * @param {'server' | 'pages'} part
 * @param {Progress} progress
 */
async function build(children, node, part, progress) {
  progress.begin(part);
  let step = 0;
  const onLine = (/** @type {string} */ line) => {
    if (part === 'pages' && line.endsWith('…')) progress.count(part, (step += 1), PAGE_STEPS);
  };
  const args = ['scripts/build.ts', '--if-changed', `--${part}`];
  const { code, signal, output } = await children.run(node, args, { onLine });
  if (signal) throw new Obstacle(endedBySignal('The build', signal));
  if (code !== 0) throw new Obstacle(shortageIn(output) ?? `${output.trim()}\nThe build failed.`);
  progress.end(part);
}

/**
 * Fills the demonstration by a server of its own on free ports, which ends afterwards.
 * @param {Children} children
 * @param {string} node
 * @param {readonly string[]} args
 * @param {Progress} progress
 */
async function fill(children, node, args, progress) {
  progress.begin('database');
  const ipc = (/** @type {{ filling?: { done: number, of: number } }} */ { filling }) => {
    if (!filling) return;
    progress.end('database');
    progress.begin('filling');
    progress.count('filling', filling.done, filling.of);
  };
  const onLine = (/** @type {string} */ line) => {
    if (!opened.isInterrupted) terminal.say(line);
  };
  const { code, signal, output } = await children.run(node, [...FLAGS, SERVER, '--fill', ...args], {
    ...{ env: CACHED, ipc, onLine },
  });
  if (signal) throw new Obstacle(endedBySignal('The filling of the demonstration', signal));
  if (code !== 0) throw new Obstacle(shortageIn(output) ?? output.trim());
  for (const key of /** @type {const} */ (['database', 'filling'])) {
    progress.begin(key);
    progress.end(key);
  }
}

/**
 * Runs the server on the sockets that are open, and returns the code with which it ended.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
function serve(args) {
  const { sockets } = opened;
  const handed = sockets ? ['--sockets', sockets.handed(FIRST_SOCKET)] : [];
  // Pages from their sources use the development builds of React and of its router, as Vite does.
  const flags = args.includes('--dev') ? [...FLAGS, '--conditions=development'] : FLAGS;
  const server = spawn(findNode(), [...flags, SERVER, ...handed, ...args], {
    env: { ...CACHED, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...(sockets?.descriptors ?? [])],
  });
  opened.server = server;
  // Until the server answers, the page of progress does.
  server.on('message', () => sockets?.close());
  return new Promise((settle, fail) => {
    server.once('error', fail);
    server.once('exit', (code, signal) => {
      if (!signal) return settle(code ?? 1);
      process.stderr.write(`${endedBySignal('The server', signal)}\n`);
      settle(128 + constants.signals[signal]);
    });
  });
}
