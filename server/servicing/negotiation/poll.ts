// Poll of a violation: it opens with the violation, the investors vote, and it is decided at the
// deadline.
import type { Input, Output } from '#contract/core/endpoint.ts';
import { POLL_DAYS, pollResultOf, turnoutOf } from '#contract/servicing/poll.ts';
import { Refusal } from '#contract/refusals.ts';
import type { servicing } from '#contract/servicing/calls.ts';
import type { Context } from '../../call.ts';
import type { LoanMove, TaskHandler } from '../../hooks.ts';
import type { Services } from '../../services.ts';
import { lockLoan, db, type Tx } from '../../database/db.ts';
import { loanById, moveLoan } from '../../lending/front.ts';
import { closeTask, openTask, recordMove } from '../../tasks/front.ts';
import { eachOne } from '../../each-one.ts';
import { type Work, inWork } from '../../work.ts';
import { deadlineAfter, isOver, overBefore } from '../deadline.ts';
import {
  countPoll,
  endPoll,
  holdsShare,
  insertPoll,
  ownPoll,
  pollsToClose,
  runningPoll,
  vote,
  votesHash,
  type OwnPoll,
} from './poll-queries.ts';
import { pollOpened, pollResult, tellHolders } from './resolution-letters.ts';

type Call = typeof servicing.violationPoll;

/**
 * hooks.loanMoved: a move to status 70 opens a poll; a move away from 70 that the poll did not
 * cause voids the poll.
 */
export async function followWithPoll(work: Work, move: LoanMove): Promise<void> {
  if (move.to === 70) await openPoll(work, move.id);
  else if (move.from === 70) await voidPoll(work, move);
}

async function openPoll(work: Work, loanId: number): Promise<void> {
  const { tx, now, today } = work;
  const closesAt = deadlineAfter(today, POLL_DAYS);
  const poll = await insertPoll(tx, loanId, now, closesAt);
  await recordMove(work, {
    subject: { type: 'poll', id: poll.id },
    action: 'poll.opened',
    to: 'open',
    snapshot: { loanId, voters: poll.voters, closesAt },
  });
  const loan = await loanById(tx, loanId);
  await tellHolders(work, loanId, pollOpened(loan!.caseNo, closesAt));
}

/** Actions that move a loan away from a violation because the borrower paid. */
const PAID: readonly string[] = ['loan.arrears_paid', 'loan.settled'];

async function voidPoll(work: Work, { id: loanId, action }: LoanMove): Promise<void> {
  const poll = await runningPoll(work.tx, loanId);
  if (poll === null) return;
  await end(work, { pollId: poll.id, loanId, status: 'void', from: poll.status });
  const loan = await loanById(work.tx, loanId);
  await tellHolders(
    work,
    loanId,
    pollResult(loan!.caseNo, PAID.includes(action) ? 'void' : 'revoked'),
  );
}

type End = {
  pollId: number;
  loanId: number;
  status: 'negotiate' | 'legal' | 'void';
  from: string;
  reason?: string | undefined;
};

/** What the audit log keeps of the votes: the sums, and a hash by which a change is noticed. */
const sealedVotes = async (tx: Tx, pollId: number) => ({
  ...(await countPoll(tx, pollId)),
  ...(await votesHash(tx, pollId)),
});

/** Ends a poll for good and closes the operator's task about it. */
async function end(work: Work, { pollId, loanId, status, from, reason }: End): Promise<void> {
  await endPoll(work.tx, pollId, status, work.now);
  await closeTask(work, 'poll_decision', { type: 'loan', id: loanId }, 'overtaken');
  await recordMove(work, {
    subject: { type: 'poll', id: pollId },
    action: 'poll.ended',
    from,
    to: status,
    reason: reason ?? null,
    snapshot: { loanId, ...(await sealedVotes(work.tx, pollId)) },
  });
}

/**
 * Moves the loan to status 75 or 80, as decided by the poll or, if the poll gave no result, by the
 * operator.
 */
async function carryOut(work: Work, ended: End & { status: 'negotiate' | 'legal' }) {
  const { loanId, status, reason } = ended;
  await end(work, ended);
  const action = status === 'negotiate' ? 'loan.poll_negotiate' : 'loan.poll_legal';
  const loan = await moveLoan(work, loanId, status === 'negotiate' ? 75 : 80, {
    action,
    ...(reason !== undefined && { reason }),
  });
  await tellHolders(work, loanId, pollResult(loan.caseNo, status));
}

