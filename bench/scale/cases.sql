-- The loans of a large installation in every status, with their cases and orders. Reads
-- pg_temp.given, pg_temp.term (schedules by unit, rate and periods) and pg_temp.due (due days by
-- start).

-- Returns a pseudo-random number from 0 to 1 that depends only on `n` and `salt`, so that every run
-- produces the same data.
create function pg_temp.draw(n bigint, salt bigint) returns double precision
  language sql immutable
  return ((hashint8extended(n, salt) & 2147483647) / 2147483648.0)::double precision;

-- Number of loans in each status out of every 200. Only loans whose fundraising began have a case.
create temp table share_of (status smallint, loans integer);
insert into share_of values (10, 4), (15, 2), (20, 4), (30, 2), (40, 8), (50, 3), (55, 2),
  (60, 102), (61, 4), (65, 6), (70, 3), (75, 2), (80, 4), (95, 2), (90, 34), (96, 4), (97, 8),
  (98, 2), (99, 4);

create temp table place_of as
select row_number() over (order by status, k) - 1 as place, status
from share_of, generate_series(1, loans) k;

create temp table plan_loan as
with placed as (
  -- 77 and 200 have no common factor, so neighbouring loans are in different statuses.
  select n as id, p.status, pg_temp.draw(n, 1) as r, pg_temp.draw(n, 2) as r2
  from given, generate_series(1, loans) n join place_of p on p.place = n * 77 % 200
), dated as (
  select id, status, r, r2,
    (array[5000, 10000, 15000])[1 + floor(r * 3)::integer] as unit,
    1 + floor(r2 * 8)::integer as grade_no,
    (array[6, 12, 18, 24, 30, 36])[1 + (id % 6)::integer] as installments,
    status in (50, 55, 60, 61, 65, 70, 75, 80, 90, 95) as funded,
    status in (40, 50, 55, 60, 61, 65, 70, 75, 80, 90, 95, 99) as has_case,
    -- Overdue loans began one month plus the number of their overdue days ago.
    case status
      when 60 then today - 5 - floor(r * 75)::integer
      when 61 then (today - interval '1 month')::date - 4 - floor(r * 3)::integer
      when 65 then (today - interval '1 month')::date - 10 - floor(r * 20)::integer
      when 70 then (today - interval '1 month')::date - 36 - floor(r * 6)::integer
      when 75 then (today - interval '1 month')::date - 50 - floor(r * 20)::integer
      when 80 then (today - interval '1 month')::date - 75 - floor(r * 90)::integer
      when 95 then (today - interval '1 month')::date - 200 - floor(r * 150)::integer
      when 90 then today - 60 - floor(r * 340)::integer
    end as began
  from placed, given
)
select d.*, (array[500, 600, 700, 800, 900, 1000, 1150, 1300])[grade_no] as rate_bps,
  (array['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'D1', 'D2'])[grade_no] as grade,
  case when has_case then row_number() over (partition by has_case order by id) end as place,
  case when status = 90 then began + 18 + floor(r2 * 10)::integer end as settled_on,
  given.at - make_interval(hours => case when status in (10, 15, 20, 30, 40, 50, 55)
      then floor(r * 140)::integer else floor(r * 3000)::integer end) as touched
from dated d, given;
alter table plan_loan add primary key (id);
analyze plan_loan;

insert into lending.loan (id, case_no, member_id, plan_id, status, amount, installments, purpose,
  occupation, application, bands, grade, rate_bps, apr_bps, instalment, platform_fee,
  remittance_fee, investor_fee_bps, offer_expires_at, supplement_by, listed_at, ends_at,
  funded_at, sign_by, signed_at, disbursed_on, settled_on, settle_type, reason_code, pinned,
  status_at, created_at)
overriding system value
select l.id, 'A' || to_char(opened, 'YYYYMMDD') || '-'
    || to_char(row_number() over (partition by opened::date order by l.id), 'FM000009'),
  l.id, p.id, l.status, case when has_case then unit * per_case else 10000 * (5 + l.id % 20) end,
  l.installments, 1 + l.id % 15,
  (array[301, 301, 101, 201])[1 + floor(pg_temp.draw(l.id, 4) * 4)::integer],
  (select a.sealed from application a where a.member_id = l.id),
  -- Some bands are rare, so that the loan book must publish coarser ones.
  bands || jsonb_build_object(
    'ageBand', (array['30–39 歲', '40–49 歲', '20–29 歲', '50–60 歲'])
      [1 + floor(pg_temp.draw(l.id, 5) ^ 2 * 4)::integer],
    'incomeBand', (array['5–7 萬元', '3–4 萬元', '10 萬元以上'])
      [1 + floor(pg_temp.draw(l.id, 6) ^ 2 * 3)::integer],
    'city', (array['臺北市', '新北市', '臺中市', '高雄市', '桃園市', '臺南市', '花蓮縣', '屏東縣',
      '金門縣', '連江縣'])[1 + floor(pg_temp.draw(l.id, 7) ^ 3 * 10)::integer]),
  case when approved then grade end, case when approved then rate_bps end,
  case when approved then rate_bps + 250 end,
  case when approved then (select principal + interest from term t
    where (t.unit, t.rate_bps, t.installments, t.no) = (l.unit, l.rate_bps, l.installments, 1)) end,
  case when approved then 3000 end, case when approved then 15 end,
  case when approved then 1000 end,
  case when l.status = 30 then at + interval '5 days' end,
  case when l.status = 15 then at + interval '5 days' end,
  case when has_case then listed end,
  case when l.status = 40 then at + make_interval(hours => 20 + floor(r2 * 140)::integer)
    when has_case then listed + interval '7 days' end,
  case when funded then least(listed + interval '3 days', at - interval '2 hours') end,
  case when l.status = 50 then at + interval '3 days' end,
  case when funded and l.status <> 50
    then least(listed + interval '4 days', at - interval '1 hour') end,
  began, settled_on, case when l.status = 90 then 'early' end,
  case when l.status = 97 then 'income' end, l.status = 40 and l.id % 500 = 0,
  case when l.status = 90 then settled_on + time '10:00' when began is not null
    then began + time '10:00' else touched end, opened
from given, plan_loan l
cross join lateral (select l.status in (30, 40, 98, 99) or funded as approved,
  coalesce(began - 8 + time '09:00', touched) as listed) a
cross join lateral (select listed - interval '3 days' as opened) o
join lending.plan p on p.current
  and p.slug = (array['engineer', 'medical', 'office', 'public'])[1 + (l.id % 4)::integer];
insert into lending.case_number (day, next)
select substr(case_no, 2, 8)::date, count(*) + 1 from lending.loan group by 1;

-- One order for each place in a case; the remaining orders expired unpaid.
create temp table plan_order as
select (place - 1) * per_case + k as id, l.id as loan_id, k,
  case when l.status = 40 and k <= per_case / 2 then
      case when k = 5 then 5 when k % 6 = 0 then 0 else 10 end
    when l.status = 40 then case when k % 3 = 0 then 55 else 50 end
    when l.status = 99 then case when k % 2 = 0 then 65 else 60 end
    else 20 end as status,
  unit + case when k % 2 = 1 then 2000 else -2000 end as amount
from given, plan_loan l, generate_series(1, per_case) k where has_case
union all
select cases * per_case + j, l.id, 0, 50, 1000 * (1 + j % 50)
from given, generate_series(1, orders - cases * per_case) j
join plan_loan l on l.place = 1 + (j * 7919) % (select cases from given);

insert into investing."order" (id, loan_id, member_id, amount, paid_amount, stored_status,
  payment_mode, virtual_account, pay_by, paid_at, ended_at, created_at)
overriding system value
select o.id, o.loan_id, n + case n % 50 when 0 then -1 when 1 then 1 else 0 end, o.amount,
  paid, o.status, case when o.id % 3 = 0 then 2 else 1 end,
  '9' || lpad(o.id::text, 13, '0'),
  case when o.status in (0, 5) then at + interval '1 day' else placed + interval '1 day' end,
  case when paid > 0 then placed + interval '3 hours' end,
  case when o.status >= 50 then placed + interval '2 days' end, placed
from given, plan_order o
join lending.loan l on l.id = o.loan_id
-- A member has at most one unpaid order in a case. Among the other orders some investors have far
-- more than others. The first and last of every fifty members are not verified, so the members next
-- to them get their orders.
cross join lateral (select loans + 1 + case
    when o.status in (0, 5) then (o.loan_id * 7919 + k * 3) % (members - loans)
    else floor((members - loans) * power(pg_temp.draw(o.id, 3), 2))::bigint end as n) m
cross join lateral (select case when o.status in (0, 50, 55) then 0
    when o.status = 5 then o.amount - 1000 else o.amount end as paid,
  least(l.listed_at + make_interval(mins => (17 + k * 11 + o.id % 60)::integer), given.at)
    as placed) t;
insert into banking.virtual_account (account, subject_type, subject_id, issued_at)
select virtual_account, 'order', id, created_at from investing."order";
insert into banking.virtual_account (account, subject_type, subject_id, issued_at)
select '8' || lpad(id::text, 13, '0'), 'loan', id, status_at from lending.loan
where disbursed_on is not null;
analyze investing."order", lending.loan;

insert into investing.funding (loan_id, borrower_id, target, reserved, paid, order_count, ends_at,
  open)
select l.id, l.member_id, l.amount, coalesce(o.reserved, 0), coalesce(o.paid, 0),
  coalesce(o.orders, 0), l.ends_at, l.status = 40
from plan_loan p join lending.loan l using (id)
left join (
  select loan_id, sum(amount) filter (where stored_status in (0, 5)) as reserved,
    sum(amount) filter (where stored_status in (10, 20)) as paid, count(*) as orders
  from investing."order" where stored_status in (0, 5, 10, 20) group by loan_id
) o on o.loan_id = l.id
where p.has_case;
insert into investing.suitability (member_id, version, answers, score, profile, answered_at,
  valid_until)
select n, 1, '{5,5,5,5,5,5}', 30, 3, at - interval '100 days', today + 265
from given, generate_series(loans + 1, members) n;
