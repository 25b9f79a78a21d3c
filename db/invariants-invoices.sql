-- Invariants of electronic invoices: every query must return no rows.

-- name: the invoices of a track have its numbers from the first to the last one given, no gap
select t.id, t.letters, t.first_no, t.next_no, i.invoices, i.lowest, i.highest
from invoices.track t
cross join lateral (
  select count(*) as invoices, min(right(number, 8)::integer) as lowest,
    max(right(number, 8)::integer) as highest, bool_and(left(number, 2) = t.letters) as lettered
  from invoices.invoice where track_id = t.id
) i
where i.invoices <> t.next_no - t.first_no
  or i.invoices > 0 and (i.lowest <> t.first_no or i.highest <> t.next_no - 1 or not i.lettered);

-- name: invoices are dated in the period of their track, in the order of their numbers
select i.number, i.issued_on, i.before, t.period_from from (
  select number, issued_on, track_id,
    lag(issued_on) over (partition by track_id order by number) as before
  from invoices.invoice
) i
join invoices.track t on t.id = i.track_id
where i.before > i.issued_on or i.issued_on < t.period_from
  or i.issued_on >= t.period_from + interval '2 months';

-- name: a fee to invoice is the fee of its transfer in the ledger
select f.transfer_id, f.own, f.shared, e.fee from invoices.fee f
left join lateral (
  select -sum(e.amount) as fee from ledger.entry e join ledger.account a on a.id = e.account_id
  where e.transfer_id = f.transfer_id and a.kind = 'fee_income'
) e on true
where f.own + f.shared is distinct from e.fee;

-- name: every fee of the ledger since invoicing began is collected for invoicing
select t.id, t.booked_on from ledger.transfer t
where t.booked_on >= (select min(period_from) from invoices.track)
  and t.recorded_at < (select collected_until from invoices.progress)
  and t.kind in ('disbursement', 'repayment', 'refund')
  and not exists (select from invoices.fee f where f.transfer_id = t.id)
  and exists (select from ledger.entry e join ledger.account a on a.id = e.account_id
    where e.transfer_id = t.id and a.kind = 'fee_income' and e.amount < 0);

-- name: each day's invoices less voids and allowances are the fees that were done on it
with done as (
  select own_done_on as day, own as fee, 0::bigint as documents from invoices.fee
  where own_done_on is not null
  union all select shared_done_on, shared, 0 from invoices.fee where shared_done_on is not null
  union all select issued_on, 0, total from invoices.invoice
  union all select voided_on, 0, -total from invoices.invoice where voided_on is not null
  union all select issued_on, 0, -total from invoices.allowance
)
select day, sum(fee) as fees, sum(documents) as documents from done
group by day having sum(fee) <> sum(documents);

-- name: an invoice covers the fee that names it, of the same member
select f.transfer_id, f.own, i.number, i.total from invoices.fee f
join invoices.invoice i on i.id = f.invoice_id
where (f.own, f.member_id) <> (i.total, i.member_id);

-- name: allowances never exceed their invoice, and a void invoice has none
select i.number, i.total, i.voided_on, sum(a.total) as allowed
from invoices.invoice i join invoices.allowance a on a.invoice_id = i.id
group by i.id having sum(a.total) > i.total or i.voided_on is not null;

-- name: allowances of an invoice have the tax of their sum
-- Before 0.8.0 each was rounded by itself, until the next one makes up for it.
select i.number, sum(a.total) as allowed, sum(a.tax) as tax
from invoices.invoice i join invoices.allowance a on a.invoice_id = i.id
group by i.id
having sum(a.tax) <> (10 * sum(a.total)::bigint + 105) / 210
  and (count(*) = 1 or bool_or(a.tax <> (10 * a.total + 105) / 210));

-- name: every invoice, void and allowance has its message
select i.number from invoices.invoice i
where not exists (select from invoices.message m where m.invoice_id = i.id and m.type = 'F0401')
  or (i.voided_on is not null) <> exists (
    select from invoices.message m where m.invoice_id = i.id and m.type = 'F0501')
  or (select count(*) from invoices.allowance a where a.invoice_id = i.id) <> (
    select count(*) from invoices.message m join invoices.allowance a on a.id = m.allowance_id
    where a.invoice_id = i.id and m.type = 'G0401');
