// SQL of the office's lists of money: batches, their payments, receipts and suggested matches.
import type { Money } from '#contract/core/money.ts';
import type { ServerBatch, BatchPayment, ServerReceiptLine } from '#contract/banking/office.ts';
import type { Day } from '#contract/core/day.ts';
import { orderIdIn } from '#contract/investing/order-number.ts';
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { Tx } from '../database/db.ts';
import {
  anew,
  allOf,
  constant,
  keyset,
  limitOf,
  type Part,
  type Sql,
  sql,
  totalOf,
  when,
} from '../database/sql.ts';

type BatchListRow = Omit<ServerBatch, 'id' | 'releasedAt' | 'sentAt' | 'taskId'> & {
  id: number;
  releasedAt: Date;
  sentAt: Date | null;
  taskId: number | null;
};

/**
 * Counts the batch's unconfirmed payments when the batch is read, because there are few. The
 * batch's row stores its totals, which the invariants check.
 */
const batchList = sql`b.id, b.kind, b.state, b.payments, b.total, b.released_at, b.sent_at,
  m.name as released_by, c.name as checked_by, t.id as task_id,
  case when b.state in ('approved', 'sent') then b.payments - u.unconfirmed else 0 end as confirmed,
  u.came_back`;
const batchFrom = (batches: Sql) => sql`from ${batches} b
  left join identity.operator m on m.id = b.released_by
  left join identity.operator c on c.id = b.checked_by
  left join tasks.task t on t.kind = 'payment_check' and t.subject_type = 'batch'
    and t.subject_id = b.id and t.status = 'open'
  cross join lateral (
    select count(*) as unconfirmed, count(*) filter (where p.status = 'returned') as came_back
    from banking.payment p where p.batch_id = b.id and p.status <> 'confirmed'
  ) u`;

type BatchesOf = {
  kind?: string | undefined;
  state?: string | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
};

const batchConditions = (of: BatchesOf) => [
  when(of.kind, sql`b.kind = ${of.kind}`),
  when(of.state, sql`b.state = ${of.state}`),
  when(of.from, sql`b.released_at >= ${of.from}::date::timestamp at time zone 'Asia/Taipei'`),
  when(of.to, sql`b.released_at < (${of.to}::date + 1)::timestamp at time zone 'Asia/Taipei'`),
];
const thePage = sql`page`;

const batchesById = keyset('desc', { id: sql`b.id` });

/** Lists batches, newest first. */
export const listBatches = (tx: Tx, of: BatchesOf, part: Part<{ id: number }>) => {
  const order = part.last === undefined ? sql`b.released_at desc, b.id desc` : batchesById.order;
  return tx.many<BatchListRow>(sql`
    with page as (
      select * from banking.batch b
      where ${allOf([...batchConditions(of), batchesById.after(part)])}
      order by ${order} ${limitOf(part)}
    )
    select ${batchList} ${batchFrom(thePage)} order by ${order}
  `);
};

export const countBatches = (tx: Tx, of: BatchesOf) =>
  tx.one<{ total: number }>(totalOf(sql`banking.batch b where ${allOf(batchConditions(of))}`));

export const batchLine = (tx: Tx, id: number) =>
  tx.maybe<BatchListRow>(sql`
    select ${batchList} ${batchFrom(sql`banking.batch`)} where b.id = ${id}
  `);

type PaymentLine = Omit<BatchPayment, 'id' | 'subjectId' | 'memberId' | 'accountTail'> & {
  id: number;
  subjectId: number;
  memberId: number | null;
  account: string;
};

const paymentColumns = sql`id, reference, subject_id, member_id, bank_code, account, amount, memo,
  status, settled_on, reason`;

const paymentsById = keyset('asc', { id: sql`id` });

