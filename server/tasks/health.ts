// The platform's health as shown to operators, and retrying jobs and messages that failed.
import { readFileSync } from 'node:fs';
import { addBusinessDays, type Day, publishedCalendar } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ServerHealth, healthOffice } from '#contract/tasks/health.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import { type ChainName, chainState } from '../chains/chain.ts';
import type { Tx } from '../database/db.ts';
import { hooks } from '../hooks.ts';
import { type KeyName, knownKeys } from '../keys/key-queries.ts';
import { askForJob, listJobs } from '../jobs/records.ts';
import { provenBooks } from '../ledger/front.ts';
import { messageIn, recipientIn, tryAgain } from '../notices/front.ts';
import { recordMove } from './recording.ts';
import { countExceptions } from './exceptions/exception-queries.ts';
import { type Proven, lastProof } from './audit-queries.ts';
import {
  type FailingMessage,
  type Queue,
  databaseVersions,
  failingMessages,
  messageQueue,
} from './health-queries.ts';

const MESSAGES_MAX = 50;
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Returns when the process started, by the real clock. */
const startedAt = (realNow: Date) =>
  new Date(realNow.getTime() - Math.floor(process.uptime()) * 1000);

/** Recipients are masked as everywhere in the office: `an***@example.com`, `0912***678`. */
function maskedRecipient(channel: FailingMessage['channel'], to: string): string {
  // A push message names only its device.
  if (channel === 'push') return to;
  return channel === 'email'
    ? `${to.slice(0, 2)}***${to.slice(to.lastIndexOf('@'))}`
    : `${to.slice(0, 4)}***${to.slice(-3)}`;
}

function failingView(services: Services, row: FailingMessage) {
  const { id, channel, attempts, failure } = row;
  return {
    id,
    channel,
    recipientMasked: maskedRecipient(channel, recipientIn(services, row)),
    subject: messageIn(services, row)?.subject ?? null,
    createdAt: row.createdAt,
    attempts,
    nextTryAt: row.nextTryAt,
    failure,
  };
}

/** Number of business days within which two persons must sign off an accounting day. */
const SIGNED_WITHIN = 2;

async function trustAccount(tx: Tx, now: Date, today: Day): Promise<ServerHealth['bank']> {
  const state = await hooks.bankHealth.state(tx, now, today);
  const since = state.unsignedSince;
  const last = since && addBusinessDays(since, SIGNED_WITHIN, publishedCalendar);
  return { ...state, unsignedLate: last !== null && last < today };
}

async function brokenChains(tx: Tx): Promise<Proven[]> {
  const broken: Proven[] = [];
  for (const proven of ['audit', 'ledger', 'heads'] as const) {
    if ((await lastProof(tx, proven))?.row) broken.push(proven);
  }
  return broken;
}

async function sealQueue(tx: Tx, chain: ChainName): Promise<Queue> {
  const { unsealed: waiting, waitingSeconds: oldestSeconds } = await chainState(tx, chain);
  return { waiting, failing: 0, oldestSeconds };
}

async function keyVersions(
  tx: Tx,
  of: KeyName,
  { current }: { current: number },
): Promise<ServerHealth['dataKeys']> {
  const known = await knownKeys(tx, of);
  return known
    .filter(({ retiredAt }) => retiredAt === null)
    .map(({ version, firstUsedAt, rowsLeft, countedAt }) => ({
      version,
      firstUsedAt,
      rowsLeft,
      countedAt,
      isCurrent: version === current,
    }));
}

export const healthActions: Actions<{ tasks: typeof healthOffice }>['tasks'] = {
  async health({ tx, services, now, today, realNow }) {
    const proof = await provenBooks({ tx, services, realNow });
    const jobs = await listJobs(tx);
    const messages = await failingMessages(tx, MESSAGES_MAX);
    return {
      data: {
        exceptions: await countExceptions(tx, now),
        versions: {
          ...(await databaseVersions(tx)),
          app: version,
          node: process.version,
          startedAt: startedAt(realNow),
        },
        booksProvenAt: proof?.provenAt ?? null,
        invariants: proof?.laws ?? [],
        queues: {
          messages: await messageQueue(tx, { now, realNow }),
          payments: await hooks.bankHealth.payments(tx, realNow),
          audit: await sealQueue(tx, 'audit'),
          ledger: await sealQueue(tx, 'ledger'),
        },
        brokenChains: await brokenChains(tx),
        bank: await trustAccount(tx, now, today),
        dataKeys: await keyVersions(tx, 'data', services.keys),
        hashKeys: await keyVersions(tx, 'hash', services.keys.hashes),
        jobs: jobs.map(({ name, each, startedAt: from, finishedAt, ...job }) => ({
          name,
          each,
          finishedAt,
          seconds: (finishedAt.getTime() - from.getTime()) / 1000,
          failure: job.failure,
          failures: job.failures,
          retryAsked: job.retryAskedAt !== null,
        })),
        messages: messages.map((message) => failingView(services, message)),
      },
    };
  },

  async retryJob(context, { name }) {
    if ((await askForJob(context.tx, name, context)) === 0) throw new Refusal('NOT_FOUND');
    await recordMove(context, {
      subject: { type: 'operator', id: context.operator.id },
      action: 'job.retried',
      snapshot: { job: name },
    });
    return { data: { ok: true } };
  },

  async retryMessage(context, { id }) {
    if (!(await tryAgain(context, id))) throw new Refusal('NOT_FOUND');
    await recordMove(context, {
      subject: { type: 'operator', id: context.operator.id },
      action: 'message.retried',
      snapshot: { message: id },
    });
    return { data: { ok: true } };
  },
};
