// Sends the outbox outside any money transaction.
import { createHash, randomUUID } from 'node:crypto';
import { nextWithin } from '#contract/servicing/contact-hours.ts';
import { deliveryRetentionDays } from '#contract/notices/retention.ts';
import type { Services } from '../services.ts';
import { PushFailed } from '../adapters/push/push.ts';
import { SmsFailed } from '../adapters/sms/sms.ts';
import { type Tx, waitOutside, withTransaction } from '../database/db.ts';
import { timed } from '../telemetry/metrics.ts';
import { SpanKind, inSpan } from '../telemetry/tracing.ts';
import { type Message, messageIn, failureWithoutRecipient, recipientIn } from './outbox.ts';
import { forgetDevice, subscriptionOf } from './push/devices.ts';
import {
  type OutboxRow,
  deleteMessage,
  holdUntil,
  lockDueOutbox,
  markFailed,
  markGivenUp,
  markSent,
} from './outbox-queries.ts';

const BATCH = 20;
const DAY_MS = 86_400_000;

/** Seconds to wait after this many failed tries: 10 s, 20 s, 40 s … at most an hour. */
const backoffSeconds = (attempts: number) => Math.min(3600, 10 * 2 ** attempts);

/**
 * Returns the id of a message for its provider: the same for every try, and another one for a
 * message that gets the same number in a restored database.
 */
const idOf = ({ id, createdAt }: OutboxRow): string =>
  createHash('sha256').update(`outbox ${id} ${createdAt.getTime()}`).digest('hex').slice(0, 32);

/** Passes one message to its provider. */
async function send(tx: Tx, services: Services, row: OutboxRow): Promise<void> {
  const message = messageIn(services, row);
  if (!message) throw new Error('the words of a message are gone');
  const { to, subject, text, html } = message;
  if (row.channel === 'sms') await services.sms.send({ id: idOf(row), to, text });
  else if (row.channel === 'push') await sendPush(tx, services, idOf(row), message);
  else {
    const mail = { to, subject: subject ?? '', text, html: html ?? '' };
    await services.mailer.send({ id: idOf(row), ...mail });
  }
}

/** Passes a push message to the service of the device; a device that was removed gets none. */
async function sendPush(tx: Tx, services: Services, id: string, message: Message): Promise<void> {
  const subscription = await subscriptionOf(tx, services, message.to);
  if (!subscription || !services.push) {
    throw new PushFailed('the device was removed', { again: false, isGone: true });
  }
  const { subject: title, text: body, path } = message;
  const text = JSON.stringify({ title, body, path, tag: id });
  await services.push.send({ id, subscription, text });
}

const isFinal = (error: unknown) =>
  (error instanceof SmsFailed || error instanceof PushFailed) && !error.again;
const isGone = (error: unknown) => error instanceof PushFailed && error.isGone;

/**
 * Passes one message to its provider as a part of the request or job that wrote it, so that what is
 * logged now has the ids of then.
 */
const sendFor = (tx: Tx, services: Services, row: OutboxRow) =>
  inSpan(
    `outbox ${row.channel}`,
    row.requestId ?? randomUUID(),
    { kind: SpanKind.PRODUCER, cause: row.traceParent },
    async () => {
      const { log } = services;
      try {
        await timed('outbox_send_duration_seconds', { channel: row.channel }, () =>
          send(tx, services, row),
        );
        log.info({ outbox: row.id }, 'a message was sent');
      } catch (error) {
        const about = { outbox: row.id, attempts: row.attempts + 1 };
        if (isGone(error)) log.info(about, 'a device of push messages is gone');
        else if (isFinal(error)) log.error(about, 'a message was given up');
        else log.warn(about, 'a message could not be sent');
        throw error;
      }
    },
  );

/** Plans the next try, or gives up if the recipient could get the message twice or never. */
async function recordFailure(tx: Tx, services: Services, row: OutboxRow, error: unknown) {
  const realNow = services.clock.realNow().getTime();
  const failure = failureWithoutRecipient(
    error instanceof Error ? error.message : String(error),
    recipientIn(services, row),
  );
  if (isGone(error)) {
    // The notice itself is on the site, and went by mail if the member wants mails.
    await forgetDevice(tx, recipientIn(services, row));
    return deleteMessage(tx, row.id);
  }
  if (isFinal(error)) {
    const after = new Date(realNow + 2 * deliveryRetentionDays * DAY_MS);
    return markGivenUp(tx, row.id, after, failure);
  }
  const next = new Date(realNow + backoffSeconds(row.attempts) * 1000);
  return markFailed(tx, row.id, next, failure);
}

/**
 * Sends one batch of mails and messages; returns the number of rows handled. In a demonstration
 * nothing is sent: the outbox serves as mailbox and keeps the texts. What is really sent has a
 * transaction for each message, so that a process that is killed repeats at most one of them.
 */
export async function drainOutbox(services: Services): Promise<number> {
  const { mailer, sms, push, leaving } = services;
  if ([mailer, sms, push].every((one) => !one || one.isMailbox)) return sendDue(services, BATCH);
  let handled = 0;
  while (handled < BATCH && !leaving.aborted && (await sendDue(services, 1)) > 0) handled += 1;
  return handled;
}

/** Sends the messages that are due, up to `limit` of them in one transaction. */
function sendDue(services: Services, limit: number): Promise<number> {
  const { pool, mailer, sms, push, clock } = services;
  const isMailbox = {
    email: mailer.isMailbox === true,
    sms: sms.isMailbox === true,
    push: push?.isMailbox === true,
  };
  return withTransaction(pool, async (tx) => {
    const realNow = clock.realNow();
    const rows = await lockDueOutbox(tx, realNow, limit);
    const sent: OutboxRow[] = [];
    if (rows.length > 0) await waitOutside(tx);
    for (const row of rows) {
      // Checks the permitted hours again, because a retry after a failure in the evening may become
      // due at night.
      const from = row.hours === null ? realNow : nextWithin(row.hours, realNow);
      if (from > realNow) {
        await holdUntil(tx, row.id, from);
        continue;
      }
      try {
        await sendFor(tx, services, row);
        sent.push(row);
      } catch (error) {
        await recordFailure(tx, services, row, error);
      }
    }
    const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id);
    const kept = sent.filter(({ channel }) => isMailbox[channel]);
    if (sent.length > 0) await markSent(tx, idsOf(sent), idsOf(kept), realNow);
    return rows.length;
  });
}
