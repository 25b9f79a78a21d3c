// Tests of the loan book of a random market: its figures follow from its files and agree with the
// ledger, its borrowers are among at least five, and markers in personal data reach no file.
import { beforeAll, expect, test } from 'vitest';
import { BORROWERS_MIN } from '#contract/reports/book/fields.ts';
import type { BookFile } from '#contract/reports/book/statistics.ts';
import { addDays } from '#contract/core/day.ts';
import { grades } from '#contract/investing/grades.ts';
import { randomOf } from '../../actors/random.ts';
import { publishBook } from '../../server/reports/book/publishing.ts';
import { processClosedDays } from '../../server/jobs/closed-days.ts';
import { drain } from '../../server/worker.ts';
import { disburse, goTo, newTeam, pay, signedLoan, type Team, today } from '../actors/loans.ts';
import { newInvestors } from '../actors/market.ts';
import type { Person } from '../actors/people.ts';
import { SEED } from '../actors/seed.ts';
import { useServer } from '../server.ts';
import { downloaded, receivableOn, recount } from './recount.ts';

const LOANS = 12;
const MONTHS = 15;
const server = useServer();
const random = randomOf(SEED);
const cities = ['臺北市', '新北市', '金門縣', '未提供'];

async function publishTomorrow() {
  await server.advance(1);
  await server.closeDays();
  await processClosedDays(server.services);
  await publishBook(server.services);
}

/** Lends a loan of random terms to a borrower of random bands; returns its virtual account. */
async function lend(team: Team, investors: readonly Person[]) {
  const amount = 10_000 * random.int(3, 30);
  const half = amount / 2;
  const loan = await signedLoan(
    server,
    {
      amount,
      rateBps: 50 * random.int(6, 32),
      installments: random.pick([6, 12, 24]),
      shares: [half, half],
    },
    { investors: [...investors] },
  );
  const bands = { ageBand: '30–39 歲', incomeBand: '5–7 萬元', city: random.pick(cities) };
  await server.rows(
    `update lending.loan set bands = $2, grade = $3, occupation = $4,
       funded_at = listed_at + $5 * interval '1 minute' where id = $1`,
    [loan.id, bands, random.pick(grades), 100 * random.int(1, 3) + 1, random.int(1, 20_000)],
  );
  return disburse(server, loan, team);
}

beforeAll(async () => {
  const team = await newTeam(server);
  const investors = await newInvestors(server, 2);
  const accounts: string[] = [];
  for (let month = 0; month < MONTHS; month += 1) {
    if (accounts.length < LOANS) accounts.push(await lend(team, investors));
    await goTo(server, addDays(today(server), random.int(20, 40)));
    // Some pay an instalment, some a part, some all at once, and some nothing.
    for (const account of accounts) {
      const amount = random.pick([0, 0, 1_000, 5_000, 12_000, 40_000]);
      if (amount > 0) await pay(server, account, amount);
    }
    await drain(server.services);
  }
  await publishTomorrow();
}, 600_000);

test(`the figures of a random market follow from its files (seed ${SEED})`, async () => {
  const { day, published, recounted } = await recount(server);
  expect(recounted).toEqual(published);
  expect(published.lent.loans).toBe(LOANS);
  expect(published.recovery.loans).toBeGreaterThan(0);
  expect(published.repaid.lateCharges).toBeGreaterThan(0);
  expect(published.outstanding.principal).toBe(await receivableOn(server, day));
});

const textOf = async (day: string, files: readonly BookFile[], ending: string) => {
  const all = files.filter(({ name }) => name.endsWith(ending));
  const texts = await Promise.all(all.map((file) => downloaded(server, day, file)));
  return texts.join('\n');
};

/** Writes a marker with the name of the column into each of these columns. */
const plant = (table: string, columns: readonly string[], where = 'true') =>
  server.rows(
    `update ${table} set ${columns.map((name) => `${name} = 'CANARY-${name}'`).join(', ')}
     where ${where}`,
  );

test('no marker in a personal field reaches a file or the statistics', async () => {
  const numbers = await server.rows<{ id: string; caseNo: string }>(
    'select id, case_no as "caseNo" from lending.loan',
  );
  await server.rows(`update lending.loan set case_no = 'CANARY-case_no-' || id,
    application = 'CANARY-application', purpose_note = 'CANARY-purpose_note',
    grade = 'CANARY-grade', reason = 'CANARY-reason',
    bands = '{"ageBand": "CANARY-age", "incomeBand": "CANARY-income",
      "city": "CANARY-city", "tenureBand": "CANARY-tenure", "debtRatioBand": "CANARY-debt"}'`);
  await plant('verification.profile', [
    ...['name', 'birthday', 'registered_address', 'mailing_address', 'city', 'company'],
    ...['job_title'],
  ]);
  await server.rows(`update identity.member set email = 'CANARY-email-' || id`);
  await plant('banking.receipt', ['memo', 'from_account']);
  await publishTomorrow();
  const { published, day, files } = await recount(server);
  const text = (await textOf(day, files, '.gz')) + JSON.stringify(published);
  expect(text).toContain('disbursed_month');
  expect(text).not.toContain('CANARY');
  expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
  // The proof log commits to the numbers of the cases.
  for (const { id, caseNo } of numbers) {
    await server.rows('update lending.loan set case_no = $2 where id = $1', [id, caseNo]);
  }
});

test('a combination of bands has five borrowers, or is blank', async () => {
  // Two borrowers of one kind, and five of another.
  const loans = await server.rows<{ id: number; member: number }>(
    `select min(id)::int as id, member_id::int as member from lending.loan
     where disbursed_on is not null and status between 60 and 95 group by member_id order by 2`,
  );
  const bands = (city: string) =>
    JSON.stringify({ ageBand: '30–39 歲', incomeBand: '5–7 萬元', city });
  for (const [i, { member }] of loans.entries()) {
    await server.rows('update lending.loan set bands = $1, occupation = 301 where member_id = $2', [
      bands(i < BORROWERS_MIN ? '臺北市' : '金門縣'),
      member,
    ]);
  }
  await publishTomorrow();
  const { day, files } = await recount(server);
  const csv = await downloaded(
    server,
    day,
    files.find(({ name }) => name === 'loans.csv.gz')!,
  );
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const names = head.split(',');
  const at = ['occupation_group', 'income_band', 'age_band', 'county'].map((name) =>
    names.indexOf(name),
  );
  const tuples = lines.map((line) => at.map((i) => line.split(',')[i]).join(','));
  const counts = Map.groupBy(tuples, (tuple) => tuple);
  expect(loans.length).toBeGreaterThan(BORROWERS_MIN);
  for (const own of counts.values()) expect(own.length).toBeGreaterThanOrEqual(BORROWERS_MIN);
});
