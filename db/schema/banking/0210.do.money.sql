-- Money on its way: virtual accounts, receipts, payments in batches, and bookings of finance.

create table banking.virtual_account (
  account text primary key,
  subject_type text not null check (subject_type in ('order', 'loan')),
  subject_id bigint not null,
  issued_at timestamptz not null default now(),
  unique (subject_type, subject_id)
);
comment on table banking.virtual_account is
  'kept: books; personal: none; plain: account subject_type';
comment on column banking.virtual_account.account is 'once';
comment on column banking.virtual_account.subject_type is 'once';
comment on column banking.virtual_account.subject_id is 'once';
comment on column banking.virtual_account.issued_at is 'once';

-- The next serial number of a company code on a day; there are 10,000 a day for each code.
create table banking.serial (
  company_code text not null,
  day date not null,
  next integer not null check (next between 0 and 10000),
  primary key (company_code, day)
);
comment on table banking.serial is 'kept: books; personal: none; plain: company_code';

create table banking.receipt (
  id bigint generated always as identity primary key,
  bank text not null,
  bank_date date not null,
  seq text not null,
  at timestamptz not null,
  type text not null,
  amount bigint not null check (amount > 0),
  sign text not null check (sign in ('+', '-')),
  reverses text,
  virtual_account text not null,
  from_bank text,
  -- Encrypted, because an account number is personal data.
  from_account text,
  memo text,
  subject_type text,
  subject_id bigint,
  -- matched: used for its subject; suspense: waits for a person; returned: sent back;
  -- reversed: taken back by the bank.
  state text not null check (state in ('matched', 'suspense', 'returned', 'reversed')),
  recorded_at timestamptz not null default now(),
  -- The file by which the receipt came; null if the bank reported it by callback.
  statement_id bigint references banking.statement,
  -- The payer's name as the bank reported it, encrypted like their account.
  from_name text,
  -- True if two persons assigned the money although it is not shown to be the member's own.
  third_party boolean not null default false,
  unique (bank, bank_date, seq)
);
comment on table banking.receipt is
  'kept: books; personal: money; sealed: from_account from_name; clear: virtual_account memo; '
  'plain: bank seq type sign reverses from_bank subject_type state';
comment on column banking.receipt.id is 'once';
comment on column banking.receipt.bank is 'once';
comment on column banking.receipt.bank_date is 'once';
comment on column banking.receipt.at is 'once';
comment on column banking.receipt.type is 'once';
comment on column banking.receipt.sign is 'once';
comment on column banking.receipt.reverses is 'once';
comment on column banking.receipt.virtual_account is 'once';
comment on column banking.receipt.from_bank is 'once';
comment on column banking.receipt.memo is 'once';
comment on column banking.receipt.recorded_at is 'once';
comment on column banking.receipt.statement_id is 'once';
create index receipt_account on banking.receipt (virtual_account);
create index receipt_day on banking.receipt (bank_date, id);
create index receipt_amount on banking.receipt (amount);
-- The rare states by day.
create index receipt_state on banking.receipt (state, bank_date, id) where state <> 'matched';
-- A member may have thousands of receipts, so their list is read from the index alone.
create index receipt_about on banking.receipt (subject_type, subject_id) include (id, at);
create index receipt_statement on banking.receipt (statement_id) where statement_id is not null;
create index receipt_third_party on banking.receipt (subject_type, subject_id) where third_party;
-- Outgoing lines of a statement are compared with the receipts whose number they name.
create index receipt_seq on banking.receipt (bank, seq);

-- A receipt that the bank took back after its money was used or sent back. We cover it and claim it
-- from the payer. It belongs to banking, because orders, loans and unowned money all need it.
create table banking.recourse (
  receipt_id bigint primary key references banking.receipt,
  -- Both are null where the money had no owner and was sent back to its payer.
  loan_id bigint,
  member_id bigint,
  amount bigint not null check (amount > 0),
  label text not null,
  covered_on date not null,
  status text not null default 'open' check (status in ('open', 'recovered', 'lost')),
  settled_on date,
  -- Who proposed how it ended and who approved it; both null where the payment came back by itself.
  maker_id bigint,
  checker_id bigint,
  check (maker_id <> checker_id)
);
comment on table banking.recourse is 'kept: books; personal: none; plain: label status';
comment on column banking.recourse.receipt_id is 'once';
comment on column banking.recourse.loan_id is 'once';
comment on column banking.recourse.member_id is 'once';
comment on column banking.recourse.label is 'once';
comment on column banking.recourse.covered_on is 'once';
create index recourse_loan on banking.recourse (loan_id);

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
comment on table banking.payer_source is
  'kept: books; personal: money; sealed: account holder; plain: why bank_code';
