-- What belongs to no feature: settings of the program, answers kept for replay, the record of jobs,
-- keys, stored files, and the functions behind append-only tables and chains of hashes.
--
-- The comment of each table says how long its rows are kept, which purpose its personal data has,
-- and which of its columns hold it (tests/personal-data.test.ts). Kept is one of
--   books      商業會計法第三十八條: vouchers for five years, books for ten
--   contracts  隱私權政策第六條第二款: contracts and repayment records, five years after the last claim
--   traces     個人資料保護法施行細則第十二條第二項第十款: traces of the use of personal data
--   person     隱私權政策第六條第一款: erased with the person (server/verification/erasure/)
--   period     deleted by age (server/retention/periods.ts)
--   bounded    something else than time limits the rows
-- and a column with personal data is sealed (encrypted by server/adapters/secrets.ts), a file (an
-- encrypted file on disk), a fingerprint (a keyed hash), hashed (a hash of a long random value, or
-- a slow hash), clear, or about an operator. A plain column holds codes, statuses and texts of the
-- program.
--
-- A column whose comment begins with `once` gets its value with the row and never another: the
-- program may not update it (decision 101, db/grants.sql).
create schema app;

create table app.setting (
  key text primary key,
  value jsonb not null
);
comment on table app.setting is
  'kept: bounded, a fixed number of rows; personal: none; plain: key value';

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
comment on table app.idempotency is
  'kept: period, 72 hours; personal: repeats; hashed: input_hash; clear: actor response; '
  'plain: key call';
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
  retry_asked_at timestamptz,
  -- The request that asked for another run, so that the lines that the worker logs later can be
  -- found by it.
  retry_request_id text
);
comment on table app.job is
  'kept: bounded, a fixed number of rows; personal: none; '
  'plain: name each failure retry_request_id';

-- The last closed day that each job has judged. The row with an empty name holds the day before
-- the database was made: every day up to it counts as judged.
create table app.judged (
  job text primary key,
  through date not null
);
comment on table app.judged is 'kept: bounded, a fixed number of rows; personal: none; plain: job';
insert into app.judged (job, through)
values ('', (now() at time zone 'Asia/Taipei')::date - 1);

-- The number of the newest migration of the oldest program that can still work with this schema. A
-- migration that takes away or changes what an older program uses raises it; one that only adds
-- leaves it, so that processes of the older program may start again during an upgrade.
create table app.schema (
  oldest_program integer not null check (oldest_program > 0)
);
comment on table app.schema is 'kept: bounded, a fixed number of rows; personal: none';
create unique index schema_one_row on app.schema ((true));
-- No program from before these files can work with a database that was made by them.
insert into app.schema (oldest_program) values (201);

-- Stored files that cannot be read: each is recorded once, and has one task.
create table app.file_fault (
  id bigint generated always as identity primary key,
  file_key text not null,
  fault text not null check (fault in ('missing', 'truncated', 'altered', 'locked')),
  found_at timestamptz not null,
  -- When the file was whole again, or no row named it any more.
  repaired_at timestamptz
);
comment on table app.file_fault is 'kept: period, a year; personal: none; plain: file_key fault';
create unique index file_fault_open on app.file_fault (file_key) where repaired_at is null;

-- Versions of the data key, by which a process notices a wrong or missing key when it starts.
create table app.data_key (
  version integer primary key check (version > 0),
  -- A keyed hash of a constant: it tells whether a key is the one that was used before.
  check_value text not null,
  first_used_at timestamptz not null default now(),
  -- Rows that the version encrypts, as last counted while another version was the current one.
  rows_left bigint,
  counted_at timestamptz,
  -- When no row needed the version any more and it was removed from the settings.
  retired_at timestamptz
);
comment on table app.data_key is
  'kept: bounded, a fixed number of rows; personal: none; plain: check_value';

-- Versions of the hash key, as app.data_key has those of the data key.
create table app.hash_key (
  version integer primary key check (version > 0),
  -- A keyed hash of a constant: it tells whether a key is the one that was used before.
  check_value text not null,
  first_used_at timestamptz not null default now(),
  -- Hashes that the version made, as last counted while another version was the current one.
  rows_left bigint,
  counted_at timestamptz,
  -- When no hash needed the version any more and it was removed from the settings.
  retired_at timestamptz
);
comment on table app.hash_key is
  'kept: bounded, a fixed number of rows; personal: none; plain: check_value';

-- Returns the version of the data key that encrypted a text or a file's key; 0 is version 1 in the
-- format from before 0.7.0. Null for anything else. Only the beginning is read, because some texts
-- are long.
create function app.key_version(encrypted text) returns integer
language sql immutable parallel safe
return case split_part(left(encrypted, 16), '.', 1)
  when 's3' then split_part(left(encrypted, 16), '.', 2)::integer
  when 'k2' then split_part(left(encrypted, 16), '.', 2)::integer
  when 's2' then 1
  when 'k1' then 1
  when 's1' then 0
end;

-- Returns the version of the hash key that made a hash. Null for anything else, such as the mark of
-- an erased account.
create function app.hash_version(hash text) returns integer
language sql immutable parallel safe
return case
  when hash ~ '^h[1-9][0-9]{0,3}\.[A-Za-z0-9_-]{43}$'
    then split_part(substr(hash, 2), '.', 1)::integer
  when hash ~ '^[A-Za-z0-9_-]{43}$' then 1
end;

-- The trigger of append-only tables: a correction is a new row, never a change. Its name is also
-- how db/grants.sql and the start recognise these tables.
create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;

-- What a second person or an end fills in later is filled in once (decision 101). Each trigger has
-- a condition, so that other changes of the row call no function.
create function app.refuse_second() returns trigger language plpgsql as $$
begin
  raise exception 'what stands in % is decided and stays', tg_table_name;
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
