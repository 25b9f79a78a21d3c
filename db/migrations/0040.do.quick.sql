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

-- As it was, but each holder's sums go with his parts: joined to them again, of a loan with a
-- thousand investors each was compared with each.
create or replace function servicing.distribute(
  batches text[], kinds text[], days date[], loans bigint[], nos integer[], fee_bps integer[],
  principals bigint[], interests bigint[], accrueds bigint[], lates bigint[], penalties bigint[],
  shared_fees bigint[], kept_fees bigint[], distributed date
) returns bigint language plpgsql as $$
declare
  written bigint;
  e_ids text[];
  e_kinds text[];
  e_loans bigint[];
  e_orders bigint[];
  e_members bigint[];
  e_amounts bigint[];
  fresh text[];
begin
  with batch as (
    select * from unnest(batches, loans, nos, fee_bps, principals, interests, accrueds, lates,
      penalties, shared_fees, kept_fees) with ordinality
      as b (batch, loan, no, bps, principal, interest, accrued, late, penalty, shared, kept, b)
  ), holder as materialized (
    select b.b, s.order_id, s.member_id, s.remaining, s.principal,
      s.interest_received + s.late_received as taken, s.fee_charged,
      (sum(s.remaining) over whole)::bigint as whole_remaining,
      (sum(s.principal) over whole)::bigint as whole_principal
    from batch b join servicing.share s on s.loan_id = b.loan
    window whole as (partition by b.b)
  ), floored as (
    select h.b, h.order_id, h.member_id, h.taken, h.fee_charged, c.class, c.amount,
      case when whole_remaining = 0 then whole_principal else whole_remaining end as whole,
      c.amount * case when whole_remaining = 0 then h.principal else h.remaining end as product
    from holder h
    join batch b using (b)
    cross join lateral (values (1, b.principal), (2, b.interest), (3, b.late), (4, b.penalty),
      (5, b.shared)) as c (class, amount)
    where c.amount > 0
  ), ranked as (
    select b, class, order_id, member_id, taken, fee_charged, product / whole as base,
      row_number() over (
        partition by b, class order by product % whole desc, order_id
      ) <= amount - sum(product / whole) over (partition by b, class) as odd
    from floored
  ), part as (
    select b, order_id, member_id, taken, fee_charged,
      coalesce(max(base + odd::integer) filter (where class = 1), 0) as principal,
      coalesce(max(base + odd::integer) filter (where class = 2), 0) as interest,
      coalesce(max(base + odd::integer) filter (where class = 3), 0) as late,
      coalesce(max(base + odd::integer) filter (where class = 4), 0) as penalty,
      coalesce(max(base + odd::integer) filter (where class = 5), 0) as shared
    from ranked
    where base > 0 or odd
    group by b, order_id, member_id, taken, fee_charged
  ), got as materialized (
    select b.batch, b.loan, b.no, p.*,
      greatest(0, (2 * (p.taken + p.interest + p.late) * b.bps + 10000) / 20000 - p.fee_charged)
        as fee
    from part p join batch b using (b)
  ), repaid as (
    update servicing.share s set remaining = s.remaining - g.principal,
      interest_received = s.interest_received + g.interest,
      late_received = s.late_received + g.late, fee_charged = s.fee_charged + g.fee
    from got g where s.order_id = g.order_id
  ), distribution as (
    insert into servicing.distribution (batch, order_id, loan_id, member_id, instalment_no,
      principal, interest, late_interest, penalty, prepayment_fee, fee, distributed_on)
    select batch, order_id, loan, member_id, no, principal, interest, late, penalty, shared, fee,
      distributed
    from got
  ), fee as (
    select b, sum(fee)::bigint as fee, sum(fee - (200 * fee + 105) / 210)::bigint as vat
    from got group by b
  ), earned as (
    select b.batch, f.fee + b.kept as fee, f.vat + b.kept - (200 * b.kept + 105) / 210 as vat
    from batch b join fee f using (b)
  ), entry (id, kind, loan, "order", member, amount) as (
    select batch, 'payable_to_investor', 0, 0, member_id,
      fee - principal - interest - late - penalty - shared
    from got
    union all select batch, 'investor_claim', loan, order_id, 0, principal from got
    union all select batch, 'borrower_prepaid', loan, 0, 0,
      principal + interest + late + penalty + shared + kept
    from batch
    union all select batch, 'loan_receivable', loan, 0, 0, -principal from batch
    union all select batch, 'interest_receivable', loan, 0, 0, -accrued from batch
    union all select batch, 'investor_interest_claim', loan, 0, 0, accrued from batch
    union all select batch, 'platform_due', 0, 0, 0, -fee from earned
    union all select batch, 'fee_receivable', 0, 0, 0, fee from earned
    union all select batch, 'fee_income', 0, 0, 0, vat - fee from earned
    union all select batch, 'vat_payable', 0, 0, 0, -vat from earned
  )
  select (select count(*) from got), array_agg(id), array_agg(kind), array_agg(loan),
    array_agg("order"), array_agg(member), array_agg(amount)
  into written, e_ids, e_kinds, e_loans, e_orders, e_members, e_amounts
  from entry where amount <> 0;

  fresh := ledger.post(batches, kinds, days, loans,
    array_fill(''::text, array[cardinality(batches)]), e_ids, e_kinds, e_loans, e_orders,
    e_members, e_amounts);
  if cardinality(fresh) <> cardinality(batches) then
    raise exception 'a batch was distributed before' using errcode = 'unique_violation';
  end if;
  return written;
end $$;
