// Tests that the proxy of the drills says why it has no process for a request.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startProxy } from './processes.ts';

test('a request that finds no process ready is told what each said last', async () => {
  const leaving = createServer((_, answer) => answer.writeHead(503).end('leaving'));
  await once(leaving.listen(0, '127.0.0.1'), 'listening');
  const proxy = await startProxy([
    `http://127.0.0.1:${(leaving.address() as AddressInfo).port}`,
    'http://127.0.0.1:9',
  ]);
  try {
    const told = async () => (await fetch(proxy.url)).text();
    await expect.poll(told).toMatch(/^no process is ready: .*503 leaving/);
    await expect.poll(told).toMatch(/bad port|ECONNREFUSED/);
  } finally {
    await proxy.close();
    leaving.close();
  }
});
