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

-- name: two persons make a booking, and its transfer has its entries
select b.id, b.state, b.maker_id, b.checker_id, b.entries, t.entries as booked
from banking.booking b
left join lateral (
  select jsonb_object_agg(e.kind, e.amount) as entries from (
    select a.kind, sum(e.amount) as amount from ledger.entry e
    join ledger.account a on a.id = e.account_id
    where e.transfer_id = b.transfer_id group by a.kind having sum(e.amount) <> 0
  ) e
) t on b.transfer_id is not null
left join lateral (
  select jsonb_object_agg(e.account, e.amount) as entries from (
    select line ->> 'account' as account, sum((line ->> 'amount')::bigint) as amount
    from jsonb_array_elements(b.entries) as of (line)
    group by 1 having sum((line ->> 'amount')::bigint) <> 0
  ) e
) p on true
where b.maker_id = b.checker_id
  or (b.transfer_id is not null
    and coalesce(t.entries, '{}') is distinct from coalesce(p.entries, '{}'));

-- name: exactly the bookings are in the ledger, and a reversed one is undone
select b.id::text as booking, b.state from banking.booking b
where b.transfer_id is not null
  and not exists (select from ledger.transfer t where t.id = b.transfer_id)
  or (b.state = 'reversed') <> exists (
    select from ledger.transfer u where u.id = b.transfer_id || ':undone')
union all
select t.id, t.kind from ledger.transfer t
where t.kind in ('fee_sweep', 'bank_charge', 'bank_interest', 'company_paid_in', 'vat_paid',
    'manual')
  and not exists (select from banking.booking b
    where b.transfer_id = t.id or b.transfer_id || ':undone' = t.id);
