// Tests what a production site hides: metrics, health details and, if a setting says so, the API
// documentation.
import { describe, expect, test } from 'vitest';
import type { Services } from '../services.ts';
import { useServer } from '../../tests/server.ts';

const metricsToken = 'a-token-of-more-than-24-characters';
const asProduction = (more: object) => (services: Services) => ({
  config: { ...services.config, demonstration: false, ...more },
});

const plain = useServer({ instead: asProduction({}) });
const undescribed = useServer({ instead: asProduction({ apiDocs: false }) });
const measured = useServer({
  environment: { METRICS_PORT: '0' },
  instead: asProduction({ metricsToken }),
});
const demonstration = useServer();

const status = async (url: string, authorization?: string) => {
  const headers = new Headers(authorization === undefined ? [] : { authorization });
  return (await fetch(url, { headers })).status;
};

const urls = ({ siteUrl, officeUrl }: typeof plain) => [siteUrl, officeUrl];

describe('in production', () => {
  const described = [
    '/openapi.json',
    '/docs',
    '/docs/',
    '/docs/openapi.json',
    '/docs/js/scalar.js',
  ];

  test('metrics are not found, by anybody; nor is the documentation if it is off', async () => {
    for (const url of urls(undescribed)) {
      for (const path of ['/metrics', ...described]) {
        expect([path, await status(url + path)]).toEqual([path, 404]);
        expect(await status(url + path, 'Bearer null')).toBe(404);
        expect(await status(url + path, '')).toBe(404);
      }
    }
    for (const url of urls(plain)) expect(await status(`${url}/metrics`)).toBe(404);
  });

  test('the site describes the calls of members, the office none', async () => {
    for (const path of described) {
      expect([path, await status(plain.siteUrl + path)]).toEqual([path, 200]);
      expect([path, await status(plain.officeUrl + path)]).toEqual([path, 404]);
    }
    const text = await (await fetch(`${plain.siteUrl}/docs/openapi.yaml`)).text();
    expect(text).toContain('/v1/invest/search');
    for (const word of ['/ops/', '/dev/', '/bank/', '/v1/impersonation', 'MAKER_IS_CHECKER']) {
      expect(text).not.toContain(word);
    }
  });

  test('what describes them is kept, compressed, and has a policy of its own', async () => {
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(plain.siteUrl + path, { headers });
    for (const path of ['/docs/', '/docs/js/scalar.js', '/openapi.json', '/docs/openapi.yaml']) {
      const whole = await get(path, { 'accept-encoding': 'identity' });
      expect(whole.headers.get('content-encoding')).toBeNull();
      const text = await whole.text();
      for (const encoding of ['br', 'gzip']) {
        const answer = await get(path, { 'accept-encoding': encoding });
        expect([path, answer.headers.get('content-encoding')]).toEqual([path, encoding]);
        expect(answer.headers.get('content-type')).toBe(whole.headers.get('content-type'));
        expect((await answer.text()) === text).toBe(true);
      }
      const tag = whole.headers.get('etag')!;
      const known = await get(path, { 'if-none-match': tag });
      expect([path, known.status, await known.text()]).toEqual([path, 304, '']);
      const policy = whole.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'; script-src 'self'");
      expect(policy.includes('sha256-')).toBe(path === '/docs/');
    }
  });

  test('measurements have a port of their own, and take the token of the settings', async () => {
    for (const url of urls(measured)) {
      expect(await status(`${url}/metrics`, `Bearer ${metricsToken}`)).toBe(404);
    }
    const path = `${measured.metricsUrl}/metrics`;
    for (const wrong of [undefined, '', metricsToken, 'Bearer ', `Bearer ${metricsToken}x`]) {
      expect(await status(path, wrong)).toBe(404);
    }
    const answer = await fetch(path, { headers: { authorization: `Bearer ${metricsToken}` } });
    expect(await answer.text()).toContain('http_server_request_duration_seconds_count');
  });

  test('only readiness is public, and details require the token', async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const ready = async (url: string) => (await fetch(`${url}/readyz`, { headers })).json();
    for (const url of urls(measured)) expect(await ready(url)).toEqual({ ok: true });
    const { metricsUrl } = measured;
    expect(await (await fetch(`${metricsUrl}/readyz`)).json()).toEqual({ ok: true });
    expect(await ready(metricsUrl)).toMatchObject({
      ok: true,
      database: true,
      migration: expect.any(Number),
    });
  });
});

test('a demonstration shows all of it', async () => {
  for (const path of ['/metrics', '/openapi.json', '/docs/']) {
    expect([path, await status(demonstration.siteUrl + path)]).toEqual([path, 200]);
  }
  expect(await status(`${demonstration.officeUrl}/metrics`)).toBe(200);
});
