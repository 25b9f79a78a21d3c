// Review and approval: what the deciders see, the proposal of one, the consent of another.
import { loanWords } from '#contract/loan-status.ts';
import {
  bpsOfPercent,
  formatPercent,
  formatRate,
  percentOfBps,
  thousands,
} from '#contract/money.ts';
import { loanPurposes, occupations, optionText } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Decision } from '#contract/tasks.ts';
import type { Hooks, Operator, TaskRow, Work } from '../action.ts';
import { openTask } from '../tasks/actions.ts';
import { financialStatusOf, personOf } from '../verification/actions.ts';
import { applicationOf, currentScore, reviewSubject } from './application.ts';
import { assertStatus, loanById, lockedLoan, moveLoan, shortDate, tellBorrower } from './loan.ts';
import { planById, scorecardOf } from './plans.ts';
import { loansOfMember, uploadsOf, verificationOf, type LoanRow } from './queries.ts';
import {
  ageOn,
  assertProposal,
  endOfDaysOn,
  invalid,
  OFFER_DAYS,
  offerOf,
  REMITTANCE_FEE,
  rateWithin,
  SUPPLEMENT_DAYS,
  type PlanTerms,
  type Proposal,
} from './rules.ts';
import { gradeRow, isBetterGrade, type Score } from './scorecard.ts';
import { missingOf, offerView } from './view.ts';

type Deciding = Work & { operator: Operator };

async function subjectOf(work: Work, task: TaskRow): Promise<LoanRow> {
  const loan = await loanById(work.tx, task.subjectId);
  if (!loan) throw new Error(`task ${task.id} is about a loan that does not exist`);
  return loan;
}

/** The locked loan of a task that decides about an audit; refuses LOAN_STATUS outside one. */
async function underAudit(work: Work, task: TaskRow): Promise<LoanRow> {
  const loan = await lockedLoan(work.tx, task.subjectId);
  assertStatus(loan, 20);
  return loan;
}

/** The terms the scorecard suggests, with all figures an offer of them would show. */
function suggestionOf(plan: PlanTerms, loan: LoanRow, score: Score) {
  const rateBps = rateWithin(plan, score.rateBps);
  const { grade, amountMax, expectedLossBps } = score;
  const amount = score.amount - (score.amount % 10_000);
  const terms = { amount: amount as LoanRow['amount'], rateBps, installments: loan.installments };
  return {
    amount,
    amountMax,
    annualRate: percentOfBps(rateBps),
    installments: loan.installments,
    grade,
    expectedLoss: percentOfBps(expectedLossBps),
    offer: amount >= plan.amountMin ? offerView(offerOf(plan, terms), grade) : null,
  };
}

/** All a reviewer needs to see of an application; personal data as far as deciding needs it. */
async function reviewDetail(work: Work, task: TaskRow): Promise<Record<string, unknown>> {
  const { tx, services, today } = work;
  const loan = await subjectOf(work, task);
  const plan = await planById(tx, loan.planId);
  const person = await personOf(tx, services, loan.memberId);
  const score = await currentScore(work, loan);
  const file = await verificationOf(tx, loan.memberId);
  const others = (await loansOfMember(tx, loan.memberId)).filter(({ id }) => id !== loan.id);
  return {
    ...task.detail,
    loan: loanSummary(loan),
    applicant: person && {
      name: person.name,
      idNumberMasked: person.idNumberMasked,
      birthday: person.birthday,
      age: ageOn(person.birthday as Parameters<typeof ageOn>[0], today),
      phoneMasked: person.phoneMasked,
      city: person.city,
    },
    application: await applicationOf(work, loan.id),
    occupation: optionText(occupations, loan.occupation),
    bands: loan.bands,
    score,
    suggestion: suggestionOf(plan, loan, score),
    plan: {
      slug: plan.slug,
      listName: plan.listName,
      amountMin: plan.amountMin,
      amountMax: plan.amountMax,
      rateMin: percentOfBps(plan.rateMinBps),
      rateMax: percentOfBps(plan.rateMaxBps),
      installments: plan.installments,
      platformFeePercent: percentOfBps(plan.platformFeeBps),
      platformFeeMin: plan.platformFeeMin,
      remittanceFee: REMITTANCE_FEE,
    },
    documents: {
      verifiedIDStage: file?.stage ?? 0,
      verifiedIDstatus: file?.status ?? 0,
      financialStatus: await financialStatusOf(tx, loan.memberId),
      missing: await missingOf(work, loan.memberId),
      uploads: (await uploadsOf(tx, loan.memberId)).map((row) => ({ ...row, id: String(row.id) })),
    },
    history: others.map(({ caseNo, status, amount, createdAt }) => ({
      caseNo,
      amount,
      statusText: loanWords(status).text,
      createdAt: createdAt.toISOString(),
    })),
  };
}

function loanSummary(loan: LoanRow) {
  return {
    id: String(loan.id),
    caseNo: loan.caseNo,
    planName: loan.planName,
    status: loan.status,
    statusText: loanWords(loan.status).text,
    amount: loan.amount,
    installments: loan.installments,
    purpose: optionText(loanPurposes, loan.purpose),
    purposeNote: loan.purposeNote,
    createdAt: loan.createdAt.toISOString(),
  };
}

/** What one reviewer proposed, as the task for the other carries it. */
type Proposed = Omit<Proposal, 'rateBps'> & { annualRate: number };

