-- Invariants of the published loan book (decision 047): every query must return no rows.

-- name: a published month of the loan book tells of at least five late and five punctual borrowers
with month as (
  select day, statistics->'lateness' as told from reports.book_month where groups is not null
), part as (
  select m.day, (g->>'borrowers')::int as borrowers, (g->>'late')::int as late
  from month m cross join jsonb_array_elements(m.told->'groups') g
)
select m.day, m.told from month m
cross join (select 5 as least) k
where exists (select from part p where p.day = m.day
    and (p.late < k.least or p.borrowers - p.late < k.least))
  or (m.told->>'asOf')::date <> m.day
  or (m.told->>'late')::int <> (select sum(late) from part p where p.day = m.day)
  or (m.told->>'borrowers')::int <> (select sum(borrowers) from part p where p.day = m.day)
  or (m.told->>'late')::int <> (select count(*) from reports.book_late l where l.day = m.day)
  or (m.told->>'principal')::bigint % 10000 <> 0
  or (m.told->>'percent')::numeric * 10 % 1 <> 0;

-- name: any two months with lateness of their own differ by at least five borrowers
select a.day, b.day as later from reports.book_month a join reports.book_month b on b.day > a.day
where a.groups is not null and b.groups is not null and (
  select count(*) from (select member_id from reports.book_late where day in (a.day, b.day)
    group by member_id having count(*) = 1) moved) < 5;

-- name: a month without lateness of its own repeats that of the month before
select m.day from reports.book_month m
cross join lateral (
  select statistics from reports.book_month where day < m.day order by day desc limit 1) b
where m.groups is null
  and m.statistics->'lateness' is distinct from b.statistics->'lateness';
