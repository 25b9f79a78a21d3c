-- Who is told about overdue tasks, when operators are absent, and whose turn it is.
alter table tasks.task
  -- 0: nobody was told; 1: those who may decide it; 2: the admins as well.
  add column escalation smallint not null default 0 check (escalation between 0 and 2),
  add column escalated_at timestamptz;

create table tasks.absence (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  first_day date not null,
  last_day date not null,
  substitute_id bigint,
  made_by bigint not null,
  made_at timestamptz not null,
  -- When the operator was back earlier, or the entry was a mistake.
  ended_at timestamptz,
  constraint absence_days check (last_day >= first_day),
  constraint absence_substitute check (substitute_id <> operator_id)
);
create index absence_operator on tasks.absence (operator_id, last_day) where ended_at is null;

-- The operator to whom a task of a kind was assigned automatically last.
create table tasks.turn (
  kind text primary key,
  operator_id bigint not null
);
