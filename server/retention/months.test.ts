// Tests the monthly partitions: they are created ahead, dropped when their rows are past their
// period, and closed to the program.
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { addMonths, dayOf } from '#contract/core/day.ts';
import { newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { db, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { monthsAhead } from '../telemetry/state-queries.ts';
import { deleteExpired, turnMonths } from './jobs.ts';
import { dropMonths } from './retention-queries.ts';

const DAY_MS = 86_400_000;
const tables = ['notices.notice', 'notices.outbox', 'tasks.security_event'];
const server = useServer();

const partitions = async (of: string): Promise<string[]> => {
  const rows = await server.rows<{ name: string }>(
    `select p.relname as name from pg_inherits i join pg_class p on p.oid = i.inhrelid
     where i.inhparent = $1::regclass order by 1`,
    [of],
  );
  return rows.map(({ name }) => name);
};

/** The month of a day `months` from now, as it is part of the name of a partition. */
const monthIn = (months: number): string =>
  addMonths(dayOf(new Date()), months).slice(0, 7).replace('-', '_');

/** The services some days later; the migrations make months from the time of the machine. */
const later = (days: number) => {
  const { realNow } = server.services.clock;
  const now = () => new Date(realNow().getTime() + days * DAY_MS);
  return { ...server.services, clock: { now, realNow } };
};

/** Inserts a notice of noon of the first day of a month; returns its partition. */
async function insertNotice(title: string, months: number): Promise<string> {
  const [row] = await server.rows<{ partition: string }>(
    `insert into notices.notice (member_id, category, title, body, link, created_at)
     values ($1, 'other', $2, '', '/', app.month_start($3::date) + interval '12 hours')
     returning tableoid::regclass::text as partition`,
    [(await newMember(server)).id, title, addMonths(dayOf(new Date()), months)],
  );
  return row!.partition;
}

describe('the months ahead', () => {
  test('exist for each table, and the job creates no month twice', async () => {
    for (const table of tables) {
      const name = table.split('.')[1];
      expect(await partitions(table)).toEqual(
        [
          `${name}_before_${monthIn(1)}`,
          ...[1, 2, 3].map((months) => `${name}_${monthIn(months)}`),
          `${name}_default`,
        ].toSorted(),
      );
    }
    const ahead = await monthsAhead(db(server.services.pool));
    expect(ahead.toSorted((a, b) => a.table.localeCompare(b.table))).toEqual(
      tables.map((table) => ({ table, ahead: 3 })),
    );
    await turnMonths(server.services);
    const before = await partitions('notices.notice');
    await Promise.all([turnMonths(server.services), turnMonths(server.services)]);
    expect(await partitions('notices.notice')).toEqual(before);
  });

  test('are missed by the metric behind the alert', () =>
    server.undone(async (tx) => {
      await tx.run(sql`select app.drop_months('notices.notice', 'infinity')`);
      const missing = (await monthsAhead(tx)).filter(({ ahead }) => ahead === 0);
      expect(missing.map(({ table }) => table)).toEqual(['notices.notice']);
    }));

  test('two processes that drop months at once drop each month once', async () => {
    const before = await partitions('notices.outbox');
    const drop = () =>
      withTransaction(server.services.pool, (tx) =>
        dropMonths(tx, 'notices.outbox', later(60).clock.now()),
      );
    await Promise.all([drop(), drop()]);
    const after = await partitions('notices.outbox');
    expect(before.filter((name) => !after.includes(name)).length).toBeGreaterThan(0);
  });

  test('a row without a month waits in the default until its month is created', async () => {
    const where = async () =>
      (
        await server.rows<{ name: string }>(
          `select tableoid::regclass::text as name from notices.notice where title = 'ahead'`,
        )
      ).map(({ name }) => name);
    expect(await insertNotice('ahead', 5)).toBe('month.notice_default');
    await turnMonths(later(70));
    const [name] = await where();
    expect(name).toMatch(/^month\.notice_\d{4}_\d{2}$/);
    expect(await partitions('notices.notice')).toContain(name!.slice('month.'.length));
  });
});

describe('a month past its period', () => {
  test('is dropped with its rows, which are recorded; a younger month stays', async () => {
    const old = `notice_${monthIn(2)}`;
    expect(await insertNotice('dropped', 2)).toBe(`month.${old}`);
    await insertNotice('younger', 3);
    const [until] = await server.rows<{ days: number }>(
      'select extract(day from app.month_start($1::date) - now())::int as days',
      [addMonths(dayOf(new Date()), 3)],
    );
    await turnMonths(later(until!.days + 180));
    expect(await partitions('notices.notice')).toContain(old);
    await turnMonths(later(until!.days + 182));
    expect(await partitions('notices.notice')).not.toContain(old);
    expect(await server.rows(`select from notices.notice where title = 'dropped'`)).toEqual([]);
    expect(await server.rows(`select from notices.notice where title = 'younger'`)).toHaveLength(1);
    const [audit] = await server.rows<{ rows: number }>(
      `select sum((snapshot ->> 'rows')::int)::int as rows from tasks.audit
       where action = 'retention.deleted' and snapshot ->> 'table' = 'notices.notice'`,
    );
    expect(audit!.rows).toBeGreaterThan(0);
  });

  test('stays while somebody reads it, and the job fails and waits for nobody', async () => {
    const reader = new Client({ connectionString: server.databaseUrl });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select from notices.notice');
    const before = await partitions('notices.notice');
    await expect(turnMonths(later(2_000))).rejects.toThrow(/lock timeout/);
    expect(await partitions('notices.notice')).toEqual(before);
    await reader.end();
    // Meanwhile the rows themselves are deleted, so that nothing is stored for too long.
    await deleteExpired(later(2_000));
    expect(await server.rows('select from notices.notice')).toEqual([]);
  });

  test('of security events is kept for 180 days, whatever the program asks', async () => {
    const before = await partitions('tasks.security_event');
    await server.services.pool.query(
      `select app.drop_months('tasks.security_event', 'infinity'), tasks.forget_security_events()`,
    );
    expect(await partitions('tasks.security_event')).toEqual(before);
  });
});

test('the program has no rights on a partition, and cannot drop or create one', async () => {
  const [first] = await partitions('tasks.security_event');
  for (const act of [
    `select from month.${first}`,
    `delete from month.${first}`,
    `drop table month.${first}`,
    `alter table tasks.security_event detach partition month.${first}`,
    `create table month.mine (id int)`,
  ]) {
    await expect(server.services.pool.query(act), act).rejects.toThrow(
      /permission denied|must be owner/,
    );
  }
});
