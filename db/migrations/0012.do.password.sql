-- Forgotten passwords typed by number, and how often anything may be asked for or tried.

-- A reset mail holds a link and a number: two ways to spend one row, so that using one ends both.
alter table identity.email_token
  add column number_hash text,
  add column number_until timestamptz,
  add column number_tries integer not null default 0,
  add constraint number_whole check ((number_hash is null) = (number_until is null));

-- One row a key: the instant at which everything taken so far will have been earned back.
create table identity.throttle (
  key text primary key,
  free_at timestamptz not null
);
create index throttle_free on identity.throttle (free_at);

-- Whether somebody has signed in from an address before.
create index session_address on identity.session (member_id, address);
