-- The bank's side: virtual accounts, receipts, payments in batches, statement files, the bank's own
-- lines and balances, closed days, and the days that finance signed off.
create schema banking;

create table banking.virtual_account (
  account text primary key,
  subject_type text not null check (subject_type in ('order', 'loan')),
  subject_id bigint not null,
  issued_at timestamptz not null default now(),
  unique (subject_type, subject_id)
);

-- The next serial number of a company code on a day; there are 10,000 a day for each code.
create table banking.serial (
  company_code text not null,
  day date not null,
  next integer not null check (next between 0 and 10000),
  primary key (company_code, day)
);

-- One row for each account that holds clients' money. Days before the database was made count as
-- closed.
create table banking.trust_account (
  bank text primary key check (bank ~ '^[0-9]{3}$'),
  -- The records of every day up to this one are complete.
  closed_through date not null
);
insert into banking.trust_account (bank, closed_through)
select '812', through from app.judged where job = '';

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
  unique (bank, bank_date, seq)
);
create index receipt_account on banking.receipt (virtual_account);
create index receipt_day on banking.receipt (bank_date, id);
create index receipt_amount on banking.receipt (amount);
-- The rare states by day.
create index receipt_state on banking.receipt (state, bank_date, id) where state <> 'matched';
-- A member may have thousands of receipts, so their list is read from the index alone.
create index receipt_about on banking.receipt (subject_type, subject_id) include (id, at);

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
create index recourse_loan on banking.recourse (loan_id);

-- Payments that left together: one decision, one file. A batch of refunds, payouts or returns waits
-- for a second person before any of its payments exists; disbursements were checked loan by loan.
create table banking.batch (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('disbursement', 'refund', 'payout', 'return')),
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
create index batch_due on banking.batch (next_try_at) where state = 'approved';
create index batch_released on banking.batch (released_at desc, id desc);

-- What a batch is to pay, by the id of the refund, the payout or the receipt.
create table banking.batch_item (
  batch_id bigint not null references banking.batch,
  subject_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (batch_id, subject_id)
);
create index batch_item_subject on banking.batch_item (subject_id);

create table banking.payment (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('disbursement', 'refund', 'payout', 'return')),
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
  reason text
);
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
create index payment_booking_day on banking.payment_booking (booked_on);

-- How a bank writes its statements: which column holds what, as data.
create table banking.layout (
  id bigint generated always as identity primary key,
  name text not null unique,
  mapping jsonb not null,
  made_by bigint not null,
  made_at timestamptz not null
);

-- An imported statement file. The same file is one row, however often it is imported. It counts
-- only after a second person has committed what the first proposed.
create table banking.statement (
  id bigint generated always as identity primary key,
  layout_id bigint not null references banking.layout,
  -- How its lines are read, copied from the layout, so that a later change of the layout changes
  -- nothing of what was proposed.
  mapping jsonb not null,
  filename text not null,
  -- Where the encrypted file lies, and its key.
  stored jsonb not null,
  sha256 text not null unique,
  size bigint not null,
  -- The last day the file covers where the importer says so, because its last days may be empty.
  covers_through date,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'proposed', 'withdrawn', 'done', 'failed')),
  lines integer not null default 0,
  read_bytes bigint not null default 0,
  booked integer not null default 0,
  known integer not null default 0,
  suspended integer not null default 0,
  passed_over integer not null default 0,
  problems integer not null default 0,
  -- What it would do, for the person who commits it.
  preview jsonb,
  failure text,
  imported_by bigint not null,
  imported_at timestamptz not null,
  -- Who imported it or had it read again last.
  proposed_by bigint,
  -- Who committed it.
  confirmed_by bigint,
  confirmed_at timestamptz,
  finished_at timestamptz,
  -- Extended by the process that works on it; after it another process takes over.
  lease_until timestamptz,
  constraint statement_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint statement_two_persons check (confirmed_by <> proposed_by)
);
create index statement_open on banking.statement (id) where state in ('waiting', 'running');

create table banking.statement_problem (
  statement_id bigint not null references banking.statement,
  line integer not null,
  why text not null,
  primary key (statement_id, line)
);

-- The trust account as the bank has it, line by line; the books are compared with it.
create table banking.bank_line (
  bank text not null,
  bank_date date not null,
  seq text not null,
  -- Signed: what came in is positive, what left is negative.
  amount bigint not null check (amount <> 0),
  -- Our reference where the bank repeats it: which payment left or came back.
  reference text,
  source text not null check (source in ('statement', 'sandbox')),
  recorded_at timestamptz not null default now(),
  primary key (bank, bank_date, seq)
);
create index bank_line_reference on banking.bank_line (reference) where reference is not null;
create index bank_line_recorded on banking.bank_line (recorded_at);

-- The balance of the trust account at the end of a day, as the bank says.
create table banking.bank_day (
  day date primary key,
  closing bigint not null,
  source text not null check (source in ('statement', 'sandbox')),
  statement_id bigint references banking.statement,
  recorded_at timestamptz not null
);

-- How each day came to be closed. A day after a gap is kept and counts once the gap is closed.
create table banking.closed_day (
  bank text not null references banking.trust_account,
  day date not null,
  source text not null check (source in ('callback', 'statement')),
  -- The balance at its end in NT$, where the bank said it.
  closing bigint,
  statement_id bigint references banking.statement,
  closed_at timestamptz not null,
  primary key (bank, day)
);

-- A request to re-open a day, and with it every signed day after it; another person decides.
create table banking.reopening (
  id bigint generated always as identity primary key,
  day date not null,
  reason text not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  agreed boolean,
  check ((decided_at is null) = (agreed is null) and (decided_at is null) = (decided_by is null)),
  check (not agreed or asked_by <> decided_by)
);
create unique index reopening_waiting on banking.reopening (day) where decided_at is null;
create index reopening_day on banking.reopening (day);

-- The signature of two persons covers its day and the unsigned days before it. It ends when the day
-- is re-opened, or when the figures that the first person signed no longer hold.
create table banking.sign_off (
  id bigint generated always as identity primary key,
  day date not null,
  closing bigint not null,
  books bigint not null,
  owed bigint not null,
  unexplained bigint not null,
  -- Rows by which bank and books differed, each of them a task with an owner.
  differences integer not null default 0,
  note text not null,
  signed_by bigint not null,
  signed_at timestamptz not null,
  second_by bigint,
  second_at timestamptz,
  second_note text,
  -- By the database's clock: what was recorded before it is in the figures, what came later is not.
  closed_at timestamptz,
  ended_at timestamptz,
  reopening_id bigint references banking.reopening,
  constraint sign_off_two check (second_by <> signed_by),
  constraint sign_off_second check ((second_by is null) = (second_at is null)
    and (second_by is null) = (closed_at is null))
);
create unique index sign_off_day on banking.sign_off (day) where ended_at is null;

-- One row by which bank and books differ, for as long as they do. A task is about it.
create table banking.difference (
  id bigint generated always as identity primary key,
  -- Names a line of the bank, a payment of ours or a transfer, and stays the same from run to run.
  key text not null unique,
  kind text not null,
  day date not null,
  reference text not null,
  amount bigint not null,
  found_at timestamptz not null,
  ended_at timestamptz
);
create index difference_open on banking.difference (id) where ended_at is null;

-- What the last reconciliation of a day found, so that pages need not reconcile.
create table banking.reconciled (
  day date primary key,
  closing bigint not null,
  books bigint not null,
  owed bigint not null,
  unexplained bigint not null,
  differences integer not null,
  looked_at timestamptz not null
);
