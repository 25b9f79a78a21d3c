// The SQL of closed bank days: through which day the records of each account are complete.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';

/** Null where no account of that bank is ours. Whoever closes days waits for the row. */
export const lockAccount = (tx: Tx, bank: string) =>
  tx.maybe<{ closedThrough: Day }>(
    'banking.lockAccount',
    `select closed_through as "closedThrough" from banking.trust_account where bank = $1
     for no key update`,
    [bank],
  );

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
  tx.run(
    'banking.insertClosedDays',
    `insert into banking.closed_day (bank, day, closing, source, statement_id, closed_at)
     select $1, d, c, $4, $5, $6 from unnest($2::date[], $3::bigint[]) as r (d, c)
     on conflict (bank, day) do nothing`,
    [
      bank,
      rows.map(({ day }) => day),
      rows.map(({ closing }) => closing),
      by.source,
      by.statementId,
      by.now,
    ],
  );

/** Moves the account on to the last day before the first gap. */
export const moveClosedThrough = (tx: Tx, bank: string) =>
  tx.one<{ closedThrough: Day }>(
    'banking.moveClosedThrough',
    `update banking.trust_account a set closed_through = a.closed_through + (
       select count(*) from (
         select day, row_number() over (order by day) as place from banking.closed_day
         where bank = a.bank and day > a.closed_through
       ) kept where kept.day = a.closed_through + kept.place::integer)::integer
     where bank = $1 returning closed_through as "closedThrough"`,
    [bank],
  );

/** What lay in the account at the end of a closed day, where the bank said so. */
export const closingOn = (tx: Tx, bank: string, day: Day) =>
  tx.maybe<{ closing: number | null }>(
    'banking.closingOn',
    'select closing from banking.closed_day where bank = $1 and day = $2',
    [bank, day],
  );

/** The earliest of all accounts: through it every record of every bank is in. */
export const closedThrough = (tx: Tx) =>
  tx.one<{ day: Day | null }>(
    'banking.closedThrough',
    'select min(closed_through) as day from banking.trust_account',
  );

export const listAccounts = (tx: Tx) =>
  tx.many<{ bank: string; closedThrough: Day }>(
    'banking.listAccounts',
    `select bank, closed_through as "closedThrough" from banking.trust_account order by bank`,
  );

/** Where a demonstration's clock was put back: what was closed after this day is open again. */
export const reopenBankDays = async (tx: Tx, day: Day): Promise<void> => {
  await tx.run('banking.forgetClosedDays', 'delete from banking.closed_day where day > $1', [day]);
  await tx.run('banking.reopenBankDays', 'update banking.trust_account set closed_through = $1', [
    day,
  ]);
};
