-- Reports: what they read quickly by, and the one sum they keep of the ledger.
create schema reports;

-- Principal that fell, by day: what was out on an earlier day is what is out plus what fell since.
create index allocation_principal on servicing.allocation (allocated_on)
  include (loan_id, amount) where class = 'principal';
create index transfer_closing on ledger.transfer (happened_on) where kind = 'closing';
-- Which loans have moved since, and from where.
create index audit_loan_moved on tasks.audit (at, subject_id)
  where subject_type = 'loan' and to_status is not null;

-- Three kinds of account by day and kind of transfer: they are in nearly every transfer, where
-- adding up would mean reading the whole ledger. Transfers recorded from `until` on are not in it.
create table reports.booked (
  day date not null,
  transfer_kind text not null,
  account_kind text not null,
  transfers integer not null,
  amount bigint not null,
  primary key (day, transfer_kind, account_kind)
);
create table reports.booked_until (
  one boolean primary key default true check (one),
  until timestamptz not null
);
create index transfer_recorded on ledger.transfer (recorded_at);

-- What transfers recorded from one moment to another moved, by day. A function with moments of its
-- own, so that it is planned by how little that is.
create function reports.moved(since timestamptz, before timestamptz)
returns table (
  day date, transfer_kind text, account_kind text, transfers integer, amount bigint
) language plpgsql stable as $$
begin
  return query
    select t.happened_on, t.kind, a.kind, count(distinct t.id)::integer, sum(e.amount)::bigint
    from ledger.transfer t
    join ledger.entry e on e.transfer_id = t.id
    join ledger.account a on a.id = e.account_id
      and a.kind in ('trust_bank', 'fee_income', 'vat_payable')
    where t.recorded_at >= since and t.recorded_at < before
    group by t.happened_on, t.kind, a.kind;
end $$;

-- What a house has booked before: no transaction is under way for an hour.
insert into reports.booked_until (until)
select case when exists (select from ledger.transfer) then now() - interval '1 hour'
  else '-infinity' end;
insert into reports.booked
select m.* from reports.booked_until u cross join lateral reports.moved('-infinity', u.until) m;

-- What was added up and what was recorded since: together the whole ledger, of one snapshot.
create view reports.whole as
select day, transfer_kind, account_kind, transfers, amount from reports.booked
union all
select m.day, m.transfer_kind, m.account_kind, m.transfers, m.amount
from reports.booked_until u cross join lateral reports.moved(u.until, 'infinity') m;

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
