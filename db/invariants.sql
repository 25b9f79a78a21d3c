-- Invariants of the books: every query must return no rows.

-- name: every transfer sums to zero
select transfer_id, sum(amount) from ledger.entry group by transfer_id having sum(amount) <> 0;

-- name: every transfer has entries
select t.id from ledger.transfer t
where not exists (select from ledger.entry e where e.transfer_id = t.id);

-- name: every entry has its transfer and its account
select e.transfer_id, e.line from ledger.entry e
left join ledger.transfer t on t.id = e.transfer_id
left join ledger.account a on a.id = e.account_id
where t.id is null or a.id is null;

-- name: a stored balance is the sum of its entries, and other balances are not stored
select a.id, a.kind, a.balance, coalesce(e.total, 0) as entries
from ledger.account a
left join (select account_id, sum(amount) as total from ledger.entry group by account_id) e
  on e.account_id = a.id
where a.balance <> case when a.tallied then coalesce(e.total, 0) else 0 end;

-- name: an account matches its kind, and client money is never overdrawn
select a.id, a.kind from ledger.account a join ledger.kind k using (kind)
where (a.side, a.floored, a.tallied) <> (k.side, k.floored, k.tallied)
  or (a.floored and a.balance * a.side < 0);

-- name: the trust bank account holds exactly what the platform owes
select sum(balance) filter (where kind = 'trust_bank') as trust_bank,
  sum(balance) filter (where kind <> 'trust_bank') as owed
from ledger.balance
where kind in ('trust_bank', 'order_funds', 'suspense', 'borrower_prepaid', 'payable_to_investor',
  'refund_payable', 'platform_due', 'trust_interest')
having sum(case when kind = 'trust_bank' then balance else -balance end) <> 0;

-- name: no case is funded beyond its target
select loan_id, reserved, paid, target from investing.funding
where reserved + paid > target or reserved < 0 or paid < 0;

-- name: the totals of a case are the sums of its orders
select f.loan_id, f.reserved, f.paid, f.order_count, o.*
from investing.funding f
cross join lateral (
  select coalesce(sum(amount) filter (where stored_status in (0, 5)), 0) as reserved,
    coalesce(sum(amount) filter (where stored_status in (10, 20)), 0) as paid, count(*) as orders
  from investing."order" where loan_id = f.loan_id and stored_status in (0, 5, 10, 20)
) o
where (f.reserved, f.paid, f.order_count) <> (o.reserved, o.paid, o.orders);

-- name: every order has a case, and every case has a loan
select o.id, o.loan_id from investing."order" o
left join investing.funding f on f.loan_id = o.loan_id
left join lending.loan l on l.id = o.loan_id
where f.loan_id is null or l.id is null or f.borrower_id <> l.member_id;

-- name: a case after signing is fully paid
select f.loan_id, l.status, f.paid, f.target from investing.funding f
join lending.loan l on l.id = f.loan_id
where l.status in (50, 55, 60, 61, 65, 70, 75, 80, 90, 95) and f.paid <> f.target;

-- name: the paid amount of an order fits its status
select o.id, o.stored_status, o.amount, o.paid_amount from investing."order" o
join lending.loan l on l.id = o.loan_id
where o.paid_amount > o.amount
  or (o.stored_status in (0, 55) and o.paid_amount <> 0)
  or (o.stored_status = 5 and o.paid_amount not between 1 and o.amount - 1)
  or (o.stored_status = 10 and o.paid_amount <> o.amount)
  or (o.stored_status = 20 and l.status not in (50, 55) and o.paid_amount <> o.amount);

-- name: the trust money of an order is what was paid and not lent yet
select o.id, o.stored_status, o.paid_amount, coalesce(b.balance, 0) as held
from investing."order" o
join lending.loan l on l.id = o.loan_id
left join ledger.balance b on b.kind = 'order_funds' and b.order_id = o.id
where coalesce(b.balance, 0) <> case
  when o.stored_status in (0, 5, 10) or (o.stored_status = 20 and l.status in (50, 55))
    then o.paid_amount
  else 0 end;

-- name: trust money of an order belongs to an existing order
select b.id, b.order_id from ledger.balance b
where b.kind = 'order_funds' and not exists (
  select from investing."order" o where o.id = b.order_id);

