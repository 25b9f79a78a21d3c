// Withdrawing an offer that is not accepted yet: one person requests it for an error of ours or a
// new fact, another agrees, and the application is reviewed again.
import type { caseFileOffice } from '#contract/lending/case-file.ts';
import { withdrawalCauses } from '#contract/lending/loan-review.ts';
import { addBusinessDays, formatDay } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import type { Work } from '../../work.ts';
import { lockLoan } from '../../database/db.ts';
import { tell } from '../../notices/front.ts';
import { makersSince, openTask, proposal } from '../../tasks/front.ts';
import { assertStatus, calendarOf, loanById, lockedLoan, moveLoan } from '../loan.ts';
import {
  lockLoanRow,
  overdueLoans,
  writeScore,
  type LoanRow,
  type LoanSettings,
} from '../queries.ts';
import { REVIEW_BUSINESS_DAYS } from '../rules.ts';
import { agreedTerms, offerView } from '../view.ts';
import { noticeKinds } from '../words.ts';
import { contractsOf } from './case-file.ts';
import { openWithdrawal } from './case-file-queries.ts';
import { applicationOf, currentScore, reviewSubject } from './submission.ts';

/**
 * What an application has only with an offer. The terms that are fixed with an offer
 * (`servicing_terms`, `investor_fee_bps`) stay until the next one replaces them.
 */
const NO_OFFER = {
  grade: null,
  rateBps: null,
  aprBps: null,
  instalment: null,
  platformFee: null,
  remittanceFee: null,
  offerExpiresAt: null,
} as const satisfies LoanSettings;

/** Whether the deadline of an offer has passed, even if the job has not recorded it yet. */
const hasLapsed = async ({ tx, now }: Work, { id }: LoanRow): Promise<boolean> =>
  (await overdueLoans(tx, now, id)).length > 0;

/** Those who proposed and approved the offer that stands. */
const makersOfOffer = (work: Work, id: number) =>
  makersSince(
    work,
    { type: 'loan', id },
    {
      acts: ['task.loan_review.approve', 'task.loan_approval.approve'],
      ends: ['loan.sent_to_audit', 'loan.offer_withdrawn', 'task.loan_approval.return'],
    },
  );

function offerOf(loan: LoanRow) {
  const terms = agreedTerms(loan);
  if (!terms) throw new Error(`loan ${loan.id} has no offer`);
  return offerView(terms, loan.grade);
}

export const withdrawalTask = proposal('offer_withdrawal', {
  async subject(work, { subjectId }) {
    await lockLoan(work.tx, subjectId);
    const loan = await lockLoanRow(work.tx, subjectId);
    return loan?.status === 30 && !(await hasLapsed(work, loan)) ? loan : null;
  },
  async facts({ tx }, { subjectId, detail }) {
    const loan = await loanById(tx, subjectId);
    // While the member is held, the deadline stands still.
    return loan?.status === 30 && loan.offerExpiresAt !== null
      ? { ...detail, validUntil: loan.offerExpiresAt }
      : null;
  },
  async carryOut(work, loan) {
    const { tx, today, task } = work;
    const { cause = 'error', note = '' } = task.detail;
    const { amount, installment } = await applicationOf(work, loan.id);
    const { told } = withdrawalCauses[cause];
    const offer = offerOf(loan);
    const back = await moveLoan(work, loan.id, 20, {
      action: 'loan.offer_withdrawn',
      reason: told,
      set: { ...NO_OFFER, amount, installments: installment },
      snapshot: { offer, cause, note, maker: task.makerId },
    });
    await writeScore(tx, loan.id, await currentScore(work, back));
    await openTask(work, {
      kind: 'loan_review',
      subject: reviewSubject(back),
      detail: { withdrawn: { cause, note, offer } },
    });
    const by = addBusinessDays(today, REVIEW_BUSINESS_DAYS, await calendarOf(tx));
    const values = { caseNo: loan.caseNo, why: told, until: formatDay(by) };
    await tell(work, loan.memberId, noticeKinds.offerWithdrawn(values));
  },
  // Moving the loan writes the row of an approval.
  audit: {
    proposed: 'loan.offer_withdrawal_asked',
    returned: 'loan.offer_withdrawal_refused',
  },
});

export const withdrawOffer: Action<typeof caseFileOffice.withdrawOffer> = async (
  context,
  { id, cause, note },
) => {
  const { tx, operator } = context;
  const loan = await lockedLoan(tx, id);
  assertStatus(loan, 30);
  if (await hasLapsed(context, loan)) throw new Refusal('OFFER_EXPIRED');
  if (await openWithdrawal(tx, id, operator.id)) throw new Refusal('OFFER_WITHDRAWING');
  await withdrawalTask.propose(context, {
    subject: reviewSubject(loan),
    makerId: operator.id,
    // Nobody decides alone that the terms they gave are taken back.
    otherMakers: await makersOfOffer(context, id),
    detail: { cause, note, caseNo: loan.caseNo, offer: offerOf(loan) },
    recorded: { reason: `${withdrawalCauses[cause].text}：${note}` },
  });
  return { data: await contractsOf(context, loan) };
};
