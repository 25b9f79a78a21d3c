-- An operator who looks at the member site as one member sees it, for a reason and a short while.

create table identity.viewing (
  id bigint generated always as identity primary key,
  operator_id bigint not null references identity.operator,
  -- The viewing is over with the operator's own session; it outlives the purge of that one's row.
  operator_session_id bigint references identity.operator_session on delete set null,
  member_id bigint not null references identity.member,
  reason text not null,
  link_hash bytea not null unique,
  -- The browser the link was made in: in another one it opens nothing.
  agent text not null,
  created_at timestamptz not null,
  link_until timestamptz not null,
  -- Null until the link is followed, which can be done once.
  token_hash bytea unique,
  opened_at timestamptz,
  address text,
  ends_at timestamptz,
  ended_at timestamptz,
  check ((token_hash is null) = (opened_at is null)),
  check ((token_hash is null) = (ends_at is null))
);

-- One that is under way for each operator.
create unique index viewing_open on identity.viewing (operator_id) where ended_at is null;
create index on identity.viewing (member_id, id desc);
create index on identity.viewing (operator_session_id);
create index on identity.operator_sign_in (at);

-- When what identifies the person of a closed account was taken out, having been kept long enough.
alter table verification.profile add column erased_at timestamptz;
