// Recourse: what the bank took back after it was shared, covered by us and pursued with the payer.
import { formatMoney, negate, type Money } from '#contract/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaskHandler, Work } from '../action.ts';
import { post } from '../ledger/actions.ts';
import { openTask } from '../tasks/actions.ts';
import { endRecourse, insertRecourse, recourseOf, type Recourse } from './loss-queries.ts';

const subjectOf = (recourse: Recourse & { caseNo: string }) => ({
  type: 'receipt' as const,
  id: recourse.receiptId,
  label: `${recourse.caseNo} 的還款遭銀行沖正，平台墊付 ${formatMoney(recourse.amount)}`,
});

/** Covers from our own account what investors keep, as a claim on the payer, and asks a person. */
export async function cover(work: Work, recourse: Recourse & { caseNo: string }): Promise<void> {
  const { receiptId, loanId, memberId, amount } = recourse;
  await insertRecourse(work.tx, { receiptId, loanId, memberId, amount, coveredOn: work.today });
  await post(work, [
    {
      id: `loan:${loanId}:receipt:${receiptId}:covered`,
      kind: 'covered',
      on: work.today,
      loanId,
      entries: [
        { account: 'recourse_receivable', loan: loanId, member: memberId, amount },
        { account: 'suspense', amount: negate(amount) },
        { account: 'trust_bank', amount },
        { account: 'platform_bank', amount: negate(amount) },
      ],
    },
  ]);
  await openTask(work, {
    kind: 'recourse',
    subject: subjectOf(recourse),
    detail: { loanId, receiptId, covered: amount },
  });
}

/** Recovered into our own account, or lost: that takes a second person. */
export const recourseTask: TaskHandler = {
  async detail(work, task) {
    const recourse = await recourseOf(work.tx, task.subjectId);
    return { ...task.detail, caseNo: recourse?.caseNo, day: recourse?.coveredOn };
  },
  async decide(work, task, { decision, reason }) {
    const recourse = await recourseOf(work.tx, task.subjectId);
    if (recourse?.status !== 'open') throw new Refusal('ORDER_STATUS');
    if (decision === 'dismiss' && task.makerId === null) {
      await openTask(work, {
        kind: 'recourse',
        subject: subjectOf(recourse),
        detail: { ...task.detail, why: reason },
        makerId: work.operator.id,
      });
      return;
    }
    await end(work, recourse, decision === 'recovered' ? 'recovered' : 'lost');
  },
};

async function end(work: Work, recourse: Recourse, status: 'recovered' | 'lost'): Promise<void> {
  const { receiptId, loanId, memberId } = recourse;
  const amount: Money = recourse.amount;
  await endRecourse(work.tx, receiptId, status, work.today);
  await post(work, [
    {
      id: `recourse:${receiptId}`,
      kind: `recourse_${status}`,
      on: work.today,
      loanId,
      entries: [
        { account: status === 'recovered' ? 'platform_bank' : 'loss', amount },
        {
          account: 'recourse_receivable',
          loan: loanId,
          member: memberId,
          amount: negate(amount),
        },
      ],
    },
  ]);
}
