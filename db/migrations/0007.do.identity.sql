-- Members and operators: how they sign in, their sessions, single-use tokens and codes.
create schema identity;

-- An address that nobody has confirmed may be registered more than once: each registration is an
-- account of its own, with its own password and link, until the owner of the mailbox confirms one.
create table identity.member (
  id bigint generated always as identity primary key,
  email text not null,
  password_hash text,
  google_subject text unique,
  email_verified_at timestamptz,
  purpose text not null check (purpose in ('borrow', 'invest', 'both')),
  channel integer,
  wants_news boolean not null default false,
  -- Null follows the rule: a second factor is asked of everybody who has money here.
  second_factor boolean,
  suspended_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null
);
create unique index member_email_confirmed on identity.member (email)
  where email_verified_at is not null;
create index member_email on identity.member (email);
-- The office finds members by the beginning of their e-mail address, in whatever collation.
create index member_email_beginning on identity.member (email text_pattern_ops);
create index member_joined on identity.member (created_at);
create index member_suspended on identity.member (id) where suspended_at is not null;
create index member_closed on identity.member (id) where closed_at is not null;

-- A browser that a member signed in with. Its cookie carries the name. A browser without a row is
-- unknown, whatever its cookie says, so that a member can make us forget one.
create table identity.browser (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  name text not null,
  agent text not null,
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (member_id, name)
);
create index browser_seen on identity.browser (last_seen_at);

create table identity.session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  member_id bigint not null references identity.member,
  browser_id bigint references identity.browser on delete set null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  agent text not null,
  -- A passed SMS step-up; the first sensitive act uses it up.
  step_up_at timestamptz,
  step_up_reference text
);
create index session_member on identity.session (member_id) where ended_at is null;
-- Whether a member has signed in from an address before.
create index session_address on identity.session (member_id, address);
create index session_browser on identity.session (browser_id) where browser_id is not null;

-- The kinds of device a member signed in with. Sessions are deleted after a month, and a mail
-- tells about a new device, so the devices are kept apart.
create table identity.device (
  member_id bigint not null references identity.member,
  name text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (member_id, name)
);

create table identity.email_token (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  -- recover: proves the mailbox of a member who lost their phone and passkeys.
  purpose text not null check (purpose in ('verify', 'reset', 'recover')),
  token_hash bytea not null unique,
  -- A reset mail holds a link and a number. They are two ways to use one row, so that using one
  -- ends both.
  number_hash text,
  number_until timestamptz,
  number_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint number_whole check ((number_hash is null) = (number_until is null))
);
create index email_token_member on identity.email_token (member_id, purpose);

-- A sign-in whose password or Google account was right and whose second factor is still missing.
-- Its token allows only the calls of the second step.
create table identity.sign_in_ticket (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  member_id bigint not null references identity.member,
  way text not null check (way in ('password', 'google')),
  -- The Google account to link once the second factor is proven.
  google_subject text,
  -- Whether a mail about the unknown browser was sent.
  is_told boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_ticket_member on identity.sign_in_ticket (member_id);
create index sign_in_ticket_expires on identity.sign_in_ticket (expires_at);

create table identity.sms_code (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  purpose text not null check (purpose in ('phone', 'step_up', 'sign_in', 'recovery')),
  -- A code of a sign-in is valid with its ticket alone.
  ticket_id bigint references identity.sign_in_ticket on delete cascade,
  phone_hash text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index sms_code_member on identity.sms_code (member_id, purpose, id desc);
create index sms_code_phone on identity.sms_code (phone_hash, created_at);
create index sms_code_ticket on identity.sms_code (ticket_id) where ticket_id is not null;

-- Single-use values that a browser must bring back signed: by Google as the nonce of an ID token,
-- by an authenticator as its challenge. Only the hash is kept; deleting the row uses it up.
create table identity.challenge (
  hash bytea primary key,
  purpose text not null check (
    purpose in ('google', 'passkey_add', 'passkey_login', 'passkey_step_up', 'passkey_second')),
  -- Of a signed-in member: the challenge serves this session alone.
  session_id bigint references identity.session on delete cascade,
  -- Of a second factor: the challenge serves this sign-in alone.
  ticket_id bigint references identity.sign_in_ticket on delete cascade,
  expires_at timestamptz not null
);
create index challenge_expires on identity.challenge (expires_at);
create index challenge_session on identity.challenge (session_id);
create index challenge_ticket on identity.challenge (ticket_id) where ticket_id is not null;

create table identity.passkey (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  credential_id text not null unique,
  -- COSE, as the authenticator gave it.
  public_key bytea not null,
  -- Signatures made so far, where the authenticator counts them; it may only rise.
  counter bigint not null,
  transports text[] not null,
  -- Synchronised between the member's devices, or bound to one.
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_member on identity.passkey (member_id);

-- Failed sign-ins by account and by address, for the captcha and for throttling.
create table identity.login_failure (
  key text not null,
  at timestamptz not null
);
create index login_failure_key on identity.login_failure (key, at);

create table identity.captcha_used (
  salt text primary key,
  used_at timestamptz not null
);

-- How often something may be asked for or tried. One row for each key: the instant at which
-- everything used so far will have grown back.
create table identity.throttle (
  key text primary key,
  free_at timestamptz not null
);
create index throttle_free on identity.throttle (free_at);

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
  constraint operator_hold check ((held_until is null) = (held_roles = '{}'))
);

create table identity.operator_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  operator_id bigint not null references identity.operator,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  address text not null default '',
  agent text not null default ''
);
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
  outcome text not null check (outcome in ('right', 'wrong', 'code', 'disabled', 'stopped'))
);
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
-- At most one open one for each operator.
create unique index impersonation_open on identity.impersonation (operator_id)
  where ended_at is null;
create index on identity.impersonation (member_id, id desc);
create index on identity.impersonation (operator_session_id);
