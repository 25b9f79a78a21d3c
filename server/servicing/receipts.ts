// Repayments as the bank reports them: received, used by the bank's date, or reversed.
import { type Day, formatDay } from '#contract/core/day.ts';
import {
  add,
  negate,
  subtract,
  minOf,
  isPositive,
  formatMoney,
  type Money,
} from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Receipt, Reception, Shortfall } from '../hooks.ts';
import type { Work } from '../work.ts';
import { lockLoan } from '../database/db.ts';
import { holdMember } from '../identity/front.ts';
import { balanceOf, post } from '../ledger/front.ts';
import { loanById } from '../lending/front.ts';
import { tell } from '../notices/front.ts';
import { openTask } from '../tasks/front.ts';
import { payoutAccountOf } from '../verification/front.ts';
import { isSameAccount } from '../investing/rules.ts';
import { receivedForLoan } from './payout/payout-queries.ts';
import { returnRest, surplusTo, withdrawOwnSurplus, withdrawSurplus } from './repayment/surplus.ts';
import { readBook, usePrepaid } from './repayment/use-money.ts';
import { proposeDifference } from './late/measures.ts';
import { lapsedInstruction } from './queries.ts';
import { type Ask, quoteOf } from './repayment/prepayment.ts';
import { COLLECTED, type Book } from './rules.ts';
import { liftIfInTime } from './late/violation.ts';
import { overchargeOf } from './repayment/waiver.ts';
import { noticeKinds } from './words.ts';

/**
 * hooks.received.loan: assigns the money to the loan and uses it at once as of the bank's date;
 * money that arrives after the settlement is returned to the borrower. Money from a stranger's
 * account stays in suspense.
 */
