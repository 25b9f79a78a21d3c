// Agreement to new terms, first by the borrower and then by the investors, and putting the terms
// into force.
import type { Input, Output } from '#contract/core/endpoint.ts';
import { dayOf } from '#contract/core/day.ts';
import { isPositive, negate, subtract } from '#contract/core/money.ts';
import { figuresOf, INVESTOR_DAYS, isBinding } from '#contract/servicing/negotiation.ts';
import { Refusal } from '#contract/refusals.ts';
import type { servicing } from '#contract/servicing/calls.ts';
import type { Action, Asking, Context } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import { lockLoan, db, type Tx } from '../../database/db.ts';
import { consumeStepUp, sessionOf } from '../../identity/front.ts';
import { post } from '../../ledger/front.ts';
import {
  calendarOf,
  draftNegotiated,
  keepNegotiated,
  loanById,
  moveLoan,
  negotiatedContract,
  sealNegotiated,
  type Negotiated,
} from '../../lending/front.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import type { Transfer } from '../../ledger/rules.ts';
import { eachOne } from '../../each-one.ts';
import { type Work, inWork } from '../../work.ts';
import { accrual, readBook } from '../repayment/use-money.ts';
import { deadlineAfter, isOver, overBefore } from '../deadline.ts';
import {
  interestInLedger,
  owedOf,
  renegotiationOf,
  rowsInForce,
  negotiatedTermsOf,
} from '../repayment/debt.ts';
import { endAs, fail } from './negotiation.ts';
import { freezeShares, frozenShares } from './negotiation-document-queries.ts';
import {
  agree,
  consentOf,
  insertNegotiated,
  lastRow,
  liveNegotiation,
  loanOfOrder,
  markAgreed,
  negotiatedLoanOf,
  negotiationsOver,
  ownAgreement,
  remainingOf,
  retireUnpaid,
  visibleNegotiation,
  type NegotiationRow,
} from './negotiation-queries.ts';
import { borrowerView, investorView } from './negotiation-view.ts';
import { closeInstruction } from '../queries.ts';
import {
  agreementRequest,
  borrowerAgreed,
  termsInForce,
  tellHolders,
} from './resolution-letters.ts';
import { outstandingOf, type Book } from '../rules.ts';

/** Refuses LOAN_NOT_FOUND unless the loan is the member's own. */
async function assertOwn(tx: Tx, loanId: number, memberId: number): Promise<void> {
  const loan = await loanById(tx, loanId);
  if (loan?.memberId !== memberId) throw new Refusal('LOAN_NOT_FOUND');
}

export const loanNegotiation: Action<typeof servicing.loanNegotiation> = async (context, input) => {
  const loanId = input.id;
  await assertOwn(context.tx, loanId, context.member.id);
  return { data: await borrowerView(context, loanId) };
};

/** Returns the data that lending needs for the negotiation's document. */
export async function negotiatedOf(tx: Tx, row: NegotiationRow): Promise<Negotiated> {
  const made = renegotiationOf(row);
  const { loanId, version, baseOn, before } = row;
  const after = figuresOf(negotiatedTermsOf(row), made);
  const frozen = row.agreedAt === null ? [] : await frozenShares(tx, row.id);
  const remaining = frozen.length > 0 ? frozen : await remainingOf(tx, loanId);
  return { loanId, version, baseOn, before, after, owed: owedOf(row), made, remaining };
}

export const negotiationContract: Action<typeof servicing.negotiationContract> = async (
  { tx, services, member },
  { id },
) => {
  const loanId = id === undefined ? (await negotiatedLoanOf(tx, member.id))?.loanId : id;
  const loan = loanId === undefined ? null : await loanById(tx, loanId);
  const row = loan?.memberId === member.id ? await visibleNegotiation(tx, loan.id) : null;
  if (!loan || !row) throw new Refusal('CONTRACT_NOT_FOUND');
  const sealed = await negotiatedContract(tx, loan.id, row.version);
  const bytes = sealed
    ? await services.files.get(sealed.stored)
    : await draftNegotiated(tx, services, await negotiatedOf(tx, row));
  const name = `協商契約-${loan.caseNo}-${row.version}`;
  return {
    contentType: 'application/pdf',
    filename: sealed ? `${name}.pdf` : `${name}-草稿.pdf`,
    bytes: new Uint8Array(bytes),
  };
};

