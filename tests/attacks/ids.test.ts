// Attack S7: every call that takes an id gets every kind of id of somebody else. The answer is the
// same as for an id that does not exist, and contains no personal data.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notices } from '#contract/notices/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { webhooks } from '#contract/webhooks/calls.ts';
import { randomOf } from '../../actors/random.ts';
import { notify } from '../../server/notices/front.ts';
import { inWork } from '../../server/work.ts';
import { valueFor } from '../fuzz/inputs.ts';
import { createApiToken, stepUpAtOnce } from '../actors/api.ts';
import { newCase } from '../actors/market.ts';
import { agreed, consent, negotiating, newDesk, offered } from '../actors/negotiations.ts';
import { fromElsewhere, newPicture, newVerifiedMember, type Person } from '../actors/people.ts';
import { newBrowser } from '../doubles/push.ts';
import { useServer } from '../server.ts';
import { allCalls, idNames, type WiredCall } from './calls.ts';
import { report, roundsOr, SEED } from './report.ts';

const TRIES = roundsOr(600);
/** An id that is higher than every id assigned below. */
const NOBODYS = '900000000000';
const NAME = '歐陽翡翠';

const server = useServer();
const random = randomOf(SEED);

/** Calls that are public by design: cases being funded, plans, articles, answers and policies. */
const OPEN = new Set([
  'lending.planDetail',
  'lending.investorCasePlanInfo',
  'investing.getCase',
  'investing.quickApply',
  'investing.calculation',
  'investing.caseDocument',
  'investing.caseProgress',
  'content.getArticle',
  'content.voteHelpful',
  'content.getPolicy',
]);

/**
 * Calls that find a row by its own number instead of an id. `server/invoices/actions.test.ts` tries
 * the number of another member's invoice.
 */
const BY_NUMBER = new Set(['invoices.getInvoice', 'reports.myTrustProof']);

let owners: Person[] = [];
const strangers: Person[] = [];
let secrets: string[] = [];
let ids: { table: string; id: string }[] = [];

/**
 * Gives each table a separate range of ids, so that an answer shows which table an id was taken
 * from.
 */
async function spreadIds(): Promise<void> {
  const sequences = await server.rows<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
     where schemaname not in ('graphile_worker', 'month', 'sandbox') order by 1`,
  );
  for (const [k, { name }] of sequences.entries()) {
    await server.rows(`alter sequence ${name} restart with ${(k + 1) * 1_000_000}`);
  }
}

/**
 * Returns the newest ids of each table; if its rows belong to members, only those of the attacked
 * members.
 */
async function idsByTable(): Promise<{ table: string; id: string }[]> {
  const tables = await server.rows<{ name: string; owned: boolean }>(
    `select format('%I.%I', table_schema, table_name) as name, exists (
       select from information_schema.columns o where o.table_schema = c.table_schema
         and o.table_name = c.table_name and o.column_name = 'member_id') as owned
     from information_schema.columns c join information_schema.tables using
       (table_schema, table_name)
     where column_name = 'id' and data_type in ('bigint', 'integer') and table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'sandbox')`,
  );
  const found: { table: string; id: string }[] = [];
  for (const { name, owned } of tables) {
    const of = name === 'identity.member' ? 'id' : '($1::bigint[])[1]';
    const owner = owned ? 'member_id' : of;
    const rows = await server.rows<{ id: string }>(
      `select id::text from ${name} where ${owner} = any ($1::bigint[])
       order by id desc limit 3`,
      [owners.map(({ id }) => id)],
    );
    for (const { id } of rows) found.push({ table: name, id });
  }
  return found;
}

/** Gives a member a token of the API and two webhooks, each with an event. */
async function letProgramsIn(member: Person): Promise<void> {
  await createApiToken(server, member);
  for (const port of [9, 10]) {
    await stepUpAtOnce(server, member, 'webhook');
    const asked = { url: `http://127.0.0.1:${port}/hook`, types: ['order.placed' as const] };
    const { id } = (await server.ok(webhooks.addWebhook, asked, member)).data;
    await server.ok(webhooks.testWebhook, { id }, member);
  }
}

beforeAll(async () => {
  await spreadIds();
  const desk = await newDesk(server);
  const loan = await negotiating(server, desk);
  await offered(server, desk, loan);
  await agreed(server, loan);
  for (const [k] of loan.investors.entries()) await consent(server, loan, k);
  await newCase(server);
  owners = [loan.borrower, ...loan.investors];
  const { borrower } = loan;
  for (const owner of owners) await letProgramsIn(owner);
  for (const { id, token } of owners) {
    const endpoint = `https://fcm.googleapis.com/ids/${id}`;
    const device = { endpoint, ...newBrowser().keys, name: NAME };
    await server.ok(notices.addPushDevice, device, { token });
    const notice = { memberId: id, category: 'loan', title: NAME, body: NAME } as const;
    await inWork(server.services, (work) => notify(work, { ...notice, link: '/account' }));
    await server.rows(
      `insert into identity.passkey (member_id, credential_id, public_key, counter, transports,
         backed_up, name, created_at)
       values ($1, $2, '', 0, '{}', false, $3, now())`,
      [id, `credential ${id}`, NAME],
    );
  }
  const income = { kind: 1, monthlyIncome: 50_000, from: '2026-01-01', to: '2026-06-30' };
  const how = { token: borrower.token, files: [await newPicture('image')] };
  await server.ok(verification.sendFinancialStatement, income, how);
  ids = await idsByTable();
  secrets = [NAME, loan.phone, loan.account, ...owners.map(({ email }) => email)];
  for (let n = 0; n < 3; n += 1) strangers.push(await newVerifiedMember(server));
}, 120_000);

