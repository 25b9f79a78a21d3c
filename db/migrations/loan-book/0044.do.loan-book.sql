-- The open loan book: public ids of loans, and for each night its statistics and files. No other
-- table changes, so an older program goes on working.

-- The id under which a loan is published. It is random, and shown nowhere else, so that nobody can
-- find the published row of a case whose number they know.
create table reports.book_loan (
  loan_id bigint primary key references lending.loan,
  public_id uuid not null unique default gen_random_uuid()
);

-- A night of the loan book: the state at the end of a day that the bank has closed. It never
-- changes once it is published.
create table reports.book_night (
  day date primary key,
  -- The figures of the page /statistics, calculated from the rows of the night's files.
  statistics jsonb not null,
  published_at timestamptz not null
);

create table reports.book_file (
  day date not null,
  -- For example loans.csv.gz.
  name text not null,
  rows integer not null check (rows >= 0),
  -- Size and SHA-256 of the compressed file, as it is downloaded.
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  -- Where the encrypted file lies, and its key.
  stored jsonb not null,
  published_at timestamptz not null,
  primary key (day, name)
);
