-- The second factor at sign-in: browsers that members signed in on, sign-ins that still wait for
-- the factor, and phones that are replaced once an operator has checked the ID.

-- Null follows the rule: on for whoever has money here.
alter table identity.member add column second_factor boolean;

-- The cookie of a browser carries the name. A browser without a row here is unknown, whatever its
-- cookie says, so that a member can forget it.
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
alter table identity.session
  add column browser_id bigint references identity.browser on delete set null;
create index session_browser on identity.session (browser_id) where browser_id is not null;

-- A sign-in whose password (or Google account) was right. Its token opens nothing but the calls
-- of the second step.
create table identity.sign_in_ticket (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  member_id bigint not null references identity.member,
  way text not null check (way in ('password', 'google')),
  -- The Google account to link once the second factor is proven.
  google_subject text,
  -- Whether a mail about the unknown browser went out.
  is_told boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_ticket_member on identity.sign_in_ticket (member_id);
create index sign_in_ticket_expires on identity.sign_in_ticket (expires_at);

-- Codes and challenges of a sign-in are good with its ticket alone.
alter table identity.sms_code drop constraint sms_code_purpose_check;
alter table identity.sms_code add constraint sms_code_purpose_check
  check (purpose in ('phone', 'step_up', 'sign_in', 'recovery'));
alter table identity.sms_code
  add column ticket_id bigint references identity.sign_in_ticket on delete cascade;
create index sms_code_ticket on identity.sms_code (ticket_id) where ticket_id is not null;
alter table identity.challenge drop constraint challenge_purpose_check;
alter table identity.challenge add constraint challenge_purpose_check check (
  purpose in ('google', 'passkey_add', 'passkey_login', 'passkey_step_up', 'passkey_second'));
alter table identity.challenge
  add column ticket_id bigint references identity.sign_in_ticket on delete cascade;
create index challenge_ticket on identity.challenge (ticket_id) where ticket_id is not null;

-- The link by which a member who lost phone and passkeys proves the mailbox.
alter table identity.email_token drop constraint email_token_purpose_check;
alter table identity.email_token add constraint email_token_purpose_check
  check (purpose in ('verify', 'reset', 'recover'));

-- A new phone is reviewed as the other changes are, by a check of the ID, and takes the old one's
-- place a day after the approval. The number is removed here once it has.
alter table verification.account_change drop constraint account_change_kind_check;
alter table verification.account_change add constraint account_change_kind_check
  check (kind in ('bank', 'id', 'phone'));
alter table verification.account_change
  add column phone text,
  add column phone_hash text;
create index account_change_phone on verification.account_change (in_force_from)
  where kind = 'phone' and status = 'approved' and phone is not null;
