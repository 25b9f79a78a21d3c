-- A file is complete up to the day before it was first brought in. If it is withdrawn or rolled
-- back and brought in again later, its bytes are still those of the first day.
alter table banking.statement
  -- Null until the file was brought in a second time; imported_at is then that of the last time.
  add column first_imported_at timestamptz;
