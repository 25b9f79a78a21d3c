-- Bank days that are closed: through which day the records of each trust account are complete,
-- which jobs have judged which day, and messages that wait for the hours they may be sent in.

-- One row for each account that holds clients' money. Days before the first start count as closed.
create table banking.trust_account (
  bank text primary key check (bank ~ '^[0-9]{3}$'),
  -- The records of every day up to this one are complete.
  closed_through date not null
);
insert into banking.trust_account (bank, closed_through)
select '812', ((now() at time zone 'Asia/Taipei')::date - 1
  + coalesce((select (value ->> 'days')::int from door.setting where key = 'clock'), 0));

-- How each day came to be closed. A day beyond a gap is kept, and counts once the gap is closed.
create table banking.closed_day (
  bank text not null references banking.trust_account,
  day date not null,
  source text not null check (source in ('callback', 'statement')),
  -- What lay in the account at its end, where the bank said so. NT$
  closing bigint,
  statement_id bigint references banking.statement,
  closed_at timestamptz not null,
  primary key (bank, day)
);

-- Who brings a file in may say through which day it reaches: its last days may have no lines.
alter table banking.statement add column covers_through date;

-- The days whose end the sandbox bank has reported.
create table sandbox.day_end (
  day date primary key,
  reported_at timestamptz not null default now()
);
insert into sandbox.day_end (day) select closed_through from banking.trust_account;

alter table door.job drop constraint job_each_check;
alter table door.job add constraint job_each_check check (each in ('minute', 'day', 'closedDay'));

-- Through which day each job that judges has judged. The row without a name is where all began.
create table door.judged (
  job text primary key,
  through date not null
);
insert into door.judged (job, through) select '', closed_through from banking.trust_account;

-- Which hours a message keeps, and from when on it may be sent.
alter table notices.outbox
  add column hours text check (hours in ('messages', 'collection')),
  add column not_before timestamptz;
