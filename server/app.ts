// Assembles the app: pool, adapters, the two sites and the worker, opened and closed together.
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Services } from './services.ts';
import type { Config } from './config/config.ts';
import { type Pool, SHORT, createPool, db } from './database/db.ts';
import { ensureContent } from './content/loading.ts';
import { readStamp } from './content/answers/support-queries.ts';
import { ensurePlans } from './lending/plan/plans.ts';
import { countVisits, type Visits } from './reports/visits.ts';
import type { Pace } from './http/security/pace.ts';
import { plainPages } from './http/pages/plain-pages.ts';
import { registerMonitoring } from './http/health.ts';
import { createApp } from './http/plugins.ts';
import { pageApiOf } from './http/pages/page-api.ts';
import { type PageCache, createPageCache } from './http/pages/page-cache.ts';
import { secureAnswers } from './http/security/security.ts';
import { officeApi, siteApi } from './http/sites.ts';
import { portInUse } from '../scripts/starting/sentences.js';
import { StartFailure } from './start-failure.ts';
import type { Sockets } from './start/starter.ts';
import { createMetrics } from './telemetry/state.ts';
import { startExport, stopTracing } from './telemetry/tracing.ts';
import { type Adapters, openAdapters, openStored } from './wiring.ts';
import { inWork } from './work.ts';
import { type Worker, startWorker } from './worker.ts';

/** `built`: as produced by `npm run build`. `sources`: through Vite. `none`: API only. */
export type Pages = 'built' | 'sources' | 'none';

export type App = {
  services: Services;
  site: FastifyInstance;
  office: FastifyInstance;
  /**
   * Starts listening and returns the ports; a port of 0 picks a free one. A worker process answers
   * only probes and metrics.
   */
  listen(at: Listening): Promise<Ports>;
  /** Starts the background jobs; closing the app ends them. */
  work(): Promise<void>;
  /**
   * Prepares the shutdown: reports that this process is not ready, ends the streams, and answers
   * requests for the configured number of seconds, while proxies choose other processes.
   */
  drain(): Promise<void>;
  /**
   * For tests only: closes the database and continues on another one with the same ports, processes
   * and threads. Nobody may be waiting for an answer.
   */
  moveTo(databaseUrl: string): Promise<void>;
  /**
   * Closes everything in an order that loses nothing: HTTP servers and jobs, adapters, pools. Work
   * that still runs after `CLOSE_LIMIT_MS` is cut off, and its jobs are handed back to the queue.
   */
  close(): Promise<void>;
};
/** `sockets` are those that are open already; without them, the ports are opened. */
export type Listening = Pick<Config, 'host' | 'port' | 'officePort'> & { sockets?: Sockets };
export type Ports = { port: number; officePort: number; metricsPort: number | null };

export type AppOptions = {
  config: Config;
  databaseUrl: string;
  log: Logger;
  pages: Pages;
  /** For tests only: replaces parts of the services. */
  instead?: (services: Services) => Partial<Services>;
  /** For tests of slow connections: shorter timeouts. */
  pace?: Partial<Pace> | undefined;
};

/** How long requests and jobs that are still running at the shutdown may take. */
const CLOSE_LIMIT_MS = 10_000;

/** How long page views are counted in memory before they are stored. */
const VISITS_EVERY_MS = 60_000;

/** Opens everything except the network ports. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const leaving = new AbortController();
  let callbackUrl: string | null = null;
  const adapters = await openAdapters(options);
  const services = {} as Services;
  const around = { callbackUrl: () => callbackUrl, leaving: leaving.signal };
  const openOn = (databaseUrl: string) =>
    openDatabase({ ...options, databaseUrl }, adapters, services, around);
  let database = await openOn(options.databaseUrl).catch(async (error: unknown) => {
    await adapters.close();
    throw error;
  });
  const site = await createApp(services, { kind: 'site', pace: options.pace });
  const office = await createApp(services, { kind: 'office', pace: options.pace });
  secureAnswers(site, config, 'site');
  secureAnswers(office, config, 'office');
  plainPages(site, services);
  await siteApi(site, services);
  await officeApi(office, services);
  await addPages(options, services, (agent) => database.visits.opened(agent), site, office);
  const monitoring =
    config.metricsPort === null ? null : await createApp(services, { kind: 'office' });
  if (monitoring) registerMonitoring(monitoring, services);
  const servers = [site, office, ...(monitoring ? [monitoring] : [])];
  const writing = setInterval(() => void database.visits.write(), VISITS_EVERY_MS).unref();

  /** Settles once the jobs run; a process may be ended before that. */
  let working: Promise<Worker> | undefined;
  return {
    services,
    site,
    office,
    async listen(at) {
      const metricsPort =
        monitoring &&
        (await listenAt(monitoring, at.host, config.metricsPort ?? 0, 'METRICS_PORT'));
      if (config.role === 'worker') return { port: 0, officePort: 0, metricsPort };
      const ports = await listenAtBoth(site, office, at);
      callbackUrl = `http://127.0.0.1:${ports.port}/bank/callback`;
      return { ...ports, metricsPort };
    },
    async work() {
      if (leaving.signal.aborted) return;
      working = startWorker({ ...services, pool: database.pools.forJobs });
      await working;
    },
    async drain() {
      leaving.abort();
      await sleep(config.drainSeconds * 1_000);
    },
    async moveTo(databaseUrl) {
      await database.close();
      database = await openOn(databaseUrl);
    },
    async close() {
      leaving.abort();
      const cutting = setTimeout(() => {
        for (const { server } of servers) server.closeAllConnections();
      }, CLOSE_LIMIT_MS).unref();
      const stopped = working?.then((worker) => worker.stop(CLOSE_LIMIT_MS));
      await Promise.allSettled([...servers.map((server) => server.close()), stopped]);
      clearTimeout(cutting);
      clearInterval(writing);
      await database.close();
      await adapters.close();
      await stopTracing();
    },
  };
}

