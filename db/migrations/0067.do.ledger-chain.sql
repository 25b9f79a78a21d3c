-- The ledger is chained like the audit log, and both are proven against signed heads.

-- One link of a chain: the hash before and the next row. `start` stands before the first link.
create function door.link(state bytea, body bytea, start bytea) returns bytea
language sql immutable parallel safe
return sha256(coalesce(state, start, ''::bytea) || body);
create aggregate door.chained(body bytea, start bytea) (sfunc = door.link, stype = bytea);

-- Whether the transaction that wrote a row, and every one before it, had ended when a snapshot was
-- taken. A row's xmin has 32 bits and starts anew after four thousand million transactions, so it
-- stands for the last whole number before the snapshot's end that ends in these bits.
create function door.is_settled(row_xmin xid, seen pg_snapshot) returns boolean
language sql immutable parallel safe
return pg_snapshot_xmax(seen)::text::bigint
    - ((pg_snapshot_xmax(seen)::text::bigint - row_xmin::text::bigint) & 4294967295)
  < pg_snapshot_xmin(seen)::text::bigint;

-- One seal a transfer with its entries, laid a moment after by one sealer.
create table ledger.seal (
  position bigint primary key check (position > 0),
  transfer_id text not null unique,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
create trigger seal_append_only before update or delete on ledger.seal
  for each statement execute function door.refuse_change();

-- Every transfer recorded before `below` is sealed, and no other will be recorded there.
create table ledger.sealing (
  one boolean primary key default true check (one),
  below timestamptz not null default '-infinity'
);
insert into ledger.sealing default values;

-- Each night both chains are proven, and the heads: `broken_row` names what breaks first.
alter table tasks.proof
  add column chain text not null default 'audit' check (chain in ('audit', 'ledger', 'heads')),
  add column broken_row text;
create index proof_chain on tasks.proof (chain, id);
