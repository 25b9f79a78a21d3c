-- The accounting day of a transfer is decided by ledger.post, once for all transfers of a call. A
-- trigger decided it for each row, which took longer than to write the row. 0.7.0 writes transfers
-- by ledger.post only, too.
alter table ledger.transfer alter column recorded_at set default clock_timestamp();
drop trigger transfer_dated on ledger.transfer;
drop function ledger.date_transfer();

-- Client money is short if the trust owes the company less than nothing, that is if the balance of
-- platform_due is negative: the trust account then holds less than belongs to its customers. What
-- the company owes is not netted against what customers own.
--
-- ledger.post keeps one open row for as long as that lasts, with exactly the amount that lacks, so
-- that no way of moving money can forget it. Releases, payments and signatures ask for this row.
create table ledger.shortfall (
  id bigint generated always as identity primary key,
  -- The transfer by which the company's own money in the trust was used up, and its accounting day.
  cause text not null,
  since date not null,
  -- NT$ that lacks now; 0 once it is over.
  amount bigint not null,
  -- NT$ that lacked at most.
  most bigint not null,
  opened_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint shortfall_over check ((ended_at is null) = (amount > 0) and amount between 0 and most)
);
create unique index shortfall_open on ledger.shortfall ((true)) where ended_at is null;

-- Compares platform_due with zero after `moved` NT$ were posted to it, debits positive. What lowers
-- it waits for everything else that touches it and is not committed yet, because two such
-- transactions would each miss the other's part. What raises it waits for nobody, unless money is
-- short: then it takes turns with the others at the row.
create function ledger.watch_short(by text, moved bigint) returns void language plpgsql
set search_path = pg_catalog, pg_temp as $$
declare
  standing ledger.shortfall;
  short bigint;
begin
  if moved is null then
    return;
  end if;
  if moved > 0 then
    perform pg_advisory_xact_lock(8, 4);
  else
    perform pg_advisory_xact_lock_shared(8, 4);
    if not exists (select from ledger.shortfall where ended_at is null) then
      return;
    end if;
  end if;
  select * into standing from ledger.shortfall where ended_at is null for update;
  select greatest(0, coalesce(sum(amount), 0)) into short from ledger.moved
  where kind = 'platform_due';
  if standing.id is not null then
    update ledger.shortfall set amount = short, most = greatest(most, short),
      ended_at = case when short = 0 then clock_timestamp() end
    where id = standing.id;
  elsif short > 0 then
    insert into ledger.shortfall (cause, since, amount, most)
    select id, booked_on, short, short from ledger.transfer where id = by;
  end if;
end $$;

create or replace function ledger.post(
  ids text[], kinds text[], days date[], loans bigint[], memos text[],
  e_ids text[], e_kinds text[], e_loans bigint[], e_orders bigint[], e_members bigint[],
  e_amounts bigint[]
) returns text[] language plpgsql
security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  fresh text[];
  -- The account of each entry, in the order of the entries.
  accounts bigint[];
  tallies boolean[];
  missing boolean;
  opened date;
