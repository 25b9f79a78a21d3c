// Servicing calls: quotes and instructions for prepayment. Also the hooks for incoming money.
import type { collectionsOffice } from '#contract/servicing/collections.ts';
import { endOfDay, type Day } from '#contract/core/day.ts';
import type { holidaysOffice } from '#contract/taiwan/holidays.ts';
import { type Money } from '#contract/core/money.ts';
import { INSTALMENT_MIN } from '#contract/law/schedule.ts';
import { Refusal } from '#contract/refusals.ts';
import type { lateDeskOffice } from '#contract/servicing/late/desk.ts';
import type { lookupOffice } from '#contract/servicing/lookup.ts';
import type { registersOffice } from '#contract/servicing/registers.ts';
import type { servicing } from '#contract/servicing/calls.ts';
import type { pollsOffice } from '#contract/servicing/polls.ts';
import type { Action, Actions, Context, Hooks, LoanMove, Work } from '../action.ts';
import { lockLoan, type Tx } from '../database/db.ts';
import { recordMove } from '../tasks/actions.ts';
import { applyHeldMoney } from './repayment/held-money.ts';
import { returnRest } from './repayment/surplus.ts';
import { readBook, usePrepaid } from './repayment/use-money.ts';
import { lateDeskActions } from './collecting/acts.ts';
import { addContact, addPromise, getLate, late } from './late/desk.ts';
import {
  disbursementCheck,
  disbursementRelease,
  followWithDisbursement,
} from './payout/disbursement.ts';
import { addHolidays, holidayTask, listHolidays, removeHoliday } from './calendar/holidays.ts';
import { writeOffTask } from './late/loss.ts';
import { collectionMeasure, proposeMeasure } from './late/measures.ts';
import {
  agreeAsInvestor,
  agreeToNegotiation,
  investorNegotiation,
  loanNegotiation,
  negotiationContract,
} from './negotiation/agreement.ts';
import { investorNegotiationContract } from './negotiation/negotiation-copies.ts';
import { addNegotiationPapers } from './negotiation/negotiation-papers.ts';
import { forgetNotes } from './negotiation/negotiation-queries.ts';
import {
  followWithNegotiation,
  negotiationApproval,
  negotiationDraft,
  requestNegotiation,
} from './negotiation/negotiation.ts';
import { payoutRelease } from './payout/payouts.ts';
import { lookupActions } from './lookup.ts';
import { registerActions } from './registers/registers.ts';
import { polls } from './negotiation/poll-office.ts';
import { followWithPoll, pollDecision, violationPoll } from './negotiation/poll.ts';
import { quoteOf, type Ask, type Quote } from './repayment/prepayment.ts';
import { closeInstruction, insertInstruction } from './queries.ts';
import { type Book } from './rules.ts';
import { followWithNotice, violationDeclare } from './late/violation.ts';

export { disbursementSettled } from './payout/disbursement.ts';
export { borrowerView } from './negotiation/negotiation-view.ts';
export { WRITE_OFF_FROM_DAY } from './late/loss.ts';
export { payoutOfficeActions } from './payout/payout-office.ts';
export { payoutBatch, payoutSettled } from './payout/payouts.ts';
export { receiveForLoan, reverseForLoan } from './receipts.ts';
export { keepOfPayout, returnRest, surplusTo } from './repayment/surplus.ts';
export { readBook } from './repayment/use-money.ts';

type LoanRequest = {
  id: number;
  kind: 'partial' | 'full';
  mode?: Ask['mode'] | undefined;
  amount?: Money | undefined;
  agreesToMin?: 'yes' | undefined;
};
const askOf = ({ kind, mode = 'shortenTerm', amount, agreesToMin }: LoanRequest): Ask => ({
  kind,
  mode,
  amount: amount ?? null,
  instalmentMin: agreesToMin ? INSTALMENT_MIN : null,
});

/**
 * Returns the member's own disbursed loan; refuses LOAN_NOT_FOUND if there is none or it belongs to
 * somebody else.
 */
async function ownBook(tx: Tx, loanId: number, memberId: number): Promise<Book> {
  const book = await readBook(tx, loanId);
  if (book?.memberId !== memberId) throw new Refusal('LOAN_NOT_FOUND');
  return book;
}

const view = (id: number | null, loanId: number, quote: Quote, today: Day) => ({
  id,
  loanId,
  ...quote,
  goodUntil: endOfDay(today),
});

const prepaymentQuote: Action<typeof servicing.prepaymentQuote> = async (context, input) => {
  const { tx, member, today } = context;
  const book = await ownBook(tx, input.id, member.id);
  return { data: view(null, book.loanId, quoteOf(book, askOf(input), today), today) };
};

/**
 * Stores an instruction to prepay, which replaces an earlier one. If money already held for the
 * loan covers the prepayment, it is carried out at once.
 */
