-- What members are told: wordings written at the office, and broadcasts.
create schema messages;

-- Each row is another wording of a kind of notice in one way; null means the default text. The
-- highest version whose time has come is in force, so that a later one replaces what was still to
-- come. It takes effect once a second person has agreed to exactly this version. One person may put
-- back the last text to which two agreed (`restored_from`; 0 is the default text). What one person
-- wrote before this rule stays in force, and nobody agreed to it.
create table messages.wording (
  id bigint generated always as identity primary key,
  kind text not null,
  way text not null check (way in ('page', 'email', 'sms')),
  version integer not null check (version > 0),
  title text,
  body text,
  reason text not null,
  effective_at timestamptz not null,
  made_by bigint not null references identity.operator,
  made_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'returned', 'withdrawn')),
  restored_from integer check (restored_from >= 0),
  decided_by bigint references identity.operator,
  decided_at timestamptz,
  constraint wording_by_another check (decided_by <> made_by or state <> 'approved'),
  constraint wording_by_two check (
    state <> 'approved' or decided_by is not null or restored_from is not null),
  unique (kind, way, version),
  check (title is null or body is not null)
);
comment on table messages.wording is
  'kept: contracts; personal: none; plain: kind way title body reason state';
comment on column messages.wording.id is 'once';
comment on column messages.wording.kind is 'once';
comment on column messages.wording.way is 'once';
comment on column messages.wording.version is 'once';
comment on column messages.wording.title is 'once';
comment on column messages.wording.body is 'once';
comment on column messages.wording.reason is 'once';
comment on column messages.wording.made_by is 'once';
comment on column messages.wording.made_at is 'once';
comment on column messages.wording.restored_from is 'once';
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

-- A message to many. It is sent in the order of the members' ids, so that `reached` says how far
-- it has come, and a row of messages.broadcast_member keeps anybody from being told twice.
create table messages.broadcast (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  link text not null,
  category text not null
    check (category in ('invest', 'loan', 'account', 'other', 'news', 'legal')),
  audience jsonb not null,
  status text not null
    check (status in ('draft', 'proposed', 'approved', 'sending', 'sent', 'stopped', 'declined')),
  send_at timestamptz not null,
  counted integer not null default 0,
  reached bigint not null default 0,
  told integer not null default 0,
  made_by bigint not null references identity.operator,
  made_at timestamptz not null,
  approved_by bigint references identity.operator check (approved_by <> made_by),
  approved_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  reason text
);
comment on table messages.broadcast is
  'kept: contracts; personal: none; plain: title body link category audience status reason';
create index broadcast_due on messages.broadcast (send_at) where status in ('approved', 'sending');

create table messages.broadcast_member (
  broadcast_id bigint not null references messages.broadcast (id),
  member_id bigint not null,
  told_at timestamptz not null,
  primary key (broadcast_id, member_id)
);
comment on table messages.broadcast_member is 'kept: period, 180 days; personal: none';
