-- Cases being funded, orders, suitability, exposure and refunds.
create schema investing;

-- The row of a case that every order updates. Orders have no foreign key to it, because the key
-- alone costs 45 % of the orders a second; db/invariants.sql proves what it would guarantee.
create table investing.funding (
  loan_id bigint primary key,
  borrower_id bigint not null,
  target bigint not null,
  reserved bigint not null default 0,
  paid bigint not null default 0,
  order_count integer not null default 0,
  ends_at timestamptz not null,
  open boolean not null default true,
  constraint funding_never_over check (reserved + paid <= target and reserved >= 0 and paid >= 0)
) with (fillfactor = 50);
comment on table investing.funding is 'kept: books; personal: none';
comment on column investing.funding.loan_id is 'once';
comment on column investing.funding.borrower_id is 'once';
comment on column investing.funding.target is 'once';

create table investing."order" (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  member_id bigint not null,
  amount bigint not null check (amount > 0),
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  -- 0, 5, 10, 50, 55, 60, 65 or 20 for funded: 15–40 are derived from the loan.
  stored_status smallint not null default 0
    check (stored_status in (0, 5, 10, 20, 50, 55, 60, 65)),
  payment_mode smallint not null,
  virtual_account text not null,
  pay_by timestamptz not null,
  parent_id bigint,
  -- The risk text that was agreed to; placing the order is the consent.
  risk_version integer not null default 1,
  idempotency_key text,
  paid_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  -- By which permission the order was placed; null if the member placed it in person. No foreign
  -- key, because every order would pay for it; db/invariants.sql proves it.
  access_id bigint
) with (fillfactor = 80);
comment on table investing."order" is
  'kept: books; personal: none; plain: virtual_account idempotency_key';
comment on column investing."order".id is 'once';
comment on column investing."order".loan_id is 'once';
comment on column investing."order".member_id is 'once';
comment on column investing."order".amount is 'once';
comment on column investing."order".virtual_account is 'once';
comment on column investing."order".pay_by is 'once';
comment on column investing."order".parent_id is 'once';
comment on column investing."order".risk_version is 'once';
comment on column investing."order".idempotency_key is 'once';
comment on column investing."order".created_at is 'once';
comment on column investing."order".access_id is 'once';
create index order_loan on investing."order" (loan_id, id);
-- The office's register: by amount, and the few orders that are not funded.
create index order_by_amount on investing."order" (amount, id);
create index order_unfunded on investing."order" (stored_status, id) where stored_status <> 20;
-- What a permission has ordered on a day.
create index order_access on investing."order" (access_id, created_at) where access_id is not null;
-- Orders to be paid by debit, which a job looks for every minute.
create index order_by_mandate on investing."order" (id)
  where payment_mode = 3 and stored_status in (0, 5);
create index order_deadline on investing."order" (pay_by) where stored_status in (0, 5);
-- At most one unpaid order for each member and case.
create unique index order_unpaid_once on investing."order" (loan_id, member_id)
  where stored_status in (0, 5);
create unique index order_key on investing."order" (member_id, idempotency_key)
  where idempotency_key is not null;
-- A member's orders, newest first; counted by status from the index alone.
create index order_member_newest on investing."order" (member_id, created_at desc, id desc)
  include (stored_status);

-- What the owner of an order was told, each kind once: how to pay, and that the deadline is near.
create table investing.order_notice (
  order_id bigint not null,
  kind text not null check (kind in ('placed', 'reminder')),
  told_at timestamptz not null,
  primary key (order_id, kind)
);
comment on table investing.order_notice is 'kept: contracts; personal: none; plain: kind';

-- What a member has at stake: one row each, so that two orders at once lock it and count right.
create table investing.exposure (
  member_id bigint primary key,
  -- The sum of orders in status 0, 5, 10 and 15.
  reserved bigint not null default 0 check (reserved >= 0),
  -- Principal not yet repaid, of orders from status 20 on.
  outstanding bigint not null default 0 check (outstanding >= 0)
) with (fillfactor = 70);
comment on table investing.exposure is 'kept: contracts; personal: none';
comment on column investing.exposure.member_id is 'once';