comment on column banking.payer_source.receipt_id is 'once';

-- Payments that left together: one decision, one file. A batch of refunds, payouts or returns waits
-- for a second person before any of its payments exists; disbursements were checked loan by loan.
create table banking.batch (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('disbursement', 'refund', 'payout', 'return', 'sweep')),
  -- checking → approved → sent; or checking → returned. Void: nothing of it could be paid.
  state text not null check (state in ('checking', 'approved', 'sent', 'returned', 'void')),
  released_by bigint,
  checked_by bigint,
  released_at timestamptz not null,
  checked_at timestamptz,
  sent_at timestamptz,
  payments integer not null check (payments >= 0),
  total bigint not null check (total >= 0),
  -- The hash of the file that the bank was given, so that it can be proven unchanged later.
  file_sha256 text,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  check (state <> 'sent' or sent_at is not null),
  check (checked_by is null or checked_by <> released_by)
);
comment on table banking.batch is 'kept: books; personal: none; plain: kind state file_sha256';
comment on column banking.batch.id is 'once';
comment on column banking.batch.kind is 'once';
comment on column banking.batch.released_by is 'once';
comment on column banking.batch.released_at is 'once';
create index batch_due on banking.batch (next_try_at) where state = 'approved';
create index batch_released on banking.batch (released_at desc, id desc);
create trigger decided_once before update on banking.batch for each row
  when (old.checked_by is not null
      and (old.checked_by, old.checked_at) is distinct from (new.checked_by, new.checked_at)
    or old.file_sha256 is not null and old.file_sha256 is distinct from new.file_sha256)
  execute function app.refuse_second();

-- What a batch is to pay, by the id of the refund, the payout or the receipt.
create table banking.batch_item (
  batch_id bigint not null references banking.batch,
  subject_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (batch_id, subject_id)
);
comment on table banking.batch_item is 'kept: books; personal: none';
comment on column banking.batch_item.batch_id is 'once';
comment on column banking.batch_item.subject_id is 'once';
comment on column banking.batch_item.amount is 'once';
create index batch_item_subject on banking.batch_item (subject_id);

create table banking.payment (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in
    ('disbursement', 'refund', 'payout', 'return', 'sweep')),
  subject_id bigint not null,
  member_id bigint,
  bank_code text not null,
  account text not null,
  holder text not null,
  amount bigint not null check (amount > 0),
  memo text not null,
  status text not null default 'pending'
    check (status in ('pending', 'sent', 'confirmed', 'returned')),
  reference text not null unique,
  batch_id bigint references banking.batch,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_on date,
  settled_at timestamptz,
  reason text,
  -- The receipt whose payer is the payee; null where the payee is a member or the company.
  source_id bigint references banking.receipt
);
comment on table banking.payment is
  'kept: books; personal: money; sealed: account holder; '
  'plain: purpose bank_code memo status reference reason';
comment on column banking.payment.id is 'once';
comment on column banking.payment.purpose is 'once';
comment on column banking.payment.subject_id is 'once';
comment on column banking.payment.member_id is 'once';
comment on column banking.payment.bank_code is 'once';
comment on column banking.payment.amount is 'once';
comment on column banking.payment.memo is 'once';
comment on column banking.payment.reference is 'once';
comment on column banking.payment.created_at is 'once';
comment on column banking.payment.source_id is 'once';
create index payment_subject on banking.payment (purpose, subject_id);
create index payment_member on banking.payment (member_id, id desc);
create index payment_batch on banking.payment (batch_id, id);
create index payment_settled on banking.payment (settled_on) where settled_on is not null;
-- The unconfirmed payments, for the list of batches and the reconciliation.
create index payment_unconfirmed on banking.payment (batch_id, status) include (amount)
  where status <> 'confirmed';

-- How the books have a payment of ours: it left on one day and may have come back on another.
create table banking.payment_booking (
  reference text not null references banking.payment (reference),
  outcome text not null check (outcome in ('confirmed', 'returned')),
  -- Signed as the bank has it: what left is negative.
  amount bigint not null,
  bank_date date not null,
  booked_on date not null,
  primary key (reference, outcome)
);
comment on table banking.payment_booking is 'kept: books; personal: none; plain: reference outcome';
comment on column banking.payment_booking.reference is 'once';
comment on column banking.payment_booking.outcome is 'once';
comment on column banking.payment_booking.amount is 'once';
comment on column banking.payment_booking.bank_date is 'once';
comment on column banking.payment_booking.booked_on is 'once';
create index payment_booking_day on banking.payment_booking (booked_on);

