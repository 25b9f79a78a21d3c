-- Operators: how they sign in, their sessions and links, and when they see the site as a member
-- sees it.

create table identity.operator (
  id bigint generated always as identity primary key,
  email text not null unique,
  name text not null,
  -- Null until the invitation's link was followed, and again after an admin has reset either.
  password_hash text,
  totp_secret text,
  -- The last accepted time step, so that one code cannot be used twice.
  totp_step bigint not null default 0,
  roles text[] not null,
  -- Roles that do not count before the hold ends, in real time.
  held_roles text[] not null default '{}',
  held_until timestamptz,
  -- When a second admin agreed to the invitation; null until then.
  approved_at timestamptz,
  last_login_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- The account at the provider that opens this one, bound when it is first used. A subject is
  -- unique only at its issuer.
  provider_issuer text,
  provider_subject text,
  constraint operator_provider check ((provider_issuer is null) = (provider_subject is null)),
  constraint operator_hold check ((held_until is null) = (held_roles = '{}'))
);
comment on table identity.operator is
  'kept: traces, with the audit log; personal: staff; sealed: totp_secret; '
  'hashed: password_hash; operator: email name provider_subject; '
  'plain: roles held_roles provider_issuer';
create unique index operator_provider_account
  on identity.operator (provider_issuer, provider_subject);

create table identity.operator_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  operator_id bigint not null references identity.operator,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  address text not null default '',
  agent text not null default '',
  -- When such a session is ended, the one at the provider is ended too.
  is_by_provider boolean not null default false
);
comment on table identity.operator_session is
  'kept: period, 30 days; personal: staff; hashed: token_hash; operator: address agent';
create index on identity.operator_session (operator_id) where ended_at is null;

-- The mailed links by which operators set up their sign-in.
create table identity.operator_setup (
  id bigint generated always as identity primary key,
  operator_id bigint not null references identity.operator,
  -- invitation: sets password and authenticator; totp: the authenticator only, by the password.
  purpose text not null check (purpose in ('invitation', 'totp')),
  token_hash bytea not null unique,
  -- Encrypted; it becomes the operator's secret once the authenticator has shown a right code.
  totp_secret text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table identity.operator_setup is
  'kept: period, 72 hours, and 2 days after; personal: staff; sealed: totp_secret; '
  'hashed: token_hash; plain: purpose';
-- At most one link that can be followed.
create unique index operator_setup_open on identity.operator_setup (operator_id)
  where used_at is null;

create table identity.operator_sign_in (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- As it was typed: there may be no such operator.
  email text not null,
  operator_id bigint references identity.operator,
  address text not null,
  agent text not null,
  outcome text not null
    check (outcome in ('right', 'wrong', 'code', 'disabled', 'stopped', 'provider'))
);
comment on table identity.operator_sign_in is
  'kept: period, a year; personal: staff; operator: email address agent; plain: outcome';
create index on identity.operator_sign_in (at);
create index on identity.operator_sign_in (operator_id, id desc);
create index on identity.operator_sign_in (outcome, id desc);

-- An operator sees the member site as one member sees it, for a stated reason and a short while.
create table identity.impersonation (
  id bigint generated always as identity primary key,
  operator_id bigint not null references identity.operator,
  -- It ends with the operator's own session, and it is kept after that session's row is deleted.
  operator_session_id bigint references identity.operator_session on delete set null,
  member_id bigint not null references identity.member,
  reason text not null,
  link_hash bytea not null unique,
  -- The browser the link was made in; in another one it opens nothing.
  agent text not null,
  created_at timestamptz not null,
  link_until timestamptz not null,
  -- Null until the link is followed, which can be done once.
  token_hash bytea unique,
  opened_at timestamptz,
  address text,
  ends_at timestamptz,
  ended_at timestamptz,
  check ((token_hash is null) = (opened_at is null)),
  check ((token_hash is null) = (ends_at is null))
);
comment on table identity.impersonation is
  'kept: period, a year; personal: security; hashed: link_hash token_hash; clear: reason; '
  'operator: agent address';
-- At most one open one for each operator.
create unique index impersonation_open on identity.impersonation (operator_id)
  where ended_at is null;
create index on identity.impersonation (member_id, id desc);
create index on identity.impersonation (operator_session_id);
