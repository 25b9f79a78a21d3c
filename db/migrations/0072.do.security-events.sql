-- The log of security events: what was refused at the door, counted by kind, source and call.

-- A row counts the like events of a few seconds. The program may add rows and read them; it may
-- change none, and delete none but those past their time (`tasks.forget_security_events`).
create table tasks.security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  until timestamptz not null,
  kind text not null,
  times integer not null check (times > 0),
  -- The refusal's code; never anything that was typed.
  code text,
  call text not null,
  -- An IPv4 address or a /64 network. Null where events of many sources are counted together.
  address text,
  -- The browser in words, and the first of a hash of what it says of itself.
  agent text,
  -- A keyed fingerprint of the e-mail that was typed.
  account text,
  member_id bigint,
  operator_id bigint,
  request_id text
);
create index security_event_kind on tasks.security_event (kind, at);
create index security_event_at on tasks.security_event (at);
create index security_event_member on tasks.security_event (member_id, id)
  where member_id is not null;
create index security_event_operator on tasks.security_event (operator_id, id)
  where operator_id is not null;
create index security_event_address on tasks.security_event (address, id)
  where address is not null;
create index security_event_account on tasks.security_event (account, id)
  where account is not null;

-- When a person was asked to look, by which rule and about what: once a day at most for each.
create table tasks.security_alarm (
  id bigint generated always as identity primary key,
  rule text not null,
  source text not null,
  measured integer not null,
  raised_at timestamptz not null
);
create index security_alarm_source on tasks.security_alarm (rule, source, raised_at);
create index security_alarm_raised on tasks.security_alarm (raised_at);

-- Real time, and a time that no caller chooses: whoever holds the program's role cannot wipe out
-- what he did.
create function tasks.forget_security_events() returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  forgotten bigint;
begin
  delete from tasks.security_event where at < now() - interval '180 days';
  get diagnostics forgotten = row_count;
  delete from tasks.security_alarm where raised_at < now() - interval '180 days';
  return forgotten;
end $$;
