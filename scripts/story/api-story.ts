// The story told by programs, on a server of its own that is killed while events are on their way.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from 'otpauth';
import pino from 'pino';
import { webhooks } from '#contract/webhooks/calls.ts';
import { eventTypes } from '#contract/webhooks/events.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { identityApi } from '#contract/identity/api-access.ts';
import { type Person, stepUp } from '../../actors/member.ts';
import { type Stage, setStage } from '../../actors/stage.ts';
import { overHttp } from '../../actors/transport.ts';
import { type Programs, playWholeLoan } from '../../actors/whole-loan.ts';
import { startApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import { migrate } from '../../server/database/migrate.ts';
import { freePort } from '../../server/database/free-port.ts';
import { startPostgres } from '../../server/database/postgres.ts';
import { createOperator } from '../../server/operators/front.ts';
import { inWork } from '../../server/work.ts';
import { type Receiver, openReceiver } from '../../tests/actors/webhooks.ts';
import { startMarketServer } from '../chaos/processes.ts';
import { type Program, followEvents, orderBy } from './programs.ts';

const PASSWORD = 'operator-of-the-story-1';
/** A phone gets one code in half a minute. */
const CODE_MS = 31_000;
/** The most that a token may order in a day. */
const DAILY_CAP = 500_000;

/** Creates the three operators of the story in a new database. */
async function newOperators(databaseUrl: string, folder: string) {
  const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
  const log = pino({ level: 'silent' });
  const app = await startApp({ config, databaseUrl, log, pages: 'none' });
  const add = async (role: Role) => {
    const totpSecret = new Secret({ size: 20 }).base32;
    const account = { email: `${role}@story.example`, password: PASSWORD, totpSecret };
    const operator = { ...account, name: `故事 ${role}`, roles: [role] };
    await inWork(app.services, (work) => createOperator(work, operator));
    return account;
  };
  try {
    return {
      reviewer: await add('reviewer'),
      approver: await add('approver'),
      finance: await add('finance'),
    };
  } finally {
    await app.close();
  }
}

/** Creates a token and a webhook for each investor, as their pages do. */
async function equip({ client }: Stage, investors: readonly Person[], url: string) {
  const tokens: string[] = [];
  for (const { token, phone } of investors) {
    await stepUp(client, phone, { token }, { act: 'token' });
    const scopes = ['cases:read' as const, 'portfolio:read' as const, 'orders:place' as const];
    const input = { name: '故事的程式', scopes, days: 30 as const, dailyCap: DAILY_CAP };
    tokens.push((await client.ok(identityApi.createApiToken, input, { token })).data.token);
  }
  await sleep(CODE_MS);
  const programs: Program[] = [];
  for (const [at, { token, phone }] of investors.entries()) {
    await stepUp(client, phone, { token }, { act: 'webhook' });
    const { data } = await client.ok(webhooks.addWebhook, { url, types: eventTypes }, { token });
    programs.push({
      session: token,
      token: tokens[at]!,
      webhookId: data.id,
      secret: data.secret,
      language: at === 1 ? 'Python' : 'TypeScript',
    });
  }
  return programs;
}

type KillableServer = { siteUrl: string; receiver: Receiver; kill(): Promise<void> };

/** Plays the whole loan by programs, and follows their events to the last one. */
async function play(stage: Stage, { siteUrl, receiver, kill }: KillableServer): Promise<void> {
  const { client, say } = stage;
  let members: readonly Person[] = [];
  let all: Program[] = [];
  let orders = 0;
  const programs: Programs = {
    async joined(investors) {
      members = investors;
      all = await equip(stage, investors, receiver.url);
      say('每位出資人建立權杖與 Webhook，其中一位的程式以 Python 寫成');
    },
    order(investor, caseId, amount) {
      orders += 1;
      const mine = all[members.indexOf(investor)]!;
      return orderBy(siteUrl, mine, { caseId, amount, key: `story-${orders}` });
    },
    async funded() {
      await kill();
      say('事件傳送途中強制終止伺服器，再重新啟動');
    },
  };
  await playWholeLoan(stage, programs);
  const { events, requests, repeated, counts } = await followEvents(client, all, receiver);
  say(`\n${events} 個事件全部送達（${requests} 次請求，其中 ${repeated} 次重複，編號相同）`);
  for (const [type, count] of Object.entries(counts)) say(`  ${type.padEnd(24)} ${count}`);
}

/** Tells the story on a new database, which is deleted afterwards. */
export async function playApiStory(seed: number, say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-story-'));
  // If the script runs as root, PostgreSQL runs as another user, which must enter the folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: true });
  const receiver = await openReceiver();
  // So that events wait, and one is on its way, when the server is killed.
  receiver.answers((_request, answer) => setTimeout(() => answer.writeHead(204).end(), 200));
  try {
    await migrate(postgres);
    const accounts = await newOperators(postgres.programUrl, folder);
    const ports = { site: await freePort(), office: await freePort() };
    const start = () => startMarketServer(postgres.programUrl, folder, ports);
    let child = await start();
    const end = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const kill = async () => {
      await end();
      child = await start();
    };
    try {
      const siteUrl = `http://127.0.0.1:${ports.site}`;
      const transport = overHttp({ site: siteUrl, office: `http://127.0.0.1:${ports.office}` });
      const stage = await setStage(transport, async () => accounts, seed, say);
      await play(stage, { siteUrl, receiver, kill });
    } finally {
      await end();
    }
  } finally {
    await receiver.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
