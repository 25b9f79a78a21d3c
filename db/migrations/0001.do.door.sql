-- What the door itself keeps: settings, the demonstration's clock, answers kept for replay.
create schema door;

create table door.setting (
  key text primary key,
  value jsonb not null
);

-- One row per idempotency key of an actor. Written in the transaction of the command itself, so a
-- key exists exactly when its effects do.
create table door.idempotency (
  actor text not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  response text,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_created on door.idempotency (created_at);

-- Append-only tables get this as a trigger: a correction is a new row, never a change.
create function door.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;
