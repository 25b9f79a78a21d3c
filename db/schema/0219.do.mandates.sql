-- Debits by mandate (ACH 代收): what members have authorised, the debits, and the files that the bank
-- is given.
create schema mandates;

-- A file for the bank: mandates to register or cancel (P02), or debits to collect (P01).
create table mandates.file (
  id bigint generated always as identity primary key,
  type text not null check (type in ('P01', 'P02')),
  -- The bank takes the same reference only once.
  reference text not null unique,
  records integer not null check (records > 0),
  -- Sum of its debits in NT$; 0 for mandates.
  total bigint not null check (total >= 0),
  content text not null,
  -- Proves later that the content is what the bank was given.
  sha256 text not null,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz
);
comment on table mandates.file is
  'kept: books; personal: money; sealed: content; plain: type reference sha256';
comment on column mandates.file.id is 'once';
comment on column mandates.file.type is 'once';
comment on column mandates.file.reference is 'once';
comment on column mandates.file.records is 'once';
comment on column mandates.file.total is 'once';
comment on column mandates.file.sha256 is 'once';
comment on column mandates.file.created_at is 'once';
create index file_waiting on mandates.file (next_try_at) where sent_at is null;

-- An answer of the bank (R02, R01) that was read.
create table mandates.answer (
  id bigint generated always as identity primary key,
  name text not null,
  type text check (type in ('R01', 'R02')),
  records integer not null default 0,
  sha256 text not null,
  read_at timestamptz not null,
  -- Why it could not be read.
  failure text,
  unique (name, sha256),
  check ((type is null) = (failure is not null))
);
comment on table mandates.answer is 'kept: books; personal: none; plain: name type sha256 failure';
comment on column mandates.answer.id is 'once';
comment on column mandates.answer.name is 'once';
comment on column mandates.answer.type is 'once';
comment on column mandates.answer.records is 'once';
comment on column mandates.answer.sha256 is 'once';
comment on column mandates.answer.read_at is 'once';
comment on column mandates.answer.failure is 'once';
create index answer_read on mandates.answer (read_at desc, id desc);

create table mandates.mandate (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  bank_account_id bigint not null references verification.bank_account,
  covers_loans boolean not null,
  covers_orders boolean not null,
  -- The most that one debit may collect, in NT$.
  ceiling bigint not null check (ceiling between 1 and 99999999),
  status text not null default 'pending'
    check (status in ('pending', 'active', 'paused', 'refused', 'stopped', 'superseded')),
  -- The text that was signed, and the step-up by which it was signed.
  text_version integer not null,
  text_sha256 text not null,
  signed_at timestamptz not null,
  step_up_reference text not null,
  step_up_at timestamptz not null,
  -- Debits that failed one after the other since the last success.
  failures integer not null default 0 check (failures >= 0),
  -- Why it was refused or ended, in words.
  reason text,
  changed_at timestamptz not null,
  check (covers_loans or covers_orders)
);
comment on table mandates.mandate is
  'kept: contracts; personal: none; plain: status text_sha256 step_up_reference reason';
comment on column mandates.mandate.id is 'once';
comment on column mandates.mandate.member_id is 'once';
comment on column mandates.mandate.bank_account_id is 'once';
comment on column mandates.mandate.covers_loans is 'once';
comment on column mandates.mandate.covers_orders is 'once';
comment on column mandates.mandate.ceiling is 'once';
comment on column mandates.mandate.text_version is 'once';
comment on column mandates.mandate.text_sha256 is 'once';
comment on column mandates.mandate.signed_at is 'once';
comment on column mandates.mandate.step_up_reference is 'once';
comment on column mandates.mandate.step_up_at is 'once';
create unique index mandate_live on mandates.mandate (member_id)
  where status in ('pending', 'active', 'paused');
create index mandate_member on mandates.mandate (member_id, id desc);
create index mandate_account on mandates.mandate (bank_account_id);