export async function receiveForLoan(work: Work, receipt: Receipt): Promise<Reception> {
  const { tx } = work;
  const loanId = receipt.subjectId;
  await lockLoan(tx, loanId);
  const loan = await loanById(tx, loanId);
  if (loan === null || !(COLLECTED.includes(loan.status) || loan.status === 90)) {
    return { state: 'suspense', reason: '這筆借款目前不收取還款' };
  }
  // Only settled loans need this check, because an unpaid loan keeps its borrower's account open.
  if (loan.status === 90 && (await holdMember(tx, loan.memberId)) === null) {
    return { state: 'suspense', reason: '會員已關閉帳戶' };
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
  const book = (await readBook(tx, loanId))!;
  if (loan.status === 90) {
    const back = await returnRest(work, book, book.prepaid, receipt.id);
    const to = surplusTo(back);
    const values = { caseNo: book.caseNo, amount: formatMoney(book.prepaid), to };
    await tell(work, book.memberId, noticeKinds.overpaid(values));
    return { state: 'matched' };
  }
  const before = await liftIfInTime(work, book, receipt.day);
  const [after = before] = await usePrepaid(work, [before], {
    on: receipt.day,
    receiptId: receipt.id,
  });
  await waiveDifference(work, { before, after }, receipt.day);
  await tellOfMissed(work, after, receipt);
  return { state: 'matched' };
}

/**
 * Opens a task if a record that would have covered a prepayment arrives after the bank closed its
 * day. The instruction has lapsed, the money stays as prepaid money of the loan, and a person
 * decides about the amount by which the prepayment costs more now than was quoted.
 */
async function tellOfMissed(work: Work, book: Book, { day, amount }: Receipt) {
  const { loanId } = book;
  const missed = await lapsedInstruction(work.tx, loanId, day);
  if (missed === null) return;
  const received = day < missed.goodOn ? add(missed.received, amount as Money) : missed.received;
  if (received < missed.total) return;
  const { kind, mode, principal } = missed;
  const ask = { kind, mode: mode ?? 'shortenTerm', amount: kind === 'full' ? null : principal };
  await openTask(work, {
    kind: 'attention',
    subject: { type: 'loan', id: loanId, label: `${book.caseNo} 提前清償款項於結帳後才入帳` },
    detail: {
      why: '銀行入帳日在提前清償的報價日以前，但該日結帳後才收到紀錄；指示已失效，款項留作預收款',
      day,
      amount,
      difference: costSince(book, ask as Ask, missed.needed, work.today),
    },
  });
}

/**
 * Returns how much more a prepayment costs today than was quoted, in NT$; null if it is not
 * possible today.
 */
function costSince(book: Book, ask: Ask, quoted: Money, today: Day): Money | null {
  try {
    const { principal, interest, lateCharges, fee } = quoteOf(book, ask, today);
    return subtract(add(principal, interest, lateCharges, fee), quoted);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Cash paid at an ATM comes from no account and counts as the borrower's own. */
async function isStranger(work: Work, memberId: number, receipt: Receipt): Promise<boolean> {
  if (receipt.type === 'atm_cash' || receipt.fromAccount === null) return false;
  const own = await payoutAccountOf(work.tx, work.services, memberId);
  const payer = { bank: receipt.fromBank, account: receipt.fromAccount };
  return own === null || !isSameAccount(own, payer);
}

/**
 * Handles a record that the bank dated before days whose charges were already calculated.
 * Allocations are not redone, so a person gets a task to waive the difference.
 */
async function waiveDifference(
  work: Work,
  { before, after }: { before: Book; after: Book },
  on: Day,
): Promise<void> {
  const overcharge = overchargeOf(before.instalments, after.instalments, before.rateBps, on);
  if (isPositive(overcharge)) await proposeDifference(work, after, { overcharge, on });
}

/**
 * hooks.reversed.loan: the part of a reversed receipt that was not used yet goes back to suspense.
 * The part that was distributed stays with the investors, so the platform covers it and claims it
 * from the payer.
 */
export async function reverseForLoan(work: Work, receipt: Receipt): Promise<Shortfall> {
  const { tx, today } = work;
  const loanId = receipt.subjectId;
  await lockLoan(tx, loanId);
  const sourced = await withdrawSurplus(work, loanId, receipt.id);
  const prepaid = await balanceOf(tx, { account: 'borrower_prepaid', loan: loanId });
  // What went back to a third party is not in the loan any more; what others paid is not theirs.
  const [left] = await receivedForLoan(tx, loanId, receipt.id);
  const wanted = left?.amount ?? (receipt.amount as Money);
  const lacking = subtract(wanted, minOf(prepaid, wanted));
  const own = await withdrawOwnSurplus(work, loanId, { receiptId: receipt.id, lacking });
  const withdrawn = add(sourced, own);
  const back = minOf(add(prepaid, own), wanted);
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
  const { caseNo, memberId } = (await loanById(tx, loanId))!;
  const unused = subtract(back, minOf(back, withdrawn));
  const values = reversalWords({ withdrawn, unused, covered });
  const { day, amount } = receipt;
  await tell(
    work,
    memberId,
    noticeKinds.repaymentReversed({
      ...values,
      caseNo,
      amount: formatMoney(amount as Money),
      day: formatDay(day),
    }),
  );
  if (!isPositive(covered)) return null;
  return { loanId, memberId, amount: covered, label: `${caseNo} 的還款` };
}

/**
 * Says to the borrower what became of a reversed repayment, in NT$: what was to go back to its
 * payer, what was set aside for the next instalments, and what was used or sent back already.
 */
function reversalWords(of: { withdrawn: Money; unused: Money; covered: Money }) {
  const say = (amount: Money, words: (text: string) => string) =>
    isPositive(amount) ? words(formatMoney(amount)) : '';
  return {
    unused:
      say(of.withdrawn, (text) => `原訂退回的 ${text} 不再退回。`) +
      say(of.unused, (text) => `尚未抵充的 ${text} 已自預收款扣除，請於應還日前另行匯款。`),
    used: say(of.covered, (text) => `已動用的 ${text} 由平台先行墊付，我們會與您聯絡返還方式。`),
  };
}
