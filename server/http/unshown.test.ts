// Tests what a production site hides: metrics, health details and the API documentation.
import { describe, expect, test } from 'vitest';
import type { Services } from '../action.ts';
import { useServer } from '../../tests/server.ts';

const metricsToken = 'a-token-of-more-than-24-characters';
const asProduction = (more: object) => (services: Services) => ({
  config: { ...services.config, demonstration: false, apiDocs: false, ...more },
});

const plain = useServer({ instead: asProduction({}) });
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
  test('documentation and metrics are not found, by anybody', async () => {
    for (const url of urls(plain)) {
      for (const path of ['/metrics', '/openapi.json', '/docs', '/docs/', '/docs/openapi.json']) {
        expect([path, await status(url + path)]).toEqual([path, 404]);
        expect(await status(url + path, 'Bearer null')).toBe(404);
        expect(await status(url + path, '')).toBe(404);
      }
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
      ...{ ok: true, database: true, migration: expect.any(Number) },
    });
  });
});

test('a demonstration shows all of it', async () => {
  for (const path of ['/metrics', '/openapi.json', '/docs/']) {
    expect([path, await status(demonstration.siteUrl + path)]).toEqual([path, 200]);
  }
  expect(await status(`${demonstration.officeUrl}/metrics`)).toBe(200);
});
