-- The bank's side: virtual accounts, receipts as reported, payments ordered; and the sandbox bank.
create schema banking;

create table banking.virtual_account (
  account text primary key,
  subject_type text not null check (subject_type in ('order', 'loan')),
  subject_id bigint not null,
  issued_at timestamptz not null default now(),
  unique (subject_type, subject_id)
);

-- The next serial of a company code on a day; 10,000 a day each.
create table banking.serial (
  company_code text not null,
  day date not null,
  next integer not null check (next between 0 and 10000),
  primary key (company_code, day)
);

create table banking.receipt (
  id bigint generated always as identity primary key,
  bank text not null,
  bank_date date not null,
  seq text not null,
  at timestamptz not null,
  type text not null,
  amount bigint not null check (amount > 0),
  sign text not null check (sign in ('+', '-')),
  reverses text,
  virtual_account text not null,
  from_bank text,
  -- Sealed: an account number is personal data.
  from_account text,
  memo text,
  subject_type text,
  subject_id bigint,
  -- matched: used for its subject; suspense: waits for a person; returned: sent back;
  -- reversed: taken back by the bank.
  state text not null check (state in ('matched', 'suspense', 'returned', 'reversed')),
  recorded_at timestamptz not null default now(),
  unique (bank, bank_date, seq)
);
create index receipt_subject on banking.receipt (subject_type, subject_id);
create index receipt_state on banking.receipt (state) where state = 'suspense';
create index receipt_account on banking.receipt (virtual_account);

create table banking.payment (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('disbursement', 'refund', 'payout', 'return')),
  subject_id bigint not null,
  member_id bigint,
  bank_code text not null,
  account text not null,
  holder text not null,
  amount bigint not null check (amount > 0),
  memo text not null,
  status text not null default 'pending'
    check (status in ('pending', 'sent', 'confirmed', 'returned')),
  reference text not null unique,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  settled_on date,
  settled_at timestamptz,
  reason text
);
create index payment_due on banking.payment (next_try_at) where status = 'pending';
create index payment_subject on banking.payment (purpose, subject_id);
create index payment_member on banking.payment (member_id, id desc);

-- The sandbox bank of the demonstration: what it was told, and what it has still to report.
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
