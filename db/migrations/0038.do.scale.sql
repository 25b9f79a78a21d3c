-- What the slowest lists of a large house are read by: each index serves the pages named beside it.

-- The plans: how many loans were made under each version.
create index loan_plan on lending.loan (plan_id);
-- The batches and the reconciliation: what has not been confirmed, among all that has.
create index payment_unconfirmed on banking.payment (batch_id, status) include (amount)
  where status <> 'confirmed';
