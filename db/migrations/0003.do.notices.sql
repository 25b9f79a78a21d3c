-- Notices to members, what they want to be told, and the outbox of mails and text messages.
create schema notices;

create table notices.notice (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  category text not null check (category in ('invest', 'loan', 'account', 'other')),
  title text not null,
  body text not null,
  link text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
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
  updated_at timestamptz not null
);

-- A message is written inside the transaction that causes it and sent by the worker after it, so
-- that nothing is sent for a transaction that was rolled back, and nothing is lost after a commit.
create table notices.outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
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
  constraint outbox_unsent_has_letter check (sent_at is not null or letter is not null)
);
comment on column notices.outbox.recipient is 'sealed';
create index outbox_due on notices.outbox (next_try_at) where sent_at is null;
create index outbox_recipient on notices.outbox (recipient_hash, id desc);
create index outbox_member on notices.outbox (member_id, id desc) where member_id is not null;
create index outbox_kind on notices.outbox (kind, id desc) where kind is not null;
create index outbox_broadcast on notices.outbox (broadcast_id, id desc)
  where broadcast_id is not null;
create index outbox_created on notices.outbox (created_at);
