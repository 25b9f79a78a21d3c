-- What the pages of a large house are read by, a page at a time: each index serves those named.

-- A member's orders and holdings, the newest first; counted by status without opening a row.
create index order_member_newest on investing."order" (member_id, created_at desc, id desc)
  include (stored_status);
drop index investing.order_member;
-- Cases that were offered, by state: counted, and those that ended in the order they did.
create index loan_offered on lending.loan (status, pinned desc, id) where listed_at is not null;
create index loan_ended on lending.loan (status_at desc, id)
  where status in (96, 98, 99) and listed_at is not null;
-- The inbox: how many wait in each queue, how many nobody took, and since when.
create index task_waiting on tasks.task (kind, due_at, assignee_id, created_at)
  where status = 'open';
-- All that happened to a member: what is about his thousands of orders, from the indexes alone.
create index audit_about on tasks.audit (subject_type, subject_id, id) include (at, action);
drop index tasks.audit_subject;
create index receipt_about on banking.receipt (subject_type, subject_id) include (id, at);
drop index banking.receipt_subject;
create index refund_member on investing.refund (member_id);

-- The reports: of all loans ever lent, of all moves of a loan, of all who registered, of all tasks
-- done and of all payouts, what they add up.
create index loan_lent on lending.loan (disbursed_on, id) include (plan_id, grade, status, amount)
  where disbursed_on is not null;
drop index lending.loan_disbursed;
create index audit_loan_path on tasks.audit (subject_id, id) include (at, from_status, to_status)
  where subject_type = 'loan' and to_status is not null;
create index loan_of_member on lending.loan (member_id, id desc)
  include (disbursed_on, signed_at, rate_bps);
drop index lending.loan_member;
create index profile_approved on verification.profile (member_id) include (approved_at);
create index task_served on tasks.task (kind, decided_at) include (created_at, due_at, checker_id)
  where status = 'done';
create index payout_created on servicing.payout (created_on, id) include (status, amount);
drop index servicing.payout_day;

-- What all investors of a loan have lent and got, added up with each of their shares that changes:
-- the report on returns adds up loans, not a million shares. A loan's shares change under its lock,
-- so that none waits for another here.
create table servicing.lent (
  loan_id bigint primary key,
  principal bigint not null,
  remaining bigint not null,
  interest_received bigint not null,
  late_received bigint not null,
  fee_charged bigint not null,
  forgiven bigint not null
);
insert into servicing.lent
select loan_id, sum(principal), sum(remaining), sum(interest_received), sum(late_received),
  sum(fee_charged), sum(forgiven)
from servicing.share group by loan_id;

create function servicing.add_up_shares() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into servicing.lent as l
    select loan_id, sum(principal), sum(remaining), sum(interest_received), sum(late_received),
      sum(fee_charged), sum(forgiven)
    from fresh group by loan_id
    on conflict (loan_id) do update set principal = l.principal + excluded.principal,
      remaining = l.remaining + excluded.remaining,
      interest_received = l.interest_received + excluded.interest_received,
      late_received = l.late_received + excluded.late_received,
      fee_charged = l.fee_charged + excluded.fee_charged,
      forgiven = l.forgiven + excluded.forgiven;
    return null;
  end if;
  -- Added up anew from the shares themselves where one was taken away, else by what has changed.
  if tg_op = 'DELETE' then
    delete from servicing.lent where loan_id in (select loan_id from stale);
    insert into servicing.lent
    select loan_id, sum(principal), sum(remaining), sum(interest_received), sum(late_received),
      sum(fee_charged), sum(forgiven)
    from servicing.share where loan_id in (select loan_id from stale) group by loan_id;
    return null;
  end if;
  update servicing.lent l set principal = l.principal + d.principal,
    remaining = l.remaining + d.remaining,
    interest_received = l.interest_received + d.interest_received,
    late_received = l.late_received + d.late_received,
    fee_charged = l.fee_charged + d.fee_charged, forgiven = l.forgiven + d.forgiven
  from (
    select loan_id, sum(way * principal) as principal, sum(way * remaining) as remaining,
      sum(way * interest_received) as interest_received, sum(way * late_received) as late_received,
      sum(way * fee_charged) as fee_charged, sum(way * forgiven) as forgiven
    from (select 1 as way, * from fresh union all select -1, * from stale) changed
    group by loan_id
  ) d
  where l.loan_id = d.loan_id;
  return null;
end $$;
create trigger share_came after insert on servicing.share
  referencing new table as fresh
  for each statement execute function servicing.add_up_shares();
create trigger share_changed after update on servicing.share
  referencing old table as stale new table as fresh
  for each statement execute function servicing.add_up_shares();
create trigger share_went after delete on servicing.share
  referencing old table as stale
  for each statement execute function servicing.add_up_shares();