-- name: exposure is the sum that a member has reserved and lent
select m.member_id, e.reserved, e.outstanding, m.reserved as reserved_sum, m.outstanding as lent
from (
  select member_id, sum(reserved) as reserved, sum(outstanding) as outstanding from (
    select o.member_id, o.amount as reserved, 0 as outstanding from investing."order" o
    join lending.loan l on l.id = o.loan_id
    where o.stored_status in (0, 5, 10) or (o.stored_status = 20 and l.status in (50, 55))
    union all select member_id, 0, remaining from servicing.share
    union all select member_id, 0, 0 from investing.exposure
  ) at_stake group by member_id
) m
left join investing.exposure e using (member_id)
where (m.reserved, m.outstanding) <> (coalesce(e.reserved, 0), coalesce(e.outstanding, 0));

-- name: refunds that are still to be paid are owed in the ledger
select order_id, sum(owed) as owed, sum(booked) as booked from (
  select order_id, amount as owed, 0 as booked from investing.refund where status <> 'confirmed'
  union all select order_id, 0, balance from ledger.balance
  where kind = 'refund_payable' and order_id > 0
) r group by order_id having sum(owed) <> sum(booked);

-- name: exactly the disbursed loans have a schedule and shares
select l.id, l.status, i.loan_id as scheduled, s.principal as shared from lending.loan l
left join (select distinct loan_id from servicing.instalment where current) i on i.loan_id = l.id
left join (select loan_id, sum(principal) as principal from servicing.share group by loan_id) s
  on s.loan_id = l.id
where case when l.status in (60, 61, 65, 70, 75, 80, 90, 95)
  then i.loan_id is null or s.principal is distinct from l.amount or l.disbursed_on is null
  else i.loan_id is not null or s.principal is not null end;

-- name: every share is a funded order with the order's amount
select s.order_id from servicing.share s
left join investing."order" o on o.id = s.order_id
where o.id is null or o.stored_status <> 20
  or (o.loan_id, o.member_id, o.amount) <> (s.loan_id, s.member_id, s.principal);

-- name: the outstanding principal of an investor is the claim in the ledger
select order_id, s.remaining, c.claim from servicing.share s
full join (
  select a.order_id, a.loan_id, -sum(e.amount) as claim from ledger.account a
  join ledger.entry e on e.account_id = a.id
  where a.kind = 'investor_claim' group by a.order_id, a.loan_id
) c using (order_id, loan_id)
where coalesce(s.remaining, 0) <> coalesce(c.claim, 0);

-- name: the debt of a loan is the unpaid rest of its schedule
select i.loan_id, i.principal, b.balance from (
  select loan_id, sum(principal - principal_paid) as principal
  from servicing.instalment where current group by loan_id
) i
full join (select loan_id, balance from ledger.balance where kind = 'loan_receivable') b
  using (loan_id)
where coalesce(i.principal, 0) <> coalesce(b.balance, 0);

-- name: unpaid interest that is due is in the ledger, from the borrower and to the investors
select loan_id, sum(due) as due, sum(receivable) as receivable, sum(claim) as claim from (
  select loan_id, interest_accrued - interest_paid as due, 0 as receivable, 0 as claim
  from servicing.instalment where current
  union all select loan_id, 0, balance, 0 from ledger.balance where kind = 'interest_receivable'
  union all select loan_id, 0, 0, balance from ledger.balance
  where kind = 'investor_interest_claim'
) interest
group by loan_id having sum(due) <> sum(receivable) or sum(due) <> sum(claim);

-- name: an instalment is paid if and only if nothing of it is owed
select loan_id, no, paid_on from servicing.instalment
where current and (paid_on is not null) <> (principal_paid = principal and interest_paid = interest
  and late_interest_owed = 0 and penalty_owed = 0);

-- name: the total of an instalment's late charges stays within the legal limit
select loan_id, version, no from servicing.instalment
where (late_interest_charged + penalty_charged) * 3650000 > late_principal_days * 1600;

-- name: a settled loan has neither debt nor money left
select l.id from lending.loan l
where l.status = 90 and (
  exists (select from servicing.instalment i
    where i.loan_id = l.id and i.current and i.paid_on is null)
  or exists (select from servicing.share s where s.loan_id = l.id and s.remaining > 0)
  or exists (select from ledger.balance b
    where b.loan_id = l.id and b.kind in ('borrower_prepaid', 'court_receivable')
      and b.balance <> 0)
  or exists (select from servicing.acceleration a where a.loan_id = l.id and a.ended_on is null));

