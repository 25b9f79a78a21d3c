-- An approved version of a plan may be called back by two persons before its day comes.
alter table lending.plan
  drop constraint plan_state_check,
  add constraint plan_state_check
    check (state in ('draft', 'waiting', 'returned', 'approved', 'recalled')),
  add column recalled_at timestamptz,
  -- Who asked for it, who agreed, and why.
  add column recalled_by bigint,
  add column recall_checker_id bigint,
  add column recall_reason text,
  add check ((state = 'recalled') = (recalled_at is not null)),
  add check (recalled_at is null or (in_force_at is null and recalled_by <> recall_checker_id));

drop index lending.plan_one_in_making;
create unique index plan_one_in_making on lending.plan (slug)
  where state in ('draft', 'waiting', 'returned');

-- What a loan was made under, and what two persons agreed on, stays as it was; but for its end.
create or replace function lending.keep_used_plan() returns trigger language plpgsql as $$
declare
  ours constant text[] := '{current,enabled,sort_order,in_force_at}';
  recall constant text[] :=
    '{state,recalled_at,recalled_by,recall_checker_id,recall_reason}';
begin
  if exists (select from lending.loan where plan_id = old.id)
    and to_jsonb(new) - ours is distinct from to_jsonb(old) - ours then
    raise exception 'plan % version % is used by a loan: add a version', old.slug, old.version;
  end if;
  if old.state = 'approved' and new.state = 'recalled' and old.in_force_at is null
    and not old.current and to_jsonb(new) - recall is not distinct from to_jsonb(old) - recall then
    return new;
  end if;
  if old.approved_at is not null and to_jsonb(new) - '{current,in_force_at}'::text[]
    is distinct from to_jsonb(old) - '{current,in_force_at}'::text[] then
    raise exception 'plan % version % is approved: add a version', old.slug, old.version;
  end if;
  if old.state = 'recalled' and to_jsonb(new) is distinct from to_jsonb(old) then
    raise exception 'plan % version % was called back: add a version', old.slug, old.version;
  end if;
  return new;
end $$;

create or replace function lending.keep_approved_plan() returns trigger language plpgsql as $$
begin
  if old.state in ('approved', 'recalled') then
    raise exception 'plan % version % is approved and stays', old.slug, old.version;
  end if;
  return old;
end $$;
