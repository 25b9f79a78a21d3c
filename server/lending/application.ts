// Loan applications: eligibility, storing the encrypted form, submitting it for review.
import { dayOf, type Day } from '#contract/core/day.ts';
import type { lending } from '#contract/lending/calls.ts';
import { applicationConsents, type Application } from '#contract/lending/loan-application.ts';
import { PAPERS_DAYS } from '#contract/law/loan-days.ts';
import { formatMoney, money, type Money, ZERO } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action, Context, Member } from '../call.ts';
import type { Work } from '../work.ts';
import { brokenConstraint, type Tx } from '../database/db.ts';
import { tell } from '../notices/front.ts';
import { assertOffered } from '../settings/front.ts';
import { recordMove } from '../tasks/front.ts';
import { financialStatusOf, pastAccountsOf, personOf, lockProfile } from '../verification/front.ts';
import { insertConsents, removeDraft } from './applying-queries.ts';
import { assertAnonymous, bandsOf } from './plan/bands.ts';
import { assertRoomFor, roomOf } from './plan/ceilings.ts';
import { lockedLoan } from './loan.ts';
import { plansOnOffer, planOnOffer, scorecardOf } from './plan/plans.ts';
import {
  activeLoanId,
  insertLoan,
  nextCaseNumber,
  pastLoans,
  provenIncome,
  verificationOf,
} from './queries.ts';
import {
  assertQualified,
  assertWithinPlan,
  caseNoOf,
  endOfDaysOn,
  qualificationOf,
  type Standing,
} from './rules.ts';
import { applicantOf, sendByConsent } from './review/submission.ts';
import { debtRatioOf, incomeBears } from './review/scorecard.ts';
import { keepContactKey } from './links/links.ts';
import { loanView } from './view.ts';
import { noticeKinds } from './words.ts';

const applicantIn = ({ id, suspended, stage, status, ...member }: Member) => ({
  id,
  suspended,
  stage,
  status,
  emailVerified: member.emailVerifiedAt !== null || member.isGoogle,
});

/**
 * Returns everything that decides whether a member may apply, including data of accounts that the
 * same person closed.
 */
export async function standingOf(
  work: Work,
  member: Pick<Standing, 'emailVerified' | 'suspended' | 'stage' | 'status'> & { id: number },
): Promise<Standing> {
  const { tx, services, today } = work;
  const person = await personOf(tx, services, member.id);
  const before = await pastAccountsOf(work, member.id);
  const past = await pastLoans(tx, [member.id, ...before.map(({ memberId }) => memberId)]);
  return {
    emailVerified: member.emailVerified,
    suspended: member.suspended || before.some(({ suspended }) => suspended),
    stage: member.stage,
    status: member.status,
    birthday: (person?.birthday ?? null) as Day | null,
    financialStatus: await financialStatusOf(tx, member.id),
    loans: past.map((loan) => ({ ...loan, statusOn: dayOf(loan.statusAt) })),
    today,
  };
}

/**
 * Returns the plans for a member's occupation, and the maximum amount that follows from plans,
 * income and debts, in NT$.
 */
async function reachOf(
  work: Work,
  memberId: number,
): Promise<{ maxAmount: Money; plans: string[] }> {
  const { tx } = work;
  const file = await verificationOf(tx, memberId);
  const plans = (await plansOnOffer(tx)).filter(
    (plan) => file?.occupation != null && plan.occupations.includes(file.occupation),
  );
  const highest = plans.reduce((most, plan) => Math.max(most, plan.amountMax), 0);
  const most = Math.min(highest, (await roomOf(work, memberId)).room);
  const proven = await provenIncome(tx, memberId);
  if (proven === null) return { maxAmount: money(most), plans: plans.map(({ slug }) => slug) };
  const { card } = await scorecardOf(tx);
  const bears = incomeBears(card, {
    monthlyIncome: proven.income,
    cardBalance: ZERO,
    otherLoans: [],
  });
  return { maxAmount: money(Math.min(most, bears)), plans: plans.map(({ slug }) => slug) };
}

