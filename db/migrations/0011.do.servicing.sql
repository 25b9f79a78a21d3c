-- Repayment: schedules, receipts allocated, shares of investors, payouts and prepayments.
-- 0012.do.servicing-late.sql holds the rest of this schema: late loans and negotiations.
create schema servicing;

create table servicing.instalment (
  loan_id bigint not null,
  -- A prepayment or a negotiation makes a new version; only the current one is collected.
  version integer not null,
  no integer not null,
  current boolean not null default true,
  -- True on the schedule of a disbursement that came back: it is kept, and no later schedule
  -- builds on it.
  undone boolean not null default false,
  due_on date not null,
  payable_until date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  principal_paid bigint not null default 0,
  interest_paid bigint not null default 0,
  -- The part of the interest that is in the ledger: all of it from the due date or an earlier
  -- payment on.
  interest_accrued bigint not null default 0,
  -- Interest of this period that prepayments paid, and up to which day.
  prepayment_interest bigint not null default 0,
  prepaid_until date,
  late_interest_paid bigint not null default 0,
  penalty_paid bigint not null default 0,
  -- Principal that fell due at once after a notice. It bears charges from its first late day,
  -- because the notice was its grace.
  accelerated boolean not null default false,
  -- Old debt of a negotiation inside this row: arrears_interest is part of `interest` and bears no
  -- interest; late interest and penalty began as `late_interest_owed` and `penalty_owed`.
  arrears_interest bigint not null default 0 check (arrears_interest between 0 and interest),
  arrears_late_interest bigint not null default 0 check (arrears_late_interest >= 0),
  arrears_penalty bigint not null default 0 check (arrears_penalty >= 0),
  -- Up to which day late charges were computed and allocated.
  charged_until date,
  -- The exact sums behind the late charges, which are rounded once over all days and not receipt by
  -- receipt: overdue principal × days through charged_until, and overdue principal × the penalty's
  -- rate (tenths of a basis point) × days. Then what was charged of them.
  late_principal_days bigint not null default 0 check (late_principal_days >= 0),
  late_penalty_parts bigint not null default 0 check (late_penalty_parts >= 0),
  late_interest_charged bigint not null default 0 check (late_interest_charged >= 0),
  penalty_charged bigint not null default 0 check (penalty_charged >= 0),
  -- Late charges computed at a receipt that did not cover them; still owed, without interest.
  late_interest_owed bigint not null default 0,
  penalty_owed bigint not null default 0,
  waived bigint not null default 0,
  paid_on date,
  primary key (loan_id, version, no),
  constraint instalment_never_over check (
    principal_paid between 0 and principal and interest_paid between 0 and interest
    and interest_accrued between interest_paid and interest),
  constraint instalment_undone check (not (undone and current))
) with (fillfactor = 80);
comment on column servicing.instalment.charged_until is
  'the last day that the tally of late days counts; days of grace are counted, not charged';
create index instalment_due on servicing.instalment (due_on) where current and paid_on is null;
create index instalment_payable on servicing.instalment (payable_until)
  where current and paid_on is null;

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
  constraint share_forgiven_on_a_day check ((forgiven > 0) = (forgiven_on is not null))
) with (fillfactor = 70);
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
  forgiven bigint not null
);

-- Keeps servicing.lent. After a deletion the loan's shares are added up again; otherwise the
-- difference is added.
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

-- What a receipt was used for, class by class.
create table servicing.allocation (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  receipt_id bigint,
  -- The transfer that this allocation and its distribution belong to.
  batch text not null,
  instalment_no integer,
  class text not null check (class in
    ('court', 'interest', 'lateInterest', 'principal', 'penalty', 'prepaymentFee')),
  amount bigint not null check (amount > 0),
  allocated_on date not null
);
create index allocation_loan on servicing.allocation (loan_id, id);
-- The reports: principal repaid by day (what was outstanding on an earlier day is what is
-- outstanding now plus what was repaid since), and the late interest and prepayment fees.
create index allocation_principal on servicing.allocation (allocated_on)
  include (loan_id, amount) where class = 'principal';
create index allocation_unusual on servicing.allocation (allocated_on)
  include (batch, class, amount) where class in ('lateInterest', 'prepaymentFee');

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
  primary key (batch, order_id)
);
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
-- of the prepayment fee. Returns how many rows of servicing.distribution it wrote.
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

create table servicing.payout (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  -- distribution: what an investor's loans paid; surplus: what a borrower paid beyond the debt.
  kind text not null default 'distribution' check (kind in ('distribution', 'surplus')),
  loan_id bigint references lending.loan,
  amount bigint not null check (amount > 0),
  -- payable → sent → confirmed; one that the bank returned is payable again, with a task.
  status text not null default 'payable' check (status in ('payable', 'sent', 'confirmed')),
  payment_id bigint references banking.payment,
  attempts integer not null default 0,
  created_on date not null,
  settled_on date
);
create index payout_member on servicing.payout (member_id, id desc);
create index payout_payable on servicing.payout (id) where status = 'payable';
create index payout_state on servicing.payout (status, id) where status <> 'confirmed';
create index payout_created on servicing.payout (created_on, id) include (status, amount);

create table servicing.prepayment (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
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

-- Up to which day letters about a loan were written, so that none is written twice.
create table servicing.letter_day (
  loan_id bigint not null references lending.loan,
  letter text not null check (letter in ('due', 'late')),
  day date not null,
  primary key (loan_id, letter)
);
