// Tests of verified TLS to a PostgreSQL with a certificate of its own: a production start with the
// right authority, and the refusals of a wrong authority, a wrong host and a database without TLS.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productionSettings, startProcess, withPorts } from '../../scripts/chaos/processes.ts';
import { selfMade } from '../../tests/doubles/certificates.ts';
import { type Postgres, findRunner, startPostgres } from './postgres.ts';

const STARTS_MS = 240_000;
const right = selfMade({ type: 7, ip: '127.0.0.1' });
let home: string;
let postgres: Postgres;
let plain: Postgres;
/** The same addresses, which require TLS although the database is on this machine. */
let urls: { url: string; programUrl: string };
const file = (name: string) => join(home, name);

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'baixi-tls-'));
  chmodSync(home, 0o711);
  const { uid, gid } = findRunner();
  writeFileSync(file('server.pem'), right.cert);
  writeFileSync(file('other.pem'), selfMade({ type: 7, ip: '127.0.0.1' }).cert);
  writeFileSync(file('server.key'), right.key, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) chownSync(file('server.key'), uid, gid);
  const ssl = [`ssl_cert_file=${file('server.pem')}`, `ssl_key_file=${file('server.key')}`];
  const settings = ['ssl=on', ...ssl];
  postgres = await startPostgres({ folder: file('tls'), durable: false, settings });
  plain = await startPostgres({ folder: file('plain'), durable: false });
  urls = {
    url: `${postgres.url}?sslmode=verify-full`,
    programUrl: `${postgres.programUrl}?sslmode=verify-full`,
  };
}, STARTS_MS);
afterAll(async () => {
  await postgres?.stop();
  await plain?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Runs `npm run migrate` with these settings, which opens a connection of each role. */
function migrate(to: typeof urls, ca: string) {
  const env = { ...productionSettings(to, home), DATABASE_CA: file(ca) };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/migrate.ts'], { env });
  return { status, said: `${stdout}${stderr}` };
}

/** Starts the server with these settings; returns what it says when it refuses. */
async function refusedStart(to: typeof urls, ca: string): Promise<string> {
  const settings = { ...productionSettings(to, home), DATABASE_CA: file(ca) };
  return startProcess(await withPorts(settings)).then(
    () => 'it started',
    (error: Error) => error.message,
  );
}

test(
  'with the right authority every connection of migrations, server and worker is encrypted',
  async () => {
    expect(migrate(urls, 'server.pem')).toMatchObject({ status: 0 });
    const settings = { ...productionSettings(urls, home), DATABASE_CA: file('server.pem') };
    const running = await startProcess(await withPorts(settings));
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      await client.query(`select graphile_worker.add_job('minute')`);
      const ran = async () =>
        (await client.query(`select from app.job where name = 'ledger.addUp'`)).rowCount;
      await expect.poll(ran, { timeout: 60_000 }).toBe(1);
      const { rows } = await client.query(`select ssl, count(*)::integer as sessions
        from pg_stat_ssl join pg_stat_activity using (pid)
        where usename = 'baixi_program' group by ssl`);
      expect(rows).toEqual([{ ssl: true, sessions: expect.toSatisfy((n: number) => n > 1) }]);
    } finally {
      await client.end();
      running.child.kill('SIGTERM');
      await running.ended;
    }
  },
  STARTS_MS,
);

test.each([
  [
    'another authority',
    () => ({ to: urls, ca: 'other.pem' }),
    'its certificate is not from the authority in DATABASE_CA',
  ],
  [
    'another host name',
    () => ({
      to: {
        url: urls.url.replace('127.0.0.1', 'localhost'),
        programUrl: urls.programUrl.replace('127.0.0.1', 'localhost'),
      },
      ca: 'server.pem',
    }),
    'its certificate is for another host than the one in the setting',
  ],
  [
    'no TLS',
    () => ({
      to: {
        url: `${plain.url}?sslmode=verify-full`,
        programUrl: `${plain.programUrl}?sslmode=verify-full`,
      },
      ca: 'server.pem',
    }),
    'it offers no TLS, which a database on another machine must',
  ],
])(
  'migrations and a start with %s are refused in one sentence',
  async (_, given, why) => {
    const { to, ca } = given();
    const { status, said } = migrate(to, ca);
    expect([status, said.trim().split('\n').length]).toEqual([1, 1]);
    expect(said).toContain(`The connection to the database was refused because ${why}`);
    expect(await refusedStart(to, ca)).toContain(why);
  },
  STARTS_MS,
);
