-- Invariants of debits by mandate: every query must return no rows.

-- name: a debit that was paid has one receipt of its amount, and every such receipt has its debit
-- If the bank refused a debit and carried it out all the same, the debit stays refused, and persons
-- book the money from the bank's line like any other (decision 041).
select d.id as debit, d.amount, r.id as receipt, r.amount as received
from mandates.debit d
full join (select * from banking.receipt where seq ~ '^debit-[0-9]+-[0-9]+$' and sign = '+') r
  on r.id = d.receipt_id
where (d.status = 'paid' or r.id is not null)
  and (d.amount is distinct from r.amount or d.status is distinct from 'paid'
    or r.seq <> 'debit-' || d.id || '-' || d.attempt)
  and not (d.id is null and exists (select from mandates.debit x
    where r.seq = 'debit-' || x.id || '-' || x.attempt and x.status = 'refused'));

-- name: the receipts of debits are the sum of the debits that were paid, in the ledger too
select paid.total, booked.total as booked from (
  select coalesce(sum(amount), 0) as total from mandates.debit where status = 'paid'
) paid, (
  select coalesce(sum(e.amount), 0) as total
  from banking.receipt r
  join ledger.entry e on e.transfer_id = 'receipt:' || r.id
  join ledger.account a on a.id = e.account_id and a.kind = 'trust_bank'
  where r.seq ~ '^debit-[0-9]+-[0-9]+$' and r.sign = '+'
    and not exists (select from mandates.debit x
      where r.seq = 'debit-' || x.id || '-' || x.attempt and x.status = 'refused')
) booked
where paid.total <> booked.total;

-- name: an instalment or order has at most one debit under way or paid
select loan_id, version, no, order_id, count(*) from mandates.debit
where status in ('pending', 'sent', 'paid')
group by loan_id, version, no, order_id having count(*) > 1;

-- name: a second attempt follows a refused first one
select d.id from mandates.debit d
where d.attempt = 2 and not exists (select from mandates.debit f
  where f.attempt = 1 and f.status = 'refused' and f.subject = d.subject
    and f.loan_id = d.loan_id and f.version is not distinct from d.version
    and f.no is not distinct from d.no and f.order_id is not distinct from d.order_id);

-- name: no debit is above the ceiling of its mandate, unless it was not sent
select d.id, d.amount, m.ceiling from mandates.debit d
join mandates.mandate m on m.id = d.mandate_id
where d.amount > m.ceiling and d.status <> 'withdrawn';

-- name: a file's records and total are those of its debits or registrations
select f.id, f.type, f.records, f.total from mandates.file f
cross join lateral (select count(*) as records, coalesce(sum(amount), 0) as total
  from mandates.debit d where d.file_id = f.id) d
cross join lateral (select count(*) as records from mandates.registration r
  where r.file_id = f.id) r
where f.records <> d.records + r.records or f.total <> d.total
  or (f.type = 'P01') <> (d.records > 0) or (f.type = 'P02') <> (r.records > 0);

-- name: money paid twice goes back once, and never more than was received
-- Less of it goes back, or none, if the bank reversed a receipt of the loan.
select w.receipt_id, w.amount, r.amount as received, p.amount as payout
from mandates.double w
join banking.receipt r on r.id = w.receipt_id
join servicing.payout p on p.id = w.payout_id
left join lateral (
  select coalesce(sum(e.amount), 0) as amount from ledger.transfer t
  join ledger.entry e on e.transfer_id = t.id
  join ledger.account a on a.id = e.account_id and a.kind = 'refund_payable'
  where t.loan_id = p.loan_id and (t.id ~ ('^surplus:' || p.id || ':withdrawn')
    or t.id ~ ('^surplus:' || p.id || ':returned:.*:kept'))
) lowered on true
where w.amount > r.amount or p.amount + lowered.amount <> w.amount or p.kind <> 'surplus';

-- name: no order expires and no case fails while a debit of the order is at the bank
-- The debit may have been in time. A case that its borrower withdraws ends all the same.
select d.id as debit, o.id as order_id, o.stored_status, l.status as loan from mandates.debit d
join investing."order" o on o.id = d.order_id
join lending.loan l on l.id = o.loan_id
where d.status = 'sent' and o.stored_status in (50, 55, 60, 65) and l.status <> 96;