-- Bookings: what finance moves between the trust, the company and their banks, and manual journals.
-- Two persons make each: one proposes it, another approves it.
create table banking.booking (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('fee_sweep', 'bank_charge', 'bank_interest',
    'company_paid_in', 'vat_paid', 'manual', 'year_closed')),
  state text not null check (state in ('checking', 'ordered', 'booked', 'returned', 'failed',
    'reversed')),
  happened_on date not null,
  amount bigint not null check (amount > 0),
  -- [{account, amount}], debits positive; fixed when the booking is proposed.
  entries jsonb not null,
  reason text not null,
  -- The line of the bank that the booking explains, and its signed amount.
  line_bank text,
  line_date date,
  line_seq text,
  line_amount bigint,
  -- Or the receipt in suspense that it explains.
  receipt_id bigint references banking.receipt,
  reverses_id bigint references banking.booking,
  maker_id bigint not null,
  made_at timestamptz not null,
  checker_id bigint,
  checked_at timestamptz,
  transfer_id text unique references ledger.transfer,
  constraint booking_two_persons check (checker_id <> maker_id),
  constraint booking_checked check (state in ('checking', 'returned', 'failed')
    or checker_id is not null),
  constraint booking_in_ledger
    check ((transfer_id is not null) = (state in ('booked', 'reversed'))),
  constraint booking_line check ((line_seq is null) = (line_bank is null)
    and (line_seq is null) = (line_date is null) and (line_seq is null) = (line_amount is null)),
  constraint booking_one_source check (line_seq is null or receipt_id is null)
);
comment on table banking.booking is
  'kept: books; personal: none; plain: kind state entries reason line_bank line_seq transfer_id';
comment on column banking.booking.id is 'once';
comment on column banking.booking.kind is 'once';
comment on column banking.booking.amount is 'once';
comment on column banking.booking.entries is 'once';
comment on column banking.booking.reason is 'once';
comment on column banking.booking.line_bank is 'once';
comment on column banking.booking.line_date is 'once';
comment on column banking.booking.line_seq is 'once';
comment on column banking.booking.line_amount is 'once';
comment on column banking.booking.receipt_id is 'once';
comment on column banking.booking.reverses_id is 'once';
comment on column banking.booking.maker_id is 'once';
comment on column banking.booking.made_at is 'once';
create index booking_newest on banking.booking (id desc, kind, state);
create index booking_day on banking.booking (happened_on, id);
-- A line, a receipt and a booking to reverse are each explained once.
create unique index booking_line_once on banking.booking (line_bank, line_date, line_seq)
  where state in ('checking', 'booked');
create unique index booking_receipt_once on banking.booking (receipt_id)
  where state in ('checking', 'booked');
create unique index booking_reversed_once on banking.booking (reverses_id)
  where state in ('checking', 'booked');
create unique index booking_year_once on banking.booking (happened_on)
  where kind = 'year_closed' and state in ('checking', 'booked');
create index booking_under_way on banking.booking (id) where state in ('checking', 'ordered');
create trigger decided_once before update on banking.booking for each row
  when (old.transfer_id is not null
    and (old.transfer_id, old.happened_on, old.checker_id, old.checked_at) is distinct from
      (new.transfer_id, new.happened_on, new.checker_id, new.checked_at))
  execute function app.refuse_second();

-- Papers of a booking, such as the bank's note of a charge.
create table banking.booking_file (
  id bigint generated always as identity primary key,
  booking_id bigint not null references banking.booking,
  filename text not null,
  content_type text not null,
  -- Where the encrypted file lies, and its key.
  stored jsonb not null,
  added_by bigint not null,
  added_at timestamptz not null
);
comment on table banking.booking_file is
  'kept: books; personal: money; file: stored; clear: filename content_type';
comment on column banking.booking_file.id is 'once';
comment on column banking.booking_file.booking_id is 'once';
comment on column banking.booking_file.filename is 'once';
comment on column banking.booking_file.content_type is 'once';
comment on column banking.booking_file.added_by is 'once';
comment on column banking.booking_file.added_at is 'once';
create index booking_file_booking on banking.booking_file (booking_id);
