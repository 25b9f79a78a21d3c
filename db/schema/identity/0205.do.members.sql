-- Members: how they sign in, their sessions, single-use tokens and codes, and what they allow
-- programs to do in their name.
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
comment on table identity.member is
  'kept: person, e-mail until closing, the rest of the row with loans and books; '
  'personal: account; hashed: password_hash; clear: email google_subject purpose';
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
comment on table identity.browser is
  'kept: period, until closing, or a year after its last sign-in; personal: security; '
  'clear: name agent address';
create index browser_seen on identity.browser (last_seen_at);
-- The office finds members who signed in from the same place, and a sign-in those who used the
-- browser before.
create index browser_place on identity.browser (address, md5(agent));
create index browser_name on identity.browser (name);

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
  step_up_reference text,
  -- What the step-up is for; null serves the first act of the specification.
  step_up_act text,
  step_up_object text
);
comment on table identity.session is
  'kept: period, 30 days; personal: security; hashed: token_hash; clear: address agent; '
  'plain: step_up_reference step_up_act step_up_object';
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
comment on table identity.device is 'kept: person, until closing; personal: security; clear: name';

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
comment on table identity.email_token is
  'kept: period, 2 days; personal: sign in; fingerprint: number_hash; hashed: token_hash; '
  'plain: purpose';
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
comment on table identity.sign_in_ticket is
  'kept: period, 2 days; personal: sign in; hashed: token_hash; clear: google_subject; '
  'plain: way';
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
comment on table identity.sms_code is
  'kept: period, 2 days; personal: sign in; fingerprint: phone_hash code_hash; plain: purpose';
create index sms_code_member on identity.sms_code (member_id, purpose, id desc);
create index sms_code_phone on identity.sms_code (phone_hash, created_at);
create index sms_code_ticket on identity.sms_code (ticket_id) where ticket_id is not null;

-- Single-use values that a browser must bring back signed: by Google as the nonce of an ID token,
-- by an authenticator as its challenge. Only the hash is kept; deleting the row uses it up.
create table identity.challenge (
  hash bytea primary key,
  purpose text not null check (purpose in (
    'google', 'provider', 'passkey_add', 'passkey_login', 'passkey_step_up', 'passkey_second')),
  -- Of a signed-in member: the challenge serves this session alone.
  session_id bigint references identity.session on delete cascade,
  -- Of a second factor: the challenge serves this sign-in alone.
  ticket_id bigint references identity.sign_in_ticket on delete cascade,
  expires_at timestamptz not null
);
comment on table identity.challenge is
  'kept: period, minutes; personal: sign in; hashed: hash; plain: purpose';
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
  last_used_at timestamptz,
  -- What the authenticator stores as the user of the passkey. It cannot be changed there, so it is
  -- kept here. Null is a hash of version 1.
  user_handle text
);
comment on table identity.passkey is
  'kept: person, until closing; personal: sign in; fingerprint: user_handle; '
  'clear: credential_id public_key transports name';
create index passkey_member on identity.passkey (member_id);

-- Failed sign-ins by account and by address, for the captcha and for throttling.
create table identity.login_failure (
  key text not null,
  at timestamptz not null
);
comment on table identity.login_failure is
  'kept: period, 1 day; personal: security; fingerprint: key';
create index login_failure_key on identity.login_failure (key, at);

create table identity.captcha_used (
  salt text primary key,
  used_at timestamptz not null
);
comment on table identity.captcha_used is 'kept: period, 1 day; personal: none; plain: salt';

-- How often something may be asked for or tried. One row for each key: the instant at which
-- everything used so far will have grown back.
create table identity.throttle (
  key text primary key,
  free_at timestamptz not null
);
comment on table identity.throttle is
  'kept: period, until the pace is free again; personal: security; clear: key';
create index throttle_free on identity.throttle (free_at);

-- An application of a partner, which members connect by OAuth: a public client. Two administrators
-- register it; its addresses and scopes never change.
create table identity.partner (
  id bigint generated always as identity primary key,
  client_id text not null unique,
  name text not null,
  -- Where a member is sent back to; a request must name one of them.
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  -- The most that it may ask for.
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  -- When a second administrator agreed; null until then.
  approved_at timestamptz,
  ended_at timestamptz
);
comment on table identity.partner is
  'kept: traces; personal: none; plain: client_id name redirect_uris scopes';

-- One permission: a token that a member made. Its scopes and its cap never change, so a member who
-- wants other ones revokes it and makes a new one.
create table identity.api_access (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- The most that its orders of one day in Taipei may come to, in NT$.
  daily_cap bigint check (daily_cap > 0),
  step_up_reference text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  -- The application that the member connected; null for a token that the member made.
  partner_id bigint references identity.partner,
  check ((daily_cap is not null) = ('orders:place' = any (scopes)))
);
comment on table identity.api_access is
  'kept: traces, for audits, because orders name it; personal: security; clear: name; '
  'plain: scopes step_up_reference';
create index api_access_member on identity.api_access (member_id, id desc);
create index api_access_partner on identity.api_access (partner_id) where partner_id is not null;

-- Only the hash of a token is stored, because the token itself is shown once.
create table identity.api_token (
  token_hash bytea primary key,
  access_id bigint not null references identity.api_access on delete cascade,
  kind text not null check (kind in ('personal', 'access', 'refresh', 'code')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A code or refresh token works once; the second use means that somebody has stolen it.
  spent_at timestamptz,
  -- Of a code: the address that it was sent to, and the hash of the verifier (RFC 7636).
  redirect_uri text,
  challenge text,
  -- Of an access token that was refreshed with a narrower scope (RFC 6749 section 6): its scopes.
  -- Null: all of the permission, which stays as wide as the member gave it.
  scopes text[],
  check ((kind = 'code') = (challenge is not null)),
  check ((kind = 'code') = (redirect_uri is not null)),
  check (scopes is null or (kind = 'access' and cardinality(scopes) > 0))
);
comment on table identity.api_token is
  'kept: period, 30 days after it expires; personal: signing in; hashed: token_hash challenge; '
  'plain: kind redirect_uri scopes';
create index api_token_access on identity.api_token (access_id);
