// Which facts hold, from what the other features know of a member. Pure functions.
import { addDays, type Day, dayOf } from '#contract/core/day.ts';
import type { OrderStatus } from '#contract/investing/order-status.ts';
import type { ServerLoan } from '#contract/lending/calls.ts';
import {
  isLoanOver,
  isOfferWithdrawn,
  type LoanStatus,
  loanWordsWith,
} from '#contract/lending/loan-status.ts';
import { purposeOf } from '#contract/lending/purpose.ts';
import type { ServerFactValues } from '#contract/today/fact-values.ts';
import { type FactName, factsOfNotice } from '#contract/today/facts.ts';
import type { Side, Standing } from '#contract/today/ladder.ts';
import type { Money } from '#contract/core/money.ts';
import type { OpenOrderRow, WaitingRow } from '../portfolio/front.ts';
import { statusOf } from '../investing/rules.ts';

export type ServerFact = ServerFactValues & { fact: FactName };

/** Days before the due day from which an instalment is among the acts. */
const DUE_SOON = 7;
/** Days for which a loan that ended is told. */
const ENDED_DAYS = 30;
/** Days of a month in which the statement of the last month is offered. */
const STATEMENT_DAYS = 10;

const blank: ServerFactValues = {
  id: null,
  caseNo: null,
  purpose: null,
  amount: null,
  until: null,
  lateDays: null,
  late: null,
};
const factOf = (fact: FactName, values: Partial<ServerFactValues> = {}): ServerFact => ({
  ...blank,
  ...values,
  fact,
});

/** What is known of the member's own file. */
export type FileState = {
  purpose: Side | 'both';
  stage: number;
  status: number;
  /** Day by which the review is promised; null unless it is under way. */
  answerBy: Day | null;
  /** Status of the proofs of income: 0 none, 1 under review, 2 to supplement, 3 approved. */
  income: number;
  /** Last day of the risk profile; null without one. */
  profileUntil: string | null;
  /** Whether an application is begun and not sent. */
  hasDraft: boolean;
  /** Whether the member may apply, and has had no loan yet. */
  mayApply: boolean;
  hasApplication: boolean;
  hasOrders: boolean;
  /** What waits for another account of theirs; null if no payment came back. */
  awaitsAccount: { amount: Money; change: 'none' | 'proposed' | 'coming' } | null;
  today: Day;
};

/** What came back from the member's account waits for them, or for the review of another one. */
const accountFact = ({ amount, change }: NonNullable<FileState['awaitsAccount']>): ServerFact =>
  change === 'none' ? factOf('accountReturned', { amount }) : factOf('accountChanging');

const verificationFact = ({
  stage,
  status,
  answerBy,
  hasApplication,
  income,
}: FileState): ServerFact | null => {
  if (status === 3) return null;
  if (status === 2) return factOf('verificationSupplement');
  // An application that lacks nothing else says itself that it waits for the verification.
  const isTold = hasApplication && (income === 1 || income === 3);
  if (status === 1) return isTold ? null : factOf('verificationReviewing', { until: answerBy });
  return factOf(stage > 0 ? 'verificationBegun' : 'verificationNew');
};

/** The risk profile, and the first order after it; whoever borrows is not invited to lend. */
function investorFact(of: FileState): ServerFact | null {
  const { purpose, hasApplication, hasOrders, profileUntil, today } = of;
  if (!hasOrders && (purpose === 'borrow' || hasApplication)) return null;
  if (profileUntil === null) return hasOrders ? null : factOf('profileMissing');
  if (profileUntil < today) return factOf('profileExpired');
  return hasOrders ? null : factOf('mayInvest');
}

/** Returns the facts of the member's own file. */
export function fileFacts(of: FileState): ServerFact[] {
  const isVerified = of.status === 3;
  const isNew = !of.hasOrders && !of.hasDraft;
  const borrows = isVerified && of.purpose !== 'invest' && of.mayApply && isNew;
  return [
    verificationFact(of),
    of.awaitsAccount ? accountFact(of.awaitsAccount) : null,
    of.income === 2 ? factOf('incomeSupplement') : null,
    of.income === 1 && of.hasApplication ? factOf('incomeReviewing') : null,
    of.hasDraft ? factOf('draft') : null,
    borrows ? factOf('mayApply') : null,
    isVerified ? investorFact(of) : null,
  ].filter((fact) => fact !== null);
}

