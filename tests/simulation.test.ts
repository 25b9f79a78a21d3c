// Protects the books in a random market: whatever happens in whatever order, every law holds after
// every step. A failure prints the seed and the last steps; the seed alone plays it again.
import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenInvariants } from '../server/invariants.ts';
import { openMarket } from './simulation/market.ts';
import { SEED } from './seed.ts';
import { useServer } from './server.ts';

const STEPS = Number(process.env['SIMULATE_STEPS'] ?? 2_000);
/** A file that every step is written to, for looking on. */
const LOG = process.env['SIMULATE_LOG'];

const server = useServer();

test(`a market of ${STEPS} random steps keeps every law of the books (seed ${SEED})`, async () => {
  const market = await openMarket(server, SEED);
  const log: string[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    try {
      log.push(`${step}: ${await market.step()}`);
      if (LOG) appendFileSync(LOG, `${log.at(-1)}\n`);
    } catch (error) {
      log.push(`${step}: ${String(error)}`);
      throw new Error(`seed ${SEED}\n${log.slice(-15).join('\n')}`, { cause: error });
    }
    const broken = await brokenInvariants(server.services.pool);
    if (broken.length > 0) {
      throw new Error(
        `seed ${SEED}\n${log.slice(-15).join('\n')}\n${JSON.stringify(broken, null, 1)}`,
      );
    }
  }
  // A market in which nothing happened would prove nothing.
  const [counts] = await server.rows<Record<string, number>>(
    `select (select count(*)::int from investing."order") as orders,
         (select count(*)::int from ledger.transfer) as transfers,
         (select count(*)::int from lending.loan where disbursed_on is not null) as disbursed,
         (select count(*)::int from banking.payment where status = 'confirmed') as payments`,
  );
  expect(counts?.['orders']).toBeGreaterThan(STEPS / 20);
  expect(counts?.['transfers']).toBeGreaterThan(STEPS / 4);
  expect(counts?.['disbursed']).toBeGreaterThan(0);
  expect(counts?.['payments']).toBeGreaterThan(0);
}, 3_600_000);
