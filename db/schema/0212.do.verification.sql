-- The staged verification of members. Numbers are encrypted (AES-256-GCM); their keyed hashes keep
-- them unique.
create schema verification;

create table verification.profile (
  member_id bigint primary key references identity.member,
  -- The last completed step: 0 none, 1 phone, 2 personal data, 3 ID documents, 4 bank account.
  stage smallint not null default 0 check (stage between 0 and 4),
  -- The whole file: 0 not submitted, 1 reviewing, 2 supplement, 3 approved.
  status smallint not null default 0 check (status between 0 and 3),
  phone text,
  phone_hash text unique,
  -- The last four digits, by which the office finds a member, as with bank accounts.
  phone_tail text,
  name text,
  -- Keyed hashes of every two neighbouring characters of the name, sorted.
  name_hashes text[],
  id_number text,
  id_number_hash text unique,
  birthday text,
  registered_address text,
  mailing_address text,
  -- These are shown in the bands of a case, so they are not encrypted.
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
  -- When the identifying data of a closed account was erased after its time.
  erased_at timestamptz,
  -- Version of the screening list with which name, birthday and ID number were compared last. Null
  -- after each change of one of them, and while no list is configured.
  screened text,
  updated_at timestamptz not null default now()
);
comment on table verification.profile is
  'kept: person, five years after closing; personal: verification; '
  'sealed: phone name id_number birthday registered_address mailing_address id_document; '
  'fingerprint: phone_hash id_number_hash name_hashes; '
  'clear: city company job_title fund_source supplement phone_tail; plain: screened';
create index profile_phone_tail on verification.profile (phone_tail) where phone_tail is not null;
-- Numbers whose tail is missing. Only the program can decrypt them; a job fills the tail in.
create index profile_without_tail on verification.profile (member_id)
  where phone_hash is not null and phone_tail is null;
create index profile_name_hashes on verification.profile using gin (name_hashes);
-- Names without hashes, which a job fills in. A closed account has none of its own.
create index profile_without_name_hashes on verification.profile (member_id)
  where name is not null and name_hashes is null;
-- The rare rows of the members' list: files that wait.
create index profile_waiting on verification.profile (status, member_id) where status in (1, 2);
create index profile_approved on verification.profile (member_id) include (approved_at);
create index profile_unscreened on verification.profile (member_id)
  where screened is null and name is not null;

-- Keyed hashes by which the office finds what members have in common in their addresses; others are
-- in lending.contact_key, verification.bank_account, verification.upload and identity.browser.
create table verification.address_key (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  kind text not null check (kind in ('registered', 'mailing')),
  -- The address without differences in writing, encrypted, and its keyed hash.
  line text not null,
  hash text not null,
  unique (member_id, kind)
);
comment on table verification.address_key is
  'kept: person, five years after closing; personal: verification; sealed: line; '
  'fingerprint: hash; plain: kind';
create index on verification.address_key (hash);

-- Entries of the screening list that resemble a member. The member's money is held while one is
-- open or confirmed. Two persons clear or confirm it.
create table verification.screening_hit (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  -- Keyed hash of the entry and of what in it is equal, so that the same hit is judged only once.
  entry_hash text not null,
  -- The entry, encrypted.
  entry text not null,
  -- gone: no longer on the list, or the member's data changed, before anybody judged it.
  status text not null default 'open' check (status in ('open', 'cleared', 'confirmed', 'gone')),
  -- Whether the entry is still on the list and still resembles the member.
  is_listed boolean not null default true,
  found_at timestamptz not null,
  -- When two persons judged it last.
  decided_at timestamptz,
  unique (member_id, entry_hash)
);
comment on table verification.screening_hit is
  'kept: person, five years after closing; personal: screening; sealed: entry; '
  'fingerprint: entry_hash; plain: status';
create index screening_hit_held on verification.screening_hit (member_id)
  where status in ('open', 'confirmed');

-- Holds on the payouts and refunds of one member, such as after a court's order. One operator
-- places a hold, which counts at once, and another agrees or ends it. Only two persons lift it.
create table verification.payout_hold (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  reason text not null,
  held_by bigint not null references identity.operator,
  held_at timestamptz not null,
  -- When two persons lifted it, or the second person did not agree.
  ended_at timestamptz,
  -- Why the member is held. Of a suspicion the member is told nothing; of the order of a court, the
  -- notice of a bank and a death they or their heirs are.
  cause text not null default 'suspicion'
    check (cause in ('suspicion', 'court', 'bank', 'death')),
  -- When the hold is looked at again.
  look_on date,
  -- A hold may be of a part, because the order of a court names an amount, and may have an end.
  -- Null: all that the member is owed, and until two persons lift it.
  held_up_to bigint check (held_up_to > 0),
  ends_on date
);
comment on table verification.payout_hold is
  'kept: books; personal: money; clear: reason; plain: cause';
comment on column verification.payout_hold.id is 'once';
comment on column verification.payout_hold.member_id is 'once';
comment on column verification.payout_hold.reason is 'once';
comment on column verification.payout_hold.held_by is 'once';
comment on column verification.payout_hold.held_at is 'once';
comment on column verification.payout_hold.cause is 'once';
create unique index payout_hold_lasting on verification.payout_hold (member_id)
  where ended_at is null;

create table verification.upload (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  name text not null,
  filename text not null,
  content_type text not null,
  -- What is shown. A member's document is drawn anew before anybody opens it (decision 023).
  stored jsonb not null,
  -- The file as it was uploaded, which is evidence.
  original jsonb,
  created_at timestamptz not null
);
comment on table verification.upload is
  'kept: person, five years after closing; personal: verification; file: stored original; '
  'clear: filename; plain: name content_type';
