-- Reading the audit log by who and by what, and what each night's proof of its chain found.
create index audit_actor on tasks.audit (actor_type, actor_id, id);
create index audit_action on tasks.audit (action text_pattern_ops, id);

create table tasks.proof (
  id bigint generated always as identity primary key,
  proven_at timestamptz not null,
  rows bigint not null,
  broken_audit_id bigint,
  broken_how text
);
create trigger proof_append_only before update or delete on tasks.proof
  for each statement execute function door.refuse_change();