begin
  if exists (
    select from unnest(e_ids, e_kinds, e_amounts) as e (id, kind, amount)
    join ledger.kind k on k.kind = e.kind
    group by e.id, k.entity having sum(e.amount) <> 0
  ) then
    raise exception 'a transfer does not balance within each entity'
      using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select unnest(e_ids) except select unnest(ids)) then
    raise exception 'an entry belongs to none of these transfers'
      using errcode = 'integrity_constraint_violation';
  end if;

  perform pg_advisory_xact_lock_shared(8, 3);
  select first_open into opened from ledger.closed;
  if 'year_closed' = any (kinds) and exists (
    select from unnest(kinds, days) as t (kind, day)
    where t.kind = 'year_closed' and (t.day >= opened or to_char(t.day, 'MM-DD') <> '12-31')
  ) then
    raise exception 'a year is closed on its last day, after this day was closed'
      using errcode = 'integrity_constraint_violation';
  end if;
  with posted as (
    insert into ledger.transfer (id, kind, happened_on, booked_on, loan_id, memo)
    select t.id, t.kind, t.day,
      case t.kind when 'year_closed' then t.day else greatest(t.day, opened) end,
      nullif(t.loan, 0), t.memo
    from unnest(ids, kinds, days, loans, memos) as t (id, kind, day, loan, memo)
    on conflict (id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into fresh from posted;
  if cardinality(fresh) = 0 then
    return fresh;
  end if;

  for attempt in 1..2 loop
    select coalesce(array_agg(a.id order by e.line), '{}'),
      coalesce(array_agg(a.tallied order by e.line), '{}'), coalesce(bool_or(a.id is null), false)
    into accounts, tallies, missing
    from unnest(e_kinds, e_loans, e_orders, e_members) with ordinality
      as e (kind, loan_id, order_id, member_id, line)
    left join ledger.account a using (kind, loan_id, order_id, member_id);
    exit when not missing;
    if attempt = 2 then
      raise exception 'an entry names an unknown kind of account'
        using errcode = 'integrity_constraint_violation';
    end if;
    insert into ledger.account (kind, side, floored, tallied, loan_id, order_id, member_id)
    select distinct k.kind, k.side, k.floored, k.tallied, e.loan_id, e.order_id, e.member_id
    from unnest(e_kinds, e_loans, e_orders, e_members, accounts)
      as e (kind, loan_id, order_id, member_id, id)
    join ledger.kind k on k.kind = e.kind
    where e.id is null
    on conflict do nothing;
  end loop;

  perform from ledger.account
  where id in (
    select distinct account from unnest(accounts, tallies) as e (account, tallied) where tallied)
  order by id for no key update;

  insert into ledger.entry (transfer_id, line, account_id, amount)
  select e.id, e.line, e.account, e.amount
  from unnest(e_ids, accounts, e_amounts) with ordinality as e (id, account, amount, line)
  where cardinality(fresh) = cardinality(ids) or e.id = any (fresh);

  update ledger.account a set balance = a.balance + d.delta
  from (
    select e.account, sum(e.amount)::bigint as delta
    from unnest(e_ids, accounts, tallies, e_amounts) as e (id, account, tallied, amount)
    where e.tallied and (cardinality(fresh) = cardinality(ids) or e.id = any (fresh))
    group by e.account
  ) d
  where a.id = d.account and d.delta <> 0;

  if 'platform_due' = any (e_kinds) then
    perform ledger.watch_short(
      (array_agg(e.id order by e.amount desc))[1], sum(e.amount)::bigint)
    from unnest(e_ids, e_kinds, e_amounts) as e (id, kind, amount)
    where e.kind = 'platform_due'
      and (cardinality(fresh) = cardinality(ids) or e.id = any (fresh));
  end if;
  return fresh;
end $$;

-- Money that already lacks, by the last transfer that lowered what the trust owes the company.
insert into ledger.shortfall (cause, since, amount, most)
select t.id, t.booked_on, d.short, d.short
from (select sum(amount)::bigint as short from ledger.moved where kind = 'platform_due') d
cross join lateral (
  select t.id, t.booked_on from ledger.account a
  join ledger.entry e on e.account_id = a.id and e.amount > 0
  join ledger.transfer t on t.id = e.transfer_id
  where a.kind = 'platform_due' order by t.recorded_at desc limit 1
) t
where d.short > 0;

-- The company's transfer by which a shortfall is made good, as two persons confirmed it before the
-- money arrived, with the bank's reference: once a shortfall.
create table banking.cover (
  shortfall_id bigint primary key references ledger.shortfall,
  amount bigint not null check (amount > 0),
  reference text not null,
  maker_id bigint not null references identity.operator,
  checker_id bigint not null references identity.operator,
  confirmed_on date not null,
  confirmed_at timestamptz not null,
  constraint cover_two check (maker_id <> checker_id)
);
create trigger cover_append_only before update or delete on banking.cover
  for each statement execute function app.refuse_change();

-- A day on which client money was short is signed as such: {amount, cause, told}. Days that were
-- signed before say that nobody was asked.
alter table banking.sign_off add column breach jsonb;
update banking.sign_off s set breach = jsonb_build_object('amount', d.short,
  'cause', 'signed before breaches were recorded', 'told', 'nobody is recorded')
from (
  select s.id, (select sum(m.amount)::bigint from ledger.moved m
    where m.kind = 'platform_due' and m.day <= s.day) as short
  from banking.sign_off s where s.closed_at is not null
) d
where d.id = s.id and d.short > 0;

-- A large or old difference between bank and books is signed only with a reason, which one person
-- writes and the second signer confirms. The signature keeps the reasons as they were confirmed:
-- [{key, amount, reason, by}].
alter table banking.difference
  add column reason text,
  add column reason_by bigint references identity.operator,
  add column reason_at timestamptz,
  -- How many days old the difference was when people were last told of its age; see differences.ts.
  add column told_days integer not null default 0,
  add constraint difference_reason check (
    (reason is null) = (reason_by is null) and (reason is null) = (reason_at is null));
alter table banking.sign_off add column reasons jsonb not null default '[]';

-- What a second person or an end fills in later is filled in once (decision 101). Each trigger has
-- a condition, so that other changes of the row call no function.
create function app.refuse_second() returns trigger language plpgsql as $$
begin
  raise exception 'what stands in % is decided and stays', tg_table_name;
end $$;

create trigger decided_once before update on banking.sign_off for each row
  when (old.closed_at is not null
    and (old.second_by, old.second_at, old.second_note, old.closed_at, old.reasons, old.breach)
      is distinct from
      (new.second_by, new.second_at, new.second_note, new.closed_at, new.reasons, new.breach))
  execute function app.refuse_second();
create trigger decided_once before update on banking.batch for each row
  when (old.checked_by is not null
      and (old.checked_by, old.checked_at) is distinct from (new.checked_by, new.checked_at)
    or old.file_sha256 is not null and old.file_sha256 is distinct from new.file_sha256)
  execute function app.refuse_second();
create trigger decided_once before update on banking.booking for each row
  when (old.transfer_id is not null
    and (old.transfer_id, old.happened_on, old.checker_id, old.checked_at) is distinct from
      (new.transfer_id, new.happened_on, new.checker_id, new.checked_at))
  execute function app.refuse_second();
create trigger decided_once before update on banking.reopening for each row
  when (old.decided_at is not null and (old.decided_by, old.decided_at, old.agreed)
    is distinct from (new.decided_by, new.decided_at, new.agreed))
  execute function app.refuse_second();
create trigger decided_once before update on banking.statement_rollback for each row
  when (old.decided_at is not null and (old.decided_by, old.decided_at, old.agreed)
    is distinct from (new.decided_by, new.decided_at, new.agreed))
  execute function app.refuse_second();
create trigger decided_once before update on invoices.invoice for each row
  when (old.voided_on is not null and (old.voided_on, old.void_reason)
    is distinct from (new.voided_on, new.void_reason))
  execute function app.refuse_second();
create trigger decided_once before update on reports.trust_report for each row
  when (old.second_at is not null and (old.second_by, old.second_at)
    is distinct from (new.second_by, new.second_at))
  execute function app.refuse_second();
create trigger decided_once before update on servicing.agreement for each row
  when (old.agreed_at is not null and old.agreed_at is distinct from new.agreed_at)
  execute function app.refuse_second();
create trigger decided_once before update on servicing.measure for each row
  when (old.decided_at is not null and (old.checker_id, old.decided_at)
    is distinct from (new.checker_id, new.decided_at))
  execute function app.refuse_second();
create trigger decided_once before update on servicing.poll for each row
  when (old.status not in ('open', 'undecided') and (old.status, old.decided_at)
    is distinct from (new.status, new.decided_at))
  execute function app.refuse_second();
create trigger decided_once before update on servicing.write_off for each row
  when (old.closed_on is not null and (old.closed_on, old.closed_reason)
    is distinct from (new.closed_on, new.closed_reason))
  execute function app.refuse_second();

-- The terms of a loan stand once its case is full, because the contracts are made from them.
create trigger terms_stand before update on lending.loan for each row
  when (old.status between 50 and 95
    and (old.amount, old.rate_bps, old.installments, old.apr_bps, old.instalment,
        old.platform_fee, old.remittance_fee) is distinct from
      (new.amount, new.rate_bps, new.installments, new.apr_bps, new.instalment,
        new.platform_fee, new.remittance_fee))
  execute function app.refuse_second();

-- A vote may be changed while its poll is open.
create function servicing.keep_votes() returns trigger language plpgsql as $$
begin
  if exists (select from servicing.poll
    where id = old.poll_id and status not in ('open', 'undecided')) then
    raise exception 'the poll has ended, and its votes stay';
  end if;
  return new;
end $$;
create trigger votes_stay before update on servicing.ballot
  for each row execute function servicing.keep_votes();

-- The votes of a poll are hashed into the audit log when it ends, and so are the agreements to new
-- terms; laws recompute the hashes. A random salt keeps whoever reads the audit log from guessing
-- the votes of a poll with few voters.
alter table servicing.poll add column salt uuid not null default gen_random_uuid();

-- Hash of all votes of a poll with their weights, by member.
create function servicing.votes_hash(poll bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(p.salt || coalesce((
    select string_agg(format(';%s,%s,%s,%s', b.member_id, b.weight, b.answer,
      extract(epoch from b.voted_at)), '' order by b.member_id)
    from servicing.ballot b where b.poll_id = p.id), ''), 'UTF8')), 'hex')
  from servicing.poll p where p.id = poll
$$;

-- Hash of all agreements to the terms of a negotiation with their weights, by member.
create function servicing.agreements_hash(negotiation bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(format(';%s,%s,%s', a.member_id, a.weight,
    extract(epoch from a.agreed_at)), '' order by a.member_id), ''), 'UTF8')), 'hex')
  from servicing.agreement a where a.negotiation_id = negotiation
$$;
