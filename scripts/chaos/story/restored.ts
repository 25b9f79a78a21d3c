// Drill: the life of a loan, interrupted at a random moment by the loss of the machine; the backup
// is restored to that moment, and the story goes on.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { randomOf } from '../../../actors/random.ts';
import { createKeyRing } from '../../../server/adapters/key-ring.ts';
import { readConfig } from '../../../server/config/config.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { freePort } from '../../../server/database/free-port.ts';
import { type Postgres, findRunner, startPostgres } from '../../../server/database/postgres.ts';
import { startS3 } from '../../../tests/doubles/s3.ts';
import { archiveSettings, makePlaces, placesOf, takeBase } from '../../backup/base.ts';
import { copyHeads } from '../../backup/copies.ts';
import { restore } from '../../backup/restoration.ts';
import { type Drill, type DrillOptions, withFolder } from '../drill.ts';
import { killAll } from '../kill-all.ts';
import { bucketSettings, playOn } from './play.ts';

const ARCHIVE_SECONDS = 5;
/** The story has about 330 requests; before the first of these the operators only sign in. */
const [EARLIEST, LATEST] = [40, 300];
const ARCHIVED_MAX_MS = 120_000;

/** Waits until the archive has everything that was committed until now. */
async function untilArchived({ url }: Postgres): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select pg_walfile_name(pg_switch_wal()) as name`);
  const limit = performance.now() + ARCHIVED_MAX_MS;
  for (;;) {
    const archived = await client.query('select last_archived_wal as name from pg_stat_archiver');
    if (archived.rows[0].name >= rows[0].name) break;
    if (performance.now() > limit) throw new Error('the log is not archived');
    await sleep(200);
  }
  await client.end();
}

async function drill(folder: string, { rounds, say }: DrillOptions) {
  const backup = join(folder, 'backup');
  makePlaces(backup, findRunner());
  const port = await freePort();
  const settings = archiveSettings(backup, ARCHIVE_SECONDS);
  let postgres = await startPostgres({
    folder: join(folder, 'cluster'),
    durable: true,
    port,
    settings,
  });
  await migrate(postgres);
  const seed = rounds ?? 1;
  const at = randomOf(seed).int(EARLIEST, LATEST);
  const s3 = await startS3();
  const failures: string[] = [];
  const notes: string[] = [];
  try {
    await takeBase(postgres.url, backup);
    const place = { urls: postgres, databaseUrl: postgres.programUrl, folder };
    const told = await playOn(
      { ...place, settings: bucketSettings(s3) },
      {
        async before(requests, crew) {
          if (requests !== at) return;
          const began = performance.now();
          await untilArchived(postgres);
          const until = new Date();
          await sleep(1_000);
          await untilArchived(postgres);
          await crew.killAll();
          killAll(postgres.pid);
          await postgres.ended;
          copyHeads(join(folder, 'heads.jsonl'), placesOf(backup).heads);
          const { dataKeys, dataKeyCurrent, heads } = readConfig({ PORT: '0' }, folder);
          const ring = createKeyRing(dataKeys, dataKeyCurrent);
          const to = join(folder, 'restored');
          const how = { from: backup, to, until, ring, headsKey: heads.key, inBucket: true };
          const done = await restore(how);
          failures.push(...done.failures);
          // The new cluster keeps the passwords and the port of the lost one.
          copyFileSync(`${join(folder, 'cluster')}.password`, `${join(to, 'pg')}.password`);
          postgres = await startPostgres({ folder: join(to, 'pg'), durable: true, port });
          await crew.startAll();
          const seconds = ((performance.now() - began) / 1000).toFixed(1);
          notes.push(`lost and restored before request ${requests} in ${seconds} s`);
          for (const line of [...notes, ...done.says]) say(`  ${line}`);
        },
      },
      { seed, say: (line) => say(`  ${line}`) },
    );
    failures.push(...told.failures);
    if (notes.length === 0) failures.push('the story ended before the machine was lost');
    return { result: `${notes.join('; ')}; ${told.figures}`, failures };
  } finally {
    await postgres.stop();
    await s3.stop();
  }
}

export const storyRestored: Drill = {
  about: 'restores a backup in the middle of the life of a loan, which then goes on',
  run: (options) => withFolder((folder) => drill(folder, options)),
};
