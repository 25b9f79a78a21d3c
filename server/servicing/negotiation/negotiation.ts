// New terms for a loan in negotiation: requested, drafted by one operator, approved by another.
import { addDays } from '#contract/core/day.ts';
import type { Input, Output } from '#contract/core/endpoint.ts';
import { loanWords } from '#contract/lending/loan-status.ts';
import { bpsOfPercent, formatMoney, isPositive, percentOfBps } from '#contract/core/money.ts';
import {
  BORROWER_DAYS,
  figuresOf,
  FIRST_DUE_LEFT_DAYS,
  HARDSHIP,
  termProblems,
  WISH,
  type NegotiationTerms,
} from '#contract/servicing/negotiation.ts';
import { Refusal } from '#contract/refusals.ts';
import type { servicing } from '#contract/servicing/calls.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import type { Context, Operator } from '../../call.ts';
import type { LoanMove, TaskHandler } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { lockLoan } from '../../database/db.ts';
import { loanById, moveLoan } from '../../lending/front.ts';
import { tell } from '../../notices/front.ts';
import { closeTask, openTask, recordMove } from '../../tasks/front.ts';
import { openMeasure } from '../late/measure-queries.ts';
import { applyHeldMoney } from '../repayment/held-money.ts';
import { readBook } from '../repayment/use-money.ts';
import { deadlineAfter } from '../deadline.ts';
import {
  owedOf,
  owedOn,
  planBefore,
  renegotiationOf,
  negotiatedTermsOf,
  unpaidPeriods,
} from '../repayment/debt.ts';
import { papersOf } from './negotiation-document-queries.ts';
import {
  agreementsHash,
  NOTE,
  endNegotiation,
  insertNegotiation,
  liveNegotiation,
  offer,
  requestOf,
  saveRequest,
  type NegotiationRow,
} from './negotiation-queries.ts';
import { assertMayRequest, borrowerView, decryptedNote } from './negotiation-view.ts';
import { negotiationFailed, termsOffered, tellHolders } from './resolution-letters.ts';
import type { Book } from '../rules.ts';

const subjectOf = (loanId: number) => ({ type: 'loan', id: loanId }) as const;
const PAGE = '/account/loan/contract';

/**
 * hooks.loanMoved: a loan that enters status 75 gets a task to draft terms; one that leaves 75 ends
 * its negotiation.
 */
export async function followWithNegotiation(work: Work, move: LoanMove): Promise<void> {
  if (move.to === 75) await askForTerms(work, move.id);
  if (move.from !== 75) return;
  await closeTask(work, 'negotiation_draft', subjectOf(move.id), 'overtaken');
  await closeTask(work, 'negotiation_approval', subjectOf(move.id), 'overtaken');
  const live = await liveNegotiation(work.tx, move.id);
  if (live !== null) await endAs(work, live, 'void');
}

async function askForTerms(work: Work, loanId: number, returned?: string): Promise<void> {
  const { caseNo } = (await loanById(work.tx, loanId))!;
  await openTask(work, {
    kind: 'negotiation_draft',
    subject: { ...subjectOf(loanId), label: `${caseNo} 協商方案` },
    ...(returned !== undefined && { detail: { returned } }),
  });
}

/** Ends a negotiation with an audit row; the caller changes the loan's status. */
export async function endAs(
  work: Work,
  row: NegotiationRow,
  status: NegotiationRow['status'],
): Promise<void> {
  await endNegotiation(work.tx, row.id, status, work.now);
  await recordMove(work, {
    subject: { type: 'negotiation', id: row.id },
    action: 'negotiation.ended',
    from: row.status,
    to: status,
    snapshot: {
      loanId: row.loanId,
      version: row.version,
      ...(await agreementsHash(work.tx, row.id)),
    },
  });
}

/** Ends a failed negotiation: the loan goes to court, and borrower and investors are told why. */
export async function fail(
  work: Work,
  loanId: number,
  cause: 'declined' | 'lapsed' | 'short',
  reason?: string,
): Promise<void> {
  const loan = await moveLoan(work, loanId, 80, {
    action: `loan.negotiation_${cause}`,
    ...(reason !== undefined && { reason }),
  });
  const words = negotiationFailed(loan.caseNo, cause);
  await tell(work, loan.memberId, words.borrower);
  await tellHolders(work, loanId, words.investors);
  await useMoneyOfTerms(work, loanId);
}

