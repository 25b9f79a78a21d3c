-- Stored files that cannot be read: each is recorded once, and has one task.
create table app.file_fault (
  id bigint generated always as identity primary key,
  file_key text not null,
  fault text not null check (fault in ('missing', 'truncated', 'altered', 'locked')),
  found_at timestamptz not null,
  -- When the file was whole again, or no row named it any more.
  repaired_at timestamptz
);
create unique index file_fault_open on app.file_fault (file_key) where repaired_at is null;
