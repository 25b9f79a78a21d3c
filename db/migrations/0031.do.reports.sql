-- Reports: what they read quickly by, the returns they keep, and a count of pages opened.
create schema reports;

-- Principal that fell, by day: what was out on an earlier day is what is out plus what fell since.
create index allocation_principal on servicing.allocation (allocated_on)
  include (loan_id, amount) where class = 'principal';
create index transfer_closing on ledger.transfer (happened_on) where kind = 'closing';
-- Which loans have moved since, and from where.
create index audit_loan_moved on tasks.audit (at, subject_id)
  where subject_type = 'loan' and to_status is not null;

-- Loans that were ever more than 30 days late, declared or written off.
create index audit_loan_violation on tasks.audit (subject_id)
  where subject_type = 'loan' and to_status in ('70', '75', '80', '95');
create index acceleration_notice on servicing.acceleration (notice_on, loan_id);
create index loan_disbursed on lending.loan (disbursed_on) where disbursed_on is not null;
-- What of the investors' fee is for late interest, and what was kept of prepayment fees.
create index allocation_unusual on servicing.allocation (allocated_on)
  include (batch, class, amount) where class in ('lateInterest', 'prepaymentFee');
create index task_decided on tasks.task (decided_at) where status = 'done';
create index member_joined on identity.member (created_at);

-- What an ended loan brought those who lent: reckoned once it is settled; every day anew while it
-- is written off and may still bring something.
create table reports.loan_return (
  loan_id bigint primary key,
  ended_on date not null,
  principal bigint not null,
  -- What came, fees taken off, less what was lent.
  gain bigint not null,
  -- The yearly rate of return (XIRR); -10000 where nothing came back.
  xirr_bps integer not null,
  settled boolean not null
);

-- Pages of the member site that were opened, day by day: nothing of who opened them.
create table reports.visit (
  day date primary key,
  pages bigint not null check (pages > 0)
);
