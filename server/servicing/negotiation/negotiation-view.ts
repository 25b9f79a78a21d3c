// A negotiation as its borrower and its investors see it.
import { LOAN, type LoanStatus } from '#contract/lending/loan-status.ts';
import { noticeRunsAgain } from '#contract/servicing/late-words.ts';
import { figuresOf, principalNeeded } from '#contract/servicing/negotiation.ts';
import { sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Output } from '#contract/core/endpoint.ts';
import type { servicing } from '#contract/servicing/calls.ts';
import type { ServerProposal } from '#contract/servicing/negotiation-calls.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { Tx } from '../../database/db.ts';
import {
  loanById,
  negotiatedContract,
  negotiatedCopy,
  noticeInEffect,
} from '../../lending/front.ts';
import { owedOf, renegotiationOf, negotiatedTermsOf } from '../repayment/debt.ts';
import { papersOf } from './negotiation-document-queries.ts';
import {
  NOTE,
  consentOf,
  ownAgreement,
  requestOf,
  visibleNegotiation,
  type NegotiationRow,
} from './negotiation-queries.ts';
import { type LateEvent, lateEventsOf, newestPoll, ownPoll } from './poll-queries.ts';
import { pollView } from './poll.ts';

/** Statuses in which the borrower may request other terms. */
const REQUESTED_IN: readonly LoanStatus[] = [61, 65, 70, 75];

/**
 * Returns why the borrower may not request other terms now; null if they may. While offered terms
 * wait for an answer, nobody would draft others for the request.
 */
function obstacleOf(status: LoanStatus, newest: NegotiationRow | null) {
  if (!REQUESTED_IN.includes(status)) return 'LOAN_STATUS';
  return newest?.status === 'offered' || newest?.status === 'agreed' ? 'TERMS_PENDING' : null;
}

/** Refuses LOAN_STATUS or TERMS_PENDING if the borrower may not request other terms now. */
export async function assertMayRequest(
  tx: Tx,
  { id, status }: { id: number; status: LoanStatus },
): Promise<void> {
  const obstacle = obstacleOf(status, await visibleNegotiation(tx, id));
  if (obstacle !== null) throw new Refusal(obstacle, { data: { status } });
}

/** Returns the part of the offered terms that both the borrower and the investors see. */
export async function proposalView(tx: Tx, row: NegotiationRow): Promise<ServerProposal> {
  const made = renegotiationOf(row);
  const consent = row.agreedAt === null ? null : await consentOf(tx, row.id);
  const sealed = await negotiatedContract(tx, row.loanId, row.version);
  return {
    id: row.id,
    version: row.version,
    status: row.status as ServerProposal['status'],
    baseOn: row.baseOn,
    before: row.before,
    after: figuresOf(negotiatedTermsOf(row), made),
    owed: owedOf(row),
    waived: made.waived,
    rows: made.rows.map(({ no, dueOn, principal, interest, arrears, total, balance }) => ({
      no,
      dueOn,
      principal,
      interest,
      total,
      balance,
      arrears: sum(Object.values(arrears)),
    })),
    borrowerBy: row.borrowerBy,
    agreedAt: row.agreedAt,
    investorsBy: row.investorsBy,
    endedAt: row.endedAt,
    consent: consent && { ...consent, needed: principalNeeded(consent.total) },
    sha256: sealed?.sha256 ?? null,
  };
}

/** Whether the loan is in court because a negotiation failed; `since` are its events. */
const hasFailed = (status: LoanStatus, since: readonly LateEvent[]): boolean =>
  status === 80 && since.findLast(({ to }) => to === 80)?.from === 75;

type ForBorrower = Output<typeof servicing.loanNegotiation>['data'];

/** Decrypts the borrower's description of their hardship. */
export const decryptedNote = (
  { secrets }: Pick<Services, 'secrets'>,
  loanId: number,
  sealed: string | null,
) => (sealed === null ? null : secrets.decrypt(NOTE, loanId, sealed));

