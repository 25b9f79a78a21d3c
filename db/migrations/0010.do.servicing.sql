-- Schedules, receipts allocated, shares of investors, payouts, prepayments.
create schema servicing;

create table servicing.instalment (
  loan_id bigint not null,
  -- A prepayment or a negotiation makes a new version; only the current one is collected.
  version integer not null,
  no integer not null,
  current boolean not null default true,
  due_on date not null,
  payable_until date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  principal_paid bigint not null default 0,
  interest_paid bigint not null default 0,
  late_interest_paid bigint not null default 0,
  penalty_paid bigint not null default 0,
  -- Up to which day late charges were computed and allocated.
  charged_until date,
  -- Late charges computed at a receipt that did not cover them; owed still, without interest.
  late_interest_owed bigint not null default 0,
  penalty_owed bigint not null default 0,
  waived bigint not null default 0,
  paid_on date,
  primary key (loan_id, version, no),
  constraint instalment_never_over check (
    principal_paid between 0 and principal and interest_paid between 0 and interest)
) with (fillfactor = 80);
create index instalment_due on servicing.instalment (due_on) where current and paid_on is null;
create index instalment_payable on servicing.instalment (payable_until)
  where current and paid_on is null;

-- An investor's share of a loan, one row an order.
create table servicing.share (
  order_id bigint primary key,
  loan_id bigint not null,
  member_id bigint not null,
  principal bigint not null,
  remaining bigint not null check (remaining >= 0),
  interest_received bigint not null default 0,
  late_received bigint not null default 0,
  fee_charged bigint not null default 0
) with (fillfactor = 70);
create index share_loan on servicing.share (loan_id, order_id);
create index share_member on servicing.share (member_id);

-- What a receipt was used for, class by class.
create table servicing.allocation (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  receipt_id bigint,
  -- The transfer this allocation and its distribution belong to.
  batch text not null,
  instalment_no integer,
  class text not null check (class in
    ('court', 'interest', 'lateInterest', 'principal', 'penalty', 'prepaymentFee')),
  amount bigint not null check (amount > 0),
  allocated_on date not null
);
create index allocation_loan on servicing.allocation (loan_id, id);

-- Each investor's part of each allocation batch.
create table servicing.distribution (
  batch text not null,
  order_id bigint not null,
  loan_id bigint not null,
  member_id bigint not null,
  instalment_no integer not null,
  principal bigint not null default 0,
  interest bigint not null default 0,
  late_interest bigint not null default 0,
  penalty bigint not null default 0,
  fee bigint not null default 0,
  distributed_on date not null,
  payout_id bigint,
  primary key (batch, order_id)
);
create index distribution_order on servicing.distribution (order_id, distributed_on);
create index distribution_unpaid on servicing.distribution (member_id) where payout_id is null;

create table servicing.payout (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  amount bigint not null check (amount > 0),
  -- payable → sent → confirmed; returned is payable again, with a task.
  status text not null default 'payable' check (status in ('payable', 'sent', 'confirmed')),
  payment_id bigint,
  created_on date not null,
  settled_on date
);
create index payout_member on servicing.payout (member_id, id desc);
create index payout_payable on servicing.payout (id) where status = 'payable';

create table servicing.prepayment (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  kind text not null check (kind in ('partial', 'full')),
  mode text check (mode in ('shortenTerm', 'lowerPayment')),
  principal bigint not null,
  interest bigint not null,
  late_charges bigint not null,
  fee bigint not null,
  total bigint not null,
  good_on date not null,
  status text not null default 'open' check (status in ('open', 'used', 'lapsed', 'replaced')),
  created_at timestamptz not null
);
create unique index prepayment_open on servicing.prepayment (loan_id) where status = 'open';

create table servicing.holiday (
  day date primary key,
  name text not null,
  business boolean not null default false
);

create table servicing.day_run (
  day date not null,
  job text not null,
  ran_at timestamptz not null default now(),
  primary key (day, job)
);
