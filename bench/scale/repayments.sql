-- What borrowers of a large installation have paid: the receipts, their distribution day by day by
-- the program's own function, and the payouts to the investors; then write-offs, polls and
-- exposure.
create temp table repaid as
select row_number() over (order by i.due_on, i.loan_id) + 3000000 as receipt, i.loan_id, i.no,
  i.paid_on, i.principal, i.interest, coalesce(l.investor_fee_bps, 1000) as fee_bps,
  'loan:' || i.loan_id || ':batch:' || i.no as batch, l.status
from servicing.instalment i join lending.loan l on l.id = i.loan_id
where i.current and i.paid_on is not null;
analyze repaid;

insert into banking.receipt (id, bank, bank_date, seq, at, type, amount, sign, virtual_account,
  from_bank, subject_type, subject_id, state, recorded_at)
overriding system value
select receipt, '007', paid_on, lpad(receipt::text, 8, '0'), paid_on + time '02:00', 'transfer',
  principal + interest, '+', '8' || lpad(loan_id::text, 13, '0'), '004', 'loan', loan_id, 'matched',
  paid_on + time '02:00'
from repaid;
-- The balance equals the sum of the shares that the statements below debit from the account.
insert into ledger.account (id, kind, side, floored, tallied, loan_id, balance)
overriding system value
select 30000000 + loan_id * 4 + 1, 'borrower_prepaid', -1, true, true, loan_id,
  -sum(principal + interest)
from repaid group by loan_id;
insert into ledger.transfer (id, kind, happened_on, booked_on, loan_id)
select t.id, kind, paid_on, paid_on, loan
from repaid cross join lateral (values ('receipt:' || receipt, 'receipt', null::bigint),
  ('loan:' || loan_id || ':receipt:' || receipt, 'repayment_received', loan_id)) t (id, kind, loan);
insert into ledger.entry (transfer_id, line, account_id, amount)
select t.id, line, account, sign * (principal + interest)
from repaid, (select pg_temp.of('trust_bank') as bank, pg_temp.of('suspense') as waiting) a
cross join lateral (values ('receipt:' || receipt, 1, bank, 1),
  ('receipt:' || receipt, 2, waiting, -1),
  ('loan:' || loan_id || ':receipt:' || receipt, 1, waiting, 1),
  ('loan:' || loan_id || ':receipt:' || receipt, 2, 30000000 + loan_id * 4 + 1, -1)
) t (id, line, account, sign);
insert into servicing.allocation (loan_id, receipt_id, batch, instalment_no, class, amount,
  allocated_on)
select loan_id, receipt, batch, no, class, amount, paid_on
from repaid cross join lateral (values (1, 'interest', interest), (2, 'principal', principal))
  t (place, class, amount)
where amount > 0 order by receipt, place;

-- From here on the ledger assigns its own ids again.
select setval(pg_get_serial_sequence('ledger.account', 'id'), 100000000);
insert into ledger.account (kind, side, floored, tallied, member_id)
select 'payable_to_investor', -1, true, true, n from given, generate_series(loans + 1, members) n;
do $$
declare
  days date;
begin
  for days in select distinct paid_on from repaid order by 1 loop
    perform servicing.distribute(array_agg(batch), array_agg('repayment'::text),
      array_agg(paid_on), array_agg(loan_id), array_agg(no), array_agg(fee_bps),
      array_agg(principal), array_agg(interest), zeros, zeros, zeros, zeros, zeros, days)
    from repaid, lateral (select array_fill(0::bigint, array[(select count(*)::integer
      from repaid where paid_on = days)]) as zeros) z
    where paid_on = days group by zeros;
  end loop;
end $$;

-- One payout per member and month for the amounts distributed until three days ago.
insert into servicing.payout (member_id, amount, status, attempts, created_on, settled_on)
select member_id, amount, state, case state when 'payable' then 0 else 1 end, made,
  case state when 'confirmed' then made end
from given, lateral (
  select member_id, max(distributed_on) + 1 as made,
    sum(principal + interest + late_interest + penalty + prepayment_fee - fee)::bigint as amount
  from servicing.distribution where distributed_on < today - 3
  group by member_id, date_trunc('month', distributed_on)
) d
cross join lateral (select case when made < today - 20 then 'confirmed'
  when member_id % 50 = 2 then 'payable' when member_id % 50 = 3 then 'sent'
  else 'confirmed' end as state) s
order by made, member_id;
update servicing.distribution d set payout_id = p.id
from servicing.payout p, given
where p.member_id = d.member_id and d.distributed_on < today - 3
  and date_trunc('month', p.created_on - 1) = date_trunc('month', d.distributed_on);
