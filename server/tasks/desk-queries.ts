// The SQL of the desk: taking, giving and putting back tasks, and the views an operator keeps.
import type { Role } from '#contract/core/endpoint.ts';
import type { TaskFilter } from '#contract/tasks/desk.ts';
import type { Tx } from '../database/db.ts';

/**
 * Takes the first task nobody holds. A row that another desk is just taking is passed over, so
 * that no two desks ever get the same and none waits for another.
 */
export const takeNext = (tx: Tx, kinds: readonly string[], operatorId: number, now: Date) =>
  tx.maybe<{ id: number }>(
    'tasks.takeNext',
    `update tasks.task set assignee_id = $2, assigned_at = $3 where id = (
       select id from tasks.task
       where status = 'open' and assignee_id is null and kind = any ($1)
         and maker_id is distinct from $2
       order by priority = 'high' desc, due_at, id limit 1 for no key update skip locked)
     returning id`,
    [kinds, operatorId, now],
  );

export const assign = (tx: Tx, id: number, assigneeId: number | null, now: Date) =>
  tx.run('tasks.assign', 'update tasks.task set assignee_id = $2, assigned_at = $3 where id = $1', [
    id,
    assigneeId,
    assigneeId === null ? null : now,
  ]);

export const setPriority = (tx: Tx, id: number, priority: string, reason: string) =>
  tx.run(
    'tasks.setPriority',
    'update tasks.task set priority = $2, priority_reason = $3 where id = $1',
    [id, priority, reason],
  );

type OperatorRow = { id: number; name: string; roles: Role[] };

export const operatorsAtWork = (tx: Tx) =>
  tx.many<OperatorRow>(
    'tasks.operatorsAtWork',
    'select id, name, roles from identity.operator where disabled_at is null order by name, id',
  );

export const operatorAtWork = (tx: Tx, id: number) =>
  tx.maybe<OperatorRow>(
    'tasks.operatorAtWork',
    'select id, name, roles from identity.operator where id = $1 and disabled_at is null',
    [id],
  );

type ViewRow = { id: number; name: string; filter: TaskFilter };

export const viewsOf = (tx: Tx, operatorId: number) =>
  tx.many<ViewRow>(
    'tasks.viewsOf',
    'select id, name, filter from tasks.view where operator_id = $1 order by id',
    [operatorId],
  );

export const keepView = (tx: Tx, operatorId: number, name: string, filter: TaskFilter) =>
  tx.one<ViewRow>(
    'tasks.keepView',
    `insert into tasks.view (operator_id, name, filter) values ($1, $2, $3)
     on conflict (operator_id, name) do update set filter = excluded.filter
     returning id, name, filter`,
    [operatorId, name, JSON.stringify(filter)],
  );

export const removeView = (tx: Tx, operatorId: number, id: number) =>
  tx.run('tasks.removeView', 'delete from tasks.view where id = $2 and operator_id = $1', [
    operatorId,
    id,
  ]);
