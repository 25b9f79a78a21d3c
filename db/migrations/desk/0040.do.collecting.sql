-- Work of the office on late loans: who is in charge, legal proceedings, agencies.

-- The operator in charge of a late loan; a loan without a row is in nobody's charge.
create table servicing.collector (
  loan_id bigint primary key references lending.loan,
  operator_id bigint not null references identity.operator,
  assigned_at timestamptz not null
);
create index collector_operator on servicing.collector (operator_id);

-- Legal proceedings against the borrower of a loan. Papers are attached to notes of this topic.
create table servicing.legal_file (
  loan_id bigint primary key references lending.loan,
  court text not null,
  court_no text not null,
  filed_on date not null,
  changed_by bigint not null references identity.operator,
  changed_at timestamptz not null
);

create table servicing.hearing (
  id bigint generated always as identity primary key,
  loan_id bigint not null references servicing.legal_file,
  held_on date not null,
  purpose text not null,
  place text not null,
  -- Null until the hearing was held.
  result text,
  recorded_by bigint not null references identity.operator
);
create index hearing_loan on servicing.hearing (loan_id, held_on);

-- Agencies to which the collection of a loan was handed.
create table servicing.placement (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  agency text not null,
  reason text not null,
  placed_on date not null,
  placed_by bigint not null references identity.operator,
  recalled_on date check (recalled_on >= placed_on),
  recalled_by bigint references identity.operator,
  check ((recalled_on is null) = (recalled_by is null))
);
create unique index placement_open on servicing.placement (loan_id) where recalled_on is null;
create index placement_loan on servicing.placement (loan_id, id desc);

-- A note may belong to the legal file of its loan, and its attachments are the file's papers.
alter table tasks.note add column topic text
  check (topic is null or topic = 'legal' and subject_type = 'loan');

-- A message is a contact too; the template says which, and a call may go without a note.
alter table servicing.contact add column template text;
-- Wider: a message that was sent.
alter table servicing.contact
  drop constraint contact_outcome_check,
  add constraint contact_outcome_check check (outcome in
    ('reached', 'notReached', 'leftMessage', 'disputed', 'needsHelp', 'sent'));
alter table servicing.contact add constraint contact_sent
  check ((outcome = 'sent') = (template is not null));
