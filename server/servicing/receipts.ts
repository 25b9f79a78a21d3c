// Repayments as the bank reports them: taken in, used by the bank's date, or taken back.
import { negate, subtract, minOf, isPositive, formatMoney, type Money } from '#contract/money.ts';
import type { Receipt, Reception, Work } from '../action.ts';
import { lockLoan } from '../db.ts';
import { isSameAccount } from '../investing/rules.ts';
import { balanceOf, post } from '../ledger/actions.ts';
import { loanById } from '../lending/actions.ts';
import { openTask } from '../tasks/actions.ts';
import { payoutAccountOf } from '../verification/actions.ts';
import { readBooks, returnRest, usePrepaid } from './collection.ts';
import { tellBorrower } from './letters.ts';
import { COLLECTED } from './rules.ts';
import { liftIfInTime } from './violation.ts';

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
    await tellBorrower(work, book, {
      title: `收到溢繳款 ${formatMoney(book.prepaid)}，將退回給您`,
      body: `案號 ${book.caseNo} 已結清，這筆款項將退回您的綁定帳戶，請勿再匯款至還款虛擬帳號。`,
    });
    return { state: 'matched' };
  }
  await liftIfInTime(work, loanId, receipt.day);
  await tellOfEarlierDate(work, receipt);
  await usePrepaid(work, [loanId], { on: receipt.day, receiptId: receipt.id });
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
async function tellOfEarlierDate(work: Work, receipt: Receipt): Promise<void> {
  const book = (await readBooks(work.tx, [receipt.subjectId])).get(receipt.subjectId);
  const charged = book?.instalments.some(
    (row) => row.chargedUntil !== null && row.chargedUntil > receipt.day,
  );
  if (!book || !charged) return;
  await openTask(work, {
    kind: 'attention',
    subject: { type: 'loan', id: book.loanId, label: `${book.caseNo} 入帳日早於已計的遲延費用` },
    detail: { receiptId: receipt.id, day: receipt.day, amount: receipt.amount },
  });
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
  await post(work, [
    {
      id: `loan:${loanId}:receipt:${receipt.id}:covered`,
      kind: 'covered',
      on: today,
      loanId,
      entries: [
        { account: 'loss', amount: covered },
        { account: 'suspense', amount: negate(covered) },
        { account: 'trust_bank', amount: covered },
        { account: 'platform_bank', amount: negate(covered) },
      ],
    },
  ]);
  const loan = await loanById(tx, loanId);
  await openTask(work, {
    kind: 'attention',
    subject: {
      type: 'receipt',
      id: receipt.id,
      label: `${loan?.caseNo ?? loanId} 的還款遭銀行沖正，平台墊付 ${formatMoney(covered)}`,
    },
    detail: { loanId, receiptId: receipt.id, covered },
  });
}
