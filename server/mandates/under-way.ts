// Debits that are at the bank: nobody is called late before the bank has had time to answer, and a
// person asks the bank for an answer that is missing.
import { addBusinessDays, addDays, type Calendar, type Day } from '#contract/core/day.ts';
import type { Hooks } from '../hooks.ts';
import type { Services } from '../services.ts';
import type { Due } from '../jobs/job.ts';
import { eachOne } from '../each-one.ts';
import { calendarOf } from '../lending/front.ts';
import { openTask } from '../tasks/front.ts';
import { finds } from '../database/finds.ts';
import { inWork } from '../work.ts';
import { isAtBank, isOrderDebited, loansDebited, sentDebit, unanswered } from './debit-queries.ts';
import { debitOf, debitReference } from './rules.ts';

/** Business days after the debit on which the bank should have answered. */
const ANSWER_DAYS = 2;

/** Last day on which the answer to a debit is not missing yet. */
const answerBy = (debitOn: Day, calendar: Calendar): Day =>
  addBusinessDays(debitOn, ANSWER_DAYS, calendar);

/**
 * hooks.debitsUnderWay. An order waits for the bank's answer however long it takes, because it may
 * have been paid in time. A loan waits only until the answer is missing, because its investors must
 * learn that it is late.
 */
export const debitsUnderWay: Hooks['debitsUnderWay'] = {
  order: async (tx, orderId) => (await isOrderDebited(tx, orderId)).isDebited,
  loans: async (tx, loanIds, closed) => {
    const calendar = await calendarOf(tx);
    const found = await loansDebited(tx, loanIds, closed);
    const waiting = found.filter(({ debitOn }) => closed <= answerBy(debitOn, calendar));
    return new Set(waiting.map(({ loanId }) => loanId));
  },
  line: async (tx, seq) => {
    const of = debitOf(seq);
    return of !== null && (await isAtBank(tx, of)).isSent;
  },
};

/** hooks.debitedMember: the bank debits only the account that the member has authorised. */
export const debitedMember: Hooks['debitedMember'] = async (tx, seq) => {
  const of = debitOf(seq);
  return of && ((await sentDebit(tx, of))?.memberId ?? null);
};

export const answersDue: Due = ({ today }) => [
  finds((tx) => unanswered(tx, addDays(today, -ANSWER_DAYS))),
];

/** Asks a person to get the answers that the bank owes. */
export async function askForAnswers(services: Services): Promise<void> {
  const missing = await inWork(services, async ({ tx, today }) => {
    const calendar = await calendarOf(tx);
    const sent = await unanswered(tx, addDays(today, -ANSWER_DAYS));
    return sent.filter(({ debitOn }) => answerBy(debitOn, calendar) < today);
  });
  await eachOne(services, missing, ({ id, attempt, amount, loanId, memberId }) =>
    inWork(services, (work) => {
      const label = `扣款 ${debitReference({ id, attempt })} 銀行尚未回覆`;
      const why = '扣款已送銀行，逾期未收到回覆；回覆前訂單不會逾期，請向銀行索取回覆檔';
      return openTask(work, {
        kind: 'attention',
        subject: { type: 'debit', id, label },
        detail: { why, amount, loanId, memberId },
      });
    }),
  );
}
