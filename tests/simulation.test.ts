// Tests that every invariant holds in a random market, whatever happens in whatever order. If an
// invariant is broken, the same market is replayed and checked after each step, to find the step
// that broke it; the seed alone reproduces the market.
import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
import { brokenInvariants } from '../server/database/invariants.ts';
import { FIRST_LOANS, MARKET_ENVIRONMENT, openMarket } from './simulation/market.ts';
import { MARKET_SEED as SEED } from './actors/seed.ts';
import { startServer, type TestServer } from './server.ts';

const STEPS = Number(process.env['SIMULATE_STEPS'] ?? 600);
/**
 * Number of steps between two checks of the invariants, because a check takes longer than a step.
 */
const LAWS_EVERY = Number(process.env['SIMULATE_LAWS_EVERY'] ?? 25);
/** File to which every step is written, so that a person can follow the run. */
const LOG = process.env['SIMULATE_LOG'];

/** Steps of the market in which much money bounces. */
const BOUNCES = Math.max(250, Math.ceil(STEPS / 8));

/** Least numbers of what must have happened, by the name of a column of `counting`. */
type Enough = { counting: string; atLeast: Readonly<Record<string, number>> };
type Run = { steps: number; lawsEvery: number; bounces: boolean; enough: Enough };

/** An unlucky market goes on until enough has happened, up to this many times its steps. */
const LONGEST = 4;

/** Returns what has happened too seldom, because an idle market would prove nothing. */
async function tooFewOf(server: TestServer, { counting, atLeast }: Enough) {
  const [counts] = await server.rows<Record<string, number>>(counting);
  return Object.entries(atLeast).filter(([name, least]) => counts![name]! < least);
}

class LawBroken extends Error {
  override name = 'LawBroken';
}

/**
 * Runs the market from its seed; throws, with the last steps, if a step fails or an invariant is
 * broken.
 */
async function play(server: TestServer, run: Run): Promise<void> {
  const { steps, lawsEvery, bounces, enough } = run;
  const market = await openMarket(server, SEED, { bounces });
  const log: string[] = [];
  const lastSteps = () => `seed ${SEED}\n${log.slice(-15).join('\n')}`;
  for (let step = 1; step <= steps * LONGEST; step += 1) {
    try {
      log.push(`${step}: ${await market.step()}`);
      if (LOG) appendFileSync(LOG, `${log.at(-1)}\n`);
    } catch (error) {
      log.push(`${step}: ${String(error)}`);
      throw new Error(lastSteps(), { cause: error });
    }
    if (step % lawsEvery !== 0 && step !== steps) continue;
    const broken = await brokenInvariants(server.services.pool);
    if (broken.length > 0) {
      throw new LawBroken(`${lastSteps()}\n${JSON.stringify(broken, null, 1)}`);
    }
    if (step >= steps && (await tooFewOf(server, enough)).length === 0) return;
  }
  throw new Error(`too little happened: ${JSON.stringify(await tooFewOf(server, enough))}`);
}

/** Runs the market on a separate server, which is closed afterwards. */
async function onNewServer<T>(work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer({ environment: MARKET_ENVIRONMENT });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** Runs the market, and once more with a check after each step if an invariant is broken. */
async function playExactly(server: TestServer, run: Run): Promise<void> {
  try {
    await play(server, run);
  } catch (error) {
    if (error instanceof LawBroken && run.lawsEvery > 1) {
      // Moves at once may happen in another order now, so that another law may be broken.
      try {
        await onNewServer((again) => play(again, { ...run, lawsEvery: 1 }));
      } catch (closer) {
        throw new Error(`${String(closer)}\nAt first: ${error.message}`, { cause: closer });
      }
    }
    throw error;
  }
}

const market: Enough = {
  counting: `select (select count(*)::int from investing."order") as orders,
    (select count(*)::int from ledger.transfer) as transfers,
    (select count(*)::int from lending.loan where disbursed_on is not null) as disbursed,
    (select count(*)::int from servicing.allocation) as repaid,
    (select count(*)::int from tasks.task where status = 'done') as decided,
    (select count(*)::int from banking.payment_booking
      where outcome = 'confirmed') as payments,
    (select count(*)::int from banking.statement where booked > 0) as statements`,
  atLeast: {
    orders: STEPS / 20,
    transfers: STEPS / 4,
    disbursed: FIRST_LOANS.length + STEPS / 400,
    repaid: STEPS / 50,
    decided: STEPS / 15,
    payments: STEPS / 50,
    statements: STEPS / 500,
  },
};

/** Money must bounce in every way that the laws are about. */
const bouncing: Enough = {
  counting: `select
    (select count(*)::int from banking.receipt where state = 'reversed') as reversed,
    (select count(*)::int from banking.payment where status = 'returned') as returned,
    (select count(*)::int from banking.recourse) as covered,
    (select count(*)::int from ledger.transfer where id like '%:kept%') as kept`,
  atLeast: {
    reversed: BOUNCES / 25,
    returned: BOUNCES / 100,
    covered: BOUNCES / 100,
    kept: BOUNCES / 500,
  },
};

test(`a market of ${STEPS} random steps keeps every law of the books (seed ${SEED})`, async () => {
  const run = { steps: STEPS, lawsEvery: LAWS_EVERY, bounces: false, enough: market };
  await onNewServer((server) => playExactly(server, run));
}, 3_600_000);

test(`${BOUNCES} steps in which much money bounces keep every law (seed ${SEED})`, async () => {
  const run = { steps: BOUNCES, lawsEvery: LAWS_EVERY, bounces: true, enough: bouncing };
  await onNewServer((server) => playExactly(server, run));
}, 3_600_000);
