-- A decision that takes effect after some seconds, until when whoever made it may take it back. The
-- row goes when the decision is carried out or taken back. If a rule refused it meanwhile, the row
-- says why until the task is decided.
create table tasks.held_decision (
  task_id bigint primary key references tasks.task,
  operator_id bigint not null,
  -- The whole decision: its name, reason, answers to warnings, and fields.
  decision jsonb not null,
  -- Whether it leaves the task to a second person, because of a serious warning.
  to_another boolean not null,
  request_id text not null,
  -- Real time, as is the next.
  made_at timestamptz not null,
  takes_effect_at timestamptz not null,
  -- Why it did not take effect, as operators read it.
  failure text
);
comment on table tasks.held_decision is
  'kept: bounded, a minute, or until the task of one that a rule refused is decided; '
  'personal: office; clear: decision failure; plain: request_id';
comment on column tasks.held_decision.task_id is 'once';
create index held_decision_waiting on tasks.held_decision (takes_effect_at) where failure is null;
create index held_decision_operator on tasks.held_decision (operator_id);
