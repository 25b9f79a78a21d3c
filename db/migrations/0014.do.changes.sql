-- Changes of the bank account and of the identity document once a file is approved: a side review.
alter table verification.bank_account drop constraint bank_account_status_check;
-- `proposed`: asked for in a change, under review. `coming`: approved, in force from an instant on.
alter table verification.bank_account add constraint bank_account_status_check check (
  status in ('pending', 'in_force', 'replaced', 'refused', 'proposed', 'coming'));
create unique index bank_account_coming on verification.bank_account (member_id)
  where status = 'coming';

create table verification.account_change (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  kind text not null check (kind in ('bank', 'id')),
  status text not null default 'reviewing'
    check (status in ('reviewing', 'supplement', 'approved', 'withdrawn')),
  -- Of a bank change.
  bank_account_id bigint references verification.bank_account,
  -- Of a document: as verification.profile keeps it; why it changed; the new name, sealed.
  id_document jsonb,
  reason smallint,
  name text,
  -- What a reviewer sent back, and why.
  items jsonb not null default '[]',
  in_force_from timestamptz,
  requested_at timestamptz not null,
  decided_at timestamptz,
  check ((kind = 'bank') = (bank_account_id is not null)),
  check ((kind = 'id') = (id_document is not null))
);
create index account_change_member on verification.account_change (member_id, id desc);
create unique index account_change_open on verification.account_change (member_id, kind)
  where status in ('reviewing', 'supplement');
