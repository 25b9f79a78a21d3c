-- Invariants of closed accounting days: every query must return no rows.

-- name: nothing recorded after the closing of a day counts on that day
select t.id, t.booked_on, t.recorded_at, s.day, s.closed_at from (
  select day, closed_at, lead(closed_at) over (order by closed_at) as until
  from banking.sign_off where ended_at is null and closed_at is not null
) s
join ledger.transfer t on t.recorded_at > s.closed_at
  and (s.until is null or t.recorded_at <= s.until) and t.booked_on <= s.day
  and t.kind <> 'year_closed';

-- name: a signed day still has the signed figures and no unexplained difference
with total as materialized (
  select day, coalesce(sum(amount) filter (where kind = 'trust_bank'), 0) as books,
    -coalesce(sum(amount) filter (where kind <> 'trust_bank'), 0) as owed
  from ledger.moved
  where kind in ('trust_bank', 'order_funds', 'suspense', 'borrower_prepaid',
    'payable_to_investor', 'refund_payable', 'platform_due', 'trust_interest')
  group by day
)
select s.day, s.books, s.owed, t.books as books_now, t.owed as owed_now, s.unexplained
from banking.sign_off s
cross join lateral (select coalesce(sum(books), 0) as books, coalesce(sum(owed), 0) as owed
  from total where day <= s.day) t
where s.ended_at is null and s.closed_at is not null
  and ((s.books, s.owed) <> (t.books, t.owed) or s.books <> s.owed or s.unexplained <> 0);

-- name: the books are open from the day after the last day that two persons signed
select c.first_open, s.day from ledger.closed c
cross join (select max(day) as day from banking.sign_off
  where ended_at is null and closed_at is not null) s
where c.first_open <> coalesce(s.day + 1, '-infinity');

-- name: a transfer counts on its bank date, or later if that day was closed
select id, happened_on, booked_on from ledger.transfer where booked_on < happened_on;

-- name: the bookings of a payment match its result at the bank
select p.reference, p.status, p.amount, b.amount as booked from banking.payment p
left join (select reference, sum(amount) as amount from banking.payment_booking
  group by reference) b using (reference)
where coalesce(b.amount, 0) <> case p.status when 'confirmed' then -p.amount else 0 end;

-- name: VAT is calculated on the sum of the tax period's fees at its last close
with close as (
  select distinct on (period_from) period_from, day, fees, vat, booked_at
  from ledger.vat_day order by period_from, day desc
), booked as (
  select c.period_from, -sum(e.amount) as fees,
    -coalesce(sum(e.amount) filter (where a.kind = 'vat_payable'), 0) as vat
  from ledger.account a
  join ledger.entry e on e.account_id = a.id
  join ledger.transfer t on t.id = e.transfer_id
  join close c on t.booked_on between c.period_from and c.day and t.recorded_at <= c.booked_at
  where a.kind in ('fee_income', 'vat_payable') and t.kind not in ('vat_paid', 'year_closed')
  group by c.period_from
)
select c.period_from, c.day, c.fees, c.vat, b.fees as fees_booked, b.vat as vat_booked
from close c left join booked b using (period_from)
where (c.fees, c.vat) <> (coalesce(b.fees, 0), coalesce(b.vat, 0))
  or c.vat <> sign(c.fees) * ((10 * abs(c.fees) + 105) / 210);

-- name: VAT of a tax period is booked to the dollar until the last signed day
select s.day, f.fees, f.vat from (
  select max(day) as day from banking.sign_off where ended_at is null and closed_at is not null
) s
cross join lateral (
  select -coalesce(sum(amount), 0)::bigint as fees,
    -coalesce(sum(amount) filter (where kind = 'vat_payable'), 0)::bigint as vat
  from ledger.moved
  where kind in ('fee_income', 'vat_payable') and day <= s.day
    and transfer_kind not in ('vat_paid', 'year_closed')
    and day >= date_trunc('year', s.day)::date
      + make_interval(months => 2 * ((extract(month from s.day)::integer - 1) / 2))
) f
where f.vat <> sign(f.fees) * ((10 * abs(f.fees) + 105) / 210);

-- name: a signed day on which client money was short names the breach
select s.day, s.breach, d.short
from banking.sign_off s
cross join lateral (
  select greatest(0, coalesce(sum(amount), 0)) as short from ledger.moved
  where kind = 'platform_due' and day <= s.day
) d
where s.ended_at is null and s.closed_at is not null
  and (d.short <> coalesce((s.breach ->> 'amount')::bigint, 0)
    or d.short > 0 and (coalesce(s.breach ->> 'cause', '') = ''
      or coalesce(s.breach ->> 'told', '') = ''));

-- name: the signed closing of a day is what the bank reported until then
select s.day, s.closing, b.closing as reported from banking.sign_off s
left join banking.bank_day b on b.day = s.day
where s.ended_at is null and s.closed_at is not null
  and (b.day is null or b.recorded_at <= s.second_at and b.closing <> s.closing);

-- name: the VAT of each day is that of the fees and what its close moved
select v.day, v.fees, v.vat, m.vat as moved
from ledger.vat_day v
cross join lateral (
  select -coalesce(sum(e.amount), 0) as vat
  from ledger.account a
  join ledger.entry e on e.account_id = a.id
  join ledger.transfer t on t.id = e.transfer_id
  where a.kind = 'vat_payable' and t.kind not in ('vat_paid', 'year_closed')
    and t.booked_on between v.period_from and v.day and t.recorded_at <= v.booked_at
) m
where v.vat <> m.vat or v.vat <> sign(v.fees) * ((10 * abs(v.fees) + 105) / 210);

-- name: two persons confirm a transfer of the company, and the second one a difference's reason
select c.shortfall_id as id, 'cover' as what, c.amount from banking.cover c
where c.maker_id = c.checker_id or c.reference = ''
union all
select s.id, 'reason', (r.value ->> 'amount')::bigint from banking.sign_off s
cross join jsonb_array_elements(s.reasons) r (value)
where s.closed_at is not null and abs((r.value ->> 'amount')::bigint) > 1000
  and (r.value ->> 'by')::bigint = s.second_by;
