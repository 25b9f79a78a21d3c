-- What an instalment has borne late, exactly, and what was charged of it: late charges are rounded
-- once over all days, not receipt by receipt. Rows that were charged before begin anew with the
-- days that follow.
alter table servicing.instalment
  -- The sum of overdue principal × days through charged_until.
  add column late_principal_days bigint not null default 0 check (late_principal_days >= 0),
  -- The sum of overdue principal × the penalty's rate (tenths of a basis point) × days.
  add column late_penalty_parts bigint not null default 0 check (late_penalty_parts >= 0),
  add column late_interest_charged bigint not null default 0 check (late_interest_charged >= 0),
  add column penalty_charged bigint not null default 0 check (penalty_charged >= 0);
comment on column servicing.instalment.charged_until is
  'the last day that the tally of late days counts; days of grace are counted, not charged';
