// Drill: the life of a loan on three processes behind a proxy, with PgBouncer and a bucket, while
// one process is killed every 20 seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../../server/database/migrate.ts';
import { startS3 } from '../../../tests/doubles/s3.ts';
import { type Drill, type DrillOptions, withPostgres } from '../drill.ts';
import { pgbouncerVersion, startPgbouncer } from '../pgbouncer.ts';
import type { Settings } from '../processes.ts';
import type { Crew } from './crew.ts';
import { bucketSettings, playOn } from './play.ts';

const KILL_EACH_MS = 20_000;
/** A process is also killed while it may be answering one of this many requests of the story. */
const KILL_AT = 12;
const ANSWER_MS = 25;
const LOOK_MS = 200;
const CONNECTIONS = 20;

/**
 * Under `faketime` the program and its people have the wrong time, but PostgreSQL has the right
 * one: takes the library that fakes the time out of this process's environment and returns it. The
 * library is loaded here already and reads its other settings again from time to time.
 */
function takeFakedTime(): Settings {
  const library = process.env['LD_PRELOAD'];
  delete process.env['LD_PRELOAD'];
  return library ? { LD_PRELOAD: library } : {};
}

async function run({ rounds, say }: DrillOptions) {
  const version = pgbouncerVersion();
  if (version === null) {
    return { result: 'SKIPPED: pgbouncer is missing (apt-get install pgbouncer)', failures: [] };
  }
  const faked = takeFakedTime();
  return withPostgres(async (postgres, folder) => {
    await migrate(postgres);
    const s3 = await startS3();
    const bouncer = await startPgbouncer(postgres, folder, CONNECTIONS).catch(async (error) => {
      await s3.stop();
      throw error;
    });
    const settings = {
      ...faked,
      ...bucketSettings(s3),
      DATABASE_DIRECT_URL: postgres.programUrl,
      DATABASE_PREPARED: version >= 21 ? 'on' : 'off',
    };
    let kills = 0;
    let killing: Promise<void> | null = null;
    let failure: Error | null = null;
    /** Does not reject, because nobody waits for a kill during a request. */
    const kill = (crew: Crew) => {
      killing ??= crew
        .restart(kills)
        .catch((error: Error) => void (failure ??= error))
        .finally(() => {
          kills += 1;
          killing = null;
        });
      return killing;
    };
    try {
      const { figures, failures } = await playOn(
        { urls: postgres, databaseUrl: bouncer.url, folder, settings },
        {
          async before(requests, crew) {
            if (requests % KILL_AT === 0) setTimeout(() => void kill(crew), ANSWER_MS);
          },
          async beside(crew, isOver) {
            let last = performance.now();
            while (!isOver()) {
              await sleep(LOOK_MS);
              if (failure) throw failure;
              if (performance.now() - last < KILL_EACH_MS) continue;
              await kill(crew);
              last = performance.now();
            }
            await killing;
            if (failure) throw failure;
          },
        },
        { seed: rounds ?? 1, say: (line) => say(`  ${line}`) },
      );
      return { result: `${kills} kills, PgBouncer 1.${version}, ${figures}`, failures };
    } finally {
      await killing;
      bouncer.child.kill('SIGKILL');
      await s3.stop();
    }
  });
}

export const storyKilled: Drill = {
  about: 'plays the life of a loan on three processes, one of which is killed each 20 s',
  run,
};
