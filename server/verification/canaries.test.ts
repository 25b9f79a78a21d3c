// Test of data deletion with canaries: unique words that are searched for in the whole database.
import { Writable } from 'node:stream';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applying } from '#contract/lending/applying.ts';
import { identity } from '#contract/identity/calls.ts';
import { identityAccount } from '#contract/identity/account.ts';
import { identityPassword } from '#contract/identity/password.ts';
import { lending } from '#contract/lending/calls.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { applicationOf } from '../../actors/loan.ts';
import {
  fromElsewhere,
  messagesTo,
  newIdNumber,
  newOperator,
  newPhone,
  password,
  type Person,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { bankAccount, issue, personalInfo, stepsOn } from '../../tests/actors/verifying.ts';
import { deleteExpired } from '../retention/jobs.ts';
import { createLog } from '../log.ts';
import { startTracing, stopTracing } from '../telemetry/tracing.ts';
import { runDay, startWorker } from '../worker.ts';
import { eraseExpired } from '../privacy/erasing.ts';

let log = '';
const server = useServer({
  log: createLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    }),
  ),
});
const { givePhone, giveBasic, giveId, giveBank } = stepsOn(server);

const email = 'zqcanaryone@canary-mail.example';
const agent = 'ZqCanaryAgent/7.1';
const phone = newPhone();
const idNumber = newIdNumber();
const canaries = {
  email: 'zqcanaryone',
  agent: 'ZqCanaryAgent',
  phone,
  idNumber,
  name: '金絲雀甲',
  birthday: '1991-11-23',
  road: '金絲雀路',
  mailingRoad: '信箱雀街',
  company: '金絲雀企業',
  jobTitle: '雀長',
  account: '288810009173',
  draft: '草稿雀',
  contact: '聯絡雀',
  contactPhone: '0922917364',
  employer: '雇主雀',
  note: '用途雀',
  /** The masked name that operators' tasks show. */
  maskedName: '金○○甲',
} as const;

