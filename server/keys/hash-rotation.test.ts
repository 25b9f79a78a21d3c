// Tests of a rotation of the hash key: numbers are found and stay unique while processes hash with
// different versions, everything is hashed again under load, and the old version can be removed.
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { notices } from '#contract/notices/calls.ts';
import { healthOffice } from '#contract/tasks/health.ts';
import { verification } from '#contract/verification/calls.ts';
import { type Settings, productionKey } from '../../scripts/chaos/processes.ts';
import {
  type Person,
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newIdNumber,
  newMember,
  newOperator,
  newPhone,
  newVerifiedMember,
} from '../../tests/actors/people.ts';
import { personalInfo, stepsOn } from '../../tests/actors/verifying.ts';
import { newBrowser } from '../../tests/doubles/push.ts';
import { startSecondApp } from '../../tests/actors/second-app.ts';
import { type TestServer, useServer } from '../../tests/server.ts';
import { bareHash } from '../adapters/secrets.ts';
import { db } from '../database/db.ts';
import { currentHash, hashedText, rehashData } from './rehashing.ts';
import { hashedFields } from './hashed-fields.ts';
import { anyHashed } from './key-queries.ts';
import { applied } from '../lending/testing/cases.ts';
import { memberSearchOf } from '../verification/office/member-search.ts';

const key = (version: number, byte = version + 150) => `${version}:${productionKey(byte)}`;
const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });

/** The process of before the rotation. */
const server = useServer({ environment: { HASH_KEYS: key(1) }, log });

const opened: TestServer[] = [];
afterAll(async () => {
  for (const one of opened) await one.app.close();
});

/** Starts another process's app on the same database, with other hash keys. */
async function beside(HASH_KEYS: string, more: Settings = {}): Promise<TestServer> {
  const one = await startSecondApp(server, { HASH_KEYS, ...more }, { log });
  opened.push(one);
  return one;
}

const rotate = (one: TestServer) => rehashData(one.services, { quietMs: 0 });
const known = () =>
  server.rows<{ version: number; left: number | null; retired: boolean }>(`
    select version, rows_left::integer as left, retired_at is not null as retired
    from app.hash_key order by version`);

/** Counts the hashes in all columns that can be hashed again, by their version. */
const versions = async () => {
  const [row] = await server.rows<{ counts: Record<string, number> }>(`
    select coalesce(jsonb_object_agg(version, count), '{}') as counts from (
      select app.hash_version(hash) as version, count(*) from (
        select phone_hash as hash from verification.profile
        union all select id_number_hash from verification.profile
        union all select phone_hash from verification.account_change
        union all select account_hash from verification.bank_account
        union all select endpoint_hash from notices.push_device
        union all select recipient_hash from notices.outbox
      ) hashes where hash is not null group by 1) sums`);
  return row!.counts;
};

/** Asks for the number's code at one process and enters it at another. */
async function confirmPhone(
  phoneNumber: string,
  { token }: Person,
  { asks, enters }: { asks: TestServer; enters: TestServer },
) {
  const headers = fromElsewhere();
  // Another member may ask for a code for the same number without waiting.
  await server.rows(`update identity.sms_code set created_at = created_at - interval '2 minutes'`);
  await asks.ok(verification.sendSmsCode, { phoneNumber }, { token, headers });
  const smsCode = await codeSentTo(asks, phoneNumber);
  return () => enters.ask(verification.identifyPhone, { phoneNumber, smsCode }, { token });
}

/** Adds so many finished messages, which are not sent again, that a rotation takes a while. */
async function fillOutbox({ services }: TestServer, count: number): Promise<void> {
  const { secrets } = services;
  const filled = Array.from({ length: count }, (_, n) => {
    const hash = secrets.fingerprint('recipient', `filled ${n}`);
    return [hash, secrets.encrypt('notices.outbox.recipient', hash, `Filled ${n}`)];
  });
  await server.rows(
    `insert into notices.outbox (channel, recipient, recipient_hash, created_at, sent_at)
     select 'sms', recipient, hash, now(), now()
     from unnest($1::text[], $2::text[]) as filled (hash, recipient)`,
    [filled.map(([hash]) => hash), filled.map(([, recipient]) => recipient)],
  );
}

