// Scheduled jobs of mandates: accounts that changed, debits that are due, retries and repayments.
import type { Services } from '../services.ts';
import type { Job } from '../jobs/job.ts';
import { db } from '../database/db.ts';
import { finds } from '../database/finds.ts';
import { eachOne } from '../each-one.ts';
import { inWork } from '../work.ts';
import { debitsToRetry, unwantedDebits } from './debit-queries.ts';
import {
  announceDebits,
  announceDebitsDue,
  debitInstalments,
  debitInstalmentsDue,
  debitOrders,
  debitOrdersDue,
  retryDebits,
} from './debits.ts';
import { doublesDue, returnAllDoubles } from './doubles.ts';
import { isLive } from '#contract/mandates/status.ts';
import { accountText, endMandate } from './moving.ts';
import { lockMandate, mandatesToSupersede } from './queries.ts';
import { answersDue, askForAnswers } from './under-way.ts';
import { withdrawUnwanted } from './sending.ts';
import { noticeKinds } from './words.ts';

/** Ends mandates whose account is not the member's account in force any more. */
async function supersede(services: Services): Promise<void> {
  const found = await mandatesToSupersede(db(services.pool), services.clock.now());
  await eachOne(services, found, ({ id }) =>
    inWork(services, async (work) => {
      const mandate = await lockMandate(work.tx, id);
      if (!mandate || !isLive(mandate.status)) return;
      const said = noticeKinds.superseded({ account: accountText(mandate) });
      const reason = '綁定的帳戶已更換';
      await endMandate(work, mandate, { to: 'superseded', reason, said: () => said });
    }),
  );
}

/** The daily jobs follow those of servicing, which use prepaid money for what is due first. */
export const mandatesJobs: readonly Job[] = [
  { name: 'mandates.debitOrders', each: 'minute', due: debitOrdersDue, run: debitOrders },
  {
    name: 'mandates.withdrawUnwanted',
    each: 'minute',
    due: () => [finds(unwantedDebits)],
    run: withdrawUnwanted,
  },
  {
    name: 'mandates.supersede',
    each: 'day',
    due: ({ now }) => [finds((tx) => mandatesToSupersede(tx, now))],
    run: supersede,
  },
  {
    name: 'mandates.debitInstalments',
    each: 'day',
    due: debitInstalmentsDue,
    run: debitInstalments,
  },
  {
    name: 'mandates.retryDebits',
    each: 'day',
    due: ({ today }) => [finds((tx) => debitsToRetry(tx, today))],
    run: retryDebits,
  },
  { name: 'mandates.announceDebits', each: 'day', due: announceDebitsDue, run: announceDebits },
  { name: 'mandates.askForAnswers', each: 'day', due: answersDue, run: askForAnswers },
  { name: 'mandates.returnDoubles', each: 'day', due: doublesDue, run: returnAllDoubles },
];
