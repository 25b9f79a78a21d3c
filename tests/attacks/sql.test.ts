// Attack S4: SQL injection payloads in every text of every call. They reach PostgreSQL only as
// values, never as part of a statement.
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { roles } from '#contract/core/endpoint.ts';
import { randomOf } from '../../actors/random.ts';
import { db } from '../../server/database/db.ts';
import { sql } from '../../server/database/sql.ts';
import { valueFor } from '../fuzz/inputs.ts';
import { requestOf } from '../fuzz/requests.ts';
import { newMember, newOperator, newVerifiedMember } from '../actors/people.ts';
import { useServer } from '../server.ts';
import { allCalls, type WiredCall } from './calls.ts';
import { report, roundsOr, SEED } from './report.ts';

const TRIES = roundsOr(2_000);
/**
 * Part of every text that is sent, by which the test finds it in statements; no statement of the
 * app contains it.
 */
const MARK = 'qzq';
const PAYLOADS = [
  `${MARK}'`,
  `${MARK}"`,
  `${MARK}' or '1'='1`,
  `${MARK}'; select pg_sleep(5); --`,
  `${MARK}') union select password_hash from identity.member --`,
  `1; drop table ledger.entry; -- ${MARK}`,
  `created_at desc, (select 1/0) -- ${MARK}`,
  `${MARK}\\'; select 1; --`,
  `$1 ${MARK} $$ || (select 1) || $$`,
  `%' and ${MARK} like '%_`,
  `{"a":"${MARK}'::jsonb"}`,
  `${MARK}/**/or/**/1=1#`,
  `0x27${MARK} or 1 = 1`,
  `${MARK}::regclass`,
];

const server = useServer();
const random = randomOf(SEED);
const seen = { texts: 0, values: 0, dirty: new Set<string>() };
let members: string[] = [];
let operators: string[] = [];

beforeAll(async () => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function spied(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [asked] = args as [string | { text?: string; values?: unknown[] }];
    const text = typeof asked === 'string' ? asked : (asked.text ?? '');
    const values = typeof asked === 'string' ? [] : (asked.values ?? []);
    seen.texts += 1;
    if (text.includes(MARK)) seen.dirty.add(text.slice(0, 200));
    if (JSON.stringify(values)?.includes(MARK)) seen.values += 1;
    return query.apply(this, args);
  } as never);
  members = [(await newVerifiedMember(server)).token, (await newMember(server)).token];
  operators = [(await newOperator(server, roles)).token];
});
afterAll(() => vi.restoreAllMocks());

/**
 * Calls that the attack leaves out because they sign somebody out or move the clock for everybody.
 */
const LEFT_OUT = /[lL]ogout|[cC]los|[sS]ession|[pP]assword|disable|suspend|advanceClock/;
const calls = allCalls.filter(({ name }) => !LEFT_OUT.test(name));

/** Returns the input with a payload in one or all of its texts, including names and choices. */
function loaded(call: WiredCall): unknown {
  const payload = random.pick(PAYLOADS);
  const everywhere = random.next() < 0.3;
  const input = valueFor(call.schema, random) as Record<string, unknown>;
  const names = Object.keys((call.schema['properties'] ?? {}) as object);
  if (names.length === 0) return { [payload]: payload };
  const one = random.pick(names);
  const hit = (value: unknown, name: string): unknown => {
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, hit(of, key)]));
    }
    return everywhere || name === one ? payload : value;
  };
  return { ...(hit(input, '') as object), ...(!everywhere && { [one]: payload }) };
}

async function askOne(call: WiredCall): Promise<string | null> {
  const isOffice = call.door === 'office';
  const token = random.pick(isOffice ? operators : members);
  const secret = server.services.config.bank.webhookSecret;
  const { path, init } = requestOf(call, loaded(call), token, { random, secret });
  const stop = new AbortController();
  const base = isOffice ? server.officeUrl : server.siteUrl;
  const answer = await fetch(base + path, { ...init, signal: stop.signal });
  const isStream = answer.headers.get('content-type')?.includes('event-stream');
  const body = isStream ? '' : await answer.text();
  if (isStream) stop.abort();
  if (answer.status >= 500) return `${call.name}: ${answer.status}`;
  const tells = /syntax error|relation "|pg_catalog|SQLSTATE|at character/i.test(body);
  return tells ? `${call.name} tells of SQL: ${body.slice(0, 100)}` : null;
}

test(`${TRIES} hostile texts reach no statement, and no error of SQL comes back`, async () => {
  const failures: string[] = [];
  for (let n = 0; n < TRIES; n += 8) {
    const group = Array.from({ length: 8 }, (_, k) => calls[(n + k) % calls.length]!);
    const found = await Promise.all(group.map(askOne));
    failures.push(...found.filter((one) => one !== null));
  }
  const says = [`${seen.texts} statements, ${seen.values} with a hostile text as a value`];
  report({ tries: TRIES, failures: [...failures, ...seen.dirty], says });
  expect(seen.values, 'hostile texts reach the database as values').toBeGreaterThan(TRIES / 50);
}, 600_000);

test('a client’s values are always parameters; one text is one prepared statement', async () => {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const tx = db(client);
  const hostile = `1; drop table ledger.entry; --`;
  const { said } = await tx.one<{ said: string }>(sql`select ${hostile}::text as said`);
  expect(said).toBe(hostile);
  await tx.one(sql`select ${'another'}::text as said`);
  const { rows } = await client.query('select count(*)::int as n from pg_prepared_statements');
  expect(rows).toEqual([{ n: 1 }]);
  await client.end();
});
