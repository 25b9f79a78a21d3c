-- What members allow programs to do in their name, and the tokens by which the programs do it. An
-- older program goes on working: it ignores the new tables and the new column.

-- One permission: a token that a member made. Its scopes and its cap never change, so a member who
-- wants other ones revokes it and makes a new one.
create table identity.api_access (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- The most that its orders of one day in Taipei may come to, in NT$.
  daily_cap bigint check (daily_cap > 0),
  step_up_reference text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check ((daily_cap is not null) = ('orders:place' = any (scopes)))
);
create index api_access_member on identity.api_access (member_id, id desc);

-- Only the hash of a token is stored, because the token itself is shown once.
create table identity.api_token (
  token_hash bytea primary key,
  access_id bigint not null references identity.api_access on delete cascade,
  kind text not null check (kind in ('personal', 'access', 'refresh', 'code')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index api_token_access on identity.api_token (access_id);

-- By which permission an order was placed; null if the member placed it in person. No foreign key,
-- because every order would pay for it; db/invariants.sql proves it.
alter table investing."order" add column access_id bigint;
-- What a permission has ordered on a day.
create index order_access on investing."order" (access_id, created_at) where access_id is not null;