/** Returns the borrower's own view; the note is decrypted for them only. */
export async function borrowerView(work: Work, loanId: number): Promise<ForBorrower> {
  const { tx, services } = work;
  const loan = (await loanById(tx, loanId))!;
  const request = await requestOf(tx, loanId);
  const shown = await visibleNegotiation(tx, loanId);
  const since = await lateEventsOf(tx, loanId);
  return {
    loanId,
    caseNo: loan.caseNo,
    status: loan.status,
    canRequest: obstacleOf(loan.status, shown) === null,
    request: request && {
      reason: request.reason,
      wish: request.wish,
      affordable: request.affordable,
      note: decryptedNote(services, loanId, request.sealedNote),
      requestedAt: request.requestedAt,
    },
    papers: (await papersOf(tx, loanId)).map(({ uploadId, filename, createdAt }) => ({
      id: uploadId,
      filename,
      sentAt: createdAt,
    })),
    hasFailed: hasFailed(loan.status, since),
    proposal: shown && (await proposalView(tx, shown)),
    events: await eventsOf(tx, loanId, { since, requestedAt: request?.requestedAt, shown }),
  };
}

/** Returns the events since the loan was last repaid on time, the earliest first. */
async function eventsOf(
  tx: Tx,
  loanId: number,
  of: {
    since: readonly LateEvent[];
    requestedAt: Date | undefined;
    shown: NegotiationRow | null;
  },
): Promise<ForBorrower['events']> {
  const { since, requestedAt, shown } = of;
  const poll = await newestPoll(tx, loanId);
  const events: { at: Date; title: string }[] = [];
  const add = (at: Date | null | undefined, title: string) => {
    if (at) events.push({ at, title });
  };
  for (const { action, at, payBy, to } of since) {
    if (action === 'loan.negotiation_declined') add(at, '平台未能提出協商方案');
    if (to !== null) add(at, LOAN[to].text);
    if (payBy !== null) add(at, noticeRunsAgain(payBy));
  }
  add(requestedAt, '您提出協商申請');
  add(poll?.openedAt, '出資人開始投票');
  add(shown?.offeredAt, '平台提出協商方案');
  add(shown?.agreedAt, '您同意協商方案');
  if (shown?.status === 'in_force') add(shown.endedAt, '協商方案生效');
  if (shown?.status === 'lapsed') add(shown.endedAt, '協商方案逾期未同意');
  if (shown?.status === 'short') add(shown.endedAt, '出資人同意未達門檻');
  return events
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, title }) => ({ at, title }));
}

type ForInvestor = Output<typeof servicing.investorNegotiation>['data'];

/**
 * Returns one investor's view: their vote and consent, the terms, and the request without its note.
 */
export async function investorView(
  work: Work,
  of: { orderId: number; loanId: number; memberId: number },
): Promise<ForInvestor> {
  const { tx } = work;
  const { orderId, loanId, memberId } = of;
  const { status } = (await loanById(tx, loanId))!;
  const poll = await ownPoll(tx, loanId, memberId);
  const request = await requestOf(tx, loanId);
  const shown = await visibleNegotiation(tx, loanId);
  // The investors were never asked about terms that the borrower did not accept.
  const asked = shown?.agreedAt ? shown : null;
  const own = asked && (await ownAgreement(tx, asked.id, memberId));
  const copy = asked && (await negotiatedCopy(tx, loanId, asked.version, orderId));
  return {
    orderId,
    loanId,
    status,
    hasFailed: hasFailed(status, await lateEventsOf(tx, loanId)),
    notice: await noticeInEffect(work, loanId),
    poll: poll && (await pollView(tx, poll)),
    wish: request && { reason: request.reason, wish: request.wish },
    proposal: asked && (await proposalView(tx, asked)),
    own: own && { weight: own.weight, agreedAt: own.agreedAt },
    copy: copy && { sha256: copy.sha256, sealedAt: copy.createdAt },
  };
}
