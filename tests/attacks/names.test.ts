// Attacks S8 and S16: members and operators with all rights send every command with extra fields
// that are named like a column or inherited by every object. None is accepted.
import { beforeAll, expect, test } from 'vitest';
import { roles } from '#contract/core/endpoint.ts';
import { randomOf } from '../../actors/random.ts';
import { valueFor } from '../fuzz/inputs.ts';
import { fromElsewhere, newOperator, newVerifiedMember } from '../actors/people.ts';
import { useServer } from '../server.ts';
import { allCalls } from './calls.ts';
import { report, roundsOr, SEED } from './report.ts';

const TRIES = roundsOr(1_500);
const OTHERS = [
  'role',
  'roles',
  'isAdmin',
  'isVerified',
  'verificationStatus',
  'memberId',
  'actor',
];
const REACHING = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

const server = useServer();
const random = randomOf(SEED);
let names: string[] = [];
let bearer = '';
let cookie = '';

beforeAll(async () => {
  const columns = await server.rows<{ name: string }>(
    `select distinct column_name as name from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')`,
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, one: string) => one.toUpperCase());
  const all = columns.flatMap(({ name }) => [name, camel(name)]);
  names = [...new Set([...all, ...OTHERS, ...REACHING])];
  bearer = `Bearer ${(await newVerifiedMember(server)).token}`;
  cookie = `office_session=${(await newOperator(server, roles)).token}`;
});

const commands = allCalls.filter(
  ({ door, endpoint }) =>
    door !== 'demo' &&
    endpoint.method === 'POST' &&
    !endpoint.files &&
    ['command', 'token', 'batched'].includes(endpoint.kind) &&
    endpoint.path !== '/bank/callback',
);

test(`${TRIES} names beside an input are refused, and nothing is inherited`, async () => {
  expect(commands.length).toBeGreaterThan(80);
  expect(names.length).toBeGreaterThan(300);
  const failures: string[] = [];
  const ask = async (n: number) => {
    const call = commands[n % commands.length]!;
    const { endpoint, schema } = call;
    const known = new Set(Object.keys((schema['properties'] ?? {}) as object));
    const isPlaced = new RegExp(`:(${names.map((one) => one).join('|')})\\b`);
    const name = random.pick(names);
    if (known.has(name) || isPlaced.exec(endpoint.path)?.[1] === name) return;
    const value = random.pick([true, 1, 'admin', 4, null, { polluted: 1 }, ['admin']]);
    const input = valueFor(schema, random) as Record<string, unknown>;
    // The JSON is built by hand, because an assignment cannot give an object an own field named
    // `__proto__`.
    const inner = JSON.stringify(input).slice(1, -1);
    const body = `{${[inner, `"${name}":${JSON.stringify(value)}`].filter(Boolean).join(',')}}`;
    const isOffice = endpoint.path.startsWith('/ops/');
    const base = isOffice ? server.officeUrl : server.siteUrl;
    const answer = await fetch(base + endpoint.path.replace(/:\w+/g, '1'), {
      method: 'POST',
      body,
      headers: {
        ...fromElsewhere(),
        'content-type': 'application/json',
        ...(isOffice ? { cookie, 'x-office': '1' } : { authorization: bearer }),
      },
    });
    const text = await answer.text();
    const isRefused = answer.status === 400 && /INVALID_INPUT|MALFORMED/.test(text);
    // A rate-limited request is refused before its input is read, so it proves nothing.
    if (isRefused || answer.status === 429) return;
    // Names that this call does not know are removed (contract/strict-inputs.test.ts).
    if (call.name === 'verification.personalInfo' && answer.status < 500) return;
    failures.push(`${call.name} with ${name}: ${answer.status} ${text.slice(0, 80)}`);
  };
  for (let n = 0; n < TRIES; n += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, k) => ask(n + k)));
  }
  if (({} as Record<string, unknown>)['polluted'] !== undefined) failures.push('polluted');
  report({ tries: TRIES, failures, says: [`${names.length} names, ${commands.length} commands`] });
}, 600_000);
