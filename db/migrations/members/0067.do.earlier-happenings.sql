-- Adds what happened before the triggers of 0066 existed. This is a migration of its own, so that
-- nobody waits for it: creating the triggers locks out writers, and adding these rows does not. An
-- older program goes on working. The rows come in the order of the index, which fills it faster.
insert into verification.happening (member_id, at, source, source_id, action)
select o.member_id, a.at, 'audit', a.id, a.action
from tasks.audit a
join verification.owned o on o.type = a.subject_type and o.id = a.subject_id
order by o.member_id, a.at, a.id
on conflict do nothing;
insert into verification.happening (member_id, at, source, source_id)
select o.member_id, r.at, 'receipt', r.id
from banking.receipt r
join verification.owned o on o.type = r.subject_type and o.id = r.subject_id
order by o.member_id, r.at, r.id
on conflict do nothing;
