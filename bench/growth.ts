// `npm run bench -- growth`: how the cost of the main acts grows with the database, from 2,100 to
// 1,000,000 orders. Draws docs/pictures/growth.svg and writes its section of docs/benchmarks.md.
import { writeFileSync } from 'node:fs';
import pino from 'pino';
import { banking } from '#contract/banking/calls.ts';
import { addDays, dayNumber, dayOf } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { office, site } from '#contract/index.ts';
import { type Client, createClient } from '../actors/client.ts';
import { signCallback } from '../server/adapters/bank/bank.ts';
import { startApp } from '../server/app.ts';
import { type Config, readConfig } from '../server/config/config.ts';
import { type Pool, db } from '../server/database/db.ts';
import { signHeads } from '../server/chains/heads.ts';
import { brokenInvariants } from '../server/database/invariants.ts';
import { markProcessed, processedThrough } from '../server/jobs/judged.ts';
import { sealLedger } from '../server/ledger/sealing.ts';
import { createLog } from '../server/log.ts';
import { closedDayJobs, jobs } from '../server/routes.ts';
import { sealAuditLog } from '../server/tasks/jobs.ts';
import { type Curve, curvesSvg } from './curves.ts';
import { figureOf } from './measure.ts';
import {
  type Filled,
  type Say,
  type Served,
  type SizeName,
  filled,
  served,
  sessionOf,
  sizes,
  withCluster,
} from './scale/database.ts';
import { emailOf } from './scale/people.ts';

const sizeNames = ['smallest', 'small', 'tenth', 'large'] as const;
const AMOUNT = 1_000;
/** Investors with more than this, in NT$, could soon order no more. */
const EXPOSURE_MAX = 1_000_000;
/** An investor with about the average number of orders, the same in every size. */
const ORDERS_OF_INVESTOR = 20;
const TIMES_A_ROUND = 10;
/** Asks the bank of the demonstration, which knows nothing of what was filled in. */
const LEFT_OUT = 'askForStatements';
/** Jobs of a night that take less than this everywhere are added up as "the other jobs". */
const SHOWN_FROM_MS = 50;

type Place = { loanId: number; memberId: number };
type Market = Served & {
  name: SizeName;
  client: Client;
  /** Investor with an average number of orders, whose session the token of the site is. */
  investor: number;
  /** Orders that can still be placed, each by another member. */
  places: Place[];
};
type Acts = Readonly<Record<string, (market: Market) => Promise<number>>>;

/** Investors who may order, each with a case that has room and in which they have no order. */
async function placesIn(pool: Pool, count: number): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `with cases as (
       select row_number() over (order by loan_id) as at, loan_id
       from investing.funding where open and ends_at > now() + interval '1 hour'
         and target - reserved - paid >= $2
       order by loan_id limit 50
     ), investors as (
       select row_number() over (order by s.member_id) as at, s.member_id
       from investing.suitability s join verification.profile p using (member_id)
       join identity.member m on m.id = s.member_id
       join investing.exposure e on e.member_id = s.member_id
       where p.status = 3 and m.suspended_at is null and e.reserved + e.outstanding < $3
       order by s.member_id limit $1
     )
     select c.loan_id as "loanId", i.member_id as "memberId" from investors i cross join cases c
     where not exists (select from investing."order" o
       where o.loan_id = c.loan_id and o.member_id = i.member_id)
     order by i.at + c.at, i.at limit $1`,
    [count, AMOUNT, EXPOSURE_MAX],
  );
  return rows;
}

