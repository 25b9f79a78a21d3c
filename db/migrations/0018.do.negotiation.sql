-- Loans in violation: the poll of their investors.
create table servicing.poll (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  status text not null default 'open'
    check (status in ('open', 'undecided', 'negotiate', 'legal', 'void')),
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  -- Votes count to the end of that second; what came of them is decided at or after it.
  decided_at timestamptz
);
create unique index poll_running on servicing.poll (loan_id)
  where status in ('open', 'undecided');
create index poll_loan on servicing.poll (loan_id, id desc);
create index poll_closing on servicing.poll (closes_at) where status = 'open';

-- One ballot a member, written at the opening with his outstanding principal as its weight.
create table servicing.ballot (
  poll_id bigint not null references servicing.poll,
  member_id bigint not null,
  weight bigint not null check (weight > 0),
  answer smallint check (answer in (1, 2, 3)),
  voted_at timestamptz,
  primary key (poll_id, member_id),
  constraint ballot_voted check ((answer is null) = (voted_at is null))
);

-- What a borrower asks for; asking again replaces it, the audit keeps what was asked before.
create table servicing.negotiation_request (
  loan_id bigint primary key,
  reason text not null check (reason in ('income', 'illness', 'expense', 'debt', 'other')),
  wish text not null check (wish in ('postpone', 'lower', 'extend')),
  affordable bigint not null check (affordable > 0),
  note text,
  requested_at timestamptz not null
);

-- New terms, drawn up by one operator and approved by another. Their figures are those of base_on.
create table servicing.negotiation (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  version integer not null,
  -- drafted → offered (the borrower's) → agreed (the investors') → in_force.
  status text not null default 'drafted' check (status in ('drafted', 'returned', 'offered',
    'agreed', 'in_force', 'lapsed', 'short', 'void')),
  base_on date not null,
  rate_bps integer not null check (rate_bps between 0 and 1600),
  installments integer not null check (installments > 0),
  grace_months integer not null check (grace_months between 0 and 6),
  first_due_on date not null,
  -- Percent of each class.
  waive_interest integer not null check (waive_interest between 0 and 100),
  waive_late integer not null check (waive_late between 0 and 100),
  waive_penalty integer not null check (waive_penalty between 0 and 100),
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  late_interest bigint not null check (late_interest >= 0),
  penalty bigint not null check (penalty >= 0),
  -- The plan it replaces, in figures.
  before jsonb not null,
  maker_id bigint not null,
  checker_id bigint,
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

-- One line an investor, written when the borrower agrees, with his principal as its weight.
create table servicing.agreement (
  negotiation_id bigint not null references servicing.negotiation,
  member_id bigint not null,
  weight bigint not null check (weight > 0),
  agreed_at timestamptz,
  primary key (negotiation_id, member_id)
);

-- What of a row is old debt: arrears_interest lies in `interest` and bears none itself; late
-- interest and penalty began as `late_interest_owed` and `penalty_owed`.
alter table servicing.instalment
  add column arrears_interest bigint not null default 0
    check (arrears_interest between 0 and interest),
  add column arrears_late_interest bigint not null default 0 check (arrears_late_interest >= 0),
  add column arrears_penalty bigint not null default 0 check (arrears_penalty >= 0);

-- The contract of new terms is one more document of a loan, and a loan may have several.
alter table lending.contract add column version integer not null default 1;
alter table lending.contract drop constraint contract_kind_check;
alter table lending.contract add constraint contract_kind_check
  check (kind in ('final', 'extract', 'annex', 'settlement', 'negotiation'));
drop index lending.contract_once;
create unique index contract_once
  on lending.contract (loan_id, kind, version, coalesce(order_id, 0));
