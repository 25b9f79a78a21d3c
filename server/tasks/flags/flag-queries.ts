// SQL of storing and erasing the answers to flags; `queries.ts` reads them.
import type { FlagCode } from '#contract/tasks/flag-words.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export const insertAnswer = (
  tx: Tx,
  of: {
    taskId: number;
    code: FlagCode;
    facts: string;
    answer: string;
    /** The member who is paid, if the answer serves all payments to them. */
    memberId: number | null;
    operatorId: number;
    now: Date;
  },
) =>
  tx.run(sql`
    insert into tasks.flag_answer (task_id, code, facts, answer, member_id, operator_id,
      answered_at)
    values (${of.taskId}, ${of.code}, ${of.facts}, ${of.answer}, ${of.memberId}, ${of.operatorId},
      ${of.now})
  `);

/** Leaves an open task to somebody else: its operator is one of its makers from then on. */
export const leaveToAnother = (tx: Tx, taskId: number, operatorId: number) =>
  tx.run(sql`
    with held as (delete from tasks.held_decision where task_id = ${taskId})
    update tasks.task set
      other_makers = array(select distinct unnest(other_makers || ${operatorId}::bigint)),
      assignee_id = null, assigned_at = null
    where id = ${taskId}
  `);

/**
 * Deletes the answers about persons, in the tasks about them and about payments to them: already
 * the warning tells something of them.
 */
export const eraseAnswers = (tx: Tx, types: readonly string[], ids: readonly number[]) =>
  tx.run(sql`
    delete from tasks.flag_answer a
    using tasks.task t, unnest(${types}::text[], ${ids}::bigint[]) as s (type, id)
    where t.id = a.task_id and (t.subject_type = s.type and t.subject_id = s.id
      or s.type = 'member' and a.member_id = s.id)
  `);
