-- Keyed hashes by which the office finds what members have in common: an address, a contact person,
-- a bank account, a document or a browser.
create table verification.address_key (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  kind text not null check (kind in ('registered', 'mailing')),
  -- The address without differences in writing, encrypted, and its keyed hash.
  line text not null,
  hash text not null,
  unique (member_id, kind)
);
create index on verification.address_key (hash);

-- The telephone of the contact person of an application, hashed as the telephones of members are.
create table lending.contact_key (
  loan_id bigint primary key references lending.loan,
  member_id bigint not null references identity.member,
  phone text not null,
  hash text not null
);
create index on lending.contact_key (hash);
create index on lending.contact_key (member_id);

create index bank_account_hash on verification.bank_account (account_hash);
-- A document that was uploaded twice is the same file, before it was drawn anew.
create index upload_hash on verification.upload
  ((coalesce(original, stored) ->> 'sha256'));
create index browser_place on identity.browser (address, md5(agent));
