// Tests of the credit reports against the ledger and against a small history calculated by hand.
import {
  defaultLoanList as defaultLoans,
  outstandingLoanList as outstandingLoans,
  vintageLoanList as vintageLoans,
} from '#contract/reports/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { addDays, type Day } from '#contract/core/day.ts';
import { reportsOffice } from '#contract/reports/calls.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  type TestLoan,
  today,
} from '../../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { booksOf } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';
import { monthsBetween } from '../rules.ts';

const server = useServer();
const { outstanding, outstandingFile } = reportsOffice;
const { vintages, vintagesFile, defaults, defaultsFile } = reportsOffice;
let approver: Person;
let good: TestLoan;
let bad: TestLoan;
let badAccount: string;
let lentOn: Day;
let lateOn: Day;

/**
 * Creates two loans of 100,000: one pays its first two instalments on time, the other pays nothing.
 */
beforeAll(async () => {
  approver = await newOperator(server, ['approver']);
  const team = await newTeam(server);
  good = await signedLoan(server);
  bad = await signedLoan(server, { ...EXAMPLE, shares: [100_000] });
  const account = await disburse(server, good, team);
  badAccount = await disburse(server, bad, team);
  await server.rows(`update lending.loan set grade = 'C2' where id = $1`, [bad.id]);
  lentOn = today(server);
  const rows = await schedule(server, good.id);
  for (const row of rows.slice(0, 2)) {
    await goTo(server, row.dueOn);
    await pay(server, account, row.principal + row.interest);
    await drain(server.services);
  }
  lateOn = addDays((await schedule(server, bad.id))[0]!.payableUntil, 31);
  await goTo(server, lateOn);
});

const inLedger = async (day: Day) =>
  (await booksOf(server, 'loan_receivable'))
    .filter(({ on }) => on <= day)
    .reduce((sum, { amount }) => sum + amount, 0);
const outOn = async (on: Day, more: object = {}) =>
  (await server.ok(outstanding, { on, ...more }, approver)).data;
const sumOf = (parts: readonly { principal: number }[]) =>
  parts.reduce((total, { principal }) => total + principal, 0);

test('outstanding is the ledger’s principal on every day of the history', async () => {
  for (let on = addDays(lentOn, -1); on <= today(server); on = addDays(on, 7)) {
    expect([on, sumOf(await outOn(on))]).toEqual([on, await inLedger(on)]);
  }
  expect(sumOf(await outOn(addDays(lentOn, -1)))).toBe(0);
  expect(sumOf(await outOn(lentOn))).toBe(200_000);
  // The first two instalments of 100,000 at 12 % contain principal of 7,885 and 7,964.
  expect(sumOf(await outOn(today(server)))).toBe(200_000 - 7_885 - 7_964);
});

test('each part is as it was on that day', async () => {
  expect(await outOn(lentOn)).toEqual([
    expect.objectContaining({ grade: 'B1', standing: 'current', loans: 1, principal: 100_000 }),
    expect.objectContaining({ grade: 'C2', standing: 'current', loans: 1, principal: 100_000 }),
  ]);
  const standingOn = async (on: Day) => (await outOn(on, { grade: 'C2' }))[0]?.standing;
  expect(await standingOn(lateOn)).toBe('violation');
  expect(await standingOn(addDays(lateOn, -1))).not.toBe('violation');
  expect(await outOn(lateOn, { standing: 'violation' })).toEqual([
    expect.objectContaining({ grade: 'C2', loans: 1, principal: 100_000 }),
  ]);
  expect(await outOn(lateOn, { plan: 'no-such-plan' })).toEqual([]);
});