/**
 * Uses the money that was held for terms which failed, at once, so that a receipt of a later day
 * cannot be used together with it. Charges that may be waived are not paid first.
 */
async function useMoneyOfTerms(work: Work, loanId: number): Promise<void> {
  const book = await readBook(work.tx, loanId);
  if (!book || book.instruction !== null || !isPositive(book.prepaid)) return;
  const { open } = await openMeasure(work.tx, loanId, 'waiver');
  if (!open) await applyHeldMoney(work, [book]);
}

type Proposed = Extract<DecisionOf<'negotiation_draft'>, { decision: 'propose' }>;

type Request = typeof servicing.requestNegotiation;

/**
 * Records the borrower's request for other terms while the loan is overdue. A new request replaces
 * the old one, and an operator is notified. Once the investors agree to negotiate, the operator who
 * drafts the terms sees the request.
 */
export async function requestNegotiation(
  context: Context<Request>,
  { id, note, ...asked }: Input<Request>,
): Promise<Output<Request>> {
  const { tx, member, now, services } = context;
  const loanId = id;
  const own = await loanById(tx, loanId);
  if (own?.memberId !== member.id) throw new Refusal('LOAN_NOT_FOUND');
  await lockLoan(tx, loanId);
  const loan = (await loanById(tx, loanId))!;
  await assertMayRequest(tx, loan);
  const sealedNote = note ? services.secrets.encrypt(NOTE, loanId, note) : null;
  await saveRequest(tx, loanId, { ...asked, sealedNote, requestedAt: now });
  await recordMove(context, {
    subject: subjectOf(loanId),
    action: 'loan.negotiation_requested',
    snapshot: asked,
  });
  await openTask(context, {
    kind: 'attention',
    subject: { type: 'negotiation_request', id: loanId, label: `${loan.caseNo} 借款人申請協商` },
    detail: {
      caseNo: loan.caseNo,
      loanId,
      why: `${HARDSHIP[asked.reason]}，希望${WISH[asked.wish]}，每月可負擔 ${formatMoney(asked.affordable)}`,
    },
  });
  return { data: await borrowerView(context, loanId) };
}

/** Locks a loan in status 75 and returns its book; refuses LOAN_STATUS in any other status. */
async function negotiatedBook(work: Work, loanId: number): Promise<Book> {
  await lockLoan(work.tx, loanId);
  const book = await readBook(work.tx, loanId);
  if (book?.status !== 75) throw new Refusal('LOAN_STATUS', { data: { status: book?.status } });
  return book;
}

/** Returns the facts about the loan and the borrower's request that both operators see. */
async function caseDetail(work: Work, loanId: number) {
  const { tx, services } = work;
  const loan = (await loanById(tx, loanId))!;
  const asked = await requestOf(tx, loanId);
  return {
    caseNo: loan.caseNo,
    statusText: loanWords(loan.status).text,
    request: asked && {
      reason: HARDSHIP[asked.reason],
      wish: WISH[asked.wish],
      affordable: asked.affordable,
      note: decryptedNote(services, loanId, asked.sealedNote),
      requestedAt: asked.requestedAt,
    },
    papers: (await papersOf(tx, loanId)).map(({ uploadId, filename, contentType }) => ({
      id: uploadId,
      filename,
      contentType,
    })),
  };
}

export const negotiationDraft: TaskHandler<'negotiation_draft'> = {
  async detail(work, task) {
    const loanId = task.subjectId;
    const shown = { ...task.detail, ...(await caseDetail(work, loanId)) };
    const book = await readBook(work.tx, loanId);
    if (task.status === 'done' || book?.status !== 75) return shown;
    const loan = (await loanById(work.tx, loanId))!;
    return {
      ...shown,
      // The data from which the page calculates its preview, with the same code as the server.
      on: work.today,
      owed: owedOn(book, work.today),
      bounds: {
        rateAnnualBps: book.rateBps,
        unpaid: unpaidPeriods(book, loan.installments),
        on: work.today,
      },
      before: planBefore(book, loan, work.today),
    };
  },
  async decide(work, task, decision) {
    const loanId = task.subjectId;
    if (decision.decision === 'decline') {
      if (!decision.reason) throw invalid({ reason: '請寫下不協商的理由' });
      await negotiatedBook(work, loanId);
      await fail(work, loanId, 'declined', decision.reason);
      return;
    }
    await draft(work, await negotiatedBook(work, loanId), decision);
  },
};

