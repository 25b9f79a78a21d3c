// The market of a drill: investors with sessions and cases with room for many orders.
import pino from 'pino';
import type { Random } from '../../../actors/random.ts';
import { startApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import { newCase, newInvestors } from '../../../tests/actors/market.ts';
import type { TestServer } from '../../../tests/server.ts';

export type Market = { tokens: string[]; cases: number[] };
type Size = { investors: number; cases: number; amountMin: number; amountMax: number };

/** Creates investors with sessions and oversized cases, before anything is broken. */
export async function furnish(
  databaseUrl: string,
  folder: string,
  random: Random,
  { investors, cases, amountMin, amountMax }: Size,
): Promise<Market> {
  const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
  const log = pino({ level: 'silent' });
  const app = await startApp({ config, databaseUrl, log, pages: 'none' });
  const rows = async <Row>(sql: string, parameters?: unknown[]) =>
    (await app.services.pool.query(sql, parameters)).rows as Row[];
  const stage = { services: app.services, rows } as unknown as TestServer;
  const people = await newInvestors(stage, investors);
  const made: number[] = [];
  for (let k = 0; k < cases; k += 1) {
    made.push(await newCase(stage, { amount: random.int(amountMin, amountMax) * 10_000 }));
  }
  await app.close();
  return { tokens: people.map(({ token }) => token), cases: made };
}
