-- Money received is shared by cumulative entitlement: each order has its exact share of each class,
-- rounded down or up, after every instalment. Before, each instalment was rounded for itself, and
-- equal orders drifted apart.

-- What an order was given of the two classes that stood in its distributions alone.
alter table servicing.share
  add column penalty_received bigint not null default 0 check (penalty_received >= 0),
  add column prepayment_fee_received bigint not null default 0
    check (prepayment_fee_received >= 0);
update servicing.share s
set penalty_received = d.penalty, prepayment_fee_received = d.prepayment_fee
from (
  select order_id, sum(penalty) as penalty, sum(prepayment_fee) as prepayment_fee
  from servicing.distribution group by order_id
) d
where d.order_id = s.order_id and d.penalty + d.prepayment_fee > 0;

-- Shares what batches bring among the orders of their loans and posts it, all at once, in integers.
-- With C what was given of a class so far plus the batch's amount, an order is entitled to
-- C × its amount ∕ the loan; it gets the whole dollars that it lacks of that, and each dollar left
-- goes to the order whose next dollar is due first (`turn`), a tie to the earlier order. Orders
-- given too much by another rule get nothing until that is made up; the others then share the
-- amount by what they lack. The fee is round_half_up(cumulative interest × bps) less what was
-- charged before. One batch a loan and call. contract/law/distribution.ts is the reference.
-- `accrueds` is the part of the interest that lies in interest_receivable; `kept_fees` the part of
-- the prepayment fee that is ours. Answers how many rows it wrote.
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
    select b.batch, b.loan, b.no, p.*,
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
