// Drill: two processes behind a proxy are restarted in turn under a loop of requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../server/database/migrate.ts';
import type { Urls } from '../../server/database/migrate.ts';
import { type DrillOptions, withPostgres } from './drill.ts';
import {
  type RunningProcess,
  productionSettings,
  startProcess,
  startProxy,
  withPorts,
} from './processes.ts';
import { newVisitors } from './visitors.ts';

export const about = 'restarts two processes in turn under load, and counts requests that fail';

const ROUNDS = 5;
const CLIENTS = 8;
const PAUSE_MS = 5;

/**
 * Restarts both processes `times` times; returns how many requests were made and which failed. If
 * `older` is the folder of an older version of the program, both processes first run that version,
 * and the database is migrated while they serve.
 */
export async function restartInTurn(urls: Urls, folder: string, rounds: number, older?: string) {
  const settings = { ...productionSettings(urls, folder), DRAIN_SECONDS: '1' };
  const each = [await withPorts(settings), await withPorts(settings)];
  const running: RunningProcess[] = [];
  const failures: string[] = [];
  let requests = 0;
  let over = false;
  for (const one of each) running.push(await startProcess(one, [], older));
  const proxy = await startProxy(running.map(({ siteUrl }) => siteUrl));
  const { visit } = newVisitors(proxy.url);
  const client = async () => {
    while (!over) {
      const { path, status, text } = await visit();
      requests += 1;
      if (status !== 200) failures.push(`${path}: ${status} ${text}`);
      await sleep(PAUSE_MS);
    }
  };
  let clients: Promise<void>[] = [];
  try {
    await proxy.untilReady(running.length);
    clients = Array.from({ length: CLIENTS }, client);
    if (older !== undefined) await migrate(urls);
    for (let restart = 0; restart < rounds * running.length; restart += 1) {
      const turn = restart % running.length;
      const one = running[turn]!;
      one.child.kill('SIGTERM');
      const code = await one.ended;
      if (code !== 0) failures.push(`a process ended with ${code}: ${one.printed().slice(-500)}`);
      running[turn] = await startProcess(each[turn]!);
      await proxy.untilReady(running.length);
    }
  } finally {
    over = true;
    await Promise.all(clients);
    await proxy.close();
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
  }
  return { requests, failures };
}

export const run = ({ rounds }: DrillOptions) =>
  withPostgres(async (postgres, folder) => {
    await migrate(postgres);
    const times = rounds ?? ROUNDS;
    const { requests, failures } = await restartInTurn(postgres, folder, times);
    return { result: `${times * 2} restarts, ${requests} requests`, failures };
  });