const invalid = (fields: Record<string, string>) => new Refusal('DECISION_INVALID', { fields });

async function draft(work: Work & { operator: Operator }, book: Book, decision: Proposed) {
  const { tx, today, now, operator } = work;
  const { loanId } = book;
  if (await liveNegotiation(tx, loanId)) throw new Refusal('LOAN_STATUS');
  const loan = (await loanById(tx, loanId))!;
  const terms = proposedTerms(decision);
  const owed = owedOn(book, today);
  const unpaid = unpaidPeriods(book, loan.installments);
  const problems = termProblems(owed, terms, { rateAnnualBps: book.rateBps, unpaid, on: today });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const { id, version } = await insertNegotiation(tx, {
    ...owed,
    loanId,
    baseOn: today,
    rateBps: terms.rateAnnualBps,
    installments: terms.installments,
    graceMonths: terms.graceMonths,
    firstDueOn: terms.firstDueOn,
    waiveInterest: terms.waive.interest,
    waiveLate: terms.waive.lateInterest,
    waivePenalty: terms.waive.penalty,
    before: planBefore(book, loan, today),
    makerId: operator.id,
    draftedAt: now,
  });
  await recordMove(work, {
    subject: { type: 'negotiation', id },
    action: 'negotiation.drafted',
    to: 'drafted',
    snapshot: { loanId, version, owed, terms },
  });
  await openTask(work, {
    kind: 'negotiation_approval',
    subject: { ...subjectOf(loanId), label: `${loan.caseNo} 協商方案第 ${version} 版` },
    makerId: operator.id,
  });
}

function proposedTerms({ annualRate, installments, graceMonths = 0, waive, firstDueOn }: Proposed) {
  const missing = { annualRate, installments, firstDueOn };
  const fields = Object.entries(missing).filter(([, value]) => value === undefined);
  if (fields.length > 0) throw invalid(Object.fromEntries(fields.map(([name]) => [name, '必填'])));
  const terms: NegotiationTerms = {
    rateAnnualBps: bpsOfPercent(annualRate!),
    installments: installments!,
    graceMonths,
    waive: { interest: 0, lateInterest: 0, penalty: 0, ...waive },
    firstDueOn: firstDueOn!,
  };
  return terms;
}

/** Returns drafted terms that wait for the second operator. */
async function drafted(work: Work, loanId: number): Promise<NegotiationRow> {
  const row = await liveNegotiation(work.tx, loanId);
  if (row?.status !== 'drafted') throw new Refusal('LOAN_STATUS');
  return row;
}

export const negotiationApproval: TaskHandler<'negotiation_approval'> = {
  async detail(work, task) {
    const shown = { ...task.detail, ...(await caseDetail(work, task.subjectId)) };
    const row = await liveNegotiation(work.tx, task.subjectId);
    if (row === null) return shown;
    return {
      ...shown,
      on: row.baseOn,
      owed: owedOf(row),
      before: row.before,
      terms: { ...negotiatedTermsOf(row), annualRate: percentOfBps(row.rateBps) },
    };
  },
  async decide(work, task, { decision, reason }) {
    const loanId = task.subjectId;
    await negotiatedBook(work, loanId);
    const row = await drafted(work, loanId);
    if (decision === 'return') {
      await endAs(work, row, 'returned');
      await askForTerms(work, loanId, reason);
      return;
    }
    if (row.firstDueOn < addDays(work.today, FIRST_DUE_LEFT_DAYS)) {
      throw invalid({ reason: '首期應還日已太近，請退回重新草擬' });
    }
    await offerTerms(work, row);
  },
};

async function offerTerms(work: Work & { operator: Operator }, row: NegotiationRow) {
  const { tx, now, today, operator } = work;
  const { loanId } = row;
  const by = deadlineAfter(today, BORROWER_DAYS);
  await offer(tx, row.id, operator.id, now, by);
  await recordMove(work, {
    subject: { type: 'negotiation', id: row.id },
    action: 'negotiation.offered',
    from: 'drafted',
    to: 'offered',
    snapshot: { loanId, borrowerBy: by },
  });
  await closeTask(work, 'attention', { type: 'negotiation_request', id: loanId }, 'overtaken');
  const loan = (await loanById(tx, loanId))!;
  const after = figuresOf(negotiatedTermsOf(row), renegotiationOf(row));
  await tell(work, loan.memberId, termsOffered(loan.caseNo, after, by, PAGE));
}
