-- Invariants of the books of the trust and of the company: every query must return no rows.

-- name: every transfer balances within the trust and within the company
select e.transfer_id, k.entity, sum(e.amount) from ledger.entry e
join ledger.account a on a.id = e.account_id
join ledger.kind k using (kind)
group by e.transfer_id, k.entity having sum(e.amount) <> 0;

-- name: what the trust owes to the company is the claim of the company
select sum(e.amount) from ledger.account a join ledger.entry e on e.account_id = a.id
where a.kind in ('platform_due', 'fee_receivable') having sum(e.amount) <> 0;

-- name: the daily debits and credits of a kind of account are those of its entries
select kind, m.debit, e.debit as debits_of_entries
from (select kind, sum(debit) as debit from ledger.moved group by kind) m
full join (
  select a.kind, sum(e.amount) filter (where e.amount > 0) as debit from ledger.entry e
  join ledger.account a on a.id = e.account_id group by a.kind
) e using (kind)
where coalesce(m.debit, 0) <> coalesce(e.debit, 0);
