-- Others who have made a part of what a task is about, besides the person who presented it. None of
-- them may decide it either. An older program goes on working.
alter table tasks.task
  add column other_makers bigint[] not null default '{}',
  add constraint task_by_another check (checker_id <> all (other_makers));
