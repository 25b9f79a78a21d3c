-- Writes the ledger of a large installation up to each disbursement: payments for orders, refunds
-- and loans; then the schedules. Accounts get explicit ids, so that entries need no look-up: 1000 +
-- order id for orders, and bands of ten million ids for the other kinds. Every row has the current
-- time as its time of recording, as after a migration from another system, so that rows lie in the
-- order in which they were recorded, as in an append-only table.
insert into ledger.account (id, kind, side, floored, tallied)
overriding system value
select row_number() over (order by kind), kind, side, floored, tallied from ledger.kind
where kind in ('trust_bank', 'suspense', 'platform_due', 'fee_receivable', 'platform_bank',
  'fee_income', 'vat_payable');
create function pg_temp.of(text) returns bigint language sql stable
  return (select id from ledger.account where kind = $1 and (loan_id, order_id, member_id)
    = (0, 0, 0));

create temp table paid_order as
select o.id, o.loan_id, o.member_id, o.amount, o.paid_amount, o.stored_status, o.paid_at,
  (o.paid_at at time zone 'Asia/Taipei')::date as paid_on, l.status as loan_status,
  l.disbursed_on, l.status_at,
  row_number() over (partition by o.loan_id order by o.id)::integer as k
from investing."order" o join lending.loan l on l.id = o.loan_id where o.paid_amount > 0;
analyze paid_order;

insert into banking.receipt (id, bank, bank_date, seq, at, type, amount, sign, virtual_account,
  from_bank, subject_type, subject_id, state, recorded_at)
overriding system value
select id, '007', paid_on, lpad(id::text, 8, '0'), paid_at, 'transfer', paid_amount, '+',
  '9' || lpad(id::text, 13, '0'), '004', 'order', id, 'matched', paid_at
from paid_order;

insert into ledger.account (id, kind, side, floored, tallied, order_id, balance)
overriding system value
select 1000 + id, 'order_funds', -1, true, true, id,
  case when stored_status in (5, 10) or loan_status in (50, 55) then -paid_amount else 0 end
from paid_order;
insert into ledger.account (id, kind, side, floored, tallied, loan_id, order_id)
overriding system value
select 10000000 + id, 'investor_claim', -1, false, false, loan_id, id
from paid_order where disbursed_on is not null;

insert into ledger.transfer (id, kind, happened_on, booked_on)
select 'receipt:' || id, 'receipt', paid_on, paid_on from paid_order;
insert into ledger.transfer (id, kind, happened_on, booked_on, loan_id)
select 'order:' || id || ':receipt:' || id, 'order_receipt', paid_on, paid_on, loan_id
from paid_order;
insert into ledger.entry (transfer_id, line, account_id, amount)
select t.id, t.line, t.account, t.amount
from paid_order o, (select pg_temp.of('trust_bank') as bank, pg_temp.of('suspense') as waiting) a
cross join lateral (values
  ('receipt:' || o.id, 1, bank, paid_amount), ('receipt:' || o.id, 2, waiting, -paid_amount),
  ('order:' || o.id || ':receipt:' || o.id, 1, waiting, paid_amount),
  ('order:' || o.id || ':receipt:' || o.id, 2, 1000 + o.id, -paid_amount)
) t (id, line, account, amount);

-- Unclaimed receipts: one for every hundred loans.
insert into banking.receipt (id, bank, bank_date, seq, at, type, amount, sign, virtual_account,
  from_bank, state, recorded_at)
overriding system value
select 4000000 + n, '007', today, lpad((4000000 + n)::text, 8, '0'), at, 'transfer', 5000 + n, '+',
  '7' || lpad(n::text, 13, '0'), '012', 'suspense', at
from given, generate_series(1, loans / 100) n;
insert into ledger.transfer (id, kind, happened_on, booked_on)
select 'receipt:' || id, 'receipt', bank_date, bank_date
from banking.receipt where state = 'suspense';
insert into ledger.entry (transfer_id, line, account_id, amount)
select 'receipt:' || id, line, account, amount * way
from banking.receipt
cross join lateral (values (1, pg_temp.of('trust_bank'), 1), (2, pg_temp.of('suspense'), -1))
  t (line, account, way)
where state = 'suspense';

-- Cases that were not filled: every order is refunded, and the bank has confirmed half of the
-- refunds.
insert into investing.refund (id, order_id, member_id, amount, reason, status, whole, created_at,
  settled_at)
overriding system value
select row_number() over (order by id), id, member_id, paid_amount, 'failed',
  case stored_status when 65 then 'confirmed' else 'payable' end, true, status_at,
  case stored_status when 65 then status_at + interval '1 day' end
from paid_order where stored_status in (60, 65);
insert into ledger.account (id, kind, side, floored, tallied, order_id, member_id, balance)
overriding system value
select 20000000 + order_id, 'refund_payable', -1, true, true, order_id, member_id,
  case status when 'payable' then -amount else 0 end
from investing.refund;
create temp table back as
select 'order:' || order_id || ':refund:' || id as transfer, 'refund' as kind, r.created_at as at,
  1000 + order_id as from_account, 20000000 + order_id as to_account, order_id, amount,
  '' as memo
from investing.refund r
union all
select 'refund:' || id, 'refund_paid', settled_at, 20000000 + order_id, pg_temp.of('trust_bank'),
  order_id, amount, 'payment:refund-' || id || '-1'
from investing.refund where status = 'confirmed';
insert into ledger.transfer (id, kind, happened_on, booked_on, loan_id, memo)
select b.transfer, b.kind, d.day, d.day, o.loan_id, b.memo
from back b
cross join lateral (select (b.at at time zone 'Asia/Taipei')::date as day) d
join investing."order" o on o.id = b.order_id;
insert into ledger.entry (transfer_id, line, account_id, amount)
select transfer, line, account, amount * way from back
cross join lateral (values (1, from_account, 1), (2, to_account, -1)) t (line, account, way);

