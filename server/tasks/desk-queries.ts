// SQL of the inbox: taking, assigning and returning tasks, and an operator's saved views.
import type { Role } from '#contract/core/endpoint.ts';
import type { ViewedList } from '#contract/tasks/desk.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/**
 * Takes the first task without an assignee. A row that another operator is taking at the same time
 * is skipped, so that no two operators get the same task and nobody has to wait.
 */
export const takeNext = (tx: Tx, kinds: readonly string[], operatorId: number, now: Date) =>
  tx.maybe<{ id: number }>(sql`
    update tasks.task set assignee_id = ${operatorId}, assigned_at = ${now} where id = (
      select id from tasks.task
      where status = 'open' and assignee_id is null and kind = any (${kinds})
        and maker_id is distinct from ${operatorId} and ${operatorId} <> all (other_makers)
      order by priority = 'high' desc, due_at, id limit 1 for no key update skip locked)
    returning id
  `);

export const assign = (tx: Tx, id: number, assigneeId: number | null, now: Date) =>
  tx.run(sql`
    update tasks.task set assignee_id = ${assigneeId}, assigned_at =
      ${assigneeId === null ? null : now} where id = ${id}
  `);

export const setPriority = (tx: Tx, id: number, priority: string, reason: string) =>
  tx.run(sql`
    update tasks.task set priority = ${priority}, priority_reason = ${reason} where id = ${id}
  `);

type OperatorRow = { id: number; name: string; roles: Role[] };

export const operatorsAtWork = (tx: Tx) =>
  tx.many<OperatorRow>(sql`
    select id, name, roles from identity.operator where disabled_at is null order by name, id
  `);

export const operatorAtWork = (tx: Tx, id: number) =>
  tx.maybe<OperatorRow>(sql`
    select id, name, roles from identity.operator where id = ${id} and disabled_at is null
  `);

type ViewRow = { id: number; name: string; query: Record<string, string> };

export const viewsOf = (tx: Tx, operatorId: number, list: ViewedList) =>
  tx.many<ViewRow>(sql`
    select id, name, query from tasks.view
    where operator_id = ${operatorId} and list = ${list} order by id
  `);

export const keepView = (
  tx: Tx,
  operatorId: number,
  { list, name, query }: { list: ViewedList; name: string; query: Record<string, string> },
) =>
  tx.one<ViewRow>(sql`
    insert into tasks.view (operator_id, list, name, query) values (${operatorId}, ${list},
      ${name}, ${JSON.stringify(query)})
    on conflict (operator_id, list, name) do update set query = excluded.query
    returning id, name, query
  `);

export const removeView = (tx: Tx, operatorId: number, id: number) =>
  tx.run(sql`delete from tasks.view where id = ${id} and operator_id = ${operatorId}`);
