-- Invariants of members' accounts: every query must return no rows.

-- name: a closed account has no live order, loan or money
-- The platform may claim money from it, if the bank takes a payment back afterwards.
select m.id, m.closed_at from identity.member m
where m.closed_at is not null and (
  exists (select from lending.loan l where l.member_id = m.id
    and l.status in (10, 15, 20, 30, 40, 50, 55, 60, 61, 65, 70, 75, 80, 95))
  or exists (select from investing."order" o where o.member_id = m.id
    and o.stored_status in (0, 5, 10))
  or exists (select from servicing.share s where s.member_id = m.id and s.remaining > 0)
  or exists (select from investing.refund r where r.member_id = m.id
    and r.status <> 'confirmed' and r.amount > 0)
  or exists (select from servicing.payout p where p.member_id = m.id and p.status <> 'confirmed')
  or exists (select from ledger.account a where a.member_id = m.id and a.balance <> 0
    and a.kind <> 'recourse_receivable'));

-- name: an order placed by a program was allowed by its owner
select o.id, o.access_id from investing."order" o
left join identity.api_access a on a.id = o.access_id
where o.access_id is not null and (a.id is null or a.member_id <> o.member_id
  or not 'orders:place' = any (a.scopes));

-- name: the orders of a program stay below their daily cap
select o.access_id, (o.created_at at time zone 'Asia/Taipei')::date as day, sum(o.amount)
from investing."order" o join identity.api_access a on a.id = o.access_id
group by 1, 2, a.daily_cap having sum(o.amount) > a.daily_cap;

-- name: a closed account allows nothing to programs
select a.id from identity.api_access a join identity.member m on m.id = a.member_id
where m.closed_at is not null and a.revoked_at is null and a.expires_at > m.closed_at;
