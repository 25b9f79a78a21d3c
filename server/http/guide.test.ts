// Runs the blocks of docs/api.md, as somebody who pastes them, against a server.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhooks } from '#contract/webhooks/calls.ts';
import { eventTypes } from '#contract/webhooks/events.ts';
import { createApiToken } from '../../tests/actors/api.ts';
import { newCase, newInvestor } from '../../tests/actors/market.ts';
import { newDeveloper, register } from '../../tests/actors/webhooks.ts';
import { useServer } from '../../tests/server.ts';
import { sendWebhooks } from '../webhooks/front.ts';
import { readGuide } from './openapi.ts';

const server = useServer();
const guide = readGuide();
const folder = mkdtempSync(join(tmpdir(), 'baixi-guide-'));
const children: ChildProcess[] = [];
const run = promisify(execFile);

/** Returns the blocks of the guide in a language, in their order. */
const blocksIn = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text!);
const [first = '', receiver = ''] = blocksIn('ts');

let environment: Record<string, string> = {};
const paste = async (command: string, args: string[]) => {
  const { stdout } = await run(command, args, { cwd: folder, env: environment });
  return stdout;
};

beforeAll(async () => {
  symlinkSync(resolve('sdk'), join(folder, 'sdk'));
  writeFileSync(join(folder, 'first.mts'), first);
  writeFileSync(join(folder, 'receiver.mts'), receiver);
  writeFileSync(join(folder, 'first.py'), blocksIn('py')[0]!);
  const scopes = ['cases:read', 'portfolio:read', 'orders:place'] as const;
  const investor = await newInvestor(server);
  const { token } = await createApiToken(server, investor, { scopes });
  await newCase(server);
  const { PATH = '' } = Object.fromEntries(
    spawnSync('env', { encoding: 'utf8' })
      .stdout.split('\n')
      .map((line): [string, string] => [
        line.slice(0, line.indexOf('=')),
        line.slice(line.indexOf('=') + 1),
      ]),
  );
  environment = { PATH, BAIXI_URL: server.siteUrl, BAIXI_TOKEN: token };
});
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
});

test('the block for curl answers with cases', async () => {
  const [block] = blocksIn('sh');
  const { data } = JSON.parse(await paste('sh', ['-ec', block!])) as { data: object[] };
  expect(data).toMatchObject([{ status: 40 }]);
});

test('the block in TypeScript lists cases and places one order', async () => {
  const said = await paste(process.execPath, ['first.mts']);
  expect(said).toMatch(/^T\d{8}-\d+-\d+ 12 100000\nreserved \S+ pay to \d+\n$/);
  await paste(process.execPath, ['first.mts']);
  expect(await server.rows('select from investing."order"')).toHaveLength(1);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('python3 is not there, so its blocks are skipped\n');

test.skipIf(!hasPython)('the block in Python does the same', async () => {
  await newCase(server);
  const said = await paste('python3', ['first.py']);
  expect(said).toMatch(/^T\S+ 12(?:\.0)? \d+\nreserved \S+ pay to \d+\n$/);
});

test.skipIf(!hasPython)('the tests of the Python SDK pass', () => {
  const { status, stderr } = spawnSync(
    'python3',
    ['-B', '-m', 'unittest', 'discover', '-s', 'sdk/python/tests'],
    { encoding: 'utf8' },
  );
  expect([status, stderr.trimEnd().split('\n').at(-1)]).toEqual([0, 'OK']);
});

test('the receiver accepts events of the server, and says each once', async () => {
  const member = await newDeveloper(server);
  const port = '18787';
  const { id, secret } = await register(server, member, `http://127.0.0.1:${port}/`);
  const env = { ...environment, WEBHOOK_SECRET: secret, PORT: port };
  const child = spawn(process.execPath, ['receiver.mts'], { cwd: folder, env });
  children.push(child);
  let said = '';
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
  await expect.poll(() => said).toContain('listening');
  const { data } = await server.ok(webhooks.testWebhook, { id }, member);
  await sendWebhooks(server.services);
  await server.ok(webhooks.replayDelivery, { id: data.deliveryId }, member);
  await sendWebhooks(server.services);
  const { data: sent } = await server.ok(webhooks.getDelivery, { id: data.deliveryId }, member);
  expect(sent.tries).toMatchObject([{ status: 204 }, { status: 204 }]);
  await expect.poll(() => said).toContain(`${sent.eventId} webhook.test`);
  expect(said.split(sent.eventId)).toHaveLength(2);
});

test('the guide names every type of event', () => {
  expect(eventTypes.filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
});
