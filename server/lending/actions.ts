// Lending calls: plans, applications, offers, and the borrower's own loans.
import { assertNoHold } from '../verification/front.ts';
import { tell } from '../notices/front.ts';
import { listInForce, numbersInForce, optionsKnown, optionsOffered } from '../settings/front.ts';
import type { lendingLists } from '#contract/lending/lists.ts';
import type { applying } from '#contract/lending/applying.ts';
import type { planInfo } from '#contract/lending/plan-info.ts';
import type { lendingSettlement } from '#contract/lending/settlement.ts';
import type { barsOffice } from '#contract/lending/bars.ts';
import type { caseFileOffice } from '#contract/lending/case-file.ts';
import type { linksOffice } from '#contract/lending/review/links.ts';
import type { plansOffice } from '#contract/lending/plans.ts';
import type { quoting } from '#contract/lending/quote.ts';
import { withdrawalWord } from '#contract/lending/loan-status.ts';
import type { lending } from '#contract/lending/calls.ts';
import { installments } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action, Actions } from '../call.ts';
import { apply, qualification } from './application.ts';
import { loanDraft, saveLoanDraft } from './drafts.ts';
import {
  closeReviews,
  loanById,
  lockedOwnLoan,
  lockedOwnOffer,
  moveLoan,
  shortDate,
} from './loan.ts';
import { investorCasePlanInfo, investorPagePlanInfo } from './plan/plan-info.ts';
import { linkActions } from './links/links.ts';
import { barActions } from './review/bars.ts';
import { caseFileActions } from './review/case-file.ts';
import { planEditing } from './plan/plan-editing.ts';
import { recallPlan } from './plan/plan-recall.ts';
import { planOnOffer, plansOnOffer, planView, refundTermsAt } from './plan/plans.ts';
import { loansOfMember } from './queries.ts';
import { endOfDaysOn, wrongStatus } from './rules.ts';
import { settlement, settlementCertificate } from './settlement.ts';
import {
  contract,
  contractDetails,
  signContract,
  stylemap,
  typeSignature,
} from './contract/signing.ts';
import { withdrawOffer } from './review/offer-withdrawal.ts';
import { quote } from './review/quote.ts';
import { audit } from './review/submission.ts';
import { additionalDocument } from './review/supplement.ts';
import { loanView, loanViews } from './view.ts';
import { noticeKinds } from './words.ts';

/** Accepting the offer lists the case for the number of days fixed in the offer. */
const agreeToOffer: Action<typeof lending.agreeToOffer> = async (context, { id }) => {
  const { tx, member, now, today } = context;
  const loan = await lockedOwnOffer(context, id, member.id);
  await assertNoHold(tx, member.id);
  if (loan.offerExpiresAt === null || loan.offerExpiresAt < now) throw new Refusal('OFFER_EXPIRED');
  const { fundraisingDays } = await numbersInForce(tx, loan.statusAt);
  const endsAt = endOfDaysOn(today, fundraisingDays);
  const listed = await moveLoan(context, loan.id, 40, {
    action: 'loan.agreed',
    set: { listedAt: now, endsAt },
  });
  const values = { caseNo: loan.caseNo, until: shortDate(endsAt) };
  await tell(context, loan.memberId, noticeKinds.listed(values));
  return { data: await loanView(context, listed) };
};

const declineOffer: Action<typeof lending.declineOffer> = async (context, { id, reason }) => {
  const loan = await lockedOwnOffer(context, id, context.member.id);
  const declined = await moveLoan(context, loan.id, 96, {
    action: 'loan.declined',
    reason: reason || '借款人未接受核准條件',
  });
  await tell(context, loan.memberId, noticeKinds.declined({ caseNo: loan.caseNo }));
  return { data: await loanView(context, declined) };
};

/** Borrowers may withdraw until the disbursement; investors then get a full refund. */
const cancelLoan: Action<typeof lending.cancelLoan> = async (context, { id, reason }) => {
  const { tx, member } = context;
  const own = await loanById(tx, id);
  if (own?.memberId !== member.id) throw new Refusal('LOAN_NOT_FOUND');
  // The tasks are locked before the loan, in the same order as in an operator's decision.
  await closeReviews(context, own.id, 'cancelled');
  const loan = await lockedOwnLoan(tx, own.id, member.id);
  // What moved the loan meanwhile may have opened a task, which must not stay without its subject.
  if (loan.status >= 55 || loan.status !== own.status) throw wrongStatus(loan.status);
  const how = withdrawalWord(loan.status);
  const why = { action: 'loan.cancelled' as const, reason: reason || `借款人${how}申請` };
  // An application with the supplement status must first return to the ordinary status, from which
  // it can be cancelled.
  if (loan.status === 15) await moveLoan(context, loan.id, 10, why);
  const cancelled = await moveLoan(context, loan.id, 96, why);
  await tell(context, loan.memberId, noticeKinds.cancelled({ caseNo: loan.caseNo, how }));
  return { data: await loanView(context, cancelled) };
};

type Calls = {
  lending: typeof lending &
    typeof applying &
    typeof quoting &
    typeof planInfo &
    typeof lendingSettlement;
};

export const lendingActions: Actions<Calls>['lending'] = {
  async planMenu({ tx }) {
    const plans = await plansOnOffer(tx);
    return {
      data: plans.map(({ id, slug, listName }) => ({ id, slug, listName })),
    };
  },
  async planList({ tx, now }) {
    const numbers = await numbersInForce(tx, now);
    return { data: (await plansOnOffer(tx)).map((plan) => planView(plan, numbers)) };
  },
  async planDetail({ tx, now }, { id }) {
    return { data: planView(await planOnOffer(tx, id), await numbersInForce(tx, now)) };
  },
  investorPagePlanInfo,
  investorCasePlanInfo,
  async refundFee({ tx, now }, { at }) {
    // An existing order keeps the fee of the time when it was placed, and future fees are not
    // revealed.
    const asked = at === undefined ? now : new Date(Math.min(at.getTime(), now.getTime()));
    return { data: await refundTermsAt(tx, asked) };
  },
  qualification,
  quote,
  apply,
  audit,
  loanDraft,
  saveLoanDraft,
  additionalDocument,
  async myLoans(context) {
    return { data: await loanViews(context, await loansOfMember(context.tx, context.member.id)) };
  },
  agreeToOffer,
  declineOffer,
  cancelLoan,
  stylemap,
  typeSignature,
  contractDetails,
  contract,
  signContract,
  settlement,
  settlementCertificate,
  async cardBanks({ tx, now }) {
    const offered = (await listInForce(tx, 'cardBanks', now)).filter(({ enabled }) => enabled);
    return { creditCardBankList: offered.map(({ id, text }) => ({ code: id, name: text })) };
  },
  async purposeOptions(context) {
    return optionsKnown(context, 'loanPurposes');
  },
  async instalmentOptions() {
    return { data: [...installments] };
  },
  async maritalOptions(context) {
    return { data: await optionsOffered(context, 'maritalStatuses') };
  },
};

export const lendingOfficeActions: Actions<{
  lending: typeof plansOffice &
    typeof lendingLists &
    typeof barsOffice &
    typeof caseFileOffice &
    typeof linksOffice;
}>['lending'] = {
  ...planEditing,
  ...barActions,
  ...caseFileActions,
  ...linkActions,
  recallPlan,
  withdrawOffer,
};
