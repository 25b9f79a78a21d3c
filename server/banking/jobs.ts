// Sends batches to the bank; each keeps its reference and bytes however often sending is retried.
import { orderFile, sha256OfText } from '../adapters/bank/order-files.ts';
import type { Services } from '../services.ts';
import type { Job } from '../jobs/job.ts';
import { type Tx, withTransaction } from '../database/db.ts';
import { eachOne } from '../each-one.ts';
import { bookVatThrough } from '../ledger/front.ts';
import { inWork } from '../work.ts';
import { isTrustShort, watchTrustDaily } from './booking/shortfall.ts';
import { bankBatchOf } from './payment/batches.ts';
import { askForClosing, bankClosedThrough, closingDue } from './reconciliation/closing.ts';
import { agedDue, tellOfAged } from './reconciliation/differences.ts';
import { askForStatements } from './reconciliation/reconciliation.ts';
import { type BatchRow, delayBatch, lockDueBatch, markBatchSent } from './payment/batch-queries.ts';
import { leaveOut, unreadableOf } from './payment/unsent.ts';
import { paymentsOfBatch } from './queries.ts';

/**
 * Runs every minute, before the other jobs: opens a task if the bank has not reported the end of a
 * day.
 */
export const bankingJobs: readonly Job[] = [
  { name: 'askForClosing', each: 'minute', due: closingDue, run: askForClosing },
];

/** Books VAT up to the last closed bank day, because the fees of later days are not final. */
export async function bookVat(services: Services): Promise<void> {
  await inWork(services, async ({ tx }) => {
    const through = await bankClosedThrough(tx);
    if (through !== null) await bookVatThrough(tx, through);
  });
}

/**
 * Runs after all money of the day has moved: fetches the bank's statements of earlier days, books
 * VAT, and tells people if money of the trust or of the company's reserve lacks.
 */
export const bankingDays: readonly Job[] = [
  {
    name: 'askForStatements',
    each: 'day',
    due: { always: 'only the bank knows whether there is something on its statement' },
    run: askForStatements,
  },
  { name: 'tellOfAged', each: 'day', due: agedDue, run: tellOfAged },
  {
    name: 'bookVat',
    each: 'day',
    due: { always: 'each closed day states its VAT, also that there is none' },
    run: bookVat,
  },
  {
    name: 'watchTrust',
    each: 'day',
    due: { always: 'the bank may have closed the day of a confirmed transfer just before' },
    run: watchTrustDaily,
  },
];

/**
 * Sends one due batch to the bank and returns how many batches it processed. The bank recognises a
 * batch by its reference, so that a batch that was sent but not yet marked as sent is neither
 * written nor paid twice. Payments whose account cannot be read leave the batch before the first
 * try, and the next run sends the others. After a try they stay, because the bank may have them.
 */
export async function sendPayments(services: Services): Promise<number> {
  const { pool, bank, clock, config, log } = services;
  const { batch, unreadable } = await withTransaction(pool, async (tx) => {
    const due = await lockDueBatch(tx, clock.realNow());
    // A batch that was approved before client money became short waits as the next one does.
    if (!due || (await isTrustShort(tx))) return { batch: null, unreadable: [] };
    try {
      const { id, approvedAt } = due;
      if (approvedAt === null) throw new Error(`batch ${id} is due without an approval`);
      const payments = await paymentsOfBatch(tx, id);
      const damaged = due.attempts === 0 ? unreadableOf(services, payments) : [];
      if (damaged.length > 0) return { batch: due, unreadable: damaged };
      const ordered = bankBatchOf(services, { id, approvedAt }, payments);
      const { text } = orderFile(ordered, config.bank.orders);
      await bank.sendBatch(ordered);
      await markBatchSent(tx, id, sha256OfText(text), clock.now());
    } catch (error) {
      log.error({ err: error, batch: due.id }, 'the bank did not take a batch');
      await tryLater(services, tx, due);
    }
    return { batch: due, unreadable: [] };
  });
  if (!batch) return 0;
  try {
    await eachOne(services, unreadable, (payment) =>
      inWork(services, (work) => leaveOut(work, batch.id, payment)),
    );
  } catch {
    // The failures are logged.
    await withTransaction(pool, (tx) => tryLater(services, tx, batch));
  }
  return 1;
}

/** Waits longer before each try. */
function tryLater({ clock }: Services, tx: Tx, { id, attempts }: BatchRow): Promise<unknown> {
  const wait = Math.min(3600, 15 * 2 ** Math.min(attempts, 20));
  return delayBatch(tx, id, new Date(clock.realNow().getTime() + wait * 1000));
}
