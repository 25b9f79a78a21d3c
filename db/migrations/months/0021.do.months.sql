-- Monthly partitions of the tables whose rows are deleted by age: notices, deliveries and security
-- events. A month past its period is dropped as a whole, which gives its space back at once and
-- leaves nothing to vacuum; and each month has small indexes of its own (decision 030).
--
-- Older programs work with the partitioned tables as before, so that both may serve side by side.
-- This file makes the new tables beside the old ones. Each of the next three files exchanges one
-- table in a transaction of its own, so that none holds two locks for which others wait.
update app.schema set oldest_program = greatest(oldest_program, 17);

-- The partitions. The program has no rights on them: it reads and writes through their tables.
create schema month;
-- The new tables, until they are exchanged.
create schema month_new;

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

-- The tables as they were, apart from the primary key, which must contain the time: the ids alone
-- stay unique because only the sequence gives them out.
create table month_new.notice (
  id bigint generated always as identity,
  member_id bigint not null,
  category text not null check (category in ('invest', 'loan', 'account', 'other')),
  title text not null,
  body text not null,
  link text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (id, created_at)
) partition by range (created_at);
create index notice_member on month_new.notice (member_id, id desc);
create index notice_unread on month_new.notice (member_id, category) where read_at is null;
create index notice_created on month_new.notice (created_at);

create table month_new.outbox (
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  recipient_hash text not null,
  letter text,
  member_id bigint,
  kind text,
  broadcast_id bigint,
  notice_id bigint,
  hours text check (hours in ('messages', 'collection')),
  not_before timestamptz,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  failure text,
  constraint outbox_unsent_has_letter check (sent_at is not null or letter is not null),
  primary key (id, created_at)
) partition by range (created_at);
comment on column month_new.outbox.recipient is 'sealed';
create index outbox_due on month_new.outbox (next_try_at) where sent_at is null;
create index outbox_recipient on month_new.outbox (recipient_hash, id desc);
create index outbox_member on month_new.outbox (member_id, id desc) where member_id is not null;
create index outbox_kind on month_new.outbox (kind, id desc) where kind is not null;
create index outbox_broadcast on month_new.outbox (broadcast_id, id desc)
  where broadcast_id is not null;
create index outbox_created on month_new.outbox (created_at);

create table month_new.security_event (
  id bigint generated always as identity,
  at timestamptz not null,
  until timestamptz not null,
  kind text not null,
  times integer not null check (times > 0),
  code text,
  call text not null,
  address text,
  agent text,
  account text,
  member_id bigint,
  operator_id bigint,
  request_id text,
  primary key (id, at)
) partition by range (at);
create index security_event_at on month_new.security_event (at);
create index security_event_kind on month_new.security_event (kind, at);
create index security_event_kind_id on month_new.security_event (kind, id);
create index security_event_member on month_new.security_event (member_id, id)
  where member_id is not null;
create index security_event_operator on month_new.security_event (operator_id, id)
  where operator_id is not null;
create index security_event_address on month_new.security_event (address, id)
  where address is not null;
create index security_event_account on month_new.security_event (account, id)
  where account is not null;

create table month.notice_default partition of month_new.notice default;
create table month.outbox_default partition of month_new.outbox default;
create table month.security_event_default partition of month_new.security_event default;

-- Puts a new table into the place of the old one, which becomes the partition of everything before
-- the next month, or before the month after its newest row if a demonstration's clock is ahead.
-- Nothing is copied; only the primary key is built, which takes about a second a million rows.
create function app.begin_months(schema_name text, table_name text, key name) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  newest timestamptz;
  next_id bigint;
  ends timestamptz;
  label text;
  allowed record;
begin
  execute format('lock table %I.%I in access exclusive mode', schema_name, table_name);
  execute format('select max(%I) from %I.%I', key, schema_name, table_name) into newest;
  ends := app.month_start((greatest(newest, now()) at time zone 'Asia/Taipei'
    + interval '1 month')::date);
  label := table_name || to_char(ends at time zone 'Asia/Taipei', '_"before"_YYYY_MM');
  next_id := nextval(pg_get_serial_sequence(format('%I.%I', schema_name, table_name), 'id'));
  execute format('alter table %I.%I set schema month', schema_name, table_name);
  execute format('alter table month.%I rename to %I', table_name, label);
  execute format('alter table month.%I alter column id drop identity', label);
  execute format('alter table month.%I drop constraint %I', label, table_name || '_pkey');
  execute format('alter table month_new.%I set schema %I', table_name, schema_name);
  perform setval(pg_get_serial_sequence(format('%I.%I', schema_name, table_name), 'id'), next_id,
    false);
  execute format('alter table %I.%I attach partition month.%I for values from (minvalue) to (%L)',
    schema_name, table_name, label, ends);
  -- Processes of the older program use the table before db/grants.sql runs again.
  for allowed in
    select a.privilege_type as what, a.grantee::regrole::text as who
    from pg_class c cross join lateral aclexplode(c.relacl) a
    where c.oid = format('month.%I', label)::regclass and a.grantee not in (0, c.relowner)
  loop
    execute format('grant %s on %I.%I to %s', allowed.what, schema_name, table_name, allowed.who);
  end loop;
end $$;
