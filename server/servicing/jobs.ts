// Jobs of servicing each minute and each day, in order; every job may run again without harm.
import { addDays, type Day, dayNumber, dayOf, formatDay } from '#contract/core/day.ts';
import { formatMoney, ZERO } from '#contract/core/money.ts';
import { NEXT_WITHIN_DAYS } from '#contract/law/waterfall.ts';
import { payToText } from '../banking/front.ts';
import { keepBooksProof, post, totals } from '../ledger/front.ts';
import { tell } from '../notices/front.ts';
import { openTask } from '../tasks/front.ts';
import type { Services } from '../services.ts';
import { inTransactionsOf } from '../chains/chain.ts';
import type { Due, Job } from '../jobs/job.ts';
import { type Tx } from '../database/db.ts';
import { finds } from '../database/finds.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { inWork } from '../work.ts';
import { closeNegotiations } from './negotiation/agreement.ts';
import { accrual, readBooks } from './repayment/use-money.ts';
import { brokenSchedules } from './repayment/recomputation.ts';
import { endEmptyInstalments } from './repayment/empty-instalments.ts';
import { applyHeldMoney } from './repayment/held-money.ts';
import {
  accrueFallenDue,
  instalmentsDueOn,
  loansFallenDue,
  loansToEnd,
  loansWithPrepaid,
} from './job-queries.ts';
import { dueReminder } from './late/letters.ts';
import {
  askForCalendar,
  calendarDue,
  holidaysLapsing,
  undoUnconfirmed,
} from './calendar/holidays.ts';
import { sealNegotiationCopies } from './negotiation/negotiation-copies.ts';
import { negotiationsWithoutCopies } from './negotiation/negotiation-document-queries.ts';
import { negotiationsOver } from './negotiation/negotiation-queries.ts';
import { pollsToClose } from './negotiation/poll-queries.ts';
import { heldLoans } from './payout/disbursement-queries.ts';
import { endHeldLoans } from './payout/held-loans.ts';
import { collectPayouts, payoutsDue } from './payout/payouts.ts';
import { overBefore } from './deadline.ts';
import { closePolls } from './negotiation/poll.ts';
import { COLLECTED } from './rules.ts';
import { trustDifference } from './payout/trust.ts';
import { overLoans, writeOnce } from './loans-at-once.ts';
import { hooks } from '../hooks.ts';

/** Borrowers are reminded this many days before an instalment falls due, and on the day itself. */
const REMIND_BEFORE_DAYS = 3;

/**
 * Posts interest that falls due today to the ledger: as a debt of the borrower and as a claim of
 * the investors.
 */
export function accrueDue(services: Services): Promise<void> {
  return overLoans(
    services,
    ({ tx, today }) => loansFallenDue(tx, today),
    async (work, loanIds) => {
      const due = await accrueFallenDue(work.tx, loanIds, work.today);
      await post(
        work,
        due.map(({ loanId, version, no, dueOn, amount }) =>
          accrual({ id: `due:${loanId}:${version}:${no}`, loanId, amount, on: dueOn }),
        ),
      );
    },
  );
}

export const loansPrepaid = (tx: Tx, today: Day) =>
  loansWithPrepaid(tx, addDays(today, NEXT_WITHIN_DAYS), COLLECTED);

/**
 * Uses prepaid money for instalments that are due, and for the next instalment if it is due soon.
 */
export async function applyReady(services: Services): Promise<void> {
  await overLoans(
    services,
    ({ tx, today }) => loansPrepaid(tx, today),
    async (work, loanIds) =>
      applyHeldMoney(work, [...(await readBooks(work.tx, loanIds)).values()]),
  );
}

const remindDays = (today: Day) => [today, addDays(today, REMIND_BEFORE_DAYS)];

