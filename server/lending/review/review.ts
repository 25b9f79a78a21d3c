// Review and approval: a proposal, the second person's approval, requests for documents,
// rejections.
import { addDays, formatDay } from '#contract/core/day.ts';
import { REJECTED_BAN_DAYS } from '#contract/law/loan-days.ts';
import { rejectionWords, rejectReasonOf } from '#contract/lending/loan-review.ts';
import {
  bpsOfPercent,
  formatMoney,
  formatPercent,
  formatRate,
  money,
  percentOfBps,
} from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import { investorFeeBpsOf, servicingTermsOf } from '#contract/servicing/terms.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import type { Operator } from '../../call.ts';
import type { Hooks, TaskRow } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { tell } from '../../notices/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import { openTask } from '../../tasks/front.ts';
import { financialStatusOf } from '../../verification/front.ts';
import { reviewFlags } from '../checks/review-flags.ts';
import { withdrawalTask } from './offer-withdrawal.ts';
import { currentScore, reviewSubject } from './submission.ts';
import { beyondCeilings } from '../plan/ceilings.ts';
import { assertStatus, lockedLoan, moveLoan, shortDate } from '../loan.ts';
import { planTask } from '../plan/plan-approval.ts';
import { recallTask } from '../plan/plan-recall.ts';
import { planById, scorecardOf } from '../plan/plans.ts';
import { verificationOf, type LoanRow } from '../queries.ts';
import { approvalDetail, proposalOf, reviewDetail, type Proposed } from './review-detail.ts';
import {
  assertProposal,
  endOfDaysOn,
  invalid,
  offerOf,
  rateWithin,
  type Proposal,
} from '../rules.ts';
import { gradeRow, isBetterGrade } from './scorecard.ts';
import { noticeKinds } from '../words.ts';

type Deciding = Work & { operator: Operator };

/**
 * Returns the locked loan of a review task; refuses LOAN_STATUS if the loan is not under review.
 */
async function underAudit(work: Work, task: { subjectId: number }): Promise<LoanRow> {
  const loan = await lockedLoan(work.tx, task.subjectId);
  assertStatus(loan, 20);
  return loan;
}

type Reviewed = DecisionOf<'loan_review'>;
type Review<D extends Reviewed['decision']> = Extract<Reviewed, { decision: D }>;

async function decideReview(
  work: Deciding,
  task: TaskRow<'loan_review'>,
  decision: Reviewed,
): Promise<void> {
  const loan = await underAudit(work, task);
  if (decision.decision === 'approve') return propose(work, loan, decision);
  if (decision.decision === 'supplement') return askForMore(work, loan, decision);
  return reject(work, loan, decision);
}

async function propose(work: Deciding, loan: LoanRow, decision: Review<'approve'>): Promise<void> {
  const { card } = await scorecardOf(work.tx);
  const score = await currentScore(work, loan);
  const plan = await planById(work.tx, loan.planId);
  const proposal = assertProposal(plan, decision, loan, {
    amount: score.amount,
    rateBps: rateWithin(plan, score.rateBps),
    grade: score.grade,
    isBetter: (grade) => isBetterGrade(card, grade, score.grade),
  });
  if (!gradeRow(card, proposal.grade)) throw invalid({ grade: '沒有這個風險等級' });
  const beyond = await beyondCeilings(work, loan, plan, proposal);
  if (Object.keys(beyond).length > 0) throw invalid(beyond);
  const { rateBps, ...rest } = proposal;
  const proposed: Proposed = { ...rest, annualRate: percentOfBps(rateBps) };
  await openTask(work, {
    kind: 'loan_approval',
    subject: reviewSubject({ ...loan, amount: proposal.amount }),
    detail: { proposal: proposed },
    makerId: work.operator.id,
  });
}

async function askForMore(
  work: Deciding,
  loan: LoanRow,
  decision: Review<'supplement'>,
): Promise<void> {
  const items = decision.items ?? [];
  if (items.length === 0) throw invalid({ items: '請至少列出一項要補的資料' });
  const { supplementDays } = await numbersInForce(work.tx, work.now);
  const supplementBy = endOfDaysOn(work.today, supplementDays);
  await moveLoan(work, loan.id, 15, {
    action: 'loan.supplement_asked',
    reason: decision.reason,
    set: { supplement: items, supplementBy, supplementRound: loan.supplementRound + 1 },
  });
  const values = {
    caseNo: loan.caseNo,
    why: items.map(({ reason }) => reason).join('；'),
    until: shortDate(supplementBy),
  };
  await tell(work, loan.memberId, noticeKinds.supplement(values));
}

