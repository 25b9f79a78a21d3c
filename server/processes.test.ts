// Tests of several processes: double starts, roles, and shutdown without failing requests.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { verificationChanges } from '#contract/verification/changes.ts';
import { createClient } from '../actors/client.ts';
import { overHttp } from '../actors/transport.ts';
import {
  buildServers,
  productionKey,
  productionSettings,
  startProcess,
  withPorts,
} from '../scripts/chaos/processes.ts';
import { restartInTurn } from '../scripts/chaos/restarts.ts';
import { startTwice } from '../scripts/chaos/starts.ts';
import { takeSockets } from '../scripts/starting/sockets.js';
import { newCase, newInvestor } from '../tests/actors/market.ts';
import { stepsOn } from '../tests/actors/verifying.ts';
import { startS3 } from '../tests/doubles/s3.ts';
import { type TestServer, startServer, useServer } from '../tests/server.ts';

/** Each start of a process takes seconds, on a busy machine many. */
const STARTS_MS = 240_000;

/** The processes use the same database as the server, so all need the same data key. */
const server = useServer({
  environment: { DATA_KEYS: `1:${productionKey(1)}`, HASH_KEYS: `1:${productionKey(2)}` },
});
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

test(
  'a file that is uploaded at one process is read at another',
  async () => {
    const s3 = await startS3();
    const { bucket, endpoint, keyId, region, secret } = s3.settings;
    const { dataKeys, hashKeys, personKey } = server.services.config;
    const DATA_KEY = dataKeys[0]!.key.toString('base64');
    const HASH_KEY = hashKeys[0]!.key.toString('base64');
    const PERSON_KEY = personKey.toString('base64');
    const start = async (name: string) =>
      startProcess(
        await withPorts({
          ...productionSettings(urls(), `${folder()}-${name}`),
          DATA_KEY,
          HASH_KEY,
          PERSON_KEY,
          DRAIN_SECONDS: '0',
          S3_BUCKET: bucket,
          S3_ENDPOINT: endpoint,
          S3_REGION: region,
          S3_KEY_ID: keyId,
          S3_SECRET: secret,
        }),
        ['--role', 'web'],
      );
    const running = [await start('a'), await start('b')];
    const [a, b] = running.map(({ siteUrl }) => ({
      ...server,
      ...createClient(overHttp({ site: siteUrl, office: siteUrl })),
    })) as [TestServer, TestServer];
    try {
      const member = await stepsOn(server).memberAt(2);
      expect((await stepsOn(a).giveId(member)).status).toBe(200);
      const uploads = await server.rows<{ id: number; stored: { bytes: number; sha256: string } }>(
        'select id, stored from verification.upload where member_id = $1',
        [member.id],
      );
      expect(uploads).toHaveLength(4);
      for (const { id, stored } of uploads) {
        const input = { id: String(id) };
        const answer = await b.ask(verificationChanges.ownUpload, input, { token: member.token });
        expect([answer.status, createHash('sha256').update(answer.body).digest('hex')]).toEqual([
          200,
          stored.sha256,
        ]);
      }
      expect(s3.objects.size).toBe(4);
    } finally {
      for (const { child } of running) child.kill('SIGTERM');
    }
    for (const { ended } of running) expect(await ended).toBe(0);
    await s3.stop();
  },
  STARTS_MS,
);

test(
  'a process serves on sockets that another has opened, and ends with that one',
  async () => {
    buildServers();
    const settings = await withPorts(productionSettings(urls(), `${folder()}-sockets`));
    const [PORT, OFFICE_PORT] = [Number(settings['PORT']), Number(settings['OFFICE_PORT'])];
    const at = { host: 'localhost', ports: { PORT, OFFICE_PORT } };
    const sockets = await takeSockets(
      at,
      () => (_, answer) => answer.writeHead(503, { connection: 'close' }).end(),
    );
    const look = async (port: number) => (await fetch(`http://localhost:${port}/healthz`)).status;
    expect([await look(PORT), await look(OFFICE_PORT)]).toEqual([503, 503]);
    const args = ['build/server/main.js', '--api', '--sockets', sockets.handed(4)];
    const child = spawn(process.execPath, args, {
      env: { ...settings, DRAIN_SECONDS: '0' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', ...sockets.descriptors],
    });
    try {
      expect(await once(child, 'message')).toEqual([{ listening: true }, undefined]);
      sockets.close();
      expect([await look(PORT), await look(OFFICE_PORT)]).toEqual([200, 200]);
      const ended = once(child, 'exit');
      // As when the process that opened them is killed.
      child.disconnect();
      expect(await ended).toEqual([0, null]);
      await expect(look(PORT)).rejects.toThrow();
    } finally {
      child.kill('SIGKILL');
    }
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
    // A stream opened now sends the current state and then ends.
    expect(await (await follow()).text()).toContain('data: ');
  } finally {
    await other.close();
  }
});
