-- What the office finds a member by: the last four digits of his telephone, kept beside the sealed
-- number as those of a bank account are.
alter table verification.profile add column phone_tail text;
create index profile_phone_tail on verification.profile (phone_tail) where phone_tail is not null;
-- Numbers from before, which only the application can open: a job finds them here and fills them.
create index profile_without_tail on verification.profile (member_id)
  where phone_hash is not null and phone_tail is null;

-- The members' list by what is rare in it: files that wait, accounts that are shut.
create index profile_waiting on verification.profile (status, member_id) where status in (1, 2);
create index member_suspended on identity.member (id) where suspended_at is not null;
create index member_closed on identity.member (id) where closed_at is not null;
