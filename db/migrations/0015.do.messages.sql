-- What members are told: wordings written at the office, and broadcasts.
create schema messages;

-- Each row is another wording of a kind of notice in one way; null means the default text. The
-- highest version whose time has come is in force, so that a later one replaces what was still to
-- come. None is ever changed or deleted.
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
  unique (kind, way, version),
  check (title is null or body is not null)
);

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
create index broadcast_due on messages.broadcast (send_at) where status in ('approved', 'sending');

create table messages.broadcast_member (
  broadcast_id bigint not null references messages.broadcast (id),
  member_id bigint not null,
  told_at timestamptz not null,
  primary key (broadcast_id, member_id)
);
