// Several processes of the program behind a proxy, which are killed with SIGKILL in turn and
// started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { demo } from '#contract/index.ts';
import { createClient } from '../../../actors/client.ts';
import { type Transport, overHttp } from '../../../actors/transport.ts';
import { freePort } from '../../../server/database/free-port.ts';
import { MARKET_SERVER, type Settings, buildServers, startProxy } from '../processes.ts';

type Member = { port: number; officePort: number; child: ChildProcess | null };

export type Crew = Awaited<ReturnType<typeof startCrew>>;

const RETRY_MS = 300;
const TRIES = 400;
/**
 * A process that ends at its start is started again, as systemd does: on a busy machine the
 * connection of its queue may take too long.
 */
const STARTS = 3;
/** A proxy answers 502 if the process ended before it answered. */
const BROKEN = [502, 503, 504];

/**
 * Repeats each request with the same idempotency key until it is answered, as a browser's user
 * would who sees a broken connection.
 */
function patient(transport: Transport, note: () => void): Transport {
  return async (request) => {
    for (let left = TRIES; ; left -= 1) {
      const reply = await transport(request).catch(() => null);
      if (reply && (left === 0 || !BROKEN.includes(reply.status))) return reply;
      if (left === 0) throw new Error(`${request.path} is never answered`);
      note();
      await sleep(RETRY_MS);
    }
  };
}

type Place = { databaseUrl: string; folder: string; settings: Settings };

/** Starts a process; returns the exit code if it ends at once. */
async function startOnce(member: Member, { databaseUrl, folder, settings }: Place) {
  const place = ['--database', databaseUrl, '--folder', folder, '--follow-clock'];
  const ports = ['--port', String(member.port), '--office-port', String(member.officePort)];
  buildServers();
  const child = spawn(process.execPath, [MARKET_SERVER, ...place, ...ports], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  member.child = child;
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  return child.exitCode;
}

/**
 * Starts a process unless the crew `isClosed()`; returns how many starts ended at once before it.
 */
async function startMember(member: Member, place: Place, isClosed: () => boolean) {
  for (let failed = 0; ; failed += 1) {
    if (isClosed()) return failed;
    const code = await startOnce(member, place);
    if (code === null) return failed;
    if (failed + 1 === STARTS) throw new Error(`a process ended with ${code}`);
  }
}

/** Starts, kills and finally ends the processes of a crew. */
function keepMembers(members: readonly Member[], place: Place) {
  let failedStarts = 0;
  let isClosed = false;
  const restarts = new Set<Promise<void>>();
  const start = async (member: Member) => {
    failedStarts += await startMember(member, place, () => isClosed);
  };
  const kill = async ({ child }: Member) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  const killAll = async () => void (await Promise.all(members.map(kill)));
  // If this process ends by an error, nobody else ends its children.
  const endAtExit = () => {
    for (const { child } of members) child?.kill('SIGKILL');
  };
  process.on('exit', endAtExit);
  return {
    /** How many starts ended at once and were tried again. */
    failedStarts: () => failedStarts,
    /** Kills the process with this number and starts it again. */
    async restart(number: number) {
      const member = members[number % members.length]!;
      const restart = kill(member).then(() => start(member));
      restarts.add(restart);
      await restart.finally(() => restarts.delete(restart));
    },
    killAll,
    async startAll() {
      for (const member of members) await start(member);
    },
    /** Ends all processes, also those that are being started. */
    async end() {
      isClosed = true;
      await killAll();
      await Promise.allSettled(restarts);
      await killAll();
      process.off('exit', endAtExit);
    },
  };
}

/**
 * Starts `count` processes that follow the same business date, and a proxy each for the member site
 * and the office.
 */
export async function startCrew(
  count: number,
  databaseUrl: string,
  { folder, settings }: { folder: string; settings: Settings },
) {
  let repeated = 0;
  const members: Member[] = [];
  for (let k = 0; k < count; k += 1) {
    members.push({ port: await freePort(), officePort: await freePort(), child: null });
  }
  const { end, ...kept } = keepMembers(members, { databaseUrl, folder, settings });
  const proxies: Awaited<ReturnType<typeof startProxy>>[] = [];
  const close = async () => {
    await end();
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  };
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const proxyOf = async (ports: readonly number[]) => {
    const proxy = await startProxy(ports.map(urlOf));
    proxies.push(proxy);
    return proxy;
  };
  const open = async () => {
    await kept.startAll();
    const site = await proxyOf(members.map(({ port }) => port));
    const office = await proxyOf(members.map(({ officePort }) => officePort));
    await Promise.all([site.untilReady(count), office.untilReady(count)]);
    return { site, office };
  };
  const { site, office } = await open().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const addresses = { site: site.url, office: office.url };
  return {
    ...kept,
    close,
    callbackUrl: `${site.url}/bank/callback`,
    /** How many requests had to be repeated. */
    repeated: () => repeated,
    transport: patient(overHttp(addresses, 60_000), () => (repeated += 1)),
    /** Waits until every process that runs has the business date; a killed one reads it anew. */
    async untilDay(today: string) {
      for (const { port } of members) {
        const { ask } = createClient(overHttp({ site: urlOf(port), office: '' }, 20_000));
        for (let left = TRIES; left > 0; left -= 1) {
          const asked = ask(demo.demonstration.advanceClock, { advanceDays: 0 });
          const answer = await asked.catch(() => null);
          if (answer?.status === 200 && answer.body.data.today === today) break;
          if (left === 1) throw new Error(`a process does not come to ${today}`);
          await sleep(RETRY_MS);
        }
      }
    },
  };
}