type Sealed = { negotiationId: number; reference: string; stored: StoredFile };

/**
 * Seals the document to which the borrower would agree now; null if agreeing would be refused
 * anyway.
 */
async function sealNow(
  services: Services,
  loanId: number,
  { token, address, agent }: Asking,
): Promise<Sealed | null> {
  const tx = db(services.pool);
  const found = token && (await sessionOf(tx, token, services.clock.realNow()));
  if (!found || found.state !== 'ok') return null;
  const { member } = found;
  const loan = await loanById(tx, loanId);
  const row = loan?.memberId === member.id ? await liveNegotiation(tx, loanId) : null;
  if (row?.status !== 'offered' || !member.stepUpReference) return null;
  const stored = await sealNegotiated(tx, services, await negotiatedOf(tx, row), {
    signedAt: services.clock.now(),
    address,
    userAgent: agent,
    otpReference: member.stepUpReference,
  });
  return { negotiationId: row.id, reference: member.stepUpReference, stored };
}

type Agree = typeof servicing.agreeToNegotiation;

/**
 * The borrower agrees with a fresh step-up. The contract of the new terms, which was sealed before
 * the transaction, is stored, and the investors are asked. Refuses NEGOTIATION_STATUS if no terms
 * are offered, and STEP_UP_REQUIRED.
 */
export const agreeToNegotiation = prepared<Agree, Sealed | null>({
  prepare: (services, { id }, asking) => sealNow(services, id, asking),
  async run(context, { id }, sealed) {
    try {
      return await agreeAsBorrower(context, id, sealed);
    } catch (error) {
      if (sealed) await context.services.files.remove(sealed.stored.key);
      throw error;
    }
  },
});

async function agreeAsBorrower(
  context: Context<Agree>,
  loanId: number,
  sealed: Sealed | null,
): Promise<Output<Agree>> {
  const { tx, member, now, today } = context;
  await assertOwn(tx, loanId, member.id);
  await lockLoan(tx, loanId);
  const row = await liveNegotiation(tx, loanId);
  if (row?.status !== 'offered' || isOver(row.borrowerBy!, now)) {
    throw new Refusal('NEGOTIATION_STATUS');
  }
  const object = (await loanById(tx, loanId))!.caseNo;
  const { reference } = await consumeStepUp(context, member, { act: 'negotiation-agree', object });
  const fits = sealed?.negotiationId === row.id && sealed.reference === reference;
  if (!fits) throw new Refusal('STEP_UP_REQUIRED');
  await keepNegotiated(context, { loanId, version: row.version, stored: sealed.stored });
  const by = deadlineAfter(today, INVESTOR_DAYS);
  await markAgreed(tx, row.id, now, by);
  await freezeShares(tx, row.id, loanId);
  const { sha256 } = sealed.stored;
  await recordMove(context, {
    subject: { type: 'negotiation', id: row.id },
    action: 'negotiation.agreed',
    from: 'offered',
    to: 'agreed',
    // The terms as sealed, with which a law of the books compares the row from then on.
    snapshot: {
      loanId,
      contractSha256: sha256,
      stepUp: reference,
      address: context.address,
      terms: { ...negotiatedTermsOf(row), baseOn: row.baseOn, owed: owedOf(row) },
    },
  });
  const loan = (await loanById(tx, loanId))!;
  await tell(context, loan.memberId, borrowerAgreed(loan.caseNo, sha256));
  await tellHolders(context, loanId, agreementRequest(loan.caseNo, by));
  return { data: await borrowerView(context, loanId) };
}

/** Returns the loan of the member's own funded order; refuses ORDER_NOT_FOUND for any other. */
async function orderOf(tx: Tx, orderId: number, memberId: number) {
  const order = await loanOfOrder(tx, orderId, memberId);
  if (order === null) throw new Refusal('ORDER_NOT_FOUND');
  return { orderId, loanId: order.loanId, memberId };
}

export const investorNegotiation: Action<typeof servicing.investorNegotiation> = async (
  context,
  { invest_id },
) => {
  const of = await orderOf(context.tx, invest_id, context.member.id);
  return { data: await investorView(context, of) };
};

type AgreeInvestor = typeof servicing.agreeAsInvestor;

