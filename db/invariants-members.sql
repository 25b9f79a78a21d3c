-- Invariants of members' accounts: every query must return no rows.

-- name: a closed account has no live order, loan or money
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
  or exists (select from ledger.account a where a.member_id = m.id and a.balance <> 0));
