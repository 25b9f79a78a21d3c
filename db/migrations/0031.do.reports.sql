-- Reports: what they read quickly by, and the one sum they keep of the ledger.
create schema reports;

-- Principal that fell, by day: what was out on an earlier day is what is out plus what fell since.
create index allocation_principal on servicing.allocation (allocated_on)
  include (loan_id, amount) where class = 'principal';
create index transfer_closing on ledger.transfer (happened_on) where kind = 'closing';
-- Which loans have moved since, and from where.
create index audit_loan_moved on tasks.audit (at, subject_id)
  where subject_type = 'loan' and to_status is not null;

-- Three kinds of account by day and kind of transfer: they are in nearly every transfer, where
-- adding up would mean reading the whole ledger. Transfers recorded from `until` on are not in it.
create table reports.booked (
  day date not null,
  transfer_kind text not null,
  account_kind text not null,
  transfers integer not null,
  amount bigint not null,
  primary key (day, transfer_kind, account_kind)
);
create table reports.booked_until (
  one boolean primary key default true check (one),
  until timestamptz not null
);
insert into reports.booked_until (until) values ('-infinity');
-- The ledger is only added to, so that the moment of recording rises with the place of the row.
create index transfer_recorded on ledger.transfer using brin (recorded_at)
  with (pages_per_range = 16, autosummarize = on);
