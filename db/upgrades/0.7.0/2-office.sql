-- What operators do and two of them decide: terms, holds, texts, days off, limits; scopes of
-- tokens, and the loan book.

-- Outgoing lines of a statement are compared with the receipts whose number they name.
create index receipt_seq on banking.receipt (bank, seq);

-- The least instalment with principal (contract/law/schedule.ts INSTALMENT_MIN). Contracts from
-- before it lack it in their terms; only new ones have it.
alter table lending.loan alter column servicing_terms set default '{
  "graceDays": 7, "violationFromDay": 31,
  "penaltySteps": [{"throughDay": 180, "tenths": 1}, {"throughDay": 270, "tenths": 2}],
  "prepaymentFeeBps": 200, "prepaymentFeeInstalments": 6, "prepaymentCreditorsPercent": 50,
  "instalmentMin": 500
}';

-- The least instalment to which a borrower under an older contract agreed with a prepayment.
alter table servicing.prepayment add column instalment_min bigint check (instalment_min > 0);

-- 追償結案 ends the collection of a written-off loan, not the claim: the state is closed_with_loss. The
-- limitation of principal (15 years) and interest (5 years) counts from the last due day (Civil
-- Code 125, 126, 128). Loans that were closed before, which gave the claim up, have none of it.
alter table servicing.write_off
  add column closed_on date,
  add column closed_reason text,
  add column principal_barred_on date,
  add column interest_barred_on date,
  add constraint closed_with_loss check (num_nonnulls(closed_on, closed_reason,
    principal_barred_on, interest_barred_on) in (0, 4));

-- Why a member is held, and when the hold is looked at again. Of a suspicion the member is told
-- nothing; of the order of a court, the notice of a bank and a death they or their heirs are.
alter table verification.payout_hold
  add column cause text not null default 'suspicion'
    check (cause in ('suspicion', 'court', 'bank', 'death')),
  add column look_on date;

-- A text of a notice takes effect once a second person has agreed to exactly this version. One
-- person may put back the last text to which two agreed (`restored_from`; 0 is the default text).
-- What one person wrote before this rule stays in force, and nobody agreed to it.
alter table messages.wording
  add column state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'returned', 'withdrawn')),
  add column restored_from integer check (restored_from >= 0),
  add column decided_by bigint references identity.operator,
  add column decided_at timestamptz;
update messages.wording set state = 'approved';
alter table messages.wording
  add constraint wording_by_another check (decided_by <> made_by or state <> 'approved'),
  add constraint wording_by_two check (
    state <> 'approved' or decided_by is not null or restored_from is not null) not valid;
create unique index wording_one_waiting on messages.wording (kind, way) where state = 'waiting';

-- A version is decided once; its words, author and reason never change.
create function messages.keep_wordings() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'waiting'
    or (old.id, old.kind, old.way, old.version, old.reason, old.made_by, old.made_at)
      is distinct from
      (new.id, new.kind, new.way, new.version, new.reason, new.made_by, new.made_at)
    or (old.title, old.body, old.restored_from) is distinct from
      (new.title, new.body, new.restored_from)
  then
    raise exception 'a version of a text is decided once and never rewritten';
  end if;
  return new;
end $$;
create trigger wording_kept before update or delete on messages.wording
  for each row execute function messages.keep_wordings();

-- What a step-up is for; null serves the first act of the specification. An older program leaves
-- both null.
alter table identity.session
  add column step_up_act text,
  add column step_up_object text;

-- Days off move due days, so that two persons agree on them. One person may add today or tomorrow
-- because of a typhoon (`provisional`); it counts at once and is undone unless another confirms it.
create table servicing.holiday_change (
  id bigint generated always as identity primary key,
  act text not null check (act in ('add', 'remove')),
  -- [{day, name, business}], at most five of them.
  days jsonb not null check (jsonb_array_length(days) between 1 and 5),
  state text not null check (state in ('waiting', 'provisional', 'agreed', 'returned', 'undone')),
  -- Last day on which a provisional day may be confirmed.
  confirm_by date,
  made_by bigint not null references identity.operator,
  made_at timestamptz not null,
  decided_by bigint references identity.operator,
  decided_at timestamptz,
  -- The instalments that became payable later, with the day until which they were payable before:
  -- [{loanId, version, no, before}].
  moved jsonb not null default '[]',
  -- Whether a borrower was told of a later day; then the days stay.
  told boolean not null default false,
  constraint holiday_change_by_another check (decided_by <> made_by),
  constraint holiday_change_by_two check (state <> 'agreed' or decided_by is not null),
  check ((confirm_by is not null) or state <> 'provisional')
);
-- One person adds one day and waits for the second person before the next.
create unique index holiday_change_one_provisional on servicing.holiday_change ((true))
  where state = 'provisional';
