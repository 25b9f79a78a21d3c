// Runs the seed program of the demonstration: the book is that of a house that has lent for
// thirteen months, and it keeps every law.
import { beforeAll, expect, test } from 'vitest';
import { addDays, day, dayOf } from '#contract/core/day.ts';
import { content } from '#contract/content/calls.ts';
import { identity } from '#contract/identity/calls.ts';
import { LOAN } from '#contract/lending/loan-status.ts';
import { inProcess } from '../actors/transport.ts';
import { chainNames, inTransactionsOf, proveChain } from '../server/chains/chain.ts';
import { checkFiles } from '../server/files/file-check.ts';
import { sealLedger } from '../server/ledger/sealing.ts';
import { lendingJobs } from '../server/lending/jobs.ts';
import { sealAuditLog } from '../server/tasks/jobs.ts';
import { recount } from '../tests/book/recount.ts';
import { useServer } from '../tests/server.ts';
import { seed } from './seed.ts';
import { casts, PASSWORD } from './seed-cast.ts';

const server = useServer();

/** Another day up to which the history is played; today if it is not set. */
const { START_DAY } = process.env;
/** The day before the filling, which may end after midnight. */
let yesterday: string;

beforeAll(async () => {
  const today = START_DAY ? day(START_DAY) : dayOf(server.services.clock.realNow());
  yesterday = `date '${addDays(today, -1)}'`;
  await seed(server.services, inProcess(server.app), () => {}, today);
}, 900_000);

const numberOf = async (query: string) => {
  const [row] = await server.rows<{ n: number }>(query);
  return row?.n ?? 0;
};

test('there are at least 80 loans and 60 members, and loans of 12 months', async () => {
  expect(await numberOf('select count(*)::int as n from lending.loan')).toBeGreaterThanOrEqual(80);
  expect(await numberOf('select count(*)::int as n from identity.member')).toBeGreaterThan(60);
  const months = `select count(distinct date_trunc('month', disbursed_on))::int as n
    from lending.loan`;
  expect(await numberOf(months)).toBeGreaterThanOrEqual(12);
});

test('the fee of the disbursement that came back has an allowance on its invoice', async () => {
  const allowed = `select count(*)::int as n from invoices.allowance a
    join invoices.invoice i on i.id = a.invoice_id where a.total = i.total and i.voided_on is null`;
  expect(await numberOf(allowed)).toBe(1);
});

test('in all these nights no interest was left out or counted twice, and no day', async () => {
  const wrong = await server.rows(
    `select i.loan_id, i.no, i.interest, i.interest_accrued from servicing.instalment i
     where i.current and (i.interest_accrued > i.interest
       or i.due_on < ${yesterday} and i.interest_accrued <> i.interest)`,
  );
  expect(wrong).toEqual([]);
  const accrued = `select count(*)::int as n from servicing.instalment
    where due_on < ${yesterday} and interest_accrued > 0`;
  expect(await numberOf(accrued)).toBeGreaterThan(200);
  const behind = await server.rows<{ job: string }>(
    `select job from app.judged where through <> ${yesterday}`,
  );
  expect(behind).toEqual([]);
});

test('acts have times of day, and the clock is that of the machine again', async () => {
  const hours = `select count(distinct extract(hour from created_at))::int as n from lending.loan`;
  expect(await numberOf(hours)).toBeGreaterThan(8);
  const { now, realNow } = server.services.clock;
  expect(Math.abs(now().getTime() - realNow().getTime())).toBeLessThan(1_000);
  // The history of another day may lie ahead.
  const ahead = 'select count(*)::int as n from lending.loan where status_at > now()';
  if (!START_DAY) expect(await numberOf(ahead)).toBe(0);
});

