-- The accounting day of a transfer is decided by ledger.post, once for all transfers of a call. A
-- trigger decided it for each row, which took longer than to write the row.
--
-- Closing days takes the lock of ledger.post exclusively: it waits for all that is being posted,
-- and all that comes later sees the days closed. The time is read under the lock, so that it tells
-- before from after. Only the year-end close is booked on a closed day, the last one of the year,
-- because it carries the figures of all of them.
--
-- An unknown kind of account is refused where its account is looked up; all others belong to an
-- entity, and what balances within each entity sums to zero. Everything after the insertion of the
-- transfers is as it was.
alter table ledger.transfer alter column recorded_at set default clock_timestamp();
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
  return fresh;
end $$;
-- Older programs, too, write transfers by ledger.post only.
update app.schema set oldest_program = greatest(oldest_program, 17);
drop trigger transfer_dated on ledger.transfer;
drop function ledger.date_transfer();
