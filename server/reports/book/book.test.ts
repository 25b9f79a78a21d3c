// Tests of the loan book on a few loans: what is published at the end of a month, recounted by SQL
// of its own, when a month keeps what was published before, and that the old nights are withdrawn.
import { beforeAll, describe, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { content } from '#contract/content/calls.ts';
import { planInfo } from '#contract/lending/plan-info.ts';
import { addDays, addMonths, day } from '#contract/core/day.ts';
import { BORROWERS_MIN, reportsSite } from '#contract/reports/book/statistics.ts';
import { goTo, lentLoan, newTeam, pay, schedule, today } from '../../../tests/actors/loans.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { recount } from '../../../tests/book/recount.ts';
import { storedKeys } from '../../../tests/files/stored-files.ts';
import { useServer } from '../../../tests/server.ts';
import { sql } from '../../database/sql.ts';
import { drain } from '../../worker.ts';
import { insertLate } from './book-queries.ts';
import { inSnapshot, publishBook, readMonth, withdrawNights } from './publishing.ts';

const server = useServer();
const LATE = BORROWERS_MIN + 1;
const PUNCTUAL = BORROWERS_MIN + 1;
const lent: Awaited<ReturnType<typeof lentLoan>>[] = [];

const book = () => server.ok(reportsSite.statistics, {});
/** Goes to the first day of the next month on which the bank has closed the month before. */
async function endMonth() {
  await goTo(server, addDays(addMonths(day(`${today(server).slice(0, 7)}-01`), 1), 2));
  await publishBook(server.services);
}

/** Pays everything that a loan owes by today, as far as its schedule says. */
async function payDue(one: (typeof lent)[number]) {
  const due = (await schedule(server, one.loan.id)).filter(({ dueOn }) => dueOn <= today(server));
  const paid = await server.rows<{ no: number }>(
    'select no from servicing.instalment where loan_id = $1 and current and paid_on is not null',
    [one.loan.id],
  );
  for (const row of due.filter(({ no }) => !paid.some((known) => known.no === no))) {
    await pay(server, one.account, row.principal + row.interest);
  }
}

beforeAll(async () => {
  expect(await book()).toEqual({ data: null, months: [], withdrawnOn: null });
  const team = await newTeam(server);
  for (let k = 0; k < LATE + PUNCTUAL; k += 1) lent.push(await lentLoan(server, team));
  await server.rows(`update lending.loan set grade = 'B1'`);
}, 600_000);

describe('the loan book', () => {
  test('a month in which nobody is late publishes sums, and no lateness', async () => {
    await endMonth();
    const { data, months } = await book();
    expect(data).toMatchObject({ borrowers: LATE + PUNCTUAL, lateness: null });
    expect(data!.outstanding % 1_000_000).toBe(0);
    expect(months).toEqual([]);
    const both = await recount(server);
    expect(both!.recounted).toEqual(both!.published);
  });

  test('a month with enough late and punctual borrowers is recounted by SQL', async () => {
    for (let month = 0; month < 3; month += 1) {
      for (const one of lent.slice(LATE)) await payDue(one);
      await drain(server.services);
      await endMonth();
    }
    const { data, months } = await book();
    expect(data!.lateness).toMatchObject({
      borrowers: LATE + PUNCTUAL,
      late: LATE,
      groups: [{ grade: 'B1', borrowers: LATE + PUNCTUAL, late: LATE }],
    });
    expect(data!.lateness!.principal % 10_000).toBe(0);
    expect(data!.lateness!.returnPercent).toBeLessThan(0);
    expect(months[0]).toMatchObject({ late: LATE });
    const both = await recount(server);
    expect(both!.recounted).toEqual(both!.published);
  });

  test('home, investment page and cases tell no more than the book', async () => {
    const { data } = await book();
    const { figures } = (await server.ok(content.platformFigures, {})).data;
    const values = Object.fromEntries(figures.map(({ key, value }) => [key, value]));
    expect(values['overdueShare']).toBe(data!.lateness!.percent);
    expect(values['realisedReturn']).toBe(data!.lateness!.returnPercent);
    const market = (await server.ok(planInfo.investorPagePlanInfo, {})).data.figures;
    expect(market).toMatchObject({
      outstandingPrincipal: data!.outstanding,
      overdueShare: data!.lateness!.percent,
      outstandingLoans: LATE + PUNCTUAL,
      overdueLoans: LATE,
    });
    const investor = await newInvestor(server);
    const historyOf = async (grade: string) => {
      const id = String(await newCase(server, { grade }));
      return (await server.ok(investing.getCase, { id }, investor)).data.gradeHistory;
    };
    expect(await historyOf('B1')).toMatchObject({ loans: LATE + PUNCTUAL, lateOver30: LATE });
    expect(await historyOf('C1')).toMatchObject({ loans: 0, lateOver30: 0, lent: 0 });
  });

  test('one borrower who catches up changes nothing that is published', async () => {
    const before = (await book()).data!.lateness!;
    await pay(server, lent[0]!.account, 120_000);
    await drain(server.services);
    for (const one of lent.slice(LATE)) await payDue(one);
    await drain(server.services);
    await endMonth();
    const { data } = await book();
    expect(data!.asOf > before.asOf).toBe(true);
    expect(data!.lateness).toEqual(before);
    const { figures } = (await server.ok(content.platformFigures, {})).data;
    expect(figures.find(({ key }) => key === 'overdueShare')?.value).toBe(before.percent);
  });

  test('a published month is not published twice and never changes', async () => {
    const before = await book();
    await publishBook(server.services);
    expect(await book()).toEqual(before);
    await expect(server.rows('update reports.book_month set groups = null')).rejects.toThrow();
    await expect(server.rows('delete from reports.book_late')).rejects.toThrow();
  });

  test('reading a month takes no lock that a member could wait for, and cannot write', async () => {
    const { asOf } = (await book()).data!;
    const held = await inSnapshot(server.services, async (tx) => {
      const month = await readMonth(tx, asOf);
      const locks = await tx.many<{ mode: string }>(sql`
        select distinct mode from pg_locks where pid = pg_backend_pid() and locktype <> 'virtualxid'
      `);
      const row = { ...month, day: asOf, now: server.services.clock.now() };
      await expect(insertLate(tx, row)).rejects.toThrow('read-only transaction');
      return locks.map(({ mode }) => mode);
    });
    expect(held).toEqual(['AccessShareLock']);
  });
});

test('the files of withdrawn nights are deleted, and the page says since when', async () => {
  const { files } = server.services;
  const keys = await storedKeys(server.services);
  const address = `${server.siteUrl}/v1/statistics/nights/2026-11-20/loans.csv.gz`;
  const stored = await files.put(Buffer.from('loan_id\r\n'), 'application/gzip');
  await server.rows(
    `insert into reports.book_file (day, name, rows, bytes, sha256, stored, published_at)
     values ('2026-11-20', 'loans.csv.gz', 1, $1, $2, $3, now())`,
    [stored.bytes, stored.sha256, JSON.stringify(stored)],
  );
  await server.rows(`insert into app.setting (key, value)
    values ('book_nights_withdrawn', to_jsonb('2026-11-30'::date))`);
  await withdrawNights(server.services);
  expect(await storedKeys(server.services)).toEqual(keys);
  expect(await server.rows('select from reports.book_file')).toEqual([]);
  expect((await fetch(address)).status).toBe(404);
  expect((await book()).withdrawnOn).toBe('2026-11-30');
});
