// Data for the operators who decide on an application: applicant, score, documents, terms.
import { purposeOf } from '#contract/lending/purpose.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { addDays, formatDay } from '#contract/core/day.ts';
import type { Application } from '#contract/lending/loan-application.ts';
import { REJECTED_BAN_DAYS } from '#contract/law/loan-days.ts';
import { supplementText } from '#contract/lending/loan-review.ts';
import { loanWordsForOffice, loanWordsForOfficeWith } from '#contract/lending/loan-status.ts';
import { bpsOfPercent, percentOfBps } from '#contract/core/money.ts';
import { occupations, optionText } from '#contract/options.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import type { TaskRow } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { maskedPhone } from '../../identity/rules.ts';
import { listInForce, remittanceFeeNow } from '../../settings/front.ts';
import { financialStatusOf, pastAccountsOf, personOf } from '../../verification/front.ts';
import { itemText } from '../../settings/rules.ts';
import { burdenOf } from './scorecard.ts';
import { applicantOf, applicationOf, currentScore } from './submission.ts';
import { consentsOf, documentsOf } from '../applying-queries.ts';
import { ceilingsOf } from '../plan/ceilings.ts';
import { loanById } from '../loan.ts';
import { missingOf } from '../contract/papers.ts';
import { planById, scorecardOf } from '../plan/plans.ts';
import { crossChecksOf } from '../checks/review-flags.ts';
import { loansOfMember, uploadsOf, verificationOf, type LoanRow } from '../queries.ts';
import { ageOn, offerOf, type Proposal } from '../rules.ts';
import { suggestionOf } from './suggestion.ts';
import { offerView } from '../view.ts';
import { noticesOf } from '../view-queries.ts';

type Reviewed = TaskRow<'loan_review' | 'loan_approval'>;

async function subjectOf(work: Work, task: Reviewed): Promise<LoanRow> {
  const loan = await loanById(work.tx, task.subjectId);
  if (!loan) throw new Error(`task ${task.id} is about a loan that does not exist`);
  return loan;
}

/**
 * Returns what a reviewer must see of an application; personal data only as far as the decision
 * requires it.
 */
export async function reviewDetail(
  work: Work,
  task: Reviewed,
): Promise<TaskDetailSent<'loan_review'>> {
  const { tx, today } = work;
  const loan = await subjectOf(work, task);
  const plan = await planById(tx, loan.planId);
  const stated = await statementsOf(work, loan);
  const score = await currentScore(work, loan);
  const remittanceFee = await remittanceFeeNow(work);
  const file = await verificationOf(tx, loan.memberId);
  return {
    ...task.detail,
    ...stated,
    score,
    crossChecks: (await crossChecksOf(work, loan)).map(
      ({ who: _who, flag: _flag, ...check }) => check,
    ),
    burden: await burdenView(work, stated.application),
    suggestion: suggestionOf(plan, loan, score, remittanceFee),
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
      remittanceFee,
      ...(await ceilingsOf(work, loan)),
    },
    documents: {
      verifiedIDStage: file?.stage ?? 0,
      verifiedIDstatus: file?.status ?? 0,
      financialStatus: await financialStatusOf(tx, loan.memberId),
      missing: await missingOf(work, loan),
      uploads: await papersOf(work, loan),
    },
    reapplyOn: formatDay(addDays(today, REJECTED_BAN_DAYS)),
  };
}

