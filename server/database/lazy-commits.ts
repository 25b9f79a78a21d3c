// Work whose commits do not wait for the disk, because an interruption begins it again anyway.
import { Client } from 'pg';

/**
 * Does `work` while no commit of the embedded cluster waits for the disk. Afterwards, also if the
 * work fails, commits wait again and everything written meanwhile is on the disk. If the process is
 * killed during the work, the cluster stays as it is, so that the caller must begin the work again
 * at the next start. `ownerUrl` is the address of the superuser.
 */
export async function withLazyCommits(ownerUrl: string, work: () => Promise<void>): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  // A server that ends meanwhile fails the work, which reports it.
  owner.on('error', () => {});
  await owner.connect();
  try {
    await owner.query('alter system set synchronous_commit = off');
    await owner.query('select pg_reload_conf()');
    await work();
  } finally {
    await owner.query('alter system reset synchronous_commit');
    await owner.query('select pg_reload_conf()');
    await owner.query('checkpoint');
    await owner.end();
  }
}
