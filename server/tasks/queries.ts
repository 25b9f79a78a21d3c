// SQL of the inbox, the audit log and its seal.
import type { SubjectType } from '#contract/core/subject-words.ts';
import type { FlagCode } from '#contract/tasks/flag-words.ts';
import type { TaskDetail } from '#contract/tasks/details.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Tx } from '../database/db.ts';
import {
  allOf,
  constant,
  keyset,
  limitOf,
  type Part,
  sql,
  totalOf,
  when,
} from '../database/sql.ts';

export type TaskDbRow<K extends TaskKind = TaskKind> = {
  id: number;
  kind: K;
  subjectType: SubjectType;
  subjectId: number;
  subjectLabel: string;
  status: 'open' | 'done';
  detail: TaskDetail<K>;
  makerId: number | null;
  /** Others who have made a part of what the task is about. */
  otherMakers: number[];
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

const columns = sql`t.id, t.kind, t.subject_type, t.subject_id, t.subject_label, t.status, t.detail,
  t.maker_id, t.other_makers, t.checker_id, m.name as maker, c.name as checker, t.decision,
  t.reason, t.created_at, t.due_at, t.assignee_id, a.name as assignee, t.priority,
  t.priority_reason`;
const from = sql`tasks.task t
  left join identity.operator m on m.id = t.maker_id
  left join identity.operator c on c.id = t.checker_id
  left join identity.operator a on a.id = t.assignee_id`;

/** Inserts a task; returns null if a task of this kind is already open for the subject. */
export const insertTask = (
  tx: Tx,
  task: {
    kind: TaskKind;
    subjectType: string;
    subjectId: number;
    subjectLabel: string;
    detail: object;
    makerId: number | null;
    otherMakers: readonly number[];
    now: Date;
    dueAt: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into tasks.task
      (kind, subject_type, subject_id, subject_label, detail, maker_id, other_makers, created_at,
        due_at)
    values (${task.kind}, ${task.subjectType}, ${task.subjectId}, ${task.subjectLabel},
      ${JSON.stringify(task.detail)}, ${task.makerId}, ${task.otherMakers}, ${task.now},
      ${task.dueAt})
    on conflict (kind, subject_type, subject_id) where status = 'open' do nothing
    returning id
  `);

const orders = {
  due: sql`t.due_at, t.id`,
  priority: sql`t.priority = 'high' desc, t.due_at, t.id`,
  newest: sql`t.id desc`,
};

/**
 * `assignee`: null selects tasks without assignee, undefined all tasks. `viewer`: the operator
 * whose sent-back work is selected; null selects that of everybody.
 */
export type TaskFilter = {
  kinds: readonly string[];
  status: 'open' | 'done';
  assignee: number | null | undefined;
  viewer: number | null;
  order: keyof typeof orders;
};

/**
 * The status is inserted as SQL text instead of a parameter, so that PostgreSQL can use the index
 * for this status.
 */
const isInStatus = { open: sql`t.status = 'open'`, done: sql`t.status = 'done'` };

const sentBackOf = (viewer: number | null) =>
  when(viewer, sql`(t.kind <> 'sent_back' or t.assignee_id = ${viewer})`);

const taskConditions = ({ kinds, status, assignee, viewer }: TaskFilter) => [
  isInStatus[status],
  sql`t.kind = any (${kinds})`,
  assignee === null ? sql`t.assignee_id is null` : when(assignee, sql`t.assignee_id = ${assignee}`),
  sentBackOf(viewer),
];

const tasksById = keyset('asc', { id: sql`t.id` });

/** Lists tasks: for a page in the chosen order, for an export in the order of their ids. */
export const listTasks = (tx: Tx, of: TaskFilter, part: Part<{ id: number }>) =>
  tx.many<TaskDbRow>(sql`
    select ${columns} from ${from}
    where ${allOf([...taskConditions(of), tasksById.after(part)])}
    order by ${part.last === undefined ? orders[of.order] : tasksById.order} ${limitOf(part)}
  `);

/** Counts the tasks, but stops at the number through which the list can be paged. */
export const countTasks = (tx: Tx, of: TaskFilter) =>
  tx.one<{ total: number }>(totalOf(sql`tasks.task t where ${allOf(taskConditions(of))}`));

export const countOpen = (tx: Tx, now: Date, viewer: number | null) =>
  tx.many<{
    kind: TaskKind;
    open: number;
    unclaimed: number;
    overdue: number;
    escalated: number;
    oldestAt: Date;
    dueAt: Date;
  }>(sql`
    select kind, count(*) as open, count(*) filter (where assignee_id is null) as unclaimed,
      count(*) filter (where due_at < ${now}) as overdue,
      count(*) filter (where escalation > 0) as escalated, min(created_at) as oldest_at,
      min(due_at) as due_at
    from tasks.task t where ${allOf([isInStatus.open, sentBackOf(viewer)])} group by kind
  `);

export const taskById = (tx: Tx, id: number) =>
  tx.maybe<TaskDbRow>(sql`select ${columns} from ${from} where t.id = ${id}`);

export const lockTask = (tx: Tx, id: number) =>
  tx.maybe<TaskDbRow>(sql`
    select ${columns} from ${from} where t.id = ${id} for no key update of t
  `);

/**
 * Locks the tasks in the order of their ids, so that two operators who take many tasks at once
 * never block each other.
 */
export const lockMany = (tx: Tx, ids: readonly number[]) =>
  tx.many<TaskDbRow>(sql`
    select ${columns} from ${from} where t.id = any (${ids}) order by t.id
      for no key update of t
  `);

/** Closes a task; a decision on it that was held has nothing left to decide. */
export const closeTask = (
  tx: Tx,
  id: number,
  done: { checkerId: number | null; decision: string; reason: string | null; now: Date },
) =>
  tx.run(sql`
    with held as (delete from tasks.held_decision where task_id = ${id})
    update tasks.task set status = 'done', checker_id = ${done.checkerId}, decision =
      ${done.decision}, reason = ${done.reason},
    decided_at = ${done.now} where id = ${id}
  `);

/** Replaces the description of a task; its age and assignee stay. */
export const rewriteTask = (
  tx: Tx,
  id: number,
  { label, detail }: { label: string | null; detail: Record<string, unknown> },
) =>
  tx.run(sql`
    update tasks.task set subject_label = coalesce(${label}, subject_label), detail = detail ||
      ${JSON.stringify(detail)}
    where id = ${id}
  `);

/**
 * Adds another person's words to a field of an open task, and the person to its makers. The task
 * goes back to the queue if they hold it, because they may no longer decide it.
 */
export const joinTask = (
  tx: Tx,
  id: number,
  { field, words, makerId }: { field: string; words: string; makerId: number },
) =>
  tx.run(sql`
    update tasks.task set
      detail = detail || jsonb_build_object(${field}::text,
        concat_ws(chr(10), detail ->> ${field}::text, ${words}::text)),
      other_makers = array(select distinct unnest(other_makers || ${makerId}::bigint)),
      assigned_at = case when assignee_id = ${makerId} then null else assigned_at end,
      assignee_id = nullif(assignee_id, ${makerId})
    where id = ${id}
  `);

export const openTaskOf = (tx: Tx, kind: TaskKind, subjectType: string, subjectId: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from tasks.task where status = 'open' and kind = ${kind} and subject_type =
      ${subjectType}
    and subject_id = ${subjectId} for no key update
  `);

/** Whom an open task is given to, and since when it waits. */
export type TaskAge = { createdAt: Date; dueAt: Date; assigneeId: number | null };

/**
 * The first person's task on a subject that was decided last; its maker is whoever decided it. A
 * task of the second person is never returned.
 */
export const firstTaskOf = (tx: Tx, kind: TaskKind, subjectType: string, subjectId: number) =>
  tx.maybe<{ createdAt: Date; dueAt: Date; makerId: number; priority: string }>(sql`
    select created_at, due_at, checker_id as maker_id, priority
    from tasks.task
    where kind = ${kind} and subject_type = ${subjectType} and subject_id = ${subjectId}
      and status = 'done' and maker_id is null and checker_id is not null
    order by id desc limit 1
  `);

/** Gives an open task the age and the assignee that it had before. */
export const restoreAge = (tx: Tx, id: number, age: TaskAge & { priority: string; now: Date }) =>
  tx.run(sql`
    update tasks.task set created_at = ${age.createdAt}, due_at = ${age.dueAt},
      priority = ${age.priority}, assignee_id = ${age.assigneeId},
      assigned_at = ${age.assigneeId === null ? null : age.now}
    where id = ${id}
  `);

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
  tx.run(sql`
    insert into tasks.audit (at, actor_type, actor_id, subject_type, subject_id, action,
      from_status, to_status, reason, snapshot, request_id)
    values (${row.at}, ${row.actorType}, ${row.actorId}, ${row.subjectType}, ${row.subjectId},
      ${row.action}, ${row.from}, ${row.to}, ${row.reason}, ${JSON.stringify(row.snapshot)},
      ${row.requestId})
  `);

/** The seal is looked up row by row, because the log is long and only few rows are unsealed. */
const UNSEALED = sql`(select s.audit_id from tasks.seal s where s.audit_id = a.id) is null`;

/**
 * Advances the limit below which all rows of the audit log are sealed. Rows that the sealer could
 * not see yet belong to transactions that began at `since` or later; if `since` is after `next_at`,
 * the ids of these rows are higher than `next`.
 */
export const moveSealing = (tx: Tx, since: Date) =>
  tx.run(sql`
    with given as materialized (
      select case when is_called then last_value else 0 end as last from tasks.audit_id_seq
    )
    update tasks.sealing m set below = m.next, next = given.last, next_at = clock_timestamp()
    from given
    where m.next_at < ${since} and (m.below < m.next or m.next < given.last)
      and not exists (select from tasks.audit a
        where a.id > m.below and a.id <= m.next and ${UNSEALED})
  `);

/**
 * Seals committed rows in the order of their ids; each hash covers the previous hash and the row as
 * text. Rows whose transactions may still be running are sealed later.
 */
export const sealAudit = (tx: Tx, limit: number) =>
  tx.run(sql`
    with head as (
      select coalesce(max(position), 0) as position,
        (select hash from tasks.seal order by position desc limit 1) as hash
      from tasks.seal
    ), waiting as materialized (
      select a.id, convert_to(a::text, 'UTF8') as body
      from tasks.audit a
      where a.id > (select below from tasks.sealing) and ${UNSEALED}
        and app.is_settled(a.xmin, pg_current_snapshot())
      order by a.id limit ${limit}
    )
    insert into tasks.seal (position, audit_id, hash)
    select head.position + row_number() over place, waiting.id,
      app.chained(waiting.body, head.hash) over place
    from waiting, head window place as (order by waiting.id)
  `);

/**
 * Returns the operators who did one of the acts on a subject since the last act that ended the
 * work, such as its approval.
 */
export const actorsSince = (
  tx: Tx,
  { type, id }: { type: string; id: number },
  acts: readonly string[],
  ends: readonly string[],
) =>
  tx.many<{ id: number }>(sql`
    select distinct a.actor_id as id from tasks.audit a
    where a.subject_type = ${type} and a.subject_id = ${id} and a.actor_type = 'operator'
      and a.actor_id is not null and a.action = any (${acts})
      and a.id > coalesce((select max(e.id) from tasks.audit e where e.subject_type = ${type}
        and e.subject_id = ${id} and e.action = any (${ends})), 0)
    order by 1
  `);

type Values = Record<string, unknown> | null;
type HistoryRow = {
  at: Date;
  who: string | null;
  action: string;
  changed: string[];
  /** Old and new values of the fields; null if only the names of the fields were requested. */
  before: Values;
  after: Values;
};

const HISTORY_MAX = 50;

/** Reads the changes of a subject, newest first, with the fields' values if requested. */
export const historyOf = (tx: Tx, type: string, id: number, withValues: boolean) =>
  tx.many<HistoryRow>(sql`
    select a.at, o.name as who, a.action, coalesce((
        select jsonb_agg(key order by key) from jsonb_object_keys(a.snapshot -> 'after') key
      ), '[]') as changed,
      case when ${withValues} then a.snapshot -> 'before' end as before,
      case when ${withValues} then a.snapshot -> 'after' end as after
    from tasks.audit a
    left join identity.operator o on a.actor_type = 'operator' and o.id = a.actor_id
    where a.subject_type = ${type} and a.subject_id = ${id} order by a.id desc limit
      ${constant(HISTORY_MAX)}
  `);

/**
 * Deletes the personal details in tasks about these subjects; the decisions and their times stay.
 */
export const eraseTasks = (tx: Tx, types: readonly string[], ids: readonly number[]) =>
  tx.run(sql`
    update tasks.task t set subject_label = '資料已刪除', detail = '{}', reason = null
    from unnest(${types}::text[], ${ids}::bigint[]) as s (type, id)
    where t.subject_type = s.type and t.subject_id = s.id
  `);

export type AnswerRow = {
  code: FlagCode;
  facts: string;
  answer: string;
  operatorId: number;
  name: string;
  answeredAt: Date;
};

/**
 * The answers that were given in the tasks of these kinds about a subject, or about payments to
 * these members, oldest first; `until` leaves out those of later tasks.
 */
export const answersAbout = (
  tx: Tx,
  {
    type,
    id,
    kinds,
    members,
  }: {
    type: SubjectType;
    id: number;
    kinds: readonly TaskKind[];
    members: readonly number[];
  },
  until: number | null,
) =>
  tx.many<AnswerRow>(sql`
    select a.code, a.facts, a.answer, a.operator_id, o.name, a.answered_at
    from (
      select a.* from tasks.task t join tasks.flag_answer a on a.task_id = t.id
      where t.subject_type = ${type} and t.subject_id = ${id} and t.kind = any (${kinds})
      union
      select a.* from tasks.flag_answer a join tasks.task t on t.id = a.task_id
      where a.member_id = any (${members}) and t.kind = any (${kinds})
    ) a
    join identity.operator o on o.id = a.operator_id
    where coalesce(a.task_id <= ${until}::bigint, true)
    order by a.id
  `);