/** Returns what the applicant stated, with the consents and the person's other loans. */
export async function statementsOf(work: Work, loan: LoanRow) {
  const { tx, services, today } = work;
  const person = await personOf(tx, services, loan.memberId);
  const application = await applicationOf(work, loan.id);
  const others = (await loansOfPerson(work, loan.memberId)).filter(({ id }) => id !== loan.id);
  const notices = await noticesOf(
    tx,
    others.map(({ id }) => id),
  );
  const closed = new Set(notices.filter((of) => of.isClosed).map(({ loanId }) => loanId));
  return {
    loan: loanSummary(loan),
    applicant: person && {
      name: person.name,
      idNumberMasked: person.idNumberMasked,
      birthday: person.birthday,
      age: ageOn(person.birthday as Parameters<typeof ageOn>[0], today),
      phoneMasked: person.phoneMasked,
      city: person.city,
    },
    application: {
      ...application,
      contact: { ...application.contact, phone: maskedPhone(application.contact.phone) },
    },
    maritalStatus: itemText(
      await listInForce(tx, 'maritalStatuses', loan.createdAt),
      application.household.maritalStatus,
    ),
    cardBanks: await bankNamesOf(work, loan, application.finance.cardBanks),
    occupation: optionText(occupations, loan.occupation),
    consents: (await consentsOf(tx, loan.id)).map(({ kind, version, givenAt }) => ({
      kind,
      version,
      givenAt,
    })),
    history: others.map(({ id, caseNo, status, amount, createdAt }) => ({
      caseNo,
      amount,
      statusText: loanWordsForOfficeWith({ status, isClosed: closed.has(id) }).text,
      createdAt,
    })),
  };
}

/**
 * Returns the loans of a member under this account and under accounts that the same person has
 * closed, newest first.
 */
async function loansOfPerson(work: Work, memberId: number): Promise<LoanRow[]> {
  const before = await pastAccountsOf(work, memberId);
  const all: LoanRow[] = [];
  for (const id of [memberId, ...before.map((account) => account.memberId)]) {
    all.push(...(await loansOfMember(work.tx, id)));
  }
  return all.toSorted((a, b) => b.id - a.id);
}

/** Returns the names of banks as listed at the time of the application. */
async function bankNamesOf({ tx }: Work, loan: LoanRow, codes: readonly string[]) {
  const list = await listInForce(tx, 'cardBanks', loan.createdAt);
  return codes.map((code) => list.find(({ id }) => id === code)?.text ?? bankName(code));
}

/** Returns the amounts from which the debt ratio beside them was calculated. */
async function burdenView({ tx, today }: Work, application: Application) {
  const { card } = await scorecardOf(tx);
  const { assumedRateBps, ...amounts } = burdenOf(card, applicantOf(application, 0, today));
  return { ...amounts, assumedRate: percentOfBps(assumedRateBps) };
}

/**
 * Returns every document of the member; documents sent for this loan also have a label and show
 * whether they belong to the current request.
 */
export async function papersOf({ tx }: Work, loan: LoanRow) {
  const sent = new Map((await documentsOf(tx, [loan.id])).map((row) => [row.uploadId, row]));
  return (await uploadsOf(tx, loan.memberId)).map((row) => {
    const paper = sent.get(row.id);
    const what = paper && {
      label: supplementText(paper.item),
      isNew: paper.round > 0 && paper.round === loan.supplementRound,
    };
    return { ...row, ...what };
  });
}

function loanSummary(loan: LoanRow) {
  return {
    id: loan.id,
    caseNo: loan.caseNo,
    planName: loan.planName,
    status: loan.status,
    statusText: loanWordsForOffice(loan.status).text,
    amount: loan.amount,
    installments: loan.installments,
    purpose: purposeOf(loan),
    purposeNote: loan.purposeNote,
    createdAt: loan.createdAt,
  };
}

/** A reviewer's proposal as stored in the second person's task. */
export type Proposed = Omit<Proposal, 'rateBps'> & { annualRate: number };

export function proposalOf(task: TaskRow<'loan_approval'>): Proposal {
  const proposed = task.detail.proposal;
  if (!proposed) throw new Error(`task ${task.id} has no proposal`);
  const { annualRate, deviations = [], ...rest } = proposed;
  return { ...rest, deviations, rateBps: bpsOfPercent(annualRate) };
}

export async function approvalDetail(
  work: Work,
  task: TaskRow<'loan_approval'>,
): Promise<TaskDetailSent<'loan_approval'>> {
  const loan = await subjectOf(work, task);
  const plan = await planById(work.tx, loan.planId);
  const proposal = proposalOf(task);
  const terms = offerOf(plan, proposal, await remittanceFeeNow(work));
  return {
    ...(await reviewDetail(work, task)),
    proposal: task.detail.proposal,
    offer: offerView(terms, proposal.grade),
  };
}
