-- Our own implementations of common ledger designs, with which the product's speed is compared.
create schema bench;

-- Orders in plain SQL: each order locks its loan case, is inserted with its foreign keys, and adds
-- its amount to the totals of the case.
create table bench.member (id bigint primary key, exposure bigint not null default 0);
create table bench.case (
  id bigint primary key,
  target bigint not null,
  reserved bigint not null default 0 check (reserved <= target)
);
create table bench.order (
  id bigint generated always as identity primary key,
  case_id bigint not null references bench.case,
  member_id bigint not null references bench.member,
  amount bigint not null,
  idempotency_key text,
  virtual_account text not null,
  created_at timestamptz not null default now()
);
create index on bench.order (case_id, id);
create index on bench.order (member_id, id);
create unique index on bench.order (member_id, idempotency_key);

-- Batched transfers in the design of tb-perf: one call per batch, in which each transfer locks its
-- two accounts in the order of their ids, checks and updates both, and inserts one row.
create table bench.account (id bigint primary key, balance bigint not null check (balance >= 0));
create table bench.transfer (
  id bigint generated always as identity primary key,
  source_id bigint not null references bench.account,
  dest_id bigint not null references bench.account,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);
create index on bench.transfer (source_id);
create index on bench.transfer (dest_id);
create index on bench.transfer (created_at);
create function bench.transfer_batch(sources bigint[], dests bigint[], amounts bigint[])
returns smallint[] language plpgsql as $$
declare
  results smallint[] := '{}';
  held bigint;
begin
  for k in 1 .. cardinality(sources) loop
    begin
      perform from bench.account where id = least(sources[k], dests[k]) for update;
      perform from bench.account where id = greatest(sources[k], dests[k]) for update;
      select balance into held from bench.account where id = sources[k];
      if held < amounts[k] then
        results := array_append(results, 1::smallint);
        continue;
      end if;
      update bench.account set balance = balance - amounts[k] where id = sources[k];
      update bench.account set balance = balance + amounts[k] where id = dests[k];
      insert into bench.transfer (source_id, dest_id, amount)
      values (sources[k], dests[k], amounts[k]);
      results := array_append(results, 0::smallint);
    exception when others then
      results := array_append(results, 3::smallint);
    end;
  end loop;
  return results;
end $$;

-- Single transfers in the design of pgledger, where each account of a transfer gets an entry with
-- its balance before and after. The ids are text, accounts have versions, and amounts are numeric.
create table bench.book (
  id text primary key,
  balance numeric not null default 0,
  version bigint not null default 0,
  updated_at timestamptz not null default now()
);
create table bench.posting (
  id text primary key default uuidv7()::text,
  from_id text not null references bench.book,
  to_id text not null references bench.book,
  amount numeric not null check (amount > 0),
  created_at timestamptz not null default now(),
  event_at timestamptz not null default now()
);
create index on bench.posting (from_id);
create index on bench.posting (to_id);
create index on bench.posting (event_at);
create table bench.line (
  id text primary key default uuidv7()::text,
  book_id text not null references bench.book,
  posting_id text not null references bench.posting,
  amount numeric not null,
  before numeric not null,
  after numeric not null,
  version bigint not null,
  created_at timestamptz not null default now()
);
create index on bench.line (book_id);
create index on bench.line (posting_id);
create function bench.post_one(source text, dest text, sum numeric) returns text
language plpgsql as $$
declare
  f bench.book;
  t bench.book;
  posted text;
begin
  perform from bench.book where id = least(source, dest) for update;
  perform from bench.book where id = greatest(source, dest) for update;
  update bench.book set balance = balance - sum, version = version + 1, updated_at = now()
  where id = source returning * into f;
  update bench.book set balance = balance + sum, version = version + 1, updated_at = now()
  where id = dest returning * into t;
  insert into bench.posting (from_id, to_id, amount) values (source, dest, sum)
  returning id into posted;
  insert into bench.line (book_id, posting_id, amount, before, after, version)
  values (source, posted, -sum, f.balance + sum, f.balance, f.version);
  insert into bench.line (book_id, posting_id, amount, before, after, version)
  values (dest, posted, sum, t.balance - sum, t.balance, t.version);
  return posted;
end $$;

-- The least that a single durable change can take: one number without an index.
create table bench.least (amount bigint not null);
