-- The inbox of the operators, the audit log of every change of state, and the security events.
create schema tasks;

create table tasks.task (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_type text not null,
  subject_id bigint not null,
  subject_label text not null,
  status text not null default 'open' check (status in ('open', 'done')),
  detail jsonb not null default '{}',
  priority text not null default 'normal' check (priority in ('normal', 'high')),
  priority_reason text,
  assignee_id bigint,
  assigned_at timestamptz,
  maker_id bigint,
  checker_id bigint,
  decision text,
  reason text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  -- 0: nobody was told that it is overdue; 1: those who may decide it; 2: the admins as well.
  escalation smallint not null default 0 check (escalation between 0 and 2),
  escalated_at timestamptz,
  -- When operators were told of it by mail, which exceptions are once: a difference, a returned
  -- payment, a stuck batch, a failed job, an open bank day.
  told_at timestamptz,
  -- Others who have made a part of what the task is about, besides the person who presented it.
  -- None of them may decide it either.
  other_makers bigint[] not null default '{}',
  constraint task_by_another check (checker_id <> all (other_makers))
);
comment on table tasks.task is
  'kept: traces, for good, names masked, and about a member five years after closing; '
  'personal: office; clear: subject_label detail reason; '
  'plain: kind subject_type status decision priority priority_reason other_makers';
comment on column tasks.task.id is 'once';
comment on column tasks.task.kind is 'once';
comment on column tasks.task.subject_type is 'once';
comment on column tasks.task.subject_id is 'once';
comment on column tasks.task.maker_id is 'once';
create index task_subject on tasks.task (subject_type, subject_id);
-- At most one open task of a kind for a subject.
create unique index task_open_once on tasks.task (kind, subject_type, subject_id)
  where status = 'open';
-- The inbox: open or done, all kinds or one, what is due first.
create index task_due on tasks.task (status, due_at, id);
create index task_inbox on tasks.task (status, kind, due_at, id);
create index task_assignee on tasks.task (assignee_id) where status = 'open';
-- How many wait in each queue, how many of them are unassigned, and since when.
create index task_waiting on tasks.task (kind, due_at, assignee_id, created_at)
  where status = 'open';
create index task_untold on tasks.task (id)
  where status = 'open' and told_at is null and kind in ('bank_difference', 'attention');
-- The reports on decided tasks.
create index task_decided on tasks.task (decided_at) where status = 'done';
create index task_served on tasks.task (kind, decided_at) include (created_at, due_at, checker_id)
  where status = 'done';

-- When operators are absent, and who substitutes for them.
create table tasks.absence (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  first_day date not null,
  last_day date not null,
  substitute_id bigint,
  made_by bigint not null,
  made_at timestamptz not null,
  -- When the operator was back earlier, or the entry was a mistake.
  ended_at timestamptz,
  constraint absence_days check (last_day >= first_day),
  constraint absence_substitute check (substitute_id <> operator_id)
);
comment on table tasks.absence is 'kept: traces; personal: none';
create index absence_operator on tasks.absence (operator_id, last_day) where ended_at is null;

-- The operator to whom a task of a kind was assigned automatically last.
create table tasks.turn (
  kind text primary key,
  operator_id bigint not null
);
comment on table tasks.turn is
  'kept: bounded, what people at the office make; personal: none; plain: kind';

-- Amounts up to which an operator may approve loans and payments, an act and a day, as two admins
-- have set them.
create table tasks.approval_limit (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  subject text not null check (subject in ('loan', 'payment', 'loanDay', 'paymentDay')),
  -- NT$; null means that there is no limit.
  amount bigint check (amount >= 0),
  made_by bigint not null,
  approved_by bigint not null,
  -- The instant from which it counts; a higher limit counts a day after it was approved.
  valid_from timestamptz not null,
  constraint approval_limit_by_two check (made_by <> approved_by)
);
comment on table tasks.approval_limit is 'kept: traces; personal: none; plain: subject';
create index on tasks.approval_limit (operator_id, subject, id desc);
create trigger approval_limit_unchanged before update or delete or truncate
  on tasks.approval_limit for each statement execute function app.refuse_change();

