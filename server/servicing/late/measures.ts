// Measures on a loan in collection: proposed by one operator, approved by another, then executed.
import { measureKindText } from '#contract/servicing/words.ts';
import type { collectionsOffice, MeasureKind } from '#contract/servicing/collections.ts';
import { formatDay, type Day } from '#contract/core/day.ts';
import type { Input, Output } from '#contract/core/endpoint.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { formatMoney, minOf, type Money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Context } from '../../call.ts';
import type { Work } from '../../work.ts';
import { lockLoan } from '../../database/db.ts';
import { tell } from '../../notices/front.ts';
import { openTask, recordMove, proposal } from '../../tasks/front.ts';
import { followBooks, readBook } from '../repayment/use-money.ts';
import { recordCourtCost } from './court-costs.ts';
import { closeWithLoss } from './loss.ts';
import {
  endMeasure,
  insertMeasure,
  lockMeasure,
  measureById,
  openMeasure,
  type MeasureRow,
} from './measure-queries.ts';
import { writePaid } from '../queries.ts';
import { COLLECTED, withChanges, type Book } from '../rules.ts';
import { DECLARABLE, revoke } from './violation.ts';
import { waivableOf, waive } from '../repayment/waiver.ts';
import { noticeKinds } from '../words.ts';

type Call = typeof collectionsOffice.proposeMeasure;

/** The loan statuses in which each measure is possible. */
const possibleIn: Record<MeasureKind, readonly LoanStatus[]> = {
  waiver: COLLECTED,
  courtCost: [70, 75, 80, 95],
  revocation: [70, 80],
  closing: [95],
  violation: DECLARABLE,
};

/** Proposes a measure by creating the task in which another operator decides. */
export async function proposeMeasure(
  context: Context<Call>,
  { id, kind, reason, ...given }: Input<Call>,
): Promise<Output<Call>> {
  const { tx, operator, today } = context;
  const { amount = null, day = null } = given as { amount?: Money; day?: Day };
  const loanId = id;
  await lockLoan(tx, loanId);
  const book = await readBook(tx, loanId);
  if (book === undefined) throw new Refusal('LOAN_NOT_FOUND');
  const { status, caseNo, instalments, rateBps } = book;
  if (!possibleIn[kind].includes(status)) throw new Refusal('LOAN_STATUS', { data: { status } });
  if (kind === 'violation') {
    await openTask(context, {
      kind: 'violation_declare',
      subject: { type: 'loan', id: loanId, label: `${caseNo} 認定違約` },
      detail: { why: reason },
      makerId: operator.id,
    });
    return { data: { ok: true } };
  }
  assertFiguresFree(book, kind);
  // Its collection has ended already.
  if (kind === 'closing' && book.isClosed) throw new Refusal('LOAN_STATUS', { data: { status } });
  const waivable = waivableOf(instalments, rateBps, today);
  const wrong =
    (kind === 'waiver' && (amount === null || amount > waivable)) ||
    (kind === 'courtCost' && (amount === null || day === null || day > today));
  if (wrong) throw new Refusal('MEASURE_AMOUNT', { data: { waivable } });
  const { open } = await openMeasure(tx, loanId, kind);
  if (open) throw new Refusal('MEASURE_OPEN');
  await openProposal(context, book, { kind, amount, day, reason, makerId: operator.id });
  return { data: { ok: true } };
}

/**
 * Refuses TERMS_PENDING for a waiver while new terms are being decided: their figures contain the
 * charges as they were when the terms were drafted, so that a waived charge would be owed again.
 */
function assertFiguresFree({ heldForTerms }: Book, kind: MeasureKind): void {
  if (kind === 'waiver' && heldForTerms) throw new Refusal('TERMS_PENDING');
}

type Proposal = Pick<MeasureRow, 'kind' | 'amount' | 'day' | 'reason' | 'makerId'>;

async function openProposal(
  work: Work,
  { loanId, caseNo }: Book,
  proposal: Proposal,
): Promise<void> {
  const { kind, amount, makerId } = proposal;
  const { id } = await insertMeasure(work.tx, { loanId, ...proposal, now: work.now });
  const sum = amount === null ? '' : ` ${formatMoney(amount)}`;
  await collectionMeasure.propose(work, {
    subject: { type: 'measure', id, label: `${caseNo} ${measureKindText[kind]}${sum}` },
    ...(makerId !== null && { makerId }),
  });
}