/**
 * Casts a vote: one per member, weighted by the member's principal at the opening, and changeable
 * until the last second before the deadline. Only the ballot stores the answer; the audit log only
 * says that a vote was cast. Refuses CASE_NOT_FOUND for members who hold no share of the loan, and
 * POLL_CLOSED if no poll is open.
 */
export async function violationPoll(
  context: Context<Call>,
  { loan_id, answer }: Input<Call>,
): Promise<Output<Call>> {
  const { tx, member, now } = context;
  const loanId = loan_id;
  const { holds } = await holdsShare(tx, loanId, member.id);
  if (!holds) throw new Refusal('CASE_NOT_FOUND');
  await lockLoan(tx, loanId);
  const poll = await runningPoll(tx, loanId);
  if (poll?.status !== 'open' || isOver(poll.closesAt, now)) throw new Refusal('POLL_CLOSED');
  // A member whose whole principal was repaid before the opening has no ballot.
  if ((await vote(tx, poll.id, member.id, answer, now)) === 0) throw new Refusal('CASE_NOT_FOUND');
  await recordMove(context, {
    subject: { type: 'poll', id: poll.id },
    action: 'poll.voted',
    snapshot: { loanId },
  });
  const own = await ownPoll(tx, loanId, member.id);
  return { data: await pollView(tx, own!) };
}

/**
 * Returns a poll in the form in which one of its voters may see it: only sums of the others' votes,
 * and these not before the member has voted.
 */
export async function pollView(tx: Tx, own: OwnPoll): Promise<Output<Call>['data']> {
  const { total, ...votes } = await countPoll(tx, own.id);
  const closed = own.status !== 'open';
  return {
    id: own.id,
    loanId: own.loanId,
    status: own.status,
    openedAt: own.openedAt,
    closesAt: own.closesAt,
    weight: own.weight,
    total,
    answer: own.answer,
    votedAt: own.votedAt,
    turnout: closed || own.answer !== null ? turnoutOf({ total, ...votes }) : null,
    result: closed ? votes : null,
  };
}

/**
 * Decides polls whose deadline has passed; if the votes give no result, an operator gets a task.
 */
export async function closePolls(services: Services): Promise<void> {
  const before = overBefore(services.clock.now());
  const over = await pollsToClose(db(services.pool), before);
  await eachOne(services, over, ({ loanId }) =>
    inWork(services, async (work) => {
      await lockLoan(work.tx, loanId);
      const poll = await runningPoll(work.tx, loanId);
      if (poll?.status !== 'open' || !isOver(poll.closesAt, work.now)) return;
      const result = pollResultOf(await countPoll(work.tx, poll.id));
      const decided = { pollId: poll.id, loanId, from: 'open' };
      if (result === 'undecided') await askOperator(work, poll.id, loanId);
      else await carryOut(work, { ...decided, status: result });
    }),
  );
}

async function askOperator(work: Work, pollId: number, loanId: number): Promise<void> {
  const { tx, now } = work;
  await endPoll(tx, pollId, 'undecided', now);
  const { caseNo } = (await loanById(tx, loanId))!;
  await recordMove(work, {
    subject: { type: 'poll', id: pollId },
    action: 'poll.closed',
    from: 'open',
    to: 'undecided',
    snapshot: { loanId, ...(await sealedVotes(tx, pollId)) },
  });
  await openTask(work, {
    kind: 'poll_decision',
    subject: { type: 'loan', id: loanId, label: `${caseNo} 違約投票未決` },
  });
  await tellHolders(work, loanId, pollResult(caseNo, 'undecided'));
}

/** hooks.tasks.poll_decision: the operator decides as the investors' agent. */
export const pollDecision: TaskHandler<'poll_decision'> = {
  async detail(work, task) {
    const loan = await loanById(work.tx, task.subjectId);
    const poll = await runningPoll(work.tx, task.subjectId);
    return {
      ...task.detail,
      caseNo: loan?.caseNo,
      ...(poll && {
        closesAt: poll.closesAt,
        ...(await countPoll(work.tx, poll.id)),
      }),
    };
  },
  async decide(work, task, { decision, reason }) {
    const loanId = task.subjectId;
    if (!reason) {
      throw new Refusal('DECISION_INVALID', { fields: { reason: '請寫下裁決的理由' } });
    }
    await lockLoan(work.tx, loanId);
    const poll = await runningPoll(work.tx, loanId);
    if (poll?.status !== 'undecided') throw new Refusal('LOAN_STATUS');
    const decided = { pollId: poll.id, loanId, from: poll.status };
    await carryOut(work, { ...decided, status: decision, reason });
  },
};
