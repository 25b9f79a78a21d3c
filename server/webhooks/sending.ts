// Sends events to the endpoints of members, outside the transaction that wrote them.
import type { Services } from '../services.ts';
import { eventSchema } from '#contract/webhooks/events.ts';
import type { WebhookAnswer } from '../adapters/webhooks/sender.ts';
import { withTransaction } from '../database/db.ts';
import { tell } from '../notices/front.ts';
import { recordMove } from '../tasks/front.ts';
import { record } from '../telemetry/metrics.ts';
import { type Work, inWork } from '../work.ts';
import {
  dueMessage,
  type EndpointRow,
  insertAttempt,
  lockMessage,
  markDelivered,
  markFailed,
  type MessageRow,
  releaseEndpoint,
  takeEndpoint,
  writeState,
} from './queries.ts';
import { ATTEMPTS_MAX, isAccepted, waitAfter } from './rules.ts';
import { headersOf } from './signing.ts';
import { noticeKinds } from './words.ts';

/**
 * Seconds for which a process has an endpoint for itself; more than a request may take. If the
 * process is killed meanwhile, the event is sent again afterwards, with the same id.
 */
const LEASE_SECONDS = 20;
/** Seconds in which nothing is sent to an endpoint that has just failed. */
const REST_SECONDS = 30;
const GONE = 410;

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000);

type Opening = Pick<Services, 'secrets'>;

export const urlIn = ({ secrets }: Opening, { memberId, url }: EndpointRow): string =>
  secrets.decrypt('webhooks.endpoint.url', memberId, url);

/** Returns the secrets that sign at an instant, the new one first. */
function secretsIn({ secrets }: Opening, row: EndpointRow, at: Date): string[] {
  const { memberId, secret, previous, previousUntil } = row;
  const current = secrets.decrypt('webhooks.endpoint.secret', memberId, secret);
  if (previous === null || previousUntil === null || previousUntil <= at) return [current];
  return [current, secrets.decrypt('webhooks.endpoint.previous', memberId, previous)];
}

/** Returns the event of a message. */
export const eventIn = ({ type, occurredAt: at, data }: MessageRow) => ({
  type,
  timestamp: at,
  data,
});

/** Sends events until none is due or the process ends; returns how many were sent. */
export async function sendWebhooks(services: Services): Promise<number> {
  let handled = 0;
  while (!services.leaving.aborted && (await sendOne(services))) handled += 1;
  return handled;
}

/**
 * Sends one event that is due; returns false if none is. No connection of the database is held
 * while the answer of a stranger's server is awaited.
 */
async function sendOne(services: Services): Promise<boolean> {
  const { pool, clock, webhooks } = services;
  const taken = await withTransaction(pool, async (tx) => {
    const now = clock.realNow();
    const endpoint = await takeEndpoint(tx, now, later(now, LEASE_SECONDS));
    if (!endpoint) return null;
    // A statement of its own, so that it sees what the process before has sent.
    const message = await dueMessage(tx, endpoint.id, now);
    if (!message) await releaseEndpoint(tx, endpoint.id, now);
    return { endpoint, message };
  });
  if (!taken) return false;
  const { endpoint, message } = taken;
  if (!message) return true;
  const at = clock.realNow();
  // The body is the same for every attempt.
  const body = JSON.stringify(eventSchema.decode(eventIn(message)));
  const headers = headersOf(message.eventId, body, {
    secrets: secretsIn(services, endpoint, at),
    at,
  });
  const answer = await webhooks.send({ url: urlIn(services, endpoint), headers, body });
  const tookMs = clock.realNow().getTime() - at.getTime();
  const attempt = { endpoint, message, answer, at, tookMs };
  const outcome = await inWork(services, (work) => recordAnswer(work, attempt));
  if (outcome) record('webhook_attempts_total', 1, { outcome });
  return true;
}

type Attempt = {
  endpoint: EndpointRow;
  message: MessageRow;
  answer: WebhookAnswer;
  at: Date;
  tookMs: number;
};

type Outcome = 'delivered' | 'failed' | 'given_up';

/**
 * Records an attempt, and plans the next one or stops the endpoint. Returns what became of the
 * event; null if the member has deleted the endpoint meanwhile.
 */
async function recordAnswer(work: Work, attempt: Attempt): Promise<Outcome | null> {
  const { tx, realNow, services } = work;
  const { answer, at, tookMs } = attempt;
  const accepted = isAccepted(answer.status);
  const free = accepted ? realNow : later(realNow, REST_SECONDS);
  const endpoint = await releaseEndpoint(tx, attempt.endpoint.id, free);
  const message = endpoint && (await lockMessage(tx, attempt.message.id));
  if (!message) return null;
  await insertAttempt(tx, { messageId: message.id, at, tookMs: Math.max(0, tookMs), ...answer });
  if (accepted) {
    await markDelivered(tx, message, realNow);
    return 'delivered';
  }
  const attempts = message.attempts + 1;
  const { status, failure } = answer;
  services.log.info(
    { webhook: endpoint.id, attempts, status, failure },
    'an event was not accepted',
  );
  const wait = status === GONE ? null : waitAfter(attempts);
  await markFailed(tx, message.id, wait === null ? null : later(realNow, wait));
  // An event that the receiver alone cannot use does not stop the others.
  const others = endpoint.succeededAt !== null && endpoint.succeededAt > message.createdAt;
  if (wait === null && endpoint.state === 'active' && (status === GONE || !others)) {
    await stopEndpoint(work, endpoint, attempts);
  }
  return wait === null ? 'given_up' : 'failed';
}

async function stopEndpoint(work: Work, endpoint: EndpointRow, attempts: number): Promise<void> {
  await writeState(work.tx, endpoint.id, 'failed');
  await recordMove(work, {
    subject: { type: 'webhook', id: endpoint.id },
    action: 'webhook.failed',
    from: endpoint.state,
    to: 'failed',
    snapshot: { attempts, most: ATTEMPTS_MAX },
  });
  const { hostname } = new URL(urlIn(work.services, endpoint));
  await tell(
    work,
    endpoint.memberId,
    noticeKinds.stopped({ host: hostname, times: `${attempts}` }),
  );
}