-- What an operator approved on a day, with the amount that the task had then, because the sum of a
-- day is limited as well.
create table tasks.approved (
  task_id bigint primary key references tasks.task,
  operator_id bigint not null,
  subject text not null check (subject in ('loan', 'payment')),
  -- NT$
  amount bigint not null check (amount >= 0),
  -- The day in Taipei, in real time as the limits.
  day date not null
);
comment on table tasks.approved is 'kept: traces; personal: none; plain: subject';
create index on tasks.approved (operator_id, day);
create trigger approved_unchanged before update or delete or truncate
  on tasks.approved for each statement execute function app.refuse_change();

-- The views of the office's lists that an operator has saved.
create table tasks.view (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  list text not null check (list in ('tasks', 'loans', 'orders', 'members')),
  name text not null,
  -- Filters, order and columns, as parameters of the list's URL.
  query jsonb not null,
  created_at timestamptz not null default now(),
  unique (operator_id, list, name)
);
comment on table tasks.view is
  'kept: bounded, what people at the office make; personal: none; plain: list name query';

-- What operators note on members, loans, orders and tasks. A note is never changed.
create table tasks.note (
  id bigint generated always as identity primary key,
  subject_type text not null check (subject_type in ('member', 'loan', 'order', 'task')),
  subject_id bigint not null,
  -- The member whom the subject belongs to, and the loan if it is one or a task about one.
  member_id bigint,
  loan_id bigint,
  author_id bigint not null,
  -- Encrypted, because people write about people.
  text text not null,
  created_at timestamptz not null,
  -- A note may belong to the legal file of its loan; its attachments are the file's papers.
  topic text check (topic is null or topic = 'legal' and subject_type = 'loan')
);
comment on table tasks.note is
  'kept: person, five years after closing; personal: office; sealed: text; '
  'plain: subject_type topic';
create index note_subject on tasks.note (subject_type, subject_id, id desc);
create index note_member on tasks.note (member_id, id desc) where member_id is not null;
create index note_loan on tasks.note (loan_id, id desc) where loan_id is not null;

create table tasks.note_file (
  id bigint generated always as identity primary key,
  note_id bigint not null references tasks.note on delete cascade,
  content_type text not null,
  filename text not null,
  stored jsonb not null
);
comment on table tasks.note_file is
  'kept: person, five years after closing; personal: office; file: stored; clear: filename; '
  'plain: content_type';
create index note_file_note on tasks.note_file (note_id);

-- Colleagues who are mentioned in a note, and when each has read it.
create table tasks.mention (
  note_id bigint not null references tasks.note on delete cascade,
  operator_id bigint not null,
  read_at timestamptz,
  primary key (note_id, operator_id)
);
comment on table tasks.mention is 'kept: person; personal: none';
create index mention_operator on tasks.mention (operator_id, note_id desc);
create index mention_unread on tasks.mention (operator_id) where read_at is null;

create table tasks.audit (
  id bigint generated always as identity primary key,
  -- When it happened by the business clock, which is apart from when it was recorded.
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('member', 'operator', 'system', 'bank')),
  actor_id bigint,
  subject_type text not null,
  subject_id bigint not null,
  action text not null,
  from_status text,
  to_status text,
  reason text,
  snapshot jsonb not null default '{}',
  request_id text
);
comment on table tasks.audit is
  'kept: traces, for good; personal: audit; clear: reason snapshot; '
  'plain: actor_type subject_type action from_status to_status request_id';
create trigger audit_append_only before update or delete on tasks.audit
  for each statement execute function app.refuse_change();
-- The log of one subject, read from the index alone because a member may have thousands of orders.
create index audit_about on tasks.audit (subject_type, subject_id, id) include (at, action);
-- The log by type of subject, by day, by actor and by action.
create index audit_subject_type on tasks.audit (subject_type, id);
create index audit_at on tasks.audit (at);
create index audit_actor on tasks.audit (actor_type, actor_id, id);
create index audit_action on tasks.audit (action text_pattern_ops, id);
-- The reports: the moves of each loan, the loans that moved since a day, and the loans that were
-- ever more than 30 days late, declared or written off.
create index audit_loan_path on tasks.audit (subject_id, id) include (at, from_status, to_status)
  where subject_type = 'loan' and to_status is not null;
create index audit_loan_moved on tasks.audit (at, subject_id)
  where subject_type = 'loan' and to_status is not null;
create index audit_loan_violation on tasks.audit (subject_id)
  where subject_type = 'loan' and to_status in ('70', '75', '80', '95');