-- name: exactly the loans in violation have a notice
select l.id, l.status, a.id as notice from lending.loan l
full join servicing.acceleration a on a.loan_id = l.id and a.ended_on is null
where case when l.status = 70 then a.id is null
  else a.ended_on is null and a.id is not null and l.status not in (75, 80, 95) end;

-- name: accelerated principal is one instalment under an expired notice
select a.loan_id, a.from_no, i.no from servicing.acceleration a
full join servicing.instalment i on i.loan_id = a.loan_id and i.no = a.from_no
  and i.current and i.accelerated
where (a.ended_on is null and a.from_no is not null and (i.no is null or i.due_on <> a.pay_by))
  or (a.id is null and i.current and i.accelerated);

-- name: unrecovered court costs are claimed from the borrower
select loan_id, sum(owed) as owed, sum(booked) as booked from (
  select loan_id, amount - repaid - forgiven as owed, 0 as booked from servicing.court_cost
  union all select loan_id, 0, balance from ledger.balance where kind = 'court_receivable'
) c group by loan_id having sum(owed) <> sum(booked);

-- name: recovered court costs are the amounts allocated to them
select loan_id, sum(repaid) as repaid, sum(allocated) as allocated from (
  select loan_id, repaid, 0 as allocated from servicing.court_cost
  union all select loan_id, 0, amount from servicing.allocation where class = 'court'
) c group by loan_id having sum(repaid) <> sum(allocated);

-- name: amounts covered for a payer are claimed from the payer
select loan_id, sum(owed) as owed, sum(booked) as booked from (
  select coalesce(loan_id, 0) as loan_id, amount as owed, 0 as booked from banking.recourse
  where status = 'open'
  union all select loan_id, 0, balance from ledger.balance where kind = 'recourse_receivable'
) r group by loan_id having sum(owed) <> sum(booked);

-- name: two persons write a loan off, and its loss is the sum of its investors' losses
select l.id, l.status, w.principal, s.written_off from lending.loan l
left join servicing.write_off w on w.loan_id = l.id
left join (select loan_id, sum(written_off) as written_off, sum(forgiven) as forgiven
  from servicing.share group by loan_id) s on s.loan_id = l.id
where (l.status = 95 and w.loan_id is null) or w.proposed_by = w.approved_by
  or coalesce(w.principal, 0) <> coalesce(s.written_off, 0)
  or coalesce(s.forgiven, 0) > coalesce(s.written_off, 0);

-- name: nobody decides a measure that they proposed
select id, kind, maker_id, checker_id from servicing.measure
where maker_id = checker_id or (status in ('proposed', 'overtaken')) <> (checker_id is null);

-- name: every batch is distributed to the dollar, class by class
select batch, a.*, d.* from (
  select batch, coalesce(sum(amount) filter (where class = 'principal'), 0) as principal,
    coalesce(sum(amount) filter (where class = 'interest'), 0) as interest,
    coalesce(sum(amount) filter (where class = 'lateInterest'), 0) as late_interest,
    coalesce(sum(amount) filter (where class = 'penalty'), 0) as penalty,
    (coalesce(sum(amount) filter (where class = 'prepaymentFee'), 0)::bigint
      * max((select (l.servicing_terms ->> 'prepaymentCreditorsPercent')::int
        from lending.loan l where l.id = loan_id)) + 99) / 100 as fee
  from servicing.allocation where class <> 'court' group by batch
) a
full join (
  select batch, sum(principal) as principal, sum(interest) as interest,
    sum(late_interest) as late_interest, sum(penalty) as penalty, sum(prepayment_fee) as fee
  from servicing.distribution group by batch
) d using (batch)
where (a.principal, a.interest, a.late_interest, a.penalty, a.fee)
  is distinct from (d.principal, d.interest, d.late_interest, d.penalty, d.fee);

