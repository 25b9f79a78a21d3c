-- A large or old difference between bank and books is signed only with a reason, which one person
-- writes and the second signer confirms. The signature keeps the reasons as they were confirmed:
-- [{key, amount, reason, by}].
alter table banking.difference
  add column reason text,
  add column reason_by bigint references identity.operator,
  add column reason_at timestamptz,
  -- How many days old the difference was when people were last told of its age; see differences.ts.
  add column told_days integer not null default 0,
  add constraint difference_reason check (
    (reason is null) = (reason_by is null) and (reason is null) = (reason_at is null));
alter table banking.sign_off add column reasons jsonb not null default '[]';
