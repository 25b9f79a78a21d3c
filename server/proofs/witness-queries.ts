// SQL of cosignatures by witnesses.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** The newest checkpoint that a witness has cosigned; `witness` is name and id of its key. */
export const lastCosigned = (tx: Tx, witness: string) =>
  tx.maybe<{ checkpointId: number; size: number; at: Date }>(sql`
    select c.id as checkpoint_id, c.size, s.cosigned_at as at
    from proofs.cosignature s join proofs.checkpoint c on c.id = s.checkpoint_id
    where s.witness = ${witness} order by c.id desc limit 1
  `);

/** Two processes may ask a witness for the same checkpoint; the first cosignature is kept. */
export const insertCosignature = (
  tx: Tx,
  { checkpointId, witness, line }: { checkpointId: number; witness: string; line: string },
  now: Date,
) =>
  tx.run(sql`
    insert into proofs.cosignature (checkpoint_id, witness, line, cosigned_at)
    values (${checkpointId}, ${witness}, ${line}, ${now}) on conflict do nothing
  `);

/** Lines of the witnesses on a checkpoint. */
export const cosignaturesOn = (tx: Tx, checkpointId: number) =>
  tx.many<{ line: string }>(sql`
    select line from proofs.cosignature where checkpoint_id = ${checkpointId} order by witness
  `);