-- name: every batch took exactly the allocated amount from the borrower
select batch, a.amount, e.amount as booked from (
  select batch, sum(amount) as amount from servicing.allocation group by batch
) a
full join (
  select e.transfer_id as batch, sum(e.amount) as amount from ledger.entry e
  join ledger.account k on k.id = e.account_id and k.kind = 'borrower_prepaid'
  join ledger.transfer t on t.id = e.transfer_id and t.kind in ('repayment', 'court_repaid')
  group by e.transfer_id
) e using (batch)
where a.amount is distinct from e.amount;

-- name: every share equals the sum of its distributions, fees included
select s.order_id, s.*, d.* from servicing.share s
join lending.loan l on l.id = s.loan_id
left join (
  select order_id, sum(principal) as principal, sum(interest) as interest,
    sum(late_interest) as late, sum(penalty) as penalty, sum(prepayment_fee) as prepayment_fee,
    sum(fee) as fee
  from servicing.distribution group by order_id
) d on d.order_id = s.order_id
where (s.principal - s.remaining - s.forgiven, s.interest_received, s.late_received,
    s.penalty_received, s.prepayment_fee_received, s.fee_charged)
    <> (coalesce(d.principal, 0), coalesce(d.interest, 0), coalesce(d.late, 0),
      coalesce(d.penalty, 0), coalesce(d.prepayment_fee, 0), coalesce(d.fee, 0))
  or s.fee_charged <> (2 * (s.interest_received + s.late_received)
    * coalesce(l.investor_fee_bps, 1000) + 10000) / 20000;

-- name: every order has its exact share of each class within two dollars
select * from (
  select s.order_id, class, given, s.principal,
    sum(given) over (partition by s.loan_id, class) as shared,
    sum(s.principal) over (partition by s.loan_id, class) as lent
  from servicing.share s
  cross join lateral (values ('principal', s.principal - s.remaining - s.forgiven),
    ('interest', s.interest_received), ('lateInterest', s.late_received),
    ('penalty', s.penalty_received), ('prepaymentFee', s.prepayment_fee_received))
    as c (class, given)
) part
where abs(given * lent - shared * principal) > 2 * lent;

-- name: an order's principal is returned, outstanding or lost
select s.order_id, s.principal, coalesce(d.principal, 0) as received, s.remaining, s.forgiven
from servicing.share s
left join (
  select order_id, sum(principal) as principal from servicing.distribution group by order_id
) d using (order_id)
where s.principal <> coalesce(d.principal, 0) + s.remaining + s.forgiven;

-- name: an investor's loss is the amount given up on the day the loan was closed
select s.order_id, s.forgiven, s.forgiven_on, c.amount as closed, c.happened_on
from servicing.share s
full join (
  select a.order_id, t.happened_on, sum(e.amount) as amount
  from ledger.transfer t
  join ledger.entry e on e.transfer_id = t.id
  join ledger.account a on a.id = e.account_id and a.kind = 'investor_claim'
  where t.kind = 'closing' group by a.order_id, t.happened_on
) c using (order_id)
where coalesce(s.forgiven, 0) <> coalesce(c.amount, 0) or s.forgiven_on <> c.happened_on;

-- name: amounts payable to an investor were distributed and not paid out yet
select member_id, sum(owed) as owed, sum(booked) as booked from (
  select member_id, principal + interest + late_interest + penalty + prepayment_fee - fee as owed,
    0 as booked
  from servicing.distribution where payout_id is null
  union all select member_id, amount, 0 from servicing.payout
  where kind = 'distribution' and status <> 'confirmed'
  union all select member_id, 0, balance from ledger.balance where kind = 'payable_to_investor'
) p group by member_id having sum(owed) <> sum(booked);

-- name: a payout is the sum of its parts
select p.id, p.amount, d.amount as distributed from servicing.payout p
left join (
  select payout_id, sum(principal + interest + late_interest + penalty + prepayment_fee - fee)
    as amount
  from servicing.distribution where payout_id is not null group by payout_id
) d on d.payout_id = p.id
where p.kind = 'distribution' and p.amount is distinct from d.amount;

-- name: a borrower's overpayment is owed until it is paid back
select member_id, sum(owed) as owed, sum(booked) as booked from (
  select member_id, amount as owed, 0 as booked from servicing.payout
  where kind = 'surplus' and status <> 'confirmed'
  union all select member_id, 0, balance from ledger.balance
  where kind = 'refund_payable' and order_id = 0 and member_id > 0
) s group by member_id having sum(owed) <> sum(booked);

