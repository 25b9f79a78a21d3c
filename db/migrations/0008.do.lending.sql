-- Plans, loans from draft to settled, signatures and contracts.
create schema lending;

-- A version is immutable once a loan uses it: a change is a new row of the same slug.
create table lending.plan (
  id bigint generated always as identity primary key,
  slug text not null,
  version integer not null,
  sort_order integer not null,
  enabled boolean not null default true,
  current boolean not null default true,
  list_name text not null,
  amount_min bigint not null,
  amount_max bigint not null,
  amount_step bigint not null default 10000,
  rate_min_bps integer not null,
  rate_max_bps integer not null check (rate_max_bps <= 1600),
  installments integer[] not null,
  platform_fee_bps integer not null,
  platform_fee_min bigint not null default 500,
  investor_fee_bps integer not null default 1000,
  occupations integer[] not null,
  words jsonb not null,
  created_at timestamptz not null default now(),
  unique (slug, version)
);
create unique index plan_current on lending.plan (slug) where current;

create table lending.scorecard (
  version integer primary key,
  card jsonb not null,
  created_at timestamptz not null default now()
);

create table lending.loan (
  id bigint generated always as identity primary key,
  case_no text not null unique,
  member_id bigint not null,
  plan_id bigint not null references lending.plan,
  status smallint not null,
  -- What was asked; the offer's terms replace them once approved.
  amount bigint not null,
  installments integer not null,
  purpose smallint not null,
  purpose_note text,
  occupation smallint not null,
  -- The whole application, sealed; bands of it, open, for the investors.
  application text not null,
  bands jsonb not null,
  score jsonb,
  grade text,
  rate_bps integer check (rate_bps between 0 and 1600),
  apr_bps integer,
  instalment bigint,
  platform_fee bigint,
  remittance_fee bigint,
  investor_fee_bps integer,
  offer_expires_at timestamptz,
  supplement jsonb not null default '[]',
  supplement_by timestamptz,
  listed_at timestamptz,
  ends_at timestamptz,
  funded_at timestamptz,
  sign_by timestamptz,
  signed_at timestamptz,
  -- The bank's value date of the disbursement: interest starts here.
  disbursed_on date,
  settled_on date,
  settle_type text,
  reason text,
  pinned boolean not null default false,
  status_at timestamptz not null,
  created_at timestamptz not null
);
create index loan_member on lending.loan (member_id, id desc);
create index loan_status on lending.loan (status, ends_at);
create index loan_listed on lending.loan (listed_at desc) where status = 40;
-- One active loan a member: everything from submitted to legal counts.
create unique index loan_active on lending.loan (member_id)
  where status in (10, 15, 20, 30, 40, 50, 55, 60, 61, 65, 70, 75, 80);

create table lending.case_number (
  day date primary key,
  next integer not null
);

create table lending.signature (
  loan_id bigint primary key references lending.loan,
  stored jsonb not null,
  sha256 text not null,
  saved_at timestamptz not null
);

create table lending.contract (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  -- final: sealed, all investors masked; extract: one investor's own; annex: dates after payout.
  kind text not null check (kind in ('final', 'extract', 'annex', 'settlement')),
  order_id bigint,
  stored jsonb not null,
  sha256 text not null,
  created_at timestamptz not null
);
create index contract_loan on lending.contract (loan_id, kind);
create unique index contract_once on lending.contract (loan_id, kind, coalesce(order_id, 0));
