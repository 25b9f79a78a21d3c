-- Notices to members, and the outbox that the worker sends mails and messages from.
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

-- Written inside the transaction, sent by the worker after it: a mail is never sent for something
-- that was rolled back, and never lost once it was committed.
create table notices.outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  body text not null,
  html text,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  failure text
);
create index outbox_due on notices.outbox (next_try_at) where sent_at is null;
create index outbox_recipient on notices.outbox (recipient, id desc);
