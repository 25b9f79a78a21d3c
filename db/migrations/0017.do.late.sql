-- What follows when a loan is not repaid: acceleration, collection, measures, court costs, losses.

-- Principal that fell due at once after a notice: it bears charges from its first late day, since
-- the notice was its grace.
alter table servicing.instalment add column accelerated boolean not null default false;

-- A notice of violation and what became of it. One is open a loan at most: from the notice until
-- the arrears are paid (cured), all is paid, it is negotiated, or an operator revokes it.
create table servicing.acceleration (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  -- late: by the days passed; declared: by two operators, for fraud.
  cause text not null check (cause in ('late', 'declared')),
  reason text,
  notice_on date not null,
  -- Through this day the arrears may still be paid; all principal is due when it has passed.
  pay_by date not null check (pay_by >= notice_on + 7),
  -- The schedule's one row of accelerated principal; null until all fell due, or where nothing was
  -- left to fall due.
  from_no integer,
  accelerated_on date,
  ended_on date,
  outcome text check (outcome in ('cured', 'paid', 'negotiated', 'revoked')),
  check ((ended_on is null) = (outcome is null))
);
create unique index acceleration_open on servicing.acceleration (loan_id) where ended_on is null;
create index acceleration_loan on servicing.acceleration (loan_id, id);

-- Who spoke with the borrower, when, how, and what was said.
create table servicing.contact (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  operator_id bigint not null,
  channel text not null check (channel in ('phone', 'sms', 'email', 'letter', 'visit', 'other')),
  outcome text not null check (outcome in
    ('reached', 'notReached', 'leftMessage', 'disputed', 'needsHelp')),
  note text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null
);
create index contact_loan on servicing.contact (loan_id, id desc);

-- What the borrower said he would pay, and whether he did: found by the daily job.
create table servicing.promise (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  operator_id bigint not null,
  amount bigint not null check (amount > 0),
  made_on date not null,
  due_on date not null check (due_on >= made_on),
  note text,
  status text not null default 'open' check (status in ('open', 'kept', 'broken')),
  found_on date
);
create index promise_loan on servicing.promise (loan_id, id desc);
create index promise_open on servicing.promise (loan_id) where status = 'open';

-- What one operator proposes and another decides on a loan in collection.
create table servicing.measure (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  kind text not null check (kind in ('waiver', 'courtCost', 'revocation', 'closing')),
  amount bigint check (amount > 0),
  -- courtCost: the day it was paid; waiver of a record booked late: the bank's day.
  day date,
  reason text not null,
  -- Null where the system computed it.
  maker_id bigint,
  checker_id bigint,
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'returned')),
  created_at timestamptz not null,
  decided_at timestamptz
);
create index measure_loan on servicing.measure (loan_id, id desc);

-- Court costs we paid for a loan: claimed of the borrower before everything else.
create table servicing.court_cost (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  amount bigint not null check (amount > 0),
  repaid bigint not null default 0 check (repaid >= 0),
  -- Given up at the closing of a written-off loan: our own loss.
  forgiven bigint not null default 0 check (forgiven between 0 and amount - repaid),
  paid_on date not null,
  what text not null
);
create index court_cost_loan on servicing.court_cost (loan_id, id);

-- The day a claim was written off: what was lost then. Recoveries come after it.
create table servicing.write_off (
  loan_id bigint primary key,
  written_off_on date not null,
  late_days integer not null,
  principal bigint not null,
  interest bigint not null,
  late_charges bigint not null,
  court_costs bigint not null,
  reason text not null,
  proposed_by bigint not null,
  approved_by bigint not null
);

-- written_off: the investor's loss recorded on that day; forgiven: principal given up for good at
-- the closing of a written-off loan.
alter table servicing.share
  add column written_off bigint not null default 0 check (written_off between 0 and principal),
  add column forgiven bigint not null default 0 check (forgiven between 0 and principal);

-- A receipt the bank took back after it was shared: covered by us, pursued with the payer.
create table servicing.recourse (
  receipt_id bigint primary key,
  loan_id bigint not null,
  member_id bigint not null,
  amount bigint not null check (amount > 0),
  covered_on date not null,
  status text not null default 'open' check (status in ('open', 'recovered', 'lost')),
  settled_on date
);
create index recourse_loan on servicing.recourse (loan_id);

insert into ledger.kind (kind, side, floored, tallied, about) values
  ('court_receivable', 1, true, true, 'court costs we paid, claimed of the borrower'),
  ('recourse_receivable', 1, true, true, 'taken back by the bank, covered by us, pursued');

-- Loans that were in violation before notices were kept are given theirs tomorrow, by letter.
insert into servicing.acceleration (loan_id, cause, notice_on, pay_by)
select id, 'late', today + 1, today + 8
from lending.loan, (select (now() at time zone 'Asia/Taipei')::date as today) t
where status in (70, 75, 80);
