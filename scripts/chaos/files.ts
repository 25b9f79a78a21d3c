// Drill: the store of files is killed, silent or busy, or breaks off, while members upload. What
// was acknowledged is compared with what can be read.
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { verification } from '#contract/verification/calls.ts';
import { createClient } from '../../actors/client.ts';
import { inProcess, overHttp } from '../../actors/transport.ts';
import { type Files, type StoredFile, createFiles } from '../../server/adapters/files/files.ts';
import { createS3Store } from '../../server/adapters/files/s3/s3-store.ts';
import { createKeyRing } from '../../server/adapters/key-ring.ts';
import { startApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import { type Pool, createPool } from '../../server/database/db.ts';
import { migrate } from '../../server/database/migrate.ts';
import type { Postgres } from '../../server/database/postgres.ts';
import { type S3Double, startS3 } from '../../tests/doubles/s3.ts';
import { newPictureOf, newVerifiedMember } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import { type Drill, type DrillOptions, withPostgres } from './drill.ts';
import { productionSettings, startProcess, withPorts } from './processes.ts';

const CLIENTS = 6;
const MEMBERS = 300;
const FAULT_MS = 6_000;
const QUIET_MS = 4_000;
/** Six seconds for the store, and the work on the picture. */
const WAIT_MAX_MS = 12_000;
const PROOF = { kind: 1, monthlyIncome: 40_000, from: '2026-05-01', to: '2026-10-31' };

type Tried = { status: number; code: string | null; ms: number; retryAfter: string | null };
type Figures = { tried: Tried[]; acknowledged: number };

const base64 = (key: Buffer) => key.toString('base64');

/** Creates members with sessions, by a server of the same keys that is closed afterwards. */
async function newTokens(config: Config, databaseUrl: string): Promise<string[]> {
  const log = pino({ level: 'silent' });
  const app = await startApp({ config, databaseUrl, log, pages: 'none' });
  const rows = async <Row>(sql: string, parameters?: unknown[]) =>
    (await app.services.pool.query(sql, parameters)).rows as Row[];
  const calls = createClient(inProcess(app));
  const stage = { ...calls, services: app.services, rows } as unknown as TestServer;
  const tokens: string[] = [];
  for (let n = 0; n < MEMBERS; n += 1) tokens.push((await newVerifiedMember(stage)).token);
  await app.close();
  return tokens;
}

/** Uploads one proof after another, each by the next member who may still upload. */
async function upload(siteUrl: string, tokens: string[], figures: Figures, isOver: () => boolean) {
  const { ask } = createClient(overHttp({ site: siteUrl, office: siteUrl }, 30_000));
  while (!isOver()) {
    const token = tokens.shift();
    if (!token) return;
    const files = [await newPictureOf('image', 200, 120)];
    const began = performance.now();
    const answer = await ask(verification.sendFinancialStatement, PROOF, { token, files }).catch(
      () => null,
    );
    const ms = performance.now() - began;
    const retryAfter = answer?.headers.get('retry-after') ?? null;
    figures.tried.push({ status: answer?.status ?? 0, code: answer?.code ?? null, ms, retryAfter });
    if (answer?.status === 200) figures.acknowledged += 1;
    // A member may have five proofs that wait for a reviewer.
    if (!['REVIEWS_WAITING', 'TOO_MANY_REQUESTS'].includes(answer?.code ?? '')) tokens.push(token);
    await sleep(answer?.status === 503 ? 200 : 20);
  }
}

/** The first upload also loads what no start needs, which takes seconds on a busy machine. */
const FIRST_MAX_MS = 60_000;

async function untilFirst(figures: Figures): Promise<void> {
  const limit = performance.now() + FIRST_MAX_MS;
  while (figures.acknowledged === 0 && performance.now() < limit) await sleep(50);
}

type Fault = { name: string; begin(): unknown; end(): unknown };

const faultsOf = (s3: S3Double): Fault[] => [
  { name: 'killed', begin: () => s3.stop(), end: () => s3.start() },
  { name: 'silent', begin: () => s3.fail('silent'), end: () => s3.fail('none') },
  { name: 'busy', begin: () => s3.fail('busy'), end: () => s3.fail('none') },
  { name: 'breaks off', begin: () => s3.fail('cut'), end: () => s3.fail('none') },
];

/** Returns the figures measured during a fault in one line, and the limits that were exceeded. */
function judge(name: string, tried: readonly Tried[]) {
  const failures: string[] = [];
  for (const { status, code, ms, retryAfter } of tried) {
    const isExpected = status === 200 || status === 503 || status === 429 || status === 409;
    if (!isExpected) failures.push(`${name}: answered ${status} ${code}`);
    if (status === 503 && retryAfter === null) failures.push(`${name}: 503 without Retry-After`);
    if (ms > WAIT_MAX_MS) failures.push(`${name}: ${status} after ${Math.round(ms)} ms`);
  }
  const count = (wanted: number) => tried.filter(({ status }) => status === wanted).length;
  const longest = Math.round(Math.max(0, ...tried.map(({ ms }) => ms)));
  const says = `${name}: ${count(200)} uploads, ${count(503)} of 503, longest ${longest} ms`;
  return { says, failures };
}

/** Reads every file that a row names, and counts the rows of acknowledged uploads. */
async function compare(pool: Pool, files: Files, s3: S3Double, { acknowledged }: Figures) {
  const { rows } = await pool.query<{ stored: StoredFile }>(
    `select stored from verification.upload union all
     select original from verification.upload where original is not null`,
  );
  const failures: string[] = [];
  for (const { stored } of rows) {
    const fault = await files.verify(stored);
    if (fault) failures.push(`${stored.key} is named and ${fault}`);
  }
  if (rows.length < acknowledged) failures.push(`${acknowledged - rows.length} uploads were lost`);
  const named = new Set(rows.map(({ stored }) => stored.key));
  const orphans = [...s3.objects.keys()].filter((key) => !named.has(key)).length;
  return { rows: rows.length, orphans, failures };
}

async function drill(postgres: Postgres, folder: string, options: DrillOptions) {
  await migrate(postgres);
  const s3 = await startS3();
  const config = readConfig({ PORT: '0', OFFICE_PORT: '0', TRUST_PROXY: '1' }, folder);
  const tokens = await newTokens(config, postgres.programUrl);
  const { bucket, endpoint, keyId, region, secret } = s3.settings;
  const running = await startProcess(
    await withPorts({
      ...productionSettings({ programUrl: postgres.programUrl }, folder),
      DATA_KEY: base64(config.dataKeys[0]!.key),
      HASH_KEY: base64(config.hashKeys[0]!.key),
      PERSON_KEY: base64(config.personKey),
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'fatal',
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_KEY_ID: keyId,
      S3_SECRET: secret,
    }),
    ['--role', 'web'],
  );
  const figures: Figures = { tried: [], acknowledged: 0 };
  const failures: string[] = [];
  let [over, tried] = [false, 0];
  const clients = Array.from({ length: CLIENTS }, () =>
    upload(running.siteUrl, tokens, figures, () => over),
  );
  const take = (name: string) => {
    const judged = judge(name, figures.tried.splice(0));
    options.say(`  ${judged.says}`);
    failures.push(...judged.failures);
  };
  const quiet = async () => {
    await sleep(QUIET_MS);
    tried += figures.tried.length;
    if (tokens.length > 0 && !figures.tried.some(({ status }) => status === 200)) {
      failures.push('no upload succeeded while the store was well');
    }
    take('well');
  };
  await untilFirst(figures);
  await quiet();
  for (let round = 0; round < (options.rounds ?? 1); round += 1) {
    for (const { name, begin, end } of faultsOf(s3)) {
      await begin();
      await sleep(FAULT_MS);
      await end();
      tried += figures.tried.length;
      take(name);
      await quiet();
    }
  }
  over = true;
  await Promise.all(clients);
  running.child.kill('SIGTERM');
  await running.ended;
  const pool = createPool(postgres.url, { max: 1 });
  const store = createS3Store(s3.settings);
  const files = createFiles({ store, incoming: folder, ring: createKeyRing(config.dataKeys) });
  const found = await compare(pool, files, s3, figures);
  files.close();
  await pool.end();
  await s3.stop();
  const result = [
    `${tried} uploads tried, ${figures.acknowledged} acknowledged, ${found.rows} files recorded`,
    `${found.orphans} objects left for the sweep`,
  ].join(', ');
  return { result, failures: [...failures, ...found.failures] };
}

export const files: Drill = {
  about: 'kills and disturbs the store of files while members upload',
  run: (options) => withPostgres((postgres, folder) => drill(postgres, folder, options)),
};
