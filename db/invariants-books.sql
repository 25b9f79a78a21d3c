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
    'manual', 'year_closed')
  and not exists (select from banking.booking b
    where b.transfer_id = t.id or b.transfer_id || ':undone' = t.id);

-- name: a year is closed on its last day, once, from income and expenses to retained earnings
select t.id, t.booked_on, t.happened_on from ledger.transfer t
where t.kind = 'year_closed' and (t.booked_on <> t.happened_on
  or to_char(t.booked_on, 'MM-DD') <> '12-31'
  or exists (select from ledger.entry e join ledger.account a on a.id = e.account_id
    where e.transfer_id = t.id and a.kind not in ('fee_income', 'operating_expense', 'loss',
      'interest_income', 'bank_fee', 'retained_earnings'))
  or exists (select from ledger.transfer o
    where o.kind = t.kind and o.booked_on = t.booked_on and o.id <> t.id));

-- name: at the end of a closed year no income or expense is left, in its own year or before
select y.booked_on, m.kind, sum(m.amount) from ledger.transfer y
join ledger.moved m on m.day <= y.booked_on
  and m.kind in ('fee_income', 'operating_expense', 'loss', 'interest_income', 'bank_fee')
where y.kind = 'year_closed'
group by y.booked_on, m.kind, date_trunc('year', m.day) having sum(m.amount) <> 0;

-- name: the days of a closed year stay closed
select c.first_open, y.booked_on from ledger.closed c
join ledger.transfer y on y.kind = 'year_closed' and y.booked_on >= c.first_open;

-- name: a trust report has the lines and the tree of its figures
select r.id, r.members, r.members_amount, l.members as lines, l.amount, t.hash
from reports.trust_report r
cross join lateral (
  select count(*) as members, coalesce(sum(amount), 0) as amount from reports.trust_line
  where report_id = r.id
) l
left join lateral (
  select hash, sum from reports.trust_node where report_id = r.id order by level desc limit 1
) t on true
where (r.members, r.members_amount) <> (l.members, l.amount)
  or r.members > 0 and (t.hash, t.sum) is distinct from (r.root, r.members_amount)
union all
select n.report_id, n.level, n.sum, b.nodes, b.sum, n.hash from reports.trust_node n
cross join lateral (
  select count(*) as nodes, sum(sum) as sum from reports.trust_node c
  where c.report_id = n.report_id and c.level = n.level - 1 and c.place / 2 = n.place
) b
where n.level > 0 and n.sum is distinct from b.sum;

-- name: client money is whole, or an open shortfall has exactly the difference
select d.due, s.amount as shortfall
from (select -coalesce(sum(amount), 0) as due from ledger.moved where kind = 'platform_due') d
left join ledger.shortfall s on s.ended_at is null
where coalesce(s.amount, 0) <> greatest(0, -d.due);

-- name: a trust report has the amount of the bank's letter
select r.id, r.month, r.figures ->> 'bank' as bank, l.amount as letter, l.day
from reports.trust_report r left join reports.bank_letter l on l.id = r.letter_id
where (r.figures ->> 'bank')::bigint is distinct from l.amount
  or (r.figures ->> 'letterId')::bigint is distinct from l.id
  or l.day is distinct from (r.month + interval '1 month' - interval '1 day')::date;

-- name: the fee of a disbursement is that of its loan, which begins on its bank day
select l.id, t.id as transfer, t.happened_on, l.disbursed_on, l.platform_fee, l.remittance_fee,
  e.fee
from lending.loan l
join ledger.transfer t on t.loan_id = l.id and t.kind = 'disbursement'
cross join lateral (
  select -coalesce(sum(x.amount), 0) as fee from ledger.entry x
  join ledger.account a on a.id = x.account_id
  where x.transfer_id = t.id and a.kind = 'platform_due'
) e
where not exists (select from ledger.transfer u where u.id = t.id || ':undone')
  and (e.fee <> l.platform_fee + l.remittance_fee
    or l.disbursed_on is distinct from t.happened_on);