/** Reminds borrowers three days before an instalment falls due and on the due day, once each. */
async function remind(services: Services): Promise<void> {
  const today = dayOf(services.clock.now());
  await writeOnce(
    services,
    { letter: 'due', day: today, found: (tx) => instalmentsDueOn(tx, remindDays(today)) },
    async (work, { no, ...loan }, book) => {
      const row = book.instalments.find((instalment) => instalment.no === no);
      if (!row) return;
      const daysLeft = row.dueOn === today ? 0 : REMIND_BEFORE_DAYS;
      const debit = { loanId: loan.loanId, no, on: row.payableUntil };
      const isDebited = await hooks.mandateCovers(work.tx, loan.memberId, debit);
      // The oldest unpaid instalment asks for the court costs; another would ask for them again.
      const isOldest = book.instalments.find(({ paidOn }) => paidOn === null)?.no === no;
      const court = isOldest ? book.court : ZERO;
      const payTo = payToText(services, loan.account);
      await tell(
        work,
        loan.memberId,
        dueReminder(row, { ...loan, payTo, isDebited, court }, daysLeft),
      );
    },
  );
}

/**
 * Checks the ledger against the bank and against its invariants, and recomputes the schedules;
 * differences become tasks for a person.
 */
async function reconcile(services: Services): Promise<void> {
  const today = dayOf(services.clock.now());
  const broken = [
    ...(await brokenInvariants(services.pool)),
    ...(await brokenSchedules(inTransactionsOf(services.pool), today)),
  ];
  await inWork(services, (work) => keepBooksProof(work, broken));
  await inWork(services, async (work) => {
    const difference = trustDifference(await totals(work.tx));
    if (difference === 0 && broken.length === 0) return;
    await openTask(work, {
      kind: 'attention',
      subject: {
        type: 'reconciliation',
        id: dayNumber(work.today),
        label: `${formatDay(work.today)} 對帳不符，差額 ${formatMoney(difference)}`,
      },
      detail: {
        difference,
        broken: broken.map(({ name, rows }) => ({ name, count: rows.length })),
      },
    });
    services.log.error({ difference, broken: broken.map(({ name }) => name) }, 'the books differ');
  });
}

const accrualDue: Due = ({ today }) => [finds((tx) => loansFallenDue(tx, today))];
const prepaidDue: Due = ({ today }) => [finds((tx) => loansPrepaid(tx, today))];

export const servicingJobs: readonly Job[] = [
  {
    name: 'closePolls',
    each: 'minute',
    due: ({ now }) => [finds((tx) => pollsToClose(tx, overBefore(now)))],
    run: closePolls,
  },
  {
    name: 'closeNegotiations',
    each: 'minute',
    due: ({ now }) => [finds((tx) => negotiationsOver(tx, overBefore(now)))],
    run: closeNegotiations,
  },
  {
    name: 'negotiationCopies',
    each: 'minute',
    due: () => [finds(negotiationsWithoutCopies)],
    run: sealNegotiationCopies,
  },
  { name: 'accrueDue', each: 'day', due: accrualDue, run: accrueDue },
  {
    name: 'endEmptyInstalments',
    each: 'day',
    due: () => [finds((tx) => loansToEnd(tx, COLLECTED))],
    run: endEmptyInstalments,
  },
  { name: 'applyPrepaid', each: 'day', due: prepaidDue, run: applyReady },
  {
    name: 'remind',
    each: 'day',
    due: ({ today }) => [finds((tx) => instalmentsDueOn(tx, remindDays(today)))],
    run: remind,
  },
  {
    name: 'undoUnconfirmedHolidays',
    each: 'day',
    due: holidaysLapsing,
    run: undoUnconfirmed,
  },
  {
    name: 'endHeldLoans',
    each: 'day',
    due: () => [finds(heldLoans)],
    run: endHeldLoans,
  },
  { name: 'askForCalendar', each: 'day', due: calendarDue, run: askForCalendar },
  {
    name: 'gatherPayouts',
    each: 'day',
    due: payoutsDue,
    run: (services) => inWork(services, collectPayouts),
  },
  {
    name: 'reconcile',
    each: 'day',
    due: { always: 'a proof of the books must not depend on what they say' },
    run: reconcile,
  },
];
