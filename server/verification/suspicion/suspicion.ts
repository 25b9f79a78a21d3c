// Suspicions that a reviewer reports while they ask for corrections: another person decides whether
// the Investigation Bureau is told. The member learns nothing of it.
import type { Operator } from '../../call.ts';
import type { TaskHandler } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { joinTask, openTask, recordMove } from '../../tasks/front.ts';
import { personOf } from '../person.ts';

/**
 * The member is the subject under a type of its own, because members can download the audit rows
 * about themselves.
 */
const subjectOf = (memberId: number) => ({ type: 'suspicion', id: memberId }) as const;

/**
 * Opens the case of a suspicion. A second report of the same member is added to the open case,
 * which its reporter may then not decide either.
 */
export async function reportSuspicion(
  work: Work & { operator: Operator },
  memberId: number,
  of: { label: string; grounds: string; from: number },
): Promise<void> {
  const { grounds, from } = of;
  const kind = 'suspicion_review';
  const words = `再次通報（${work.operator.name}，任務 ${from}）：${grounds}`;
  if (!(await joinTask(work, kind, subjectOf(memberId), { field: 'grounds', words }))) {
    await openTask(work, {
      kind,
      subject: { ...subjectOf(memberId), label: of.label },
      detail: { grounds, reviewTaskId: from },
      makerId: work.operator.id,
    });
  }
  await recordMove(work, {
    subject: subjectOf(memberId),
    action: 'suspicion.opened',
    reason: grounds,
    snapshot: { task: from },
  });
}

/** One person has reported, another decides; `reason` is the record of the decision. */
export const suspicionReview: TaskHandler<'suspicion_review'> = {
  async detail({ tx, services }, task) {
    const person = await personOf(tx, services, task.subjectId);
    return {
      ...task.detail,
      memberId: task.subjectId,
      name: person?.name ?? null,
      idNumberMasked: person?.idNumberMasked ?? null,
    };
  },

  async decide(work, task, { decision, reason }) {
    await recordMove(work, {
      subject: subjectOf(task.subjectId),
      action: decision === 'report' ? 'suspicion.reported' : 'suspicion.dismissed',
      reason: reason ?? null,
    });
  },
};