-- name: a sent payout has one payment in progress, and a confirmed payout one confirmed payment
-- What came back for a closed account lies in suspense as a receipt of the payment's number, less
-- what ended a claim on the payer.
select p.id, p.status, b.status as payment from servicing.payout p
left join banking.receipt r on r.seq = 'payment-' || p.payment_id and r.amount = p.amount
left join banking.payment b on b.id = p.payment_id and b.purpose = 'payout'
  and b.subject_id = p.id
  and (b.amount = p.amount or r.id is not null and b.amount > p.amount)
where (p.status = 'sent' and b.status not in ('pending', 'sent'))
  or (p.status = 'confirmed'
    and b.status <> case when r.id is null then 'confirmed' else 'returned' end)
  or (p.status <> 'payable' and p.amount > 0 and b.id is null);

-- name: a loan is disbursed only once
select subject_id, count(*) from banking.payment
where purpose = 'disbursement' and status <> 'returned'
group by subject_id having count(*) > 1;

-- name: a poll is open if and only if its loan is in violation
select l.id, l.status, p.status as poll from lending.loan l
full join (select * from servicing.poll where status in ('open', 'undecided')) p
  on p.loan_id = l.id
where (l.status = 70) is distinct from (p.id is not null) and (l.status = 70 or p.id is not null);

-- name: terms are negotiated if and only if their loan is in negotiation
select n.id, n.status, l.status as loan from servicing.negotiation n
join lending.loan l on l.id = n.loan_id
where n.status in ('drafted', 'offered', 'agreed') and l.status <> 75;

-- name: terms in force have the agreement of two thirds of the principal
select n.id, a.agreed, a.total from servicing.negotiation n
cross join lateral (
  select coalesce(sum(weight) filter (where agreed_at is not null), 0) as agreed,
    coalesce(sum(weight), 0) as total
  from servicing.agreement where negotiation_id = n.id
) a
where n.status = 'in_force' and (a.total = 0 or 3 * a.agreed < 2 * a.total);

-- name: the totals of a batch are those of its payments
select b.id, b.payments, b.total, p.count, p.total as paid from banking.batch b
cross join lateral (select count(*) as count, coalesce(sum(amount), 0) as total
  from banking.payment where batch_id = b.id) p
where (b.state in ('approved', 'sent') and (b.payments, b.total) <> (p.count, p.total))
  or (b.state not in ('approved', 'sent') and p.count > 0);

-- name: nothing is in two batches, and nothing is sent without two persons
select b.kind, i.subject_id, count(*) from banking.batch_item i
join banking.batch b on b.id = i.batch_id and b.state = 'checking'
group by b.kind, i.subject_id having count(*) > 1
union all
select kind, id, 0 from banking.batch
where state in ('approved', 'sent') and kind <> 'disbursement' and released_by is not null
  and (checked_by is null or checked_by = released_by);

-- name: the stored daily sums are the sums of their entries
select kind, m.amount as added_up, e.amount as entries
from (select kind, sum(amount) as amount from ledger.moved group by kind) m
full join (
  select a.kind, sum(e.amount) as amount from ledger.entry e
  join ledger.account a on a.id = e.account_id group by a.kind
) e using (kind)
where coalesce(m.amount, 0) <> coalesce(e.amount, 0);

-- name: the amount lent on a loan is the sum of its shares
select coalesce(l.loan_id, s.loan_id) as loan_id, to_jsonb(l) as lent, to_jsonb(s) as shares
from servicing.lent l
full join (
  select loan_id, sum(principal)::bigint as principal, sum(remaining)::bigint as remaining,
    sum(interest_received)::bigint as interest_received,
    sum(late_received)::bigint as late_received, sum(fee_charged)::bigint as fee_charged,
    sum(forgiven)::bigint as forgiven,
    sum(penalty_received + prepayment_fee_received)::bigint as charges_received
  from servicing.share group by loan_id
) s on s.loan_id = l.loan_id
where to_jsonb(l) is distinct from to_jsonb(s);

-- name: a bank account is closed until the last day before a gap
select a.bank, a.closed_through from banking.trust_account a
join banking.closed_day d on d.bank = a.bank and d.day = a.closed_through + 1;
