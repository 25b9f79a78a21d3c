-- The inbox of the operators, and the audit log of every change of state.
create schema tasks;

create table tasks.task (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_type text not null,
  subject_id bigint not null,
  subject_label text not null,
  status text not null default 'open' check (status in ('open', 'done')),
  detail jsonb not null default '{}',
  maker_id bigint,
  checker_id bigint,
  decision text,
  reason text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz
);
create index task_inbox on tasks.task (status, kind, due_at, id);
create index task_subject on tasks.task (subject_type, subject_id);
-- What waits for a person waits once.
create unique index task_open_once on tasks.task (kind, subject_type, subject_id)
  where status = 'open';

create table tasks.audit (
  id bigint generated always as identity primary key,
  -- When it happened by the business clock, apart from when it was recorded.
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('member', 'operator', 'system', 'bank')),
  actor_id bigint,
  subject_type text not null,
  subject_id bigint not null,
  action text not null,
  from_status text,
  to_status text,
  reason text,
  snapshot jsonb not null default '{}',
  request_id text
);
create index audit_subject on tasks.audit (subject_type, subject_id, id);
create trigger audit_append_only before update or delete on tasks.audit
  for each statement execute function door.refuse_change();

-- The chain over the log: sealed a moment later by one sealer, so that no transaction waits for
-- another's place in the chain.
create table tasks.seal (
  position bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
create trigger seal_append_only before update or delete on tasks.seal
  for each statement execute function door.refuse_change();
