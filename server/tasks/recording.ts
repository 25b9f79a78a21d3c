// Writing the audit log: one row for each change of status.
import type { ActionName } from '#contract/core/action-words.ts';
import type { SubjectType } from '#contract/core/subject-words.ts';
import type { Work } from '../work.ts';
import { insertAudit } from './queries.ts';

export type Subject = { type: SubjectType; id: number };

/** Writes the audit row of a status change (who, what, from, to, why) in the same transaction. */
export async function recordMove(
  work: Work,
  move: {
    subject: Subject;
    action: ActionName;
    from?: string | number | null;
    to?: string | number | null;
    reason?: string | null;
    snapshot?: Record<string, unknown>;
  },
): Promise<void> {
  await insertAudit(work.tx, {
    at: work.now,
    actorType: work.actor.type,
    actorId: work.actor.id,
    subjectType: move.subject.type,
    subjectId: move.subject.id,
    action: move.action,
    from: move.from == null ? null : String(move.from),
    to: move.to == null ? null : String(move.to),
    reason: move.reason ?? null,
    snapshot: move.snapshot ?? {},
    requestId: work.requestId,
  });
}
