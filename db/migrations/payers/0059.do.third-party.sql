-- Money of third parties, whose refunds go to the account from which it came, never to the member.
alter table banking.receipt
  -- The payer's name as the bank reported it, encrypted like their account.
  add column from_name text,
  -- True if two persons assigned the money although it is not shown to be the member's own.
  add column third_party boolean not null default false;
create index receipt_third_party on banking.receipt (subject_type, subject_id) where third_party;

-- The account of a third party that a person read from the bank's paper, because the bank's record
-- lacks it or the bank returned money that was sent there. Nothing is paid until another person has
-- confirmed it. A new question replaces the row.
create table banking.payer_source (
  receipt_id bigint primary key references banking.receipt,
  -- Why a person was asked.
  why text not null,
  asked_at timestamptz not null,
  bank_code text check (bank_code ~ '^[0-9]{3}$'),
  -- Encrypted, as personal data of somebody who is no member.
  account text,
  holder text,
  entered_by bigint,
  confirmed_by bigint,
  confirmed_at timestamptz,
  constraint payer_source_whole check (
    (bank_code is null) = (account is null) and (bank_code is null) = (holder is null)
    and (bank_code is null) = (entered_by is null)),
  constraint payer_source_confirmed check (
    (confirmed_by is null) = (confirmed_at is null)
    and (confirmed_by is null or entered_by is not null)),
  constraint payer_source_two_persons check (confirmed_by <> entered_by)
);

-- The receipt whose payer gets the refund; null where the member's own account gets it.
alter table investing.refund add column receipt_id bigint references banking.receipt;
create index refund_receipt on investing.refund (receipt_id) where receipt_id is not null;

alter table servicing.payout
  add column receipt_id bigint references banking.receipt,
  add constraint payout_source check (receipt_id is null or kind = 'surplus');
create index payout_receipt on servicing.payout (receipt_id) where receipt_id is not null;

-- The receipt whose payer is the payee; null where the payee is a member or the company.
alter table banking.payment add column source_id bigint references banking.receipt;
