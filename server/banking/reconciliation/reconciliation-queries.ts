// SQL of the daily reconciliation: the bank's lines against the bookings, day by day.
import { ROLLED_BACK } from '#contract/banking/receipt-seq.ts';
import type { Money } from '#contract/core/money.ts';
import {
  type Breach,
  REASON_ABOVE,
  REASON_AFTER_DAYS,
  type ServerDifference,
  type LateRecord,
  type ServerReconciledDay,
} from '#contract/banking/reconciliation.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { constant, sql } from '../../database/sql.ts';

/** Returns the first day on which money moved; null if none has moved. */
export const firstDay = (tx: Tx) =>
  tx.one<{ day: Day | null }>(sql`
    select least((select min(booked_on) from ledger.transfer),
    (select min(day) from banking.bank_day)) as day
  `);

export type DayRow = Omit<
  ServerReconciledDay,
  'books' | 'owed' | 'signedAt' | 'secondAt' | 'closed' | 'day'
> & {
  day: Day;
  signedAt: Date | null;
  secondAt: Date | null;
  note: string | null;
  secondNote: string | null;
  breach: Breach | null;
  closedAt: Date | null;
  /**
   * The bank's closing balance that the first person signed; the bank may have reported a different
   * one since.
   */
  signedClosing: Money | null;
  signedBooks: Money | null;
  signedOwed: Money | null;
  signedDifferences: number | null;
};

const dayFrom = sql`left join banking.bank_day b on b.day = d.day
  left join banking.sign_off s on s.day = d.day and s.ended_at is null
  left join identity.operator o on o.id = s.signed_by
  left join identity.operator p on p.id = s.second_by`;
const dayColumns = sql`d.day, b.closing, b.source, o.name as signed_by, s.signed_at,
  p.name as second_by, s.second_at, s.note, s.second_note, s.closed_at, s.closing as signed_closing,
  s.books as signed_books, s.owed as signed_owed, s.differences as signed_differences, s.breach`;

export const daysBetween = (tx: Tx, from: Day, to: Day) =>
  tx.many<DayRow>(sql`
    select ${dayColumns} from (select generate_series(${from}::date, ${to}::date,
      interval '1 day')::date
    as day) d ${dayFrom} order by d.day desc
  `);

/** Starting point of the comparison, and the time as of which its figures were known. */
export type Base = { after: Day; closing: Money; known: Date | null };

/**
 * Returns the starting point of the comparison: the end of the newest signed day before this one
 * without differences, or the day before the bank's first report.
 */
export const baseOf = (tx: Tx, day: Day) =>
  tx.maybe<Base>(sql`
    (select day as after, closing, closed_at as known from banking.sign_off
     where day < ${day} and ended_at is null and closed_at is not null and closing = books
       and differences = 0
     order by day desc limit 1)
    union all
    (select d.day - 1, d.closing - coalesce((select sum(amount) from banking.bank_line
       where bank_date = d.day), 0)::bigint, null
     from banking.bank_day d where d.day <= ${day} order by d.day limit 1)
    limit 1
  `);

/**
 * Transfers that correspond to a bank line or to the outcome of a payment; all others are internal.
 */
const BANKED = sql`('receipt', 'reversal', 'payout', 'refund_paid', 'return', 'disbursement',
  'payout_returned', 'refund_returned', 'return_returned', 'disbursement_returned', 'fee_sweep')`;

/** The number that the bank gave a receipt, whether or not its file was rolled back since. */
const bankSeq = sql`split_part(r.seq, ${ROLLED_BACK}, 1)`;

/** Days between which bank and books are compared. */
export type Span = { base: Base; day: Day; seen: Date | null };

/**
 * Receipts that were rolled back in the span, under the bank's number, so that receipt, roll back
 * and the receipt of the next file add up. `agreed` are those of days that had agreed before.
 */
const rolledBack = ({ base, day }: Span) => sql`
  select r.bank, r.bank_date, ${bankSeq} as seq, -r.amount as amount,
    b.booked_on <= ${base.after} as agreed
  from ledger.transfer t
  join banking.receipt r on r.id = split_part(t.id, ':', 2)::bigint
  join ledger.transfer b on b.id = t.memo
  where t.booked_on > ${base.after} and t.booked_on <= ${day} and t.kind = 'reversal'
    and t.id ~ '^rollback:[0-9]{1,18}$'`;

