-- Plans by version at the office: drafted by one person, approved by another, in force from a day.
alter table lending.plan
  add column state text not null default 'approved'
    check (state in ('draft', 'waiting', 'returned', 'approved')),
  -- Null of a version that came with the house: in force since it was made.
  add column effective_on date,
  -- What this version changes, for whoever looks later.
  add column summary text not null default '',
  add column maker_id bigint,
  add column checker_id bigint,
  -- Why it was returned.
  add column reason text,
  add column updated_at timestamptz,
  add column approved_at timestamptz,
  add column in_force_at timestamptz,
  -- Of the draft: counts its changes.
  add column edition integer not null default 1,
  add check (state = 'approved' or not current),
  add check (state = 'approved' or effective_on is not null);
create unique index plan_one_in_making on lending.plan (slug) where state <> 'approved';
create index plan_coming on lending.plan (effective_on)
  where state = 'approved' and in_force_at is null and effective_on is not null;

-- What a loan was made under, and what two persons agreed on, stays as it was.
create or replace function lending.keep_used_plan() returns trigger language plpgsql as $$
declare
  ours constant text[] := '{current,enabled,sort_order,in_force_at}';
begin
  if exists (select from lending.loan where plan_id = old.id)
    and to_jsonb(new) - ours is distinct from to_jsonb(old) - ours then
    raise exception 'plan % version % is used by a loan: add a version', old.slug, old.version;
  end if;
  if old.approved_at is not null and to_jsonb(new) - '{current,in_force_at}'::text[]
    is distinct from to_jsonb(old) - '{current,in_force_at}'::text[] then
    raise exception 'plan % version % is approved: add a version', old.slug, old.version;
  end if;
  return new;
end $$;

create function lending.keep_approved_plan() returns trigger language plpgsql as $$
begin
  if old.state = 'approved' then
    raise exception 'plan % version % is approved and stays', old.slug, old.version;
  end if;
  return old;
end $$;
create trigger plan_stays before delete on lending.plan
  for each row execute function lending.keep_approved_plan();
