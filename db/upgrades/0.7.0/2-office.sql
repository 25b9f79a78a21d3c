-- What operators do and two of them decide: terms, holds, texts, days off, limits.

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
