-- What follows when a loan is not repaid: acceleration, collection, measures, court costs, losses,
-- legal proceedings and agencies.

-- A notice of violation and its outcome. A loan has at most one open notice: until the arrears are
-- paid (cured), all is paid, the loan is negotiated, or an operator revokes the notice.
create table servicing.acceleration (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  -- late: by the days passed; declared: by two operators, for fraud.
  cause text not null check (cause in ('late', 'declared')),
  reason text,
  notice_on date not null,
  -- Through this day the arrears may still be paid; after it all principal is due.
  pay_by date not null check (pay_by >= notice_on + 7),
  -- The one row of the schedule that holds the accelerated principal; null until all fell due, or
  -- where nothing was left to fall due.
  from_no integer,
  accelerated_on date,
  ended_on date,
  outcome text check (outcome in ('cured', 'paid', 'negotiated', 'revoked')),
  check ((ended_on is null) = (outcome is null))
);
comment on table servicing.acceleration is
  'kept: contracts; personal: none; plain: cause reason outcome';
comment on column servicing.acceleration.id is 'once';
comment on column servicing.acceleration.loan_id is 'once';
comment on column servicing.acceleration.notice_on is 'once';
create unique index acceleration_open on servicing.acceleration (loan_id) where ended_on is null;
create index acceleration_loan on servicing.acceleration (loan_id, id);
create index acceleration_notice on servicing.acceleration (notice_on, loan_id);

-- Who spoke with the borrower, when, how, and what was said.
create table servicing.contact (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  operator_id bigint not null references identity.operator,
  channel text not null check (channel in ('phone', 'sms', 'email', 'letter', 'visit', 'other')),
  outcome text not null check (outcome in
    ('reached', 'notReached', 'leftMessage', 'disputed', 'needsHelp', 'sent')),
  note text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null,
  -- A message is a contact too; the template says which, and a call may go without a note.
  template text,
  constraint contact_sent check ((outcome = 'sent') = (template is not null))
);
comment on table servicing.contact is
  'kept: contracts, with the loan; personal: collection; clear: note; '
  'plain: channel outcome template';
create index contact_loan on servicing.contact (loan_id, id desc);
-- The last contact with each late loan, which the queue of collection reads from the index alone.
create index contact_last on servicing.contact (loan_id, happened_at);

-- What the borrower promised to pay. The daily job finds out whether the promise was kept.
create table servicing.promise (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  operator_id bigint not null references identity.operator,
  amount bigint not null check (amount > 0),
  made_on date not null,
  due_on date not null check (due_on >= made_on),
  note text,
  status text not null default 'open' check (status in ('open', 'kept', 'broken')),
  found_on date
);
comment on table servicing.promise is
  'kept: contracts, with the loan; personal: collection; clear: note; plain: status';
comment on column servicing.promise.id is 'once';
comment on column servicing.promise.loan_id is 'once';
comment on column servicing.promise.operator_id is 'once';
comment on column servicing.promise.amount is 'once';
comment on column servicing.promise.made_on is 'once';
comment on column servicing.promise.due_on is 'once';
comment on column servicing.promise.note is 'once';
create index promise_loan on servicing.promise (loan_id, id desc);
create index promise_open on servicing.promise (loan_id) where status = 'open';

-- What one operator proposes and another decides on a loan in collection.
create table servicing.measure (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  kind text not null check (kind in ('waiver', 'courtCost', 'revocation', 'closing')),
  amount bigint check (amount > 0),
  -- courtCost: the day it was paid; waiver of a record booked late: the bank's day.
  day date,
  reason text not null,
  -- Null where the system computed it.
  maker_id bigint references identity.operator,
  checker_id bigint references identity.operator,
  -- overtaken: the disbursement came back, so there is nothing left to decide.
  status text not null default 'proposed'
    check (status in ('proposed', 'approved', 'returned', 'overtaken')),
  created_at timestamptz not null,
  decided_at timestamptz
);
comment on table servicing.measure is 'kept: contracts; personal: none; plain: kind reason status';
comment on column servicing.measure.id is 'once';
comment on column servicing.measure.loan_id is 'once';
comment on column servicing.measure.kind is 'once';
comment on column servicing.measure.amount is 'once';
comment on column servicing.measure.day is 'once';
comment on column servicing.measure.reason is 'once';
comment on column servicing.measure.maker_id is 'once';
comment on column servicing.measure.created_at is 'once';
create index measure_loan on servicing.measure (loan_id, id desc);
create trigger decided_once before update on servicing.measure for each row
  when (old.decided_at is not null and (old.checker_id, old.decided_at)
    is distinct from (new.checker_id, new.decided_at))
  execute function app.refuse_second();

