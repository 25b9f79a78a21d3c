-- What the bank says about the trust account: its statement files, its lines, its balances and the
-- days that it has closed.
create schema banking;

-- One row for each account that holds clients' money. Days before the database was made count as
-- closed.
create table banking.trust_account (
  bank text primary key check (bank ~ '^[0-9]{3}$'),
  -- The records of every day up to this one are complete.
  closed_through date not null
);
comment on table banking.trust_account is 'kept: books; personal: none; plain: bank';
insert into banking.trust_account (bank, closed_through)
select '812', through from app.judged where job = '';

-- How a bank writes its statements: which column holds what, as data.
create table banking.layout (
  id bigint generated always as identity primary key,
  name text not null unique,
  mapping jsonb not null,
  made_by bigint not null,
  made_at timestamptz not null
);
comment on table banking.layout is 'kept: books; personal: none; plain: name mapping';

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
  -- Null until the file was brought in a second time; imported_at is then that of the last time. A
  -- file is complete up to the day before it was first brought in, also if it is withdrawn or
  -- rolled back and brought in again later.
  first_imported_at timestamptz,
  constraint statement_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint statement_two_persons check (confirmed_by <> proposed_by)
);
comment on table banking.statement is
  'kept: books; personal: money; file: stored; clear: preview; '
  'plain: filename sha256 state failure mapping';
comment on column banking.statement.id is 'once';
comment on column banking.statement.sha256 is 'once';
comment on column banking.statement.size is 'once';
create index statement_open on banking.statement (id) where state in ('waiting', 'running');

create table banking.statement_problem (
  statement_id bigint not null references banking.statement,
  line integer not null,
  why text not null,
  primary key (statement_id, line)
);
comment on table banking.statement_problem is 'kept: books; personal: money; clear: why';
comment on column banking.statement_problem.statement_id is 'once';
comment on column banking.statement_problem.line is 'once';
comment on column banking.statement_problem.why is 'once';

-- Two persons roll a file back, with a reason. Its receipts are reversed in the ledger, and the
-- file counts as withdrawn.
create table banking.statement_rollback (
  id bigint generated always as identity primary key,
  statement_id bigint not null references banking.statement,
  reason text not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  -- Null until another person has decided.
  decided_by bigint,
  decided_at timestamptz,
  agreed boolean,
  check ((decided_at is null) = (agreed is null) and (decided_at is null) = (decided_by is null)),
  check (not agreed or asked_by <> decided_by)
);
comment on table banking.statement_rollback is 'kept: books; personal: none; plain: reason';
comment on column banking.statement_rollback.id is 'once';
comment on column banking.statement_rollback.statement_id is 'once';
comment on column banking.statement_rollback.reason is 'once';
comment on column banking.statement_rollback.asked_by is 'once';
comment on column banking.statement_rollback.asked_at is 'once';
create unique index statement_rollback_open on banking.statement_rollback (statement_id)
  where decided_at is null;
create index statement_rollback_statement on banking.statement_rollback (statement_id, id desc);
create trigger decided_once before update on banking.statement_rollback for each row
  when (old.decided_at is not null and (old.decided_by, old.decided_at, old.agreed)
    is distinct from (new.decided_by, new.decided_at, new.agreed))
  execute function app.refuse_second();

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
  -- The file that wrote the line last.
  statement_id bigint references banking.statement,
  primary key (bank, bank_date, seq)
);
comment on table banking.bank_line is
  'kept: books; personal: none; plain: bank seq reference source';
comment on column banking.bank_line.bank is 'once';
comment on column banking.bank_line.bank_date is 'once';
comment on column banking.bank_line.seq is 'once';
comment on column banking.bank_line.recorded_at is 'once';
comment on column banking.bank_line.statement_id is 'once';
create index bank_line_reference on banking.bank_line (reference) where reference is not null;
create index bank_line_recorded on banking.bank_line (recorded_at);
create index bank_line_statement on banking.bank_line (statement_id)
  where statement_id is not null;

-- The balance of the trust account at the end of a day, as the bank says.
create table banking.bank_day (
  day date primary key,
  closing bigint not null,
  source text not null check (source in ('statement', 'sandbox')),
  statement_id bigint references banking.statement,
  recorded_at timestamptz not null
);
comment on table banking.bank_day is 'kept: books; personal: none; plain: source';
comment on column banking.bank_day.day is 'once';

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
comment on table banking.closed_day is 'kept: books; personal: none; plain: bank source';
comment on column banking.closed_day.bank is 'once';
comment on column banking.closed_day.day is 'once';
comment on column banking.closed_day.source is 'once';
comment on column banking.closed_day.closing is 'once';
comment on column banking.closed_day.statement_id is 'once';
comment on column banking.closed_day.closed_at is 'once';
