-- A text of a notice takes effect once a second person has agreed to exactly this version. One
-- person may put back the last text to which two agreed (`restored_from`; 0 is the default text).
-- What one person wrote before this rule stays in force, and nobody agreed to it.
alter table messages.wording
  add column state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'returned', 'withdrawn')),
  add column restored_from integer check (restored_from >= 0),
  add column decided_by bigint references identity.operator,
  add column decided_at timestamptz;
update messages.wording set state = 'approved';
alter table messages.wording
  add constraint wording_by_another check (decided_by <> made_by or state <> 'approved'),
  add constraint wording_by_two check (
    state <> 'approved' or decided_by is not null or restored_from is not null) not valid;
create unique index wording_one_waiting on messages.wording (kind, way) where state = 'waiting';

-- A version is decided once; its words, author and reason never change.
create function messages.keep_wordings() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'waiting'
    or (old.id, old.kind, old.way, old.version, old.reason, old.made_by, old.made_at)
      is distinct from
      (new.id, new.kind, new.way, new.version, new.reason, new.made_by, new.made_at)
    or (old.title, old.body, old.restored_from) is distinct from
      (new.title, new.body, new.restored_from)
  then
    raise exception 'a version of a text is decided once and never rewritten';
  end if;
  return new;
end $$;
create trigger wording_kept before update or delete on messages.wording
  for each row execute function messages.keep_wordings();

-- What a step-up is for; null serves the first act of the specification. An older program leaves
-- both null.
alter table identity.session
  add column step_up_act text,
  add column step_up_object text;
