-- The ledger: append-only double entry. Debits positive, credits negative; every transfer sums to 0.
create schema ledger;

-- side +1: grows by debit (assets); -1: grows by credit (what we owe, income). A `floor`ed account
-- may never pass zero to the wrong side: client money cannot be overdrawn.
create table ledger.kind (
  kind text primary key,
  side smallint not null check (side in (1, -1)),
  floored boolean not null,
  about text not null
);
insert into ledger.kind (kind, side, floored, about) values
  ('trust_bank', 1, true, 'client money at the trust bank'),
  ('suspense', -1, true, 'received, owner not yet known'),
  ('order_funds', -1, true, 'paid in for an order, not yet disbursed'),
  ('borrower_prepaid', -1, true, 'received from a borrower, not yet allocated'),
  ('payable_to_investor', -1, true, 'repaid, to be paid out to the investor'),
  ('refund_payable', -1, true, 'to be sent back to a payer'),
  ('payout_in_transit', -1, true, 'handed to the bank, not yet confirmed'),
  ('platform_due', -1, true, 'our fees still lying in the trust account'),
  ('platform_bank', 1, false, 'our own account'),
  ('fee_income', -1, false, 'fees earned, without VAT'),
  ('vat_payable', -1, false, 'VAT inside the fees, owed to the tax office'),
  ('bank_fee', 1, false, 'remittance fees paid by us'),
  ('loss', 1, false, 'what we cover ourselves'),
  ('loan_receivable', 1, true, 'principal the borrower owes'),
  ('investor_claim', -1, true, 'principal of it owned by an order'),
  ('interest_receivable', 1, true, 'interest due and unpaid'),
  ('investor_interest_claim', -1, true, 'interest of it owned by the investors');

create table ledger.account (
  id bigint generated always as identity primary key,
  kind text not null references ledger.kind,
  side smallint not null,
  floored boolean not null,
  loan_id bigint,
  order_id bigint,
  member_id bigint,
  balance bigint not null default 0,
  constraint account_floor check (not floored or balance * side >= 0),
  unique nulls not distinct (kind, loan_id, order_id, member_id)
) with (fillfactor = 70);
create index account_loan on ledger.account (loan_id) where loan_id is not null;
create index account_order on ledger.account (order_id) where order_id is not null;
create index account_member on ledger.account (member_id) where member_id is not null;

create table ledger.transfer (
  -- Chosen by the caller from what caused it, so a retry cannot move money twice.
  id text primary key,
  kind text not null,
  happened_on date not null,
  recorded_at timestamptz not null default now(),
  loan_id bigint,
  memo text not null default ''
);
create index transfer_loan on ledger.transfer (loan_id) where loan_id is not null;
create index transfer_day on ledger.transfer (happened_on);

create table ledger.entry (
  transfer_id text not null,
  line integer not null,
  account_id bigint not null,
  amount bigint not null check (amount <> 0),
  primary key (transfer_id, line)
);
create index entry_account on ledger.entry (account_id);

create trigger transfer_append_only before update or delete on ledger.transfer
  for each statement execute function door.refuse_change();
create trigger entry_append_only before update or delete on ledger.entry
  for each statement execute function door.refuse_change();
