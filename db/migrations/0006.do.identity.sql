-- Who is who: members, operators, sessions, single-use tokens and codes.
create schema identity;

create table identity.member (
  id bigint generated always as identity primary key,
  email text not null unique,
  password_hash text,
  google_subject text unique,
  email_verified_at timestamptz,
  purpose text not null check (purpose in ('borrow', 'invest', 'both')),
  channel integer,
  wants_news boolean not null default false,
  suspended_at timestamptz,
  created_at timestamptz not null
);

create table identity.session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  member_id bigint not null references identity.member,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  agent text not null,
  -- A passed SMS step-up lives here and is taken away by the first sensitive act.
  step_up_at timestamptz,
  step_up_reference text
);
create index session_member on identity.session (member_id) where ended_at is null;

create table identity.email_token (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  purpose text not null check (purpose in ('verify', 'reset')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_token_member on identity.email_token (member_id, purpose);

create table identity.sms_code (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  purpose text not null check (purpose in ('phone', 'step_up')),
  phone_hash text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index sms_code_member on identity.sms_code (member_id, purpose, id desc);
create index sms_code_phone on identity.sms_code (phone_hash, created_at);

-- Failures by account and by address, for the captcha and for throttling.
create table identity.login_failure (
  key text not null,
  at timestamptz not null
);
create index login_failure_key on identity.login_failure (key, at);

create table identity.captcha_used (
  salt text primary key,
  used_at timestamptz not null
);

create table identity.operator (
  id bigint generated always as identity primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  totp_secret text not null,
  -- The last accepted step, so that one code cannot be used twice.
  totp_step bigint not null default 0,
  roles text[] not null,
  last_login_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null
);

create table identity.operator_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  operator_id bigint not null references identity.operator,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
