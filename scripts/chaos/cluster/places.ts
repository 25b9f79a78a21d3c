// The files of the cluster's nodes, of etcd, of the repository and of the program's machine: each
// configuration of deploy/ filled in, and certificates of one authority.
import * as fs from 'node:fs';
import { join } from 'node:path';
import { findRunner } from '../../../server/database/postgres.ts';
import { newAuthority } from '../../../tests/doubles/certificates.ts';
import { filledIn } from '../deployed.ts';
import { DRILL_ADDRESS, type Host, NETWORK } from './network.ts';

export type Values = Record<string, string>;

export const SUPERUSER_PASSWORD = 'superuser-of-the-drill';
export const CLUSTER_NAME = 'baixi';
/** Name in the certificates of all nodes, which leads to HAProxy on machines for the program. */
export const DATABASE_NAME = 'db.baixi.internal';
export const REPOSITORY_NAME = 'backups';
const TYPE_NAME = 2;
const TYPE_ADDRESS = 7;
/** Each node has an address of its own, so that all use the same ports. */
export const PORTS = { etcd: 2379, peers: 2380, patroni: 8008, postgres: 5432, pgbackrest: 8432 };
export const PRIMARY_PORT = 5000;
const REPLICA_PORT = 5001;

/**
 * Folder in which Debian and the PostgreSQL project install version 18; PG_BIN names another
 * folder.
 */
export const binaries = process.env['PG_BIN'] ?? '/usr/lib/postgresql/18/bin';

function give(path: string): string {
  const { uid, gid } = findRunner();
  if (uid !== undefined && gid !== undefined) fs.chownSync(path, uid, gid);
  return path;
}

/** Makes a folder that only the user of PostgreSQL can enter. */
export function newFolder(path: string): string {
  fs.mkdirSync(path, { mode: 0o700 });
  return give(path);
}

/** Writes a file that only the user of PostgreSQL can read; returns its path. */
function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  fs.writeFileSync(path, text, { mode: 0o600 });
  return give(path);
}

type Place = { folder: string; values: Values };

/** Writes a file of deploy/ for a machine, filled in; returns its path. */
export const configure = ({ folder, values }: Place, file: string, more: Values = {}): string =>
  write(folder, file, filledIn(file, { ...values, ...more }));

/** Makes the folders, certificates and values of the nodes, of etcd and of the repository. */
export function newPlaces(at: string, hosts: readonly Host[], members: readonly Host[]) {
  const authority = newAuthority('authority of the drill');
  const top = newFolder(at);
  // The program runs as another user than PostgreSQL, and reads the certificate of the authority.
  fs.chmodSync(top, 0o711);
  const caFile = write(top, 'ca.pem', authority.cert);
  fs.chmodSync(caFile, 0o644);
  const placeOf = (name: string, address: string, names: readonly string[]): Place => {
    const folder = newFolder(join(at, name));
    const tls = newFolder(join(folder, 'tls'));
    const altNames = [
      { type: TYPE_ADDRESS, ip: address },
      ...names.map((value) => ({ type: TYPE_NAME, value })),
    ];
    const { key, cert } = authority.issue(name, altNames);
    write(tls, 'ca.pem', authority.cert);
    write(tls, 'node.pem', cert);
    write(tls, 'node.key', key);
    for (const own of ['run', 'log', 'spool']) newFolder(join(folder, own));
    return { folder, values: { ...shared, ...ownValues(name, address, folder) } };
  };
  const shared: Values = {
    CLUSTER_NAME,
    CLUSTER_NETWORK: NETWORK,
    ETCD_PORT: String(PORTS.etcd),
    ETCD_PEER_PORT: String(PORTS.peers),
    ETCD_MEMBERS: members
      .map(({ name, address }) => `${name}=https://${address}:${PORTS.peers}`)
      .join(','),
    ETCD_HOSTS: members.map(({ address }) => `${address}:${PORTS.etcd}`).join(','),
    PATRONI_PORT: String(PORTS.patroni),
    POSTGRES_PORT: String(PORTS.postgres),
    POSTGRES_BIN: binaries,
    PGBACKREST_PORT: String(PORTS.pgbackrest),
    REPOSITORY_NAME,
    REPOSITORY_FILE: join(at, REPOSITORY_NAME, 'pgbackrest-repository.conf'),
    BACKUP_PASSPHRASE: 'passphrase-of-the-drill',
    SUPERUSER_PASSWORD,
    REPLICATION_PASSWORD: 'replication-of-the-drill',
    REWIND_PASSWORD: 'rewind-of-the-drill',
    WATCHDOG: "'off'",
    PRIMARY_PORT: String(PRIMARY_PORT),
    REPLICA_PORT: String(REPLICA_PORT),
    CA_FILE: caFile,
  };
  for (const [k, { name, address }] of hosts.entries()) {
    const own = ownValues(name, address, join(at, name));
    const names = ['NODE_NAME', 'NODE_ADDRESS', 'POSTGRES_DIR', 'SOCKET_DIR', 'PGBACKREST_FILE'];
    for (const value of names) {
      shared[`NODE${k + 1}_${value.replace('NODE_', '')}`] = own[value] ?? '';
    }
    shared[`NODE${k + 1}_POSTGRES_PORT`] = String(PORTS.postgres);
    shared[`NODE${k + 1}_PATRONI_PORT`] = String(PORTS.patroni);
  }
  const repository = placeOf(REPOSITORY_NAME, DRILL_ADDRESS, [REPOSITORY_NAME]);
  newFolder(join(repository.folder, 'repository'));
  return {
    top,
    caFile,
    nodes: hosts.map(({ name, address }) => placeOf(name, address, [name, DATABASE_NAME])),
    members: members.map(({ name, address }) => placeOf(name, address, [name])),
    repository,
  };
}

export type Places = ReturnType<typeof newPlaces>;

function ownValues(name: string, address: string, folder: string): Values {
  const backrest = join(folder, 'pgbackrest.conf');
  const command = `pgbackrest --config=${backrest} --stanza=${CLUSTER_NAME}`;
  return {
    NODE_NAME: name,
    NODE_ADDRESS: address,
    TLS_DIR: join(folder, 'tls'),
    ETCD_DIR: join(folder, 'etcd'),
    POSTGRES_DIR: join(folder, 'pg'),
    PGPASS_FILE: join(folder, 'pgpass'),
    SOCKET_DIR: folder,
    PGBACKREST_FILE: backrest,
    ARCHIVE_COMMAND: `${command} archive-push %p`,
    RESTORE_COMMAND: `${command} archive-get %f "%p"`,
    BACKUP_DIR: join(folder, 'repository'),
    RUN_DIR: join(folder, 'run'),
    LOG_DIR: join(folder, 'log'),
    SPOOL_DIR: join(folder, 'spool'),
  };
}
