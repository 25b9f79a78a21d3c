-- Cosignatures of witnesses (c2sp.org/tlog-cosignature) on checkpoints of the proof log. No other
-- table changes, so an older program goes on working; it serves checkpoints without them.
create table proofs.cosignature (
  checkpoint_id bigint not null references proofs.checkpoint,
  -- Name and id of the key of the witness.
  witness text not null,
  -- The signature line with which the checkpoint is served.
  line text not null check (line !~ '\n'),
  cosigned_at timestamptz not null,
  primary key (checkpoint_id, witness)
);
create index cosignature_witness on proofs.cosignature (witness, checkpoint_id desc);
create trigger cosignature_append_only before update or delete on proofs.cosignature
  for each statement execute function app.refuse_change();
