// The stage of a drill under load: a database, a furnished market, and processes that serve it.
import type { ChildProcess } from 'node:child_process';
import { type Random, randomOf } from '../../../actors/random.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { freePort } from '../../../server/database/free-port.ts';
import { type Postgres } from '../../../server/database/postgres.ts';
import { withPostgres } from '../drill.ts';
import { type Settings, startMarketServer, startProxy } from '../processes.ts';
import { problemsAfter } from './acknowledged.ts';
import { type Load, type Pace, newLoad } from './load.ts';
import { type Market, furnish } from './market.ts';
import type { Sites } from './retries.ts';

type Plan = {
  clients: number;
  pace?: Pace;
  /** Number of cases, each with room for about 150 orders. */
  cases: number;
  /** Settings of PostgreSQL as `name=value`. */
  postgres?: readonly string[];
  /** For each process the address of its database; one process at PostgreSQL itself by default. */
  urlsOf?: (postgres: Postgres) => Promise<string[]> | string[];
  /** Whether the clients reach the processes through the proxy of the drills. */
  balanced?: boolean;
  /** Environment of the processes. */
  environment?: Settings;
};

export type Stage = {
  postgres: Postgres;
  folder: string;
  random: Random;
  market: Market;
  ports: readonly Sites[];
  servers: ChildProcess[];
  load: Load;
  /** Ends the clients, waits for their last answers, and adds what is wrong with the books. */
  settle(failures: string[]): Promise<void>;
};

const INVESTORS = 400;

/** Returns the address of a database with another port, such as that of a proxy. */
export function atPort(url: string, port: number): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}

const newPorts = async (): Promise<Sites> => ({ site: await freePort(), office: await freePort() });

/** Runs `work` while clients reserve orders and pay at the processes, and removes everything. */
export function withMarket<T>(plan: Plan, work: (stage: Stage) => Promise<T>): Promise<T> {
  return withPostgres(async (postgres, folder) => {
    await migrate(postgres);
    const random = randomOf(1);
    const size = { investors: INVESTORS, cases: plan.cases, amountMin: 50, amountMax: 90 };
    const market = await furnish(postgres.programUrl, folder, random, size);
    const urls = (await plan.urlsOf?.(postgres)) ?? [postgres.programUrl];
    const ports = await Promise.all(urls.map(newPorts));
    const servers: ChildProcess[] = [];
    const targets = ports.map(({ site }) => `http://127.0.0.1:${site}`);
    const proxy = plan.balanced ? await startProxy(targets) : null;
    const reached = proxy ? [{ site: Number(new URL(proxy.url).port), office: 0 }] : ports;
    const load = newLoad(reached, market, random);
    try {
      const starting = urls.map(async (url, turn) => {
        servers[turn] = await startMarketServer(url, folder, ports[turn]!, plan.environment);
      });
      await Promise.all(starting);
      await proxy?.untilReady(urls.length);
      const clients = load.run(plan.clients, plan.pace);
      const settle = async (failures: string[]) => {
        load.end();
        await clients;
        failures.push(...(await problemsAfter(postgres.programUrl, load.acknowledged)));
      };
      return await work({ postgres, folder, random, market, ports, servers, load, settle });
    } finally {
      load.end({ abandon: true });
      for (const server of servers) server.kill('SIGKILL');
      await proxy?.close();
    }
  }, plan.postgres);
}
