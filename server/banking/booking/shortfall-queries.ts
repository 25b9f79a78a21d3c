// SQL of client money that lacks in the trust account, and of the company's transfer for it.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type ShortfallRow = {
  id: number;
  amount: Money;
  since: Day;
  cause: string;
  /** Two persons confirmed the company's transfer; once a shortfall. */
  confirmed: boolean;
  /** Whether payments and signatures wait: no transfer that covers it was confirmed since. */
  waits: boolean;
};

/**
 * Returns what lacks in the trust account now; null if nothing does. A confirmed transfer lets
 * payments go until the bank has closed the day of the confirmation, and only as long as no more
 * lacks than was confirmed.
 */
export const standingShortfall = (tx: Tx) =>
  tx.maybe<ShortfallRow>(sql`
    select s.id, s.amount, s.since, s.cause, c.shortfall_id is not null as confirmed,
      c.shortfall_id is null or c.amount < s.amount or coalesce(c.confirmed_on <=
        (select min(closed_through) from banking.trust_account), false) as waits
    from ledger.shortfall s left join banking.cover c on c.shortfall_id = s.id
    where s.ended_at is null
  `);

/** The company's transfer as two persons confirm it. A second one for a shortfall is an error. */
export const insertCover = (
  tx: Tx,
  c: {
    shortfallId: number;
    amount: Money;
    reference: string;
    makerId: number;
    checkerId: number;
    today: Day;
    now: Date;
  },
) =>
  tx.run(sql`
    insert into banking.cover (shortfall_id, amount, reference, maker_id, checker_id, confirmed_on,
      confirmed_at)
    values (${c.shortfallId}, ${c.amount}, ${c.reference}, ${c.makerId}, ${c.checkerId},
      ${c.today}, ${c.now})
  `);

/** Locks the open task about a shortfall; null if there is none. */
export const openShortTask = (tx: Tx) =>
  tx.maybe<{
    id: number;
    subjectId: number;
    label: string;
    detail: TaskDetailSent<'trust_shortfall'>;
  }>(sql`
    select id, subject_id, subject_label as label, detail from tasks.task
    where kind = 'trust_shortfall' and status = 'open' for no key update
  `);
