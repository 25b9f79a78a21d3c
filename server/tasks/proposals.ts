// Work on which two persons agree: one proposes it, another approves it or gives it back.
import type { ActionName } from '#contract/core/action-words.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import type { TaskDetail, TaskDetailSent } from '#contract/tasks/details.ts';
import type { DecisionName, TaskKind } from '#contract/tasks/kinds.ts';
import type { Operator } from '../call.ts';
import type { TaskHandler, TaskRow } from '../hooks.ts';
import type { Work } from '../work.ts';
import { sql } from '../database/sql.ts';
import { openTask } from './opening.ts';
import { recordMove, type Subject } from './recording.ts';

/** The kinds of task of which the only decisions are `approve` and `return`. */
export type ProposalKind = {
  [K in TaskKind]: DecisionName<K> extends 'approve' | 'return' ? K : never;
}[TaskKind];

/** The work of the second person. */
export type Checking<K extends ProposalKind> = Work & {
  operator: Operator;
  task: TaskRow<K>;
  decided: DecisionOf<K>;
  /** Why they decided so; always given when they return the work. */
  reason: string | null;
};

/** What an act adds to its row of the audit log. */
type Recorded = Partial<Parameters<typeof recordMove>[1]>;

/**
 * What a kind of proposal does. A kind that needs more than this is a `TaskHandler` of its own.
 */
export type Proposal<K extends ProposalKind, Row> = {
  /**
   * Locks and returns what the proposal is about. Null if it no longer waits for this decision,
   * which ends the task. Refuses an operator who may not decide about it.
   */
  subject(work: Work & { operator: Operator }, task: TaskRow<K>): Promise<Row | null>;
  /**
   * Returns what the second person reads. Null if the subject is gone: then they read what the task
   * has stored.
   */
  facts(work: Work, task: TaskRow<K>): Promise<TaskDetail<K> | TaskDetailSent<K> | null>;
  /** Does what was proposed. Refuses what is no longer possible; the task stays open then. */
  carryOut(work: Checking<K>, row: Row): Promise<Recorded | void>;
  /** Ends what the proposal has begun, if anything. */
  onReturn?(work: Checking<K>, row: Row): Promise<Recorded | void>;
  /**
   * Names of the acts in the audit log, unless an act returns its own name. An act without a name
   * writes its rows itself.
   */
  audit: { proposed?: ActionName; approved?: ActionName; returned?: ActionName };
  /** What the audit rows are about, if that is not the subject of the task. */
  recordedOn?(row: Row): Subject;
};

type Proposed<K extends ProposalKind> = Omit<Parameters<typeof openTask<K>>[1], 'kind'> & {
  /** What the row of the audit log says besides who proposed it. */
  recorded?: Recorded;
};

/** Handles the tasks of a kind of proposal, and opens them, for a call or for a job. */
export type ProposalHandler<K extends ProposalKind> = TaskHandler<K> & {
  propose(work: Work, proposed: Proposed<K>): Promise<void>;
};

export function proposal<K extends ProposalKind, Row>(
  kind: K,
  of: Proposal<K, Row>,
): ProposalHandler<K> {
  return {
    async propose(work, { recorded, ...task }) {
      await openTask(work, { ...task, kind });
      const action = of.audit.proposed;
      if (action) await recordMove(work, { subject: task.subject, action, ...recorded });
    },

    detail: async (work, task) => (await of.facts(work, task)) ?? task.detail,

    async decide(work, task, decided) {
      const row = await of.subject(work, task);
      if (row === null) return 'overtaken';
      const { decision, reason = null } = decided as { decision: string; reason?: string };
      const isApproved = decision === 'approve';
      const checking = { ...work, task, decided, reason };
      const recorded = await (isApproved
        ? of.carryOut(checking, row)
        : of.onReturn?.(checking, row));
      const named = isApproved ? of.audit.approved : of.audit.returned;
      const action = (recorded && recorded.action) ?? named;
      if (!action) return;
      const own = { type: task.subjectType, id: task.subjectId };
      const subject = of.recordedOn?.(row) ?? own;
      await recordMove(work, { subject, reason, ...recorded, action });
    },
  };
}

/** Does something in a savepoint that is rolled back at once, and returns its result. */
export async function tried<Result>({ tx }: Work, act: () => Promise<Result>): Promise<Result> {
  await tx.run(sql`savepoint proposal`);
  const result = await act();
  await tx.run(sql`rollback to savepoint proposal`);
  return result;
}
