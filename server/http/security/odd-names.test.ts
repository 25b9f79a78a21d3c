// Tests names that every JavaScript object inherits, and duplicate parameters: all calls refuse
// them in JSON, in queries and in forms, and no other request is affected.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, Feature } from '#contract/core/endpoint.ts';
import { identity } from '#contract/identity/calls.ts';
import { office, site } from '#contract/index.ts';
import { notices } from '#contract/notices/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { oddShapes } from '../../../tests/files/odd-shapes.ts';
import { fromElsewhere, newOperator, newVerifiedMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
let bearer: Record<string, string>;
let cookie: Record<string, string>;

beforeAll(async () => {
  bearer = { authorization: `Bearer ${(await newVerifiedMember(server)).token}` };
  const operator = await newOperator(server, ['admin', 'finance', 'reviewer', 'editor']);
  cookie = { cookie: `office_session=${operator.token}`, 'x-office': '1' };
});

/** Names that objects inherit before the tests, and must still inherit afterwards. */
const inherited = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
afterEach(() => {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(inherited);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

const calls = [site, office].flatMap((door) =>
  Object.entries(door as Record<string, Feature>).flatMap(([feature, of]) =>
    Object.entries(of).map(([name, call]): [string, Endpoint] => [`${feature}.${name}`, call]),
  ),
);
const posts = calls.filter(([, { files, method }]) => method === 'POST' && !files);
const addressOf = ({ path }: Endpoint, query = '') => {
  const base = path.startsWith('/ops/') ? server.officeUrl : server.siteUrl;
  return `${base}${path.replace(/:\w+/g, '1')}${query}`;
};
const headersOf = ({ path }: Endpoint) => ({
  ...fromElsewhere(),
  ...(path.startsWith('/ops/') ? cookie : bearer),
});
const post = (call: Endpoint, body: string) =>
  fetch(addressOf(call), {
    method: 'POST',
    body,
    headers: { ...headersOf(call), 'content-type': 'application/json' },
  });

describe('JSON with names that every object has', () => {
  test.each(posts)('is malformed for %s', async (_, call) => {
    for (const body of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"a":1}}}']) {
      const answer = await post(call, body);
      expect([400, 401, 403]).toContain(answer.status);
      expect(await answer.text()).not.toContain('"data"');
    }
  });

  test('is malformed in any shape and depth', async () => {
    const asked = oddShapes();
    expect(asked.length).toBeGreaterThan(20);
    for (const { json } of asked) {
      const answer = await post(identity.register, json);
      expect([json, answer.status]).toEqual([json, 400]);
    }
    const rows = await server.rows(`select from identity.member where email like 'odd.%'`);
    expect(rows).toEqual([]);
  });
});

test('a query with such a name is refused, or the name stays plain text', async () => {
  for (const { query } of oddShapes()) {
    const listed = await fetch(addressOf(notices.listNotices, `?${query}`), { headers: bearer });
    expect([query, listed.status]).toEqual([query, 200]);
    const strict = await fetch(addressOf(notices.getNotice, `?id=1&${query}`), { headers: bearer });
    expect([400, 404]).toContain(strict.status);
  }
});

describe('a parameter that is given twice', () => {
  test('is not a text, so that no two parsers differ', async () => {
    const address = addressOf(notices.getNotice, '?id=1&id=2');
    const answer = await fetch(address, { headers: bearer });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
  });

  test('in a form is malformed', async () => {
    const call = verification.sendFinancialStatement;
    const form = new FormData();
    for (const kind of ['1', '2']) form.append('kind', kind);
    const answer = await fetch(addressOf(call), {
      method: 'POST',
      body: form,
      headers: headersOf(call),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'MALFORMED' }]);
  });

  test('in JSON counts once, with its last value', async () => {
    const body = '{"email":"odd.1@example.com","email":"odd.2","password":"x"}';
    const answer = await post(identity.login, body);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { fields: { email: expect.any(String) } },
    ]);
  });
});
