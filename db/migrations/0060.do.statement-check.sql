-- A statement file counts only after a second person has committed what the first brought in.
alter table banking.statement drop constraint statement_state_check;
-- What was held or half read is looked through from its start; lines that were booked are known.
update banking.statement set state = 'waiting', lines = 0, read_bytes = 0, booked = 0,
  suspended = 0, known = 0, passed_over = 0, problems = 0, confirmed_by = null, confirmed_at = null
where state in ('held', 'running');
alter table banking.statement
  add constraint statement_state_check
    check (state in ('waiting', 'running', 'proposed', 'withdrawn', 'done', 'failed')),
  -- How its lines are read. A layout that changes later changes nothing of what was proposed.
  add column mapping jsonb,
  -- Who brought it in, or had it read again, last; null for files from before.
  add column proposed_by bigint,
  -- What it was found to do, for whoever commits it.
  add column preview jsonb,
  add constraint statement_two_persons check (confirmed_by <> proposed_by);
update banking.statement s set mapping = l.mapping,
  proposed_by = case when s.state = 'waiting' then s.imported_by end
from banking.layout l where l.id = s.layout_id;
alter table banking.statement alter column mapping set not null;
