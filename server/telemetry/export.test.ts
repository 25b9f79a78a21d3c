// Tests that spans reach a collector over HTTP, and that an unreachable collector does no harm.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { inSpan, isTracing, startExport, startSpan, stopTracing } from './tracing.ts';

afterEach(stopTracing);

test('spans are sent in the format of OTLP', async () => {
  const bodies: { url: string; text: string }[] = [];
  const collector = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      bodies.push({ url: request.url ?? '', text });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((settle) => collector.listen(0, '127.0.0.1', settle));
  const { port } = collector.address() as AddressInfo;
  await startExport({ endpoint: `http://127.0.0.1:${port}`, ratio: 1 });
  await inSpan('job test', 'request', { attributes: { 'job.name': 'test' } }, async () => {});
  await stopTracing();
  await new Promise((settle) => collector.close(settle));
  expect(bodies.map(({ url }) => url)).toEqual(['/v1/traces']);
  const [resource] = (JSON.parse(bodies[0]?.text ?? '') as { resourceSpans: object[] })
    .resourceSpans;
  expect(JSON.stringify(resource)).toContain('"job test"');
  expect(JSON.stringify(resource)).toContain('"baixi"');
});

test('without a collector work goes on', async () => {
  await startExport({ endpoint: 'http://127.0.0.1:1', ratio: 1 });
  await expect(inSpan('job', 'request', {}, async () => 1)).resolves.toBe(1);
  const began = performance.now();
  await stopTracing();
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(isTracing()).toBe(false);
});

test('a ratio of 0 sends no trace, and without an endpoint there is no span at all', async () => {
  expect(startSpan('none')).toBeNull();
  await startExport({ endpoint: 'http://127.0.0.1:1', ratio: 0 });
  expect(startSpan('one')?.isRecording()).toBe(false);
});
