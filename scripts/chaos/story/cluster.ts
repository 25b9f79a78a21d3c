// Drill: the life of a loan on a Patroni cluster, the node of whose primary is killed twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { startS3 } from '../../../tests/doubles/s3.ts';
import { prepare, withCluster } from '../cluster/drill.ts';
import { nodeKilled } from '../cluster/faults.ts';
import { primaryOf, untilWhole } from '../cluster/nodes.ts';
import type { Drill, DrillOptions } from '../drill.ts';
import { bucketSettings, playOn } from './play.ts';

const KILLS = 2;
const QUIET_MS = 60_000;
const LOOK_MS = 500;

const run = ({ rounds, say }: DrillOptions) =>
  withCluster(async (cluster, folder) => {
    await untilWhole(cluster);
    const urls = await prepare(cluster);
    const s3 = await startS3();
    let kills = 0;
    try {
      const place = { urls, databaseUrl: urls.programUrl, folder, settings: bucketSettings(s3) };
      const { figures, failures } = await playOn(
        place,
        {
          async beside(_crew, isOver) {
            while (kills < KILLS) {
              for (let waited = 0; waited < QUIET_MS && !isOver(); waited += LOOK_MS) {
                await sleep(LOOK_MS);
              }
              if (isOver()) return;
              const primary = await primaryOf(cluster);
              if (!primary) throw new Error('there is no primary to kill');
              await nodeKilled.run(cluster, primary);
              kills += 1;
              say(`  the node of the primary was killed (${kills})`);
              await untilWhole(cluster);
            }
          },
        },
        { seed: rounds ?? 1, say: (line) => say(`  ${line}`) },
      );
      if (kills < KILLS) failures.push(`the primary was killed only ${kills} times`);
      return { result: `${kills} kills of the primary, ${figures}`, failures };
    } finally {
      await s3.stop();
    }
  });

export const storyCluster: Drill = {
  about: 'plays the life of a loan on a Patroni cluster, whose primary is killed twice',
  ownNetwork: true,
  run,
};
