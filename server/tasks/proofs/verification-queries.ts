// SQL of the verifications of the hash chains that an operator asks for.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type VerificationRow = {
  id: number;
  askedBy: string | null;
  askedAt: Date;
  finishedAt: Date | null;
  failure: string | null;
};

export const lastVerification = (tx: Tx) =>
  tx.maybe<VerificationRow>(sql`
    select v.id, o.name as asked_by, v.asked_at, v.finished_at, v.failure
    from tasks.verification v left join identity.operator o on o.id = v.asked_by
    order by v.id desc limit 1
  `);

/** Adds a request unless another one is pending; returns whether it was added. */
export const askForVerification = async (tx: Tx, operatorId: number, realNow: Date) =>
  (await tx.run(sql`
    insert into tasks.verification (asked_by, asked_at) values (${operatorId}, ${realNow})
    on conflict ((true)) where finished_at is null do nothing
  `)) > 0;

const isPending = (realNow: Date, minutes: number) => sql`finished_at is null
  and (started_at is null or started_at < ${realNow}::timestamptz
    - make_interval(mins => ${minutes}))`;

/** The verification that `beginVerification` would begin. */
export const pendingVerification = (realNow: Date, minutes: number) =>
  sql`select from tasks.verification where ${isPending(realNow, minutes)}`;

/**
 * Begins the pending verification; returns null if there is none, or if a worker that may still
 * live began it less than this number of minutes ago.
 */
export const beginVerification = (tx: Tx, realNow: Date, minutes: number) =>
  tx.maybe<{ id: number }>(sql`
    update tasks.verification set started_at = ${realNow}
    where ${isPending(realNow, minutes)}
    returning id
  `);

/** Stores the result unless another worker has already done so. */
export const endVerification = (
  tx: Tx,
  id: number,
  at: Date,
  result: { proof: object } | { failure: string },
) =>
  tx.run(sql`
    update tasks.verification set finished_at = ${at},
      proof = ${'proof' in result ? JSON.stringify(result.proof) : null}::jsonb,
      failure = ${'failure' in result ? result.failure : null}
    where id = ${id} and finished_at is null
  `);

export const proofOfVerification = (tx: Tx, id: number) =>
  tx.maybe<{ proof: unknown }>(sql`
    select proof from tasks.verification where id = ${id} and proof is not null
  `);