create index holiday_change_open on servicing.holiday_change (id)
  where state in ('waiting', 'provisional');

-- The change by which a day came into the calendar; null before days were added by two.
alter table servicing.holiday
  add column change_id bigint references servicing.holiday_change;

-- The sum that an operator approves on one day is limited as well. What they approved is kept with
-- the amount that the task had then.
-- Wider: an older program limits acts only.
alter table tasks.approval_limit
  drop constraint approval_limit_subject_check,
  add constraint approval_limit_subject_check
    check (subject in ('loan', 'payment', 'loanDay', 'paymentDay'));
create table tasks.approved (
  task_id bigint primary key references tasks.task,
  operator_id bigint not null,
  subject text not null check (subject in ('loan', 'payment')),
  -- NT$
  amount bigint not null check (amount >= 0),
  -- The day in Taipei, in real time as the limits.
  day date not null
);
create index on tasks.approved (operator_id, day);
create trigger approved_unchanged before update or delete or truncate
  on tasks.approved for each statement execute function app.refuse_change();

-- A hold may be of a part, because the order of a court names an amount, and may have an end. Null:
-- all that the member is owed, and until two persons lift it.
alter table verification.payout_hold
  add column held_up_to bigint check (held_up_to > 0),
  add column ends_on date;

-- Whether a hold keeps back one payout or refund. A hold of a part keeps back the oldest of what is
-- not sent, payouts first, until the amount is reached: in whole payments, so that never less is
-- kept back than the court names.
create function verification.keeps_back(member bigint, purpose text, subject bigint)
returns boolean language sql stable begin atomic
  select exists (
    select from verification.payout_hold h
    where h.member_id = member and h.ended_at is null
      and (h.held_up_to is null or h.held_up_to > (
        select coalesce(sum(w.amount), 0) from (
          select 'payout' as purpose, id, amount from servicing.payout p
          where p.member_id = member and p.status = 'payable'
          union all
          select 'refund', id, amount from investing.refund r
          where r.member_id = member and r.status = 'payable'
        ) w where (w.purpose, w.id) < (keeps_back.purpose, keeps_back.subject))));
end;

-- Of an access token that was refreshed with a narrower scope (RFC 6749 section 6): its scopes.
-- Null: all of the permission, which stays as wide as the member gave it.
alter table identity.api_token add column scopes text[]
  check (scopes is null or (kind = 'access' and cardinality(scopes) > 0));

-- Whether the collection of a written-off loan has ended (closed_with_loss, decision 014). The
-- status of the loan stays 95, so that whoever shows the loan asks this.
create function servicing.is_closed(loan bigint) returns boolean language sql stable
begin atomic
  select exists (select from servicing.write_off w
    where w.loan_id = loan and w.closed_on is not null);
end;

-- The loan book is published once a month and in groups of borrowers (decision 047). The nights,
-- which had a row for each loan, are withdrawn: their figures and the public ids go here, and the
-- job reports.withdrawNights deletes the files whose rows are left in reports.book_file.
create table reports.book_month (
  -- The last day of the month.
  day date primary key,
  -- What everybody may read.
  statistics jsonb not null,
  -- The groups into which the month divides the book, each as the kinds of loans (grade, quarter
  -- and instalments) of its borrowers; null if the month has no figures of lateness of its own.
  groups jsonb,
  published_at timestamptz not null
);
create trigger book_month_unchanged before update or delete or truncate on reports.book_month
  for each statement execute function app.refuse_change();

-- The borrowers who were late in a month with figures of lateness. They are compared with those of
-- later months, so that no difference between two months concerns fewer than five borrowers.
create table reports.book_late (
  day date not null references reports.book_month,
  member_id bigint not null references identity.member,
  primary key (day, member_id)
);
create trigger book_late_unchanged before update or delete or truncate on reports.book_late
  for each statement execute function app.refuse_change();

-- The page says since when the nights are withdrawn, if there were any.
insert into app.setting (key, value)
select 'book_nights_withdrawn', to_jsonb((now() at time zone 'Asia/Taipei')::date)
where exists (select from reports.book_night);

drop table reports.book_night;
drop table reports.book_loan;

-- 0.7.0 publishes nights of the loan book. Its processes that serve do so without them, and none
-- starts again.
update app.schema set oldest_program = 201;

-- The comments of db/schema/ name the encrypted columns of a table; they had one each. All others
-- are taken from there (readUpgrade).
comment on column notices.outbox.recipient is null;
comment on column notices.push_device.endpoint is null;
comment on column notices.push_device.keys is null;
comment on column invoices.invoice.code is null;
comment on column invoices.preference.code is null;
comment on column mandates.file.content is null;
comment on column webhooks.endpoint.url is null;
comment on column webhooks.endpoint.secret is null;
comment on column webhooks.endpoint.previous is null;
