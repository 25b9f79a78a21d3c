// Plays the life of a loan on three processes of the program while a drill disturbs them, and
// checks the books, the chains and the files afterwards.
import { Secret } from 'otpauth';
import type { Role } from '#contract/core/endpoint.ts';
import { setStage } from '../../../actors/stage.ts';
import type { Transport } from '../../../actors/transport.ts';
import { playWholeLoan } from '../../../actors/whole-loan.ts';
import { chainNames, inTransactionsOf, proveChain } from '../../../server/chains/chain.ts';
import { createPool } from '../../../server/database/db.ts';
import { brokenInvariants } from '../../../server/database/invariants.ts';
import { checkFiles } from '../../../server/files/file-check.ts';
import { createOperator } from '../../../server/operators/front.ts';
import { sealLedger } from '../../../server/ledger/sealing.ts';
import { sealAuditLog } from '../../../server/tasks/jobs.ts';
import { inWork } from '../../../server/work.ts';
import type { S3Double } from '../../../tests/doubles/s3.ts';
import type { Settings } from '../processes.ts';
import { type Beside, startBeside } from './beside.ts';
import { type Crew, startCrew } from './crew.ts';
import { type World, openWorld } from './world.ts';

const PROCESSES = 3;
const PASSWORD = 'operator-of-the-drill-1';

type Place = {
  /** The owner's address and the program's, both of PostgreSQL itself. */
  urls: { url: string; programUrl: string };
  /** The address that the processes use for calls. */
  databaseUrl: string;
  folder: string;
  settings: Settings;
};

/** What a drill does to the story. */
export type Disturbance = {
  /** Runs beside the story until `isOver()`. If it fails, the story and the drill fail too. */
  beside?(crew: Crew, isOver: () => boolean): Promise<void>;
  /** Called before each request of the story, which waits for it. */
  before?(requests: number, crew: Crew): Promise<void>;
};

/** Returns the settings with which a process keeps its files in this bucket. */
export function bucketSettings({ settings: s3 }: S3Double): Settings {
  return {
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_KEY_ID: s3.keyId,
    S3_SECRET: s3.secret,
  };
}

async function newOperator(world: World, roles: readonly Role[]) {
  const totpSecret = new Secret({ size: 20 }).base32;
  const [role = ''] = roles;
  const account = { email: `${role}@drill.example`, password: PASSWORD, totpSecret };
  const name = `演練 ${role}`;
  await inWork(world.services, (work) => createOperator(work, { ...account, name, roles }));
  return account;
}

/** Plays the story on processes of the program; returns figures and what was wrong in the end. */
export async function playOn(
  { urls, databaseUrl, folder, settings }: Place,
  disturbance: Disturbance,
  { seed, say }: { seed: number; say(line: string): void },
) {
  const began = performance.now();
  let crew = null as Crew | null;
  let beside = null as Beside | null;
  const world = await openWorld(urls, { folder, settings }, () => crew!);
  const failures: string[] = [];
  let requests = 0;
  try {
    crew = await startCrew(PROCESSES, databaseUrl, { folder, settings });
    const [reviewer, approver, finance] = [
      await newOperator(world, ['reviewer']),
      await newOperator(world, ['approver']),
      await newOperator(world, ['finance']),
    ];
    const transport: Transport = async (request) => {
      requests += 1;
      beside?.throwFailure();
      await disturbance.before?.(requests, crew!);
      return world.transport(request);
    };
    const accounts = async () => ({ reviewer, approver, finance });
    const stage = await setStage(transport, accounts, seed, say);
    const running = crew;
    beside = startBeside(async (isOver) => disturbance.beside?.(running, isOver));
    try {
      await playWholeLoan(stage);
    } catch (error) {
      failures.push((error as Error).message.slice(0, 500));
    }
    await beside.end();
    await crew.close();
    failures.push(...(await faultsOf(world, urls.url)));
    const seconds = Math.round((performance.now() - began) / 1000);
    const repeated = crew.repeated();
    const failedStarts = crew.failedStarts();
    const figures =
      `${requests} requests of the story, ${repeated} sent again, ` +
      `${failedStarts} starts failed, in ${seconds} s`;
    return { figures, failures };
  } finally {
    await beside?.end().catch(() => {});
    await crew?.close();
    await world.close();
  }
}

/** Checks the laws of the ledger, both chains, and each file that a row names. */
async function faultsOf({ services }: World, url: string): Promise<string[]> {
  const pool = createPool(url, { max: 2 });
  try {
    const faults = (await brokenInvariants(pool)).map(({ name }) => `broken law: ${name}`);
    while ((await sealAuditLog({ pool })) > 0);
    while ((await sealLedger({ pool })) > 0);
    for (const chain of chainNames) {
      const { rows, broken } = await proveChain(inTransactionsOf(pool), chain);
      if (broken) faults.push(`${chain} chain: ${broken.row} ${broken.how}`);
      if (rows === 0) faults.push(`the ${chain} chain is empty`);
    }
    const { checked, damaged } = await checkFiles(services);
    if (damaged > 0) faults.push(`${damaged} of ${checked} files are damaged`);
    if (checked === 0) faults.push('no file was stored');
    return faults;
  } finally {
    await pool.end();
  }
}
