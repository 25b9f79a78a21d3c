// Programs that the preparation runs: recorded, so that the next start ends what a killed one left.
// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, startOf, stillRuns, takeLock } from './lock.js';
import { Obstacle, alreadyPreparing, notWritable, shortageIn } from './sentences.js';

/** Folder of the lock and the record; git ignores it. */
export const FOLDER = join('.cache', 'start');
/** How long a program may take to end after SIGTERM. */
const STOP_LIMIT_MS = 20_000;
/** Characters of the output that are kept to explain a failure. */
const OUTPUT_MAX = 40_000;

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, output: string }} Ended
 * @typedef {{
 *   env?: NodeJS.ProcessEnv,
 *   ipc?: (message: any) => void,
 *   onLine?: (line: string) => void,
 * }} Running `ipc` gets the messages of a program that ends everything of its own by itself
 */

/**
 * Takes the lock of the preparation, and ends what a killed start left running. Throws an Obstacle
 * if another start prepares this checkout.
 */
export async function beginPreparing() {
  try {
    mkdirSync(FOLDER, { recursive: true });
    const lock = takeLock(FOLDER);
    if ('heldBy' in lock) throw new Obstacle(alreadyPreparing(lock.heldBy));
    await endOrphans();
    return createChildren(lock.release);
  } catch (error) {
    throw error instanceof Obstacle ? error : new Obstacle(folderRefusal(error));
  }
}

/** @param {unknown} error */
function folderRefusal(error) {
  return shortageIn(String(codeOf(error))) ?? notWritable(process.cwd());
}

const record = join(FOLDER, 'children');

/** Sends a signal to a process and everything that it started.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

async function endOrphans() {
  /** @type {import('./lock.js').Holder[]} */
  let left = [];
  try {
    left = JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    // Without a record nothing was left.
  }
  for (const child of left.filter(stillRuns)) {
    process.stdout.write('Stopping what an earlier start left running …\n');
    signalGroup(child.pid, 'SIGKILL');
    while (stillRuns(child)) await sleep(20);
  }
  rmSync(record, { force: true });
}

/** @param {() => void} release */
function createChildren(release) {
  /** @type {Map<import('node:child_process').ChildProcess, boolean>} */
  const running = new Map();
  let stopping = false;
  const write = () => {
    const pids = [...running.keys()].flatMap(({ pid }) => pid ?? []);
    writeFileSync(record, JSON.stringify(pids.map((pid) => ({ pid, started: startOf(pid) }))));
  };

  /**
   * Runs a program in a process group of its own and keeps its output.
   * @param {string} file
   * @param {readonly string[]} args
   * @param {Running} [options]
   * @returns {Promise<Ended>}
   */
  async function run(file, args, { env, ipc, onLine } = {}) {
    if (stopping) return { code: null, signal: 'SIGTERM', output: '' };
    const child = spawn(file, args, {
      env: { ...process.env, ...env },
      // Ctrl-C at the terminal reaches this process only, which then ends the others in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? [/** @type {const} */ ('ipc')] : [])],
    });
    running.set(child, Boolean(ipc));
    write();
    if (ipc) child.on('message', ipc);
    const text = collect(child, onLine);
    const ended = await new Promise((settle) => {
      child.once('error', (error) => settle({ code: null, signal: null, error }));
      child.once('close', (code, signal) => settle({ code, signal }));
    });
    running.delete(child);
    if (!stopping) write();
    const { code, error } = ended;
    // A program that was asked to end may still exit with a code.
    const signal = ended.signal ?? (stopping ? 'SIGTERM' : null);
    return { code, signal, output: error ? `${error.message}\n` : text() };
  }

  return {
    run,
    /** Ends all programs and waits for them, and kills those that do not end in time. */
    async stop() {
      stopping = true;
      const all = [...running];
      for (const [child, endsItself] of all) {
        if (endsItself) child.kill('SIGTERM');
        else if (child.pid) signalGroup(child.pid, 'SIGTERM');
      }
      const until = performance.now() + STOP_LIMIT_MS;
      while (running.size > 0 && performance.now() < until) await sleep(20);
      for (const { pid } of running.keys()) if (pid) signalGroup(pid, 'SIGKILL');
      this.close();
    },
    /** Gives the checkout free for another preparation. */
    close() {
      rmSync(record, { force: true });
      release();
    },
  };
}

/** @typedef {ReturnType<typeof createChildren>} Children */

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {((line: string) => void) | undefined} onLine
 */
function collect(child, onLine) {
  let output = '';
  let rest = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-OUTPUT_MAX);
      if (!onLine || stream !== child.stdout) return;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
  }
  return () => output;
}
