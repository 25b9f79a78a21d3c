// SQL of bookings: proposals, their states, and their papers.
import type { BookingEntry, BookingKind, BookingState } from '#contract/banking/bookings.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf, when } from '../../database/sql.ts';

/** The line of the bank that a booking explains; `amount` is signed. */
export type SourceLine = { bank: string; date: Day; seq: string; amount: Money };

export type NewBooking = {
  kind: BookingKind;
  day: Day;
  amount: Money;
  entries: readonly BookingEntry[];
  reason: string;
  line: SourceLine | null;
  receiptId: number | null;
  reversesId: number | null;
  makerId: number;
  now: Date;
};

/** Inserts a proposal; null if its line, receipt or booking is already being explained. */
export const insertBooking = (tx: Tx, b: NewBooking) =>
  tx.maybe<{ id: number }>(sql`
    insert into banking.booking (kind, state, happened_on, amount, entries, reason, line_bank,
      line_date, line_seq, line_amount, receipt_id, reverses_id, maker_id, made_at)
    values (${b.kind}, 'checking', ${b.day}, ${b.amount}, ${JSON.stringify(b.entries)},
      ${b.reason}, ${b.line?.bank ?? null}, ${b.line?.date ?? null}, ${b.line?.seq ?? null},
      ${b.line?.amount ?? null}, ${b.receiptId}, ${b.reversesId}, ${b.makerId}, ${b.now})
    on conflict do nothing returning id
  `);

export type BookingRow = {
  id: number;
  kind: BookingKind;
  state: BookingState;
  day: Day;
  amount: Money;
  entries: BookingEntry[];
  reason: string;
  line: SourceLine | null;
  receiptId: number | null;
  reverses: number | null;
  makerId: number;
  transferId: string | null;
};

const lineColumn = sql`case when b.line_seq is not null then jsonb_build_object('bank',
  b.line_bank, 'date', b.line_date, 'seq', b.line_seq, 'amount', b.line_amount) end`;

export const lockBooking = (tx: Tx, id: number) =>
  tx.maybe<BookingRow>(sql`
    select b.id, b.kind, b.state, b.happened_on as day, b.amount, b.entries, b.reason,
      ${lineColumn} as line, b.receipt_id, b.reverses_id as reverses, b.maker_id, b.transfer_id
    from banking.booking b where b.id = ${id} for no key update of b
  `);

/** Records the next state of a booking; a checker or a transfer that is already set stays. */
export const moveBooking = (
  tx: Tx,
  id: number,
  to: { state: BookingState; checkerId?: number; transferId?: string; day?: Day; now: Date },
) =>
  tx.run(sql`
    update banking.booking set state = ${to.state},
      checker_id = coalesce(checker_id, ${to.checkerId ?? null}),
      checked_at = case when ${to.checkerId ?? null}::bigint is null then checked_at
        else coalesce(checked_at, ${to.now}) end,
      transfer_id = coalesce(transfer_id, ${to.transferId ?? null}),
      happened_on = coalesce(${to.day ?? null}, happened_on)
    where id = ${id}
  `);

const tables = sql`banking.booking b
  left join identity.operator m on m.id = b.maker_id
  left join identity.operator c on c.id = b.checker_id`;

export type YearBookingRow = {
  id: number;
  day: Day;
  state: BookingState;
  maker: string | null;
  madeAt: Date;
  checker: string | null;
  checkedAt: Date | null;
};

/** The bookings that closed years or wait for their second person. */
export const yearBookings = (tx: Tx) =>
  tx.many<YearBookingRow>(sql`
    select b.id, b.happened_on as day, b.state, m.name as maker, b.made_at, c.name as checker,
      b.checked_at
    from ${tables} where b.kind = 'year_closed' and b.state in ('checking', 'booked')
  `);

export type PendingRow = {
  id: number;
  kind: BookingKind;
  amount: Money;
  maker: string | null;
  madeAt: Date;
};
const pendingColumns = sql`b.id, b.kind, b.amount, m.name as maker, b.made_at`;

