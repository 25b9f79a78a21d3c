// Tests of a rotation of the data key: under load, killed in the middle, with processes that have
// different keys, and the starts that are refused.
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { healthOffice } from '#contract/tasks/health.ts';
import { identity } from '#contract/identity/calls.ts';
import {
  type Settings,
  productionKey,
  productionSettings,
  startProcess,
  withPorts,
} from '../../scripts/chaos/processes.ts';
import { newOperator, newVerifiedMember } from '../../tests/actors/people.ts';
import { startSecondApp } from '../../tests/actors/second-app.ts';
import { type TestServer, useServer } from '../../tests/server.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { checkValueOf } from '../adapters/key-ring.ts';
import { encryptedColumns } from '../adapters/secrets.ts';
import { encryptedFields } from './encrypted-fields.ts';
import { rewrapData } from './rewrapping.ts';

/**
 * Returns a data key of a production start. Its byte is above 100 for later versions, because the
 * other keys use small bytes.
 */
const key = (version: number, byte = version === 1 ? 1 : version + 100) =>
  `${version}:${productionKey(byte)}`;
const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });

/** The old process, which only ever has version 1 of the key. */
const server = useServer({
  environment: { DATA_KEYS: key(1), HASH_KEYS: `1:${productionKey(2)}` },
  log,
});
const STARTS_MS = 240_000;

const opened: TestServer[] = [];
afterAll(async () => {
  for (const one of opened) await one.app.close();
});

/** Starts another process's app on the same database and folder, with other keys. */
async function beside(DATA_KEYS: string, more: Settings = {}): Promise<TestServer> {
  const settings = { DATA_KEYS, HASH_KEYS: `1:${productionKey(2)}`, ...more };
  const one = await startSecondApp(server, settings, { log });
  opened.push(one);
  return one;
}

/**
 * Counts rows by version over the whole database, including columns that are not declared as
 * encrypted.
 */
