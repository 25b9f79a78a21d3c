// Tests the security headers of a production start: pages and calls of both sites, also refusals.
import { describe, expect, test } from 'vitest';
import { productionSettings } from '../../scripts/chaos/processes.ts';
import { useServer } from '../../tests/server.ts';
import { startApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';

const server = useServer();

const YEAR_S = 31_536_000;
const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('geolocation=()'),
  'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
};

/** Opens both sites as a production start does, with addresses of this scheme. */
async function openSites(scheme: 'http' | 'https') {
  const { config: own, log } = server.services;
  const settings = {
    ...productionSettings(server, own.filesDir),
    PUBLIC_URL: `${scheme}://baixi.example`,
    OFFICE_URL: `${scheme}://office.baixi.example`,
    PORT: '0',
    OFFICE_PORT: '0',
    DATA_KEYS: '',
    FILES_DIR: own.filesDir,
  };
  const production = readConfig(settings);
  // The keys are those of the database of the test.
  const { dataKeys, dataKeyCurrent, hashKeys, seal } = own;
  const config = { ...production, dataKeys, dataKeyCurrent, hashKeys, seal };
  const app = await startApp({ config, databaseUrl: server.programUrl, log, pages: 'built' });
  const ports = await app.listen({ host: '127.0.0.1', port: 0, officePort: 0 });
  return { app, ports };
}

const paths = {
  port: ['/', '/livez', '/v1/articles/list', '/v1/users/info', '/v1/nothing', '/nothing', '/%'],
  officePort: ['/', '/livez', '/ops/v1/tasks', '/ops/v1/nothing', '/nothing', '/%'],
} as const;

describe.each(['https', 'http'] as const)('a production start on %s', (scheme) => {
  test('answers everything on both sites with the security headers', async () => {
    const { app, ports } = await openSites(scheme);
    try {
      for (const site of ['port', 'officePort'] as const) {
        for (const path of paths[site]) {
          const answer = await fetch(`http://127.0.0.1:${ports[site]}${path}`);
          await answer.arrayBuffer();
          const headers = Object.fromEntries(answer.headers);
          expect([path, headers]).toEqual([path, expect.objectContaining(always)]);
          const hsts = headers['strict-transport-security'] ?? null;
          const age = scheme === 'https' ? `max-age=${YEAR_S}; includeSubDomains` : null;
          expect([path, hsts]).toEqual([path, age]);
          expect(headers).not.toHaveProperty('x-powered-by');
          expect(headers).not.toHaveProperty('server');
        }
      }
    } finally {
      await app.close();
    }
  });
});
