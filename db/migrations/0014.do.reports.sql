-- Reports: the returns of ended loans, and a count of pages opened.
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

-- Pages of the member site that were opened on each day, without who opened them.
create table reports.visit (
  day date primary key,
  pages bigint not null check (pages > 0)
);
