// Money that was paid for a loan beyond the debt: it goes back to the borrower, and what a third
// party paid goes back to that party.
import { isPositive, minOf, type Money, negate, subtract, sum } from '#contract/core/money.ts';
import { refundedTo } from '#contract/investing/refund-words.ts';
import type { Work } from '../../action.ts';
import { sourceOrAsk } from '../../banking/actions.ts';
import { post } from '../../ledger/actions.ts';
import { recordMove } from '../../tasks/actions.ts';
import {
  insertPayout,
  lockUnsentTo,
  receivedForLoan,
  voidPayout,
} from '../payout/payout-queries.ts';
import type { Book } from '../rules.ts';

/** A part of a surplus; `receiptId` is the receipt to whose payer it goes, if not the borrower. */
export type SurplusPart = { receiptId: number | null; amount: Money };

/** NT$ of a receipt that were not paid back yet. */
export type ReceivedPart = { receiptId: number; thirdParty: boolean; amount: Money };

/**
 * Splits a surplus in NT$ by payer. Money is used in the order in which it was received, so that
 * the newest receipts contain what is left; they are given newest first.
 */
export function surplusParts(rest: Money, received: readonly ReceivedPart[]): SurplusPart[] {
  const sourced: SurplusPart[] = [];
  let left = rest;
  let own = rest;
  for (const { receiptId, thirdParty, amount } of received) {
    const part = minOf(left, amount);
    left = subtract(left, part);
    if (!thirdParty || !isPositive(part)) continue;
    sourced.push({ receiptId, amount: part });
    own = subtract(own, part);
  }
  return isPositive(own) ? [{ receiptId: null, amount: own }, ...sourced] : sourced;
}

export type Surplus = SurplusPart & { payoutId: number };

/**
 * Creates payouts of the amount that was paid beyond the debt, to be sent with the next payouts: to
 * the borrower, and to third parties what they paid. `receiptId` says from which receipt the money
 * is, if that is known. Returns no payouts if nothing is left.
 */
export async function returnRest(
  work: Work,
  book: Pick<Book, 'loanId' | 'memberId'>,
  rest: Money,
  receiptId: number | null = null,
): Promise<Surplus[]> {
  if (!isPositive(rest)) return [];
  const received = await receivedForLoan(work.tx, book.loanId, receiptId);
  const made: Surplus[] = [];
  for (const part of surplusParts(rest, received)) made.push(await payBack(work, book, part));
  return made;
}

async function payBack(
  work: Work,
  { loanId, memberId }: Pick<Book, 'loanId' | 'memberId'>,
  part: SurplusPart,
): Promise<Surplus> {
  const { id } = await insertPayout(work.tx, {
    memberId,
    loanId,
    kind: 'surplus',
    amount: part.amount,
    receiptId: part.receiptId,
    createdOn: work.today,
  });
  await post(work, [
    {
      id: `surplus:${id}`,
      kind: 'surplus',
      on: work.today,
      loanId,
      entries: [
        { account: 'borrower_prepaid', loan: loanId, amount: part.amount },
        { account: 'refund_payable', member: memberId, amount: negate(part.amount) },
      ],
    },
  ]);
  if (part.receiptId !== null) await sourceOrAsk(work, part.receiptId);
  return { ...part, payoutId: id };
}

/**
 * Withdraws what was to go back to the payer of a receipt and was not sent yet, because the receipt
 * is reversed: the money is prepaid money of the loan again. Returns how much that is. The caller
 * holds the loan's lock.
 */
export async function withdrawSurplus(
  work: Work,
  loanId: number,
  receiptId: number,
): Promise<Money> {
  const unsent = await lockUnsentTo(work.tx, receiptId);
  for (const { id, memberId, amount } of unsent) {
    await post(work, [
      {
        id: `surplus:${id}:withdrawn`,
        kind: 'surplus',
        on: work.today,
        loanId,
        entries: [
          { account: 'refund_payable', member: memberId, amount },
          { account: 'borrower_prepaid', loan: loanId, amount: negate(amount) },
        ],
      },
    ]);
    await voidPayout(work.tx, id);
    await recordMove(work, {
      subject: { type: 'payout', id },
      action: 'payout.withdrawn',
      from: 'payable',
      to: 'confirmed',
      snapshot: { amount, receiptId },
    });
  }
  return sum(unsent.map(({ amount }) => amount));
}

/** Says to which accounts a surplus goes, in the words that members read. */
export const surplusTo = (made: readonly SurplusPart[]): string =>
  refundedTo({
    own: made.some(({ receiptId }) => receiptId === null),
    payer: made.some(({ receiptId }) => receiptId !== null),
  });