/** Bookings that wait for their second person and explain differences, with the keys of these. */
export const pendingForDifferences = (tx: Tx, keys: readonly string[]) =>
  tx.many<PendingRow & { key: string }>(sql`
    select ${pendingColumns}, k.key
    from banking.booking b
    left join identity.operator m on m.id = b.maker_id
    left join banking.bank_line l on l.bank = b.line_bank and l.bank_date = b.line_date
      and l.seq = b.line_seq
    join unnest(${keys}::text[]) as k (key) on k.key in (
      'line:' || b.line_bank || ':' || b.line_date || ':' || b.line_seq, 'payment:' || l.reference)
    where b.state = 'checking' and b.line_seq is not null
  `);

/** The booking that waits for its second person and would take a receipt out of suspense. */
export const pendingForReceipt = (tx: Tx, receiptId: number) =>
  tx.maybe<PendingRow>(sql`
    select ${pendingColumns} from banking.booking b
    left join identity.operator m on m.id = b.maker_id
    where b.receipt_id = ${receiptId} and b.state = 'checking'
  `);

export type BookingListRow = Omit<BookingRow, 'entries' | 'line' | 'receiptId' | 'makerId'> & {
  maker: string | null;
  madeAt: Date;
  checker: string | null;
  checkedAt: Date | null;
  reversedBy: number | null;
  files: number;
};

type BookingsOf = {
  kind?: string | undefined;
  state?: string | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
};
const conditions = (of: BookingsOf) => [
  when(of.kind, sql`b.kind = ${of.kind}`),
  when(of.state, sql`b.state = ${of.state}`),
  when(of.from, sql`b.happened_on >= ${of.from}`),
  when(of.to, sql`b.happened_on <= ${of.to}`),
];

const columns = sql`b.id, b.kind, b.state, b.happened_on as day, b.amount, b.reason,
  b.reverses_id as reverses, b.transfer_id, m.name as maker, b.made_at, c.name as checker,
  b.checked_at, (select r.id from banking.booking r where r.reverses_id = b.id
    and r.state in ('checking', 'booked')) as reversed_by,
  (select count(*) from banking.booking_file f where f.booking_id = b.id)::integer as files`;

const newest = keyset('desc', { id: sql`b.id` });

export const listBookings = (tx: Tx, of: BookingsOf, part: Part<{ id: number }>) =>
  tx.many<BookingListRow>(sql`
    select ${columns} from ${tables}
    where ${allOf([...conditions(of), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countBookings = (tx: Tx, of: BookingsOf) =>
  tx.one<{ total: number }>(totalOf(sql`banking.booking b where ${allOf(conditions(of))}`));

export type BookingPageRow = BookingListRow & {
  entries: BookingEntry[];
  line: SourceLine | null;
  receiptId: number | null;
  batchId: number | null;
  taskId: number | null;
};

export const bookingById = (tx: Tx, id: number) =>
  tx.maybe<BookingPageRow>(sql`
    select ${columns}, b.entries, ${lineColumn} as line, b.receipt_id, s.batch_id,
      (select t.id from tasks.task t where t.status = 'open'
        and (t.kind = 'booking_check' and t.subject_type = 'booking' and t.subject_id = b.id
          or t.kind = 'payment_check' and t.subject_type = 'batch' and t.subject_id = s.batch_id)
      ) as task_id
    from ${tables}
    left join lateral (
      select i.batch_id from banking.batch_item i join banking.batch p on p.id = i.batch_id
      where p.kind = 'sweep' and i.subject_id = b.id and b.kind = 'fee_sweep'
    ) s on true
    where b.id = ${id}
  `);

/**
 * Held until the end of the transaction by whoever compares a sweep or a payment of VAT with what
 * there is, so that two of them together never exceed it.
 */
export const lockLimits = (tx: Tx) => tx.one(sql`select pg_advisory_xact_lock(36, 1)`);

/** NT$ of the sweeps that are proposed or ordered but not booked. */
export const sweepsUnderWay = (tx: Tx) =>
  tx.one<{ amount: Money; ordered: Money }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount,
      coalesce(sum(amount) filter (where state = 'ordered'), 0)::bigint as ordered
    from banking.booking where state in ('checking', 'ordered') and kind = 'fee_sweep'
  `);

