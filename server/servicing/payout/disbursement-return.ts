// Disbursements that the bank returns after confirming: the borrower never had the money.
import { formatMoney, isPositive, type Money } from '#contract/core/money.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Settled } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { lodgeReturn } from '../../banking/front.ts';
import { post, undoing } from '../../ledger/front.ts';
import { moveLoan, supersedeAnnex } from '../../lending/front.ts';
import { tell } from '../../notices/front.ts';
import { keepForAccount } from '../../verification/front.ts';
import { closeTask, openTask } from '../../tasks/front.ts';
import { returnRest } from '../repayment/surplus.ts';
import { readBook } from '../repayment/use-money.ts';
import {
  accrualsOf,
  isEntangled,
  removeOpenPromises,
  removeShares,
  undoInstalments,
} from './disbursement-queries.ts';
import { accountOfLoan } from '../late/late-queries.ts';
import { tellInvestors } from '../late/letters.ts';
import { closeObsoleteMeasures } from '../late/measure-queries.ts';
import { closeInstruction, investorsOf } from '../queries.ts';
import type { Book } from '../rules.ts';
import { noticeKinds } from '../words.ts';

/**
 * Statuses in which a disbursement is undone automatically; in later statuses, rights of others
 * prevent this.
 */
const UNDOABLE: readonly LoanStatus[] = [60, 61, 65];

/** Returns the id of the ledger transfer that books the disbursement of a loan by this payment. */
export const disbursementId = (loanId: number, paymentId: number) =>
  `disbursement:${loanId}:${paymentId}`;

/**
 * Undoes a disbursement: principal, fees, accrued interest, schedule and shares become as if it had
 * never happened. The loan waits in status 50 and its orders wait for the next disbursement;
 * everything that the borrower paid meanwhile is returned to them. If some of it was distributed to
 * investors, or the loan has a status after 65, the money goes to suspense with a task, and a
 * person decides. Requires the loan's lock.
 */
export async function undoDisbursement(work: Work, settled: Settled): Promise<void> {
  const { tx } = work;
  const { subjectId: loanId, paymentId, day: on } = settled;
  const book = await readBook(tx, loanId);
  if (!book) throw new Error(`payment ${paymentId} disbursed no loan`);
  const { entangled } = await isEntangled(tx, loanId);
  if (entangled || !UNDOABLE.includes(book.status)) {
    await leaveToAPerson(work, book, settled);
    return;
  }
  const why = settled.reason ?? '收款銀行未說明原因';
  await closeInstruction(tx, loanId, 'lapsed');
  await payBack(work, book, settled);
  const accruals = (await accrualsOf(tx, loanId)).map(({ id }) => id);
  const memo = `payment:${settled.reference}`;
  const lent = { kind: 'disbursement_returned', on, memo } as const;
  await post(work, [
    ...(await undoing(tx, accruals, { kind: 'undone', on })),
    ...(await undoing(tx, [disbursementId(loanId, paymentId)], lent)),
  ]);
  const investors = await investorsOf(tx, loanId);
  await undoInstalments(tx, loanId);
  await removeShares(tx, loanId);
  await removeOpenPromises(tx, loanId);
  await supersedeAnnex(work, loanId);
  const loan = await moveLoan(work, loanId, 50, {
    action: 'loan.disbursement_returned',
    reason: `撥款遭銀行退匯：${why}`,
    set: { disbursedOn: null },
    snapshot: { payment: paymentId, disbursedOn: book.disbursedOn, prepaid: book.prepaid },
  });
  const subject = { type: 'loan', id: loanId } as const;
  await closeTask(work, 'violation_declare', subject, 'overtaken');
  for (const { id } of await closeObsoleteMeasures(tx, loanId, work.now)) {
    await closeTask(work, 'collection_measure', { type: 'measure', id }, 'overtaken');
  }
  await askForAccount(work, book, settled);
  const values = { caseNo: loan.caseNo, amount: formatMoney(settled.amount as Money), reason: why };
  await tell(work, loan.memberId, noticeKinds.disbursementCameBack(values));
  const members = investors.map(({ memberId }) => memberId);
  await tellInvestors(
    work,
    members,
    noticeKinds.disbursementCameBackForInvestors({ caseNo: loan.caseNo }),
  );
}

/**
 * Returns the amounts that the borrower paid for a loan they never received; they wait until the
 * borrower has a new bank account.
 */
async function payBack(work: Work, book: Book, { paymentId, reason }: Settled): Promise<void> {
  if (!isPositive(book.prepaid)) return;
  // What a third party paid does not wait for the borrower's account.
  const made = await returnRest(work, book, book.prepaid);
  if (made.every(({ receiptId }) => receiptId !== null)) return;
  await keepForAccount(work, { memberId: book.memberId, paymentId, reason });
}

function askForAccount(work: Work, book: Book, { amount, reason, day }: Settled): Promise<void> {
  return openTask(work, {
    kind: 'attention',
    subject: {
      type: 'loan',
      id: book.loanId,
      label: `${book.caseNo} 撥款 ${formatMoney(amount as Money)} 遭銀行退匯`,
    },
    detail: {
      why: '撥款已取消，案件回到待對保簽約；請與借款人更正撥款帳戶',
      returned: reason,
      caseNo: book.caseNo,
      memberId: book.memberId,
      amount,
      day,
    },
  });
}

/**
 * Books the returned money in suspense like a payment by the borrower; a person may then assign it
 * to the loan as such a payment.
 */
async function leaveToAPerson(work: Work, book: Book, settled: Settled): Promise<void> {
  const account = await accountOfLoan(work.tx, book.loanId);
  await lodgeReturn(work, settled, {
    loanId: book.loanId,
    virtualAccount: account?.account ?? '0',
    kind: 'disbursement_returned',
    why: `${book.caseNo} 的撥款遭退匯，但已有還款分配或案件已進入後續程序，請人工處理`,
  });
}