test('every state in which a loan may stay is there, and at least five grades', async () => {
  const rows = await server.rows<{ status: number }>('select distinct status from lending.loan');
  // A draft is only in the browser until it is sent; 10 and 55 last for minutes.
  const lasting = Object.keys(LOAN)
    .map(Number)
    .filter((status) => ![0, 10, 55].includes(status));
  expect(lasting.filter((status) => !rows.some((row) => row.status === status))).toEqual([]);
  const grades = `select count(distinct grade)::int as n from lending.loan where status >= 40
    and status < 96`;
  expect(await numberOf(grades)).toBeGreaterThanOrEqual(5);
});

test('a house with so few late borrowers tells visitors of none of them', async () => {
  const { figures } = (await server.ok(content.platformFigures, {})).data;
  expect(figures.map(({ key }) => key)).toEqual(['outstandingPrincipal']);
  expect(figures[0]!.value).toBeGreaterThan(1_000_000);
});

test('of twelve lent loans at most one is in trouble', async () => {
  const lent = `select count(*)::int as n from lending.loan where status between 60 and 80`;
  const inTrouble = await numberOf(`${lent} and status >= 65`);
  expect(inTrouble).toBeGreaterThanOrEqual(4);
  expect(inTrouble / (await numberOf(lent))).toBeLessThanOrEqual(1 / 12);
});

test('the money of every customer found its order or loan', async () => {
  const receipts = 'select count(*)::int as n from banking.receipt';
  expect(await numberOf(receipts)).toBeGreaterThan(400);
  expect(await numberOf(`${receipts} where state <> 'matched'`)).toBe(0);
});

test('each signed loan has its sealed contract, with an extract for each investor', async () => {
  // The job of a minute seals the extracts after the start, of some loans in each run.
  const extracts = lendingJobs.find(({ name }) => name === 'lending.extracts')!;
  const signed = await numberOf('select count(distinct loan_id)::int as n from lending.contract');
  for (let n = 0; n < signed; n += 20) await extracts.run(server.services);
  const without = (kind: string, from = '', whose = '') => `select count(*)::int as n
    from lending.loan l ${from} where l.disbursed_on is not null and not exists (
      select from lending.contract c where c.loan_id = l.id and c.kind = '${kind}' ${whose})`;
  expect(await numberOf(without('final'))).toBe(0);
  const orders = 'join investing."order" o on o.loan_id = l.id and o.stored_status = 20';
  expect(await numberOf(without('extract', orders, 'and c.order_id = o.id'))).toBe(0);
}, 300_000);

test('the loan book is published month by month, and SQL counts the same', async () => {
  const { published, recounted } = (await recount(server))!;
  expect(recounted).toEqual(published);
  expect(published.loans).toBeGreaterThan(40);
  expect(published.lateness).toBeNull();
});

test('both hash chains are whole, and each file that a row names is there', async () => {
  const { pool } = server.services;
  while ((await sealAuditLog({ pool })) > 0);
  while ((await sealLedger({ pool })) > 0);
  for (const chain of chainNames) {
    const { rows, broken } = await proveChain(inTransactionsOf(pool), chain);
    expect(broken, chain).toBeNull();
    expect(rows, chain).toBeGreaterThan(1_000);
  }
  const { checked, damaged } = await checkFiles(server.services);
  expect(damaged).toBe(0);
  expect(checked).toBeGreaterThan(300);
});

test('the password that is shown for each named member is theirs', async () => {
  const login = async (email: string, password: string) =>
    (await server.ask(identity.login, { email, password })).code;
  for (const { email } of Object.values(casts).flat()) {
    // A browser that is new to a verified member needs a second step after the password.
    expect([null, 'SECOND_FACTOR_REQUIRED'], email).toContain(await login(email, PASSWORD));
  }
  expect(await login(casts.investors[0].email, 'another-2026')).toBe('LOGIN_FAILED');
});

test('there is a booking of each kind that finance makes', async () => {
  const rows = await server.rows<{ kind: string }>(
    `select distinct kind from banking.booking where state = 'booked' order by kind`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['bank_charge', 'bank_interest', 'fee_sweep', 'manual', 'vat_paid']),
  );
});
