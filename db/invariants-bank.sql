-- Invariants of bank data and ledger: every query must return no rows.

-- name: a sent refund has one payment in progress, and a paid refund one confirmed payment
-- What came back for a closed account lies in suspense as a receipt of the payment's number, less
-- what ended a claim on the payer.
select r.id, r.status, b.status as payment from investing.refund r
left join banking.receipt back on back.seq = 'payment-' || r.payment_id and back.amount = r.amount
left join banking.payment b on b.id = r.payment_id and b.purpose = 'refund'
  and b.subject_id = r.id
  and (b.amount = r.amount or back.id is not null and b.amount > r.amount)
where (r.status = 'sent' and b.status is distinct from 'pending'
    and b.status is distinct from 'sent')
  or (r.status = 'confirmed' and r.amount > 0 and b.status is distinct from
    case when back.id is null then 'confirmed' else 'returned' end);

-- name: money of a third party is paid only to the account from which it came
select p.reference, p.source_id, coalesce(f.receipt_id, o.receipt_id) as receipt_id, p.bank_code
from banking.payment p
left join investing.refund f on p.purpose = 'refund' and f.id = p.subject_id
left join servicing.payout o on p.purpose = 'payout' and o.id = p.subject_id
left join banking.receipt r on r.id = p.source_id
where p.source_id is distinct from case when p.purpose = 'return' then p.subject_id
    else coalesce(f.receipt_id, o.receipt_id) end
  or (p.source_id is not null and p.status <> 'returned' and not exists (
    select from banking.payer_source s where s.receipt_id = p.source_id
      and (s.confirmed_by is null or s.bank_code = p.bank_code))
    and left(r.from_bank, 3) is distinct from p.bank_code);

-- name: what third parties paid for an order goes back to them when the order ends
select r.id, o.id as order_id, -e.amount as kept, f.back from banking.receipt r
join investing."order" o on r.subject_type = 'order' and o.id = r.subject_id
join ledger.entry e on e.transfer_id = 'order:' || o.id || ':receipt:' || r.id
join ledger.account a on a.id = e.account_id and a.kind = 'order_funds'
left join lateral (select coalesce(sum(amount + fee), 0) as back from investing.refund
  where receipt_id = r.id and whole) f on true
where r.third_party and r.state = 'matched' and o.stored_status in (60, 65) and -e.amount <> f.back;

-- name: only money that persons assigned goes back to a third party
select coalesce(f.receipt_id, p.receipt_id) as receipt_id from banking.receipt r
left join investing.refund f on f.receipt_id = r.id
left join servicing.payout p on p.receipt_id = r.id
where not r.third_party and (f.id is not null or p.id is not null);

-- name: the trust account paid out exactly the payments that the bank confirmed
select coalesce(p.reference, m.reference) as reference, p.status, p.amount, m.moved
from banking.payment p
full join (
  select substring(t.memo from '^payment:(.*)$') as reference, sum(e.amount) as moved
  from ledger.transfer t
  join ledger.entry e on e.transfer_id = t.id
  join ledger.account a on a.id = e.account_id and a.kind = 'trust_bank'
  where t.memo like 'payment:%' group by 1
) m using (reference)
where coalesce(m.moved, 0) <> case p.status when 'confirmed' then -p.amount else 0 end;

-- name: a transfer that undoes another has the opposite entries
select t.id from ledger.transfer t
left join ledger.transfer o on o.id = left(t.id, -length(':undone'))
where t.id like '%:undone' and (o.id is null or exists (
  select from ledger.entry e where e.transfer_id in (t.id, o.id)
  group by e.account_id having sum(e.amount) <> 0));

-- name: the suspense of each receipt matches its state and is not negative
-- A reversal that waits for a person is not booked.
select coalesce(s.receipt_id, r.id) as receipt_id, r.state, s.lying from (
  select coalesce(substring(t.id from 'receipt:(\d+)'),
      substring(t.memo from '^receipt:(\d+)$'))::bigint as receipt_id, -sum(e.amount) as lying
  from ledger.account a
  join ledger.entry e on e.account_id = a.id
  join ledger.transfer t on t.id = e.transfer_id
  where a.kind = 'suspense' group by 1
) s
full join banking.receipt r on r.id = s.receipt_id
where r.id is null
  or coalesce(s.lying, 0)
    <> case when r.state = 'suspense' and r.sign = '+' then r.amount else 0 end;

-- name: a claim on a payer ends by two persons or by the returned money
select receipt_id, maker_id, checker_id from banking.recourse
where (maker_id is null) <> (checker_id is null) or (status = 'open' and checker_id is not null);

-- name: nothing is booked from a proposed or withdrawn statement
select id, state, booked, known, passed_over from banking.statement
where state in ('proposed', 'withdrawn') and booked + known + passed_over > 0;

-- name: two persons book a statement
select id, state, proposed_by, confirmed_by from banking.statement
where proposed_by is not null and (state = 'done' or booked + known + passed_over > 0)
  and confirmed_by is null;

-- name: a payment goes to the member of its refund, payout or loan
select p.reference, p.member_id, coalesce(f.member_id, o.member_id, l.member_id) as due_to
from banking.payment p
left join investing.refund f on p.purpose = 'refund' and f.id = p.subject_id
left join servicing.payout o on p.purpose = 'payout' and o.id = p.subject_id
left join lending.loan l on p.purpose = 'disbursement' and l.id = p.subject_id
where p.purpose in ('refund', 'payout', 'disbursement')
  and coalesce(f.member_id, o.member_id, l.member_id) is distinct from p.member_id;

-- name: a payment is no more than what two persons checked in its batch
-- It is less where money was taken back before the second of them agreed.
select p.reference, p.amount, i.amount as checked from banking.payment p
join banking.batch b on b.id = p.batch_id and b.kind = p.purpose
join banking.batch_item i on i.batch_id = b.id and i.subject_id = p.subject_id
where i.amount < p.amount;

-- name: a payment to a member goes to the bank of the account that was in force
-- An account does not say when it ended, so that of an older payment it must only have been one.
select p.reference, p.bank_code, a.bank_code as in_force from banking.payment p
left join lateral verification.account_in_force(p.member_id, p.created_at) a on true
where p.purpose in ('refund', 'payout', 'disbursement') and p.source_id is null
  and case when coalesce(a.in_force_from, a.created_at) <= p.created_at
    then a.bank_code <> p.bank_code
    else exists (select from verification.bank_account h where h.member_id = p.member_id)
      and not exists (select from verification.bank_account h where h.member_id = p.member_id
        and h.status in ('in_force', 'replaced', 'coming') and h.bank_code = p.bank_code) end;

-- name: a loan that was paid out has one account number
select l.id, l.case_no, v.count from lending.loan l
cross join lateral (select count(*) as count from banking.virtual_account
  where subject_type = 'loan' and subject_id = l.id) v
where l.status between 60 and 95 and v.count <> 1;

-- name: money of a third party was assigned by persons
select r.id, r.bank, r.bank_date, r.seq from banking.receipt r
where r.third_party and not exists (select from tasks.task t where t.kind = 'unmatched_payment'
  and t.subject_type = 'receipt' and t.subject_id = r.id);
