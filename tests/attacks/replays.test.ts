// Replays R9: copies of commands with one idempotency key, at two processes at once, also with
// another input and by another person.
import pino from 'pino';
import { test } from 'vitest';
import { randomOf } from '../../actors/random.ts';
import { inProcess, overHttp, type Transport } from '../../actors/transport.ts';
import { startApp } from '../../server/app.ts';
import { newOperations, newReplays } from '../actors/replays.ts';
import { useServer } from '../server.ts';
import { startKilledServer } from './killed-server.ts';
import { isLong, report, roundsOr, SEED } from './report.ts';

const OPERATIONS = roundsOr(30);
const CLIENTS = 4;
const server = useServer();
const random = randomOf(SEED);

/** The second process: one that is killed again and again if there is time for it. */
async function startOther() {
  if (isLong) return startKilledServer(server, randomOf(SEED + 1));
  const app = await startApp({
    config: server.services.config,
    databaseUrl: server.programUrl,
    log: pino({ level: 'silent' }),
    pages: 'none',
  });
  const transport: Transport = inProcess(app);
  return { transport, kills: () => 0, spare: async () => {}, stop: () => app.close() };
}

test(`${OPERATIONS} operations with up to 20 copies have one effect and one answer`, async () => {
  const operations = await newOperations(server, OPERATIONS, random);
  const other = await startOther();
  try {
    const here = overHttp({ site: server.siteUrl, office: server.officeUrl });
    const replays = newReplays([here, other.transport], random);
    await replays.run(operations, CLIENTS);
    await other.spare();
    const { requests, unanswered, failures } = await replays.prove(server.rows);
    const says = [
      `${operations.length} operations, ${other.kills()} kills, ${unanswered} requests unanswered`,
    ];
    report({ tries: requests, failures, says });
  } finally {
    await other.stop();
  }
}, 7_200_000);
