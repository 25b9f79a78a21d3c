-- What operators answered to the warnings of a task before they decided it. An answer serves every
-- task about the same subject as long as the warning states the same facts, so that the second
-- person reads it and is not asked again.
create table tasks.flag_answer (
  id bigint generated always as identity primary key,
  task_id bigint not null references tasks.task,
  code text not null,
  -- What the warning stated, such as the ids of the members who share an account. Another value
  -- makes it another warning.
  facts text not null,
  answer text not null,
  operator_id bigint not null,
  answered_at timestamptz not null
);
comment on table tasks.flag_answer is
  'kept: traces, for good, and about a member five years after closing; '
  'personal: office; clear: facts answer; plain: code';
comment on column tasks.flag_answer.id is 'once';
comment on column tasks.flag_answer.task_id is 'once';
comment on column tasks.flag_answer.code is 'once';
comment on column tasks.flag_answer.facts is 'once';
comment on column tasks.flag_answer.answer is 'once';
comment on column tasks.flag_answer.operator_id is 'once';
comment on column tasks.flag_answer.answered_at is 'once';
create index flag_answer_task on tasks.flag_answer (task_id, id);