/**
 * The bank's lines of the span. The balance of `base` contains the line of a receipt that was
 * rolled back out of days that had agreed, so that it is not new when a file brings it again. A
 * line that names a payment but was booked as a receipt, because it does not fit the payment, is
 * compared with the receipt. A line that names a payment which nobody ordered is a line like any
 * other, which a booking can explain.
 */
const linesOf = ({ base, day, seen }: Span) => sql`
  select bank, bank_date, seq, amount,
    case when exists (select from banking.payment p where p.reference = l.reference)
      and not exists (select from banking.receipt r
        join ledger.transfer t on t.id = 'receipt:' || r.id
        where r.bank = l.bank and r.bank_date = l.bank_date and r.seq = l.seq)
      then reference end as reference
  from banking.bank_line l
  where bank_date <= ${day} and (bank_date > ${base.after} or recorded_at >
    ${base.known}::timestamptz)
    and (${seen}::timestamptz is null or recorded_at <= ${seen})
    and not exists (select from rolled where rolled.agreed and rolled.bank = l.bank
      and rolled.bank_date = l.bank_date and rolled.seq = l.seq)`;

/**
 * Whether a booking explains why a payment was carried out with another amount than ordered, or
 * once too often.
 */
const ofPayment = sql`exists (select from banking.bank_line n
  join banking.payment p on p.reference = n.reference
  where n.bank = b.line_bank and n.bank_date = b.line_date and n.seq = b.line_seq)`;

/** The differences of `row` with their tasks, and the reason that was signed or written last. */
const foundOf = ({ day }: Span) => sql`
    select r.*, d.id, t.id as task_id, o.name as owner, t.created_at as task_at, t.due_at,
      coalesce(s.reason, d.reason) as reason, d.reason_by, abs(r.amount) > ${constant(REASON_ABOVE)}
        or r.day < ${day}::date - ${constant(REASON_AFTER_DAYS)} as needs_reason
    from row r
    left join banking.difference d on d.key = r.key and d.ended_at is null
    left join lateral (
      select e.value ->> 'reason' as reason
      from banking.sign_off o cross join jsonb_array_elements(o.reasons) e (value)
      where o.day = ${day} and o.ended_at is null and e.value ->> 'key' = r.key
    ) s on true
    left join tasks.task t on t.kind = 'bank_difference' and t.subject_type = 'difference'
      and t.subject_id = d.id and t.status = 'open'
    left join identity.operator o on o.id = t.assignee_id
    where r.amount <> 0`;

/**
 * Finds every difference between bank and books at the end of `day` that has arisen since they last
 * agreed: at the end of `base.after`, as known at `base.known` (if null, everything that the bank
 * reported afterwards belongs to later days). `seen` is the moment of the signature if the day is
 * signed, and null for the present. `amount` is by how much the bank exceeds the books.
 */
const differing = ({ base, day, seen }: Span) => sql`
  with rolled as (${rolledBack({ base, day, seen })}),
  line as (${linesOf({ base, day, seen })}
  ), booked as (
    select bank, bank_date, seq, sum(amount)::bigint as amount from (
    select r.bank, r.bank_date, ${bankSeq} as seq,
      case r.sign when '+' then r.amount else -r.amount end as amount
    from ledger.transfer t
    join banking.receipt r on r.id = split_part(t.id, ':', 2)::bigint
    where t.booked_on > ${base.after} and t.booked_on <= ${day} and t.kind in ('receipt',
      'reversal')
      and t.id ~ '^(receipt|reversal):[0-9]{1,18}$'
    union all
    select bank, bank_date, seq, amount from rolled
    union all
    select b.line_bank, b.line_date, b.line_seq, b.line_amount
    from banking.booking b join ledger.transfer t on t.id = b.transfer_id
    where t.booked_on > ${base.after} and t.booked_on <= ${day} and b.line_seq is not null
      and not ${ofPayment}
    ) each group by bank, bank_date, seq having sum(amount) <> 0
  ), paid as (
    select reference, max(booked_on) as booked_on, sum(amount)::bigint as amount from (
      select reference, booked_on, amount from banking.payment_booking
      union all
      select l.reference, t.booked_on, b.line_amount
      from banking.booking b join ledger.transfer t on t.id = b.transfer_id
      join banking.bank_line l on l.bank = b.line_bank and l.bank_date = b.line_date
        and l.seq = b.line_seq
      where ${ofPayment}
    ) each where booked_on > ${base.after} and booked_on <= ${day} group by reference
  ), told as (
    select reference, max(bank_date) as bank_date, sum(amount)::bigint as amount from line
    where reference is not null group by reference
  ), row as (
    select case when l.seq is null then 'unconfirmed' when b.seq is null then 'unbooked'
        else 'amount' end as kind,
      'line:' || bank || ':' || bank_date || ':' || seq as key,
      bank_date as day, seq as reference, coalesce(l.amount, 0) - coalesce(b.amount, 0) as amount
    from (select * from line where reference is null) l
    full join booked b using (bank, bank_date, seq)
    union all
    select case when t.reference is null then 'unconfirmed' when p.reference is not null
        then 'amount' when exists (select from banking.payment x where x.reference = t.reference
          and x.status in ('pending', 'sent')) then 'inFlight' else 'unbooked' end,
      'payment:' || reference,
      coalesce(t.bank_date, p.booked_on), reference,
      coalesce(t.amount, 0) - coalesce(p.amount, 0)
    from told t full join paid p using (reference)
    union all
    select 'own', 'transfer:' || t.id, t.booked_on, t.id, -e.amount
    from ledger.transfer t
    cross join lateral (
      select sum(x.amount)::bigint as amount from ledger.entry x
      where x.transfer_id = t.id and (select a.kind from ledger.account a
        where a.id = x.account_id) = 'trust_bank'
    ) e
    where t.booked_on > ${base.after} and t.booked_on <= ${day} and t.kind not in ${BANKED}
      and not exists (select from banking.booking b
        where b.transfer_id = t.id and b.line_seq is not null)
  ), found as (${foundOf({ base, day, seen })}
  )`;

