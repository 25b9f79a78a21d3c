-- How each job of the platform last went, so that people see what failed and can ask for it again.
create table door.job (
  name text primary key,
  each text not null check (each in ('minute', 'day')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  failure text,
  -- In a row; 0 once it went well again.
  failures integer not null default 0,
  retry_asked_at timestamptz
);
