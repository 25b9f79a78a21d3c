-- The stand-ins of the demonstration: the bank with the payments it was given and what it has to
-- report, and the value-added centre.
create schema sandbox;

create table sandbox.report (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('record', 'payment', 'line', 'answer')),
  body jsonb not null,
  created_at timestamptz not null default now(),
  reported_at timestamptz
);
comment on table sandbox.report is
  'kept: bounded, with the demonstration; personal: demonstration; clear: body; plain: kind';
create index report_due on sandbox.report (id) where reported_at is null;

create table sandbox.payment (
  reference text primary key,
  body jsonb not null,
  received_at timestamptz not null default now()
);
comment on table sandbox.payment is
  'kept: bounded, with the demonstration; personal: demonstration; clear: body; plain: reference';
create sequence sandbox.seq;

-- The days whose end the bank has reported.
create table sandbox.day_end (
  day date primary key,
  reported_at timestamptz not null default now()
);
comment on table sandbox.day_end is 'kept: bounded, only in a demonstration; personal: none';
insert into sandbox.day_end (day) select closed_through from banking.trust_account;

-- The sandbox bank's side: the mandates that it knows, and how it answers.
create table sandbox.collection (
  reference text primary key,
  received_at timestamptz not null default now()
);
comment on table sandbox.collection is
  'kept: bounded, only in a demonstration; personal: none; plain: reference';
create table sandbox.mandate (
  user_no text primary key,
  ceiling bigint not null,
  cancelled boolean not null default false
);
comment on table sandbox.mandate is
  'kept: bounded, only in a demonstration; personal: none; plain: user_no';
-- The return code for mandates (P02) or debits (P01) of an account, or of all accounts ('').
create table sandbox.refusal (
  type text not null check (type in ('P01', 'P02')),
  account text not null,
  code text not null,
  primary key (type, account)
);
comment on table sandbox.refusal is
  'kept: bounded, with the demonstration; personal: demonstration; clear: account; '
  'plain: type code';

-- What the stand-in for the value-added centre has accepted, in a demonstration only.
create table sandbox.invoice_message (
  id text primary key,
  type text not null,
  -- Number of the invoice that the message is about, or of the allowance.
  number text not null,
  xml text not null,
  received_at timestamptz not null default now()
);
comment on table sandbox.invoice_message is
  'kept: bounded, only in a demonstration; personal: stand-in for the value-added centre; '
  'clear: xml; plain: id type number';
create index invoice_message_number on sandbox.invoice_message (number);