-- What the bank is told about a mandate: to add it, and later perhaps to cancel it.
create table mandates.registration (
  id bigint generated always as identity primary key,
  mandate_id bigint not null references mandates.mandate,
  action text not null check (action in ('add', 'cancel')),
  -- Null until it is part of a file.
  file_id bigint references mandates.file,
  code text,
  answered_at timestamptz,
  unique (mandate_id, action),
  check ((code is null) = (answered_at is null))
);
comment on table mandates.registration is 'kept: contracts; personal: none; plain: action code';
comment on column mandates.registration.id is 'once';
comment on column mandates.registration.mandate_id is 'once';
comment on column mandates.registration.action is 'once';
create index registration_waiting on mandates.registration (id) where file_id is null;
create index registration_file on mandates.registration (file_id);

create table mandates.debit (
  id bigint generated always as identity primary key,
  mandate_id bigint not null references mandates.mandate,
  member_id bigint not null references identity.member,
  subject text not null check (subject in ('instalment', 'order')),
  loan_id bigint not null references lending.loan,
  -- The instalment, by version of the schedule and number; or the order.
  version integer,
  no integer,
  order_id bigint references investing."order",
  attempt integer not null check (attempt in (1, 2)),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'sent', 'paid', 'refused', 'withdrawn')),
  -- The bank day on which the account is debited.
  debit_on date not null,
  file_id bigint references mandates.file,
  created_at timestamptz not null,
  code text,
  answered_at timestamptz,
  -- When a refused debit is tried once more.
  retry_on date,
  -- unreadable: the member's data cannot be read, which would keep back the file of all others.
  -- transfer: the member has chosen to transfer instead.
  withdrawn text check (withdrawn in
    ('paid', 'ceiling', 'stopped', 'deadline', 'unreadable', 'transfer')),
  receipt_id bigint unique references banking.receipt,
  check ((subject = 'order') = (order_id is not null)
    and (subject = 'instalment') = (version is not null and no is not null)),
  check ((status = 'withdrawn') = (withdrawn is not null)),
  check ((status = 'paid') = (receipt_id is not null)),
  check ((status in ('paid', 'refused')) = (code is not null)),
  check (status not in ('sent', 'paid', 'refused') or file_id is not null)
);
comment on table mandates.debit is
  'kept: books; personal: none; plain: subject status code withdrawn';
comment on column mandates.debit.id is 'once';
comment on column mandates.debit.member_id is 'once';
comment on column mandates.debit.subject is 'once';
comment on column mandates.debit.loan_id is 'once';
comment on column mandates.debit.version is 'once';
comment on column mandates.debit.no is 'once';
comment on column mandates.debit.order_id is 'once';
comment on column mandates.debit.attempt is 'once';
comment on column mandates.debit.created_at is 'once';
-- One debit for each instalment or order and attempt.
create unique index debit_instalment on mandates.debit (loan_id, version, no, attempt)
  where subject = 'instalment';
create unique index debit_order on mandates.debit (order_id, attempt) where subject = 'order';
create index debit_newest on mandates.debit (id desc, status);
create index debit_member on mandates.debit (member_id, id desc);
create index debit_mandate on mandates.debit (mandate_id);
create index debit_file on mandates.debit (file_id);
create index debit_waiting on mandates.debit (debit_on) where status = 'pending';
create index debit_retry on mandates.debit (retry_on) where retry_on is not null;

-- Money that was paid twice for an instalment, by debit and by hand, and goes back to the borrower.
create table mandates.double (
  receipt_id bigint primary key references banking.receipt,
  debit_id bigint not null references mandates.debit,
  amount bigint not null check (amount > 0),
  payout_id bigint not null references servicing.payout,
  returned_at timestamptz not null
);
comment on table mandates.double is 'kept: books; personal: none';
comment on column mandates.double.receipt_id is 'once';
comment on column mandates.double.debit_id is 'once';
comment on column mandates.double.amount is 'once';
comment on column mandates.double.payout_id is 'once';
comment on column mandates.double.returned_at is 'once';
create index double_debit on mandates.double (debit_id);
