// The SQL of the inbox, the audit log and its seal.
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { SubjectType } from '#contract/core/subject-words.ts';
import type { TaskKind } from '#contract/tasks/calls.ts';
import { type Tx, narrowed } from '../database/db.ts';

export type TaskDbRow = {
  id: number;
  kind: TaskKind;
  subjectType: SubjectType;
  subjectId: number;
  subjectLabel: string;
  status: 'open' | 'done';
  detail: Record<string, unknown>;
  makerId: number | null;
  checkerId: number | null;
  maker: string | null;
  checker: string | null;
  decision: string | null;
  reason: string | null;
  createdAt: Date;
  dueAt: Date;
  assigneeId: number | null;
  assignee: string | null;
  priority: 'normal' | 'high';
  priorityReason: string | null;
};

const columns = `t.id, t.kind, t.subject_type as "subjectType", t.subject_id as "subjectId",
  t.subject_label as "subjectLabel", t.status, t.detail, t.maker_id as "makerId",
  t.checker_id as "checkerId", m.name as maker, c.name as checker, t.decision, t.reason,
  t.created_at as "createdAt", t.due_at as "dueAt", t.assignee_id as "assigneeId",
  a.name as assignee, t.priority, t.priority_reason as "priorityReason"`;
const from = `tasks.task t
  left join identity.operator m on m.id = t.maker_id
  left join identity.operator c on c.id = t.checker_id
  left join identity.operator a on a.id = t.assignee_id`;

/** Answers null where one of this kind is open on the subject already. */
export const insertTask = (
  tx: Tx,
  task: {
    kind: TaskKind;
    subjectType: string;
    subjectId: number;
    subjectLabel: string;
    detail: Record<string, unknown>;
    makerId: number | null;
    now: Date;
    dueAt: Date;
  },
) =>
  tx.maybe<{ id: number }>(
    'tasks.insertTask',
    `insert into tasks.task
       (kind, subject_type, subject_id, subject_label, detail, maker_id, created_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (kind, subject_type, subject_id) where status = 'open' do nothing
     returning id`,
    [
      task.kind,
      task.subjectType,
      task.subjectId,
      task.subjectLabel,
      JSON.stringify(task.detail),
      task.makerId,
      task.now,
      task.dueAt,
    ],
  );

const orders = {
  due: 't.due_at, t.id',
  priority: `t.priority = 'high' desc, t.due_at, t.id`,
  newest: 't.id desc',
};

/** `assignee` null is nobody's only, undefined everybody's. */
export type TasksWanted = {
  kinds: readonly string[];
  status: 'open' | 'done';
  assignee: number | null | undefined;
  order: keyof typeof orders;
};

/** The status stands in the text: each has its own index. */
const wantedOf = ({ kinds, status, assignee }: Omit<TasksWanted, 'order'>) => {
  const { where, values, key } = narrowed([
    ['t.kind = any ($)', kinds],
    ['t.assignee_id = $', assignee],
  ]);
  const nobody = assignee === null ? ' and t.assignee_id is null' : '';
  return {
    where: `t.status = '${status}' and ${where}${nobody}`,
    values,
    key: `${status}.${key}${assignee === null ? 'n' : ''}`,
  };
};

export const listTasks = (tx: Tx, of: TasksWanted, limit: number, offset: number) => {
  const { where, values, key } = wantedOf(of);
  const page = `limit $${values.length + 1} offset $${values.length + 2}`;
  return tx.many<TaskDbRow>(
    `tasks.list.${of.order}.${key}`,
    `select ${columns} from ${from} where ${where} order by ${orders[of.order]} ${page}`,
    [...values, limit, offset],
  );
};

/** In the order of their ids, beyond one of them: a page of a table. */
export const tasksAfter = (
  tx: Tx,
  of: Omit<TasksWanted, 'order'>,
  after: number,
  limit: number,
) => {
  const { where, values, key } = wantedOf(of);
  const place = values.length;
  return tx.many<TaskDbRow>(
    `tasks.after.${key}`,
    `select ${columns} from ${from} where ${where} and t.id > $${place + 1}
     order by t.id limit $${place + 2}`,
    [...values, after, limit],
  );
};

/** How many there are, counted no further than the list is paged. */
export const countTasks = async (tx: Tx, of: TasksWanted): Promise<number> => {
  const { where, values, key } = wantedOf(of);
  const { total } = await tx.one<{ total: number }>(
    `tasks.count.${key}`,
    `select count(*) as total
     from (select from tasks.task t where ${where} limit ${COUNTED_MAX}) found`,
    values,
  );
  return total;
};

export const countOpen = (tx: Tx, now: Date) =>
  tx.many<{
    kind: TaskKind;
    open: number;
    unclaimed: number;
    overdue: number;
    oldestAt: Date;
    dueAt: Date;
  }>(
    'tasks.countOpen',
    `select kind, count(*) as open, count(*) filter (where assignee_id is null) as unclaimed,
       count(*) filter (where due_at < $1) as overdue, min(created_at) as "oldestAt",
       min(due_at) as "dueAt"
     from tasks.task where status = 'open' group by kind`,
    [now],
  );

export const taskById = (tx: Tx, id: number) =>
  tx.maybe<TaskDbRow>('tasks.byId', `select ${columns} from ${from} where t.id = $1`, [id]);

export const lockTask = (tx: Tx, id: number) =>
  tx.maybe<TaskDbRow>(
    'tasks.lock',
    `select ${columns} from ${from} where t.id = $1 for no key update of t`,
    [id],
  );

