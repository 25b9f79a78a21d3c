-- What the office may change at run time. A change is a new version; what was once in force stays.
create schema settings;

create table settings.version (
  id bigint generated always as identity primary key,
  name text not null,
  number integer not null check (number > 0),
  value jsonb not null,
  reason text not null check (reason <> ''),
  made_by bigint not null,
  made_at timestamptz not null,
  -- In force from the start of this day in Taipei; null means as soon as it was approved.
  effective_on date,
  state text not null check (state in ('waiting', 'approved', 'returned', 'withdrawn')),
  effective_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  decided_reason text,
  unique (name, number),
  check (state <> 'approved' or effective_at >= made_at),
  check (decided_by <> made_by or state = 'withdrawn')
);
comment on table settings.version is
  'kept: contracts; personal: none; plain: name value reason state decided_reason';
comment on column settings.version.id is 'once';
comment on column settings.version.name is 'once';
comment on column settings.version.number is 'once';
comment on column settings.version.value is 'once';
comment on column settings.version.reason is 'once';
comment on column settings.version.made_by is 'once';
comment on column settings.version.made_at is 'once';
comment on column settings.version.effective_on is 'once';
create index version_in_force on settings.version (name, number desc) where state = 'approved';
-- At most one undecided version of a setting.
create unique index version_one_waiting on settings.version (name) where state = 'waiting';

-- A version is decided on and may be withdrawn; its value, author and reason never change.
create function settings.keep_versions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'settings.version is append only';
  end if;
  if old.state in ('returned', 'withdrawn')
    or (old.state = 'approved' and new.state <> 'withdrawn')
    or (old.id, old.name, old.number, old.value, old.reason, old.made_by, old.made_at,
        old.effective_on) is distinct from
       (new.id, new.name, new.number, new.value, new.reason, new.made_by, new.made_at,
        new.effective_on)
    or (old.effective_at is not null and old.effective_at is distinct from new.effective_at)
  then
    raise exception 'a version of a setting is decided once and never rewritten';
  end if;
  return new;
end $$;
create trigger version_kept before update or delete on settings.version
  for each row execute function settings.keep_versions();

-- The words an option had at an instant; null where its list had not been changed by then.
create function settings.option_text(list text, option integer, at timestamptz) returns text
language sql stable as $$
  select item ->> 'text'
  from (select value from settings.version
        where name = list and state = 'approved' and effective_at <= at
        order by number desc limit 1) version,
    jsonb_array_elements(version.value) item
  where item ->> 'id' = option::text
$$;
