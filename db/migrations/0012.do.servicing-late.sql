-- What follows when a loan is not repaid: acceleration, collection, measures, court costs, losses,
-- the poll of the investors and negotiations.

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
    ('reached', 'notReached', 'leftMessage', 'disputed', 'needsHelp')),
  note text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null
);
create index contact_loan on servicing.contact (loan_id, id desc);

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
create index measure_loan on servicing.measure (loan_id, id desc);

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
  approved_by bigint not null references identity.operator
);

-- The poll of a loan's investors: negotiate with the borrower, or go to court.
create table servicing.poll (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  status text not null default 'open'
    check (status in ('open', 'undecided', 'negotiate', 'legal', 'void')),
  opened_at timestamptz not null,
  -- Votes count to the end of this second; the outcome is decided at or after it.
  closes_at timestamptz not null,
  decided_at timestamptz
);
create unique index poll_running on servicing.poll (loan_id)
  where status in ('open', 'undecided');
create index poll_loan on servicing.poll (loan_id, id desc);
create index poll_closing on servicing.poll (closes_at) where status = 'open';

-- One ballot for each investor, written at the opening with their outstanding principal as weight.
create table servicing.ballot (
  poll_id bigint not null references servicing.poll,
  member_id bigint not null references identity.member,
  weight bigint not null check (weight > 0),
  answer smallint check (answer in (1, 2, 3)),
  voted_at timestamptz,
  primary key (poll_id, member_id),
  constraint ballot_voted check ((answer is null) = (voted_at is null))
);

-- What a borrower asks for. Asking again replaces it; the audit log keeps what was asked before.
create table servicing.negotiation_request (
  loan_id bigint primary key references lending.loan,
  reason text not null check (reason in ('income', 'illness', 'expense', 'debt', 'other')),
  wish text not null check (wish in ('postpone', 'lower', 'extend')),
  affordable bigint not null check (affordable > 0),
  note text,
  requested_at timestamptz not null
);

-- The documents that a borrower sends with the request.
create table servicing.negotiation_paper (
  upload_id bigint primary key references verification.upload,
  loan_id bigint not null references lending.loan,
  created_at timestamptz not null
);
create index negotiation_paper_loan on servicing.negotiation_paper (loan_id);

-- New terms, drawn up by one operator and approved by another. Their figures are those of base_on.
create table servicing.negotiation (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  version integer not null,
  -- drafted → offered (to the borrower) → agreed (before the investors) → in_force.
  status text not null default 'drafted' check (status in ('drafted', 'returned', 'offered',
    'agreed', 'in_force', 'lapsed', 'short', 'void')),
  base_on date not null,
  rate_bps integer not null check (rate_bps between 0 and 1600),
  installments integer not null check (installments > 0),
  grace_months integer not null check (grace_months between 0 and 6),
  first_due_on date not null,
  -- The percentage of each class that is waived.
  waive_interest integer not null check (waive_interest between 0 and 100),
  waive_late integer not null check (waive_late between 0 and 100),
  waive_penalty integer not null check (waive_penalty between 0 and 100),
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  late_interest bigint not null check (late_interest >= 0),
  penalty bigint not null check (penalty >= 0),
  -- The figures of the schedule that it replaces.
  before jsonb not null,
  maker_id bigint not null references identity.operator,
  checker_id bigint references identity.operator,
  drafted_at timestamptz not null,
  offered_at timestamptz,
  borrower_by timestamptz,
  agreed_at timestamptz,
  investors_by timestamptz,
  ended_at timestamptz,
  constraint negotiation_two check (maker_id is distinct from checker_id),
  unique (loan_id, version)
);
create unique index negotiation_live on servicing.negotiation (loan_id)
  where status in ('drafted', 'offered', 'agreed');
create index negotiation_due on servicing.negotiation (borrower_by, investors_by)
  where status in ('offered', 'agreed');

-- One row for each investor, written when the borrower agrees, with their principal as weight.
create table servicing.agreement (
  negotiation_id bigint not null references servicing.negotiation,
  member_id bigint not null references identity.member,
  weight bigint not null check (weight > 0),
  agreed_at timestamptz,
  primary key (negotiation_id, member_id)
);

-- What each order had outstanding when the borrower agreed, so that every document of the terms
-- states the same figures, whenever it is made.
create table servicing.negotiated_share (
  negotiation_id bigint not null references servicing.negotiation,
  order_id bigint not null references investing."order",
  remaining bigint not null check (remaining > 0),
  primary key (negotiation_id, order_id)
);
