// The SQL of batches: what left together, from its release to its file.
import type { DraftedKind, PaymentPurpose } from '../../action.ts';
import type { Tx } from '../../database/db.ts';

export type BatchState = 'checking' | 'approved' | 'sent' | 'returned' | 'void';
export type BatchRow = {
  id: number;
  kind: PaymentPurpose;
  state: BatchState;
  releasedBy: number | null;
  payments: number;
  total: number;
  fileSha256: string | null;
  attempts: number;
};

const batchColumns = `id, kind, state, released_by as "releasedBy", payments, total,
  file_sha256 as "fileSha256", attempts`;

export const insertBatch = (
  tx: Tx,
  batch: {
    kind: PaymentPurpose;
    state: 'checking' | 'approved';
    releasedBy: number | null;
    checkedBy: number | null;
    payments: number;
    total: number;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(
    'banking.insertBatch',
    `insert into banking.batch (kind, state, released_by, checked_by, released_at, checked_at,
       payments, total)
     values ($1, $2, $3, $4, $5, case when $2 = 'approved' then $5::timestamptz end, $6, $7)
     returning id`,
    [
      batch.kind,
      batch.state,
      batch.releasedBy,
      batch.checkedBy,
      batch.now,
      batch.payments,
      batch.total,
    ],
  );

export const insertBatchItems = (
  tx: Tx,
  batchId: number,
  items: readonly { subjectId: number; amount: number }[],
) =>
  tx.run(
    'banking.insertBatchItems',
    `insert into banking.batch_item (batch_id, subject_id, amount)
     select $1, s, a from unnest($2::bigint[], $3::bigint[]) as i (s, a)`,
    [batchId, items.map(({ subjectId }) => subjectId), items.map(({ amount }) => amount)],
  );

export const lockBatch = (tx: Tx, id: number) =>
  tx.maybe<BatchRow>(
    'banking.lockBatch',
    `select ${batchColumns} from banking.batch where id = $1 for no key update`,
    [id],
  );

export const batchById = (tx: Tx, id: number) =>
  tx.maybe<BatchRow>(
    'banking.batchById',
    `select ${batchColumns} from banking.batch where id = $1`,
    [id],
  );

export const subjectsOf = async (tx: Tx, batchId: number): Promise<number[]> => {
  const rows = await tx.many<{ id: number }>(
    'banking.subjectsOfBatch',
    `select subject_id as id from banking.batch_item where batch_id = $1 order by subject_id`,
    [batchId],
  );
  return rows.map(({ id }) => id);
};

/** Which of the subjects wait in a batch for its second person. */
export const waitingInBatch = async (
  tx: Tx,
  kind: DraftedKind,
  subjectIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await tx.many<{ id: number }>(
    'banking.waitingInBatch',
    `select i.subject_id as id from banking.batch_item i
     join banking.batch b on b.id = i.batch_id
     where b.kind = $1 and b.state = 'checking' and i.subject_id = any ($2)`,
    [kind, subjectIds],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Closes the question of a batch; its figures become those of the payments that were ordered. */
export const settleBatch = (
  tx: Tx,
  id: number,
  to: { state: 'approved' | 'returned'; checkedBy: number; now: Date },
) =>
  tx.one<{ state: BatchState; payments: number }>(
    'banking.settleBatch',
    `update banking.batch b set checked_by = $3, checked_at = $4, next_try_at = now(),
       state = case when $2 = 'approved' and p.count = 0 then 'void' else $2 end,
       payments = case when $2 = 'approved' then p.count else b.payments end,
       total = case when $2 = 'approved' then p.total else b.total end
     from (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total
       from banking.payment where batch_id = $1) p
     where b.id = $1 returning b.state, b.payments`,
    [id, to.state, to.checkedBy, to.now],
  );

/** The figures of a batch that was checked before it was made. */
export const countBatch = (tx: Tx, id: number) =>
  tx.run(
    'banking.countBatch',
    `update banking.batch b set payments = p.count, total = p.total
     from (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total
       from banking.payment where batch_id = $1) p
     where b.id = $1`,
    [id],
  );

/** The first try waits for nothing; a later one for its time. */
export const lockDueBatch = (tx: Tx, realNow: Date) =>
  tx.maybe<BatchRow>(
    'banking.lockDueBatch',
    `select ${batchColumns} from banking.batch
     where state = 'approved' and (attempts = 0 or next_try_at <= $1)
     order by next_try_at, id limit 1 for no key update skip locked`,
    [realNow],
  );

export const markBatchSent = async (tx: Tx, id: number, sha256: string, now: Date) => {
  await tx.run(
    'banking.markPaymentsSent',
    `update banking.payment set status = 'sent', sent_at = $2
     where batch_id = $1 and status = 'pending'`,
    [id, now],
  );
  await tx.run(
    'banking.markBatchSent',
    `update banking.batch set state = 'sent', sent_at = $2, file_sha256 = $3 where id = $1`,
    [id, now, sha256],
  );
};

export const delayBatch = (tx: Tx, id: number, nextTryAt: Date) =>
  tx.run(
    'banking.delayBatch',
    'update banking.batch set attempts = attempts + 1, next_try_at = $2 where id = $1',
    [id, nextTryAt],
  );
