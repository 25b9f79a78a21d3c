// What the company does not run: its bank and the calendar. Both are in the process of the drill,
// so that they survive the processes that the drill kills.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { dayOf } from '#contract/core/day.ts';
import { demo } from '#contract/index.ts';
import type { Reply, Request, Transport } from '../../../actors/transport.ts';
import type { Services } from '../../../server/services.ts';
import { startApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import { createSandboxBank } from '../../../server/demonstration/sandbox-bank.ts';
import type { Settings } from '../processes.ts';
import type { Crew } from './crew.ts';

const { advanceClock, bankTransfer } = demo.demonstration;
const PAUSE_MS = 200;
const JOB_MAX_MS = 300_000;

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Repeats `work` until it does not throw, for at most the time of a job. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  const limit = performance.now() + JOB_MAX_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > limit) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

function answered(data: object): Reply {
  const bytes = Buffer.from(JSON.stringify({ data }));
  return { status: 200, headers: new Headers({ 'content-type': 'application/json' }), bytes };
}

type Rows = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Runs statements as the owner, each with a connection of its own that nothing else can break. */
const rowsAt =
  (url: string): Rows =>
  async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };

type Parts = { rows: Rows; crew: () => Crew } & Pick<
  NonNullable<Services['demonstration']>,
  'bank' | 'clock'
>;

/** Requests the jobs of a day from the processes, and waits until one of them has run them. */
async function runNight({ rows }: Parts, today: string): Promise<void> {
  const key = `story-${today}`;
  const waiting = 'select last_error from graphile_worker.jobs where key = $1';
  await insist(() => rows('select graphile_worker.add_job($1, job_key := $2)', ['day', key]));
  const limit = performance.now() + JOB_MAX_MS;
  for (;;) {
    const [job] = await insist(() => rows<{ last_error: string | null }>(waiting, [key]));
    if (!job) return;
    if (performance.now() > limit) throw new Error(`a night does not end: ${job.last_error}`);
    await sleep(PAUSE_MS);
  }
}

/** Lets days pass, each with the bank's report of its end and the jobs of its night. */
async function liveThrough(parts: Parts, days: number): Promise<Reply> {
  const { rows, crew, bank, clock } = parts;
  const today = () => dayOf(clock.now());
  const passed = async () => {
    const text = `select value ->> 'days' as days from app.setting where key = 'clock'`;
    return Number((await rows<{ days: string }>(text))[0]?.days ?? 0);
  };
  const before = await insist(passed);
  for (let day = 1; day <= days; day += 1) {
    // An answer may be lost after the day has passed, so the row says whether it has.
    await insist(async () => clock.advance((await passed()) < before + day ? 1 : 0));
    await crew().untilDay(today());
    await insist(() => bank.endDays());
    await runNight(parts, today());
  }
  await crew().untilDay(today());
  return answered({ today: today() });
}

/** A bank reports a payment until the platform answers; the same number is one payment. */
async function transfer({ rows, bank }: Parts, request: Request): Promise<Reply> {
  const order = JSON.parse(String(request.body)) as Parameters<typeof bank.transfer>[0];
  const seq = randomUUID().slice(0, 30);
  const known = `select reported_at is not null as told from sandbox.report
    where kind = 'record' and body ->> 'seq' = $1`;
  const matched = await insist(async () => {
    const [report] = await rows<{ told: boolean }>(known, [seq]);
    if (!report) return (await bank.transfer({ ...order, seq })).matched;
    await bank.report();
    if (!report.told) throw new Error('the bank still reports');
    return true;
  });
  return answered({ seq, matched });
}

/** Opens the bank and the calendar on the database; `crew` answers the bank's reports. */
export async function openWorld(
  urls: { url: string; programUrl: string },
  { folder, settings }: { folder: string; settings: Settings },
  crew: () => Crew,
) {
  const app = await startApp({
    config: readConfig({ ...settings, PORT: '0', OFFICE_PORT: '0' }, folder),
    databaseUrl: urls.programUrl,
    log: pino({ level: 'silent' }),
    pages: 'none',
    instead: ({ pool, clock, config, demonstration }) => {
      if (!demonstration) throw new Error('the drill is a demonstration');
      const callbackUrl = () => crew().callbackUrl;
      const secret = config.bank.webhookSecret;
      const bank = createSandboxBank({ pool, clock, secret, callbackUrl });
      return { bank, demonstration: { ...demonstration, bank } };
    },
  });
  const { services } = app;
  const parts: Parts = { rows: rowsAt(urls.url), crew, ...services.demonstration! };
  const transport: Transport = async (request) => {
    if (request.path === advanceClock.path) {
      const { advanceDays } = JSON.parse(String(request.body)) as { advanceDays: number };
      return liveThrough(parts, advanceDays);
    }
    if (request.path === bankTransfer.path) return transfer(parts, request);
    return crew().transport(request);
  };
  return { services, transport, close: () => app.close() };
}