test('a part leads to its loans, page by page; the table is exported as a file', async () => {
  const loans = await server.ok(outstandingLoans, { item_per_page: 1 }, approver);
  expect(loans.total).toBe(2);
  expect(loans.data).toEqual([
    expect.objectContaining({
      loanId: String(bad.id),
      standing: 'violation',
      rate: 12,
      amount: 100_000,
      principal: 100_000,
      disbursedOn: lentOn,
    }),
  ]);
  const rest = await server.ok(outstandingLoans, { item_per_page: 1, offset: 1 }, approver);
  expect(rest.data[0]).toMatchObject({ loanId: String(good.id), principal: 84_151 });
  const file = await server.ask(outstandingFile, { on: lentOn }, approver);
  const lines = Buffer.from(file.body as never)
    .toString()
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/,C2,還款中,1,100000$/);
  expect(await server.refused(outstanding, { on: '2026-02-30' }, approver)).toBe('INVALID_INPUT');
});

const fileLines = async (asked: ReturnType<typeof server.ask>) =>
  Buffer.from((await asked).body as never)
    .toString()
    .trim()
    .split('\r\n');

test('a vintage ages: late principal divided by lent, by months since disbursement', async () => {
  const month = lentOn.slice(0, 7);
  const age = monthsBetween(month, lateOn.slice(0, 7)).length - 1;
  expect(age).toBeGreaterThan(0);
  const { data } = await server.ok(vintages, {}, approver);
  const late = [...Array.from({ length: age }, () => 0), 100_000];
  expect(data).toEqual([{ month, loans: 2, principal: 200_000, late }]);
  const own = await server.ok(vintages, { grade: 'B1' }, approver);
  expect(own.data).toEqual([{ month, loans: 1, principal: 100_000, late: late.map(() => 0) }]);
  const then = await server.ok(vintageLoans, { month, age }, approver);
  expect(then).toMatchObject({
    total: 1,
    data: [{ loanId: String(bad.id), standing: 'violation', principal: 100_000 }],
  });
  const all = await server.ok(vintageLoans, { month, item_per_page: 1, offset: 1 }, approver);
  expect(all).toMatchObject({ total: 2, data: [{ loanId: String(good.id), principal: 84_151 }] });
  const lines = await fileLines(server.ask(vintagesFile, {}, approver));
  expect(lines[1]).toBe([month, 2, 200_000, ...late].join(','));
  expect((await server.ok(vintages, { from: '2020-01', to: '2020-02' }, approver)).data).toEqual(
    [],
  );
});

test('a default: outstanding, recovered and remaining, as the platform reports it', async () => {
  const quarter = `${lateOn.slice(0, 4)}-Q${Math.ceil(Number(lateOn.slice(5, 7)) / 3)}`;
  const before = await server.ok(defaults, {}, approver);
  expect(before.data).toEqual([
    { quarter, loans: 1, defaulted: 100_000, recovered: 0, writtenOff: 0, outstanding: 100_000 },
  ]);
  await pay(server, badAccount, 20_000);
  await drain(server.services);
  const { data } = await server.ok(defaults, { grade: 'C2' }, approver);
  const [row] = data;
  expect(row!.recovered).toBeGreaterThan(0);
  expect(row!.recovered + row!.outstanding).toBe(row!.defaulted);
  const loans = await server.ok(defaultLoans, { quarter }, approver);
  expect(loans).toMatchObject({
    total: 1,
    data: [{ loanId: String(bad.id), since: lateOn, recovered: row!.recovered }],
  });
  expect((await server.ok(defaultLoans, { quarter: '2020-Q1' }, approver)).total).toBe(0);
  const lines = await fileLines(server.ask(defaultsFile, {}, approver));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(new RegExp(`^${quarter},1,100000,${row!.recovered},[\\d.]+,0,`));
  expect((await server.ok(defaults, { grade: 'A1' }, approver)).data).toEqual([]);
  // The payment covers the arrears: the figures of past month ends stay unchanged, and only today's
  // figure changes.
  const seen = await server.ok(vintages, { grade: 'C2' }, approver);
  const stands = (await server.ok(outstanding, { grade: 'C2' }, approver)).data[0]!.standing;
  expect(seen.data[0]!.late.at(-1)).toBe(stands === 'violation' ? row!.outstanding : 0);
});