/**
 * Proposes to waive the charges that turned out too high because a record of an earlier bank day
 * arrived, or for the reason given: the server calculates the amount, a person decides. The amount
 * is never more than what is still owed, and earlier allocations are not changed.
 */
export async function proposeDifference(
  work: Work,
  book: Book,
  { overcharge, on, ...said }: { overcharge: Money; on: Day; label?: string; reason?: string },
): Promise<void> {
  const { label = '入帳日早於已計的遲延費用' } = said;
  const amount = minOf(overcharge, waivableOf(book.instalments, book.rateBps, work.today));
  const { open } = await openMeasure(work.tx, book.loanId, 'waiver');
  if (amount <= 0 || open) {
    await openTask(work, {
      kind: 'attention',
      subject: { type: 'loan', id: book.loanId, label: `${book.caseNo} ${label}` },
      detail: { day: on, difference: overcharge },
    });
    return;
  }
  await openProposal(work, book, {
    kind: 'waiver',
    amount,
    day: on,
    reason: said.reason ?? `銀行入帳日為 ${formatDay(on)}，其後計收的遲延費用應予減免`,
    makerId: null,
  });
}

/** One person proposes a measure on a loan, and another approves it. */
export const collectionMeasure = proposal('collection_measure', {
  subject: ({ tx }, { subjectId }) => lockMeasure(tx, subjectId),
  async facts({ tx, today }, { subjectId }) {
    const measure = await measureById(tx, subjectId);
    if (!measure) return null;
    const { loanId, caseNo, kind, amount, day, reason } = measure;
    const book = (await readBook(tx, loanId))!;
    const waivable = waivableOf(book.instalments, book.rateBps, today);
    return {
      measure: measureKindText[kind],
      kind,
      loanId,
      caseNo,
      amount,
      day,
      why: reason,
      status: book.status,
      ...(kind === 'waiver' && { waivable }),
    };
  },
  async carryOut(work, measure) {
    const { now, operator, tx } = work;
    await endMeasure(tx, measure.id, { status: 'approved', checkerId: operator.id, now });
    await lockLoan(tx, measure.loanId);
    const book = (await readBook(tx, measure.loanId))!;
    if (!possibleIn[measure.kind].includes(book.status)) {
      throw new Refusal('LOAN_STATUS', { data: { status: book.status } });
    }
    assertFiguresFree(book, measure.kind);
    await carryOut(work, book, measure);
  },
  async onReturn({ now, operator, tx }, { id }) {
    await endMeasure(tx, id, { status: 'returned', checkerId: operator.id, now });
  },
  // Each measure records what it does to the loan.
  audit: {},
});

async function carryOut(work: Work, book: Book, measure: MeasureRow): Promise<void> {
  const { kind, amount, day, reason } = measure;
  if (kind === 'revocation') await revoke(work, book, reason);
  else if (kind === 'closing') await closeWithLoss(work, book, reason);
  else if (kind === 'courtCost') {
    await recordCourtCost(work, book, { amount: amount!, paidOn: day!, what: reason });
  } else await waiveCharges(work, book, measure);
}

/**
 * Waives the charges, less than proposed if payments arrived meanwhile; refuses if no charge is
 * left.
 */
async function waiveCharges(work: Work, book: Book, { id, amount, reason }: MeasureRow) {
  const { today } = work;
  const most = minOf(amount!, waivableOf(book.instalments, book.rateBps, today));
  if (most <= 0) throw new Refusal('LOAN_STATUS', { data: { status: book.status } });
  const changed = waive(book.instalments, book.rateBps, today, most);
  await writePaid(work.tx, changed);
  await recordMove(work, {
    subject: { type: 'loan', id: book.loanId },
    action: 'loan.charges_waived',
    reason,
    snapshot: { measure: id, amount: most },
  });
  const values = { caseNo: book.caseNo, amount: formatMoney(most) };
  await tell(work, book.memberId, noticeKinds.chargesWaived(values));
  const instalments = withChanges(book.instalments, changed);
  await followBooks(work, book, { ...book, instalments });
}
