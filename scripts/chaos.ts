// `npm run chaos -- <name>`: causes a fault repeatedly and proves how the program handles it.
import { clusterDrill } from './chaos/cluster/drill.ts';
import { isInOwnNetwork, runInOwnNetwork } from './chaos/cluster/network.ts';
import { deadlocks } from './chaos/database/deadlocks.ts';
import { diskFull } from './chaos/database/disk-full.ts';
import { exhaustion } from './chaos/database/exhaustion.ts';
import { frozen } from './chaos/database/frozen.ts';
import { migration } from './chaos/database/migration.ts';
import { partitions } from './chaos/database/partitions.ts';
import { recoveryKills } from './chaos/database/recovery-kills.ts';
import { slowDatabase } from './chaos/database/slow-database.ts';
import type { Drill } from './chaos/drill.ts';
import * as alerts from './chaos/alerts.ts';
import { clockSteps } from './chaos/clock-steps.ts';
import { files } from './chaos/files.ts';
import * as pgbouncer from './chaos/pgbouncer.ts';
import * as restarts from './chaos/restarts.ts';
import { restoreDrill } from './chaos/restore.ts';
import { soak } from './chaos/soak/soak.ts';
import * as starts from './chaos/starts.ts';
import { storyCluster } from './chaos/story/cluster.ts';
import { storyKilled } from './chaos/story/killed-processes.ts';
import { storyRestored } from './chaos/story/restored.ts';
import * as upgrade from './chaos/upgrade.ts';
import { readOptions } from './options.ts';

const drills: Record<string, Drill> = {
  alerts,
  'clock-steps': clockSteps,
  cluster: clusterDrill,
  deadlocks,
  'disk-full': diskFull,
  exhaustion,
  files,
  frozen,
  migration,
  partitions,
  pgbouncer,
  'recovery-kills': recoveryKills,
  restarts,
  restore: restoreDrill,
  'slow-database': slowDatabase,
  soak,
  starts,
  'story-cluster': storyCluster,
  'story-killed': storyKilled,
  'story-restored': storyRestored,
  upgrade,
};
const KILLS = 'kills';
const FAILURES_MAX = 20;

const [first = KILLS] = process.argv.slice(2);
// The oldest drill has its own options, and runs if no drill is named.
if (first === KILLS || (first.startsWith('--') && first !== '--help')) {
  await import('./chaos/kills.ts');
} else await runDrill();

async function runDrill(): Promise<void> {
  const abouts = Object.entries(drills).map(([name, { about }]) => [name, about]);
  const { values, positionals } = readOptions({
    command: 'npm run chaos --',
    purpose: 'Repeats a fault on processes and databases of its own.',
    words: {
      [KILLS]: 'kills the server and PostgreSQL under load (its options: kills --help)',
      ...Object.fromEntries(abouts),
    },
    options: {
      rounds: { type: 'string', value: 'N', about: 'how many times, or minutes (soak)' },
      from: { type: 'string', value: 'COMMIT', about: 'the older version (upgrade)' },
    },
  });
  const [name = ''] = positionals;
  const drill = drills[name];
  if (!drill || positionals.length > 1) {
    process.stderr.write(`Name one drill: ${[KILLS, ...Object.keys(drills)].join(', ')}.\n`);
    process.exit(2);
  }
  if (drill.ownNetwork && process.getuid?.() === 0 && !isInOwnNetwork()) {
    process.exit(await runInOwnNetwork());
  }
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say(`Drill ${name}: ${drill.about} …`);
  const began = performance.now();
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  const { result, failures } = await drill.run({ rounds, from: values.from ?? null, say });
  for (const line of failures.slice(0, FAILURES_MAX)) say(`  ${line}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${result}; ${failures.length} failures, in ${seconds} s.`);
  if (failures.length > 0) process.exitCode = 1;
}
