-- Rolling back a statement file: which receipts and bank lines came by it, and who decided it.

alter table banking.receipt
  -- The file by which the receipt came; null if the bank reported it by callback.
  add column statement_id bigint references banking.statement;
create index receipt_statement on banking.receipt (statement_id) where statement_id is not null;

alter table banking.bank_line
  -- The file that wrote the line last.
  add column statement_id bigint references banking.statement;
create index bank_line_statement on banking.bank_line (statement_id)
  where statement_id is not null;

-- Two persons roll a file back, with a reason. Its receipts are reversed in the ledger, and the
-- file counts as withdrawn.
create table banking.statement_rollback (
  id bigint generated always as identity primary key,
  statement_id bigint not null references banking.statement,
  reason text not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  -- Null until another person has decided.
  decided_by bigint,
  decided_at timestamptz,
  agreed boolean,
  check ((decided_at is null) = (agreed is null) and (decided_at is null) = (decided_by is null)),
  check (not agreed or asked_by <> decided_by)
);
create unique index statement_rollback_open on banking.statement_rollback (statement_id)
  where decided_at is null;
create index statement_rollback_statement on banking.statement_rollback (statement_id, id desc);
