-- The poll of the investors of a loan in default, and negotiations of its terms.

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
comment on table servicing.poll is 'kept: contracts; personal: none; plain: status';
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
comment on table servicing.ballot is 'kept: contracts; personal: none';

-- What a borrower asks for. Asking again replaces it; the audit log keeps what was asked before.
create table servicing.negotiation_request (
  loan_id bigint primary key references lending.loan,
  reason text not null check (reason in ('income', 'illness', 'expense', 'debt', 'other')),
  wish text not null check (wish in ('postpone', 'lower', 'extend')),
  affordable bigint not null check (affordable > 0),
  note text,
  requested_at timestamptz not null
);
comment on table servicing.negotiation_request is
  'kept: contracts, with the loan; personal: collection; sealed: note; clear: reason wish';

-- The documents that a borrower sends with the request.
create table servicing.negotiation_paper (
  upload_id bigint primary key references verification.upload,
  loan_id bigint not null references lending.loan,
  created_at timestamptz not null
);
comment on table servicing.negotiation_paper is 'kept: contracts; personal: none';
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
comment on table servicing.negotiation is 'kept: contracts; personal: none; plain: status before';
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
comment on table servicing.agreement is 'kept: contracts; personal: none';

-- What each order had outstanding when the borrower agreed, so that every document of the terms
-- states the same figures, whenever it is made.
create table servicing.negotiated_share (
  negotiation_id bigint not null references servicing.negotiation,
  order_id bigint not null references investing."order",
  remaining bigint not null check (remaining > 0),
  primary key (negotiation_id, order_id)
);
comment on table servicing.negotiated_share is 'kept: contracts; personal: none';
