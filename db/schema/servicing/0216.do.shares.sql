-- Shares of investors in loans, and how what a batch brings is distributed among them.

-- An investor's share of a loan, one row for each order.
create table servicing.share (
  order_id bigint primary key,
  loan_id bigint not null,
  member_id bigint not null,
  principal bigint not null,
  remaining bigint not null check (remaining >= 0),
  interest_received bigint not null default 0,
  late_received bigint not null default 0,
  penalty_received bigint not null default 0 check (penalty_received >= 0),
  prepayment_fee_received bigint not null default 0 check (prepayment_fee_received >= 0),
  fee_charged bigint not null default 0,
  -- The investor's loss recorded when the claim was written off.
  written_off bigint not null default 0 check (written_off between 0 and principal),
  -- Principal given up for good at the closing of a written-off loan, and on which day: without it
  -- no statement of a past month could tell what was lost by then from what was still outstanding.
  forgiven bigint not null default 0 check (forgiven between 0 and principal),
  forgiven_on date,
  -- Older programs insert shares without the day, on the day of the booking. A law compares it with
  -- the transfer.
  lent_on date not null default (now() at time zone 'Asia/Taipei')::date,
  accounting_day date,
  constraint share_forgiven_on_a_day check ((forgiven > 0) = (forgiven_on is not null))
) with (fillfactor = 70);
comment on table servicing.share is 'kept: books; personal: none';
comment on column servicing.share.order_id is 'once';
comment on column servicing.share.loan_id is 'once';
comment on column servicing.share.member_id is 'once';
comment on column servicing.share.principal is 'once';
comment on column servicing.share.forgiven is 'once';
comment on column servicing.share.forgiven_on is 'once';
comment on column servicing.share.lent_on is
  'once; accounting day of the disbursement; interest runs from lending.loan.disbursed_on';
comment on column servicing.share.accounting_day is
  'once; null, except on rows of a year that was closed under 0.7.0, as for distributions';
create index share_loan on servicing.share (loan_id, order_id);
create index share_member on servicing.share (member_id);

-- The sums of a loan's shares, so that the report on returns adds up loans and not a million
-- shares. A loan's shares change under the loan's lock, so no transaction waits for another here.
create table servicing.lent (
  loan_id bigint primary key,
  principal bigint not null,
  remaining bigint not null,
  interest_received bigint not null,
  late_received bigint not null,
  fee_charged bigint not null,
  forgiven bigint not null,
  -- Penalties and shared prepayment fees.
  charges_received bigint not null default 0
);
comment on table servicing.lent is 'kept: books; personal: none';

-- Keeps servicing.lent. After a deletion the loan's shares are added up again; otherwise the
-- difference is added.
create function servicing.add_up_shares() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into servicing.lent as l
    select loan_id, sum(principal), sum(remaining), sum(interest_received), sum(late_received),
      sum(fee_charged), sum(forgiven), sum(penalty_received + prepayment_fee_received)
    from fresh group by loan_id
    on conflict (loan_id) do update set principal = l.principal + excluded.principal,
      remaining = l.remaining + excluded.remaining,
      interest_received = l.interest_received + excluded.interest_received,
      late_received = l.late_received + excluded.late_received,
      fee_charged = l.fee_charged + excluded.fee_charged,
      forgiven = l.forgiven + excluded.forgiven,
      charges_received = l.charges_received + excluded.charges_received;
    return null;
  end if;
  -- Added up anew from the shares themselves where one was taken away, else by what has changed.
  if tg_op = 'DELETE' then
    delete from servicing.lent where loan_id in (select loan_id from stale);
    insert into servicing.lent
    select loan_id, sum(principal), sum(remaining), sum(interest_received), sum(late_received),
      sum(fee_charged), sum(forgiven), sum(penalty_received + prepayment_fee_received)
    from servicing.share where loan_id in (select loan_id from stale) group by loan_id;
    return null;
  end if;
  update servicing.lent l set principal = l.principal + d.principal,
    remaining = l.remaining + d.remaining,
    interest_received = l.interest_received + d.interest_received,
    late_received = l.late_received + d.late_received,
    fee_charged = l.fee_charged + d.fee_charged, forgiven = l.forgiven + d.forgiven,
    charges_received = l.charges_received + d.charges_received
  from (
    select loan_id, sum(way * principal) as principal, sum(way * remaining) as remaining,
      sum(way * interest_received) as interest_received, sum(way * late_received) as late_received,
      sum(way * fee_charged) as fee_charged, sum(way * forgiven) as forgiven,
      sum(way * (penalty_received + prepayment_fee_received)) as charges_received
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

-- Each investor's part of each batch of allocations.
create table servicing.distribution (
  batch text not null,
  order_id bigint not null,
  loan_id bigint not null,
  member_id bigint not null,
  instalment_no integer not null,
  principal bigint not null default 0,
  interest bigint not null default 0,
  late_interest bigint not null default 0,
  penalty bigint not null default 0,
  -- The investors' half of a prepayment fee.
  prepayment_fee bigint not null default 0,
  fee bigint not null default 0,
  distributed_on date not null,
  payout_id bigint,
  recorded_on date not null,
  accounting_day date,
  primary key (batch, order_id)
);
comment on table servicing.distribution is 'kept: books; personal: none; plain: batch';
comment on column servicing.distribution.batch is 'once';
comment on column servicing.distribution.order_id is 'once';
comment on column servicing.distribution.loan_id is 'once';
comment on column servicing.distribution.member_id is 'once';
comment on column servicing.distribution.instalment_no is 'once';
comment on column servicing.distribution.principal is 'once';
comment on column servicing.distribution.interest is 'once';
comment on column servicing.distribution.late_interest is 'once';
comment on column servicing.distribution.penalty is 'once';
comment on column servicing.distribution.prepayment_fee is 'once';
comment on column servicing.distribution.fee is 'once';
comment on column servicing.distribution.distributed_on is
  'once; accounting day of the transfer of the batch; the investor''s statements count by it';
comment on column servicing.distribution.recorded_on is
  'once; day on which the program distributed the batch; payouts are collected by it';
comment on column servicing.distribution.accounting_day is
  'once; null, except on rows of a year that was closed under 0.7.0: they keep the day that
   the investor was told, and this is the accounting day of their transfer';
create index distribution_order on servicing.distribution (order_id, distributed_on);
create index distribution_unpaid on servicing.distribution (member_id) where payout_id is null;

-- Shares what batches bring among the orders of their loans and posts it, all at once, in integers.
-- Let C be what a class was given so far plus the batch's amount: an order is entitled to
-- C × its amount ∕ the loan's amount. It gets the whole dollars that it lacks of that, and each
-- dollar left goes to the order whose next dollar is due first (`turn`), a tie to the earlier order
-- (decision 013). An order that was given too much by another rule gets nothing until that is made
-- up; the others then share the amount by what they lack. The fee is
-- round_half_up(cumulative interest × bps) less what was charged before; it is booked with its VAT.
-- A call takes at most one batch for each loan. contract/law/distribution.ts is the reference.
-- `accrueds` is the part of the interest that lies in interest_receivable; `kept_fees` is our part
-- of the prepayment fee. The rows count on the accounting day that ledger.post gives to their
-- transfers; `distributed` is the day of processing. Returns how many rows of
-- servicing.distribution it wrote.
create function servicing.distribute(
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