/** Steps a session up as for a sensitive action, so that only ownership can cause a refusal. */
const confirm = (person: Person) =>
  server.rows(
    `update identity.session set step_up_at = now(), step_up_reference = 'TEST',
       step_up_act = 'passkey'
     where member_id = $1`,
    [person.id],
  );

type Said = { answer: string; text: string };

/**
 * Returns the answer that a person gets from a call, without the parts that differ from one request
 * to the next.
 */
async function said(call: WiredCall, input: unknown, person: Person): Promise<Said> {
  const { endpoint } = call;
  if (['command', 'batched', 'token'].includes(endpoint.kind)) await confirm(person);
  const files = endpoint.files ? [await newPicture(endpoint.files.names[0]!)] : [];
  // The rate limits are reset, because they are not tested here.
  await server.rows('delete from identity.throttle');
  const how = { token: person.token, files, headers: fromElsewhere() };
  const { body, code, status } = await server.ask(endpoint, input, how);
  const text = Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body);
  return { answer: `${status} ${code ?? ''}`, text };
}

/** Returns an input that is refused only because of an id that does not exist. */
async function baseOf(call: WiredCall, name: string, person: Person) {
  for (let left = 60; ; left -= 1) {
    const base = { ...(valueFor(call.schema, random) as Record<string, unknown>), [name]: NOBODYS };
    const none = await said(call, base, person);
    if (!/INVALID_INPUT|MALFORMED|AMOUNT/.test(none.answer)) return { base, none };
    if (left === 0) throw new Error(`${call.name}: no input fits, ${none.answer} ${none.text}`);
  }
}

const tally = { tries: 0, failures: [] as string[] };
const calls = allCalls.filter(
  ({ door, endpoint }) =>
    door === 'site' && endpoint.access !== 'public' && endpoint.kind !== 'stream',
);
const byId = calls.filter((call) => idNames(call).length > 0 && !BY_NUMBER.has(call.name));

afterAll(() => report(tally));

test('the calls and the ids for them were found', () => {
  expect(byId.length).toBeGreaterThan(24);
  expect(new Set(ids.map(({ table }) => table)).size).toBeGreaterThan(25);
});

test('an id of another member is answered like one that does not exist', async () => {
  const owned = byId.filter(({ name }) => !OPEN.has(name));
  const pairs = owned.flatMap((call) => idNames(call).map((name) => ({ call, name })));
  const perPair = Math.max(8, Math.floor(TRIES / pairs.length / strangers.length));
  for (const { call, name } of pairs) {
    for (const [k, stranger] of strangers.entries()) {
      const { base, none } = await baseOf(call, name, stranger);
      for (let n = 0; n < perPair; n += 1) {
        const { id, table } = ids[(n * strangers.length + k) % ids.length]!;
        const one = await said(call, { ...base, [name]: id }, stranger);
        tally.tries += 1;
        const told = secrets.filter((secret) => one.text.includes(secret));
        if (one.answer === none.answer && told.length === 0) continue;
        tally.failures.push(`${call.name} ${table} ${id}: ${one.answer}, not ${none.answer}`);
      }
    }
  }
  expect(tally.failures.slice(0, 40)).toEqual([]);
}, 600_000);

test('the member’s own is answered differently, so that the above could fail', async () => {
  const found = new Set<string>();
  for (const call of byId.filter(({ name }) => !OPEN.has(name))) {
    const [name = ''] = idNames(call);
    const bases = new Map<Person, Awaited<ReturnType<typeof baseOf>>>();
    for (const owner of owners) bases.set(owner, await baseOf(call, name, owner));
    const isOwn = ({ table }: { table: string }) => table.startsWith(`${call.name.split('.')[0]}.`);
    // One of the call's own tables has the row most likely, so that all owners try these first.
    for (const some of [ids.filter(isOwn), ids.filter((one) => !isOwn(one))]) {
      for (const [owner, { base, none }] of bases) {
        for (const { id } of some) {
          if (found.has(call.name)) break;
          const one = await said(call, { ...base, [name]: id }, owner);
          if (one.answer !== none.answer) found.add(call.name);
        }
      }
    }
  }
  const asked = byId.map(({ name }) => name).filter((name) => !OPEN.has(name));
  expect(asked.filter((name) => !found.has(name))).toEqual([]);
}, 600_000);

test('no call tells a stranger anything about a person', async () => {
  for (const call of calls) {
    const base = valueFor(call.schema, random) as Record<string, unknown>;
    const inputs = OPEN.has(call.name)
      ? ids.map(({ id }) => ({ ...base, [idNames(call)[0] ?? 'id']: id }))
      : [base];
    for (const input of inputs) {
      const { text } = await said(call, input, random.pick(strangers));
      tally.tries += 1;
      const told = secrets.filter((secret) => text.includes(secret));
      if (told.length > 0) tally.failures.push(`${call.name} tells ${told.join()}`);
    }
  }
  expect(tally.failures).toEqual([]);
}, 600_000);
