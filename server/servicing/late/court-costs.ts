// Court costs that the platform pays for a loan. Receipts repay them before all other claims.
import { formatDay, type Day } from '#contract/core/day.ts';
import { formatMoney, negate, type Money } from '#contract/core/money.ts';
import type { Work } from '../../work.ts';
import { post } from '../../ledger/front.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { insertCourtCost, lowerCourtCosts } from './loss-queries.ts';
import { insertAllocations } from '../queries.ts';
import type { Book } from '../rules.ts';
import { noticeKinds } from '../words.ts';

/** Records court costs that the platform paid from its own account on a day. */
export async function recordCourtCost(
  work: Work,
  book: Book,
  cost: { amount: Money; paidOn: Day; what: string },
): Promise<void> {
  const { loanId, caseNo } = book;
  const { amount, paidOn, what } = cost;
  const { id } = await insertCourtCost(work.tx, { loanId, ...cost });
  await post(work, [
    {
      id: `court-cost:${id}`,
      kind: 'court_cost',
      on: paidOn,
      loanId,
      entries: [
        { account: 'court_receivable', loan: loanId, amount },
        { account: 'platform_bank', amount: negate(amount) },
      ],
    },
  ]);
  await recordMove(work, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.court_cost',
    snapshot: { id, amount, paidOn, what },
  });
  const values = { caseNo, day: formatDay(paidOn), what, amount: formatMoney(amount) };
  await tell(work, book.memberId, noticeKinds.courtCost(values));
}

/**
 * Uses part of a receipt to repay court costs. The amount belongs to the platform and, like the
 * platform's fees, stays in the trust account for the time being.
 */
export async function repayCourtCosts(
  work: Work,
  { loanId, batches }: Book,
  amount: Money,
  { on, receiptId }: { on: Day; receiptId: number | null },
): Promise<void> {
  const id = `court:${loanId}:${batches + 1}`;
  await lowerCourtCosts(work.tx, loanId, amount);
  await insertAllocations(work.tx, [
    { loanId, receiptId, batch: id, no: null, class: 'court', amount, on },
  ]);
  await post(work, [
    {
      id,
      kind: 'court_repaid',
      on,
      loanId,
      entries: [
        { account: 'borrower_prepaid', loan: loanId, amount },
        { account: 'platform_due', amount: negate(amount) },
        { account: 'fee_receivable', amount },
        { account: 'court_receivable', loan: loanId, amount: negate(amount) },
      ],
    },
  ]);
}