create table investing.suitability (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  version integer not null,
  answers smallint[] not null,
  score integer not null,
  profile smallint not null check (profile between 1 and 3),
  -- The risk text that the investor agreed to.
  risk_version integer not null default 1,
  answered_at timestamptz not null,
  valid_until date not null
);
comment on table investing.suitability is
  'kept: person, five years after closing, and after the last loan ended; personal: investing; '
  'clear: answers';
comment on column investing.suitability.id is 'once';
comment on column investing.suitability.member_id is 'once';
comment on column investing.suitability.version is 'once';
comment on column investing.suitability.answers is 'once';
comment on column investing.suitability.score is 'once';
comment on column investing.suitability.profile is 'once';
comment on column investing.suitability.risk_version is 'once';
comment on column investing.suitability.answered_at is 'once';
comment on column investing.suitability.valid_until is 'once';
create index suitability_member on investing.suitability (member_id, id desc);
create index suitability_ending on investing.suitability (valid_until);

-- Who was told that their risk profile is about to end or has ended.
create table investing.suitability_notice (
  suitability_id bigint not null references investing.suitability,
  kind text not null check (kind in ('ending', 'over')),
  told_at timestamptz not null,
  primary key (suitability_id, kind)
);
comment on table investing.suitability_notice is 'kept: person; personal: none; plain: kind';

create table investing.refund (
  id bigint generated always as identity primary key,
  order_id bigint not null references investing."order",
  member_id bigint not null references identity.member,
  -- What is sent back, and the fee kept; amount + fee is what lay in the order.
  amount bigint not null check (amount >= 0),
  fee bigint not null default 0 check (fee >= 0),
  reason text not null
    check (reason in
      ('overpaid', 'late', 'expired', 'failed', 'cancelled', 'unsigned', 'reversed')),
  -- payable → sent → confirmed; one that the bank returned is payable again, with a task.
  status text not null default 'payable' check (status in ('payable', 'sent', 'confirmed')),
  -- True where it is all the order's money: its confirmation moves the order from 60 to 65.
  whole boolean not null,
  payment_id bigint references banking.payment,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- The receipt whose payer gets the refund; null where the member's own account gets it.
  receipt_id bigint references banking.receipt
);
comment on table investing.refund is 'kept: books; personal: none; plain: reason status';
comment on column investing.refund.id is 'once';
comment on column investing.refund.order_id is 'once';
comment on column investing.refund.member_id is 'once';
comment on column investing.refund.whole is 'once';
comment on column investing.refund.created_at is 'once';
comment on column investing.refund.receipt_id is 'once';
create index refund_order on investing.refund (order_id);
create index refund_member on investing.refund (member_id);
create index refund_payable on investing.refund (id) where status = 'payable';
create index refund_state on investing.refund (status, id);
create index refund_receipt on investing.refund (receipt_id) where receipt_id is not null;

-- When a member last looked at a list: what happened since then lights its dot in the menu.
create table investing.dot (
  member_id bigint not null references identity.member,
  type text not null,
  -- Null after the member marked it unread by hand, so that everything counts as new.
  seen_at timestamptz,
  primary key (member_id, type)
);
comment on table investing.dot is
  'kept: bounded, a few rows for each member; personal: none; plain: type';

-- Final documents of investors: the statement of a month and the interest of a year as they were
-- first downloaded after two persons had signed the period. Their number is made from kind, period
-- and id. If the period was reopened and signed again with other figures, a later row replaces it.
create table investing.statement (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  kind text not null check (kind in ('month', 'year')),
  -- First day of the period.
  period_from date not null,
  -- Figures, tables and notes as they are printed, without the person.
  report jsonb not null,
  -- When two persons signed the period.
  signed_at timestamptz not null,
  made_at timestamptz not null,
  unique (member_id, kind, period_from, signed_at)
);
comment on table investing.statement is 'kept: books; personal: none; plain: kind report';
create trigger statement_append_only before update or delete on investing.statement
  for each statement execute function app.refuse_change();
