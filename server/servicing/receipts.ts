// Repayments as the bank reports them: taken in, used by the bank's date, or taken back.
import type { Day } from '#contract/day.ts';
import { negate, subtract, minOf, isPositive, formatMoney, type Money } from '#contract/money.ts';
import type { Receipt, Reception, Work } from '../action.ts';
import { lockLoan } from '../db.ts';
import { isSameAccount } from '../investing/rules.ts';
import { balanceOf, post } from '../ledger/actions.ts';
import { loanById } from '../lending/actions.ts';
import { tell } from '../notices/actions.ts';
import { payoutAccountOf } from '../verification/actions.ts';
import { readBooks, returnRest, usePrepaid } from './collection.ts';
import { proposeDifference } from './measures.ts';
import { cover } from './recourse.ts';
import { COLLECTED, type Book } from './rules.ts';
import { liftIfInTime } from './violation.ts';
import { overchargeOf } from './waiver.ts';
import { told } from './words.ts';

/**
 * hooks.received.loan: the money is the loan's from here on. It is used by the bank's date at
 * once; what came after the end goes back to the borrower. A stranger's account stays in suspense.
 */
export async function receiveForLoan(work: Work, receipt: Receipt): Promise<Reception> {
  const { tx } = work;
  const loanId = receipt.subjectId;
  await lockLoan(tx, loanId);
  const loan = await loanById(tx, loanId);
  if (loan === null || !(COLLECTED.includes(loan.status) || loan.status === 90)) {
    return { state: 'suspense', reason: '這筆借款目前不收取還款' };
  }
  if (await isStranger(work, loan.memberId, receipt)) {
    return { state: 'suspense', reason: '付款帳戶不是借款人本人的帳戶' };
  }
  const id = `loan:${loanId}:receipt:${receipt.id}`;
  const fresh = await post(work, [
    {
      id,
      kind: 'repayment_received',
      on: receipt.day,
      loanId,
      entries: [
        { account: 'suspense', amount: receipt.amount },
        { account: 'borrower_prepaid', loan: loanId, amount: negate(receipt.amount as Money) },
      ],
    },
  ]);
  if (!fresh.has(id)) return { state: 'matched' };
  if (loan.status === 90) {
    const book = (await readBooks(tx, [loanId])).get(loanId)!;
    await returnRest(work, book, book.prepaid);
    const values = { caseNo: book.caseNo, amount: formatMoney(book.prepaid) };
    await tell(work, book.memberId, told.overpaid(values));
    return { state: 'matched' };
  }
  await liftIfInTime(work, loanId, receipt.day);
  const before = (await readBooks(tx, [loanId])).get(loanId)!;
  await usePrepaid(work, [loanId], { on: receipt.day, receiptId: receipt.id });
  await waiveDifference(work, before, receipt.day);
  return { state: 'matched' };
}

/** Cash at an ATM has no account behind it and counts as the borrower's own (settled 18). */
async function isStranger(work: Work, memberId: number, receipt: Receipt): Promise<boolean> {
  if (receipt.type === 'atm_cash' || receipt.fromAccount === null) return false;
  const own = await payoutAccountOf(work.tx, work.services, memberId);
  const payer = { bank: receipt.fromBank, account: receipt.fromAccount };
  return own === null || !isSameAccount(own, payer);
}

/**
 * A record the bank stamped before charges that were already computed: allocations made are not
 * redone, so a person waives the difference.
 */
async function waiveDifference(work: Work, before: Book, on: Day): Promise<void> {
  const after = (await readBooks(work.tx, [before.loanId])).get(before.loanId)!;
  const overcharge = overchargeOf(before.instalments, after.instalments, before.rateBps, on);
  if (isPositive(overcharge)) await proposeDifference(work, after, { overcharge, on });
}

/**
 * hooks.reversed.loan: what still lies ready goes back to suspense; what was distributed stays
 * with the investors, and we cover it from our own account and pursue the payer (settled 17).
 */
export async function reverseForLoan(work: Work, receipt: Receipt): Promise<void> {
  const { tx, today } = work;
  const loanId = receipt.subjectId;
  await lockLoan(tx, loanId);
  const lying = await balanceOf(tx, { account: 'borrower_prepaid', loan: loanId });
  const back = minOf(lying, receipt.amount as Money);
  const covered = subtract(receipt.amount as Money, back);
  if (isPositive(back)) {
    await post(work, [
      {
        id: `loan:${loanId}:receipt:${receipt.id}:reversed`,
        kind: 'repayment_reversed',
        on: today,
        loanId,
        entries: [
          { account: 'borrower_prepaid', loan: loanId, amount: back },
          { account: 'suspense', amount: negate(back) },
        ],
      },
    ]);
  }
  if (!isPositive(covered)) return;
  const loan = await loanById(tx, loanId);
  const { caseNo, memberId } = loan!;
  await cover(work, { receiptId: receipt.id, loanId, memberId, amount: covered, caseNo });
}
