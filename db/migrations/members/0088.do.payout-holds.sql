-- Holds on the payouts and refunds of one member, such as after a court's order. One operator
-- places a hold, which counts at once, and another agrees or ends it. Only two persons lift it.
create table verification.payout_hold (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  reason text not null,
  held_by bigint not null references identity.operator,
  held_at timestamptz not null,
  -- When two persons lifted it, or the second person did not agree.
  ended_at timestamptz
);
create unique index payout_hold_lasting on verification.payout_hold (member_id)
  where ended_at is null;

-- The member's history shows the hold, as it shows a hit of the screening list.
create or replace view verification.owned as
  select 'member' as type, id, id as member_id from identity.member
  union all
  select 'screening', id, id from identity.member
  union all
  select 'order', id, member_id from investing."order"
  union all
  select 'loan', id, member_id from lending.loan
  union all
  select 'refund', id, member_id from investing.refund
  union all
  select 'financial_statement', id, member_id from verification.financial_statement
  union all
  select 'account_change', id, member_id from verification.account_change
  union all
  select 'payout_hold', id, id from identity.member;
