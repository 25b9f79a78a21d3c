-- Days off move due days, so that two persons agree on them. One person may add today or tomorrow
-- because of a typhoon (`provisional`); it counts at once and is undone unless another confirms it.
create table servicing.holiday_change (
  id bigint generated always as identity primary key,
  act text not null check (act in ('add', 'remove')),
  -- [{day, name, business}], at most five of them.
  days jsonb not null check (jsonb_array_length(days) between 1 and 5),
  state text not null check (state in ('waiting', 'provisional', 'agreed', 'returned', 'undone')),
  -- Last day on which a provisional day may be confirmed.
  confirm_by date,
  made_by bigint not null references identity.operator,
  made_at timestamptz not null,
  decided_by bigint references identity.operator,
  decided_at timestamptz,
  -- The instalments that became payable later, with the day until which they were payable before:
  -- [{loanId, version, no, before}].
  moved jsonb not null default '[]',
  -- Whether a borrower was told of a later day; then the days stay.
  told boolean not null default false,
  constraint holiday_change_by_another check (decided_by <> made_by),
  constraint holiday_change_by_two check (state <> 'agreed' or decided_by is not null),
  check ((confirm_by is not null) or state <> 'provisional')
);
-- One person adds one day and waits for the second person before the next.
create unique index holiday_change_one_provisional on servicing.holiday_change ((true))
  where state = 'provisional';
create index holiday_change_open on servicing.holiday_change (id)
  where state in ('waiting', 'provisional');

-- The change by which a day came into the calendar; null before days were added by two.
alter table servicing.holiday
  add column change_id bigint references servicing.holiday_change;

-- The sum that an operator approves on one day is limited as well. What they approved is kept with
-- the amount that the task had then.
-- Wider: an older program limits acts only.
alter table tasks.approval_limit
  drop constraint approval_limit_subject_check,
  add constraint approval_limit_subject_check
    check (subject in ('loan', 'payment', 'loanDay', 'paymentDay'));
create table tasks.approved (
  task_id bigint primary key references tasks.task,
  operator_id bigint not null,
  subject text not null check (subject in ('loan', 'payment')),
  -- NT$
  amount bigint not null check (amount >= 0),
  -- The day in Taipei, in real time as the limits.
  day date not null
);
create index on tasks.approved (operator_id, day);
create trigger approved_unchanged before update or delete or truncate
  on tasks.approved for each statement execute function app.refuse_change();
