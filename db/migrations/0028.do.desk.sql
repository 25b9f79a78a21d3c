-- Whose hands a task is in, what comes first, and the views an operator keeps of the inbox.
alter table tasks.task
  add column assignee_id bigint,
  add column assigned_at timestamptz,
  add column priority text not null default 'normal' check (priority in ('normal', 'high')),
  add column priority_reason text;
create index task_assignee on tasks.task (assignee_id) where status = 'open';

create table tasks.view (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  name text not null,
  -- Kind, status, assignee and order, as the list takes them.
  filter jsonb not null,
  created_at timestamptz not null default now(),
  unique (operator_id, name)
);

-- What the office finds people by: the last digits of a bank account.
create index bank_account_tail on verification.bank_account (account_tail);