/** What is known of a loan besides its view. */
export type LoanContext = {
  late: ServerFactValues['late'];
  /** Last day of the borrower's answer, or of the investors', to an open proposal. */
  answerBy: Day | null;
  debit: { amount: Money; debitOn: Day } | null;
  hasDebitFailed: boolean;
  isFileReviewed: boolean;
  /** Day by which the review of the verification is promised; null if none runs. */
  fileAnswerBy: Day | null;
  today: Day;
};

function newLoanFact(
  loan: ServerLoan,
  { isFileReviewed, fileAnswerBy }: LoanContext,
): ServerFact | null {
  const { id, caseNo, missing, offer, signBy, supplement, endsAt, amount } = loan;
  const of = { id, caseNo };
  const until = loan.papersBy && dayOf(loan.papersBy);
  switch (loan.status as LoanStatus) {
    case 10:
      if (missing.length === 0) return factOf('loanReady', { ...of, until });
      return isFileReviewed && missing.every((item) => item === 'VERIFICATION')
        ? factOf('loanUnverified', { ...of, until: fileAnswerBy })
        : factOf('loanLacking', { ...of, until });
    case 15:
      return factOf('loanSupplement', { ...of, until: supplement && dayOf(supplement.by) });
    case 20:
      return factOf(isOfferWithdrawn(loan) ? 'loanOfferWithdrawn' : 'loanAuditing', {
        ...of,
        until: loan.reviewBy as Day | null,
      });
    case 30:
      return factOf('loanOffer', {
        ...of,
        amount: offer?.amount ?? null,
        until: offer && dayOf(offer.validUntil),
      });
    case 40:
      return factOf('loanListed', {
        ...of,
        amount: loan.fundedAmount,
        until: endsAt && dayOf(endsAt),
      });
    case 50:
      return factOf('loanSigning', { ...of, amount, until: signBy && dayOf(signBy) });
    case 55:
      return factOf('loanDisbursing', { ...of, amount: loan.netPayout });
    default:
      return null;
  }
}

/** A loan that is late, in negotiation or in court. */
function lateLoanFact(loan: ServerLoan, { late, answerBy }: LoanContext): ServerFact | null {
  const { id, caseNo, status, overdue } = loan;
  const of = { id, caseNo, late };
  if (status === 75) {
    if (late?.proposal === 'offered') return factOf('planOffered', { ...of, until: answerBy });
    if (late?.proposal === 'agreed') return factOf('planAgreed', { ...of, until: answerBy });
    return factOf('planDrafting', of);
  }
  if (status === 95) {
    const { text } = loanWordsWith({ status: 95, isClosed: true });
    const isClosed = loan.statusText === text;
    return factOf(isClosed ? 'loanClosed' : 'loanWrittenOff', {
      id,
      caseNo,
      amount: loan.outstandingPrincipal,
    });
  }
  if (overdue) {
    return factOf('loanLate', { ...of, amount: overdue.amount, lateDays: overdue.lateDays });
  }
  if (status === 70) return factOf('loanViolation', of);
  return status === 80 ? factOf('loanCourt', of) : null;
}

/** The next instalment of a loan that is repaid on time, and the instruction to repay early. */
function repaymentFacts(loan: ServerLoan, context: LoanContext): ServerFact[] {
  const { id, caseNo, nextDue, prepayment } = loan;
  const { debit, hasDebitFailed, today } = context;
  const early = prepayment && {
    id,
    caseNo,
    amount: prepayment.amount,
    until: dayOf(prepayment.goodUntil),
  };
  const facts = early ? [factOf('prepayment', early)] : [];
  if (!nextDue) return facts;
  const { amount } = nextDue;
  const of = { id, caseNo, amount, until: nextDue.payableUntil as Day };
  const isSoon = nextDue.dueOn <= addDays(today, DUE_SOON);
  if (isSoon && hasDebitFailed) return [...facts, factOf('debitFailed', of)];
  if (isSoon && debit) {
    const { amount: debited, debitOn } = debit;
    return [...facts, factOf('loanDebit', { ...of, amount: debited, until: debitOn })];
  }
  if (isSoon) return [...facts, factOf('loanDue', of)];
  return [...facts, factOf('loanRepaying', { ...of, until: nextDue.dueOn as Day })];
}

/** Returns the facts of a loan that is not over. */
export function loanFacts(loan: ServerLoan, context: LoanContext): ServerFact[] {
  const first = newLoanFact(loan, context) ?? lateLoanFact(loan, context);
  if (first) return [first];
  return loan.status === 60 || loan.status === 61 ? repaymentFacts(loan, context) : [];
}

