// Business time: real time, which only the demonstration can advance by whole days.
import { type Pool, db } from './database/db.ts';
import { sql } from './database/sql.ts';

const DAY_MS = 86_400_000;

/** In the demonstration, business time (`now`) may be advanced; real time (`realNow`) never is. */
export type Clock = { now(): Date; realNow(): Date };

export type MovableClock = Clock & {
  /** Advances business time by this many days, in the database and in this process. */
  advance(days: number): Promise<void>;
  /**
   * Sets business time to an instant, in the database and in this process; null makes it real time
   * again. Only the seed program calls this, because its history has times of day.
   */
  set(to: Date | null): Promise<void>;
};

/** Clock of production: business time is real time. */
export const realClock: Clock = {
  now: () => new Date(Date.now()),
  realNow: () => new Date(Date.now()),
};

/**
 * Clock of the demonstration: its offset is a row, so that it survives a restart. The row may also
 * hold seconds, with which the tests start at the same time of day whenever they are run.
 */
export async function createMovableClock(pool: Pool): Promise<MovableClock> {
  const tx = db(pool);
  const row = await tx.maybe<{ days: number; seconds: number }>(sql`
    select (value ->> 'days')::integer as days,
      coalesce((value ->> 'seconds')::integer, 0) as seconds
    from app.setting where key = 'clock'
  `);
  let shift = (row?.seconds ?? 0) * 1_000;
  let offset = row?.days ?? 0;
  return {
    now: () => new Date(Date.now() + offset * DAY_MS + shift),
    realNow: () => new Date(Date.now()),
    async advance(days) {
      const after = await tx.one<{ days: number }>(sql`
        insert into app.setting (key, value) values ('clock', jsonb_build_object('days',
          ${days}::int))
        on conflict (key) do update set value = app.setting.value || jsonb_build_object('days',
          (app.setting.value ->> 'days')::int + ${days})
        returning (value ->> 'days')::integer as days
      `);
      offset = after.days;
    },
    async set(to) {
      const seconds = to === null ? 0 : Math.floor((to.getTime() - Date.now()) / 1_000);
      await tx.run(sql`
        insert into app.setting (key, value) values ('clock', jsonb_build_object('days', 0,
          'seconds', ${seconds}::int))
        on conflict (key) do update set value = excluded.value
      `);
      offset = 0;
      shift = seconds * 1_000;
    },
  };
}
