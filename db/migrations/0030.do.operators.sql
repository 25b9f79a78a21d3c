-- Operators taken on by a mailed link, their sessions by device, and the log of who signed in.

-- Null until the link was followed, and again after the admin has reset either.
alter table identity.operator
  alter column password_hash drop not null,
  alter column totp_secret drop not null;

alter table identity.operator_session
  add column address text not null default '',
  add column agent text not null default '';

create index on identity.operator_session (operator_id) where ended_at is null;

create table identity.operator_setup (
  id bigint generated always as identity primary key,
  operator_id bigint not null references identity.operator,
  -- invitation: sets password and authenticator; totp: the authenticator only, by the password.
  purpose text not null check (purpose in ('invitation', 'totp')),
  token_hash bytea not null unique,
  -- Sealed; the authenticator's secret once it has shown a right code.
  totp_secret text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- One that may be followed at a time.
create unique index operator_setup_open on identity.operator_setup (operator_id)
  where used_at is null;

create table identity.operator_sign_in (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- As typed: there may be nobody of that name.
  email text not null,
  operator_id bigint references identity.operator,
  address text not null,
  agent text not null,
  outcome text not null check (outcome in ('right', 'wrong', 'code', 'disabled', 'stopped'))
);

create index on identity.operator_sign_in (operator_id, id desc);
create index on identity.operator_sign_in (outcome, id desc);
