-- What the slowest lists of a large house are read by: each index serves the pages named beside it.

-- The plans: how many loans were made under each version.
create index loan_plan on lending.loan (plan_id);
-- The batches and the reconciliation: what has not been confirmed, among all that has.
create index payment_unconfirmed on banking.payment (batch_id, status) include (amount)
  where status <> 'confirmed';

-- How far the audit log is sealed without a gap, so that the sealer need not look through all of it
-- each second. A row may be committed after rows with higher ids: `below` moves to `next` once no
-- transaction is left that may have begun before `next_at`.
create table tasks.sealing (
  one boolean primary key default true check (one),
  -- Every row up to this id is sealed, and no other will come into being there.
  below bigint not null,
  -- The last id that was given out at this moment of the real clock.
  next bigint not null,
  next_at timestamptz not null
);
insert into tasks.sealing (below, next, next_at)
select id, id, '-infinity' from (
  select coalesce((select min(a.id) - 1 from tasks.audit a
      where not exists (select from tasks.seal s where s.audit_id = a.id)),
    (select max(id) from tasks.audit), 0) as id
) sealed;
