-- An address that nobody has confirmed may be registered more than once: each registration is an
-- account of its own, with its own password and link, until the owner of the mailbox confirms one.
alter table identity.member drop constraint member_email_key;
create unique index member_email_confirmed on identity.member (email)
  where email_verified_at is not null;
create index member_email on identity.member (email);
