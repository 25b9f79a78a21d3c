-- Reports: the returns of ended loans, a count of pages opened, the monthly trust reports, the open
-- loan book, and reports that are sent by mail.
create schema reports;

-- What an ended loan brought its investors: computed once it is settled, and every day anew while
-- it is written off and may still bring something.
create table reports.loan_return (
  loan_id bigint primary key references lending.loan,
  ended_on date not null,
  principal bigint not null,
  -- What was received, less fees and less what was lent.
  gain bigint not null,
  -- The yearly rate of return (XIRR); -10000 where nothing came back.
  xirr_bps integer not null,
  settled boolean not null
);
comment on table reports.loan_return is 'kept: contracts; personal: none';

-- Pages of the member site that were opened on each day, without who opened them.
create table reports.visit (
  day date primary key,
  pages bigint not null check (pages > 0)
);
comment on table reports.visit is 'kept: bounded, a few rows a day; personal: none';

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
comment on table reports.bank_letter is
  'kept: books; personal: money; file: stored; clear: filename content_type';
comment on column reports.bank_letter.id is 'once';
comment on column reports.bank_letter.day is 'once';
comment on column reports.bank_letter.amount is 'once';
comment on column reports.bank_letter.filename is 'once';
comment on column reports.bank_letter.content_type is 'once';
comment on column reports.bank_letter.added_by is 'once';
comment on column reports.bank_letter.added_at is 'once';
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
comment on table reports.trust_report is 'kept: books; personal: none; plain: figures root';
comment on column reports.trust_report.id is 'once';
comment on column reports.trust_report.month is 'once';
comment on column reports.trust_report.letter_id is 'once';
comment on column reports.trust_report.figures is 'once';
comment on column reports.trust_report.members is 'once';
comment on column reports.trust_report.members_amount is 'once';
comment on column reports.trust_report.root is 'once';
comment on column reports.trust_report.signed_by is 'once';
comment on column reports.trust_report.signed_at is 'once';
create unique index trust_report_waiting on reports.trust_report (month)
  where second_at is null and ended_at is null;
create unique index trust_report_signed on reports.trust_report (month)
  where second_at is not null and ended_at is null;
create trigger decided_once before update on reports.trust_report for each row
  when (old.second_at is not null and (old.second_by, old.second_at)
    is distinct from (new.second_by, new.second_at))
  execute function app.refuse_second();

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
comment on table reports.trust_line is 'kept: books; personal: none; plain: salt';
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
comment on table reports.trust_node is 'kept: books; personal: none; plain: hash';
create trigger trust_node_append_only before update or delete on reports.trust_node
  for each statement execute function app.refuse_change();

-- The loan book is published once a month and in groups of borrowers (decision 047).
create table reports.book_month (
  -- The last day of the month.
  day date primary key,
  -- What everybody may read.
  statistics jsonb not null,
  -- The groups into which the month divides the book, each as the kinds of loans (grade, quarter
  -- and instalments) of its borrowers; null if the month has no figures of lateness of its own.
  groups jsonb,
  published_at timestamptz not null
);
comment on table reports.book_month is
  'kept: bounded, twelve rows a year; personal: none; plain: statistics groups';
create trigger book_month_unchanged before update or delete or truncate on reports.book_month
  for each statement execute function app.refuse_change();

-- The borrowers who were late in a month with figures of lateness. They are compared with those of
-- later months, so that no difference between two months concerns fewer than five borrowers.
create table reports.book_late (
  day date not null references reports.book_month,
  member_id bigint not null references identity.member,
  primary key (day, member_id)
);
comment on table reports.book_late is
  'kept: bounded, twelve rows a year for each late borrower; personal: none';
create trigger book_late_unchanged before update or delete or truncate on reports.book_late
  for each statement execute function app.refuse_change();

-- Files of the nights of the loan book, which 0.7.0 published with a row for each loan. The job
-- reports.withdrawNights deletes them and their rows.
create table reports.book_file (
  day date not null,
  -- For example loans.csv.gz.
  name text not null,
  rows integer not null check (rows >= 0),
  -- Size and SHA-256 of the compressed file, as it is downloaded.
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  -- Where the encrypted file lies, and its key.
  stored jsonb not null,
  published_at timestamptz not null,
  primary key (day, name)
);
comment on table reports.book_file is
  'kept: bounded, nothing is added any more; personal: none; plain: name sha256 stored';

-- Reports that are sent by mail on fixed days, and each sending.
create table reports.schedule (
  id bigint generated always as identity primary key,
  -- Last part of the URL of the report's page.
  report text not null,
  rhythm text not null check (rhythm in ('monthly', 'weekly')),
  -- Day of the month if monthly, day of the week from 0 for Sunday if weekly.
  day smallint not null,
  owner_id bigint not null references identity.operator,
  made_at timestamptz not null,
  -- The day on which it is sent next, unless it is paused.
  next_on date not null,
  paused_at timestamptz,
  ended_at timestamptz,
  constraint schedule_day check (
    case rhythm when 'monthly' then day between 1 and 28 else day between 0 and 6 end)
);
comment on table reports.schedule is
  'kept: bounded, what people at the office make; personal: none; plain: report rhythm';
create index schedule_due on reports.schedule (next_on)
  where paused_at is null and ended_at is null;

create table reports.schedule_recipient (
  schedule_id bigint not null references reports.schedule,
  operator_id bigint not null references identity.operator,
  primary key (schedule_id, operator_id)
);
comment on table reports.schedule_recipient is
  'kept: bounded, what people at the office make; personal: none';

-- Its primary key keeps two workers from sending the mails of a day twice.
create table reports.sending (
  schedule_id bigint not null references reports.schedule,
  due_on date not null,
  sent_at timestamptz not null,
  -- Number of mails, and of recipients who were skipped because they may not read the report.
  mails integer not null check (mails >= 0),
  skipped integer not null check (skipped >= 0),
  primary key (schedule_id, due_on)
);
comment on table reports.sending is 'kept: bounded, a few rows a day; personal: none';
