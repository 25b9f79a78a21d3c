-- What is shown to an investor counts by the accounting day of the books (decision 093): an
-- instalment of 31 December that the bank reports on 1 January belongs to December as long as
-- December is open. Until now it counted on the day on which it was processed, so that a signed
-- trust report and the investor's statement of the same month differed.
--
-- Payouts are collected by the day of processing as before, which has a column of its own. 0.7.0
-- writes distributions by servicing.distribute only, too.
alter table servicing.distribution
  add column recorded_on date,
  add column accounting_day date;
update servicing.distribution set recorded_on = distributed_on;
alter table servicing.distribution alter column recorded_on set not null;

-- 0.7.0 inserts shares without the day, on the day of the booking.
-- A law compares the day with the transfer.
alter table servicing.share
  add column lent_on date not null default (now() at time zone 'Asia/Taipei')::date,
  add column accounting_day date;

-- What the investor was told about a closed year stays, with a note (accounting_day).
with closed as (
  select coalesce(max(booked_on), '-infinity') as last from ledger.transfer
  where kind = 'year_closed'
)
update servicing.distribution d
set distributed_on = case when kept then d.distributed_on else t.booked_on end,
  accounting_day = case when kept then t.booked_on end
from ledger.transfer t
cross join closed c
cross join lateral (select t.booked_on <= c.last as kept) k
where t.id = d.batch and t.booked_on <> d.distributed_on;

with closed as (
  select coalesce(max(booked_on), '-infinity') as last from ledger.transfer
  where kind = 'year_closed'
), lent as (
  select l.id, l.disbursed_on, coalesce(max(t.booked_on), l.disbursed_on) as booked_on
  from lending.loan l
  left join ledger.transfer t on t.loan_id = l.id and t.kind = 'disbursement'
    and not exists (select from ledger.transfer u where u.id = t.id || ':undone')
  where l.disbursed_on is not null group by l.id, l.disbursed_on
)
update servicing.share s
set lent_on = case when kept then l.disbursed_on else l.booked_on end,
  accounting_day = case when kept then l.booked_on end
from lent l
cross join closed c
cross join lateral (select l.disbursed_on <= c.last and l.booked_on <> l.disbursed_on as kept) k
where l.id = s.loan_id;

-- As before, but the rows count on the accounting day that ledger.post gives to their transfers.
-- `distributed` is the day of processing.
create or replace function servicing.distribute(
  batches text[], kinds text[], days date[], loans bigint[], nos integer[], fee_bps integer[],
  principals bigint[], interests bigint[], accrueds bigint[], lates bigint[], penalties bigint[],
  shared_fees bigint[], kept_fees bigint[], distributed date
) returns bigint language plpgsql as $$
declare
  written bigint;
  opened date;
  e_ids text[];
  e_kinds text[];
  e_loans bigint[];
  e_orders bigint[];
  e_members bigint[];
  e_amounts bigint[];
  fresh text[];
begin
  -- Days cannot be closed between here and ledger.post, which takes the same lock.
  perform pg_advisory_xact_lock_shared(8, 3);
  select first_open into opened from ledger.closed;

  with batch as (
    select * from unnest(batches, days, loans, nos, fee_bps, principals, interests, accrueds,
      lates, penalties, shared_fees, kept_fees) with ordinality
      as b (batch, day, loan, no, bps, principal, interest, accrued, late, penalty, shared, kept,
        b)
  ), holder as materialized (
    select b.b, s.order_id, s.member_id, s.principal, s.principal - s.remaining as repaid,
      s.interest_received, s.late_received, s.penalty_received, s.prepayment_fee_received,
      s.interest_received + s.late_received as taken, s.fee_charged,
      (sum(s.principal) over (partition by b.b))::bigint as whole
    from batch b join servicing.share s on s.loan_id = b.loan
  ), entitled as (
    select h.b, h.order_id, h.member_id, h.taken, h.fee_charged, h.principal as weight, h.whole,
      c.class, c.amount, c.given,
      (c.amount + (sum(c.given) over (partition by h.b, c.class))::bigint) * h.principal as product
    from holder h
    join batch b using (b)
    cross join lateral (values (1, b.principal, h.repaid), (2, b.interest, h.interest_received),
      (3, b.late, h.late_received), (4, b.penalty, h.penalty_received),
      (5, b.shared, h.prepayment_fee_received)) as c (class, amount, given)
    where c.amount > 0
  ), lacking as (
    select *, greatest(product / whole - given, 0) as lacks,
      (sum(greatest(product / whole - given, 0)) over (partition by b, class))::bigint as all_lack
    from entitled
  ), placed as (
    select b, class, order_id, member_id, taken, fee_charged, amount,
      case when all_lack <= amount then lacks else amount * lacks / all_lack end as base,
      case when all_lack > amount then -(amount * lacks % all_lack)
        when (given + lacks) * whole < product
          then ((given + lacks + 1) * whole + weight - 1) / weight
      end as turn
    from lacking
  ), ranked as (
    select b, class, order_id, member_id, taken, fee_charged, base,
      row_number() over (partition by b, class order by turn, order_id)
        <= amount - sum(base) over (partition by b, class) as odd
    from placed
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
    select b.batch, b.day, b.loan, b.no, p.*,
      greatest(0, (2 * (p.taken + p.interest + p.late) * b.bps + 10000) / 20000 - p.fee_charged)
        as fee
    from part p join batch b using (b)
  ), repaid as (
    update servicing.share s set remaining = s.remaining - g.principal,
      interest_received = s.interest_received + g.interest,
      late_received = s.late_received + g.late,
      penalty_received = s.penalty_received + g.penalty,
      prepayment_fee_received = s.prepayment_fee_received + g.shared,
      fee_charged = s.fee_charged + g.fee
    from got g where s.order_id = g.order_id
  ), distribution as (
    insert into servicing.distribution (batch, order_id, loan_id, member_id, instalment_no,
      principal, interest, late_interest, penalty, prepayment_fee, fee, distributed_on,
      recorded_on)
    select batch, order_id, loan, member_id, no, principal, interest, late, penalty, shared, fee,
      greatest(day, opened), distributed
    from got
  ), fee as (
    select b, sum(fee)::bigint as fee from got group by b
  ), earned as (
    select b.batch, f.fee + b.kept as fee from batch b join fee f using (b)
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
    union all select batch, 'fee_income', 0, 0, 0, -fee from earned
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

-- Final documents of investors: the statement of a month and the interest of a year as they were
-- first downloaded after two persons had signed the period. Their number is made from kind, period
-- and id. If the period was reopened and signed again with other figures, a later row replaces it.
create table investing.statement (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  kind text not null check (kind in ('month', 'year')),
  -- First day of the period.
  period_from date not null,
  -- Figures, tables and notes as they are printed, without the person.
  report jsonb not null,
  -- When two persons signed the period.
  signed_at timestamptz not null,
  made_at timestamptz not null,
  unique (member_id, kind, period_from, signed_at)
);
create trigger statement_append_only before update or delete on investing.statement
  for each statement execute function app.refuse_change();