insert into ledger.transfer (id, kind, happened_on, booked_on, memo)
select 'payout:' || id, 'payout', settled_on, settled_on, 'payment:payout-' || id || '-1'
from servicing.payout where status = 'confirmed';
insert into ledger.entry (transfer_id, line, account_id, amount)
select 'payout:' || p.id, line, account, amount * sign
from servicing.payout p
join ledger.account a on a.kind = 'payable_to_investor' and a.member_id = p.member_id
cross join lateral (values (1, a.id, 1), (2, pg_temp.of('trust_bank'), -1)) t (line, account, sign)
where p.status = 'confirmed';
update ledger.account a set balance = balance + p.amount
from (select member_id, sum(amount)::bigint as amount from servicing.payout
  where status = 'confirmed' group by member_id) p
where a.kind = 'payable_to_investor' and a.member_id = p.member_id;

-- Payments in the form in which they were sent: one batch per day and purpose.
create temp table payment as
select 'payout' as purpose, id as subject, member_id, amount, status, created_on as day
from servicing.payout where status <> 'payable'
union all
select 'refund', id, member_id, amount, 'confirmed', settled_at::date from investing.refund
where status = 'confirmed'
union all
select 'disbursement', id, member_id, amount - platform_fee - remittance_fee, 'confirmed',
  disbursed_on
from lending.loan where disbursed_on is not null;
insert into banking.batch (kind, state, released_by, checked_by, released_at, checked_at, sent_at,
  payments, total)
select purpose, 'sent', 1, 2, day + time '01:00', day + time '02:00', day + time '02:10', count(*),
  sum(amount)
from payment group by purpose, day order by day, purpose;
insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder, amount,
  memo, status, reference, created_at, sent_at, settled_on, settled_at, batch_id)
select p.purpose, p.subject, p.member_id, a.bank_code, a.account, v.name, p.amount, '', p.status,
  p.purpose || '-' || p.subject || '-1', day + time '01:00', day + time '02:10',
  case p.status when 'confirmed' then day end,
  case p.status when 'confirmed' then day + time '03:00' end, b.id
from payment p
join banking.batch b on b.kind = p.purpose and b.released_at = p.day + time '01:00'
join verification.bank_account a on a.member_id = p.member_id
join verification.profile v on v.member_id = p.member_id
order by p.day, p.purpose, p.subject;
insert into banking.payment_booking (reference, outcome, amount, bank_date, booked_on)
select reference, status, -amount, settled_on, settled_on from banking.payment
where status = 'confirmed';
update servicing.payout p set payment_id = b.id from banking.payment b
where b.purpose = 'payout' and b.subject_id = p.id;
update investing.refund r set payment_id = b.id from banking.payment b
where b.purpose = 'refund' and b.subject_id = r.id;

-- Operators named in the following rows. They are disabled, so that nobody can sign in as them.
insert into identity.operator (email, name, roles, disabled_at, created_at)
select 'scale-' || n || '@example.com', 'Scale ' || n, '{finance}', at, at
from given, generate_series(1, 2) n;
insert into servicing.write_off (loan_id, written_off_on, late_days, principal, interest,
  late_charges, court_costs, reason, proposed_by, approved_by)
select l.id, today - 5, 190, l.amount, 0, 0, 0, '逾期六個月仍未清償', o.maker, o.checker
from given, lending.loan l,
  (select min(id) as maker, max(id) as checker from identity.operator) o
where l.status = 95;
update servicing.share s set written_off = s.remaining
from servicing.write_off w where w.loan_id = s.loan_id;
insert into servicing.poll (loan_id, status, opened_at, closes_at)
select id, 'open', at - interval '1 day', at + interval '6 days'
from given, lending.loan where status = 70;
insert into servicing.ballot (poll_id, member_id, weight)
select p.id, s.member_id, sum(s.remaining)
from servicing.poll p join servicing.share s on s.loan_id = p.loan_id
where s.remaining > 0 group by p.id, s.member_id;
insert into servicing.contact (loan_id, operator_id, channel, outcome, note, happened_at,
  created_at)
select l.id, o.id, 'phone', 'reached', '已聯絡，允諾繳款', at - make_interval(days => n), at
from given, lending.loan l, generate_series(1, 3) n,
  (select min(id) as id from identity.operator) o
where l.status in (65, 70, 80);
insert into servicing.promise (loan_id, operator_id, amount, made_on, due_on)
select l.id, o.id, 5000, today - 2, today + 5
from given, lending.loan l, (select min(id) as id from identity.operator) o
where l.status in (65, 70) and l.id % 3 = 0;

insert into investing.exposure (member_id, reserved, outstanding)
select n, coalesce(r.amount, 0), coalesce(s.amount, 0)
from given cross join lateral generate_series(loans + 1, members) n
left join (
  select o.member_id, sum(o.amount) as amount
  from investing."order" o join lending.loan l on l.id = o.loan_id
  where o.stored_status in (0, 5, 10) or o.stored_status = 20 and l.status in (50, 55)
  group by o.member_id
) r on r.member_id = n
left join (select member_id, sum(remaining) as amount from servicing.share group by member_id) s
  on s.member_id = n;