async function averageInvestor(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select member_id as id from investing."order" group by 1
     order by abs(count(*) - $1), 1 limit 1`,
    [ORDERS_OF_INVESTOR],
  );
  if (!rows[0]) throw new Error('no order was found');
  return Number(rows[0].id);
}

async function marketOf(
  database: Filled,
  folder: string,
  { name, orders }: { name: SizeName; orders: number },
): Promise<Market> {
  const investor = await averageInvestor(database.pool);
  const places = await placesIn(database.pool, orders);
  if (places.length < orders) throw new Error(`${name}: only ${places.length} orders are possible`);
  const serving = await served(database, folder, investor);
  return { ...serving, name, client: createClient(serving.transport), investor, places };
}

/** Time in ms that `work` takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** The bank's record of a payment to a virtual account. */
const receiptAt = (at: Date, no: number, virtualAccount: string) => ({
  bank: '007',
  date: dayOf(at),
  at: at.toISOString(),
  type: 'transfer' as const,
  seq: `growth-${at.getTime()}-${no}`,
  amount: money(AMOUNT),
  sign: '+' as const,
  virtualAccount,
  fromBank: '004',
});

/** The acts that are measured in turn over the sizes, each returning its own time in ms. */
function actsOf(config: Config): Acts {
  const accounts = new Map<Market, string[]>();
  const paid = new Map<Market, number>();
  return {
    'placing an order': async (market) => {
      const place = market.places.pop();
      if (!place) throw new Error(`${market.name}: no order is possible any more`);
      const token = await sessionOf(market.pool, place.memberId);
      let account = '';
      const took = await timeOf(async () => {
        const { data } = await market.client.ok(
          site.investing.quickApply,
          { id: String(place.loanId), invest_amount: AMOUNT, payment_mode: 1 },
          { token },
        );
        account = data.virtualAccount?.account ?? '';
      });
      accounts.set(market, [...(accounts.get(market) ?? []), account]);
      return took;
    },
    'a receipt for an order': async (market) => {
      const virtualAccount = accounts.get(market)?.shift() ?? '';
      const count = (paid.get(market) ?? 0) + 1;
      paid.set(market, count);
      const at = new Date();
      const body = { records: [receiptAt(at, count, virtualAccount)] };
      const headers = signCallback(JSON.stringify(body), config.bank.webhookSecret, at);
      return timeOf(async () => {
        const { data } = await market.client.ok(banking.bankCallback, body, { headers, key: null });
        if (data.records[0]?.state !== 'matched') {
          throw new Error(`a receipt became ${data.records[0]?.state}`);
        }
      });
    },
    'the portfolio of an investor with 20 orders': (market) =>
      timeOf(() =>
        market.client.ok(
          site.investing.holdings,
          { item_per_page: 20 },
          { token: market.tokens.site },
        ),
      ),
    'their statement of a month': (market) =>
      timeOf(() =>
        market.client.ok(
          site.investing.statement,
          { month: dayOf(new Date()).slice(0, 7), format: 'csv' },
          { token: market.tokens.site },
        ),
      ),
    'the list of open cases': (market) =>
      timeOf(() => market.client.ok(site.investing.searchCases, {}, { token: market.tokens.site })),
    'the search of the office by e-mail': (market) =>
      timeOf(() =>
        market.client.ok(
          office.servicing.lookUp,
          { q: emailOf(market.investor) },
          { token: market.tokens.office },
        ),
      ),
  };
}

/** Measures each act over all sizes in turn; the first round only warms up. Medians in ms. */
async function inTurn(markets: readonly Market[], acts: Acts, rounds: number): Promise<Curve[]> {
  const taken = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [what, act] of Object.entries(acts)) {
      for (let time = 0; time < TIMES_A_ROUND; time += 1) {
        for (const market of markets) {
          const key = `${what}|${market.name}`;
          const took = await act(market);
          if (round > 0) taken.set(key, [...(taken.get(key) ?? []), took]);
        }
      }
    }
  }
  return Object.keys(acts).map((what) => ({
    what,
    ms: markets.map(({ name }) => figureOf(taken.get(`${what}|${name}`) ?? []).median),
  }));
}

const DAY_MS = 86_400_000;

/**
 * Runs every job of the night after the last one, each once, and returns what each took in ms. The
 * business clock stands at the following morning. The heads of each database are in a file of its
 * own, because the databases share a folder.
 */
async function night(url: string, shared: Config, name: string): Promise<Map<string, number>> {
  const heads = { ...shared.heads, file: `${shared.heads.file}.${name}` };
  const log = createLog('error', pino.destination({ dest: 2, sync: true }));
  const config = { ...shared, heads };
  const clock = { now: () => new Date(), realNow: () => new Date() };
  const instead = () => ({ clock });
  const app = await startApp({ config, databaseUrl: url, log, pages: 'none', instead });
  const { services } = app;
  const took = new Map<string, number>();
  try {
    const tx = db(services.pool);
    const closing = addDays((await processedThrough(tx)).day, 1);
    const ahead = dayNumber(addDays(closing, 1)) - dayNumber(dayOf(new Date()));
    clock.now = () => new Date(Date.now() + ahead * DAY_MS);
    for (const job of closedDayJobs) {
      took.set(job.name, await timeOf(() => job.judge(services, closing)));
    }
    await markProcessed(tx, '', closing);
    // A worker seals each second; here nobody has sealed since the orders and receipts of this run.
    await sealAuditLog(services);
    await sealLedger(services);
    await signHeads(services);
    for (const job of jobs.filter(({ name: job, each }) => each === 'day' && job !== LEFT_OUT)) {
      took.set(job.name, await timeOf(() => job.run(services)));
    }
  } finally {
    await app.close();
  }
  return took;
}

/** One curve for each job that counts, and one for the sum of all others. */
function nightCurves(nights: readonly ReadonlyMap<string, number>[]): Curve[] {
  const names = [...(nights[0]?.keys() ?? [])];
  const msOf = (name: string) => nights.map((took) => took.get(name) ?? 0);
  const shown = names.filter((name) => Math.max(...msOf(name)) >= SHOWN_FROM_MS);
  const others = names.filter((name) => !shown.includes(name));
  const added = nights.map((took) => others.reduce((sum, name) => sum + (took.get(name) ?? 0), 0));
  return [
    ...shown.map((name) => ({ what: `a night: \`${name}\``, ms: msOf(name) })),
    { what: `a night: the ${others.length} other jobs together`, ms: added },
  ];
}

