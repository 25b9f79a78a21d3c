-- Notices to members, what they want to be told, and the outbox of mails and text messages.
create schema notices;

-- Its rows lie in months, and so do those of the outbox (0208.do.months.sql).
create table notices.notice (
  id bigint generated always as identity,
  member_id bigint not null,
  category text not null check (category in ('invest', 'loan', 'account', 'other')),
  title text not null,
  body text not null,
  link text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (id, created_at)
) partition by range (created_at);
comment on table notices.notice is
  'kept: period, 180 days; personal: notices; clear: title body; plain: category link';
create index notice_member on notices.notice (member_id, id desc);
create index notice_unread on notices.notice (member_id, category) where read_at is null;
create index notice_created on notices.notice (created_at);

-- What a member has set. Without a row the defaults hold.
create table notices.preference (
  member_id bigint primary key,
  -- Categories of notices: mail is sent unless its category is here, a text message only if it is.
  mail_off text[] not null default '{}',
  sms_on text[] not null default '{}',
  -- Text messages before something is due; false where the member wants none at all.
  sms_deadlines boolean not null default true,
  hide_amounts boolean not null default false,
  wants_news boolean not null,
  updated_at timestamptz not null,
  -- Categories of notices of which the member wants no push messages.
  push_off text[] not null default '{}'
);
comment on table notices.preference is
  'kept: person; personal: none; plain: mail_off sms_on push_off';

-- A message is written inside the transaction that causes it and sent by the worker after it, so
-- that nothing is sent for a transaction that was rolled back, and nothing is lost after a commit.
create table notices.outbox (
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms', 'push')),
  recipient text not null,
  -- A keyed fingerprint, by which a recipient is found.
  recipient_hash text not null,
  -- Subject, text and HTML, encrypted; removed once the message was delivered.
  letter text,
  -- Recipient and reason of each delivery, indexed for search.
  member_id bigint,
  kind text,
  broadcast_id bigint,
  -- The notice that says the same in the member's notice centre.
  notice_id bigint,
  -- The hours the message may be sent in, and the time before which it may not be sent.
  hours text check (hours in ('messages', 'collection')),
  not_before timestamptz,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  failure text,
  -- The request or job that caused the message, so that the lines that the worker logs later can be
  -- found by it.
  request_id text,
  -- The span of the request, as a traceparent header names it; null if traces are off.
  trace_parent text,
  constraint outbox_unsent_has_letter check (sent_at is not null or letter is not null),
  primary key (id, created_at)
) partition by range (created_at);
comment on table notices.outbox is
  'kept: period, words until sent, the rest 30 days; personal: notices; '
  'sealed: recipient letter; fingerprint: recipient_hash; clear: failure; '
  'plain: channel kind hours request_id trace_parent';
create index outbox_due on notices.outbox (next_try_at) where sent_at is null;
create index outbox_recipient on notices.outbox (recipient_hash, id desc);
create index outbox_member on notices.outbox (member_id, id desc) where member_id is not null;
create index outbox_kind on notices.outbox (kind, id desc) where kind is not null;
create index outbox_broadcast on notices.outbox (broadcast_id, id desc)
  where broadcast_id is not null;
create index outbox_created on notices.outbox (created_at);

-- The browsers that a member lets receive push messages.
create table notices.push_device (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  -- The address at the push service and the keys of the browser; whoever has them can send to it.
  endpoint text not null,
  -- A keyed fingerprint: a browser belongs to the member who switched it on last.
  endpoint_hash text not null unique,
  keys text not null,
  name text not null,
  created_at timestamptz not null,
  -- Push messages of a browser end when its member logs out there, or when the browser is removed
  -- from the known ones. Null for a device from before that.
  browser_id bigint references identity.browser on delete cascade
);
comment on table notices.push_device is
  'kept: person, until the member or the browser ends it, or until closing; personal: notices; '
  'sealed: endpoint keys; fingerprint: endpoint_hash; clear: name';
create index push_device_member on notices.push_device (member_id);
create index push_device_browser on notices.push_device (browser_id);