/** Returns where canaries occur, searching every row of every table in every schema as text. */
async function found(only: readonly string[] = Object.values(canaries)): Promise<string[]> {
  const tables = await server.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'month') order by 1`,
  );
  expect(tables.length).toBeGreaterThan(90);
  const places: string[] = [];
  for (const { name } of tables) {
    for (const { row } of await server.rows<{ row: string }>(
      `select t::text as row from ${name} t`,
    )) {
      for (const one of only) {
        const asBytes = Buffer.from(one).toString('hex');
        if (row.includes(one) || row.includes(asBytes)) places.push(`${name}: ${one}`);
      }
    }
  }
  return [...new Set(places)];
}

const spans = new InMemorySpanExporter();
let member: Person;
beforeAll(async () => {
  const processor = new SimpleSpanProcessor({ exporter: spans });
  await startTracing({ serviceName: 'test', ratio: 1, processor });
  const worker = await startWorker(server.services);
  const headers = { ...fromElsewhere(), 'user-agent': agent };
  const pair = { password, passwordCheck: password };
  await server.ok(identity.register, { email, ...pair, purpose: 'both' }, { headers });
  const [mail] = await messagesTo(server, email);
  const token = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  await server.ok(identity.verifiedEmail, { email, token }, { headers });
  const { data } = await server.ok(identity.login, { email, password }, { headers });
  member = { id: Number(data.id), email, token: data.accessToken };
  const how = { token: member.token, headers };
  await givePhone(member, phone);
  const { name, birthday, company, jobTitle } = canaries;
  const at = (road: string) => ({ zip: '220', city: '新北市', district: '板橋區', road });
  const basic = await giveBasic(member, {
    ...personalInfo({ name, birthday, company, jobTitle, idNumber }),
    registeredAddress: at(canaries.road),
    mailingAddress: at(canaries.mailingRoad),
  });
  expect(basic.code).toBeNull();
  expect((await giveId(member, issue)).code).toBeNull();
  expect((await giveBank(member, { ...bankAccount, account: canaries.account })).code).toBeNull();
  const reviewer = await newOperator(server, ['reviewer']);
  const approve = { decision: 'approve' };
  expect(await decide(server, reviewer, 'identity_review', String(member.id), approve)).toBeNull();
  await server.ok(
    applying.saveLoanDraft,
    { version: 0, device: crypto.randomUUID(), reached: 1, values: { a: canaries.draft } },
    how,
  );
  const sample = applicationOf();
  const applied = await server.ok(
    lending.apply,
    applicationOf({
      purposeNote: canaries.note,
      job: { ...sample.job, company: canaries.employer },
      contact: { ...sample.contact, name: canaries.contact, phone: canaries.contactPhone },
    } as never),
    how,
  );
  await server.ok(identityPassword.resetPasswordEmail, { email }, { headers });
  await server.ok(lending.cancelLoan, { id: String(applied.data.id) } as never, how);
  await worker.stop(10_000);
}, 120_000);

afterAll(stopTracing);

const readable = [canaries.name, idNumber, phone, canaries.account, canaries.road];

test('while a person is a member, identifying data are nowhere in clear text', async () => {
  expect(await found([...readable, canaries.contact, canaries.draft, canaries.birthday])).toEqual(
    [],
  );
  const inOutbox = (await found()).filter((place) => place.startsWith('notices.outbox'));
  expect(inOutbox).toEqual([]);
  // Checks that the search works by finding the employer, which is in the profile.
  expect(await found([canaries.company])).toEqual(['verification.profile: 金絲雀企業']);
  expect(await found([canaries.maskedName])).toEqual([
    'app.idempotency: 金○○甲',
    'tasks.task: 金○○甲',
  ]);
});

test('after the retention nothing of the person is left in any table', async () => {
  await server.rows(
    `update identity.session set step_up_at = now(), step_up_reference = 'TEST',
       step_up_act = 'closing'
     where member_id = $1`,
    [member.id],
  );
  await server.ok(identityAccount.closeAccount, { email }, { token: member.token });
  await server.rows(
    `update identity.member set closed_at = now() - interval '6 years' where id = $1`,
    [member.id],
  );
  await server.rows(
    `update lending.loan set status_at = now() - interval '6 years' where member_id = $1`,
    [member.id],
  );
  await eraseExpired(server.services);
  // Data that is stored for some days of real time would have been deleted long before.
  await server.rows(
    `update identity.session set ended_at = now() - interval '40 days',
       used_at = now() - interval '40 days', ends_at = now() - interval '40 days'
     where member_id = $1`,
    [member.id],
  );
  const realNow = () => new Date(Date.now() + 7 * 86_400_000);
  const { services } = server;
  await deleteExpired({ ...services, clock: { now: services.clock.now, realNow } });
  await server.advance(200);
  await runDay(server.services);
  expect(await found()).toEqual([]);
});

test('the log never names the person, at any level', () => {
  expect(log.length).toBeGreaterThan(1_000);
  expect(Object.values(canaries).filter((one) => log.includes(one))).toEqual([]);
});

test('neither spans nor metrics name the person', async () => {
  const ended = spans.getFinishedSpans();
  expect(ended.length).toBeGreaterThan(100);
  const said = JSON.stringify(
    ended.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  const metrics = (await server.services.metrics?.text()) ?? '';
  for (const text of [said, metrics]) {
    expect(text.length).toBeGreaterThan(1_000);
    expect(Object.values(canaries).filter((one) => text.includes(one))).toEqual([]);
  }
  // Ids of members, loans and tasks are numbers or UUIDs, so an attribute may contain neither.
  const values = ended.flatMap(({ attributes }) => Object.values(attributes)).map(String);
  const numbers = values.filter((value) => /\d{4}|[0-9a-f]{8}-/.test(value));
  expect(numbers.filter((value) => !/^[0-9A-Z]{5}$/.test(value))).toEqual([]);
});
