-- The ledger: append-only double entry. Debits are positive, credits negative, and the entries of a
-- transfer sum to 0. docs/ledger.sql explains it by running it.
create schema ledger;

-- side +1: the account grows by debit (assets); -1: it grows by credit (what we owe, income).
-- A floored account may never pass zero to the wrong side, so that client money cannot be
-- overdrawn. A tallied account keeps its balance in its row. The others are touched by nearly every
-- transfer, and updating one row would make all of these wait for each other; the balance of such
-- an account is the sum of its entries (view ledger.balance).
-- Each account belongs to the trust (the customers' money) or to the company, and every transfer
-- balances within each of them. contract/ledger/chart.ts has the code and the name of each account.
create table ledger.kind (
  kind text primary key,
  entity text not null check (entity in ('trust', 'company')),
  side smallint not null check (side in (1, -1)),
  floored boolean not null,
  tallied boolean not null,
  about text not null,
  check (tallied or not floored)
);
comment on table ledger.kind is 'kept: books; personal: none; plain: kind entity about';
insert into ledger.kind (kind, entity, side, floored, tallied, about) values
  ('trust_bank', 'trust', 1, false, false, 'client money at the trust bank'),
  ('suspense', 'trust', -1, false, false, 'received, owner not yet known'),
  ('order_funds', 'trust', -1, true, true, 'paid in for an order, not yet disbursed'),
  ('borrower_prepaid', 'trust', -1, true, true, 'received from a borrower, not yet allocated'),
  ('payable_to_investor', 'trust', -1, true, true, 'repaid, to be paid out to the investor'),
  ('refund_payable', 'trust', -1, true, true, 'to be sent back to a payer'),
  ('platform_due', 'trust', -1, false, false, 'owed to the company: its fees in the trust account'),
  ('fee_receivable', 'company', 1, false, false, 'our claim on the trust account for those fees'),
  ('platform_bank', 'company', 1, false, false, 'our own account'),
  ('fee_income', 'company', -1, false, false,
    'fees earned; the VAT inside them leaves at each day''s close'),
  ('vat_payable', 'company', -1, false, false,
    'VAT inside the fees of each tax period, owed to the tax office'),
  ('bank_fee', 'company', 1, false, false, 'remittance fees paid by us'),
  ('loss', 'company', 1, false, false, 'what we cover from our own money'),
  ('loan_receivable', 'trust', 1, true, true, 'principal the borrower owes'),
  -- Not tallied, because servicing.share holds the same figure for each order.
  ('investor_claim', 'trust', -1, false, false, 'principal of it owned by an order'),
  ('interest_receivable', 'trust', 1, true, true, 'interest due and unpaid'),
  ('investor_interest_claim', 'trust', -1, true, true, 'interest of it owned by the investors'),
  ('court_receivable', 'company', 1, true, true, 'court costs we paid, claimed of the borrower'),
  ('recourse_receivable', 'company', 1, true, true,
    'taken back by the bank, covered by us, pursued'),
  ('trust_interest', 'trust', -1, false, false, 'bank interest that belongs to the customers'),
  ('share_capital', 'company', -1, false, false, 'paid in by the shareholders'),
  ('retained_earnings', 'company', -1, false, false, 'results of the closed years'),
  ('operating_expense', 'company', 1, false, false, 'expenses without an account of their own'),
  ('interest_income', 'company', -1, false, false, 'bank interest that belongs to the company');

create table ledger.account (
  id bigint generated always as identity primary key,
  kind text not null references ledger.kind,
  side smallint not null,
  floored boolean not null,
  tallied boolean not null,
  -- 0 means none, so that plain equality finds an account by its index.
  loan_id bigint not null default 0,
  order_id bigint not null default 0,
  member_id bigint not null default 0,
  balance bigint not null default 0,
  constraint account_floor check (not floored or balance * side >= 0),
  unique (kind, loan_id, order_id, member_id)
) with (fillfactor = 70);
comment on table ledger.account is 'kept: books; personal: none; plain: kind';
create index account_loan on ledger.account (loan_id) where loan_id > 0;
create index account_order on ledger.account (order_id) where order_id > 0;
create index account_member on ledger.account (member_id) where member_id > 0;
-- The office's list of accounts, the newest of a kind first.
create index account_kind on ledger.account (kind, id);

create table ledger.transfer (
  -- The caller derives it from what caused the transfer, so that a retry cannot move money twice.
  id text primary key,
  kind text not null,
  -- The bank's value date, which interest and lateness follow.
  happened_on date not null,
  -- The accounting day, which sums and reports follow: happened_on, or the first open day where
  -- that day was already closed. Set by ledger.post.
  booked_on date not null,
  recorded_at timestamptz not null default clock_timestamp(),
  loan_id bigint,
  memo text not null default ''
);
comment on table ledger.transfer is 'kept: books; personal: none; plain: id kind memo';
create index transfer_loan on ledger.transfer (loan_id) where loan_id is not null;
create index transfer_booked on ledger.transfer (booked_on, id);
create index transfer_recorded on ledger.transfer (recorded_at);
create index transfer_year_closed on ledger.transfer (booked_on) where kind = 'year_closed';
create index transfer_closing on ledger.transfer (booked_on) where kind = 'closing';
-- The few transfers that were recorded after their day was closed.
create index transfer_late on ledger.transfer (booked_on) where booked_on > happened_on;

create table ledger.entry (
  transfer_id text not null,
  line integer not null,
  account_id bigint not null,
  amount bigint not null check (amount <> 0),
  primary key (transfer_id, line)
);
comment on table ledger.entry is 'kept: books; personal: none; plain: transfer_id';
-- Sums the entries of accounts that are not tallied, without reading the table.
create index entry_account_amount on ledger.entry (account_id) include (amount);

create trigger transfer_append_only before update or delete on ledger.transfer
  for each statement execute function app.refuse_change();
create trigger entry_append_only before update or delete on ledger.entry
  for each statement execute function app.refuse_change();

create table ledger.closed (
  one boolean primary key default true check (one),
  -- All days before it are closed.
  first_open date not null default '-infinity'
);
comment on table ledger.closed is 'kept: books; personal: none';
insert into ledger.closed default values;

-- Client money is short if the trust owes the company less than nothing, that is if the balance of
-- platform_due is negative: the trust account then holds less than belongs to its customers. What
-- the company owes is not netted against what customers own.
--
-- ledger.post keeps one open row for as long as that lasts, with exactly the amount that lacks, so
-- that no way of moving money can forget it. Releases, payments and signatures ask for this row.
create table ledger.shortfall (
  id bigint generated always as identity primary key,
  -- The transfer by which the company's own money in the trust was used up, and its accounting day.
  cause text not null,
  since date not null,
  -- NT$ that lacks now; 0 once it is over.
  amount bigint not null,
  -- NT$ that lacked at most.
  most bigint not null,
  opened_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint shortfall_over check ((ended_at is null) = (amount > 0) and amount between 0 and most)
);
comment on table ledger.shortfall is 'kept: books; personal: none; plain: cause';
create unique index shortfall_open on ledger.shortfall ((true)) where ended_at is null;

-- Compares platform_due with zero after `moved` NT$ were posted to it, debits positive. What lowers
-- it waits for everything else that touches it and is not committed yet, because two such
-- transactions would each miss the other's part. What raises it waits for nobody, unless money is
-- short: then it takes turns with the others at the row.
create function ledger.watch_short(by text, moved bigint) returns void language plpgsql
set search_path = pg_catalog, pg_temp as $$
declare
  standing ledger.shortfall;
  short bigint;
begin
  if moved is null then
    return;
  end if;
  if moved > 0 then
    perform pg_advisory_xact_lock(8, 4);
  else
    perform pg_advisory_xact_lock_shared(8, 4);
    if not exists (select from ledger.shortfall where ended_at is null) then
      return;
    end if;
  end if;
  select * into standing from ledger.shortfall where ended_at is null for update;
  select greatest(0, coalesce(sum(amount), 0)) into short from ledger.moved
  where kind = 'platform_due';
  if standing.id is not null then
    update ledger.shortfall set amount = short, most = greatest(most, short),
      ended_at = case when short = 0 then clock_timestamp() end
    where id = standing.id;
  elsif short > 0 then
    insert into ledger.shortfall (cause, since, amount, most)
    select id, booked_on, short, short from ledger.transfer where id = by;
  end if;
end $$;

-- Posts a set of transfers at once and returns the ids that were new; a transfer whose id was
-- posted before is skipped. An account is created at its first entry. Accounts are locked in the
-- order of their ids and written once each, however many entries they get.
-- It runs with the owner's rights, because the program may not write these tables itself. It
-- refuses entries of transfers that are not posted in the same call, because with them the program
-- could add to a transfer of the past. An unknown kind of account is refused where its account is
-- looked up; all others belong to an entity, and what balances within each entity sums to zero.
--
-- It also decides the accounting day of every transfer, once for all transfers of a call; nothing
-- else does. Closing days takes its lock exclusively: it waits for all that is being posted, and
-- all that comes later sees the days closed. The time is read under the lock, so that it tells
-- before from after. Only the year-end close is booked on a closed day, the last one of the year,
-- because it carries the figures of all of them.
--
-- Its plans are made once: PostgreSQL would otherwise plan each statement for the length of each
-- call's arrays, although the plans are alike, and this took longer than to post one transfer.
create function ledger.post(
  ids text[], kinds text[], days date[], loans bigint[], memos text[],
  e_ids text[], e_kinds text[], e_loans bigint[], e_orders bigint[], e_members bigint[],
  e_amounts bigint[]
) returns text[] language plpgsql
security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  fresh text[];
  -- The account of each entry, in the order of the entries.
  accounts bigint[];
  tallies boolean[];
  missing boolean;
  opened date;
begin
  if exists (
    select from unnest(e_ids, e_kinds, e_amounts) as e (id, kind, amount)
    join ledger.kind k on k.kind = e.kind
    group by e.id, k.entity having sum(e.amount) <> 0
  ) then
    raise exception 'a transfer does not balance within each entity'
      using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select unnest(e_ids) except select unnest(ids)) then
    raise exception 'an entry belongs to none of these transfers'
      using errcode = 'integrity_constraint_violation';
  end if;

  perform pg_advisory_xact_lock_shared(8, 3);
  select first_open into opened from ledger.closed;
  if 'year_closed' = any (kinds) and exists (
    select from unnest(kinds, days) as t (kind, day)
    where t.kind = 'year_closed' and (t.day >= opened or to_char(t.day, 'MM-DD') <> '12-31')
  ) then
    raise exception 'a year is closed on its last day, after this day was closed'
      using errcode = 'integrity_constraint_violation';
  end if;
  with posted as (
    insert into ledger.transfer (id, kind, happened_on, booked_on, loan_id, memo)
    select t.id, t.kind, t.day,
      case t.kind when 'year_closed' then t.day else greatest(t.day, opened) end,
      nullif(t.loan, 0), t.memo
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

  if 'platform_due' = any (e_kinds) then
    perform ledger.watch_short(
      (array_agg(e.id order by e.amount desc))[1], sum(e.amount)::bigint)
    from unnest(e_ids, e_kinds, e_amounts) as e (id, kind, amount)
    where e.kind = 'platform_due'
      and (cardinality(fresh) = cardinality(ids) or e.id = any (fresh));
  end if;
  return fresh;
end $$;

-- Every account's balance in its natural sign: positive is what lies there.
create view ledger.balance as
select a.id, a.kind, a.loan_id, a.order_id, a.member_id,
  a.side * case when a.tallied then a.balance
    else coalesce((select sum(e.amount)::bigint from ledger.entry e where e.account_id = a.id), 0)
  end as balance
from ledger.account a;

-- What moved in each kind of account on each accounting day by each kind of transfer, debits
-- positive. It is added up a moment after the transfers were recorded, so that a balance or a month
-- is read without reading all entries.
create table ledger.day_total (
  day date not null,
  transfer_kind text not null,
  kind text not null references ledger.kind,
  transfers integer not null,
  amount bigint not null,
  -- The sum of the debits alone; the credits are debit - amount.
  debit bigint not null check (debit >= 0 and debit >= amount),
  primary key (day, transfer_kind, kind)
);
comment on table ledger.day_total is 'kept: books; personal: none; plain: transfer_kind kind';
comment on column ledger.day_total.day is 'once';
comment on column ledger.day_total.transfer_kind is 'once';
comment on column ledger.day_total.kind is 'once';
-- The ledger of one kind of account, day by day.
create index day_total_kind on ledger.day_total (kind, day) include (amount, debit);
create table ledger.added_up (
  one boolean primary key default true check (one),
  -- What was recorded before it is in the sums; nothing before it can still be under way.
  until timestamptz not null default '-infinity'
);
comment on table ledger.added_up is 'kept: books; personal: none';
insert into ledger.added_up default values;

-- The sums and what was recorded since: together exactly all entries. `offset 0` keeps the planner
-- from joining the whole tables; new transfers are looked up one by one.
create view ledger.moved as
select day, transfer_kind, kind, transfers, amount, debit from ledger.day_total
union all
select t.booked_on, t.kind, e.kind, 1, e.amount, e.debit
from (
  select id, kind, booked_on from ledger.transfer
  where recorded_at >= (select until from ledger.added_up) offset 0
) t
cross join lateral (
  select a.kind, sum(x.amount)::bigint as amount,
    coalesce(sum(x.amount) filter (where x.amount > 0), 0)::bigint as debit
  from (select account_id, amount from ledger.entry where transfer_id = t.id offset 0) x
  cross join lateral (select kind from ledger.account where id = x.account_id offset 0) a
  group by a.kind
) e;

-- What each close of a day found: the fees of the tax period through the day, and the VAT of that
-- sum. A fee is booked with the VAT inside it, and one entry a day moves the difference to
-- vat_payable (decision 018).
create table ledger.vat_day (
  day date primary key,
  period_from date not null,
  fees bigint not null,
  vat bigint not null,
  -- By the database's clock, while nobody posts: what was recorded before it is in the sums.
  booked_at timestamptz not null
);
comment on table ledger.vat_day is 'kept: books; personal: none';
comment on column ledger.vat_day.day is 'once';
comment on column ledger.vat_day.period_from is 'once';

-- What each night's proof of the books found, shown where the books are too long to be proven
-- while somebody waits.
create table ledger.proof (
  id bigint generated always as identity primary key,
  proven_at timestamptz not null,
  -- [{kind, balance, accounts}] and [{name, broken}], as the page of the books shows them.
  balances jsonb not null,
  laws jsonb not null
);
comment on table ledger.proof is 'kept: books; personal: none; plain: balances laws';
create trigger proof_append_only before update or delete on ledger.proof
  for each statement execute function app.refuse_change();

-- The chain of hashes over the ledger: one seal for each transfer with its entries, written a
-- moment after it by a single sealer, so that no transaction waits for another's place.
create table ledger.seal (
  position bigint primary key check (position > 0),
  transfer_id text not null unique,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
comment on table ledger.seal is 'kept: books; personal: none; plain: transfer_id hash';
create trigger seal_append_only before update or delete on ledger.seal
  for each statement execute function app.refuse_change();

-- Every transfer recorded before `below` is sealed, and no other can be recorded before it.
create table ledger.sealing (
  one boolean primary key default true check (one),
  below timestamptz not null default '-infinity'
);
comment on table ledger.sealing is 'kept: books; personal: none';
insert into ledger.sealing default values;