-- Court costs we paid for a loan: claimed from the borrower before everything else.
create table servicing.court_cost (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  amount bigint not null check (amount > 0),
  repaid bigint not null default 0 check (repaid >= 0),
  -- Given up at the closing of a written-off loan: our own loss.
  forgiven bigint not null default 0 check (forgiven between 0 and amount - repaid),
  paid_on date not null,
  what text not null
);
comment on table servicing.court_cost is 'kept: books; personal: none; plain: what';
comment on column servicing.court_cost.id is 'once';
comment on column servicing.court_cost.loan_id is 'once';
comment on column servicing.court_cost.amount is 'once';
comment on column servicing.court_cost.forgiven is 'once';
comment on column servicing.court_cost.paid_on is 'once';
comment on column servicing.court_cost.what is 'once';
create index court_cost_loan on servicing.court_cost (loan_id, id);

-- The day a claim was written off and what was lost then. Recoveries come after it.
create table servicing.write_off (
  loan_id bigint primary key references lending.loan,
  written_off_on date not null,
  late_days integer not null,
  principal bigint not null,
  interest bigint not null,
  late_charges bigint not null,
  court_costs bigint not null,
  reason text not null,
  proposed_by bigint not null references identity.operator,
  approved_by bigint not null references identity.operator,
  -- 追償結案 ends the collection of a written-off loan, not the claim: the state is closed_with_loss.
  -- The limitation of principal (15 years) and interest (5 years) counts from the last due day
  -- (Civil Code 125, 126, 128). Loans that were closed before this rule, which gave the claim up,
  -- have none of it.
  closed_on date,
  closed_reason text,
  principal_barred_on date,
  interest_barred_on date,
  constraint closed_with_loss check (num_nonnulls(closed_on, closed_reason,
    principal_barred_on, interest_barred_on) in (0, 4))
);
comment on table servicing.write_off is 'kept: books; personal: none; plain: reason closed_reason';
comment on column servicing.write_off.loan_id is 'once';
comment on column servicing.write_off.written_off_on is 'once';
comment on column servicing.write_off.late_days is 'once';
comment on column servicing.write_off.principal is 'once';
comment on column servicing.write_off.interest is 'once';
comment on column servicing.write_off.late_charges is 'once';
comment on column servicing.write_off.court_costs is 'once';
comment on column servicing.write_off.reason is 'once';
comment on column servicing.write_off.proposed_by is 'once';
comment on column servicing.write_off.approved_by is 'once';
create trigger decided_once before update on servicing.write_off for each row
  when (old.closed_on is not null and (old.closed_on, old.closed_reason)
    is distinct from (new.closed_on, new.closed_reason))
  execute function app.refuse_second();

-- Whether the collection of a written-off loan has ended (closed_with_loss, decision 014). The
-- status of the loan stays 95, so that whoever shows the loan asks this.
create function servicing.is_closed(loan bigint) returns boolean language sql stable
begin atomic
  select exists (select from servicing.write_off w
    where w.loan_id = loan and w.closed_on is not null);
end;

-- The operator in charge of a late loan; a loan without a row is in nobody's charge.
create table servicing.collector (
  loan_id bigint primary key references lending.loan,
  operator_id bigint not null references identity.operator,
  assigned_at timestamptz not null
);
comment on table servicing.collector is 'kept: contracts; personal: none';
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
comment on table servicing.legal_file is 'kept: contracts; personal: none; plain: court court_no';

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
comment on table servicing.hearing is
  'kept: contracts; personal: none; plain: purpose place result';
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
comment on table servicing.placement is 'kept: contracts; personal: none; plain: agency reason';
create unique index placement_open on servicing.placement (loan_id) where recalled_on is null;
create index placement_loan on servicing.placement (loan_id, id desc);
