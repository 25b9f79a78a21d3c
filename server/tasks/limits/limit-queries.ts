// SQL of the limits up to which operators may approve loans and payments.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import type { Approved, LimitSubject } from '#contract/tasks/limits.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type LimitRow = { operatorId: number; subject: LimitSubject; amount: Money | null };

/** Limits of operators that count at an instant of real time; operators without one are missing. */
export const limitsAt = (tx: Tx, operatorIds: readonly number[], realNow: Date) =>
  tx.many<LimitRow>(sql`
    select distinct on (operator_id, subject) operator_id, subject, amount
    from tasks.approval_limit
    where operator_id = any (${operatorIds}) and valid_from <= ${realNow}
    order by operator_id, subject, id desc
  `);

/** The limit that an operator has or will have, whichever was set last. */
export const lastLimits = (tx: Tx, operatorIds: readonly number[]) =>
  tx.many<LimitRow & { validFrom: Date }>(sql`
    select distinct on (operator_id, subject) operator_id, subject, amount, valid_from
    from tasks.approval_limit where operator_id = any (${operatorIds})
    order by operator_id, subject, id desc
  `);

export const insertLimit = (
  tx: Tx,
  of: LimitRow & { madeBy: number; approvedBy: number; validFrom: Date },
) =>
  tx.run(sql`
    insert into tasks.approval_limit
      (operator_id, subject, amount, made_by, approved_by, valid_from)
    values (${of.operatorId}, ${of.subject}, ${of.amount}, ${of.madeBy}, ${of.approvedBy},
      ${of.validFrom})
  `);

/** Sums that operators have approved on a day, in NT$; those who approved nothing are missing. */
export const approvedOn = (tx: Tx, operatorIds: readonly number[], day: Day) =>
  tx.many<{ operatorId: number; subject: Approved; amount: Money }>(sql`
    select operator_id, subject, sum(amount)::bigint as amount
    from tasks.approved where operator_id = any (${operatorIds}) and day = ${day}
    group by 1, 2
  `);

/** Lets the approvals of one operator wait for each other, so that their sum is right. */
export const lockApprovals = (tx: Tx, operatorId: number) =>
  tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`approvals:${operatorId}`}, 9))`);

export const insertApproved = (
  tx: Tx,
  of: { taskId: number; operatorId: number; subject: Approved; amount: Money; day: Day },
) =>
  tx.run(sql`
    insert into tasks.approved (task_id, operator_id, subject, amount, day)
    values (${of.taskId}, ${of.operatorId}, ${of.subject}, ${of.amount}, ${of.day})
  `);
