// Sending what the outbox holds, outside any money's transaction; forgetting old notices.
import { nextWithin } from '#contract/contact-hours.ts';
import { noticesKeptDays } from '#contract/notices-kept.ts';
import type { Job, Services } from '../action.ts';
import { withTransaction } from '../db.ts';
import { inWork } from '../work.ts';
import { holdUntil, lockDueOutbox, markFailed, markSent, purgeNotices } from './queries.ts';

const BATCH = 20;
const DAY_MS = 86_400_000;

/** Seconds to wait after so many failed tries: 10 s, 20 s, 40 s … at most an hour. */
const backoffSeconds = (attempts: number) => Math.min(3600, 10 * 2 ** attempts);

/** Sends one batch of mails and messages; answers how many rows it looked at. */
export function drainOutbox({ pool, mailer, sms, clock, log }: Services): Promise<number> {
  return withTransaction(pool, async (tx) => {
    const realNow = clock.realNow();
    const rows = await lockDueOutbox(tx, realNow, BATCH);
    const sent: number[] = [];
    for (const row of rows) {
      // A try that failed in the evening may be due again at night.
      const from = row.hours === null ? realNow : nextWithin(row.hours, realNow);
      if (from > realNow) {
        await holdUntil(tx, row.id, from);
        continue;
      }
      try {
        if (row.channel === 'sms') await sms.send({ to: row.to, text: row.text });
        else
          await mailer.send({
            to: row.to,
            subject: row.subject ?? '',
            text: row.text,
            html: row.html ?? '',
          });
        sent.push(row.id);
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        log.warn({ outbox: row.id, attempts: row.attempts + 1 }, 'a message could not be sent');
        const next = new Date(realNow.getTime() + backoffSeconds(row.attempts) * 1000);
        await markFailed(tx, row.id, next, failure.slice(0, 500));
      }
    }
    if (sent.length > 0) await markSent(tx, sent, realNow);
    return rows.length;
  });
}

export const noticesJobs: readonly Job[] = [
  {
    name: 'notices.purge',
    each: 'day',
    run: (services) =>
      inWork(services, async ({ tx, now }) => {
        const rows = await purgeNotices(tx, new Date(now.getTime() - noticesKeptDays * DAY_MS));
        if (rows > 0) services.log.info({ rows }, 'removed notices past their time');
      }),
  },
];