/**
 * An investor agrees with all their principal in the loan; repeating the call changes nothing. The
 * agreement that completes two thirds puts the terms into force immediately.
 */
export async function agreeAsInvestor(
  context: Context<AgreeInvestor>,
  { invest_id }: Input<AgreeInvestor>,
): Promise<Output<AgreeInvestor>> {
  const { tx, member, now } = context;
  const of = await orderOf(tx, invest_id, member.id);
  await lockLoan(tx, of.loanId);
  const row = await liveNegotiation(tx, of.loanId);
  if (row?.status !== 'agreed' || isOver(row.investorsBy!, now)) {
    // An investor who has already agreed is not refused after the terms came into force.
    const shown = await visibleNegotiation(tx, of.loanId);
    const own = shown?.status === 'in_force' && (await ownAgreement(tx, shown.id, member.id));
    if (!own || own.agreedAt === null) throw new Refusal('NEGOTIATION_STATUS');
    return { data: await investorView(context, of) };
  }
  if ((await agree(tx, row.id, member.id, now)) > 0) {
    await recordMove(context, {
      subject: { type: 'negotiation', id: row.id },
      action: 'negotiation.consented',
      snapshot: { loanId: of.loanId },
    });
    const { agreed, total } = await consentOf(tx, row.id);
    if (isBinding(agreed, total)) await takeEffect(context, row);
  }
  return { data: await investorView(context, of) };
}

/**
 * Puts the terms into force: new instalments replace the unpaid ones, the interest in the ledger is
 * adjusted to what the borrower owes and reduced by what is waived, and the loan is repaying again.
 */
async function takeEffect(work: Work, row: NegotiationRow): Promise<void> {
  const { tx } = work;
  const { loanId } = row;
  const book = (await readBook(tx, loanId))!;
  if (outstandingOf(book.instalments) !== row.principal) {
    throw new Error(`loan ${loanId} no longer owes what was negotiated`);
  }
  const rows = rowsInForce(row, await lastRow(tx, loanId), await calendarOf(tx));
  await retireUnpaid(tx, loanId);
  await insertNegotiated(tx, rows);
  await post(work, interestTransfers(work, row, book));
  await closeInstruction(tx, loanId, 'lapsed');
  await endAs(work, row, 'in_force');
  const { waived } = renegotiationOf(row);
  const loan = await moveLoan(work, loanId, 60, {
    action: 'loan.negotiated',
    snapshot: { negotiation: row.id, version: row.version, waived, terms: negotiatedTermsOf(row) },
  });
  const words = termsInForce(loan.caseNo, figuresOf(negotiatedTermsOf(row), renegotiationOf(row)));
  await tell(work, loan.memberId, words.borrower);
  await tellHolders(work, loanId, words.investors);
}

/**
 * Returns two transfers: first the difference between the interest fixed by the negotiation and the
 * interest in the ledger, then the waived part.
 */
function interestTransfers(work: Work, row: NegotiationRow, book: Book): Transfer[] {
  const { loanId, interest } = row;
  const on = dayOf(work.now);
  const added = subtract(interest, interestInLedger(book));
  const { waived } = renegotiationOf(row);
  const id = `negotiation:${row.id}`;
  const transfers: Transfer[] = [];
  if (added !== 0) transfers.push(accrual({ id: `${id}:interest`, loanId, amount: added, on }));
  if (isPositive(waived.interest)) {
    const down = accrual({ id: `${id}:waived`, loanId, amount: negate(waived.interest), on });
    transfers.push({ ...down, kind: 'interest_waived' });
  }
  return transfers;
}

/**
 * Ends negotiations that were not answered in time: 3 days for the borrower, 7 for the investors.
 */
export async function closeNegotiations(services: Services): Promise<void> {
  const before = overBefore(services.clock.now());
  const over = await negotiationsOver(db(services.pool), before);
  await eachOne(services, over, ({ loanId }) =>
    inWork(services, async (work) => {
      await lockLoan(work.tx, loanId);
      const row = await liveNegotiation(work.tx, loanId);
      const deadline = row?.status === 'offered' ? row.borrowerBy : row?.investorsBy;
      if (!row || !deadline || !isOver(deadline, work.now)) return;
      const cause = row.status === 'offered' ? 'lapsed' : 'short';
      await endAs(work, row, cause);
      await fail(work, loanId, cause);
    }),
  );
}