const codesOf = (answers: readonly { code: string | null }[]) =>
  answers.map(({ code }) => code ?? 'ok').toSorted();

let waiting: TestServer;
let young: TestServer;

test('the version of a new database is stored, and nothing is left to do', async () => {
  expect(await known()).toEqual([{ version: 1, left: null, retired: false }]);
  await newVerifiedMember(server);
  expect(await rotate(server)).toBe(0);
});

test('a process that has both versions finds what the old one hashed', async () => {
  waiting = await beside(`${key(2)},${key(1)}`, { HASH_KEY_CURRENT: '1' });
  young = await beside(`${key(2)},${key(1)}`);
  const phone = await stepsOn(waiting).givePhone(await newMember(waiting));
  expect(await messagesTo(young, phone)).not.toEqual([]);
  const { phoneHashes } = memberSearchOf(young.services, phone);
  const found = await server.rows(
    'select 1 from verification.profile where phone_hash = any ($1)',
    [phoneHashes],
  );
  expect(found).toHaveLength(1);
  // A code that was asked for before the restart is right after it.
  const other = newPhone();
  const member = await newMember(young);
  const confirm = await confirmPhone(other, member, { asks: waiting, enters: young });
  expect((await confirm()).code).toBeNull();
});

test('a phone belongs to one member, whichever process confirms it', async () => {
  const mine = await newMember(young);
  const taken = await stepsOn(waiting).givePhone(await newMember(waiting));
  expect((await (await confirmPhone(taken, mine, { asks: young, enters: young }))()).code).toBe(
    'PHONE_TAKEN',
  );
  for (let round = 0; round < 6; round += 1) {
    const phone = newPhone();
    const [a, b] = [await newMember(waiting), await newMember(young)];
    const confirms = [
      await confirmPhone(phone, a, { asks: waiting, enters: waiting }),
      await confirmPhone(phone, b, { asks: young, enters: young }),
    ];
    const answers = await Promise.all(confirms.map((confirm) => confirm()));
    expect(codesOf(answers)).toEqual(['PHONE_TAKEN', 'ok']);
  }
});

test('an ID number belongs to one member, whichever process stores it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const idNumber = newIdNumber();
    const [a, b] = [await stepsOn(waiting).memberAt(1), await stepsOn(young).memberAt(1)];
    const give = (one: TestServer, { token }: Person) =>
      one.ask(verification.personalInfo, personalInfo({ idNumber }), { token });
    const answers = await Promise.all([give(waiting, a), give(young, b)]);
    expect(codesOf(answers)).toEqual(['ID_NUMBER_TAKEN', 'ok']);
    const late = await stepsOn(young).memberAt(1);
    expect((await give(young, late)).code).toBe('ID_NUMBER_TAKEN');
  }
});

test('a process without the newest version takes no number, and says that it is busy', async () => {
  const member = await newMember(server);
  const phone = newPhone();
  const confirm = await confirmPhone(phone, member, { asks: server, enters: server });
  const answer = await confirm();
  expect([answer.status, answer.code]).toEqual([503, 'BUSY']);
  expect(lines.join()).toContain('version 2 of the hash key, which is not here');
});

