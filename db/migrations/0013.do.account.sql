-- What a member set for his notices, the devices he signed in from, and accounts that were closed.
alter table identity.member add column closed_at timestamptz;

-- Kept beside the sessions, which are forgotten after a month: a new device is told by mail.
create table identity.device (
  member_id bigint not null references identity.member,
  name text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (member_id, name)
);

-- A row once something was set; without one everything is as it comes.
create table notices.preference (
  member_id bigint primary key,
  -- Categories of notices: mail comes unless it is named here, a text message only if it is.
  mail_off text[] not null default '{}',
  sms_on text[] not null default '{}',
  -- Text messages before something is due; off where the member wants none at all.
  sms_deadlines boolean not null default true,
  hide_amounts boolean not null default false,
  wants_news boolean not null,
  updated_at timestamptz not null
);
create index notice_created on notices.notice (created_at);
