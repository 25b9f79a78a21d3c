-- What belongs to no feature: settings of the program, answers kept for replay, the record of jobs,
-- and the functions behind append-only tables and chains of hashes.
create schema app;

create table app.setting (
  key text primary key,
  value jsonb not null
);

-- One row for each idempotency key of an actor. It is written in the transaction of the command, so
-- that a key exists exactly when the command's effects do.
create table app.idempotency (
  actor text not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  response text,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_created on app.idempotency (created_at);

-- The last run of each job, so that people see what failed and can ask for another run.
create table app.job (
  name text primary key,
  each text not null check (each in ('minute', 'day', 'closedDay')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  failure text,
  -- Failed runs in a row; 0 after a run that succeeded.
  failures integer not null default 0,
  retry_asked_at timestamptz
);

-- The last closed day that each job has judged. The row with an empty name holds the day before
-- the database was made: every day up to it counts as judged.
create table app.judged (
  job text primary key,
  through date not null
);
insert into app.judged (job, through)
values ('', (now() at time zone 'Asia/Taipei')::date - 1);

-- The trigger of append-only tables: a correction is a new row, never a change. Its name is also
-- how db/grants.sql and the start recognise these tables.
create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;

-- One link of a chain of hashes: the hash of the previous link and the next row. `start` stands in
-- for the previous link at the first one.
create function app.link(state bytea, body bytea, start bytea) returns bytea
language sql immutable parallel safe
return sha256(coalesce(state, start, ''::bytea) || body);
create aggregate app.chained(body bytea, start bytea) (sfunc = app.link, stype = bytea);

-- Returns whether the transaction that wrote a row, and every transaction before it, had ended when
-- a snapshot was taken. A row's xmin has only 32 bits and wraps around after four thousand million
-- transactions, so it is read as the last 64-bit number before the snapshot's end with these bits.
create function app.is_settled(row_xmin xid, seen pg_snapshot) returns boolean
language sql immutable parallel safe
return pg_snapshot_xmax(seen)::text::bigint
    - ((pg_snapshot_xmax(seen)::text::bigint - row_xmin::text::bigint) & 4294967295)
  < pg_snapshot_xmin(seen)::text::bigint;
