-- Exceptions (a difference, a returned payment, a stuck batch, a failed job, an open bank day) are
-- told by mail once to the operators who may act.

alter table tasks.task
  add column told_at timestamptz;
create index task_untold on tasks.task (id)
  where status = 'open' and told_at is null and kind in ('bank_difference', 'attention');
