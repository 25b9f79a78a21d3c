-- What the lists of a large house are read by: each index serves one page, named beside it.

-- Balances of accounts that nearly every transfer touches: their entries' sum from the index alone.
create index entry_account_amount on ledger.entry (account_id) include (amount);
drop index ledger.entry_account;
-- The accounts' list, the newest of a kind first.
create index account_kind on ledger.account (kind, id);

-- The inbox: what is due first, open or done.
create index task_due on tasks.task (status, due_at, id);
-- The audit log by days, and by what it is about without saying which.
create index audit_at on tasks.audit (at);
create index audit_subject_type on tasks.audit (subject_type, id);

-- What arrived: rare states by day, and the amount somebody looks for.
drop index banking.receipt_state;
create index receipt_state on banking.receipt (state, bank_date, id) where state <> 'matched';
create index receipt_amount on banking.receipt (amount);
-- What is under way to investors and back, among all that has arrived there.
create index payout_state on servicing.payout (status, id) where status <> 'confirmed';
create index payout_day on servicing.payout (created_on, id);
create index refund_state on investing.refund (status, id);

-- The one box: the beginning of a case number, in whatever collation.
create index loan_case_no_beginning on lending.loan (case_no text_pattern_ops);

-- What each night's proof of the books found: shown where they are too long to be proven on sight.
create table ledger.proof (
  id bigint generated always as identity primary key,
  proven_at timestamptz not null,
  -- [{kind, balance, accounts}] and [{name, broken}], as the books' page has them.
  balances jsonb not null,
  laws jsonb not null
);
create trigger proof_append_only before update or delete on ledger.proof
  for each statement execute function door.refuse_change();

-- What moved in each kind of account on each day, and by what kind of transfer, added up a moment
-- after it was recorded, so that a balance or a month is read without walking through all entries.
-- Debits positive.
create table ledger.day_total (
  day date not null,
  transfer_kind text not null,
  kind text not null references ledger.kind,
  transfers integer not null,
  amount bigint not null,
  primary key (day, transfer_kind, kind)
);
create table ledger.added_up (
  one boolean primary key default true check (one),
  -- What was recorded before it is in the sums; nothing before it can still be under way.
  until timestamptz not null default '-infinity'
);
insert into ledger.added_up default values;
create index transfer_recorded on ledger.transfer (recorded_at);
-- The sums, and what was recorded since: together all entries, exactly. What is new is looked up
-- transfer by transfer (`offset 0` sees to it), however long the tables are.
create view ledger.moved as
select day, transfer_kind, kind, transfers, amount from ledger.day_total
union all
select t.happened_on, t.kind, e.kind, 1, e.amount
from (
  select id, kind, happened_on from ledger.transfer
  where recorded_at >= (select until from ledger.added_up) offset 0
) t
cross join lateral (
  select a.kind, sum(x.amount)::bigint as amount
  from (select account_id, amount from ledger.entry where transfer_id = t.id offset 0) x
  cross join lateral (select kind from ledger.account where id = x.account_id offset 0) a
  group by a.kind
) e;
