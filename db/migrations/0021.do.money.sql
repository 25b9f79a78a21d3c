-- The money desk: payments in batches of one file each, bank statements by a layout kept as data,
-- the bank's own lines and closing balances, and the days that finance signed off.

-- What left together: one decision, one file. A batch of refunds, payouts or returns waits for a
-- second person before any payment of it exists; a disbursement was checked loan by loan.
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
  -- Of the file as the bank was given it, so that it can be shown to be the same later.
  file_sha256 text,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  check (state <> 'sent' or sent_at is not null),
  check (checked_by is null or checked_by <> released_by)
);
create index batch_due on banking.batch (next_try_at) where state = 'approved';
create index batch_released on banking.batch (released_at desc, id desc);

-- What a batch is to pay, while it waits and after: the refund, the payout, the receipt.
create table banking.batch_item (
  batch_id bigint not null references banking.batch,
  subject_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (batch_id, subject_id)
);
create index batch_item_subject on banking.batch_item (subject_id);

alter table banking.payment add column batch_id bigint references banking.batch;
create index payment_batch on banking.payment (batch_id, id);

-- Payments that were ordered and not yet sent leave as they would have, in a batch of their kind.
with gathered as (
  insert into banking.batch (kind, state, released_at, payments, total)
  select purpose, 'approved', now(), count(*), sum(amount)
  from banking.payment where status = 'pending' group by purpose
  returning id, kind
)
update banking.payment p set batch_id = g.id from gathered g
where p.status = 'pending' and p.purpose = g.kind;
drop index banking.payment_due;
alter table banking.payment drop column attempts, drop column next_try_at;
create index payment_settled on banking.payment (settled_on) where settled_on is not null;
create index receipt_day on banking.receipt (bank_date, id);

-- How a bank writes its statements: which column says what, as data.
create table banking.layout (
  id bigint generated always as identity primary key,
  name text not null unique,
  mapping jsonb not null,
  made_by bigint not null,
  made_at timestamptz not null
);

-- A statement file that was brought in. The same file is one row, however often it comes.
create table banking.statement (
  id bigint generated always as identity primary key,
  layout_id bigint not null references banking.layout,
  filename text not null,
  -- Where the file lies encrypted, and what opens it.
  stored jsonb not null,
  sha256 text not null unique,
  size bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  lines integer not null default 0,
  read_bytes bigint not null default 0,
  booked integer not null default 0,
  known integer not null default 0,
  suspended integer not null default 0,
  passed_over integer not null default 0,
  problems integer not null default 0,
  failure text,
  imported_by bigint not null,
  imported_at timestamptz not null,
  finished_at timestamptz,
  -- Whoever works on it says so; who falls silent is followed by another.
  lease_until timestamptz
);
create index statement_open on banking.statement (id) where state in ('waiting', 'running');

create table banking.statement_problem (
  statement_id bigint not null references banking.statement,
  line integer not null,
  why text not null,
  primary key (statement_id, line)
);

-- The trust account as the bank has it, line by line: what the books are held against.
create table banking.bank_line (
  bank text not null,
  bank_date date not null,
  seq text not null,
  -- Signed: what came in is positive, what left negative.
  amount bigint not null check (amount <> 0),
  -- Ours, where the bank repeats it: which payment left or came back.
  reference text,
  source text not null check (source in ('statement', 'sandbox')),
  recorded_at timestamptz not null default now(),
  primary key (bank, bank_date, seq)
);
create index bank_line_reference on banking.bank_line (reference) where reference is not null;

-- What lay in the trust account at the end of a day, as the bank says.
create table banking.bank_day (
  day date primary key,
  closing bigint not null,
  source text not null check (source in ('statement', 'sandbox')),
  statement_id bigint references banking.statement,
  recorded_at timestamptz not null
);

create table banking.sign_off (
  day date primary key,
  closing bigint not null,
  books bigint not null,
  owed bigint not null,
  unexplained bigint not null,
  note text not null,
  signed_by bigint not null,
  signed_at timestamptz not null
);