export const batchPayments = (tx: Tx, batchId: number, part: Part<{ id: number }>) =>
  tx.many<PaymentLine>(sql`
    select ${paymentColumns} from banking.payment
    where ${allOf([sql`batch_id = ${batchId}`, paymentsById.after(part)])}
    order by ${paymentsById.order} ${limitOf(part)}
  `);

export const countPayments = (tx: Tx, batchId: number) =>
  tx.one<{ total: number }>(totalOf(sql`banking.payment where batch_id = ${batchId}`));

type ReceiptListRow = Omit<
  ServerReceiptLine,
  'id' | 'at' | 'fromAccountTail' | 'subjectId' | 'subjectNumber' | 'taskId'
> & {
  id: number;
  at: Date;
  bank: string;
  fromAccount: string | null;
  subjectId: number | null;
  caseNo: string | null;
  reference: string | null;
  taskId: number | null;
};

type ReceiptsOf = {
  state?: string | undefined;
  account?: string | undefined;
  amount?: number | undefined;
  number?: string | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
};
/** Receipts of the order, loan or payment with this number, and those with this seq. */
const receiptNumbered = (number: string) => sql`(r.seq = ${number}
  or (r.subject_type = 'order' and r.subject_id = ${orderIdIn(number)}::bigint)
  or (r.subject_type = 'loan'
    and r.subject_id = (select id from lending.loan where case_no = ${caseNoIn(number)}))
  or (r.subject_type = 'payment'
    and r.subject_id = (select id from banking.payment where reference = ${number})))`;

const receiptConditions = (of: ReceiptsOf) => [
  when(of.state, sql`r.state = ${of.state}`),
  when(of.account, sql`r.virtual_account = ${of.account}`),
  when(of.amount, sql`r.amount = ${of.amount}`),
  when(of.number, receiptNumbered(of.number ?? '')),
  when(of.from, sql`r.bank_date >= ${of.from}`),
  when(of.to, sql`r.bank_date <= ${of.to}`),
];
const receiptColumns = sql`r.id, r.bank, r.bank_date as day, r.at, r.seq, r.amount, r.sign,
  r.virtual_account, r.from_bank, r.from_account, r.state, r.subject_type, r.subject_id, l.case_no,
  p.reference, t.detail ->> 'why' as why, t.id as task_id`;
const receiptFrom = sql`banking.receipt r
  left join lateral (select t.id, t.detail from tasks.task t
    where r.state = 'suspense' and t.status = 'open'
      and (t.kind in ('unmatched_payment', 'match_check') and t.subject_type = 'receipt'
          and t.subject_id = r.id
        or t.kind = 'matches_check'
          and t.detail -> 'lines' @> jsonb_build_array(jsonb_build_object('receipt', r.id)))
    limit 1) t on true
  left join lending.loan l on r.subject_type = 'loan' and l.id = r.subject_id
  left join banking.payment p on r.subject_type = 'payment' and p.id = r.subject_id`;

const newestReceipts = keyset('desc', { day: sql`r.bank_date`, id: sql`r.id` });

/** Lists receipts, newest first. */
export const listReceipts = (tx: Tx, of: ReceiptsOf, part: Part<{ day: string; id: number }>) =>
  tx.many<ReceiptListRow>(
    anew(sql`
    select ${receiptColumns} from ${receiptFrom}
    where ${allOf([...receiptConditions(of), newestReceipts.after(part)])}
    order by ${newestReceipts.order} ${limitOf(part)}
  `),
  );

/** Number and sum of receipts; the sum is null if not all of them were counted. */
export const countReceipts = (tx: Tx, of: ReceiptsOf) =>
  tx.one<{ total: number; sum: Money | null }>(
    anew(sql`
    select count(*) as total,
      case when count(*) < ${constant(COUNTED_MAX)} then sum(amount)::bigint end as sum
    from (
      select case r.sign when '+' then r.amount else -r.amount end as amount
      from banking.receipt r where ${allOf(receiptConditions(of))} limit ${constant(COUNTED_MAX)}
    ) found
  `),
  );