-- The chain of hashes over the log, written a moment later by a single sealer, so that no
-- transaction waits for another's place in the chain.
create table tasks.seal (
  position bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
comment on table tasks.seal is 'kept: traces; personal: none; plain: hash';
create trigger seal_append_only before update or delete on tasks.seal
  for each statement execute function app.refuse_change();

-- How far the log is sealed without a gap, so that the sealer need not read all of it each second.
-- A row may be committed after rows with higher ids, so `below` moves to `next` only once no
-- transaction is left that may have begun before `next_at`.
create table tasks.sealing (
  one boolean primary key default true check (one),
  -- Every row up to this id is sealed, and no other row can appear there.
  below bigint not null,
  -- The last id that was given out at this time of the real clock.
  next bigint not null,
  next_at timestamptz not null
);
comment on table tasks.sealing is 'kept: traces; personal: none';
insert into tasks.sealing (below, next, next_at) values (0, 0, '-infinity');

-- What each night's proof of the chains and of their signed heads found.
create table tasks.proof (
  id bigint generated always as identity primary key,
  proven_at timestamptz not null,
  chain text not null default 'audit' check (chain in ('audit', 'ledger', 'heads')),
  rows bigint not null,
  -- The first broken row: of the audit log by its id, of the other chains by its name.
  broken_audit_id bigint,
  broken_row text,
  broken_how text
);
comment on table tasks.proof is 'kept: traces; personal: none; plain: chain broken_row broken_how';
create trigger proof_append_only before update or delete on tasks.proof
  for each statement execute function app.refuse_change();
create index proof_chain on tasks.proof (chain, id);

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
comment on table tasks.verification is 'kept: traces; personal: none; plain: failure proof';
-- At most one runs at a time.
create unique index verification_once on tasks.verification ((true)) where finished_at is null;

-- The log of security events. One row counts the equal events of a few seconds. The program may add
-- and read rows; it may change none, and delete only old ones (`tasks.forget_security_events`). Its
-- rows lie in months (0208.do.months.sql).
create table tasks.security_event (
  id bigint generated always as identity,
  at timestamptz not null,
  until timestamptz not null,
  kind text not null,
  times integer not null check (times > 0),
  -- The refusal's code; never anything that was typed.
  code text,
  call text not null,
  -- An IPv4 address or a /64 network. Null where events of many sources are counted together.
  address text,
  -- The browser in words, and the beginning of a hash of its user agent.
  agent text,
  -- A keyed fingerprint of the e-mail address that was typed.
  account text,
  member_id bigint,
  operator_id bigint,
  request_id text,
  primary key (id, at)
) partition by range (at);
comment on table tasks.security_event is
  'kept: period, 180 days, and until its month has ended; personal: security; '
  'fingerprint: account agent; clear: address; plain: kind code call request_id';
create index security_event_at on tasks.security_event (at);
create index security_event_kind on tasks.security_event (kind, at);
-- One kind, newest first, without walking over all the others.
create index security_event_kind_id on tasks.security_event (kind, id);
create index security_event_member on tasks.security_event (member_id, id)
  where member_id is not null;
create index security_event_operator on tasks.security_event (operator_id, id)
  where operator_id is not null;
create index security_event_address on tasks.security_event (address, id)
  where address is not null;
create index security_event_account on tasks.security_event (account, id)
  where account is not null;

-- When a person was asked to look, by which rule and about which source: at most once a day each.
create table tasks.security_alarm (
  id bigint generated always as identity primary key,
  rule text not null,
  source text not null,
  measured integer not null,
  raised_at timestamptz not null
);
comment on table tasks.security_alarm is
  'kept: period, 180 days; personal: security; fingerprint: source; plain: rule';
create index security_alarm_source on tasks.security_alarm (rule, source, raised_at);
create index security_alarm_raised on tasks.security_alarm (raised_at);

-- Deletes the months of security events that ended 180 days ago, and alarms by the day. From the
-- first partition, which has no beginning, it deletes rows. The age is fixed and measured by the
-- database's clock, so that somebody who holds the program's role cannot delete the traces of what
-- they did.
create function tasks.forget_security_events() returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  old constant timestamptz := now() - interval '180 days';
  dropped constant bigint := app.drop_months('tasks.security_event', old);
  forgotten bigint;
begin
  delete from tasks.security_alarm where raised_at < old;
  delete from tasks.security_event
  where at < app.month_start((old at time zone 'Asia/Taipei')::date);
  get diagnostics forgotten = row_count;
  return dropped + forgotten;
end $$;
