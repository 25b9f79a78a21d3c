-- What the office finds a member by: the last four digits of his telephone, kept beside the sealed
-- number as those of a bank account are.
alter table verification.profile add column phone_tail text;
create index profile_phone_tail on verification.profile (phone_tail) where phone_tail is not null;
-- Numbers from before, which only the application can open: a job finds them here and fills them.
create index profile_without_tail on verification.profile (member_id)
  where phone_hash is not null and phone_tail is null;
