// SQL of the changes of operators that wait for a second admin.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** The open tasks about these operators. */
export const openChecks = (tx: Tx, operatorIds: readonly number[]) =>
  tx.many<{ operatorId: number; taskId: number }>(sql`
    select subject_id as operator_id, id as task_id from tasks.task
    where kind = 'operator_check' and status = 'open' and subject_type = 'operator'
      and subject_id = any (${operatorIds}::bigint[])
  `);
