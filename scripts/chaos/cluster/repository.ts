// The backups of the cluster in one repository: made on its machine, fed by whichever node is the
// primary, and restored to a moment.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createKeyRing } from '../../../server/adapters/key-ring.ts';
import { readConfig } from '../../../server/config/config.ts';
import { copyHeads, copyUploads } from '../../backup/copies.ts';
import { proveRestored } from '../../backup/proof.ts';
import { recover } from '../../backup/recovery.ts';
import { compareAcknowledged } from '../market/acknowledged.ts';
import type { Acknowledged } from '../market/load.ts';
import { type Cluster, type Node, runOn } from './nodes.ts';
import { CLUSTER_NAME, SUPERUSER_PASSWORD, binaries, configure, newFolder } from './places.ts';

const STANZA = `--stanza=${CLUSTER_NAME}`;
const ARCHIVE_MAX_MS = 90_000;

const onRepository = ({ repositoryFile }: Cluster, words: readonly string[]) =>
  runOn(null, ['pgbackrest', `--config=${repositoryFile}`, STANZA, ...words]);

/** Prepares the repository, without which nothing can be archived. */
export function openRepository(cluster: Cluster): void {
  onRepository(cluster, ['stanza-create']);
}

/** Takes the first backup. */
export function takeFirstBackup(cluster: Cluster): void {
  onRepository(cluster, ['check']);
  onRepository(cluster, ['--type=full', 'backup']);
}

/** Takes the backup of a night, from the node that is the primary then. */
export function takeNextBackup(cluster: Cluster): void {
  onRepository(cluster, ['--type=diff', 'backup']);
}

/** Waits until the primary has archived everything that it has written so far. */
export async function untilArchived(cluster: Cluster, primary: Node): Promise<void> {
  const url = cluster.addressOf('postgres', SUPERUSER_PASSWORD, primary);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_switch_wal()) as segment',
    );
    const { segment = '' } = rows[0] ?? {};
    const limit = performance.now() + ARCHIVE_MAX_MS;
    while (performance.now() < limit) {
      const archived = await client.query<{ last: string | null }>(
        `select last_archived_wal as last from pg_stat_archiver where last_archived_wal >= $1`,
        [segment],
      );
      if (archived.rowCount === 1) return;
      await sleep(200);
    }
  } finally {
    await client.end();
  }
  throw new Error(`${primary.name} archives nothing after it became the primary`);
}

/**
 * Restores the repository to a moment in a new folder, proves laws, chains and files there, and
 * compares it with what was acknowledged by then. Returns one line for each fault.
 */
export async function restoreTo(
  { places }: Cluster,
  { folder, acknowledged }: { folder: string; acknowledged: Acknowledged },
  until: Date,
): Promise<{ says: string[]; failures: string[] }> {
  const at = newFolder(join(places.top, 'restored'));
  const data = newFolder(join(at, 'pg'));
  // The machine has the certificate of a node, as it would replace one.
  const place = { ...places.nodes[0]!, folder: at };
  const own = { RUN_DIR: join(at, 'run'), LOG_DIR: at, SPOOL_DIR: newFolder(join(at, 'spool')) };
  newFolder(own.RUN_DIR);
  const file = configure(place, 'pgbackrest.conf', { ...own, POSTGRES_DIR: data });
  const command = ['pgbackrest', `--config=${file}`, STANZA];
  const moment = until.toISOString().replace('T', ' ').replace('Z', '+00');
  const target = ['--type=time', `--target=${moment}`, '--target-action=promote'];
  runOn(null, [...command, ...target, 'restore']);
  const uploads = join(at, 'files');
  const heads = join(at, 'signed.jsonl');
  copyUploads(join(folder, 'files'), uploads);
  copyHeads(join(folder, 'heads.jsonl'), heads);
  const restoreCommand = `${command.join(' ')} archive-get %f "%p"`;
  const role = { role: 'postgres', database: 'baixi' };
  // The embedded PostgreSQL cannot read the log of the cluster, which is compressed with lz4.
  const recovered = await recover(role, { data, restoreCommand, until, bin: binaries });
  const { url, stop } = recovered;
  try {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const lost = await compareAcknowledged(client, acknowledged, until.getTime());
    await client.end();
    const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
    const ring = createKeyRing(config.dataKeys, config.dataKeyCurrent);
    const proof = await proveRestored({
      url,
      uploads,
      ring,
      heads,
      headsKey: config.heads.key,
      until,
    });
    return { says: proof.says, failures: [...lost, ...proof.failures] };
  } finally {
    await stop();
  }
}
