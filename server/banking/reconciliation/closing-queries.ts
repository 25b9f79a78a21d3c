// The SQL of closed bank days: through which day the records of each account are complete.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Null where no account of that bank is ours. Whoever closes days waits for the row. */
export const lockAccount = (tx: Tx, bank: string) =>
  tx.maybe<{ closedThrough: Day }>(sql`
    select closed_through as "closedThrough" from banking.trust_account where bank = ${bank}
    for no key update
  `);

export type ClosedBy = {
  source: 'callback' | 'statement';
  statementId: number | null;
  now: Date;
};

/** Keeps these days as complete; what was kept before stands. Answers how many were new. */
export const insertClosedDays = (
  tx: Tx,
  bank: string,
  rows: readonly { day: Day; closing: number | null }[],
  by: ClosedBy,
) =>
  tx.run(sql`
    insert into banking.closed_day (bank, day, closing, source, statement_id, closed_at)
    select ${bank}, d, c, ${by.source}, ${by.statementId}, ${by.now} from
      unnest(${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ closing }) => closing)}::bigint[]) as r (d, c)
    on conflict (bank, day) do nothing
  `);

/** Moves the account on to the last day before the first gap. */
export const moveClosedThrough = (tx: Tx, bank: string) =>
  tx.one<{ closedThrough: Day }>(sql`
    update banking.trust_account a set closed_through = a.closed_through + (
      select count(*) from (
        select day, row_number() over (order by day) as place from banking.closed_day
        where bank = a.bank and day > a.closed_through
      ) kept where kept.day = a.closed_through + kept.place::integer)::integer
    where bank = ${bank} returning closed_through as "closedThrough"
  `);

/** What lay in the account at the end of a closed day, where the bank said so. */
export const closingOn = (tx: Tx, bank: string, day: Day) =>
  tx.maybe<{ closing: number | null }>(
    sql`select closing from banking.closed_day where bank = ${bank} and day = ${day}`,
  );

/** The earliest of all accounts: through it every record of every bank is in. */
export const closedThrough = (tx: Tx) =>
  tx.one<{ day: Day | null }>(sql`select min(closed_through) as day from banking.trust_account`);

export const listAccounts = (tx: Tx) =>
  tx.many<{ bank: string; closedThrough: Day }>(sql`
    select bank, closed_through as "closedThrough" from banking.trust_account order by bank
  `);

/** Where a demonstration's clock was put back: what was closed after this day is open again. */
export const reopenBankDays = async (tx: Tx, day: Day): Promise<void> => {
  await tx.run(sql`delete from banking.closed_day where day > ${day}`);
  await tx.run(sql`update banking.trust_account set closed_through = ${day}`);
};
