// Drill: the clock of two running processes steps ahead and back by an hour, as a wrong time server
// makes it do, while that of PostgreSQL is right. At the end it steps back by 35 hours, after which
// the jobs of each minute must go on.
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identity } from '#contract/identity/calls.ts';
import { notices } from '#contract/notices/calls.ts';
import { createClient } from '../../actors/client.ts';
import { overHttp } from '../../actors/transport.ts';
import { type Pool, createPool } from '../../server/database/db.ts';
import { judgeTries } from './database/judgement.ts';
import { type Drill, type DrillOptions, withFolder } from './drill.ts';
import { type Stage, withMarket } from './market/stage.ts';

const CLIENTS = 8;
/** Seconds by which the clock is wrong, one after the other. */
const STEPS = [3_600, 0, -3_600, 0, 3_600, -3_600, 0];
const STEP_MS = 10_000;
/** By how many seconds the newest order may be older than the moment at which it is read. */
const NEWEST_S = 60;
/** Seconds by which the clock is ahead before it is set back at the end. */
const FAR_S = 126_000;
/** Time after that step within which a job of each minute must have run. */
const MINUTES_MS = 150_000;
const LOOK_MS = 2_000;
const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1';

/**
 * Sets the clock back by 35 hours. Entries of the crontab that were made ahead of PostgreSQL's time
 * are removed, because they would have run by then if its clock had been ahead as well.
 */
async function stepFarBack(pool: Pool, clock: string, { say }: DrillOptions): Promise<string[]> {
  writeFileSync(clock, `+${FAR_S}`);
  await sleep(STEP_MS);
  writeFileSync(clock, '+0');
  await sleep(STEP_MS);
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs where run_at > now() and locked_at is null))`,
  );
  const began = performance.now();
  const { rows: since } = await pool.query<{ now: Date }>('select now()');
  while (performance.now() - began < MINUTES_MS) {
    const { rows } = await pool.query(
      `select from app.job where each = 'minute' and finished_at > $1
         and finished_at < now() + interval '1 minute'`,
      [since[0]?.now],
    );
    if (rows.length > 0) {
      const seconds = Math.round((performance.now() - began) / 1_000);
      say(`  set back by 35 hours: a job of each minute ran ${seconds} s later`);
      return [];
    }
    await sleep(LOOK_MS);
  }
  return ['the jobs of each minute stood still after the clock was set back by 35 hours'];
}

async function step(stage: Stage, clock: string, options: DrillOptions) {
  const { rounds, say } = options;
  const { load, market, ports, postgres, settle } = stage;
  const pool = createPool(postgres.programUrl, { max: 1 });
  const failures: string[] = [];
  // Taken from the market, so that no client of the load uses the session that ends here.
  const token = market.tokens.pop() ?? '';
  const clients = ports.map(({ site, office }) => {
    const at = (port: number) => `http://127.0.0.1:${port}`;
    return createClient(overHttp({ site: at(site), office: at(office) }));
  });
  await clients[0]?.ok(identity.logout, {}, { token });
  let times = 0;
  for (let round = 0; round < (rounds ?? 1); round += 1) {
    for (const seconds of STEPS) {
      load.tries.length = 0;
      const before = load.acknowledged.acks.length;
      writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}`);
      await sleep(STEP_MS);
      for (const { ask } of clients) {
        const { status } = await ask(notices.listNotices, {}, { token });
        if (status !== 401) failures.push(`${seconds} s: an ended session was answered ${status}`);
      }
      // PostgreSQL has the right time, so the newest order shows that of the program.
      const { rows } = await pool.query<{ wrong: number }>(
        `select extract(epoch from created_at - now())::integer as wrong
         from investing."order" order by id desc limit 1`,
      );
      const wrong = rows[0]?.wrong ?? Infinity;
      if (Math.abs(wrong - seconds) > NEWEST_S) {
        failures.push(`${seconds} s: the clock of the program is wrong by ${wrong} s`);
      }
      const orders = load.acknowledged.acks.length - before;
      if (orders === 0) failures.push(`${seconds} s: no order was answered`);
      const judged = judgeTries(load.tries);
      failures.push(...judged.failures.map((line) => `${seconds} s: ${line}`));
      times += 1;
      say(`  the clock is wrong by ${seconds} s: ${judged.says}; ${orders} orders answered`);
    }
  }
  failures.push(...(await stepFarBack(pool, clock, options)));
  await pool.end();
  await settle(failures);
  const { acks, paid } = load.acknowledged;
  const result =
    `${times} steps of an hour or two of the running processes' clock, ` +
    `${acks.length} orders answered, ${paid.length} payments, ${load.repeated()} sent again`;
  return { result, failures };
}

export const clockSteps: Drill = {
  about: 'steps the clock of two running processes ahead and back by hours under load',
  run: async (options) => {
    const [library] = globSync(LIBRARY);
    if (library === undefined) {
      return { result: 'SKIPPED: faketime is missing (apt-get install faketime)', failures: [] };
    }
    return withFolder(async (folder) => {
      const clock = join(folder, 'clock');
      writeFileSync(clock, '+0');
      return withMarket(
        {
          clients: CLIENTS,
          cases: 60,
          urlsOf: ({ programUrl }) => [programUrl, programUrl],
          environment: {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: clock,
            FAKETIME_CACHE_DURATION: '1',
            // Timers keep running evenly, as they do when a time server corrects the clock.
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          },
        },
        (stage) => step(stage, clock, options),
      );
    });
  },
};
