-- Nothing of whom it is for, and nothing of what it says, lies in the outbox in clear. What lay
-- there cannot be sealed by SQL, and nothing of it is to be kept: it goes.
drop index notices.outbox_recipient;
delete from notices.outbox;
alter table notices.outbox
  drop column subject,
  drop column body,
  drop column html,
  -- By which a recipient is found: a fingerprint under our key.
  add column recipient_hash text not null,
  -- Subject, text and HTML, sealed; gone once the message was delivered.
  add column letter text,
  -- What stands in the member's notice centre about the same.
  add column notice_id bigint,
  add constraint outbox_unsent_has_letter check (sent_at is not null or letter is not null);
create index outbox_recipient on notices.outbox (recipient_hash, id desc);
comment on column notices.outbox.recipient is 'sealed';
