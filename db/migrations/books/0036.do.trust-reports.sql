-- Monthly trust reports: letters of the bank about its balance, the figures that two persons
-- signed, and each member's line with the tree of hashes by which the member verifies it.

-- A letter about the balance at the end of a signed day; of several, the newest counts.
create table reports.bank_letter (
  id bigint generated always as identity primary key,
  day date not null,
  amount bigint not null check (amount >= 0),
  filename text not null,
  content_type text not null,
  -- Where the encrypted file lies, and its key.
  stored jsonb not null,
  added_by bigint not null references identity.operator,
  added_at timestamptz not null
);
create index bank_letter_day on reports.bank_letter (day, id desc);

create table reports.trust_report (
  id bigint generated always as identity primary key,
  -- First day of the month.
  month date not null check (extract(day from month) = 1),
  letter_id bigint not null references reports.bank_letter,
  -- The figures that were signed, as the page shows them.
  figures jsonb not null,
  members integer not null check (members >= 0),
  members_amount bigint not null check (members_amount >= 0),
  -- Hash at the root of the tree; that of an empty text if no member had money.
  root text not null,
  signed_by bigint not null references identity.operator,
  signed_at timestamptz not null,
  second_by bigint references identity.operator,
  second_at timestamptz,
  -- A later report of the month has replaced it.
  ended_at timestamptz,
  constraint trust_report_two_persons check (second_by <> signed_by),
  constraint trust_report_second check ((second_by is null) = (second_at is null))
);
create unique index trust_report_waiting on reports.trust_report (month)
  where second_at is null and ended_at is null;
create unique index trust_report_signed on reports.trust_report (month)
  where second_at is not null and ended_at is null;

-- What the trust account owed to a member at the end of the month.
create table reports.trust_line (
  report_id bigint not null references reports.trust_report,
  member_id bigint not null references identity.member,
  amount bigint not null check (amount > 0),
  -- Random, so that nobody can guess a line from its hash.
  salt text not null,
  -- Place of its leaf in the tree.
  place integer not null check (place >= 0),
  primary key (report_id, member_id)
);
create index trust_line_member on reports.trust_line (member_id);
create trigger trust_line_append_only before update or delete on reports.trust_line
  for each statement execute function app.refuse_change();

-- The tree, from the leaves (level 0) to the root.
create table reports.trust_node (
  report_id bigint not null references reports.trust_report,
  level smallint not null check (level >= 0),
  place integer not null check (place >= 0),
  hash text not null,
  sum bigint not null check (sum > 0),
  primary key (report_id, level, place)
);
create trigger trust_node_append_only before update or delete on reports.trust_node
  for each statement execute function app.refuse_change();
