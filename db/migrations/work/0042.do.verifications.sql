-- Verifications of the hash chains that an operator has asked for, beside those of each night.
create table tasks.verification (
  id bigint generated always as identity primary key,
  asked_by bigint not null,
  -- All instants are of the real clock.
  asked_at timestamptz not null,
  -- When a worker began; another one may begin again if it has not ended after a while.
  started_at timestamptz,
  finished_at timestamptz,
  failure text,
  -- The signed result, as it is in the file that an operator downloads.
  proof jsonb,
  constraint verification_ended check (
    finished_at is not null or (failure is null and proof is null)),
  constraint verification_result check (finished_at is null or (failure is null) <> (proof is null))
);
-- At most one runs at a time.
create unique index verification_once on tasks.verification ((true)) where finished_at is null;
