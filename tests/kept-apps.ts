// Apps that a worker keeps for its next test files: the two sites with their ports, processes and
// threads stay, and all that belongs to a database is made anew for each file.
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { App } from '../server/app.ts';

/** Largest number of apps that wait in a worker, each with other settings. */
const KEPT_MAX = 3;
/** Longest time in ms that the calls of a finished test file may still take. */
const QUIET_MS = 20_000;

/** An app that listens, and the folder with its keys and files. */
export type RunningApp = {
  app: App;
  siteUrl: string;
  officeUrl: string;
  metricsUrl: string;
  dataDir: string;
};

/** The waiting apps by their settings; the one used last is at the end. */
const kept = new Map<string, RunningApp>();
/** Calls of each site that are being answered, and what to do once there is none. */
type Calls = { running: number; whenNone: () => void };
const callsOf = new WeakMap<object, Calls>();

/**
 * Counts the running calls of every app that is started from now on. The promise of a handler also
 * covers the answer that it sends itself, such as a stream.
 */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const calls: Calls = { running: 0, whenNone: () => {} };
  callsOf.set(fastify.server, calls);
  fastify.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply);
      if (!(answer instanceof Promise)) return answer;
      calls.running += 1;
      const ended = () => {
        calls.running -= 1;
        if (calls.running === 0) calls.whenNone();
      };
      answer.then(ended, ended);
      return answer;
    };
  });
});

type Incr = (this: unknown, key: string, ...more: unknown[]) => void;
const LocalStore = createRequire(import.meta.url)('@fastify/rate-limit/store/LocalStore.js') as {
  prototype: { incr: Incr };
};
const { incr } = LocalStore.prototype;
/** Number of the test file, so that no file inherits the limits that another has used up. */
let counting = 0;
LocalStore.prototype.incr = function (key, ...more) {
  incr.call(this, `${counting} ${key}`, ...more);
};

/** Returns a waiting app with these settings, or null; nobody else gets it meanwhile. */
export function takeApp(settings: string): RunningApp | null {
  const found = kept.get(settings) ?? null;
  kept.delete(settings);
  counting += 1;
  return found;
}

/** Ends what the calls of a test file still do, and keeps the app for the next file. */
export async function keepApp(settings: string, one: RunningApp): Promise<void> {
  await endCalls(one.app);
  kept.set(settings, one);
  const [oldest, old] = [...kept][0]!;
  if (kept.size <= KEPT_MAX) return;
  kept.delete(oldest);
  await old.app.close();
}

/** Cuts all connections, and waits for calls that do not notice it. */
async function endCalls({ site, office }: App): Promise<void> {
  for (const { server } of [site, office]) server.closeAllConnections();
  await Promise.all([site, office].map(({ server }) => callsEnd(server)));
  // The hooks that follow an answer run in the same turn as it.
  await nextTurn();
}

function callsEnd(server: object): Promise<void> {
  const calls = callsOf.get(server);
  if (!calls || calls.running === 0) return Promise.resolve();
  return new Promise((settle, fail) => {
    const late = () => fail(new Error(`${calls.running} calls outlive the last test of a file`));
    const timer = setTimeout(late, QUIET_MS);
    calls.whenNone = () => {
      clearTimeout(timer);
      settle();
    };
  });
}
