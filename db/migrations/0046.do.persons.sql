-- A person beyond his account: keyed fingerprints of what he was known by, and losses made good.

-- Written when an account is closed, under a key of its own; outlives the account for as long as
-- a ban or the keeping of its file lasts.
create table verification.trace (
  member_id bigint primary key,
  id_number_trace text,
  phone_trace text,
  created_at timestamptz not null,
  check (id_number_trace is not null or phone_trace is not null)
);
create index trace_id_number on verification.trace (id_number_trace);
create index trace_phone on verification.trace (phone_trace);

-- A loan that was written off bars its borrower until an operator lifts it.
create table lending.lifted_loss (
  loan_id bigint primary key references lending.loan,
  reason text not null check (reason <> ''),
  lifted_by bigint not null,
  lifted_at timestamptz not null
);
