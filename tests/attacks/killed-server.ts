// A process of the program on a test's database, which is killed and started again at random
// moments.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../actors/random.ts';
import { overHttp, type Transport } from '../../actors/transport.ts';
import { freePort } from '../../server/database/free-port.ts';
import { MARKET_SERVER, buildServers } from '../../scripts/chaos/processes.ts';
import type { TestServer } from '../server.ts';

const ANSWER_MAX_MS = 30_000;
const LIFE_MAX_MS = 8_000;
/** The first lives are short, and each may be longer than the one before, so that work ends. */
const LONGER_MS = 400;

/** A kill is the end of the current life; resolves once the next life serves. */
export async function startKilledServer(
  server: TestServer,
  random: Random,
  more: readonly string[] = [],
) {
  const [site, office] = [await freePort(), await freePort()];
  const { dataDir } = server.services.config;
  if (dataDir === null) throw new Error('the test server has a folder');
  const place = ['--database', server.programUrl, '--folder', dataDir];
  const args = [...more, ...place, '--port', String(site), '--office-port', String(office)];
  const transport: Transport = overHttp(
    { site: `http://127.0.0.1:${site}`, office: `http://127.0.0.1:${office}` },
    ANSWER_MAX_MS,
  );
  let [over, kills] = [false, 0];
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [MARKET_SERVER, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`the server ended with ${code} at its start`);
      }),
    ]);
    return child;
  };
  buildServers();
  let child = await start();
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  const killing = (async () => {
    while (!over) {
      await sleep(random.int(50, Math.min(LIFE_MAX_MS, LONGER_MS * (kills + 1))));
      if (over) return;
      await kill();
      kills += 1;
      child = await start();
    }
  })();
  return {
    transport,
    kills: () => kills,
    /** Ends the killing and leaves the process serving. */
    async spare() {
      over = true;
      await killing;
    },
    stop: kill,
  };
}
