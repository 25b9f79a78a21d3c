-- Monthly partitions of the tables whose rows are deleted by age: notices, deliveries and security
-- events. A month past its period is dropped as a whole, which gives its space back at once and
-- leaves nothing to vacuum; and each month has small indexes of its own (decision 030). The primary
-- keys contain the time; the ids alone stay unique because only the sequence gives them out.

-- The partitions. The program has no rights on them: it reads and writes through their tables.
create schema month;

-- The partitioned tables, the column that decides the month, and the age by the database's clock
-- before which a month is never dropped. Without such an age the caller decides.
create function app.monthly_tables()
returns table (parent regclass, key name, keep interval) language sql stable
set search_path = pg_catalog, pg_temp as $$
  values ('notices.notice'::regclass, 'created_at'::name, null::interval),
    ('notices.outbox'::regclass, 'created_at'::name, null),
    ('tasks.security_event'::regclass, 'at'::name, interval '180 days')
$$;

-- The first instant of a month in Taipei.
create function app.month_start(on_day date) returns timestamptz language sql immutable
return date_trunc('month', on_day::timestamp) at time zone 'Asia/Taipei';

-- Partitions are named after their month, `notice_2026_11`. The first one is named after the month
-- before which it ends, `notice_before_2026_12`; and `notice_default` takes what has no month yet.
-- Returns the first instant after a partition; null for the default.
create function app.month_end(partition_name text) returns timestamptz language sql immutable
return case when partition_name ~ '_\d{4}_\d{2}$' then
  app.month_start((to_date(right(partition_name, 7), 'YYYY_MM') + case
    when partition_name ~ '_before_\d{4}_\d{2}$' then interval '0' else interval '1 month'
  end)::date)
end;

-- Creates the partitions of every month up to the month of a day, at most five years ahead, and
-- moves into each what the default partition has received for it meanwhile. Returns their number.
-- Only the owner may create tables, so this runs with the owner's rights. It gives up after two
-- seconds if it has to wait for others, because they would queue behind it.
create function app.prepare_months(until date) returns integer language plpgsql
security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  monthly record;
  label text;
  starts timestamptz;
  last_month constant date := least(until, (now() + interval '5 years')::date);
  made integer := 0;
begin
  -- One process at a time, so that two do not create the same month.
  perform pg_advisory_xact_lock(8, 11);
  for monthly in
    select m.key, c.relname::text as name, m.parent::text as parent,
      (select max(app.month_end(p.relname::text)) from pg_inherits i
        join pg_class p on p.oid = i.inhrelid where i.inhparent = m.parent) as next
    from app.monthly_tables() m join pg_class c on c.oid = m.parent
  loop
    starts := monthly.next;
    while starts <= app.month_start(last_month) loop
      label := monthly.name || to_char(starts at time zone 'Asia/Taipei', '_YYYY_MM');
      execute format('lock table month.%I in access exclusive mode', monthly.name || '_default');
      execute format('create table month.%I (like %s including defaults including constraints)',
        label, monthly.parent);
      execute format('with moved as (
          delete from month.%I where %I >= %L and %I < %L returning *)
        insert into month.%I select * from moved',
        monthly.name || '_default', monthly.key, starts, monthly.key, app.month_end(label), label);
      execute format('alter table %s attach partition month.%I for values from (%L) to (%L)',
        monthly.parent, label, starts, app.month_end(label));
      starts := app.month_end(label);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Drops the partitions of a table whose months ended before an instant, and returns how many rows
-- they held. The age of security events is measured by the database's clock, so that somebody who
-- holds the program's role cannot drop the traces of what they did.
create function app.drop_months(of_table text, before timestamptz) returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  old record;
  held bigint;
  dropped bigint := 0;
begin
  for old in
    select p.relname as name, m.parent::text as parent from app.monthly_tables() m
    join pg_inherits i on i.inhparent = m.parent join pg_class p on p.oid = i.inhrelid
    where m.parent = of_table::regclass
      and app.month_end(p.relname::text) <= least(before, now() - m.keep)
  loop
    execute format('select count(*) from month.%I', old.name) into held;
    execute format('alter table %s detach partition month.%I', old.parent, old.name);
    execute format('drop table month.%I', old.name);
    dropped := dropped + held;
  end loop;
  return dropped;
end $$;

create table month.notice_default partition of notices.notice default;
create table month.outbox_default partition of notices.outbox default;
create table month.security_event_default partition of tasks.security_event default;

-- The first partition of each table ends with this month, and the next three months follow.
do $$
declare
  ends constant timestamptz :=
    app.month_start(((now() at time zone 'Asia/Taipei') + interval '1 month')::date);
  monthly record;
begin
  for monthly in
    select c.relname::text as name, m.parent::text as parent
    from app.monthly_tables() m join pg_class c on c.oid = m.parent
  loop
    execute format('create table month.%I partition of %s for values from (minvalue) to (%L)',
      monthly.name || to_char(ends at time zone 'Asia/Taipei', '_"before"_YYYY_MM'),
      monthly.parent, ends);
  end loop;
end $$;
select app.prepare_months(((now() at time zone 'Asia/Taipei') + interval '3 months')::date);