/**
 * The reason comes from a list, and the reviewer may add text to it; the advice to the borrower
 * always comes from the list.
 */
async function reject(work: Deciding, loan: LoanRow, decision: Review<'reject'>): Promise<void> {
  const listed = rejectReasonOf(decision.reasonCode);
  if (decision.reasonCode !== undefined && !listed) {
    throw invalid({ reasonCode: '沒有這個原因' });
  }
  const reason = decision.reason ?? listed?.text ?? '';
  await moveLoan(work, loan.id, 97, {
    action: 'loan.rejected',
    reason,
    set: { reasonCode: listed?.code ?? null },
  });
  const explanation = rejectionWords({
    caseNo: loan.caseNo,
    reason,
    advice: listed?.advice ?? null,
    reapplyOn: formatDay(addDays(work.today, REJECTED_BAN_DAYS)),
  });
  await tell(work, loan.memberId, noticeKinds.rejected({ explanation }));
}

async function decideApproval(
  work: Deciding,
  task: TaskRow<'loan_approval'>,
  decision: DecisionOf<'loan_approval'>,
): Promise<void> {
  const loan = await underAudit(work, task);
  const proposal = proposalOf(task);
  if (decision.decision === 'return') {
    await openTask(work, {
      kind: 'loan_review',
      subject: reviewSubject(loan),
      detail: { returned: { reason: decision.reason, proposal: task.detail.proposal } },
    });
    return;
  }
  await assertDocumentsApproved(work, loan);
  await offer(work, loan, proposal);
}

/**
 * Refuses to make an offer until every document was checked and approved; it is not enough that the
 * documents were submitted.
 */
async function assertDocumentsApproved(work: Work, loan: LoanRow): Promise<void> {
  const file = await verificationOf(work.tx, loan.memberId);
  const missing = [
    ...(file?.stage === 4 && file.status === 3 ? [] : ['VERIFICATION']),
    ...((await financialStatusOf(work.tx, loan.memberId)) === 3 ? [] : ['FINANCIAL_STATEMENT']),
  ];
  if (missing.length > 0) throw new Refusal('DECISION_INVALID', { data: { missing } });
}

async function offer(work: Work, loan: LoanRow, proposal: Proposal): Promise<void> {
  const plan = await planById(work.tx, loan.planId);
  const beyond = Object.values(await beyondCeilings(work, loan, plan, proposal));
  if (beyond.length > 0) throw invalid({ decision: `${beyond.join('；')}。請退回重新提出` });
  const { card } = await scorecardOf(work.tx);
  const numbers = await numbersInForce(work.tx, work.now);
  const { remittanceFee, offerDays } = numbers;
  const terms = offerOf(plan, proposal, money(remittanceFee));
  const expiresAt = endOfDaysOn(work.today, offerDays);
  const row = gradeRow(card, proposal.grade);
  await moveLoan(work, loan.id, 30, {
    action: 'loan.approved',
    set: {
      amount: proposal.amount,
      installments: terms.installments,
      rateBps: proposal.rateBps,
      grade: proposal.grade,
      score: {
        ...loan.score,
        grade: proposal.grade,
        expectedLossBps: row?.expectedLossBps ?? 0,
        // Deviations from the scorecard's suggestion and the reason for them, for audits of the
        // scorecard itself.
        deviations: proposal.deviations,
        deviationReason: proposal.reason,
      },
      instalment: terms.instalment,
      platformFee: terms.platformFee,
      remittanceFee: terms.remittanceFee,
      investorFeeBps: investorFeeBpsOf(numbers),
      servicingTerms: servicingTermsOf(numbers),
      aprBps: bpsOfPercent(terms.apr),
      offerExpiresAt: expiresAt,
    },
  });
  const values = {
    caseNo: loan.caseNo,
    amount: formatMoney(terms.amount),
    periods: String(terms.installments),
    rate: formatRate(terms.rateBps),
    instalment: formatMoney(terms.instalment),
    apr: formatPercent(terms.apr),
    until: shortDate(expiresAt),
  };
  await tell(work, loan.memberId, noticeKinds.offered(values));
}

/** Task handlers of lending: one operator proposes, another approves. */
export const lendingTasks: Hooks['tasks'] = {
  loan_review: { detail: reviewDetail, flags: reviewFlags, decide: decideReview },
  loan_approval: {
    detail: approvalDetail,
    flags: reviewFlags,
    decide: decideApproval,
    amount: async (_work, task) => money(proposalOf(task).amount),
  },
  offer_withdrawal: withdrawalTask,
  plan_approval: planTask,
  plan_recall: recallTask,
};
