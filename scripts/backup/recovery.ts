// Recovers a copied cluster up to a moment, on a socket of its own that only this user can open.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Runner,
  findRunner,
  isReady,
  reachableBinaries,
} from '../../server/database/postgres.ts';
import { StartFailure } from '../../server/start-failure.ts';
import type { Base } from './base.ts';

export type Recovered = {
  /** Connection address for the role that took the backup. */
  url: string;
  /** Commit time of the last transaction that was recovered; null if the log has none. */
  lastCommitAt: Date | null;
  stop(): Promise<void>;
};

const OTHER_PROGRAMS = 'Name the programs of the PostgreSQL that wrote the log by --bin DIR.';

type Recovery = {
  data: string;
  restoreCommand: string;
  until: Date | null;
  bin?: string | undefined;
};

const PORT = 5432;

/** Makes the user that runs PostgreSQL the owner of a folder and of everything below it. */
function giveTo(runner: Runner, folder: string): void {
  const { uid, gid } = runner;
  if (uid === undefined || gid === undefined) return;
  fs.chownSync(folder, uid, gid);
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    fs.chownSync(join(folder, name), uid, gid);
  }
}

/** Reads a time as PostgreSQL logs it, such as `2026-03-01 01:30:00.123456+00`. */
const instantOf = (text: string) => new Date(text.trim().replace(' ', 'T').replace(/\+00$/, 'Z'));

/** While PostgreSQL starts, it does not understand abbreviations of time zones such as Z. */
const postgresTime = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00');

const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`;

/** Returns the settings of the recovery; those of the server that was backed up do not apply. */
function recoverySettings(place: string, restoreCommand: string, until: Date | null): string[] {
  return [
    `config_file=${join(place, 'recovery.conf')}`,
    `hba_file=${join(place, 'hba.conf')}`,
    `ident_file=${join(place, 'ident.conf')}`,
    'listen_addresses=',
    `port=${PORT}`,
    `unix_socket_directories=${place}`,
    // A server recovered for a check must not write to the archive from which it is recovered.
    'archive_mode=off',
    'hot_standby=off',
    'max_connections=200',
    'jit=off',
    'timezone=UTC',
    'log_min_messages=log',
    `restore_command=${restoreCommand}`,
    'recovery_target_action=promote',
    ...(until ? [`recovery_target_time=${postgresTime(until)}`] : []),
  ];
}

/** Returns the command that takes a segment out of a folder of archived ones. */
export const restoreFrom = (wal: string) => `cp ${quoted(resolve(wal))}/%f "%p"`;

/**
 * Starts PostgreSQL in `data` and replays the archived log until just before the first transaction
 * that committed after `until`, or to the end of the archive. Throws a StartFailure if the archive
 * ends before that moment, or if a segment of it is missing. `bin` is the folder of PostgreSQL's
 * programs, by default that of the embedded one, which cannot read a log compressed with lz4.
 */
export async function recover(
  { role, database }: Pick<Base, 'role' | 'database'>,
  { data, restoreCommand, until, bin }: Recovery,
): Promise<Recovered> {
  const runner = findRunner();
  const programs = bin ?? join(reachableBinaries(runner), 'bin');
  const place = fs.mkdtempSync(join(tmpdir(), 'baixi-recover-'));
  fs.writeFileSync(join(place, 'recovery.conf'), '');
  fs.writeFileSync(join(place, 'hba.conf'), 'local all all peer map=restore\n');
  fs.writeFileSync(join(place, 'ident.conf'), `restore ${userInfo().username} ${role}\n`);
  fs.writeFileSync(join(data, 'recovery.signal'), '');
  fs.mkdirSync(join(data, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  fs.chmodSync(data, 0o700);
  giveTo(runner, data);
  giveTo(runner, place);
  const logFile = `${data}.log`;
  const log = fs.openSync(logFile, 'w', 0o600);
  const settings = recoverySettings(place, restoreCommand, until);
  const args = ['-D', data, ...settings.flatMap((one) => ['-c', one])];
  const child = spawn(join(programs, 'postgres'), args, {
    ...runner,
    cwd: data,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
  });
  fs.closeSync(log);
  let isRunning = true;
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  void ended.then(() => (isRunning = false));
  while (isRunning && !isReady(data, child)) await sleep(20);
  const stop = async () => {
    if (isRunning) child.kill('SIGINT');
    await ended;
    fs.rmSync(place, { recursive: true, force: true });
  };
  const said = fs.readFileSync(logFile, 'utf8');
  if (!isRunning) {
    await stop();
    const why = /FATAL:\s*(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1);
    const hint = /not supported by build/.test(why ?? '') ? `. ${OTHER_PROGRAMS}` : '';
    throw new StartFailure(`The database cannot be recovered: ${why}${hint}`);
  }
  const last = /last completed transaction was at log time (.*)/.exec(said)?.[1];
  const url = `postgres://${role}@/${database}?host=${encodeURIComponent(place)}&port=${PORT}`;
  return { url, lastCommitAt: last === undefined ? null : instantOf(last), stop };
}
