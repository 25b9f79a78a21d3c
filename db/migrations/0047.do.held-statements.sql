-- A statement file with bad lines is held: nothing of it is booked until a person has said so.
alter table banking.statement
  drop constraint statement_state_check,
  add constraint statement_state_check
    check (state in ('waiting', 'running', 'held', 'withdrawn', 'done', 'failed')),
  -- Who said that its good lines are to be booked without the bad ones.
  add column confirmed_by bigint,
  add column confirmed_at timestamptz,
  add constraint statement_confirmed check ((confirmed_by is null) = (confirmed_at is null));
