// Drill: three processes behind a proxy, of which one at a time is frozen, as on an overloaded
// machine, and its transactions stay open meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Drill, DrillOptions } from '../drill.ts';
import { type Stage, withMarket } from '../market/stage.ts';
import { judgeTries } from './judgement.ts';

const CLIENTS = 12;
const PROCESSES = 3;
const FROZEN_MS = 12_000;
const QUIET_MS = 5_000;
/** A request at the frozen process is answered only after it goes on. */
const WAIT_MAX_MS = FROZEN_MS + 10_000;

async function freeze(stage: Stage, { rounds, say }: DrillOptions) {
  const { servers, load, settle } = stage;
  const failures: string[] = [];
  let times = 0;
  await sleep(QUIET_MS);
  for (let round = 0; round < (rounds ?? 2); round += 1) {
    for (const [turn, server] of servers.entries()) {
      load.tries.length = 0;
      const before = load.acknowledged.acks.length;
      server.kill('SIGSTOP');
      await sleep(FROZEN_MS);
      const meanwhile = load.acknowledged.acks.length - before;
      server.kill('SIGCONT');
      await sleep(QUIET_MS);
      const judged = judgeTries(load.tries, WAIT_MAX_MS);
      failures.push(...judged.failures.map((line) => `process ${turn + 1} frozen: ${line}`));
      if (meanwhile === 0) failures.push(`process ${turn + 1} frozen: no order was answered`);
      times += 1;
      say(`  process ${turn + 1} frozen: ${judged.says}; ${meanwhile} orders answered meanwhile`);
    }
  }
  await settle(failures);
  const { acks, paid } = load.acknowledged;
  const result =
    `${times} times one of ${PROCESSES} processes frozen for ${FROZEN_MS / 1000} s, ` +
    `${acks.length} orders answered, ${paid.length} payments, ${load.repeated()} sent again`;
  return { result, failures };
}

export const frozen: Drill = {
  about: 'freezes one of three processes behind a proxy at a time',
  run: (options) =>
    withMarket(
      {
        clients: CLIENTS,
        cases: 60,
        urlsOf: ({ programUrl }) => Array.from({ length: PROCESSES }, () => programUrl),
        balanced: true,
      },
      (stage) => freeze(stage, options),
    ),
};