const instructPrepayment: Action<typeof servicing.instructPrepayment> = async (context, input) => {
  const { tx, member, today } = context;
  const loanId = input.id;
  await ownBook(tx, loanId, member.id);
  await lockLoan(tx, loanId);
  const book = await ownBook(tx, loanId, member.id);
  const quote = quoteOf(book, askOf(input), today);
  const principal = input.kind === 'partial' ? input.amount! : quote.principal;
  const { instalmentMin = null } = askOf(input);
  const id = await instruct(context, book, quote, { principal, instalmentMin });
  if (quote.total === 0) {
    await usePrepaid(context, [await ownBook(tx, loanId, member.id)], { on: today });
  }
  return { data: view(id, loanId, quote, today) };
};

/**
 * Returns a borrower's excess money on request. Amounts due today are deducted first. A prepayment
 * instruction that needs this money lapses. Refuses TERMS_PENDING while new terms are being
 * decided, because the money pays the arrears if they fail, and NOTHING_PREPAID.
 */
const returnPrepaid: Action<typeof servicing.returnPrepaid> = async (context, { id }) => {
  const { tx, member, today } = context;
  const loanId = id;
  await ownBook(tx, loanId, member.id);
  await lockLoan(tx, loanId);
  let book = await ownBook(tx, loanId, member.id);
  if (book.heldForTerms) throw new Refusal('TERMS_PENDING');
  // An expired prepayment instruction must lapse first, because its money is being returned;
  // amounts due are then paid as after any lapsed instruction.
  if (book.instruction !== null && book.instruction.goodOn < today) {
    await closeInstruction(tx, loanId, 'lapsed');
    book = { ...book, instruction: null };
  }
  if (book.instruction === null) {
    await applyHeldMoney(context, [book]);
    book = await ownBook(tx, loanId, member.id);
  } else [book = book] = await usePrepaid(context, [book], { on: today });
  if (book.prepaid === 0) throw new Refusal('NOTHING_PREPAID');
  await closeInstruction(tx, loanId, 'lapsed');
  await returnRest(context, book, book.prepaid);
  await recordMove(context, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.prepaid_returned',
    snapshot: { amount: book.prepaid },
  });
  return { data: { amount: book.prepaid } };
};

async function instruct(
  context: Context,
  { loanId }: Book,
  quote: Quote,
  agreed: { principal: Money; instalmentMin: Money | null },
): Promise<number> {
  const { tx, today, now } = context;
  await closeInstruction(tx, loanId, 'replaced');
  const { id } = await insertInstruction(tx, {
    ...quote,
    ...agreed,
    loanId,
    goodOn: today,
    now,
  });
  await recordMove(context, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.prepayment_instructed',
    snapshot: { id, ...quote, instalmentMin: agreed.instalmentMin },
  });
  return id;
}

/** hooks.memberErased: deletes the notes in which a member described their hardship. */
export async function forgetHardship({ tx }: Work, memberId: number): Promise<void> {
  await forgetNotes(tx, memberId);
}

/** hooks.loanMoved: starts and ends everything that depends on the loan's new status. */
export async function followLoan(work: Work, move: LoanMove): Promise<void> {
  await followWithDisbursement(work, move);
  await followWithNotice(work, move);
  await followWithPoll(work, move);
  await followWithNegotiation(work, move);
}

export const servicingActions: Actions<{ servicing: typeof servicing }>['servicing'] = {
  prepaymentQuote,
  instructPrepayment,
  returnPrepaid,
  violationPoll,
  loanNegotiation,
  requestNegotiation,
  addNegotiationPapers,
  agreeToNegotiation,
  negotiationContract,
  investorNegotiation,
  investorNegotiationContract,
  agreeAsInvestor,
};

export const servicingOfficeActions: Actions<{
  servicing: typeof collectionsOffice &
    typeof lateDeskOffice &
    typeof holidaysOffice &
    typeof pollsOffice &
    typeof lookupOffice &
    typeof registersOffice;
}>['servicing'] = {
  listLate: late.page,
  getLate,
  addContact,
  addPromise,
  proposeMeasure,
  listHolidays,
  addHolidays,
  removeHoliday,
  listPolls: polls.page,
  ...lookupActions,
  ...lateDeskActions,
  ...registerActions,
};

export const servicingTasks: Hooks['tasks'] = {
  disbursement_release: disbursementRelease,
  disbursement_check: disbursementCheck,
  payout_release: payoutRelease,
  poll_decision: pollDecision,
  violation_declare: violationDeclare,
  write_off: writeOffTask,
  collection_measure: collectionMeasure,
  holiday_check: holidayTask,
  negotiation_draft: negotiationDraft,
  negotiation_approval: negotiationApproval,
};
