// SQL of batches: payments that are sent together, from their release to their file.
import type { Money } from '#contract/core/money.ts';
import type { REFUND_REASON } from '#contract/investing/refund-words.ts';
import type { payoutKindText } from '#contract/servicing/words.ts';
import type { DraftedKind, PaymentPurpose } from '../../hooks.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type BatchState = 'checking' | 'approved' | 'sent' | 'returned' | 'void';
export type BatchRow = {
  id: number;
  kind: PaymentPurpose;
  state: BatchState;
  releasedBy: number | null;
  payments: number;
  total: number;
  /** When the second person approved or returned it. */
  approvedAt: Date | null;
  fileSha256: string | null;
  attempts: number;
};

const batchColumns = sql`id, kind, state, released_by, payments, total, checked_at as approved_at,
  file_sha256, attempts`;

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
  tx.one<{ id: number }>(sql`
    insert into banking.batch (kind, state, released_by, checked_by, released_at, checked_at,
      payments, total)
    values (${batch.kind}, ${batch.state}, ${batch.releasedBy}, ${batch.checkedBy},
      ${batch.now}, case when ${batch.state} = 'approved' then ${batch.now}::timestamptz end,
      ${batch.payments}, ${batch.total})
    returning id
  `);

export const insertBatchItems = (
  tx: Tx,
  batchId: number,
  items: readonly { subjectId: number; amount: Money }[],
) =>
  tx.run(sql`
    insert into banking.batch_item (batch_id, subject_id, amount)
    select ${batchId}, s, a from unnest(${items.map(({ subjectId }) => subjectId)}::bigint[],
      ${items.map(({ amount }) => amount)}::bigint[]) as i (s, a)
  `);

export const lockBatch = (tx: Tx, id: number) =>
  tx.maybe<BatchRow>(sql`
    select ${batchColumns} from banking.batch where id = ${id} for no key update
  `);

export const batchById = (tx: Tx, id: number) =>
  tx.maybe<BatchRow>(sql`select ${batchColumns} from banking.batch where id = ${id}`);

export const subjectsOf = async (tx: Tx, batchId: number): Promise<number[]> => {
  const rows = await tx.many<{ id: number }>(sql`
    select subject_id as id from banking.batch_item where batch_id = ${batchId} order by
      subject_id
  `);
  return rows.map(({ id }) => id);
};

/** The items of a batch that waits for a second person, as far as they go to members. */
const toMembers = (batchId: number) => sql`
  banking.batch b
  join banking.batch_item i on i.batch_id = b.id
  left join investing.refund f on b.kind = 'refund' and f.id = i.subject_id
  left join servicing.payout o on b.kind = 'payout' and o.id = i.subject_id
  left join lending.loan l on l.id = o.loan_id
  join identity.member m on m.id = coalesce(f.member_id, o.member_id)
  where b.id = ${batchId} and b.state = 'checking' and f.receipt_id is null
    and o.receipt_id is null`;

/** The payments of a batch to members before it is approved, largest first. */
export const memberItems = (tx: Tx, batchId: number, limit: number) =>
  tx.many<{
    id: number;
    memberId: number;
    amount: Money;
    orderId: number | null;
    caseNo: string | null;
    reason: keyof typeof REFUND_REASON | null;
    kind: keyof typeof payoutKindText | null;
  }>(sql`
    select i.subject_id as id, m.id as member_id, i.amount, f.order_id, l.case_no, f.reason,
      o.kind
    from ${toMembers(batchId)}
    order by i.amount desc, i.subject_id limit ${limit}
  `);

/** Which members are paid how much by a batch, before it is approved. */
export const memberAmounts = (tx: Tx, batchId: number) =>
  tx.many<{ id: number; memberId: number; amount: Money }>(sql`
    select i.subject_id as id, m.id as member_id, i.amount
    from ${toMembers(batchId)} order by i.subject_id
  `);

/** Returns which of the subjects are in a batch that waits for a second person. */
export const waitingInBatch = async (
  tx: Tx,
  kind: DraftedKind,
  subjectIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await tx.many<{ id: number }>(sql`
    select i.subject_id as id from banking.batch_item i
    join banking.batch b on b.id = i.batch_id
    where b.kind = ${kind} and b.state = 'checking' and i.subject_id = any (${subjectIds})
  `);
  return new Set(rows.map(({ id }) => id));
};

/**
 * Records the second person's decision on a batch, whose count and total become those of the
 * payments that were ordered.
 */
export const settleBatch = (
  tx: Tx,
  id: number,
  to: { state: 'approved' | 'returned'; checkedBy: number; now: Date },
) =>
  tx.one<{ state: BatchState; payments: number; total: Money }>(sql`
    update banking.batch b set checked_by = ${to.checkedBy}, checked_at = ${to.now}, next_try_at
      = now(),
      state = case when ${to.state} = 'approved' and p.count = 0 then 'void' else ${to.state} end,
      payments = case when ${to.state} = 'approved' then p.count else b.payments end,
      total = case when ${to.state} = 'approved' then p.total else b.total end
    from (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total
      from banking.payment where batch_id = ${id}) p
    where b.id = ${id} returning b.state, b.payments, b.total
  `);

/** Updates count and total of a batch whose payments were approved before the batch was created. */
export const countBatch = (tx: Tx, id: number) =>
  tx.run(sql`
    update banking.batch b set payments = p.count, total = p.total
    from (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total
      from banking.payment where batch_id = ${id}) p
    where b.id = ${id}
  `);

/** Like `countBatch`, after a payment has left the batch; one that is empty is void. */
export const recountBatch = (tx: Tx, id: number) =>
  tx.one<{ state: BatchState }>(sql`
    update banking.batch b set payments = p.count, total = p.total,
      state = case when p.count = 0 then 'void' else b.state end
    from (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total
      from banking.payment where batch_id = ${id}) p
    where b.id = ${id} returning b.state
  `);

/** Takes a payment that the bank never had out of its batch. */
export const takeOutOfBatch = (tx: Tx, paymentId: number) =>
  tx.run(sql`
    update banking.payment set batch_id = null, sent_at = null where id = ${paymentId}
  `);

/**
 * Locks a batch that is due. The first attempt to send a batch is made at once; a later attempt
 * waits until its time.
 */
export const lockDueBatch = (tx: Tx, realNow: Date) =>
  tx.maybe<BatchRow>(sql`
    select ${batchColumns} from banking.batch
    where state = 'approved' and (attempts = 0 or next_try_at <= ${realNow})
    order by next_try_at, id limit 1 for no key update skip locked
  `);

export const markBatchSent = async (tx: Tx, id: number, sha256: string, now: Date) => {
  await tx.run(sql`
    update banking.payment set status = 'sent', sent_at = ${now}
    where batch_id = ${id} and status = 'pending'
  `);
  await tx.run(sql`
    update banking.batch set state = 'sent', sent_at = ${now}, file_sha256 = ${sha256} where id
      = ${id}
  `);
};

export const delayBatch = (tx: Tx, id: number, nextTryAt: Date) =>
  tx.run(sql`
    update banking.batch set attempts = attempts + 1, next_try_at = ${nextTryAt} where id = ${id}
  `);
