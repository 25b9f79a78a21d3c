-- What the bank gives back after it said yes: payments returned late, receipts taken back late.

-- A receipt the bank took back after its money was used or sent back: covered by us, a claim on the
-- payer. It belongs to the bank's side, because orders, loans and money of nobody all need it.
create table banking.recourse (
  receipt_id bigint primary key,
  -- Both null where the money was nobody's and had been sent back to its payer.
  loan_id bigint,
  member_id bigint,
  amount bigint not null check (amount > 0),
  label text not null,
  covered_on date not null,
  status text not null default 'open' check (status in ('open', 'recovered', 'lost')),
  settled_on date,
  -- Who proposed how it ended and who approved it; both null where the payment came back by itself.
  maker_id bigint,
  checker_id bigint,
  check (maker_id <> checker_id)
);
insert into banking.recourse
  (receipt_id, loan_id, member_id, amount, label, covered_on, status, settled_on)
select r.receipt_id, r.loan_id, r.member_id, r.amount, l.case_no, r.covered_on, r.status,
  r.settled_on
from servicing.recourse r join lending.loan l on l.id = r.loan_id;
create index recourse_loan on banking.recourse (loan_id);
drop table servicing.recourse;

-- The schedule of a disbursement that came back: kept, and no part of any later one.
alter table servicing.instalment
  add column undone boolean not null default false,
  add constraint instalment_undone check (not (undone and current));

-- A document that no longer says what is so stays, and another of its kind may follow.
alter table lending.contract add column superseded_at timestamptz;
drop index lending.contract_once;
create unique index contract_once
  on lending.contract (loan_id, kind, version, coalesce(order_id, 0))
  where superseded_at is null;
