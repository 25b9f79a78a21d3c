// SQL of the office's lists of money: batches, their payments, receipts and suggested matches.
import type { Money } from '#contract/core/money.ts';
import type { ServerBatch, BatchPayment, ServerReceiptLine } from '#contract/banking/office.ts';
import type { Day } from '#contract/core/day.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { Tx } from '../database/db.ts';
import {
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
const batchList = sql`b.id, b.kind, b.state, b.payments, b.total, b.released_at as "releasedAt",
  b.sent_at as "sentAt", m.name as "releasedBy", c.name as "checkedBy", t.id as "taskId",
  case when b.state in ('approved', 'sent') then b.payments - u.unconfirmed else 0 end as confirmed,
  u.came_back as "cameBack"`;
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

const paymentColumns = sql`id, reference, subject_id as "subjectId", member_id as "memberId",
  bank_code as "bankCode", account, amount, memo, status, settled_on as "settledOn", reason`;

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
  'id' | 'at' | 'fromAccountTail' | 'subjectId' | 'taskId'
> & {
  id: number;
  at: Date;
  bank: string;
  fromAccount: string | null;
  subjectId: number | null;
  taskId: number | null;
};

type ReceiptsOf = {
  state?: string | undefined;
  account?: string | undefined;
  amount?: number | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
};
const receiptConditions = (of: ReceiptsOf) => [
  when(of.state, sql`r.state = ${of.state}`),
  when(of.account, sql`r.virtual_account = ${of.account}`),
  when(of.amount, sql`r.amount = ${of.amount}`),
  when(of.from, sql`r.bank_date >= ${of.from}`),
  when(of.to, sql`r.bank_date <= ${of.to}`),
];
const receiptColumns = sql`r.id, r.bank, r.bank_date as day, r.at, r.seq, r.amount, r.sign,
  r.virtual_account as "virtualAccount", r.from_bank as "fromBank",
  r.from_account as "fromAccount", r.state, r.subject_type as "subjectType",
  r.subject_id as "subjectId", t.detail ->> 'why' as why, t.id as "taskId"`;
const receiptFrom = sql`banking.receipt r
  left join tasks.task t on t.subject_type = 'receipt'
    and t.kind in ('unmatched_payment', 'match_check')
    and t.subject_id = r.id and t.status = 'open'`;

const newestReceipts = keyset('desc', { day: sql`r.bank_date`, id: sql`r.id` });

/** Lists receipts, newest first. */
export const listReceipts = (tx: Tx, of: ReceiptsOf, part: Part<{ day: string; id: number }>) =>
  tx.many<ReceiptListRow>(sql`
    select ${receiptColumns} from ${receiptFrom}
    where ${allOf([...receiptConditions(of), newestReceipts.after(part)])}
    order by ${newestReceipts.order} ${limitOf(part)}
  `);

/** Number and sum of receipts; the sum is null if not all of them were counted. */
export const countReceipts = (tx: Tx, of: ReceiptsOf) =>
  tx.one<{ total: number; sum: Money | null }>(sql`
    select count(*) as total,
      case when count(*) < ${constant(COUNTED_MAX)} then sum(amount)::bigint end as sum
    from (
      select case r.sign when '+' then r.amount else -r.amount end as amount
      from banking.receipt r where ${allOf(receiptConditions(of))} limit ${constant(COUNTED_MAX)}
    ) found
  `);

export type SuggestedRow = {
  type: 'order' | 'loan';
  id: number;
  loanNo: string;
  memberId: number;
  lacking: Money;
  /** True if the money was paid to the virtual account of this order or loan. */
  owner: boolean;
  /**
   * True if the virtual account of this order or loan is easily mistaken for the account that was
   * paid to.
   */
  account: boolean;
  payer: boolean;
  amount: boolean;
};

/**
 * Finds open orders and running loans as possible owners of a receipt: those whose account is one
 * of `accounts`, whose member has bound an account with this keyed hash, or that lack exactly the
 * amount. The owner of `paidTo` comes first, and then those with the strongest evidence.
 */
export const suggestionsFor = (
  tx: Tx,
  of: {
    paidTo: string;
    accounts: readonly string[];
    payerHashes: readonly string[];
    bank: string | null;
    amount: Money;
  },
) =>
  tx.many<SuggestedRow>(sql`
    with payer as (
      select member_id from verification.bank_account
      where account_hash = any (${of.payerHashes}) and bank_code = ${of.bank} and status =
        'in_force'
    ), near as (
      select subject_type, subject_id, account = ${of.paidTo} as owner
      from banking.virtual_account where account = any (${of.accounts})
    ), open_order as (
      select 'order' as type, o.id, l.case_no, o.member_id, o.amount - o.paid_amount as lacking
      from investing."order" o join lending.loan l on l.id = o.loan_id
      where (o.stored_status in (0, 5)
          and (o.amount - o.paid_amount = ${of.amount} or o.member_id in (select member_id from
            payer)))
        or o.id in (select subject_id from near where subject_type = 'order')
      limit 200
    ), due as (
      select 'loan' as type, l.id, l.case_no, l.member_id,
        (select coalesce(sum(i.principal - i.principal_paid + i.interest - i.interest_paid), 0)
         from (select * from servicing.instalment where loan_id = l.id and current
           and paid_on is null order by no limit 1) i)::bigint as lacking
      from lending.loan l
      where (l.status in (60, 61, 65, 70, 75, 80, 95)
          and (l.instalment = ${of.amount} or l.member_id in (select member_id from payer)))
        or l.id in (select subject_id from near where subject_type = 'loan')
      limit 200
    )
    select c.type, c.id, c.case_no as "loanNo", c.member_id as "memberId", c.lacking,
      coalesce(n.owner, false) as owner, coalesce(not n.owner, false) as account,
      p.member_id is not null as payer,
      c.lacking = ${of.amount} as amount
    from (select * from open_order union all select * from due) c
    left join near n on n.subject_type = c.type and n.subject_id = c.id
    left join (select distinct member_id from payer) p on p.member_id = c.member_id
    order by coalesce(n.owner, false) desc,
      (n.subject_id is not null)::int * 4 + (p.member_id is not null)::int * 2
        + (c.lacking = ${of.amount})::int desc, c.type, c.id desc
    limit 12
  `);
