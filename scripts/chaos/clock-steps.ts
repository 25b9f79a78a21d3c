// Drill: the clock of two running processes steps ahead and back by an hour, as a wrong time server
// makes it do, while that of PostgreSQL is right.
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identity } from '#contract/identity/calls.ts';
import { notices } from '#contract/notices/calls.ts';
import { createClient } from '../../actors/client.ts';
import { overHttp } from '../../actors/transport.ts';
import { createPool } from '../../server/database/db.ts';
import { judgeTries } from './database/judgement.ts';
import { type Drill, type DrillOptions, withFolder } from './drill.ts';
import { type Stage, withMarket } from './market/stage.ts';

const CLIENTS = 8;
/** Seconds by which the clock is wrong, one after the other. */
const STEPS = [3_600, 0, -3_600, 0, 3_600, -3_600, 0];
const STEP_MS = 10_000;
/** By how many seconds the newest order may be older than the moment at which it is read. */
const NEWEST_S = 60;
const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1';

async function step(stage: Stage, clock: string, { rounds, say }: DrillOptions) {
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
  await pool.end();
  await settle(failures);
  const { acks, paid } = load.acknowledged;
  const result =
    `${times} steps of an hour or two of the running processes' clock, ` +
    `${acks.length} orders answered, ${paid.length} payments, ${load.repeated()} sent again`;
  return { result, failures };
}

export const clockSteps: Drill = {
  about: 'steps the clock of two running processes ahead and back by an hour under load',
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
