// Money that was paid for a loan beyond the debt: it goes back to the borrower, and what a third
// party paid goes back to that party.
import {
  add,
  isPositive,
  minOf,
  type Money,
  negate,
  subtract,
  sum,
  ZERO,
} from '#contract/core/money.ts';
import { refundedTo } from '#contract/investing/refund-words.ts';
import type { Hooks } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { keepForLockedRecourse, sourceOrAsk, takeLodged } from '../../banking/front.ts';
import { post } from '../../ledger/front.ts';
import { closeTask, recordMove } from '../../tasks/front.ts';
import {
  coveredSurplus,
  insertPayout,
  lockPayout,
  lockUnsentOwn,
  lockUnsentTo,
  lowerPayout,
  type PayoutRow,
  receivedForLoan,
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
  let withdrawn = ZERO;
  for (const payout of await lockUnsentTo(work.tx, receiptId)) {
    const { amount } = payout;
    withdrawn = add(withdrawn, await withdraw(work, payout, { loanId, receiptId, amount }));
  }
  return withdrawn;
}

/**
 * Withdraws what was to go back to the borrower and was not sent yet, newest first, as far as a
 * reversed receipt lacks it: otherwise the platform would cover money that it also pays out.
 * Returns how much that is. The caller holds the loan's lock.
 */
export async function withdrawOwnSurplus(
  work: Work,
  loanId: number,
  { receiptId, lacking }: { receiptId: number; lacking: Money },
): Promise<Money> {
  if (!isPositive(lacking)) return ZERO;
  let left = lacking;
  for (const payout of await lockUnsentOwn(work.tx, loanId)) {
    const amount = minOf(left, payout.amount);
    if (!isPositive(amount)) break;
    left = subtract(left, await withdraw(work, payout, { loanId, receiptId, amount }));
  }
  return subtract(lacking, left);
}

/**
 * Makes a part of a payout prepaid money of the loan again, also of one that came back for a closed
 * account and lies in suspense. Returns the amount, or 0 if two persons have just assigned it.
 */
async function withdraw(
  work: Work,
  payout: PayoutRow,
  { loanId, receiptId, amount }: { loanId: number; receiptId: number; amount: Money },
): Promise<Money> {
  const { id, memberId } = payout;
  const transfer = `surplus:${id}:withdrawn:${receiptId}`;
  const isThere =
    payout.status !== 'confirmed' || (await takeReturned(work, payout, amount, transfer));
  if (!isThere) return ZERO;
  await post(work, [
    {
      id: transfer,
      kind: 'surplus',
      on: work.today,
      loanId,
      entries: [
        { account: 'refund_payable', member: memberId, amount },
        { account: 'borrower_prepaid', loan: loanId, amount: negate(amount) },
      ],
    },
  ]);
  await lower(work, payout, { receiptId, amount });
  return amount;
}

/** Takes a part of a payout that came back for a closed account, if it still lies in suspense. */
function takeReturned(
  work: Work,
  { memberId: member, loanId, paymentId }: PayoutRow,
  amount: Money,
  takenAs: string,
): Promise<boolean> {
  return takeLodged(work, paymentId, amount, {
    owed: { account: 'refund_payable', member },
    kind: 'payout_returned',
    loanId,
    for: takenAs,
  });
}

/** Writes the lower amount of a payout; one of nothing no longer waits for an account. */
async function lower(
  work: Work,
  payout: PayoutRow,
  { receiptId, amount }: { receiptId: number; amount: Money },
): Promise<PayoutRow> {
  const { id } = payout;
  const left = subtract(payout.amount, amount);
  const isGone = left === 0;
  const subject = { type: 'payout', id } as const;
  await lowerPayout(work.tx, id, left);
  await recordMove(work, {
    subject,
    action: isGone ? 'payout.withdrawn' : 'payout.lowered',
    from: payout.status,
    to: isGone ? 'confirmed' : payout.status,
    snapshot: { amount, receiptId },
  });
  if (isGone) await closeTask(work, 'attention', subject, 'withdrawn', '原入帳經銀行沖正');
  return { ...payout, amount: left };
}

/** Returns how much of a payout, in NT$, the platform covered and still claims. */
export async function coveredIn({ tx }: Work, payout: PayoutRow): Promise<Money> {
  if (payout.kind !== 'surplus') return ZERO;
  const covered = (await coveredSurplus(tx, payout)).map(({ amount }) => amount);
  return minOf(sum(covered.filter(isPositive)), payout.amount);
}

/**
 * Keeps what the platform covered of a surplus that the bank returned: it ends the claim on the
 * payer and does not go out again (decision 011). `paymentId` is the payment that came back.
 * Returns the payout as it is afterwards.
 */
export async function keepCovered(
  work: Work,
  payout: PayoutRow,
  paymentId: number,
): Promise<PayoutRow> {
  if (payout.kind !== 'surplus') return payout;
  const { id, memberId: member } = payout;
  let left = payout;
  for (const { receiptId, amount: covered } of await coveredSurplus(work.tx, payout)) {
    const amount = minOf(covered, left.amount);
    if (!isPositive(amount)) continue;
    const source = { account: 'refund_payable', member, amount } as const;
    const transfer = `surplus:${id}:returned:${paymentId}:kept:${receiptId}`;
    await keepForLockedRecourse(work, receiptId, source, transfer);
    left = await lower(work, left, { receiptId, amount });
  }
  return left;
}

/**
 * hooks.lodgedBack.payout: keeps what the platform covered of a surplus of a closed account while
 * the surplus was being returned to its payer.
 */
export const keepOfPayout: Hooks['lodgedBack']['payout'] = async (work, payoutId, takenAs) => {
  const payout = await lockPayout(work.tx, payoutId);
  if (payout === null || payout.paymentId === null) return ZERO;
  const kept = await coveredIn(work, payout);
  if (!isPositive(kept) || !(await takeReturned(work, payout, kept, takenAs))) return ZERO;
  await keepCovered(work, payout, payout.paymentId);
  return kept;
};

/** Says to which accounts a surplus goes, in the words that members read. */
export const surplusTo = (made: readonly SurplusPart[]): string =>
  refundedTo({
    own: made.some(({ receiptId }) => receiptId === null),
    payer: made.some(({ receiptId }) => receiptId !== null),
  });