test('a rotation under load hashes every row again, and nobody is doubled or lost', async () => {
  await newOperator(young, ['admin']);
  const { id: memberId, token } = await newVerifiedMember(waiting);
  const device = { endpoint: 'https://fcm.googleapis.com/1', ...newBrowser().keys, name: '瀏覽器' };
  await waiting.ok(notices.addPushDevice, device, { token });
  await server.rows(
    `insert into identity.passkey (member_id, credential_id, public_key, counter, transports,
       backed_up, name, created_at) values ($1, 'old', '\\x00', 0, '{}', false, 'old', now())`,
    [memberId],
  );
  await server.rows(
    `insert into verification.account_change (member_id, kind, requested_at, phone, phone_hash)
     values ($1, 'phone', now(), $2, $3)`,
    [
      memberId,
      young.services.secrets.encrypt('verification.account_change.phone', memberId, '0911000000'),
      waiting.services.secrets.fingerprint('phone', '0911000000'),
    ],
  );
  await applied(waiting);
  await fillOutbox(waiting, 1_500);
  const before = await versions();
  expect(before['1']).toBeGreaterThan(1_520);
  let isDone = false;
  const failures: unknown[] = [];
  const made: { phone: string; owner: Person }[] = [];
  const load = [young, waiting].map(async (one) => {
    while (!isDone) {
      const owner = await newMember(one);
      const phone = await stepsOn(one).givePhone(owner);
      made.push({ phone, owner });
      const { status, body } = await one.ask(verification.verification, {}, owner);
      if (status >= 500) failures.push(body);
    }
  });
  expect(await rotate(young)).toBeGreaterThanOrEqual(before['1']!);
  isDone = true;
  await Promise.all(load);
  // What the waiting process has written since is left for the next pass.
  await rotate(young);
  expect(failures).toEqual([]);
  expect(made.length).toBeGreaterThan(1);
  expect(Object.keys(await versions())).toEqual(['2']);
  for (const { phone, owner } of made) {
    const { phoneHashes } = memberSearchOf(young.services, phone);
    const found = await server.rows<{ id: number }>(
      'select member_id::integer as id from verification.profile where phone_hash = any ($1)',
      [phoneHashes],
    );
    expect(found).toEqual([{ id: Number(owner.id) }]);
  }
  for (const field of hashedFields) {
    const row = await anyHashed(db(young.services.pool), field, 2);
    expect(row, field.name).not.toBeNull();
    const text = hashedText(young.services, field, row!);
    expect(currentHash(young.services, field, text), field.name).toBe(row!.hash);
  }
  const [passkey] = await server.rows<{ handle: string }>(
    `select user_handle as handle from identity.passkey where credential_id = 'old'`,
  );
  const [first] = waiting.services.secrets.fingerprints('passkeyUser', `${memberId}`);
  expect(passkey!.handle).toBe(bareHash(first!));
  expect(await rotate(young)).toBe(0);
});

test('the health page says how far the rotation is', async () => {
  const { token } = await newOperator(young, ['admin']);
  const { data } = await young.ok(healthOffice.health, {}, { token });
  expect(data.hashKeys).toMatchObject([
    { version: 1, isCurrent: false, rowsLeft: 0, countedAt: expect.any(String) },
    { version: 2, isCurrent: true, rowsLeft: expect.any(Number) },
  ]);
});

const refusal = (message: string) =>
  expect.objectContaining({ name: 'StartFailure', message: expect.stringContaining(message) });

test('the start is refused with a wrong key, and without one that hashes still need', async () => {
  await expect(beside(`${key(2, 7)},${key(1)}`)).rejects.toEqual(
    refusal('Version 2 of the hash key is not the key that this database knows as version 2.'),
  );
  await expect(beside(key(1))).rejects.toEqual(
    refusal('Version 2 of the hash key is missing, and'),
  );
});

test('afterwards the old version can be removed, and everybody is still found', async () => {
  const phone = newPhone();
  await stepsOn(young).givePhone(await newMember(young), phone);
  const later = await beside(key(2));
  expect(await known()).toMatchObject([{ retired: true }, { retired: false }]);
  expect(await messagesTo(later, phone)).not.toEqual([]);
  const confirm = await confirmPhone(phone, await newMember(later), { asks: later, enters: later });
  expect((await confirm()).code).toBe('PHONE_TAKEN');
});

test('a database from before the versions recognises its key by its hashes', async () => {
  await server.rows('delete from app.hash_key');
  await expect(beside(key(2, 7))).rejects.toEqual(refusal('not the key that this database knows'));
  await expect(beside(key(3))).rejects.toEqual(refusal('Version 2 of the hash key is missing'));
  await beside(key(2));
  expect(await known()).toEqual([{ version: 2, left: null, retired: false }]);
});
