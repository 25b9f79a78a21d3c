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