/** In the order of their ids, so that two who take many at once never wait for each other. */
export const lockMany = (tx: Tx, ids: readonly number[]) =>
  tx.many<TaskDbRow>(
    'tasks.lockMany',
    `select ${columns} from ${from} where t.id = any ($1) order by t.id for no key update of t`,
    [ids],
  );

export const closeTask = (
  tx: Tx,
  id: number,
  done: { checkerId: number | null; decision: string; reason: string | null; now: Date },
) =>
  tx.run(
    'tasks.close',
    `update tasks.task set status = 'done', checker_id = $2, decision = $3, reason = $4,
       decided_at = $5 where id = $1`,
    [id, done.checkerId, done.decision, done.reason, done.now],
  );

/** What a task is about, said anew; its age and whose hands it is in stay. */
export const rewriteTask = (
  tx: Tx,
  id: number,
  { label, detail }: { label: string | null; detail: Record<string, unknown> },
) =>
  tx.run(
    'tasks.rewrite',
    `update tasks.task set subject_label = coalesce($2, subject_label), detail = detail || $3
     where id = $1`,
    [id, label, JSON.stringify(detail)],
  );

export const openTaskOf = (tx: Tx, kind: TaskKind, subjectType: string, subjectId: number) =>
  tx.maybe<{ id: number }>(
    'tasks.openTaskOf',
    `select id from tasks.task where status = 'open' and kind = $1 and subject_type = $2
       and subject_id = $3 for no key update`,
    [kind, subjectType, subjectId],
  );

export type AuditRow = {
  at: Date;
  actorType: string;
  actorId: number | null;
  subjectType: string;
  subjectId: number;
  action: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  snapshot: Record<string, unknown>;
  requestId: string;
};

export const insertAudit = (tx: Tx, row: AuditRow) =>
  tx.run(
    'tasks.insertAudit',
    `insert into tasks.audit (at, actor_type, actor_id, subject_type, subject_id, action,
       from_status, to_status, reason, snapshot, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.at,
      row.actorType,
      row.actorId,
      row.subjectType,
      row.subjectId,
      row.action,
      row.from,
      row.to,
      row.reason,
      JSON.stringify(row.snapshot),
      row.requestId,
    ],
  );

/** Looked up row by row: the log is long, and little of it is unsealed. */
const UNSEALED = '(select s.audit_id from tasks.seal s where s.audit_id = a.id) is null';

/**
 * Moves the row up to which all is sealed. What the sealer could not see belongs to transactions
 * that began at `since` or later: where that is after `next_at`, their rows have ids beyond `next`.
 */
export const moveSealing = (tx: Tx, since: Date) =>
  tx.run(
    'tasks.moveSealing',
    `with given as materialized (
       select case when is_called then last_value else 0 end as last from tasks.audit_id_seq
     )
     update tasks.sealing m set below = m.next, next = given.last, next_at = clock_timestamp()
     from given
     where m.next_at < $1 and (m.below < m.next or m.next < given.last)
       and not exists (select from tasks.audit a
         where a.id > m.below and a.id <= m.next and ${UNSEALED})`,
    [since],
  );

/**
 * Seals committed rows in the order of their ids, each hash over the one before and the row as
 * text. Rows of transactions that may still be under way wait.
 */
export const sealAudit = (tx: Tx, limit: number) =>
  tx.run(
    'tasks.seal',
    `with head as (
       select coalesce(max(position), 0) as position,
         (select hash from tasks.seal order by position desc limit 1) as hash
       from tasks.seal
     ), waiting as materialized (
       select a.id, convert_to(a::text, 'UTF8') as body
       from tasks.audit a
       where a.id > (select below from tasks.sealing) and ${UNSEALED}
         and door.is_settled(a.xmin, pg_current_snapshot())
       order by a.id limit $1
     )
     insert into tasks.seal (position, audit_id, hash)
     select head.position + row_number() over place, waiting.id,
       door.chained(waiting.body, head.hash) over place
     from waiting, head window place as (order by waiting.id)`,
    [limit],
  );

type Values = Record<string, unknown> | null;
type HistoryRow = {
  at: Date;
  who: string | null;
  action: string;
  changed: string[];
  /** What was in the fields and what is; null where only their names were asked for. */
  before: Values;
  after: Values;
};

const HISTORY_MAX = 50;

/** What was done to a thing, newest first; with what its fields held where that is asked for. */
export const historyOf = (tx: Tx, type: string, id: number, withValues: boolean) =>
  tx.many<HistoryRow>(
    'tasks.historyOf',
    `select a.at, o.name as who, a.action, coalesce((
         select jsonb_agg(key order by key) from jsonb_object_keys(a.snapshot -> 'after') key
       ), '[]') as changed,
       case when $3 then a.snapshot -> 'before' end as before,
       case when $3 then a.snapshot -> 'after' end as after
     from tasks.audit a
     left join identity.operator o on a.actor_type = 'operator' and o.id = a.actor_id
     where a.subject_type = $1 and a.subject_id = $2 order by a.id desc limit ${HISTORY_MAX}`,
    [type, id, withValues],
  );

/** Takes out what tasks say about these subjects; what was decided and when stays. */
export const eraseTasks = (tx: Tx, types: readonly string[], ids: readonly number[]) =>
  tx.run(
    'tasks.eraseTasks',
    `update tasks.task t set subject_label = '資料已刪除', detail = '{}', reason = null
     from unnest($1::text[], $2::bigint[]) as s (type, id)
     where t.subject_type = s.type and t.subject_id = s.id`,
    [types, ids],
  );