create index upload_member on verification.upload (member_id);
-- A document that was uploaded twice is the same file, before it was drawn anew.
create index upload_hash on verification.upload
  ((coalesce(original, stored) ->> 'sha256'));

create table verification.bank_account (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  bank_code text not null,
  branch_code text,
  account text not null,
  account_hash text not null,
  account_tail text not null,
  uploads bigint[] not null default '{}',
  -- proposed: asked for in a change, under review. coming: approved, in force from an instant on.
  status text not null check (
    status in ('pending', 'in_force', 'replaced', 'refused', 'proposed', 'coming')),
  in_force_from timestamptz,
  created_at timestamptz not null
);
comment on table verification.bank_account is
  'kept: person, five years after closing; personal: verification; sealed: account; '
  'fingerprint: account_hash; clear: bank_code branch_code account_tail; plain: uploads status';
comment on column verification.bank_account.id is 'once';
comment on column verification.bank_account.member_id is 'once';
comment on column verification.bank_account.bank_code is 'once';
comment on column verification.bank_account.branch_code is 'once';
comment on column verification.bank_account.created_at is 'once';
create index bank_account_member on verification.bank_account (member_id, id desc);
create unique index bank_account_in_force on verification.bank_account (member_id)
  where status = 'in_force';
create unique index bank_account_coming on verification.bank_account (member_id)
  where status = 'coming';
-- The office finds people by the last digits of a bank account.
create index bank_account_tail on verification.bank_account (account_tail);
create index bank_account_hash on verification.bank_account (account_hash);

-- The bank account of a member to which payments go at an instant; no row if there is none. An
-- approved change counts from its effective time on, even if the job that records it has not run
-- yet. PostgreSQL inlines the function into the statement that calls it, so that the member's
-- accounts are found by an index.
create function verification.account_in_force(member bigint, at timestamptz)
returns setof verification.bank_account
language sql stable as $$
  select * from verification.bank_account
  where member_id = member
    and (status = 'in_force' or (status = 'coming' and in_force_from <= at))
  order by status = 'coming' desc limit 1
$$;

create table verification.financial_statement (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  kind smallint not null,
  monthly_income bigint not null,
  from_day date not null,
  to_day date not null,
  uploads bigint[] not null,
  -- 1 reviewing, 2 supplement, 3 approved.
  status smallint not null default 1 check (status between 1 and 3),
  reason text,
  created_at timestamptz not null
);
comment on table verification.financial_statement is
  'kept: person, five years after closing; personal: verification; clear: reason; plain: uploads';
comment on column verification.financial_statement.id is 'once';
comment on column verification.financial_statement.member_id is 'once';
comment on column verification.financial_statement.kind is 'once';
comment on column verification.financial_statement.monthly_income is 'once';
comment on column verification.financial_statement.from_day is 'once';
comment on column verification.financial_statement.to_day is 'once';
comment on column verification.financial_statement.uploads is 'once';
comment on column verification.financial_statement.created_at is 'once';
create index financial_statement_member on verification.financial_statement (member_id, id desc);

-- Changes of the bank account, the identity document or the phone after a file was approved, each
-- with a review of its own.
create table verification.account_change (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  kind text not null check (kind in ('bank', 'id', 'phone')),
  status text not null default 'reviewing'
    check (status in ('reviewing', 'supplement', 'approved', 'withdrawn')),
  -- Of a bank change.
  bank_account_id bigint references verification.bank_account,
  -- Of an identity document: as verification.profile keeps it, why it changed, and the new name,
  -- encrypted.
  id_document jsonb,
  reason smallint,
  name text,
  -- Of a phone: it replaces the old one a day after the approval and is then removed here.
  phone text,
  phone_hash text,
  -- What a reviewer sent back, and why.
  items jsonb not null default '[]',
  in_force_from timestamptz,
  requested_at timestamptz not null,
  decided_at timestamptz,
  check ((kind = 'bank') = (bank_account_id is not null)),
  check ((kind = 'id') = (id_document is not null))
);
comment on table verification.account_change is
  'kept: person, five years after closing; personal: verification; '
  'sealed: id_document name phone; fingerprint: phone_hash; clear: items; plain: kind status';
comment on column verification.account_change.id is 'once';
comment on column verification.account_change.member_id is 'once';
comment on column verification.account_change.kind is 'once';
comment on column verification.account_change.bank_account_id is 'once';
comment on column verification.account_change.reason is 'once';
comment on column verification.account_change.requested_at is 'once';
create index account_change_member on verification.account_change (member_id, id desc);
create unique index account_change_open on verification.account_change (member_id, kind)
  where status in ('reviewing', 'supplement');
create index account_change_phone on verification.account_change (in_force_from)
  where kind = 'phone' and status = 'approved' and phone is not null;

-- Keyed fingerprints of a closed account, so that a ban follows the person (decision 016). They are
-- written under a key of their own, and outlive the account for as long as a ban or the keeping of
-- its file lasts.
create table verification.trace (
  member_id bigint primary key references identity.member,
  id_number_trace text,
  phone_trace text,
  created_at timestamptz not null,
  check (id_number_trace is not null or phone_trace is not null)
);
comment on table verification.trace is
  'kept: person, as long as a ban or an unlifted loss; personal: bans; '
  'fingerprint: id_number_trace phone_trace';
create index trace_id_number on verification.trace (id_number_trace);
create index trace_phone on verification.trace (phone_trace);
