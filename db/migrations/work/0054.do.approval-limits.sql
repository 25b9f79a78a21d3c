-- Amounts up to which an operator may approve loans and payments, as two admins have set them.
create table tasks.approval_limit (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  subject text not null check (subject in ('loan', 'payment')),
  -- NT$; null means that there is no limit.
  amount bigint check (amount >= 0),
  made_by bigint not null,
  approved_by bigint not null,
  -- The instant from which it counts; a higher limit counts a day after it was approved.
  valid_from timestamptz not null,
  constraint approval_limit_by_two check (made_by <> approved_by)
);
create index on tasks.approval_limit (operator_id, subject, id desc);
create trigger approval_limit_unchanged before update or delete or truncate
  on tasks.approval_limit for each statement execute function app.refuse_change();
