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
create index booking_file_booking on banking.booking_file (booking_id);

-- Wider: fees leave the trust account by payments in batches like any other.
alter table banking.batch
  drop constraint batch_kind_check,
  add constraint batch_kind_check check (
    kind in ('disbursement', 'refund', 'payout', 'return', 'sweep'));
-- Wider: the payments of these batches.
alter table banking.payment
  drop constraint payment_purpose_check,
  add constraint payment_purpose_check check (
    purpose in ('disbursement', 'refund', 'payout', 'return', 'sweep'));

-- Wider: the sandbox bank also has lines of its own, for charges and interest.
alter table sandbox.report
  drop constraint report_kind_check,
  add constraint report_kind_check check (kind in ('record', 'payment', 'line'));
