-- Webhooks: addresses at which members receive events about their orders and loans, the messages
-- with these events, and each attempt to send one.
create schema webhooks;

create table webhooks.endpoint (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  url text not null,
  secret text not null,
  -- The secret before the rotation, which signs besides the new one until `previous_until`.
  previous text,
  previous_until timestamptz,
  types text[] not null check (cardinality(types) > 0),
  -- `failed`: the program has stopped sending, because an event could not be delivered for a day.
  -- Events are kept for an endpoint that is not active, and sent once it is.
  state text not null default 'active' check (state in ('active', 'paused', 'failed')),
  created_at timestamptz not null,
  succeeded_at timestamptz,
  -- Nothing is sent before this instant: a process is sending, or the endpoint has just failed.
  busy_until timestamptz not null default '-infinity',
  check ((previous is null) = (previous_until is null))
);
comment on table webhooks.endpoint is
  'kept: bounded, until the member deletes it, or until closing; personal: webhooks; '
  'sealed: url secret previous; plain: types state';
create index endpoint_member on webhooks.endpoint (member_id, id);

-- One event for one endpoint. It is written in the transaction of the change that it tells of.
create table webhooks.message (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references webhooks.endpoint on delete cascade,
  -- The id of the event that the receiver sees; the same for all attempts and all endpoints.
  event_id uuid not null,
  type text not null,
  data jsonb not null,
  -- Business time of the event.
  occurred_at timestamptz not null,
  -- Real time at which the message was written, from which its retention counts.
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- Attempts since the message was written or sent again by the member.
  attempts smallint not null default 0,
  next_try_at timestamptz not null default '-infinity',
  unique (endpoint_id, event_id)
);
comment on table webhooks.message is
  'kept: period, 30 days; personal: none; plain: type data state';
create index message_waiting on webhooks.message (endpoint_id, next_try_at, id)
  where state = 'waiting';
create index message_newest on webhooks.message (endpoint_id, id desc);
create index message_age on webhooks.message (created_at);

create table webhooks.attempt (
  id bigint generated always as identity primary key,
  message_id bigint not null references webhooks.message on delete cascade,
  at timestamptz not null,
  -- Status of the answer; null if there was none.
  status smallint,
  -- Why there was no answer, as a word of the program.
  failure text,
  took_ms integer not null,
  -- The beginning of the answer, at most 1,000 characters.
  answer text not null check (length(answer) <= 1000),
  check ((status is null) = (failure is not null))
);
comment on table webhooks.attempt is
  'kept: bounded, 30 days; personal: webhooks; clear: answer; plain: failure';
create index attempt_message on webhooks.attempt (message_id, id);
