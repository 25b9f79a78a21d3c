-- The staged verification. Numbers are sealed (AES-256-GCM); their keyed hashes keep them unique.
create schema verification;

create table verification.profile (
  member_id bigint primary key,
  -- The last completed step: 0 none, 1 phone, 2 personal data, 3 ID documents, 4 bank account.
  stage smallint not null default 0 check (stage between 0 and 4),
  -- The whole file: 0 not submitted, 1 reviewing, 2 supplement, 3 approved.
  status smallint not null default 0 check (status between 0 and 3),
  phone text,
  phone_hash text unique,
  name text,
  id_number text,
  id_number_hash text unique,
  birthday text,
  registered_address text,
  mailing_address text,
  -- What cases show in bands is not secret by itself.
  city text,
  birth_year integer,
  marital_status smallint,
  education smallint,
  occupation smallint,
  company text,
  job_title text,
  annual_income smallint,
  fund_source smallint[],
  is_pep boolean,
  channel smallint,
  id_document jsonb,
  supplement jsonb not null default '[]',
  submitted_at timestamptz,
  approved_at timestamptz,
  updated_at timestamptz not null default now()
);

create table verification.upload (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  name text not null,
  filename text not null,
  content_type text not null,
  stored jsonb not null,
  created_at timestamptz not null
);
create index upload_member on verification.upload (member_id);

create table verification.bank_account (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  bank_code text not null,
  branch_code text,
  account text not null,
  account_hash text not null,
  account_tail text not null,
  uploads bigint[] not null default '{}',
  status text not null check (status in ('pending', 'in_force', 'replaced', 'refused')),
  in_force_from timestamptz,
  created_at timestamptz not null
);
create index bank_account_member on verification.bank_account (member_id, id desc);
create unique index bank_account_in_force on verification.bank_account (member_id)
  where status = 'in_force';

create table verification.financial_statement (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  kind smallint not null,
  monthly_income bigint not null,
  from_day date not null,
  to_day date not null,
  uploads bigint[] not null,
  -- 1 reviewing, 2 supplement, 3 approved
  status smallint not null default 1 check (status between 1 and 3),
  reason text,
  created_at timestamptz not null
);
create index financial_statement_member on verification.financial_statement (member_id, id desc);
