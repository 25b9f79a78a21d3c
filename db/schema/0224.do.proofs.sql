-- The proof log: a public append-only Merkle tree (c2sp.org/tlog-tiles) whose leaves commit to
-- cases, contracts and orders.
create schema proofs;

-- Leaves that were written in the transaction of what they record, until a job gives them their
-- place in the log. Two transactions may commit in another order than their ids.
create table proofs.pending (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The line of the log.
  leaf text not null check (octet_length(leaf) between 1 and 65535),
  -- What the leaf commits to, with its salt; null for a head of a chain, which is public.
  opening text,
  loan_id bigint,
  order_id bigint,
  -- Keyed hash of borrower and contract: only in the leaf of a listing.
  nullifier text,
  written_at timestamptz not null default now(),
  -- The log already has a listing of this contract; a task says so, and the leaf is never added.
  refused_at timestamptz
);
comment on table proofs.pending is
  'kept: books; personal: none; plain: kind leaf opening nullifier';
create index pending_waiting on proofs.pending (id) where refused_at is null;
create index pending_loan on proofs.pending (loan_id);

-- The log. Positions begin with 0 and have no gaps.
create table proofs.leaf (
  position bigint primary key check (position >= 0),
  kind text not null,
  leaf text not null,
  -- RFC 6962 hash of the leaf.
  hash bytea not null check (octet_length(hash) = 32),
  opening text,
  loan_id bigint,
  order_id bigint,
  nullifier text unique,
  written_at timestamptz not null,
  check ((kind = 'listing') = (nullifier is not null)),
  check ((kind in ('audit_head', 'ledger_head')) = (loan_id is null))
);
comment on table proofs.leaf is
  'kept: books; personal: none; plain: kind leaf hash opening nullifier';
create index leaf_loan on proofs.leaf (loan_id, position);
create unique index leaf_order_once on proofs.leaf (order_id) where kind = 'order';
create unique index leaf_head_once on proofs.leaf (leaf) where loan_id is null;
create trigger leaf_append_only before update or delete on proofs.leaf
  for each statement execute function app.refuse_change();

-- Tiles of hashes; the last one of a level grows until it has 256 hashes.
create table proofs.tile (
  level smallint not null check (level between 0 and 6),
  place bigint not null check (place >= 0),
  hashes bytea not null check (octet_length(hashes) between 32 and 8192
    and octet_length(hashes) % 32 = 0),
  primary key (level, place)
);
comment on table proofs.tile is 'kept: books; personal: none; plain: hashes';

-- Signed checkpoints, the newest last; two of the same size differ in key or origin.
create table proofs.checkpoint (
  id bigint generated always as identity primary key,
  size bigint not null check (size >= 0),
  note text not null,
  signed_at timestamptz not null
);
comment on table proofs.checkpoint is 'kept: books; personal: none; plain: note';
create trigger checkpoint_append_only before update or delete on proofs.checkpoint
  for each statement execute function app.refuse_change();

-- Timestamps (RFC 3161) over the note of a checkpoint, one a night.
create table proofs.stamp (
  checkpoint_id bigint primary key references proofs.checkpoint,
  -- Token in DER.
  token bytea not null,
  stamped_at timestamptz not null,
  -- Until when the authority's certificate is valid.
  valid_until timestamptz not null
);
comment on table proofs.stamp is 'kept: books; personal: none; plain: token';
create trigger stamp_append_only before update or delete on proofs.stamp
  for each statement execute function app.refuse_change();

-- From when on every move of a loan has its leaf: only what happened later is checked.
create table proofs.beginning (
  single boolean primary key default true check (single),
  at timestamptz not null default now()
);
comment on table proofs.beginning is 'kept: bounded, a fixed number of rows; personal: none';
insert into proofs.beginning default values;
create trigger beginning_append_only before update or delete on proofs.beginning
  for each statement execute function app.refuse_change();

-- Cosignatures of witnesses (c2sp.org/tlog-cosignature) on checkpoints of the proof log.
create table proofs.cosignature (
  checkpoint_id bigint not null references proofs.checkpoint,
  -- Name and id of the key of the witness.
  witness text not null,
  -- The signature line with which the checkpoint is served.
  line text not null check (line !~ '\n'),
  cosigned_at timestamptz not null,
  primary key (checkpoint_id, witness)
);
comment on table proofs.cosignature is 'kept: books; personal: none; plain: witness line';
create index cosignature_witness on proofs.cosignature (witness, checkpoint_id desc);
create trigger cosignature_append_only before update or delete on proofs.cosignature
  for each statement execute function app.refuse_change();