export const qualification: Action<typeof lending.qualification> = async (context) => {
  const found = qualificationOf(await standingOf(context, applicantIn(context.member)));
  const active = await activeLoanId(context.tx, context.member.id);
  const reach = await reachOf(context, context.member.id);
  return { data: { ...found, activeCaseNo: active?.caseNo ?? null, ...reach } };
};

/** Stores the consents and the hash of the contact person, and removes the draft. */
async function insertStatements(
  context: Context<typeof lending.apply>,
  id: number,
  application: Application,
): Promise<void> {
  const { tx, member } = context;
  await insertConsents(tx, {
    loanId: id,
    memberId: member.id,
    kinds: applicationConsents.items.map(({ kind }) => kind),
    version: applicationConsents.version,
    address: context.address,
    now: context.realNow,
  });
  await keepContactKey(context, {
    loanId: id,
    memberId: member.id,
    phone: application.contact.phone,
  });
  await removeDraft(tx, member.id);
}

export const apply: Action<typeof lending.apply> = async (context, application) => {
  const { tx, services, member, now, today } = context;
  // If a document arrives at the same time, one of the two transactions sees the other.
  await lockProfile(tx, member.id, now);
  assertQualified(qualificationOf(await standingOf(context, applicantIn(member))));
  const { household, finance, purpose } = application;
  await assertOffered(context, {
    purpose: { list: 'loanPurposes', ids: [purpose] },
    'household.maritalStatus': { list: 'maritalStatuses', ids: [household.maritalStatus] },
    'finance.cardBanks': { list: 'cardBanks', ids: finance.cardBanks },
  });
  const plan = await planOnOffer(tx, application.plan);
  const { amount, installment, job } = application;
  assertWithinPlan(plan, { amount, installment, occupation: job.occupation });
  await assertRoomFor(context, member.id, amount);
  const person = await personOf(tx, services, member.id);
  if (!person) throw new Refusal('NOT_QUALIFIED', { data: { reasons: ['NOT_VERIFIED'] } });
  const note = application.purposeNote || null;
  if (note) assertAnonymous(note, { name: person.name, company: job.company });
  if (application.contact.phone === person.phone) throw new Refusal('CONTACT_IS_APPLICANT');

  const { card } = await scorecardOf(tx);
  const bands = bandsOf({
    birthday: person.birthday as Day,
    jobSince: job.since,
    monthlyIncome: job.monthlyIncome,
    city: person.city,
    debtRatioBps: debtRatioOf(card, applicantOf(application, 0, today)),
    lateIn12Months: application.finance.lateIn12Months,
    today,
  });
  const id = await insertOnce(tx, {
    caseNo: caseNoOf(today, await nextCaseNumber(tx, today)),
    memberId: member.id,
    planId: plan.id,
    amount,
    installments: installment,
    purpose: application.purpose,
    purposeNote: note,
    occupation: job.occupation,
    application: services.secrets.encrypt(
      'lending.loan.application',
      member.id,
      JSON.stringify(application),
    ),
    bands,
    papersBy: endOfDaysOn(today, PAPERS_DAYS),
    now,
  });
  await recordMove(context, {
    subject: { type: 'loan', id },
    action: 'loan.applied',
    from: null,
    to: 10,
    snapshot: { plan: plan.slug, version: plan.version, amount, installments: installment },
  });
  await insertStatements(context, id, application);
  const loan = await lockedLoan(tx, id);
  const values = {
    caseNo: loan.caseNo,
    amount: formatMoney(amount),
    periods: String(installment),
  };
  await tell(context, member.id, noticeKinds.received(values));
  return { data: await loanView(context, await sendByConsent(context, loan)) };
};

/**
 * If a member sends several applications at once, the unique index for active loans lets only one
 * of them succeed.
 */
async function insertOnce(tx: Tx, loan: Parameters<typeof insertLoan>[1]): Promise<number> {
  try {
    return (await insertLoan(tx, loan)).id;
  } catch (error) {
    if (brokenConstraint(error) === 'loan_active') throw new Refusal('ACTIVE_LOAN');
    throw error;
  }
}
