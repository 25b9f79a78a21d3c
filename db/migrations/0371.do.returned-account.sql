-- A bank account to which the bank could not pay what is owed to its member. Payouts and refunds
-- wait until another account is in force, or until two persons let this one be tried again.
create table verification.returned_account (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  bank_account_id bigint not null references verification.bank_account,
  payment_id bigint not null references banking.payment,
  -- What the bank said.
  reason text not null,
  returned_at timestamptz not null,
  -- How often the member was reminded.
  reminders smallint not null default 0,
  ended_at timestamptz,
  -- account: another account is in force. again: two persons let this one be tried again. closed:
  -- the member has closed the account of the platform, to whom nothing is owed then.
  ended text check (ended in ('account', 'again', 'closed')),
  constraint returned_account_end check ((ended_at is null) = (ended is null))
);
comment on table verification.returned_account is
  'kept: books; personal: money; clear: reason; plain: ended';
comment on column verification.returned_account.id is 'once';
comment on column verification.returned_account.member_id is 'once';
comment on column verification.returned_account.bank_account_id is 'once';
comment on column verification.returned_account.payment_id is 'once';
comment on column verification.returned_account.reason is 'once';
comment on column verification.returned_account.returned_at is 'once';
create unique index returned_account_lasting on verification.returned_account (member_id)
  where ended_at is null;
create index returned_account_member on verification.returned_account (member_id, id);

-- Whether what is owed to a member waits for another account of theirs.
create function verification.account_waits(member bigint)
returns boolean language sql stable begin atomic
  select exists (
    select from verification.returned_account r
    where r.member_id = member and r.ended_at is null);
end;

-- What waits for the account: unsent payouts and refunds of the member's own money.
create function verification.waits_for_account(member bigint)
returns table (amount bigint, count bigint) language sql stable begin atomic
  select coalesce(sum(w.amount), 0)::bigint, count(*) from (
    select p.amount from servicing.payout p
    where p.member_id = member and p.status = 'payable' and p.receipt_id is null and p.amount > 0
    union all
    select r.amount from investing.refund r
    where r.member_id = member and r.status = 'payable' and r.receipt_id is null
  ) w;
end;
