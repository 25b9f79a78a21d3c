-- Days of the books that are closed: signed by two persons, never posted into again.

-- A transfer counts on its accounting day (booked_on). It is its bank date (happened_on, the value
-- date, which interest and lateness follow) unless that day was closed when it was recorded: then
-- it is the first day that was open.
alter table ledger.transfer add column booked_on date;
alter table ledger.transfer disable trigger transfer_append_only;
update ledger.transfer set booked_on = happened_on;
alter table ledger.transfer enable trigger transfer_append_only;
alter table ledger.transfer alter column booked_on set not null;
drop index ledger.transfer_day;
create index transfer_booked on ledger.transfer (booked_on, id);
drop index ledger.transfer_closing;
create index transfer_closing on ledger.transfer (booked_on) where kind = 'closing';
-- The few that were recorded after their day was closed.
create index transfer_late on ledger.transfer (booked_on) where booked_on > happened_on;

create table ledger.closed (
  one boolean primary key default true check (one),
  -- All days before it are closed.
  first_open date not null default '-infinity'
);
insert into ledger.closed default values;

-- The one place where an accounting day is decided. Whoever closes days takes the same lock alone:
-- he waits for all that is being posted, and all that comes later sees the days closed. The moment
-- is taken under the lock, so that it tells before from after.
create function ledger.date_transfer() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(8, 3);
  select greatest(new.happened_on, first_open) into new.booked_on from ledger.closed;
  new.recorded_at := clock_timestamp();
  return new;
end $$;
create trigger transfer_dated before insert on ledger.transfer
  for each row execute function ledger.date_transfer();

-- As it was, by accounting day.
create or replace view ledger.moved as
select day, transfer_kind, kind, transfers, amount from ledger.day_total
union all
select t.booked_on, t.kind, e.kind, 1, e.amount
from (
  select id, kind, booked_on from ledger.transfer
  where recorded_at >= (select until from ledger.added_up) offset 0
) t
cross join lateral (
  select a.kind, sum(x.amount)::bigint as amount
  from (select account_id, amount from ledger.entry where transfer_id = t.id offset 0) x
  cross join lateral (select kind from ledger.account where id = x.account_id offset 0) a
  group by a.kind
) e;

-- Asking to re-open a day, and with it every signed day after it; another person decides.
create table banking.reopening (
  id bigint generated always as identity primary key,
  day date not null,
  reason text not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  agreed boolean,
  check ((decided_at is null) = (agreed is null) and (decided_at is null) = (decided_by is null)),
  check (not agreed or asked_by <> decided_by)
);
create unique index reopening_waiting on banking.reopening (day) where decided_at is null;
create index reopening_day on banking.reopening (day);

-- A signature of two covers its day and the unsigned days before it. It ends when the day is
-- re-opened, or when the figures that the first person signed are no longer those of the day.
alter table banking.sign_off drop constraint sign_off_pkey;
alter table banking.sign_off
  add column id bigint generated always as identity primary key,
  -- Rows by which bank and books differed, each of them a task with an owner.
  add column differences integer not null default 0,
  add column second_by bigint,
  add column second_at timestamptz,
  add column second_note text,
  -- By the database's clock: what was recorded before it is in the figures, what came later is not.
  add column closed_at timestamptz,
  add column ended_at timestamptz,
  add column reopening_id bigint references banking.reopening,
  add constraint sign_off_two check (second_by <> signed_by),
  add constraint sign_off_second check ((second_by is null) = (second_at is null)
    and (second_by is null) = (closed_at is null));
create unique index sign_off_day on banking.sign_off (day) where ended_at is null;

-- What the books have of a payment of ours: it left on one day, it may have come back on another.
create table banking.payment_booking (
  reference text not null,
  outcome text not null check (outcome in ('confirmed', 'returned')),
  -- Signed as the bank has it: what left is negative.
  amount bigint not null,
  bank_date date not null,
  booked_on date not null,
  primary key (reference, outcome)
);
create index payment_booking_day on banking.payment_booking (booked_on);
insert into banking.payment_booking
select reference, 'confirmed', -amount, settled_on, settled_on from banking.payment
where status = 'confirmed';
create index bank_line_recorded on banking.bank_line (recorded_at);

-- One row by which bank and books differ, for as long as they do: what a task is about.
create table banking.difference (
  id bigint generated always as identity primary key,
  -- A line of the bank's, a payment of ours, or a transfer: the same however the row is called.
  key text not null unique,
  kind text not null,
  day date not null,
  reference text not null,
  amount bigint not null,
  found_at timestamptz not null,
  ended_at timestamptz
);
create index difference_open on banking.difference (id) where ended_at is null;

-- What the last look at a day found, for the pages that must not look themselves.
create table banking.reconciled (
  day date primary key,
  closing bigint not null,
  books bigint not null,
  owed bigint not null,
  unexplained bigint not null,
  differences integer not null,
  looked_at timestamptz not null
);