async function rowsByVersion(): Promise<Record<string, number>> {
  const tables = await server.rows<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'month')`);
  const sums: Record<string, number> = {};
  for (const { name } of tables) {
    const found = await server.rows<{ form: string; count: string }>(
      `
      select m[1] as form, count(*) from ${name} t,
        regexp_matches(t::text, $1, 'g') m group by 1`,
      ['\\m(s1|s2|s3\\.\\d+|k1|k2\\.\\d+)\\.[\\w-]{16,}'],
    );
    for (const { form, count } of found) sums[form] = (sums[form] ?? 0) + Number(count);
  }
  return sums;
}

/** Reads a column that must be decrypted, through this process. */
const nameAt = async (one: TestServer, member: { token: string }) =>
  (await one.ok(identity.accountInfo, {}, member)).data.name;
const rotate = (one: TestServer) => rewrapData(one.services, { quietMs: 0 });
const known = () =>
  server.rows<{ version: number; left: number | null; retired: boolean }>(`
    select version, rows_left::integer as left, retired_at is not null as retired
    from app.data_key order by version`);

/** Adds so many finished messages, which are not sent again, that a rotation takes seconds. */
async function fillOutbox(by: TestServer, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, i) =>
    by.services.secrets.encrypt('notices.outbox.recipient', `filled ${i}`, `0900${i}`),
  );
  await server.rows(
    `insert into notices.outbox (channel, recipient, recipient_hash, created_at, sent_at)
     select 'sms', text, 'filled ' || (i - 1), now(), now()
     from unnest($1::text[]) with ordinality as filled (text, i)`,
    [texts],
  );
}

test('the versions of a new database are stored', async () => {
  expect(await known()).toEqual([{ version: 1, left: null, retired: false }]);
  expect(await rotate(server)).toBe(0);
});

test('a process that lacks the key of what it reads answers 503 and logs why', async () => {
  const young = await beside(`${key(2)},${key(1)}`);
  const member = await newVerifiedMember(young);
  expect(await nameAt(young, member)).toBe('王小明');
  lines.length = 0;
  const answer = await server.ask(identity.accountInfo, {}, member);
  expect([answer.status, answer.code]).toEqual([503, 'BUSY']);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(lines.join()).toContain('version 2 of the data key, which is not here');
  expect(lines.join()).not.toContain('failed unexpectedly');
});

test('while DATA_KEY_CURRENT names the old version, old processes read everything', async () => {
  const waiting = await beside(`${key(2)},${key(1)}`, { DATA_KEY_CURRENT: '1' });
  const member = await newVerifiedMember(waiting);
  expect(await nameAt(server, member)).toBe('王小明');
  // The process does not re-encrypt with its own version what a process with a newer current
  // version wrote.
  expect(await rotate(waiting)).toBe(0);
});

test('a rotation under load encrypts every row and file again, and no call fails', async () => {
  const young = opened[0]!;
  const steps = stepsOn(server);
  const people = [await steps.memberAt(4), await steps.memberAt(4), await steps.memberAt(3)];
  await newOperator(server, ['admin']);
  await fillOutbox(server, 1_000);
  const before = await rowsByVersion();
  expect(before['s2']).toBeGreaterThan(1_020);
  expect(before['k1']).toBeGreaterThan(10);

  let isDone = false;
  const failures: unknown[] = [];
  lines.length = 0;
  // Some members read and other members are written while their rows are encrypted again. On a busy
  // machine the rotation may end before the first of them, so that none stops before its second
  // round.
  const load = people.map(async (person) => {
    for (let round = 1; !isDone || round <= 2; round += 1) {
      const { status, body } = await young.ask(identity.accountInfo, {}, person);
      if (status >= 500) failures.push({ status, body });
      await newVerifiedMember(young).catch((error: unknown) => failures.push(String(error)));
    }
  });
  const written = await rotate(young).finally(() => (isDone = true));
  await Promise.all(load);
  // An answer 503 has its cause in the log: a missing key, or a machine that is too busy.
  expect(failures, lines.join('')).toEqual([]);
  expect(written).toBe(before['s2']! + before['k1']!);
  expect(Object.keys(await rowsByVersion()).toSorted()).toEqual(['k2.2', 's3.2']);
  expect(await known()).toMatchObject([{ left: 0 }, { left: expect.any(Number) }]);
  expect(await rotate(young)).toBe(0);
});

test('a row that cannot be decrypted is looked for once an hour, not for ever', async () => {
  const { services } = opened[0]!;
  await server.rows(
    `insert into notices.outbox (channel, recipient, recipient_hash, created_at, sent_at)
     values ('sms', 's2.damagedDamagedDamagedDamaged', 'damaged', now(), now())`,
  );
  const complaints = () => lines.filter((line) => line.includes('could not be decrypted')).length;
  lines.length = 0;
  expect(await rotate(opened[0]!)).toBe(0);
  expect(complaints()).toBe(1);
  for (const _ of [1, 2, 3]) expect(await rewrapData(services)).toBe(0);
  expect(complaints()).toBe(1);
  // After an hour, the job looks for further rows again.
  expect(await rotate(opened[0]!)).toBe(0);
  expect(complaints()).toBe(2);
  await server.rows(`delete from notices.outbox where recipient_hash = 'damaged'`);
  expect(await rotate(opened[0]!)).toBe(0);
});

test('the health page says how far the rotation is', async () => {
  const young = opened[0]!;
  const { token } = await newOperator(young, ['admin']);
  const { data } = await young.ok(healthOffice.health, {}, { token });
  expect(data.dataKeys).toMatchObject([
    { version: 1, isCurrent: false, rowsLeft: 0, countedAt: expect.any(String) },
    { version: 2, isCurrent: true, rowsLeft: expect.any(Number) },
  ]);
});

test('each row and file can be decrypted afterwards', async () => {
  const { secrets, files } = opened[0]!.services;
  const [filled] = await server.rows<{ recipient: string }>(
    `select recipient from notices.outbox where recipient_hash = 'filled 7'`,
  );
  expect(secrets.decrypt('notices.outbox.recipient', 'filled 7', filled!.recipient)).toBe('09007');
  const uploads = await server.rows<{ stored: Parameters<typeof files.get>[0] }>(
    'select stored from verification.upload',
  );
  expect(uploads.length).toBeGreaterThan(8);
  for (const { stored } of uploads) expect((await files.get(stored)).length).toBe(stored.bytes);
});

test('every encrypted column is declared once', () => {
  const names = encryptedFields.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const columns = encryptedFields.flatMap(({ column }) => column ?? []);
  expect(columns.toSorted()).toEqual(Object.keys(encryptedColumns).toSorted());
});

const refusal = (message: string) =>
  expect.objectContaining({ name: 'StartFailure', message: expect.stringContaining(message) });

test('the start is refused with another key under a known version', async () => {
  await expect(beside(`${key(2, 7)},${key(1)}`)).rejects.toEqual(
    refusal('Version 2 of the data key is not the key that this database knows as version 2.'),
  );
});

test('the start is refused without a key that rows still need', async () => {
  const rows = Object.values(await rowsByVersion()).reduce((sum, count) => sum + count);
  await expect(beside(key(1))).rejects.toEqual(
    refusal(`Version 2 of the data key is missing, and ${rows.toLocaleString('en')} rows are`),
  );
  // No row needs version 1, so a process may start without it, and the version is retired.
  const later = await beside(key(2));
  expect(await known()).toMatchObject([{ retired: true }, { retired: false }]);
  const member = await newVerifiedMember(later);
  expect(await nameAt(later, member)).toBe('王小明');
});

test('a database from before the versions recognises its key by decrypting a row', async () => {
  await server.rows('delete from app.data_key');
  await expect(beside(key(2, 7))).rejects.toEqual(refusal('not the key that this database knows'));
  await expect(beside(key(3))).rejects.toEqual(refusal('Version 2 of the data key is missing'));
  await beside(key(2));
  expect(await known()).toEqual([{ version: 2, left: null, retired: false }]);
});

test('a row of each version in use is read, and one damaged row proves nothing', async () => {
  const checkValue = (version: number, fill?: number) => {
    const [, text = ''] = key(version, fill).split(':');
    return checkValueOf({ version, key: Buffer.from(text, 'base64') });
  };
  const setCheckValue = (value: string) =>
    server.rows('update app.data_key set check_value = $1 where version = 2', [value]);
  // The list of versions says that the wrong key is right, as after a partial restore.
  await setCheckValue(checkValue(2, 7));
  await expect(beside(`${key(3)},${key(2, 7)}`)).rejects.toEqual(
    refusal('Version 2 of the data key is not the key that this database knows as version 2.'),
  );
  await setCheckValue(checkValue(2));
  // The first row that is found is damaged, but those of other fields are not.
  const phones = await server.rows<{ phone: string; id: number }>(
    'select phone, member_id as id from verification.profile where phone is not null',
  );
  await server.rows(`update verification.profile set phone = 's3.2.' || repeat('A', 60)
    where phone is not null`);
  await beside(key(2));
  for (const one of phones) {
    const values = [one.phone, one.id];
    await server.rows('update verification.profile set phone = $1 where member_id = $2', values);
  }
});

test(
  'a rotation that is killed continues where it was',
  async () => {
    await fillOutbox(await beside(key(2)), 12_000);
    const folder = `${server.services.config.filesDir}-of-rotation`;
    const { DATA_KEY: _single, ...settings } = await withPorts(
      productionSettings({ programUrl: server.programUrl }, folder),
    );
    const DATA_KEYS = `${key(3)},${key(2)}`;
    const done = async () => (await rowsByVersion())['s3.3'] ?? 0;
    for (let kills = 0; kills < 2; kills += 1) {
      const before = await done();
      const worker = await startProcess({ ...settings, DATA_KEYS }, ['--role', 'worker']);
      await expect.poll(done, { interval: 50 }).toBeGreaterThan(before);
      worker.child.kill('SIGKILL');
      await worker.ended;
    }
    const killed = await rowsByVersion();
    expect(killed['s3.3']).toBeGreaterThan(0);
    expect(killed['s3.2']).toBeGreaterThan(0);
    const last = await beside(DATA_KEYS);
    expect(await rotate(last)).toBe(killed['s3.2']! + killed['k2.2']!);
    expect(Object.keys(await rowsByVersion()).toSorted()).toEqual(['k2.3', 's3.3']);
  },
  STARTS_MS,
);