const shownMs = (ms: number) => (ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en-US'));

const countText = (count: number) => count.toLocaleString('en-US');

/** By how much the time grows when the number of orders grows tenfold, at the end of the curve. */
const growthOf = ({ ms }: Curve) => ((ms.at(-1) ?? 0) / (ms.at(-2) ?? 1)).toFixed(1);

/** Returns the curves as a Markdown table. */
const tableOf = (curves: readonly Curve[], orders: readonly number[]) =>
  [
    `| what, in ms | ${orders.map(countText).join(' | ')} | last × |`,
    `| --- | ${orders.map(() => '---').join(' | ')} | --- |`,
    ...curves.map(
      (curve) =>
        `| ${curve.what} | ${curve.ms.map(shownMs).join(' | ')} | **${growthOf(curve)}** |`,
    ),
  ].join('\n');

/**
 * Measures everything and draws `picture`; with `quick` only the two smallest sizes. Returns the
 * tables as Markdown.
 */
export async function benchGrowth(
  {
    rounds,
    quick,
    keep,
    picture,
  }: { rounds: number; quick: boolean; keep?: string; picture: string },
  say: Say,
): Promise<string> {
  return withCluster({ keep, durable: false }, async (postgres, folder) => {
    const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
    const names = quick ? sizeNames.slice(0, 2) : sizeNames;
    const orders = (rounds + 1) * TIMES_A_ROUND;
    const markets: Market[] = [];
    const databases: Filled[] = [];
    try {
      for (const name of names) {
        say(`Opening ${name} …`);
        const database = await filled(postgres, folder, { name, say });
        databases.push(database);
        markets.push(await marketOf(database, folder, { name, orders }));
      }
      say('Measuring in turn …');
      const acts = await inTurn(markets, actsOf(config), rounds);
      const proofs: number[] = [];
      const nights: Map<string, number>[] = [];
      for (const [at, { name }] of markets.entries()) {
        const { pool, url } = databases[at]!;
        say(`Proving the books of ${name} …`);
        await markets[at]!.server.close();
        proofs.push(
          await timeOf(async () => {
            const broken = await brokenInvariants(pool);
            if (broken.length > 0) throw new Error(`broken books: ${JSON.stringify(broken)}`);
          }),
        );
        // The first night also does what is done once, for all data from before a version.
        say(`Two nights of ${name} …`);
        await night(url, config, name);
        nights.push(await night(url, config, name));
      }
      const counts = names.map((name) => sizes[name].orders);
      const proof = { what: 'proving all books', ms: proofs };
      const whole = {
        what: 'a whole night',
        ms: nights.map((took) => [...took.values()].reduce((sum, ms) => sum + ms, 0)),
      };
      const curves = [...acts, proof, whole];
      writeFileSync(picture, curvesSvg(curves, counts));
      return [tableOf(curves, counts), tableOf(nightCurves(nights), counts)].join('\n\n');
    } finally {
      for (const { server } of markets) await server.close();
      for (const { pool } of databases) await pool.end();
    }
  });
}
