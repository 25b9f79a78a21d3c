// Sends batches to the bank; each keeps its reference and bytes however often sending is retried.
import { orderFile, sha256OfText } from '../adapters/bank/order-files.ts';
import type { Job, Services } from '../action.ts';
import { withTransaction } from '../database/db.ts';
import { bookVatThrough } from '../ledger/actions.ts';
import { inWork } from '../work.ts';
import { askForCover } from './booking/sweeps.ts';
import { bankBatchOf } from './payment/batches.ts';
import { askForClosing, bankClosedThrough } from './reconciliation/closing.ts';
import { askForStatements } from './reconciliation/reconciliation.ts';
import { delayBatch, lockDueBatch, markBatchSent } from './payment/batch-queries.ts';
import { paymentsOfBatch } from './queries.ts';

/**
 * Runs every minute, before the other jobs: opens a task if the bank has not reported the end of a
 * day.
 */
export const bankingJobs: readonly Job[] = [
  { name: 'askForClosing', each: 'minute', run: askForClosing },
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
 * VAT, and asks the company for what the trust lacks.
 */
export const bankingDays: readonly Job[] = [
  { name: 'askForStatements', each: 'day', run: askForStatements },
  { name: 'bookVat', each: 'day', run: bookVat },
  { name: 'askForCover', each: 'day', run: askForCover },
];

/**
 * Sends one due batch to the bank and returns how many batches it processed. The bank recognises a
 * batch by its reference, so that a batch that was sent but not yet marked as sent is neither
 * written nor paid twice.
 */
export function sendPayments(services: Services): Promise<number> {
  const { pool, bank, clock, config, log } = services;
  return withTransaction(pool, async (tx) => {
    const realNow = clock.realNow();
    const due = await lockDueBatch(tx, realNow);
    if (!due) return 0;
    try {
      const { id, approvedAt } = due;
      if (approvedAt === null) throw new Error(`batch ${id} is due without an approval`);
      const batch = bankBatchOf(services, { id, approvedAt }, await paymentsOfBatch(tx, id));
      const { text } = orderFile(batch, config.bank.orders);
      await bank.sendBatch(batch);
      await markBatchSent(tx, id, sha256OfText(text), clock.now());
    } catch (error) {
      log.error({ err: error, batch: due.id }, 'the bank did not take a batch');
      const wait = Math.min(3600, 15 * 2 ** Math.min(due.attempts, 20));
      await delayBatch(tx, due.id, new Date(realNow.getTime() + wait * 1000));
    }
    return 1;
  });
}
