-- The kind of a notice, by which its card is dropped once the act that it asks for is done.
alter table notices.notice add column kind text;
comment on column notices.notice.kind is
  'once, the key of the kind; null for what a person wrote, and for notices from before';
comment on column notices.notice.id is 'once';
comment on table notices.notice is
  'kept: period, 180 days; personal: notices; clear: title body; plain: category link kind';
