// Attack S6: CSRF, that is, requests that a page of another site can make a browser send, to every
// call that changes something: forms, misleading Content-Type headers, other origins, methods in a
// header. None is executed.
import { beforeAll, expect, test } from 'vitest';
import { roles } from '#contract/core/endpoint.ts';
import { randomOf } from '../../actors/random.ts';
import { valueFor } from '../fuzz/inputs.ts';
import { fromElsewhere, newMember, newOperator } from '../actors/people.ts';
import { useServer } from '../server.ts';
import { allCalls, type WiredCall } from './calls.ts';
import { report, roundsOr, SEED } from './report.ts';

const server = useServer();
const random = randomOf(SEED);
let cookies = '';
let bearer = '';

beforeAll(async () => {
  const operator = await newOperator(server, roles);
  const { token } = await newMember(server);
  // The session cookies of the public site and of the office. A browser adds them to every request,
  // including those that an attacker's page starts.
  cookies = `office_session=${operator.token}; session=${token}; accessToken=${token}`;
  bearer = `Bearer ${token}`;
});

const posts = allCalls.filter(
  ({ door, endpoint }) =>
    door !== 'demo' && endpoint.method === 'POST' && endpoint.access !== 'public',
);

type Trick = { what: string; method?: string; headers: Record<string, string>; type?: string };
const ELSEWHERE = { origin: 'https://evil.example' };
/** Requests that a page of another site can send without a preflight, and further tricks. */
const tricks: readonly Trick[] = [
  { what: 'a form', headers: ELSEWHERE, type: 'application/x-www-form-urlencoded' },
  { what: 'plain text', headers: ELSEWHERE, type: 'text/plain' },
  { what: 'plain text without an origin', headers: {}, type: 'text/plain' },
  { what: 'no type', headers: ELSEWHERE, type: '' },
  { what: 'JSON from elsewhere', headers: ELSEWHERE, type: 'application/json' },
  { what: 'JSON from nowhere', headers: { origin: 'null' }, type: 'application/json' },
  { what: 'JSON without the header', headers: {}, type: 'application/json' },
  { what: 'a tab in the type', headers: ELSEWHERE, type: 'application/json\t; charset=utf-8' },
  { what: 'a second type', headers: ELSEWHERE, type: 'text/plain; application/json' },
  { what: 'half a type', headers: ELSEWHERE, type: 'application/json;' },
  {
    what: 'a method in a header',
    method: 'GET',
    headers: { ...ELSEWHERE, 'x-http-method-override': 'POST', 'x-method-override': 'POST' },
  },
];
/**
 * Content types that the app does not accept, sent with a member's own token, which no other site
 * has.
 */
const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; x=y', 'a/b'];

async function send({ endpoint, schema }: WiredCall, { headers, method, type }: Trick) {
  const base = endpoint.path.startsWith('/ops/') ? server.officeUrl : server.siteUrl;
  const body = JSON.stringify(valueFor(schema, random));
  const answer = await fetch(base + endpoint.path.replace(/:\w+/g, '1'), {
    method: method ?? 'POST',
    headers: { ...fromElsewhere(), ...headers, ...(type && { 'content-type': type }) },
    ...(method === 'GET' ? {} : { body: new TextEncoder().encode(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const audited = async () =>
  (await server.rows<{ n: string }>('select count(*) as n from tasks.audit'))[0]!.n;

test('no call is executed for a page of another site', async () => {
  expect(posts.length).toBeGreaterThan(100);
  const failures: string[] = [];
  const before = await audited();
  const rounds = Math.max(1, Math.floor(roundsOr(1) / posts.length / tricks.length));
  let tries = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const call of posts) {
      const statuses = await Promise.all(
        tricks.map((trick) =>
          send(call, { ...trick, headers: { ...trick.headers, cookie: cookies } }),
        ),
      );
      tries += tricks.length;
      for (const [k, status] of statuses.entries()) {
        const isRefused = [400, 401, 403, 404, 415].includes(status);
        if (!isRefused) failures.push(`${call.name} by ${tricks[k]!.what}: ${status}`);
      }
    }
    for (const call of posts.filter(({ door, endpoint }) => door === 'site' && !endpoint.files)) {
      for (const type of types) {
        tries += 1;
        const status = await send(call, { what: type, headers: { authorization: bearer }, type });
        if (![403, 415].includes(status)) failures.push(`${call.name} as ${type}: ${status}`);
      }
    }
  }
  if ((await audited()) !== before) failures.push('something was carried out');
  report({ tries, failures });
}, 600_000);
