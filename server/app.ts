// Assembles the app: pool, adapters, the two sites and the worker, opened and closed together.
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Services } from './action.ts';
import type { Config } from './config/config.ts';
import { type Pool, createPool, db } from './database/db.ts';
import { ensureContent, readStamp } from './content/actions.ts';
import type { Pace } from './http/security/pace.ts';
import { plainPages } from './http/pages/plain-pages.ts';
import { createApp } from './http/plugins.ts';
import { pageApiOf } from './http/pages/page-api.ts';
import { secureAnswers } from './http/security/security.ts';
import { officeApi, siteApi } from './http/sites.ts';
import { ensurePlans } from './lending/actions.ts';
import { countVisits, type Visits } from './reports/actions.ts';
import { StartFailure } from './start-failure.ts';
import { type Wired, wire } from './wiring.ts';
import { inWork } from './work.ts';
import { startWorker } from './worker.ts';

/** `built`: as produced by `npm run build`. `sources`: through Vite. `none`: API only. */
export type Pages = 'built' | 'sources' | 'none';

export type App = {
  services: Services;
  site: FastifyInstance;
  office: FastifyInstance;
  /** Starts listening on both sites; port 0 means any free port. Returns the ports. */
  listen(at: { host: string; port: number; officePort: number }): Promise<Ports>;
  /** Starts the background jobs; closing the app ends them. */
  work(): Promise<void>;
  /** Closes everything in an order that loses nothing: HTTP servers, jobs, adapters, pool. */
  close(): Promise<void>;
};
export type Ports = { port: number; officePort: number };

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

/** How long page views are counted in memory before they are stored. */
const VISITS_EVERY_MS = 60_000;

/** Opens everything except the network ports. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, databaseUrl, log } = options;
  const pool: Pool = createPool(databaseUrl, {
    max: config.poolMax,
    // Only the error's message is logged, because the error object contains the whole database
    // client.
    onError: ({ message }) => log.warn({ message }, 'a connection to the database was lost'),
  });
  let callbackUrl: string | null = null;
  const wired: Wired = await wire({ config, pool, log, callbackUrl: () => callbackUrl });
  const services: Services = { ...wired.services };
  Object.assign(services, options.instead?.(services));
  await inWork(services, ensurePlans);
  await inWork(services, ensureContent);
  const site = await createApp(services, { kind: 'site', pace: options.pace });
  const office = await createApp(services, { kind: 'office', pace: options.pace });
  secureAnswers(site, config.publicUrl);
  secureAnswers(office, config.officeUrl);
  plainPages(site, services);
  await siteApi(site, services);
  await officeApi(office, services);
  const visits = countVisits(services);
  await addPages(options, { pool, visits }, site, office);
  const writing = setInterval(() => void visits.write(), VISITS_EVERY_MS).unref();

  let worker: { stop(): Promise<void> } | undefined;
  return {
    services,
    site,
    office,
    async listen({ host, port, officePort }) {
      const ports = {
        port: await listenAt(site, host, port, 'PORT'),
        officePort: await listenAt(office, host, officePort, 'OFFICE_PORT'),
      };
      callbackUrl = `http://127.0.0.1:${ports.port}/bank/callback`;
      return ports;
    },
    async work() {
      worker = await startWorker(services);
    },
    async close() {
      await Promise.allSettled([site.close(), office.close()]);
      clearInterval(writing);
      await visits.write();
      await worker?.stop();
      await wired.close();
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
  { pool, visits }: { pool: Pool; visits: Visits },
  site: FastifyInstance,
  office: FastifyInstance,
): Promise<void> {
  if (pages === 'none') return;
  const given = {
    config,
    apiFor: (visitor: Parameters<typeof pageApiOf>[1]) => pageApiOf(site, visitor),
    // While the database is unreachable, the pages show an error themselves, so cached pages need
    // not be dropped.
    textStamp: () => readStamp(db(pool)).catch(() => -1),
    opened: visits.opened,
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

/** Returns the message for a port that is used by another program. */
export function portInUse(port: number, setting: string): string {
  const other = `${setting}=${port + 100} npm start`;
  return `Port ${port} is taken by another program. Choose another: ${other}`;
}
