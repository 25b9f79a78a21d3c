-- The sandbox bank of the demonstration: the payments it was given, and what it has to report.
create schema sandbox;

create table sandbox.report (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('record', 'payment')),
  body jsonb not null,
  created_at timestamptz not null default now(),
  reported_at timestamptz
);
create index report_due on sandbox.report (id) where reported_at is null;

create table sandbox.payment (
  reference text primary key,
  body jsonb not null,
  received_at timestamptz not null default now()
);
create sequence sandbox.seq;

-- The days whose end the bank has reported.
create table sandbox.day_end (
  day date primary key,
  reported_at timestamptz not null default now()
);
insert into sandbox.day_end (day) select closed_through from banking.trust_account;
