// SQL for committing a statement file: its preview, and who proposed and confirmed the file.
import type { BatchPayment, ReceiptLine } from '#contract/banking/office.ts';
import type { Money } from '#contract/core/money.ts';
import type { StatementPreview } from '#contract/banking/statements.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/**
 * Locks the file's row. Committing a file, withdrawing it and reading it again all begin with this
 * lock.
 */
export const lockStatement = (tx: Tx, id: number) =>
  tx.maybe<{ state: string; sha256: string; preview: StatementPreview | null }>(sql`
    select state, sha256, preview from banking.statement where id = ${id} for no key update
  `);

/** Nothing in the file counts until a second person has seen this preview. */
export const proposeStatement = (
  tx: Tx,
  id: number,
  { preview, now }: { preview: StatementPreview; now: Date },
) =>
  tx.run(sql`
    update banking.statement set state = 'proposed', preview = ${JSON.stringify(preview)}, lines
      = ${preview.lines}, problems = ${preview.problems},
      read_bytes = size, finished_at = ${now}, lease_until = null
    where id = ${id}
  `);

/** Marks the file to be read again, so that its valid lines are booked. */
export const commitStatement = (tx: Tx, id: number, { by, now }: { by: number; now: Date }) =>
  tx.run(sql`
    update banking.statement set state = 'waiting', lines = 0, read_bytes = 0, problems = 0,
      finished_at = null, confirmed_by = ${by}, confirmed_at = ${now}
    where id = ${id} and state = 'proposed'
  `);

/** Counts how many of these accounts are ours; repeated accounts count each time. */
export const countOwned = (tx: Tx, accounts: readonly string[]) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from unnest(${accounts}::text[]) as a (account)
    join banking.virtual_account v on v.account = a.account
  `);

/**
 * Returns receipts that outgoing lines may take back without saying so: the line names the number
 * of the receipt, or its virtual account with the same amount. Short words are the number of a
 * receipt only if the amount is the same, because banks often count from 1 each day.
 */
export const receiptsNamed = (
  tx: Tx,
  bank: string,
  lines: readonly {
    line: number;
    date: Day;
    amount: Money;
    seqs: readonly string[];
    virtualAccount: string;
  }[],
) => {
  const named = lines.flatMap((line) => line.seqs.map((seq) => ({ ...line, seq })));
  return tx.many<{ line: number; seq: string }>(sql`
    select distinct on (l.line) l.line, r.seq
    from unnest(${named.map(({ line }) => line)}::int[], ${named.map(({ date }) => date)}::date[],
      ${named.map(({ amount }) => -amount)}::bigint[], ${named.map(({ seq }) => seq)}::text[])
      as l (line, day, amount, seq)
    join banking.receipt r on r.bank = ${bank} and r.seq = l.seq and r.sign = '+'
    where r.bank_date between l.day - 90 and l.day and r.state <> 'reversed'
      and (r.amount = l.amount or length(l.seq) > 5)
    union all
    select distinct on (l.line) l.line, r.seq
    from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ date }) => date)}::date[],
      ${lines.map(({ amount }) => -amount)}::bigint[],
      ${lines.map(({ virtualAccount }) => virtualAccount)}::text[])
      as l (line, day, amount, account)
    join banking.receipt r on r.virtual_account = l.account and r.amount = l.amount
    where r.bank = ${bank} and r.sign = '+' and r.state <> 'reversed' and r.bank_date <= l.day
      and l.account !~ '^0*$'
  `);
};

/** Returns the latest closing balance known from an earlier day. */
export const closingBefore = (tx: Tx, day: Day) =>
  tx.maybe<{ day: Day; closing: Money }>(sql`
    select day, closing from banking.bank_day where day < ${day} order by day desc limit 1
  `);

export type Became = {
  line: number;
  /** State and signed amount of the receipt as which the line was booked. */
  state: ReceiptLine['state'] | null;
  amount: Money | null;
  subjectType: string | null;
  subjectId: number | null;
  /** Owner of the virtual account to which the line paid, if the account is one of ours. */
  ownerType: string | null;
  ownerId: number | null;
  /** Reference of our payment that the line reports, and the ordered amount in NT$. */
  payment: BatchPayment['status'] | null;
  ordered: Money | null;
};

/**
 * Returns the results of statement lines: the receipts that were booked from them, and the
 * platform's payments that they report.
 */
export const resultsOfLines = (
  tx: Tx,
  bank: string,
  lines: readonly {
    line: number;
    date: Day;
    seq: string;
    reference: string | null;
    account: string | null;
  }[],
) =>
  tx.many<Became>(sql`
    select l.line, r.state, case r.sign when '+' then r.amount else -r.amount end as amount,
      r.subject_type, r.subject_id, p.status as payment, p.amount as ordered,
      v.subject_type as owner_type, v.subject_id as owner_id
    from unnest(${lines.map(({ line }) => line)}::int[],
      ${lines.map(({ date }) => date)}::date[], ${lines.map(({ seq }) => seq)}::text[],
      ${lines.map(({ reference }) => reference)}::text[],
      ${lines.map(({ account }) => account)}::text[])
      as l (line, day, seq, reference, account)
    left join banking.virtual_account v on v.account = l.account
    left join banking.receipt r on r.bank = ${bank} and r.bank_date = l.day and r.seq = l.seq
    left join banking.payment p on p.reference = l.reference
  `);
