-- Schedules, receipts allocated, shares of investors, payouts, prepayments.
create schema servicing;

create table servicing.instalment (
  loan_id bigint not null,
  -- A prepayment or a negotiation makes a new version; only the current one is collected.
  version integer not null,
  no integer not null,
  current boolean not null default true,
  due_on date not null,
  payable_until date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  principal_paid bigint not null default 0,
  interest_paid bigint not null default 0,
  -- What of the interest is in the ledger: all of it from the due date or an earlier payment on.
  interest_accrued bigint not null default 0,
  -- Interest of this period that prepayments paid, and up to which day.
  prepayment_interest bigint not null default 0,
  prepaid_until date,
  late_interest_paid bigint not null default 0,
  penalty_paid bigint not null default 0,
  -- Up to which day late charges were computed and allocated.
  charged_until date,
  -- Late charges computed at a receipt that did not cover them; owed still, without interest.
  late_interest_owed bigint not null default 0,
  penalty_owed bigint not null default 0,
  waived bigint not null default 0,
  paid_on date,
  primary key (loan_id, version, no),
  constraint instalment_never_over check (
    principal_paid between 0 and principal and interest_paid between 0 and interest
    and interest_accrued between interest_paid and interest)
) with (fillfactor = 80);
create index instalment_due on servicing.instalment (due_on) where current and paid_on is null;
create index instalment_payable on servicing.instalment (payable_until)
  where current and paid_on is null;

-- An investor's share of a loan, one row an order.
create table servicing.share (
  order_id bigint primary key,
  loan_id bigint not null,
  member_id bigint not null,
  principal bigint not null,
  remaining bigint not null check (remaining >= 0),
  interest_received bigint not null default 0,
  late_received bigint not null default 0,
  fee_charged bigint not null default 0
) with (fillfactor = 70);
create index share_loan on servicing.share (loan_id, order_id);
create index share_member on servicing.share (member_id);

-- What a receipt was used for, class by class.
create table servicing.allocation (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  receipt_id bigint,
  -- The transfer this allocation and its distribution belong to.
  batch text not null,
  instalment_no integer,
  class text not null check (class in
    ('court', 'interest', 'lateInterest', 'principal', 'penalty', 'prepaymentFee')),
  amount bigint not null check (amount > 0),
  allocated_on date not null
);
create index allocation_loan on servicing.allocation (loan_id, id);

-- Each investor's part of each allocation batch.
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
  primary key (batch, order_id)
);
create index distribution_order on servicing.distribution (order_id, distributed_on);
create index distribution_unpaid on servicing.distribution (member_id) where payout_id is null;

create table servicing.payout (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  -- distribution: what an investor's loans paid; surplus: what a borrower paid beyond his debt.
  kind text not null default 'distribution' check (kind in ('distribution', 'surplus')),
  loan_id bigint,
  amount bigint not null check (amount > 0),
  -- payable → sent → confirmed; returned is payable again, with a task.
  status text not null default 'payable' check (status in ('payable', 'sent', 'confirmed')),
  payment_id bigint,
  attempts integer not null default 0,
  created_on date not null,
  settled_on date
);
create index payout_member on servicing.payout (member_id, id desc);
create index payout_payable on servicing.payout (id) where status = 'payable';

create table servicing.prepayment (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  kind text not null check (kind in ('partial', 'full')),
  mode text check (mode in ('shortenTerm', 'lowerPayment')),
  principal bigint not null,
  interest bigint not null,
  late_charges bigint not null,
  fee bigint not null,
  total bigint not null,
  good_on date not null,
  status text not null default 'open' check (status in ('open', 'used', 'lapsed', 'replaced')),
  created_at timestamptz not null
);
create unique index prepayment_open on servicing.prepayment (loan_id) where status = 'open';

create table servicing.holiday (
  day date primary key,
  name text not null,
  business boolean not null default false
);

create table servicing.day_run (
  day date not null,
  job text not null,
  ran_at timestamptz not null default now(),
  primary key (day, job)
);

-- Shares what batches bring among the orders of their loans and posts it, all at once, in integers:
-- each class by largest remainder over remaining principal (over the original one where none
-- remains), a tie to the earlier order; the fee round_half_up(cumulative interest × bps) less what
-- was charged before. One batch a loan and call. contract/law/distribution.ts is the reference.
-- `accrueds` is the part of the interest that lies in interest_receivable; `kept_fees` the part of
-- the prepayment fee that is ours. Answers how many rows it wrote.
create function servicing.distribute(
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
    select h.b, h.order_id, c.class, c.amount,
      case when whole_remaining = 0 then whole_principal else whole_remaining end as whole,
      c.amount * case when whole_remaining = 0 then h.principal else h.remaining end as product
    from holder h
    join batch b using (b)
    cross join lateral (values (1, b.principal), (2, b.interest), (3, b.late), (4, b.penalty),
      (5, b.shared)) as c (class, amount)
    where c.amount > 0
  ), ranked as (
    select b, class, order_id, product / whole as base,
      row_number() over (
        partition by b, class order by product % whole desc, order_id
      ) <= amount - sum(product / whole) over (partition by b, class) as odd
    from floored
  ), part as (
    select b, order_id,
      coalesce(max(base + odd::integer) filter (where class = 1), 0) as principal,
      coalesce(max(base + odd::integer) filter (where class = 2), 0) as interest,
      coalesce(max(base + odd::integer) filter (where class = 3), 0) as late,
      coalesce(max(base + odd::integer) filter (where class = 4), 0) as penalty,
      coalesce(max(base + odd::integer) filter (where class = 5), 0) as shared
    from ranked
    where base > 0 or odd
    group by b, order_id
  ), got as materialized (
    select b.batch, b.loan, b.no, p.*, h.member_id,
      greatest(0, (2 * (h.taken + p.interest + p.late) * b.bps + 10000) / 20000 - h.fee_charged)
        as fee
    from part p
    join holder h using (b, order_id)
    join batch b using (b)
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
