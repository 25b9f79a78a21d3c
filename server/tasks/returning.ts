// Work that a second person returns: it keeps its age and goes back to the person who made it.
import { returnsTo, type TaskKind } from '#contract/tasks/kinds.ts';
import type { Operator } from '../call.ts';
import type { Work } from '../work.ts';
import { recordMove, type Subject } from './recording.ts';
import { operatorAtWork } from './desk-queries.ts';
import { firstTaskOf, insertTask, openTaskOf, restoreAge, type TaskDbRow } from './queries.ts';
import { mayDecide } from './rules.ts';

/** Returns the maker if they are still at work and may still decide this kind; otherwise null. */
async function makerFor(work: Work, kind: TaskKind, makerId: number): Promise<number | null> {
  const maker = await operatorAtWork(work.tx, makerId);
  return maker && mayDecide(kind, maker.roles) ? maker.id : null;
}

/**
 * Gives the task that was opened again the created and due time of the first person's last task on
 * the subject, and assigns it to that person. Does nothing if there is no such task.
 */
export async function keepAge(work: Work, kind: TaskKind, subject: Subject): Promise<void> {
  const { tx, now } = work;
  const open = await openTaskOf(tx, kind, subject.type, subject.id);
  const first = open && (await firstTaskOf(tx, kind, subject.type, subject.id));
  if (!first) return;
  const assigneeId = await makerFor(work, kind, first.makerId);
  await restoreAge(tx, open.id, { ...first, assigneeId, now });
  await recordMove(work, {
    subject: { type: 'task', id: open.id },
    action: 'task.sent_back',
    to: assigneeId,
    snapshot: { kind },
  });
}

/**
 * Sends returned work back to its maker: the task that the return has opened again, or else a task
 * `sent_back` with the age of the returned one. Work that nobody made is not sent back.
 */
export async function sendBack(
  work: Work & { operator: Operator },
  row: TaskDbRow,
  reason: string | null,
): Promise<void> {
  const { tx, operator } = work;
  if (row.makerId === null) return;
  const subject = { type: row.subjectType, id: row.subjectId };
  const again = returnsTo[row.kind];
  if (again) return keepAge(work, again, subject);
  const task = await insertTask(tx, {
    kind: 'sent_back',
    subjectType: subject.type,
    subjectId: subject.id,
    subjectLabel: row.subjectLabel,
    detail: { returned: reason, from: row.kind, by: operator.name },
    makerId: null,
    otherMakers: [],
    now: row.createdAt,
    dueAt: row.dueAt,
  });
  if (!task) return;
  const assigneeId = await makerFor(work, 'sent_back', row.makerId);
  const { createdAt, dueAt, priority } = row;
  await restoreAge(tx, task.id, { createdAt, dueAt, priority, assigneeId, now: work.now });
  await recordMove(work, {
    subject: { type: 'task', id: task.id },
    action: 'task.sent_back',
    to: assigneeId,
    reason,
    snapshot: { kind: row.kind },
  });
}