type Surroundings = { callbackUrl: () => string | null; leaving: AbortSignal };

/**
 * Connects to a database and puts what belongs to it into `services`, which calls and pages read
 * from then on.
 */
async function openDatabase(
  options: AppOptions,
  adapters: Adapters,
  services: Services,
  surroundings: Surroundings,
) {
  const { config, log } = options;
  const pools = openPools(options);
  const { pool } = pools;
  const stored = await openStored({ config, pool, log, ...surroundings }, adapters).catch(
    (error: unknown) => pools.end().then(() => Promise.reject(error)),
  );
  Object.assign(services, stored.services);
  Object.assign(services, options.instead?.(services));
  await startTelemetry(services, pools.forMetrics);
  await inWork(services, ensurePlans);
  await inWork(services, ensureContent);
  const visits = countVisits({ pool, clock: services.clock });
  return {
    pools,
    visits,
    async close() {
      await visits.write();
      await stored.close();
      await services.metrics?.close();
      await pools.end();
    },
  };
}

/** Starts traces and metrics as far as they are configured. */
async function startTelemetry(services: Services, pool: Pool): Promise<void> {
  const { config, log } = services;
  if (config.otlp) {
    await startExport(config.otlp, (message) => log.warn({ message }, 'traces could not be sent'));
  }
  if (config.metricsPort !== null || config.demonstration) {
    services.metrics = await createMetrics(services, pool);
  }
}

/**
 * Opens the connection pool for API calls, a separate pool for the jobs if they use another
 * address, and a pool with a single connection for the metrics, which must be readable while all
 * other connections are in use.
 */
function openPools({ config, databaseUrl, log }: AppOptions) {
  const { directUrl, poolMax: max, prepared, metricsPort } = config;
  // Only the message is logged, because the error object contains the whole database client.
  const onError = ({ message }: Error) =>
    log.warn({ message }, 'a connection to the database was lost');
  const pool: Pool = createPool(databaseUrl, { max, prepared, onError });
  const forJobs = directUrl === null ? pool : createPool(directUrl, { max, onError });
  const forMetrics =
    metricsPort === null ? pool : createPool(databaseUrl, { max: 1, prepared, onError });
  return {
    pool,
    forJobs,
    forMetrics,
    end: async () => {
      for (const one of [forMetrics, forJobs]) if (one !== pool) await endPool(one);
      await endPool(pool);
    },
  };
}

/**
 * Waits until the pool's connections are really closed. The pool reports its end earlier. If the
 * database stopped between the two, each open connection would report an error.
 */
async function endPool(pool: Pool): Promise<void> {
  let open = pool.totalCount;
  const gone = new Promise<void>((settle) => {
    if (open === 0) settle();
    pool.on('remove', () => {
      open -= 1;
      if (open === 0) settle();
    });
    setTimeout(settle, 2_000).unref();
  });
  await pool.end();
  await gone;
}

async function addPages(
  { config, pages }: AppOptions,
  services: Services,
  opened: Visits['opened'],
  site: FastifyInstance,
  office: FastifyInstance,
): Promise<void> {
  if (pages === 'none') return;
  const caches = new WeakMap<Pool, PageCache>();
  const given = {
    config,
    apiFor: (visitor: Parameters<typeof pageApiOf>[1]) => pageApiOf(site, visitor),
    cache: () => {
      const { pool } = services;
      // While the database is unreachable, the pages show an error themselves, so cached pages need
      // not be dropped.
      const textStamp = () => readStamp(db(pool, SHORT)).catch(() => -1);
      const cache = caches.get(pool) ?? createPageCache(textStamp);
      caches.set(pool, cache);
      return cache;
    },
    opened,
  };
  // Imported late, because React must find NODE_ENV set, and the API alone does not need it.
  if (pages === 'built') {
    const built = await import('./http/pages/pages.ts');
    await built.sitePages(site, given);
    await built.officePages(office, config);
  } else {
    const sources = await import('./http/pages/pages-dev.ts');
    await sources.siteSources(site, given);
    await sources.officeSources(office, config);
  }
}

/** Opens the ports of both sites, or listens on the sockets that are open already. */
async function listenAtBoth(site: FastifyInstance, office: FastifyInstance, at: Listening) {
  const { host, port, officePort, sockets } = at;
  if (sockets) {
    return {
      port: await listenOn(site, sockets.site),
      officePort: await listenOn(office, sockets.office),
    };
  }
  return {
    port: await listenAt(site, host, port, 'PORT'),
    officePort: await listenAt(office, host, officePort, 'OFFICE_PORT'),
  };
}

async function listenAt(
  app: FastifyInstance,
  host: string,
  port: number,
  setting: string,
): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartFailure(portInUse(port, setting));
    if (code === 'EACCES') {
      throw new StartFailure(`Port ${port} may not be used by this user; set ${setting}.`);
    }
    throw error;
  }
  return (app.server.address() as AddressInfo).port;
}

/**
 * Listens on sockets that are open already; of several addresses, the first is Fastify's own.
 * Fastify passes its options on to Node, which prefers a descriptor to an address.
 */
async function listenOn(app: FastifyInstance, [first, ...others]: readonly number[]) {
  await app.listen({ fd: first, host: '127.0.0.1' } as FastifyListenOptions);
  for (const fd of others) {
    const other = createServer((socket) => void app.server.emit('connection', socket));
    await new Promise<void>((listening) => other.listen({ fd }, listening));
    app.server.once('close', () => other.close());
  }
  return (app.server.address() as AddressInfo).port;
}