export type DifferenceRow = Pick<
  ServerDifference,
  'kind' | 'day' | 'reference' | 'amount' | 'id' | 'reason' | 'needsReason'
> & {
  key: string;
  reasonBy: number | null;
  taskId: number | null;
  owner: string | null;
  taskAt: Date | null;
  dueAt: Date | null;
};

export const differences = (tx: Tx, span: Span, limit: number) =>
  tx.many<DifferenceRow>(sql`
    ${differing(span)}
    select key, kind, day, reference, amount, id, reason, reason_by, needs_reason, task_id, owner,
      task_at, due_at from found
    order by day desc, kind, reference limit ${limit}
  `);

export type DifferenceSum = {
  kind: ServerDifference['kind'];
  count: number;
  amount: Money;
  /** Number of differences to which nobody is assigned. */
  unowned: number;
  /** Number of large or old differences without a reason. */
  unreasoned: number;
};

export const differenceSums = (tx: Tx, span: Span) =>
  tx.many<DifferenceSum>(sql`
    ${differing(span)}
    select kind, count(*)::integer as count, sum(amount)::bigint as amount,
      count(*) filter (where owner is null)::integer as unowned,
      count(*) filter (where needs_reason and reason is null)::integer as unreasoned
    from found group by kind order by kind
  `);

/** The condition must match the partial index of unconfirmed payments. */
export const underWay = (tx: Tx) =>
  tx.one<{ count: number; amount: Money }>(sql`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from banking.payment
    where status <> 'confirmed' and status = 'sent'
  `);

/**
 * Movements of the trust account with this bank date that were booked on a later day, and movements
 * booked on this day with an earlier bank date.
 */
export const lateRecords = (tx: Tx, day: Day, limit: number) =>
  tx.many<LateRecord>(sql`
    select t.id as transfer_id, t.kind, t.happened_on as value_on, t.booked_on, e.amount
    from ledger.transfer t
    cross join lateral (
      select sum(x.amount)::bigint as amount from ledger.entry x
      where x.transfer_id = t.id and (select a.kind from ledger.account a
        where a.id = x.account_id) = 'trust_bank'
      having count(*) > 0
    ) e
    where t.booked_on >= ${day} and t.booked_on > t.happened_on
      and (t.booked_on = ${day} or t.happened_on = ${day})
    order by t.booked_on, t.id limit ${limit}
  `);

/** Returns the last day that the bank reported without being asked. */
export const lastReport = (tx: Tx) =>
  tx.one<{ day: Day | null }>(
    sql`select max(day) as day from banking.bank_day where source = 'sandbox'`,
  );

/** Returns the last ended day for which the bank has reported a closing balance. */
export const lastBankDay = (tx: Tx, before: Day) =>
  tx.one<{ day: Day | null }>(
    sql`select max(day) as day from banking.bank_day where day < ${before}`,
  );
