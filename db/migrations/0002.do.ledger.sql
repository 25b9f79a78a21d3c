-- The ledger: append-only double entry. Debits positive, credits negative; a transfer sums to 0.
create schema ledger;

-- side +1: grows by debit (assets); -1: grows by credit (what we owe, income). A floored account
-- may never pass zero to the wrong side: client money cannot be overdrawn. A tallied account keeps
-- its balance in its row; the others are touched by nearly every transfer, where one row would make
-- all money wait in line, so their balance is the sum of their entries (view ledger.balance).
create table ledger.kind (
  kind text primary key,
  side smallint not null check (side in (1, -1)),
  floored boolean not null,
  tallied boolean not null,
  about text not null,
  check (tallied or not floored)
);
insert into ledger.kind (kind, side, floored, tallied, about) values
  ('trust_bank', 1, false, false, 'client money at the trust bank'),
  ('suspense', -1, false, false, 'received, owner not yet known'),
  ('order_funds', -1, true, true, 'paid in for an order, not yet disbursed'),
  ('borrower_prepaid', -1, true, true, 'received from a borrower, not yet allocated'),
  ('payable_to_investor', -1, true, true, 'repaid, to be paid out to the investor'),
  ('refund_payable', -1, true, true, 'to be sent back to a payer'),
  ('platform_due', -1, false, false, 'our fees still lying in the trust account'),
  ('fee_receivable', 1, false, false, 'our claim on the trust account for those fees'),
  ('platform_bank', 1, false, false, 'our own account'),
  ('fee_income', -1, false, false, 'fees earned, without VAT'),
  ('vat_payable', -1, false, false, 'VAT inside the fees, owed to the tax office'),
  ('bank_fee', 1, false, false, 'remittance fees paid by us'),
  ('loss', 1, false, false, 'what we cover from our own money'),
  ('loan_receivable', 1, true, true, 'principal the borrower owes'),
  -- Written once an order and instalment: not tallied, since servicing.share holds the same.
  ('investor_claim', -1, false, false, 'principal of it owned by an order'),
  ('interest_receivable', 1, true, true, 'interest due and unpaid'),
  ('investor_interest_claim', -1, true, true, 'interest of it owned by the investors');

create table ledger.account (
  id bigint generated always as identity primary key,
  kind text not null references ledger.kind,
  side smallint not null,
  floored boolean not null,
  tallied boolean not null,
  -- 0 means none: plain equality finds an account by its index.
  loan_id bigint not null default 0,
  order_id bigint not null default 0,
  member_id bigint not null default 0,
  balance bigint not null default 0,
  constraint account_floor check (not floored or balance * side >= 0),
  unique (kind, loan_id, order_id, member_id)
) with (fillfactor = 70);
create index account_loan on ledger.account (loan_id) where loan_id > 0;
create index account_order on ledger.account (order_id) where order_id > 0;
create index account_member on ledger.account (member_id) where member_id > 0;

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
create index transfer_day on ledger.transfer (happened_on, id);

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

-- Posts a set of transfers at once and answers the ids that were new; an id posted before is left
-- alone. Accounts come into being at their first entry, are locked in id order, then written once
-- each however many entries they get.
create function ledger.post(
  ids text[], kinds text[], days date[], loans bigint[], memos text[],
  e_ids text[], e_kinds text[], e_loans bigint[], e_orders bigint[], e_members bigint[],
  e_amounts bigint[]
) returns text[] language plpgsql as $$
declare
  fresh text[];
  -- The account of each entry, in the order of the entries.
  accounts bigint[];
  tallies boolean[];
  missing boolean;
begin
  if exists (
    select from unnest(e_ids, e_amounts) as e (id, amount)
    group by e.id having sum(e.amount) <> 0
  ) then
    raise exception 'a transfer does not sum to zero'
      using errcode = 'integrity_constraint_violation';
  end if;

  with posted as (
    insert into ledger.transfer (id, kind, happened_on, loan_id, memo)
    select t.id, t.kind, t.day, nullif(t.loan, 0), t.memo
    from unnest(ids, kinds, days, loans, memos) as t (id, kind, day, loan, memo)
    on conflict (id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into fresh from posted;
  if cardinality(fresh) = 0 then
    return fresh;
  end if;

  for attempt in 1..2 loop
    select coalesce(array_agg(a.id order by e.line), '{}'),
      coalesce(array_agg(a.tallied order by e.line), '{}'), coalesce(bool_or(a.id is null), false)
    into accounts, tallies, missing
    from unnest(e_kinds, e_loans, e_orders, e_members) with ordinality
      as e (kind, loan_id, order_id, member_id, line)
    left join ledger.account a using (kind, loan_id, order_id, member_id);
    exit when not missing;
    if attempt = 2 then
      raise exception 'an entry names an unknown kind of account'
        using errcode = 'integrity_constraint_violation';
    end if;
    insert into ledger.account (kind, side, floored, tallied, loan_id, order_id, member_id)
    select distinct k.kind, k.side, k.floored, k.tallied, e.loan_id, e.order_id, e.member_id
    from unnest(e_kinds, e_loans, e_orders, e_members, accounts)
      as e (kind, loan_id, order_id, member_id, id)
    join ledger.kind k on k.kind = e.kind
    where e.id is null
    on conflict do nothing;
  end loop;

  perform from ledger.account
  where id in (
    select distinct account from unnest(accounts, tallies) as e (account, tallied) where tallied)
  order by id for no key update;

  insert into ledger.entry (transfer_id, line, account_id, amount)
  select e.id, e.line, e.account, e.amount
  from unnest(e_ids, accounts, e_amounts) with ordinality as e (id, account, amount, line)
  where cardinality(fresh) = cardinality(ids) or e.id = any (fresh);

  update ledger.account a set balance = a.balance + d.delta
  from (
    select e.account, sum(e.amount)::bigint as delta
    from unnest(e_ids, accounts, tallies, e_amounts) as e (id, account, tallied, amount)
    where e.tallied and (cardinality(fresh) = cardinality(ids) or e.id = any (fresh))
    group by e.account
  ) d
  where a.id = d.account and d.delta <> 0;
  return fresh;
end $$;

-- Every account's balance in its natural sign: what lies there, positive.
create view ledger.balance as
select a.id, a.kind, a.loan_id, a.order_id, a.member_id,
  a.side * case when a.tallied then a.balance
    else coalesce((select sum(e.amount)::bigint from ledger.entry e where e.account_id = a.id), 0)
  end as balance
from ledger.account a;