/** Returns what is told of the loan that ended last; null if that is long ago. */
export function endedFact(loan: ServerLoan, endedOn: Day, today: Day): ServerFact | null {
  const { id, caseNo, status, rejection, settledOn } = loan;
  const of = { id, caseNo };
  const since = addDays(today, -ENDED_DAYS);
  if (status === 90) return settledOn && settledOn >= since ? factOf('loanSettled', of) : null;
  if (status === 97) {
    const until = rejection?.reapplyOn as Day | undefined;
    return until && until >= today ? factOf('loanRejected', { ...of, until }) : null;
  }
  return endedOn >= since ? factOf('loanEnded', of) : null;
}

const heldFact: Partial<Record<OrderStatus, FactName>> = {
  15: 'orderFunded',
  25: 'orderLate',
  30: 'orderViolation',
  35: 'orderNegotiating',
  38: 'orderCourt',
};

/** Returns the fact of an order that is under way; null if it is repaid on time. */
export function orderFact(row: OpenOrderRow, now: Date): ServerFact | null {
  const { id, caseNo, amount, unpaid, remaining, payBy, endsAt } = row;
  const of = { id, caseNo, purpose: purposeOf(row) };
  const status = statusOf(row.stored, row.loanStatus);
  if (status === 0 || status === 5) {
    if (payBy <= now) return factOf('orderAwaitsBank', of);
    const due = { ...of, amount: unpaid, until: dayOf(payBy) };
    return factOf(status === 0 ? 'orderUnpaid' : 'orderUnderpaid', due);
  }
  if (status === 10) return factOf('orderPaid', { ...of, amount, until: endsAt && dayOf(endsAt) });
  if (status === 60) return factOf('orderRefunding', of);
  const name = heldFact[status];
  return name ? factOf(name, { ...of, amount: remaining ?? amount }) : null;
}

/** Returns the votes and agreements that wait for an investor; payments are facts of the orders. */
export const rightFacts = (acts: readonly WaitingRow[]): ServerFact[] =>
  acts.flatMap((act) => {
    if (act.kind === 'pay') return [];
    const { orderId: id, caseNo, amount } = act;
    const of = { id, caseNo, purpose: purposeOf(act), amount, until: dayOf(act.until) };
    return [factOf(act.kind === 'vote' ? 'pollOpen' : 'termsAgreed', of)];
  });

/** Returns the statement of the last month, if money came in it and the month has just ended. */
export const statementFact = (hadReceipts: boolean, today: Day): ServerFact | null =>
  hadReceipts && Number(today.slice(8)) <= STATEMENT_DAYS ? factOf('statementReady') : null;

/** Returns how far a member has come on the way to the first loan and the first order. */
export function standingOfMember(of: {
  file: FileState;
  loans: readonly ServerLoan[];
  orders: readonly OpenOrderRow[];
  hasLent: boolean;
}): Standing {
  const { file, loans, orders, hasLent } = of;
  const current = loans.find(({ status }) => !isLoanOver(status as LoanStatus));
  const isPaid = orders.some(({ stored }) => stored === 10 || stored === 20);
  const isOpen = orders.some(({ stored }) => stored === 0 || stored === 5);
  return {
    purpose: file.purpose,
    isVerified: file.status === 3,
    hasProfile: file.profileUntil !== null && file.profileUntil >= file.today,
    application: current && current.status < 60 ? (current.status as LoanStatus) : null,
    hasBorrowed: loans.some(({ disbursedOn }) => disbursedOn !== null),
    order: isPaid || hasLent ? 'paid' : isOpen ? 'unpaid' : 'none',
    hasLent,
  };
}

/**
 * Returns the ids of notices in order of urgency, `facts` being sorted by it: those that ask for an
 * act, as long as it is not done, then those that only tell something.
 */
export function openCards(
  cards: readonly { id: number; kind: string | null }[],
  facts: readonly ServerFact[],
): number[] {
  const ranked = cards.flatMap(({ id, kind }) => {
    const about = kind === null ? undefined : factsOfNotice.get(kind);
    if (!about) return [{ id, at: facts.length }];
    const at = facts.findIndex(({ fact }) => about.includes(fact));
    return at < 0 ? [] : [{ id, at }];
  });
  return ranked.toSorted((a, b) => a.at - b.at).map(({ id }) => id);
}
