-- Reports that are sent by mail on fixed days, and each sending.

create table reports.schedule (
  id bigint generated always as identity primary key,
  -- Last part of the URL of the report's page.
  report text not null,
  rhythm text not null check (rhythm in ('monthly', 'weekly')),
  -- Day of the month if monthly, day of the week from 0 for Sunday if weekly.
  day smallint not null,
  owner_id bigint not null references identity.operator,
  made_at timestamptz not null,
  -- The day on which it is sent next, unless it is paused.
  next_on date not null,
  paused_at timestamptz,
  ended_at timestamptz,
  constraint schedule_day check (
    case rhythm when 'monthly' then day between 1 and 28 else day between 0 and 6 end)
);
create index schedule_due on reports.schedule (next_on)
  where paused_at is null and ended_at is null;

create table reports.schedule_recipient (
  schedule_id bigint not null references reports.schedule,
  operator_id bigint not null references identity.operator,
  primary key (schedule_id, operator_id)
);

-- Its primary key keeps two workers from sending the mails of a day twice.
create table reports.sending (
  schedule_id bigint not null references reports.schedule,
  due_on date not null,
  sent_at timestamptz not null,
  -- Number of mails, and of recipients who were skipped because they may not read the report.
  mails integer not null check (mails >= 0),
  skipped integer not null check (skipped >= 0),
  primary key (schedule_id, due_on)
);
