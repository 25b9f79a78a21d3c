// Money that was paid twice for an instalment, by debit and by hand: what came second goes back.
import { addDays } from '#contract/core/day.ts';
import { formatMoney, isPositive } from '#contract/core/money.ts';
import type { Services } from '../services.ts';
import type { Due } from '../jobs/job.ts';
import { lockLoan } from '../database/db.ts';
import { finds } from '../database/finds.ts';
import { eachOne } from '../each-one.ts';
import { tell } from '../notices/front.ts';
import { readBook, returnRest, surplusTo } from '../servicing/front.ts';
import { recordMove } from '../tasks/front.ts';
import { type Work, inWork } from '../work.ts';
import { debitById, doubleReceipts, insertDouble } from './debit-queries.ts';
import { debitText } from './debits.ts';
import { DEBITED_LOANS, doubleOf } from './rules.ts';
import { noticeKinds } from './words.ts';

/** Days after a debit in which a transfer by hand counts as payment of the same instalment. */
const SAME_DAYS = 5;
/** Debits that are looked at; an answer may be some days late. */
const LOOK_BACK_DAYS = 30;
/** The same for debits that the bank refused and carried out: persons must clear them up first. */
const CLEARING_UP_DAYS = 180;

const spanOf = ({ today }: Pick<Work, 'today'>, loanId: number | null) => ({
  since: addDays(today, -LOOK_BACK_DAYS),
  refusedSince: addDays(today, -CLEARING_UP_DAYS),
  days: SAME_DAYS,
  loanId,
});

/**
 * Returns what was paid twice for a loan whose lock is held, by the way of any surplus: a payout to
 * the borrower. Money that a prepayment waits for is the borrower's own and stays.
 */
export async function returnDoubles(work: Work, loanId: number): Promise<void> {
  const { tx, now } = work;
  for (const double of await doubleReceipts(tx, spanOf(work, loanId))) {
    const book = await readBook(tx, loanId);
    if (!book || book.instruction !== null || !DEBITED_LOANS.includes(book.status)) return;
    const amount = doubleOf({ ...double, prepaid: book.prepaid });
    if (!isPositive(amount)) continue;
    const { receiptId, debitId } = double;
    const back = await returnRest(work, book, amount, receiptId);
    const payoutId = back[0]!.payoutId;
    await insertDouble(tx, { receiptId, debitId, amount, payoutId, now });
    await recordMove(work, {
      subject: { type: 'debit', id: debitId },
      action: 'debit.double_returned',
      snapshot: { receipt: receiptId, payout: payoutId, amount },
    });
    const debit = (await debitById(tx, debitId))!;
    const to = surplusTo(back);
    const values = { what: debitText(debit), amount: formatMoney(amount), to };
    await tell(work, book.memberId, noticeKinds.paidTwice(values));
  }
}

export const doublesDue: Due = (at) => [finds((tx) => doubleReceipts(tx, spanOf(at, null)))];

/** Every day: returns transfers by hand that arrived after a debit. */
export async function returnAllDoubles(services: Services): Promise<void> {
  const found = await inWork(services, (work) => doubleReceipts(work.tx, spanOf(work, null)));
  const loanIds = [...new Set(found.map(({ loanId }) => loanId))].toSorted((a, b) => a - b);
  const items = loanIds.map((loanId) => ({ loanId }));
  await eachOne(services, items, ({ loanId }) =>
    inWork(services, async (work) => {
      await lockLoan(work.tx, loanId);
      await returnDoubles(work, loanId);
    }),
  );
}
