// Drill: the WAL is archived under load, the machine is lost, and the backup restored to random
// seconds.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { randomOf } from '../../actors/random.ts';
import { createKeyRing } from '../../server/adapters/key-ring.ts';
import { readConfig } from '../../server/config/config.ts';
import { migrate } from '../../server/database/migrate.ts';
import { freePort } from '../../server/database/free-port.ts';
import { type Postgres, findRunner, startPostgres } from '../../server/database/postgres.ts';
import { archiveSettings, makePlaces, placesOf, takeBase } from '../backup/base.ts';
import { copyHeads, copyUploads } from '../backup/copies.ts';
import { type Restoration, restore } from '../backup/restoration.ts';
import { type Drill, type DrillOptions, withFolder } from './drill.ts';
import { killAll } from './kill-all.ts';
import { compareAcknowledged } from './market/acknowledged.ts';
import { type Acknowledged, newLoad } from './market/load.ts';
import { furnish } from './market/market.ts';
import { startMarketServer } from './processes.ts';

const ROUNDS = 20;
const CLIENTS = 6;
const SECONDS = 60;
/**
 * Seconds between archived WAL segments in this drill; a company uses a minute (`archiveSettings`).
 */
const ARCHIVE_SECONDS = 10;
const UPLOAD_EACH_MS = 700;
const SIZE = { investors: 600, cases: 24, amountMin: 50, amountMax: 90 };

type Disaster = { acknowledged: Acknowledged; firstMs: number; lostAt: number };

/** Runs the market under load, takes a base backup meanwhile, and kills everything at once. */
async function loseMachine(
  postgres: Postgres,
  folder: string,
  backup: string,
  say: DrillOptions['say'],
): Promise<Disaster> {
  await migrate(postgres);
  const random = randomOf(1);
  const market = await furnish(postgres.programUrl, folder, random, SIZE);
  const ports = { site: await freePort(), office: await freePort() };
  const server = await startMarketServer(postgres.programUrl, folder, ports);
  const load = newLoad([ports], market, random);
  const clients = load.run(CLIENTS, { uploadEachMs: UPLOAD_EACH_MS });
  await sleep(5_000);
  const base = await takeBase(postgres.url, backup);
  const firstMs = Date.parse(base.endedAt);
  say(
    `  base backup in ${((firstMs - Date.parse(base.startedAt)) / 1000).toFixed(1)} s under load`,
  );
  while (Date.now() < firstMs + SECONDS * 1_000) await sleep(200);
  server.kill('SIGKILL');
  killAll(postgres.pid);
  const lostAt = Date.now();
  load.end({ abandon: true });
  await clients;
  // Uploads and the heads of the audit log are stored on another machine or disk than the database.
  copyUploads(join(folder, 'files'), placesOf(backup).uploads);
  copyHeads(join(folder, 'heads.jsonl'), placesOf(backup).heads);
  return { acknowledged: structuredClone(load.acknowledged), firstMs, lostAt };
}

/**
 * Restores to the moment `until`; null restores to the end of the archive. Appends what is wrong to
 * `failures`.
 */
async function restoreOnce(
  folder: string,
  { acknowledged, backup }: { acknowledged: Acknowledged; backup: string },
  until: Date | null,
  failures: string[],
): Promise<Restoration> {
  const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
  const ring = createKeyRing(config.dataKeys, config.dataKeyCurrent);
  const to = mkdtempSync(join(folder, 'restored-'));
  rmSync(to, { recursive: true });
  const options = { from: backup, to, until, ring, headsKey: config.heads.key };
  const done = await restore(options, async ({ url, lastCommitAt }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // At the end of the archive, only the time of the last transaction says which moment was
    // restored.
    const moment = until?.getTime() ?? lastCommitAt?.getTime() ?? 0;
    failures.push(...(await compareAcknowledged(client, acknowledged, moment)));
    await client.end();
  }).finally(() => {
    rmSync(to, { recursive: true, force: true });
  });
  failures.push(...done.failures.map((line) => `${until?.toISOString() ?? 'the end'}: ${line}`));
  return done;
}

const secondsOf = (numbers: readonly number[]) =>
  `${Math.min(...numbers).toFixed(1)}–${Math.max(...numbers).toFixed(1)} s`;

async function drill(folder: string, { rounds, say }: DrillOptions) {
  const backup = join(folder, 'backup');
  makePlaces(backup, findRunner());
  const cluster = join(folder, 'cluster');
  const settings = archiveSettings(backup, ARCHIVE_SECONDS);
  const postgres = await startPostgres({ folder: cluster, durable: true, settings });
  const failures: string[] = [];
  let lost: Disaster;
  try {
    lost = await loseMachine(postgres, folder, backup, say);
  } finally {
    await postgres.stop();
  }
  const { acknowledged, firstMs, lostAt } = lost;
  const { acks, paid, uploaded } = acknowledged;
  const orders = acks.filter(({ orderId }) => orderId !== null).length;
  say(`  ${orders} orders, ${paid.length} payments and ${uploaded.length} uploads acknowledged`);
  const end = await restoreOnce(folder, { acknowledged, backup }, null, failures);
  for (const line of end.says) say(`  at the end of the archive: ${line}`);
  const endMs = end.lastCommitAt?.getTime() ?? 0;
  const rpo = ((lostAt - endMs) / 1000).toFixed(1);
  if (lostAt - endMs > (ARCHIVE_SECONDS + SLACK_SECONDS) * 1_000) failures.push(`RPO ${rpo} s`);
  const random = randomOf(Date.now());
  const times: number[] = [];
  const count = rounds ?? ROUNDS;
  for (let round = 1; round <= count; round += 1) {
    const until = new Date(random.int(firstMs + 1, endMs - 1));
    const done = await restoreOnce(folder, { acknowledged, backup }, until, failures);
    const { copy, replay, proof } = done.seconds;
    times.push(copy + replay + proof);
    const parts = [copy, replay, proof].map((one) => one.toFixed(1)).join(' + ');
    say(`  ${round} of ${count}: ${until.toISOString()}, ${parts} s, ${failures.length} failures`);
  }
  const result =
    `${count} restores to random seconds; ${orders} orders, ${paid.length} payments and ` +
    `${uploaded.length} uploads compared; RPO ${rpo} s with a segment each ${ARCHIVE_SECONDS} s; ` +
    `RTO ${secondsOf(times)}`;
  return { result, failures };
}
/** Time that PostgreSQL may take to finish and copy a segment on a busy machine. */
const SLACK_SECONDS = 5;

export const restoreDrill: Drill = {
  about: 'restores a backup to random seconds of a market under load, and proves each',
  run: (options) => withFolder((folder) => drill(folder, options)),
};
