// Tests of several processes: double starts, roles, and an end that no request notices.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  productionKey,
  productionSettings,
  startProcess,
  withPorts,
} from '../scripts/chaos/processes.ts';
import { restartInTurn } from '../scripts/chaos/restarts.ts';
import { startTwice } from '../scripts/chaos/starts.ts';
import { newCase, newInvestor } from '../tests/actors/market.ts';
import { startServer, useServer } from '../tests/server.ts';

/** Each start of a process takes seconds, on a busy machine many. */
const STARTS_MS = 240_000;

/** The processes use the same database as the server, so all need the same data key. */
const server = useServer({ environment: { DATA_KEYS: `1:${productionKey(1)}` } });
const urls = () => ({ url: server.databaseUrl, programUrl: server.programUrl });
const folder = () => `${server.services.config.filesDir}-of-processes`;

test(
  'two processes that start at once on an empty database both serve',
  async () => {
    const name = `t_${randomBytes(8).toString('hex')}`;
    const onNew = (url: string) => url.replace(/[^/]*$/, name);
    await server.rows(`create database ${name}`);
    try {
      const { url, programUrl } = urls();
      expect(
        await startTwice({ url: onNew(url), programUrl: onNew(programUrl) }, folder()),
      ).toEqual([]);
    } finally {
      await server.rows(`drop database ${name} with (force)`);
    }
  },
  STARTS_MS,
);

test(
  'no request fails while two processes are restarted in turn',
  async () => {
    const { requests, failures } = await restartInTurn(urls(), folder(), 1);
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(100);
  },
  STARTS_MS,
);

test(
  'a worker runs jobs and answers probes only',
  async () => {
    const token = 'a-token-of-more-than-24-characters';
    const settings = await withPorts(productionSettings(urls(), folder()));
    const worker = await startProcess({ ...settings, METRICS_TOKEN: token }, ['--role', 'worker']);
    try {
      await expect(fetch(`${worker.siteUrl}/healthz`)).rejects.toThrow();
      const headers = { authorization: `Bearer ${token}` };
      const ready = await fetch(`${worker.metricsUrl}/readyz`, { headers });
      expect([ready.status, await ready.json()]).toEqual([
        200,
        expect.objectContaining({ ok: true }),
      ]);
      expect((await fetch(`${worker.metricsUrl}/metrics`)).status).toBe(404);
      const metrics = await fetch(`${worker.metricsUrl}/metrics`, { headers });
      expect(await metrics.text()).toContain('process_resident_memory_bytes');
      await server.services.pool.query(`select graphile_worker.add_job('minute')`);
      const ran = () => server.rows(`select from app.job where name = 'ledger.addUp'`);
      await expect.poll(async () => (await ran()).length).toBe(1);
    } finally {
      worker.child.kill('SIGTERM');
    }
    expect(await worker.ended).toBe(0);
    expect(
      await server.rows('select from graphile_worker._private_jobs where locked_at is not null'),
    ).toEqual([]);
  },
  STARTS_MS,
);

test('a process that is about to end is not ready, and its streams end', async () => {
  const other = await startServer();
  try {
    const loanId = await newCase(other);
    const { token } = await newInvestor(other);
    const follow = () =>
      fetch(`${other.siteUrl}/v1/invest/${loanId}/progress`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const followed = await follow();
    const end = followed.text();
    await other.app.drain();
    expect(await end).toContain('data: ');
    const ready = await fetch(`${other.siteUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { leaving: true, ok: false }]);
    expect(ready.headers.get('connection')).toBe('close');
    // A stream that is opened now says the state and ends.
    expect(await (await follow()).text()).toContain('data: ');
  } finally {
    await other.close();
  }
});
