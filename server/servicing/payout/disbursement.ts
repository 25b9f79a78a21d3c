// Disbursement of signed loans: two persons release it, and the loan begins when the bank reports
// it.
import { instalmentMinOf } from '#contract/law/schedule.ts';
import { onOrAfterBusinessDay, formatDay, type Day } from '#contract/core/day.ts';
import { add, negate, subtract, sum, formatMoney, ZERO, type Money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import { NO_TALLY } from '#contract/law/late.ts';
import type { LoanMove, TaskHandler, TaskRow, Settled } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import {
  assertTrustWhole,
  checkedBatch,
  orderPayment,
  registerVirtualAccounts,
  reserveVirtualAccounts,
  payToText,
} from '../../banking/front.ts';
import { accountingDay, post } from '../../ledger/front.ts';
import { calendarOf, loanById, moveLoan } from '../../lending/front.ts';
import { tell } from '../../notices/front.ts';
import { closeTask, openTask } from '../../tasks/front.ts';
import { payeeFlags, payeeOf, payoutAccountOf, whyPayoutsWait } from '../../verification/front.ts';
import { lockLoan } from '../../database/db.ts';
import { feeEntries } from '../../ledger/rules.ts';
import { scheduleFrom } from '../../lending/rules.ts';
import { lastVersion } from './disbursement-queries.ts';
import { disbursementId, undoDisbursement } from './disbursement-return.ts';
import { accountOfLoan } from '../late/late-queries.ts';
import { tellInvestors } from '../late/letters.ts';
import {
  insertInstalments,
  insertShares,
  paymentsOf,
  trustedOrders,
  type TrustedOrder,
} from '../queries.ts';
import type { InstalmentRow } from '../rules.ts';
import { noticeKinds } from '../words.ts';

type Loan = NonNullable<Awaited<ReturnType<typeof loanById>>>;
/** Fees deducted from the disbursement, in NT$. */
const feesOf = (loan: Loan): Money => add(loan.platformFee ?? ZERO, loan.remittanceFee ?? ZERO);
const netOf = (loan: Loan): Money => subtract(loan.amount, feesOf(loan));

/**
 * hooks.loanMoved: a signed loan opens a release task for finance; the task is closed when the loan
 * leaves status 55.
 */
export async function followWithDisbursement(work: Work, move: LoanMove): Promise<void> {
  const subject = { type: 'loan', id: move.id } as const;
  if (move.to === 55) {
    const loan = await loanOf(work, move.id);
    await openTask(work, {
      kind: 'disbursement_release',
      subject: { ...subject, label: `${loan.caseNo} 撥款 ${formatMoney(netOf(loan))}` },
    });
  }
  if (move.from === 55) {
    await closeTask(work, 'disbursement_release', subject, 'overtaken');
    await closeTask(work, 'disbursement_check', subject, 'overtaken');
  }
}

async function loanOf(work: Work, id: number): Promise<Loan> {
  const loan = await loanById(work.tx, id);
  if (loan === null) throw new Refusal('LOAN_NOT_FOUND');
  return loan;
}

/**
 * Returns what the two releasing persons need to see, with only the last digits of the bank
 * account.
 */
async function detail(
  work: Work,
  task: TaskRow<'disbursement_release' | 'disbursement_check'>,
): Promise<TaskDetailSent<'disbursement_release'>> {
  const loan = await loanOf(work, task.subjectId);
  const orders = await trustedOrders(work.tx, loan.id);
  const payee = await payeeOf(work, loan.memberId);
  return {
    ...task.detail,
    caseNo: loan.caseNo,
    status: loan.status,
    amount: loan.amount,
    platformFee: loan.platformFee,
    remittanceFee: loan.remittanceFee,
    net: netOf(loan),
    signedAt: loan.signedAt,
    orders: orders.length,
    held: sum(orders.map(({ held }) => held)),
    payee: payee && payee.line,
  };
}

/** What must be answered before the money of a loan goes to the borrower's account. */
async function flags(
  work: Work,
  task: TaskRow<'disbursement_release' | 'disbursement_check'>,
  deciding: boolean,
) {
  if (deciding) await lockLoan(work.tx, task.subjectId);
  const loan = await loanOf(work, task.subjectId);
  const payee = await payeeOf(work, loan.memberId);
  return payee ? payeeFlags(payee, netOf(loan), work.today) : [];
}

/**
 * Refuses LOAN_STATUS unless the loan is in status 55, all its money is in trust, and no payment
 * for it was sent; refuses MONEY_HELD while the borrower is held.
 */
async function lockReady(work: Work, loanId: number): Promise<Loan> {
  await lockLoan(work.tx, loanId);
  const loan = await loanOf(work, loanId);
  const orders = await trustedOrders(work.tx, loanId);
  const complete = orders.every(({ held, amount }) => held === amount);
  const held = sum(orders.map((order) => order.held));
  const sent = await paymentsOf(work.tx, 'disbursement', loanId);
  if (loan.status !== 55 || !complete || held !== loan.amount || sent.open > 0) {
    throw new Refusal('LOAN_STATUS', { data: { status: loan.status, held, amount: loan.amount } });
  }
  if (await whyPayoutsWait(work.tx, loan.memberId)) throw new Refusal('MONEY_HELD');
  return loan;
}

export const disbursementRelease: TaskHandler<'disbursement_release'> = {
  detail,
  flags,
  async decide(work, task, { decision, reason }) {
    if (decision === 'stop') {
      await stop(work, task.subjectId, 'loan.disbursement_stopped', reason ?? '財務停止撥款');
      return;
    }
    const loan = await lockReady(work, task.subjectId);
    await assertTrustWhole(work);
    await openTask(work, {
      kind: 'disbursement_check',
      subject: { type: 'loan', id: loan.id, label: task.subjectLabel },
      makerId: work.operator.id,
    });
  },
};

export const disbursementCheck: TaskHandler<'disbursement_check'> = {
  detail,
  flags,
  amount: async (work, task) => netOf(await loanOf(work, task.subjectId)),
  async decide(work, task, { decision, reason }) {
    if (decision === 'return') {
      await openTask(work, {
        kind: 'disbursement_release',
        subject: { type: 'loan', id: task.subjectId, label: task.subjectLabel },
        detail: { returned: reason },
      });
      return;
    }
    await checkedBatch(work, task.makerId, (batchId) => payLoan(work, task.subjectId, batchId));
  },
};

/**
 * Orders the payment of a loan that two persons approved; refuses LOAN_STATUS if it is not allowed.
 */
export async function payLoan(work: Work, loanId: number, batchId: number): Promise<void> {
  const loan = await lockReady(work, loanId);
  const account = await payoutAccountOf(work.tx, work.services, loan.memberId);
  if (account === null) throw new Refusal('LOAN_STATUS', { data: { account: null } });
  const { count } = await paymentsOf(work.tx, 'disbursement', loan.id);
  await orderPayment(work, {
    purpose: 'disbursement',
    subjectId: loan.id,
    memberId: loan.memberId,
    account,
    amount: netOf(loan),
    memo: `撥款 ${loan.caseNo}`,
    batchId,
    attempt: count + 1,
  });
}

/**
 * Returns the loan to signing with three more business days; the borrower is neither charged nor
 * banned.
 */
async function stop(
  work: Work,
  loanId: number,
  action: 'loan.disbursement_stopped' | 'loan.disbursement_returned',
  reason: string,
): Promise<void> {
  const loan = await moveLoan(work, loanId, 50, { action, reason });
  await tell(work, loan.memberId, noticeKinds.disbursementFailed({ caseNo: loan.caseNo, reason }));
}

/**
 * hooks.settled.disbursement: the loan begins on the bank's value date, or waits in status 50
 * again; a loan that had already begun is undone.
 */
export async function disbursementSettled(work: Work, settled: Settled): Promise<void> {
  await lockLoan(work.tx, settled.subjectId);
  if (settled.late) {
    await undoDisbursement(work, settled);
    return;
  }
  if (settled.outcome === 'returned') {
    const why = settled.reason ?? '未說明原因';
    const reason = settled.unsent ? '收款帳戶的資料無法讀取，尚未送銀行' : `銀行退回：${why}`;
    await stop(work, settled.subjectId, 'loan.disbursement_returned', reason);
    return;
  }
  await begin(work, settled);
}

async function begin(work: Work, settled: Settled): Promise<void> {
  const { subjectId: loanId, day } = settled;
  const orders = await trustedOrders(work.tx, loanId);
  await insertShares(work.tx, loanId, await accountingDay(work.tx, day));
  const loan = await moveLoan(work, loanId, 60, {
    action: 'loan.disbursed',
    set: { disbursedOn: day },
  });
  const rows = await layOut(work, loan, day);
  await post(work, [disbursement(loan, orders, settled)]);
  const account = await repaymentAccount(work, loanId, rows.at(-1)!.dueOn);
  const [first] = rows;
  const amount = formatMoney(add(first!.principal, first!.interest));
  const of = {
    caseNo: loan.caseNo,
    day: formatDay(day),
    dueOn: formatDay(first!.dueOn),
  };
  const values = {
    ...of,
    net: formatMoney(netOf(loan)),
    fees: formatMoney(feesOf(loan)),
    instalment: amount,
    payTo: payToText(work.services, account),
  };
  await tell(work, loan.memberId, noticeKinds.disbursed(values));
  const investors = [...new Set(orders.map(({ memberId }) => memberId))];
  await tellInvestors(work, investors, noticeKinds.disbursedToInvestors(of));
}

/**
 * Returns the virtual account for the loan's instalments; a loan that is disbursed again keeps its
 * account.
 */
async function repaymentAccount(work: Work, loanId: number, lastDueOn: Day): Promise<string> {
  const known = await accountOfLoan(work.tx, loanId);
  if (known) return known.account;
  const [account] = await reserveVirtualAccounts(work.services, lastDueOn, 1);
  await registerVirtualAccounts(work.tx, 'loan', [{ account: account!, subjectId: loanId }]);
  return account!;
}

/**
 * Creates the schedule from the value date on; an instalment due on a day off can be paid until the
 * next business day.
 */
async function layOut(work: Work, loan: Loan, startsOn: Day): Promise<InstalmentRow[]> {
  const calendar = await calendarOf(work.tx);
  const version = (await lastVersion(work.tx, loan.id)).version + 1;
  const { amount, rateBps, installments, servicingTerms: terms } = loan;
  const least = instalmentMinOf(terms);
  const instalments = scheduleFrom({ amount, rateBps: rateBps!, installments, least }, startsOn);
  const rows = instalments.map(({ no, dueOn, principal, interest }): InstalmentRow => ({
    loanId: loan.id,
    version,
    no,
    dueOn,
    payableUntil: onOrAfterBusinessDay(dueOn, calendar),
    principal,
    interest,
    principalPaid: ZERO,
    interestPaid: ZERO,
    interestAccrued: ZERO,
    prepaymentInterest: ZERO,
    prepaidUntil: null,
    lateInterestPaid: ZERO,
    penaltyPaid: ZERO,
    chargedUntil: null,
    ...NO_TALLY,
    lateInterestOwed: ZERO,
    penaltyOwed: ZERO,
    waived: ZERO,
    accelerated: false,
    terms,
    paidOn: null,
  }));
  await insertInstalments(work.tx, rows);
  return rows;
}

/**
 * Transfer of the investors' money to the borrower, less fees; from then on the investors own the
 * claim.
 */
function disbursement(loan: Loan, orders: readonly TrustedOrder[], settled: Settled) {
  const { id } = loan;
  const { paymentId, reference, day: on } = settled;
  return {
    id: disbursementId(id, paymentId),
    kind: 'disbursement' as const,
    on,
    loanId: id,
    memo: `payment:${reference}`,
    entries: [
      ...orders.map(({ orderId, amount }) => ({
        account: 'order_funds' as const,
        order: orderId,
        amount,
      })),
      { account: 'trust_bank' as const, amount: negate(netOf(loan)) },
      ...feeEntries(feesOf(loan)),
      { account: 'loan_receivable' as const, loan: id, amount: loan.amount },
      ...orders.map(({ orderId, amount }) => ({
        account: 'investor_claim' as const,
        loan: id,
        order: orderId,
        amount: negate(amount),
      })),
    ],
  };
}
