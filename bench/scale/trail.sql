-- Fills the large test database with tasks, the chained audit log, notices and messages for its
-- loans and orders. Finally every sequence is set to continue after the highest id.
insert into tasks.task (kind, subject_type, subject_id, subject_label, status, maker_id, checker_id,
  decision, created_at, due_at, decided_at, priority)
select t.kind, t.type, t.id, t.label, case when done then 'done' else 'open' end,
  case when done or t.kind = 'loan_approval' then 1 end, case when done then 2 end,
  case when done then 'approve' end,
  opened, opened + interval '2 days', case when done then opened + interval '1 day' end,
  case when t.id % 40 = 0 then 'high' else 'normal' end
from (
  select kind, 'loan' as type, l.id, l.case_no as label, l.created_at + after as opened,
    l.status not in (10, 20) as done
  from lending.loan l
  cross join (values ('loan_review', interval '1 hour'), ('loan_approval', interval '1 day'))
    k (kind, after)
  where l.status not in (15, 96) and (kind = 'loan_review' or l.status <> 10)
  union all
  select 'disbursement_release', 'loan', id, case_no, status_at, false from lending.loan
  where status = 55
  union all
  select 'poll_decision', 'loan', id, case_no, status_at, false from lending.loan
  where status = 70 and id % 4 = 0
  union all
  select 'write_off', 'loan', id, case_no, status_at, false from lending.loan
  where status = 80 and id % 4 = 0
  union all
  select 'refund_release', 'refund', id, 'P' || lpad(order_id::text, 8, '0'), created_at,
    status = 'confirmed'
  from investing.refund
  union all
  select 'unmatched_payment', 'receipt', id,
    to_char(bank_date, 'YYYY/MM/DD') || ' 入帳 ' || seq, at, false
  from banking.receipt where state = 'suspense'
  union all
  select 'identity_review', 'member', member_id, '王○明', coalesce(submitted_at, updated_at),
    status = 3
  from verification.profile where status in (1, 3)
) t
order by opened, type, id;

-- Status history of each loan, one row per move.
create temp table path_of (status smallint, path smallint[]);
insert into path_of values (10, '{10}'), (15, '{10,15}'), (20, '{10,20}'), (30, '{10,20,30}'),
  (40, '{10,20,30,40}'), (50, '{10,20,30,40,50}'), (55, '{10,20,30,40,50,55}'),
  (60, '{10,20,30,40,50,55,60}'), (61, '{10,20,30,40,50,55,60,61}'),
  (65, '{10,20,30,40,50,55,60,61,65}'), (70, '{10,20,30,40,50,55,60,61,65,70}'),
  (75, '{10,20,30,40,50,55,60,61,65,70,75}'), (80, '{10,20,30,40,50,55,60,61,65,70,80}'),
  (95, '{10,20,30,40,50,55,60,61,65,70,80,95}'), (90, '{10,20,30,40,50,55,60,90}'),
  (96, '{10,96}'), (97, '{10,20,97}'), (98, '{10,20,30,98}'), (99, '{10,20,30,40,99}');
create temp table word_of (status smallint primary key, word text, actor text);
insert into word_of values (10, 'applied', 'member'), (15, 'supplement_asked', 'operator'),
  (20, 'sent_to_audit', 'operator'), (30, 'approved', 'operator'), (40, 'agreed', 'member'),
  (50, 'funded', 'bank'), (55, 'signed', 'member'), (60, 'disbursed', 'bank'), (61, 'late',
  'system'), (65, 'late', 'system'), (70, 'late', 'system'), (75, 'negotiation', 'system'),
  (80, 'legal', 'operator'), (90, 'settled', 'bank'), (95, 'written_off', 'operator'),
  (96, 'cancelled', 'member'), (97, 'rejected', 'operator'), (98, 'offer_lapsed', 'system'),
  (99, 'failed', 'system');
insert into tasks.audit (at, recorded_at, actor_type, actor_id, subject_type, subject_id, action,
  from_status, to_status, snapshot, request_id)
select at, at, actor, case actor when 'member' then member when 'operator' then 1 + id % 4 end,
  type, id, action, was, became, snapshot, md5(type || id || action)
from (
  select l.created_at + (l.status_at - l.created_at) * (step - 1)
      / greatest(array_length(path, 1) - 1, 1) as at,
    w.actor, l.member_id as member, 'loan' as type, l.id, 'loan.' || w.word as action,
    path[step - 1]::text as was, path[step]::text as became,
    jsonb_build_object('amount', l.amount) || case w.word when 'signed' then jsonb_build_object(
      'rateBps', l.rate_bps, 'installments', l.installments, 'aprBps', l.apr_bps,
      'instalment', l.instalment) else '{}' end as snapshot
  from lending.loan l join path_of p on p.status = l.status
  cross join lateral generate_subscripts(path, 1) step
  join word_of w on w.status = path[step]
  union all
  select coalesce(paid_at, created_at), case when paid_at is null then 'member' else 'bank' end,
    member_id, 'order', id, case when paid_at is null then 'order.placed' else 'order.received' end,
    '0', case when stored_status = 20 then '10' else stored_status::text end,
    jsonb_build_object('amount', amount)
  from investing."order"
  union all
  select created_at, 'member', id, 'member', id, 'identity.registered', null, null, '{}'
  from identity.member
) a
order by at, type, id;

-- Builds the audit log's hash chain as the sealing job does: each hash covers the previous hash and
-- the row as text, in UTC.
create function pg_temp.link(bytea, bytea) returns bytea language sql immutable
  return sha256(coalesce($1, ''::bytea) || $2);
create aggregate pg_temp.chain(bytea) (sfunc = pg_temp.link, stype = bytea);
select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO, YMD', false);
insert into tasks.seal (position, audit_id, hash, sealed_at)
select row_number() over w, a.id, pg_temp.chain(convert_to(a::text, 'UTF8')) over w, a.recorded_at
from tasks.audit a window w as (order by a.id rows unbounded preceding);

insert into notices.notice (member_id, category, title, body, link, created_at, read_at)
select 1 + n % members, case when 1 + n % members <= loans then 'loan' else 'invest' end,
  '款項已入帳', '您的款項已入帳，明細請見帳戶頁面。', '/account/invest', sent,
  case when n % 3 > 0 then sent + interval '1 day' end
from given, generate_series(1, members * 5) n
cross join lateral (select at - (members * 5 - n) * interval '1 minute' as sent) t;
insert into notices.outbox (channel, recipient, recipient_hash, letter, created_at, attempts,
  next_try_at, sent_at, failure, member_id, kind)
select 'email', recipient, 'scale', case when failed then letter end, made, 1, made,
  case when not failed then made end,
  case when failed then '550 mailbox unavailable' end, 1 + n % members,
  case when n % 1000 = 0 then 'servicing.settled' when 1 + n % members <= loans
    then 'servicing.repaid' else 'servicing.received' end
from given, generate_series(1, members * 3) n
cross join lateral (select at - (members * 3 - n) * interval '1 minute' as made,
  n % 5000 = 0 as failed) t;

do $$
declare
  each record;
begin
  for each in
    select format('%I.%I', table_schema, table_name) as name, column_name as id
    from information_schema.columns where is_identity = 'YES' and table_schema in
      ('ledger', 'notices', 'tasks', 'banking', 'identity', 'verification', 'lending', 'investing',
        'servicing')
  loop
    execute format('select setval(pg_get_serial_sequence(%L, %L), greatest(max(%I), 1)) from %s',
      each.name, each.id, each.id, each.name);
  end loop;
end $$;
