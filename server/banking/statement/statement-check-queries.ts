// The SQL of the commit of a statement file: what it would do, and who has said that it counts.
import type { StatementPreview } from '#contract/banking/statements.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Whoever commits, withdraws or reads a file again holds it first. */
export const lockStatement = (tx: Tx, id: number) =>
  tx.maybe<{ state: string; sha256: string; preview: StatementPreview | null }>(sql`
    select state, sha256, preview from banking.statement where id = ${id} for no key update
  `);

/** Nothing of the file counts until a second person has seen this. */
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

/** The file is read again, and what is good of it is booked. */
export const commitStatement = (tx: Tx, id: number, { by, now }: { by: number; now: Date }) =>
  tx.run(sql`
    update banking.statement set state = 'waiting', lines = 0, read_bytes = 0, problems = 0,
      finished_at = null, confirmed_by = ${by}, confirmed_at = ${now}
    where id = ${id} and state = 'proposed'
  `);

/** How many of these accounts are ours, each as often as it is named. */
export const countOwned = (tx: Tx, accounts: readonly string[]) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from unnest(${accounts}::text[]) as a (account)
    join banking.virtual_account v on v.account = a.account
  `);

/** The last closing balance that is known of a day before. */
export const closingBefore = (tx: Tx, day: Day) =>
  tx.maybe<{ day: Day; closing: number }>(sql`
    select day, closing from banking.bank_day where day < ${day} order by day desc limit 1
  `);

export type Became = {
  line: number;
  /** Of the receipt it was booked as, with its signed amount. */
  state: string | null;
  amount: number | null;
  subjectType: string | null;
  subjectId: number | null;
  /** Whose account it was paid to, where that is one of ours. */
  ownerType: string | null;
  ownerId: number | null;
  /** Of the payment of ours it tells of, and what was ordered. NT$ */
  payment: string | null;
  ordered: number | null;
};

/** What became of lines: the receipts they were booked as, the payments of ours they tell of. */
export const becameOf = (
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
      r.subject_type as "subjectType", r.subject_id as "subjectId", p.status as payment,
      p.amount as ordered, v.subject_type as "ownerType", v.subject_id as "ownerId"
    from unnest(${lines.map(({ line }) => line)}::int[],
      ${lines.map(({ date }) => date)}::date[], ${lines.map(({ seq }) => seq)}::text[],
      ${lines.map(({ reference }) => reference)}::text[],
      ${lines.map(({ account }) => account)}::text[])
      as l (line, day, seq, reference, account)
    left join banking.virtual_account v on v.account = l.account
    left join banking.receipt r on r.bank = ${bank} and r.bank_date = l.day and r.seq = l.seq
    left join banking.payment p on p.reference = l.reference
  `);