function proposalOf(task: TaskRow): Proposal {
  const proposed = task.detail['proposal'] as Proposed | undefined;
  if (!proposed) throw new Error(`task ${task.id} has no proposal`);
  const { annualRate, ...rest } = proposed;
  return { ...rest, rateBps: bpsOfPercent(annualRate) };
}

async function approvalDetail(work: Work, task: TaskRow): Promise<Record<string, unknown>> {
  const loan = await subjectOf(work, task);
  const plan = await planById(work.tx, loan.planId);
  const proposal = proposalOf(task);
  return {
    ...(await reviewDetail(work, task)),
    proposal: task.detail['proposal'],
    offer: offerView(offerOf(plan, proposal), proposal.grade),
  };
}

async function decideReview(work: Deciding, task: TaskRow, decision: Decision): Promise<void> {
  const loan = await underAudit(work, task);
  if (decision.decision === 'approve') return propose(work, loan, decision);
  if (decision.decision === 'supplement') return askForMore(work, loan, decision);
  return reject(work, loan, decision);
}

async function propose(work: Deciding, loan: LoanRow, decision: Decision): Promise<void> {
  const { card } = await scorecardOf(work.tx);
  const score = await currentScore(work, loan);
  const proposal = assertProposal(await planById(work.tx, loan.planId), decision, loan, {
    amount: score.amount,
    grade: score.grade,
    isBetter: (grade) => isBetterGrade(card, grade, score.grade),
  });
  if (!gradeRow(card, proposal.grade)) throw invalid({ grade: '沒有這個風險等級' });
  const { rateBps, ...rest } = proposal;
  const proposed: Proposed = { ...rest, annualRate: percentOfBps(rateBps) };
  await openTask(work, {
    kind: 'loan_approval',
    subject: reviewSubject({ ...loan, amount: proposal.amount }),
    detail: { proposal: proposed },
    makerId: work.operator.id,
  });
}

async function askForMore(work: Deciding, loan: LoanRow, decision: Decision): Promise<void> {
  const items = decision.items ?? [];
  if (items.length === 0) throw invalid({ items: '請至少列出一項要補的資料' });
  const supplementBy = endOfDaysOn(work.today, SUPPLEMENT_DAYS);
  await moveLoan(work, loan.id, 15, {
    action: 'loan.supplement_asked',
    reason: decision.reason,
    set: { supplement: items, supplementBy },
  });
  await tellBorrower(work, loan, {
    title: '申貸案需要補件',
    body:
      `案號 ${loan.caseNo} 需要補充：${items.map(({ reason }) => reason).join('；')}。` +
      `請於 ${shortDate(supplementBy)} 前補齊並重新送出審核，逾期案件將失效。`,
  });
}

async function reject(work: Deciding, loan: LoanRow, decision: Decision): Promise<void> {
  await moveLoan(work, loan.id, 97, { action: 'loan.rejected', reason: decision.reason });
  await tellBorrower(work, loan, {
    title: '申貸案審核結果',
    body: `案號 ${loan.caseNo} 未能核准。原因：${decision.reason}`,
  });
}

async function decideApproval(work: Deciding, task: TaskRow, decision: Decision): Promise<void> {
  const loan = await underAudit(work, task);
  const proposal = proposalOf(task);
  if (decision.decision === 'return') {
    await openTask(work, {
      kind: 'loan_review',
      subject: reviewSubject(loan),
      detail: { returned: { reason: decision.reason, proposal: task.detail['proposal'] } },
    });
    return;
  }
  await assertDocumentsApproved(work, loan);
  await offer(work, loan, proposal);
}

/** An offer needs every document seen and approved, not only handed in. */
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
  const { card } = await scorecardOf(work.tx);
  const terms = offerOf(plan, proposal);
  const expiresAt = endOfDaysOn(work.today, OFFER_DAYS);
  const row = gradeRow(card, proposal.grade);
  await moveLoan(work, loan.id, 30, {
    action: 'loan.approved',
    set: {
      amount: proposal.amount,
      installments: proposal.installments,
      rateBps: proposal.rateBps,
      grade: proposal.grade,
      score: { ...loan.score, grade: proposal.grade, expectedLossBps: row?.expectedLossBps ?? 0 },
      instalment: terms.instalment,
      platformFee: terms.platformFee,
      remittanceFee: terms.remittanceFee,
      investorFeeBps: plan.investorFeeBps,
      aprBps: bpsOfPercent(terms.apr),
      offerExpiresAt: expiresAt,
    },
  });
  await tellBorrower(work, loan, {
    title: '申貸案已核准，請確認條件',
    body:
      `案號 ${loan.caseNo} 核准 NT$ ${thousands(terms.amount)}、${terms.installments} 期、` +
      `年化利率 ${formatRate(terms.rateBps)}，每期還款 NT$ ${thousands(terms.instalment)}，` +
      `總費用年百分率 ${formatPercent(terms.apr)}。` +
      `請於 ${shortDate(expiresAt)} 前同意，逾期將失效。`,
  });
}

/** The two tasks of lending: one operator proposes, another approves. */
export const lendingTasks: Hooks['tasks'] = {
  loan_review: { detail: reviewDetail, decide: decideReview },
  loan_approval: { detail: approvalDetail, decide: decideApproval },
};
