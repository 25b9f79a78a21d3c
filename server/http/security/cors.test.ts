// Tests calls from other origins: pages of a configured origin may make and read calls, and all
// others learn nothing.
import { describe, expect, test } from 'vitest';
import { newMember, newOperator } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const known = 'https://site.example';
const environment = { CORS_ORIGINS: `${known}, https://second.example/` };
const server = useServer({ environment });
const closed = useServer();

const corsHeaders = (answer: Response) =>
  [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));

const preflight = (url: string, origin: string, method = 'POST') =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

describe('a preflight', () => {
  test.each([
    ['/v1/users/login', 'POST'],
    ['/v1/me/loan', 'GET'],
    ['/me/invest-search', 'POST'],
    ['/v1/plan/engineer/detail', 'GET'],
    ['/v1/identify/bank-info', 'POST'],
    ['/v1/invest/7/progress', 'GET'],
  ])('for %s is answered only to configured origins', async (path, method) => {
    for (const origin of [known, 'https://second.example']) {
      const answer = await preflight(server.siteUrl + path, origin, method);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-methods')).toContain(method);
      const headers = answer.headers.get('access-control-allow-headers')?.toLowerCase();
      expect(headers).toBe('authorization, content-type, idempotency-key');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/i);
    }
    for (const origin of ['https://evil.example', 'null', `${known}.evil.example`]) {
      const answer = await preflight(server.siteUrl + path, origin, method);
      expect([answer.status, corsHeaders(answer)]).toEqual([404, []]);
      expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/i);
    }
  });

  test.each(['/v1/nothing', '/bank/callback', '/', '/healthz'])(
    'for %s, which browsers do not call, is unknown',
    async (path) => {
      const answer = await preflight(server.siteUrl + path, known);
      expect([answer.status, corsHeaders(answer)]).toEqual([404, []]);
    },
  );
});

describe('an answer', () => {
  const call = (origin: string, path = '/v1/plan/menu-list', headers = {}) =>
    fetch(server.siteUrl + path, { headers: { origin, ...headers } });

  test('a configured origin can read it, with failures and our client’s headers', async () => {
    const { token } = await newMember(server);
    const bearer = { authorization: `Bearer ${token}` };
    const answers = [
      [200, await call(known)],
      [200, await call(known, '/v1/me/loan', bearer)],
      [401, await call(known, '/v1/me/loan')],
      [400, await call(known, '/v1/articles/get?id=x')],
    ] as const;
    for (const [status, answer] of answers) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe(known);
      const read = answer.headers.get('access-control-expose-headers')?.toLowerCase() ?? '';
      for (const name of ['retry-after', 'x-request-id', 'x-business-time']) {
        expect(read).toContain(name);
      }
      expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/i);
    }
  });

  test('has no such header for another origin, for a page, or without configuration', async () => {
    const answers = [
      await call('https://evil.example'),
      await call(known, '/healthz'),
      await fetch(`${closed.siteUrl}/v1/plan/menu-list`, { headers: { origin: known } }),
    ];
    for (const answer of answers) expect(corsHeaders(answer)).toEqual([]);
    expect((await preflight(`${closed.siteUrl}/v1/plan/menu-list`, known)).status).toBe(404);
  });
});

test('the office answers no other origin, whatever is configured', async () => {
  const { token } = await newOperator(server, ['admin']);
  const url = `${server.officeUrl}/ops/v1/me`;
  const asked = await preflight(url, known, 'GET');
  expect([asked.status, corsHeaders(asked)]).toEqual([404, []]);
  const headers = { origin: known, 'x-office': '1', cookie: `office_session=${token}` };
  const answer = await fetch(url, { headers });
  expect([answer.status, corsHeaders(answer)]).toEqual([403, []]);
});
