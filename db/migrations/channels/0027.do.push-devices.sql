-- Push messages: the browsers that a member lets receive them. An older program that sends the
-- outbox meanwhile fails to mail such a message and leaves it to be tried again.
create table notices.push_device (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  -- The address at the push service and the keys of the browser; whoever has them can send to it.
  endpoint text not null,
  -- A keyed fingerprint: a browser belongs to the member who switched it on last.
  endpoint_hash text not null unique,
  keys text not null,
  name text not null,
  created_at timestamptz not null
);
comment on column notices.push_device.endpoint is 'sealed';
comment on column notices.push_device.keys is 'sealed';
create index push_device_member on notices.push_device (member_id);

-- Categories of notices of which the member wants no push messages.
alter table notices.preference add column push_off text[] not null default '{}';

-- Wider: what an older program writes still passes.
alter table notices.outbox
  drop constraint outbox_channel_check,
  add constraint outbox_channel_check check (channel in ('email', 'sms', 'push'));