-- Disbursements: the platform keeps fees of NT$3,015, and the investors own the claim against the
-- borrower.
insert into ledger.account (id, kind, side, floored, tallied, loan_id, balance)
overriding system value
select 30000000 + id * 4, 'loan_receivable', 1, true, true, id, amount
from lending.loan where disbursed_on is not null;
insert into ledger.transfer (id, kind, happened_on, booked_on, loan_id, memo)
select 'disbursement:' || id, 'disbursement', disbursed_on, disbursed_on, id,
  'payment:disbursement-' || id || '-1'
from lending.loan where disbursed_on is not null;
insert into ledger.entry (transfer_id, line, account_id, amount)
select 'disbursement:' || loan_id, k * 2 + 10 + way, account, amount * sign from paid_order
cross join lateral (values (0, 1000 + id, 1), (1, 10000000 + id, -1)) t (way, account, sign)
where disbursed_on is not null;
insert into ledger.entry (transfer_id, line, account_id, amount)
select 'disbursement:' || l.id, t.line, t.account, t.amount
from lending.loan l
cross join lateral (select platform_fee + remittance_fee as fee) f
cross join lateral (select fee - (200 * fee + 105) / 210 as vat) v
cross join lateral (values (1, pg_temp.of('trust_bank'), fee - l.amount),
  (2, pg_temp.of('platform_due'), -fee), (3, pg_temp.of('fee_receivable'), fee),
  (4, pg_temp.of('fee_income'), vat - fee), (5, pg_temp.of('vat_payable'), -vat),
  (6, 30000000 + l.id * 4, l.amount)) t (line, account, amount)
where l.disbursed_on is not null;

insert into servicing.share (order_id, loan_id, member_id, principal, remaining, lent_on)
select id, loan_id, member_id, amount, amount, disbursed_on from paid_order
where disbursed_on is not null;

-- Schedules. An instalment that is due is paid if the loan is current and accrued if the loan is
-- overdue.
insert into servicing.instalment (loan_id, version, no, current, due_on, payable_until, principal,
  interest, principal_paid, interest_paid, interest_accrued, paid_on)
select l.id, 1, t.no, not replaced, d.due_on, d.payable_until, t.principal, t.interest,
  case when paid then t.principal else 0 end, case when paid then t.interest else 0 end,
  case when d.due_on <= today and not replaced then t.interest else 0 end,
  case when paid then d.due_on end
from given, plan_loan l
join term t on (t.unit, t.rate_bps, t.installments) = (l.unit, l.rate_bps, l.installments)
join due d on d.start = l.began and d.no = t.no
-- A single row replaces all rows of a settled loan; in an accelerated loan a single row replaces
-- all rows but the first.
cross join lateral (select l.status = 90 or l.status in (80, 95) and t.no > 1 as replaced,
  l.status = 60 and d.due_on <= today as paid) s
where l.began is not null
-- Rows are written in the order in which a disbursement writes them: the rows of one loan lie next
-- to each other.
order by l.id, t.no;
insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal, interest,
  principal_paid, interest_paid, interest_accrued, prepayment_interest, prepaid_until, paid_on)
select p.id, 2, 1, p.settled_on, p.settled_on, l.amount, i, l.amount, i, i, i, p.settled_on,
  p.settled_on
from plan_loan p join lending.loan l using (id)
cross join lateral (select (l.amount * l.rate_bps * (p.settled_on - began) * 2 + 3650000) / 7300000
  as i) t
where p.status = 90;
insert into servicing.acceleration (loan_id, cause, notice_on, pay_by, from_no, accelerated_on,
  ended_on, outcome)
select p.id, 'late', noticed, noticed + 10, case when p.status in (80, 95) then 2 end,
  case when p.status in (80, 95) then noticed + 11 end,
  case when p.status = 75 then today - 1 end, case when p.status = 75 then 'negotiated' end
from given, plan_loan p join due d on d.start = p.began and d.no = 1
cross join lateral (select d.payable_until + 31 as noticed) n
where p.status in (70, 75, 80, 95);
insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal, interest,
  interest_accrued, accelerated)
select p.id, 2, 2, a.pay_by, a.pay_by, l.amount - i.principal, t.interest, t.interest, true
from plan_loan p join lending.loan l using (id)
join servicing.acceleration a on a.loan_id = p.id
join servicing.instalment i on i.loan_id = p.id and i.version = 1 and i.no = 1
cross join lateral (select (l.amount - i.principal) * l.rate_bps / 120000 as interest) t
where p.status in (80, 95);
analyze servicing.instalment, servicing.share, ledger.account;

-- Interest that is due and unpaid.
create temp table accrued as
select loan_id, no, version, due_on, interest_accrued as amount from servicing.instalment
where current and interest_accrued > interest_paid;
insert into ledger.account (id, kind, side, floored, tallied, loan_id, balance)
overriding system value
select 30000000 + loan_id * 4 + place, kind, sign, true, true, loan_id, sign * sum(amount)
from accrued cross join lateral (values (2, 'interest_receivable', 1),
  (3, 'investor_interest_claim', -1)) t (place, kind, sign)
group by loan_id, place, kind, sign;
insert into ledger.transfer (id, kind, happened_on, booked_on, loan_id)
select 'due:' || loan_id || ':' || version || ':' || no, 'interest_due', due_on, due_on, loan_id
from accrued;
insert into ledger.entry (transfer_id, line, account_id, amount)
select 'due:' || loan_id || ':' || version || ':' || no, place - 1, 30000000 + loan_id * 4 + place,
  amount * sign
from accrued cross join lateral (values (2, 1), (3, -1)) t (place, sign);
