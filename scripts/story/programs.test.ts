// A short story of programs: orders by both SDKs, and webhooks through a kill of the server.
import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhooks } from '#contract/webhooks/calls.ts';
import { type Client, createClient } from '../../actors/client.ts';
import { overHttp } from '../../actors/transport.ts';
import { createApiToken, stepUpAtOnce } from '../../tests/actors/api.ts';
import { newCase, newInvestors } from '../../tests/actors/market.ts';
import { openReceiver, type Receiver } from '../../tests/actors/webhooks.ts';
import { useServer } from '../../tests/server.ts';
import { freePort } from '../../server/database/free-port.ts';
import { transfer } from '../../actors/bank.ts';
import { startMarketServer } from '../chaos/processes.ts';
import { followEvents, orderBy, type Program } from './programs.ts';

const server = useServer();
const SHARE = 10_000;
let receiver: Receiver;
let child: ChildProcess;
let ports: { site: number; office: number };
let client: Client;

const start = async () => {
  const { dataDir } = server.services.config;
  child = await startMarketServer(server.programUrl, dataDir!, ports);
};

beforeAll(async () => {
  receiver = await openReceiver();
  ports = { site: await freePort(), office: await freePort() };
  await start();
  const address = (port: number) => `http://127.0.0.1:${port}`;
  client = createClient(overHttp({ site: address(ports.site), office: address(ports.office) }));
});
afterAll(async () => {
  child.kill('SIGKILL');
  await receiver.close();
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

async function programs(): Promise<Program[]> {
  const investors = await newInvestors(server, 4);
  const all: Program[] = [];
  for (const [at, member] of investors.entries()) {
    const { token } = await createApiToken(server, member, { scopes: ['orders:place'] });
    await stepUpAtOnce(server, member, 'webhook');
    const types = ['order.placed', 'order.paid', 'case.funded'] as const;
    const input = { url: receiver.url, types: [...types] };
    const { data } = await server.ok(webhooks.addWebhook, input, { token: member.token });
    all.push({
      session: member.token,
      token,
      webhookId: data.id,
      secret: data.secret,
      language: at === 0 && hasPython ? 'Python' : 'TypeScript',
    });
  }
  return all;
}

test('no event is lost by a kill, and what arrives twice has one id', async () => {
  const mine = await programs();
  const caseId = String(await newCase(server, { amount: SHARE * mine.length }));
  const siteUrl = `http://127.0.0.1:${ports.site}`;
  // So that events wait and one is on its way when the server is killed.
  receiver.answers((_request, answer) => setTimeout(() => answer.writeHead(204).end(), 400));
  const from = { bankCode: '004', account: '00400000000099' };
  for (const [at, program] of mine.entries()) {
    const what = { caseId, amount: SHARE, key: `story-${at}` };
    const order = await orderBy(siteUrl, program, what);
    expect((await orderBy(siteUrl, program, what)).id).toBe(order.id);
    await transfer(client, order.virtualAccount, SHARE, from);
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  await start();
  const { counts, events, requests } = await followEvents(client, mine, receiver);
  const each = mine.length;
  expect(counts).toEqual({ 'order.placed': each, 'order.paid': each, 'case.funded': each });
  expect(requests).toBeGreaterThanOrEqual(events);
});
