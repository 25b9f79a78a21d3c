// SQL of closed bank days: the day through which the records of each account are complete.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/**
 * Locks the account row, so that closings of days run one after another; null if the platform has
 * no account at that bank.
 */
export const lockAccount = (tx: Tx, bank: string) =>
  tx.maybe<{ closedThrough: Day }>(sql`
    select closed_through from banking.trust_account where bank = ${bank}
    for no key update
  `);

export type ClosedBy = {
  source: 'callback' | 'statement';
  statementId: number | null;
  now: Date;
};

/**
 * Records these days as complete; existing rows are not changed. Returns the number of new ones.
 */
export const insertClosedDays = (
  tx: Tx,
  bank: string,
  rows: readonly { day: Day; closing: Money | null }[],
  by: ClosedBy,
) =>
  tx.run(sql`
    insert into banking.closed_day (bank, day, closing, source, statement_id, closed_at)
    select ${bank}, d, c, ${by.source}, ${by.statementId}, ${by.now} from
      unnest(${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ closing }) => closing)}::bigint[]) as r (d, c)
    on conflict (bank, day) do nothing
  `);

/** Advances the account to the last day before the first gap. */
export const moveClosedThrough = (tx: Tx, bank: string) =>
  tx.one<{ closedThrough: Day }>(sql`
    update banking.trust_account a set closed_through = a.closed_through + (
      select count(*) from (
        select day, row_number() over (order by day) as place from banking.closed_day
        where bank = a.bank and day > a.closed_through
      ) kept where kept.day = a.closed_through + kept.place::integer)::integer
    where bank = ${bank} returning closed_through
  `);

/**
 * Returns the balance at the end of a closed day: the last one that the bank reported up to then,
 * if it has reported no line of a later day up to then. A file that covers days without lines has
 * no balance of these days.
 */
export const closingOn = (tx: Tx, bank: string, day: Day) =>
  tx.maybe<{ closing: Money }>(sql`
    select d.closing from (
      select day, closing from banking.closed_day
      where bank = ${bank} and day <= ${day} and closing is not null order by day desc limit 1
    ) d
    where not exists (select from banking.bank_line l
      where l.bank = ${bank} and l.bank_date > d.day and l.bank_date <= ${day})
  `);

/**
 * Returns the earliest closed day of all accounts: through it the records of every bank are
 * complete.
 */
export const closedThrough = (tx: Tx) =>
  tx.one<{ day: Day | null }>(sql`select min(closed_through) as day from banking.trust_account`);

export const listAccounts = (tx: Tx) =>
  tx.many<{ bank: string; closedThrough: Day }>(sql`
    select bank, closed_through from banking.trust_account order by bank
  `);

/** Accounts closed through this day or an earlier one for which no task is open. */
export const accountsUnasked = (through: Day) => sql`
  select from banking.trust_account a
  where a.closed_through <= ${through} and not exists (select from tasks.task t
    where t.kind = 'attention' and t.subject_type = 'bank_day'
      and t.subject_id = a.bank::bigint and t.status = 'open')`;

/**
 * Reopens the days that were closed after this day; used when a demonstration's clock was turned
 * back.
 */
export const reopenBankDays = async (tx: Tx, day: Day): Promise<void> => {
  await tx.run(sql`delete from banking.closed_day where day > ${day}`);
  await tx.run(sql`update banking.trust_account set closed_through = ${day}`);
};
