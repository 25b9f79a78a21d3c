-- Why a member is held, and when the hold is looked at again. Of a suspicion the member is told
-- nothing; of the order of a court, the notice of a bank and a death they or their heirs are.
alter table verification.payout_hold
  add column cause text not null default 'suspicion'
    check (cause in ('suspicion', 'court', 'bank', 'death')),
  add column look_on date;