/** NT$ of the VAT payments that wait for the second person. */
export const vatUnderWay = (tx: Tx) =>
  tx.one<{ amount: Money }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount from banking.booking
    where state in ('checking', 'ordered') and kind = 'vat_paid' and reverses_id is null
  `);

/** Locks the reversal that this line made and that waits in suspense; null if there is none. */
export const lockWaitingReversal = (tx: Tx, { bank, date, seq }: SourceLine) =>
  tx.maybe<{ id: number }>(sql`
    select id from banking.receipt
    where bank = ${bank} and bank_date = ${date} and seq = ${seq} and sign = '-'
      and state = 'suspense'
    for no key update
  `);

/**
 * Locks the difference of a line that the books still lack; null if it was booked meanwhile, for
 * example as a receipt. A reversal that waits in suspense is not booked.
 */
export const lockLine = (tx: Tx, { bank, date, seq }: SourceLine) =>
  tx.maybe<{ id: number }>(sql`
    select id from banking.difference
    where key = ${`line:${bank}:${date}:${seq}`} and kind = 'unbooked' and ended_at is null
      and not exists (select from banking.receipt
        where bank = ${bank} and bank_date = ${date} and seq = ${seq}
          and not (sign = '-' and state = 'suspense'))
    for no key update
  `);

/**
 * Locks the payment that the bank carried out by this line alone with another amount; `amount` of
 * the line is what the two differ by. Null if that changed meanwhile.
 */
export const lockUnfitPayment = (tx: Tx, { bank, date, seq, amount }: SourceLine) =>
  tx.maybe<{ id: number; reference: string; status: 'sent' | 'confirmed' }>(sql`
    select p.id, p.reference, p.status from banking.bank_line l
    join banking.payment p on p.reference = l.reference
    where l.bank = ${bank} and l.bank_date = ${date} and l.seq = ${seq}
      and p.status in ('sent', 'confirmed') and l.amount + p.amount = ${amount}
      and not exists (select from banking.bank_line o where o.reference = p.reference
        and (o.bank, o.bank_date, o.seq) <> (l.bank, l.bank_date, l.seq))
    for no key update of p
  `);

/**
 * Locks the payment of ours that a line names; null if it names none. `isWhole` says that a booking
 * of this amount explains all of the line, and not only by how much it differs from the payment.
 */
export const lockNamedPayment = (tx: Tx, { bank, date, seq, amount }: SourceLine) =>
  tx.maybe<{ id: number; reference: string; isWhole: boolean }>(sql`
    select p.id, p.reference, l.amount = ${amount} as is_whole from banking.bank_line l
    join banking.payment p on p.reference = l.reference
    where l.bank = ${bank} and l.bank_date = ${date} and l.seq = ${seq} for no key update of p
  `);

/** Booking of a receipt that was taken out of suspense; null if there is none. */
export const lockBookingOfReceipt = (tx: Tx, receiptId: number) =>
  tx.maybe<{ id: number; transferId: string }>(sql`
    select id, transfer_id from banking.booking
    where receipt_id = ${receiptId} and state = 'booked' for no key update
  `);

export type FileRow = {
  id: number;
  filename: string;
  contentType: string;
  addedBy: string | null;
  addedAt: Date;
};

export const filesOfBooking = (tx: Tx, id: number) =>
  tx.many<FileRow>(sql`
    select f.id, f.filename, f.content_type, o.name as added_by, f.added_at
    from banking.booking_file f left join identity.operator o on o.id = f.added_by
    where f.booking_id = ${id} order by f.id
  `);

export const insertBookingFile = (
  tx: Tx,
  id: number,
  f: { filename: string; contentType: string; stored: StoredFile; by: number; now: Date },
) =>
  tx.one<{ id: number }>(sql`
    insert into banking.booking_file (booking_id, filename, content_type, stored, added_by,
      added_at)
    values (${id}, ${f.filename}, ${f.contentType}, ${JSON.stringify(f.stored)}, ${f.by}, ${f.now})
    returning id
  `);

export const bookingFileById = (tx: Tx, id: number, fileId: number) =>
  tx.maybe<{ filename: string; contentType: string; stored: StoredFile }>(sql`
    select filename, content_type, stored from banking.booking_file
    where booking_id = ${id} and id = ${fileId}
  `);
