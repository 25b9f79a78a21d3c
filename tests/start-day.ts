// The business time at which the servers of the tests start.
import type { Client } from 'pg';
import { day, type Day } from '#contract/core/day.ts';

/**
 * The day on which all test servers start, because tests of calendars would otherwise depend on the
 * day on which they are run, and on whether midnight passes meanwhile. The variable `START_DAY`
 * chooses another day, to look for tests that hold on one day only.
 */
export const START_DAY: Day = day(process.env.START_DAY ?? '2026-11-23');

/** Ten o'clock in Taipei. */
export const startOf = (on: Day): Date => new Date(`${on}T10:00:00+08:00`);

/** Sets the business time of a database to a day, and dates by it what has happened there. */
export async function startOn(client: Client, on: Day): Promise<void> {
  const seconds = Math.round((startOf(on).getTime() - Date.now()) / 1_000);
  await client.query(
    `insert into app.setting (key, value) values ('clock', $1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ days: 0, seconds })],
  );
  // What the migrations and the first start have dated by the time of the machine.
  await client.query(`
    update app.judged set through = business_now()::date - 1;
    update banking.trust_account set closed_through = business_now()::date - 1;
    update sandbox.day_end set day = business_now()::date - 1;
    update lending.plan set created_at = business_now()`);
}
