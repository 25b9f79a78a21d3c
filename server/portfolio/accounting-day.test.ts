// Tests that what an investor is shown counts by the accounting day of the books: the signed trust
// report, the statement, the year's interest and the portfolio of one person agree, whenever the
// bank reported the money and whatever kind of money it is.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { investingPortfolio } from '#contract/investing/portfolio.ts';
import { investingStatements } from '#contract/investing/statements.ts';
import { addBusinessDays, addDays, addMonths, day, type Day } from '#contract/core/day.ts';
import { trustReports } from '#contract/reports/trust/calls.ts';
import { trustReportsOffice } from '#contract/reports/trust/office.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { type Desk, newDesk, signThrough, strayReceipt } from '../../tests/actors/bookings.ts';
import {
  disburse,
  goTo,
  type Lent,
  lentLoan,
  pay,
  signedLoan,
  type TestLoan,
  today,
  yearEnding,
} from '../../tests/actors/loans.ts';
import { goToCourt, writeOff } from '../../tests/actors/losses.ts';
import { newPicture, type Person } from '../../tests/actors/people.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { settle } from '../banking/payment/settlement.ts';
import { inWork } from '../work.ts';
import { drain, runDay } from '../worker.ts';

const server = useServer();
const { statement, interestReport } = investingStatements;
let desk: Desk;
/** The year whose end the stories are about. */
let year: number;
beforeAll(async () => {
  desk = await newDesk(server);
  year = yearEnding(server);
});
beforeEach(() => server.closeDays());

const lastOf = (month: string): Day => addDays(addMonths(day(`${month}-01`), 1), -1);

async function figures(call: typeof statement | typeof interestReport, input: object, by: Person) {
  const answer = await server.ask(call, { ...input, format: 'csv' } as never, by);
  const rows = answer.body
    .toString()
    .split('\r\n')
    .map((line) => line.replace('\uFEFF', '').split(','));
  return { rows, of: (label: string) => Number(rows.find(([name]) => name === label)?.[1]) };
}

/** Balance of an investor's accounts of a kind at the end of a day, by accounting days. NT$ */
async function owed(kind: 'payable_to_investor' | 'investor_claim', by: Person, on: Day) {
  const [row] = await server.rows<{ amount: string }>(
    `select coalesce(-sum(e.amount), 0) as amount from ledger.account a
     join ledger.entry e on e.account_id = a.id join ledger.transfer t on t.id = e.transfer_id
     left join investing."order" o on o.id = a.order_id
     where a.kind = $1 and $2 in (a.member_id, o.member_id) and t.booked_on <= $3`,
    [kind, by.id, on],
  );
  return Number(row!.amount);
}

/**
 * Asserts that the statement of a month equals the books at its end, where written-off principal is
 * still owed.
 */
async function expectBooks(month: string, by: Person) {
  const { rows, of } = await figures(statement, { month }, by);
  const last = lastOf(month);
  const claim = of('期末在貸本金') + of('累計損失本金');
  expect(claim).toBe(await owed('investor_claim', by, last));
  expect(of('期末待撥付')).toBe(await owed('payable_to_investor', by, last));
  return { rows, of };
}

/** Lets days pass while the bank reports nothing and closes no day. */
async function passUnreported(to: Day) {
  while (today(server) < to) {
    await server.advance(1, { bankIsLate: true });
    await runDay(server.services);
  }
}

/** The bank reports, on a later day, what it received on `on`. */
async function reportLate(account: string, amount: number, on: Day, at: Day) {
  await passUnreported(at);
  await pay(server, account, amount, { on });
  await drain(server.services);
  await server.closeDays();
  await runDay(server.services);
  await drain(server.services);
}

async function signTrustReport(month: string) {
  const { data } = await server.ok(trustReportsOffice.getTrustReport, { month }, desk.auditor);
  const { books, differences } = data.figures;
  const bank = books + differences.reduce((sum, { amount }) => sum + amount, 0);
  const files = [await newPicture('file')];
  const letter = { month, amount: String(bank) };
  const { status } = await server.ask(trustReportsOffice.addBankLetter, letter, {
    token: desk.maker.token,
    files,
  } as never);
  expect(status).toBe(200);
  for (const by of [desk.maker, desk.checker]) {
    await server.ok(trustReportsOffice.signTrustReport, { month }, by);
  }
}

/** A loan whose first instalment falls due at the end of the year. */
let loan: TestLoan;
let investor: Person;
let account: string;

describe('an instalment of 31 December that the bank reports on 1 January', () => {
  beforeAll(async () => {
    // The orders of tests are paid in the books only; the bank's balance must not be negative.
    await strayReceipt(server, 300_000);
    await goTo(server, day(`${year}-11-30`));
    loan = await signedLoan(server);
    investor = loan.investors[0]!;
    account = await disburse(server, loan, desk);
    await goTo(server, day(`${year}-12-31`));
    await reportLate(account, 8_885, day(`${year}-12-31`), day(`${year + 1}-01-01`));
  });

  test('belongs to December as long as December is open', async () => {
    const { rows, of } = await expectBooks(`${year}-12`, investor);
    expect(of('本期利息')).toBe(500);
    expect(of('期末在貸本金')).toBeLessThan(50_000);
    expect(rows.some(([on]) => on === `${year}/12/31`)).toBe(true);
    const next = await expectBooks(`${year + 1}-01`, investor);
    expect(next.of('本期利息')).toBe(0);
    expect((await figures(interestReport, { year: String(year) }, investor)).of('利息')).toBe(500);
    expect((await figures(interestReport, { year: String(year + 1) }, investor)).of('利息')).toBe(
      0,
    );
  });

  test('is shown on that day by the portfolio, the API and the export', async () => {
    const id = String(loan.orderIds[0]);
    const { data } = await server.ok(investing.holding, { invest_id: id }, investor);
    expect(JSON.stringify(data)).toContain(`${year}-12-31`);
    const { data: flow } = await server.ok(investingPortfolio.cashFlow, {}, investor);
    const { months } = flow;
    const december = months.find(({ month }) => month === `${year}-12`)!;
    expect(december.received.interest).toBe(500);
    expect(december.outstanding).toBe(await owed('investor_claim', investor, day(`${year}-12-31`)));
    const [row] = await server.rows<{ on: string; recorded: string }>(
      `select distributed_on::text as "on", recorded_on::text as recorded
       from servicing.distribution where order_id = $1`,
      [loan.orderIds[0]],
    );
    expect(row).toEqual({ on: `${year}-12-31`, recorded: `${year + 1}-01-01` });
  });

  test('is owed by the signed trust report to the dollar of the statement', async () => {
    await signThrough(server, desk, day(`${year}-12-31`));
    await signTrustReport(`${year}-12`);
    const { of } = await expectBooks(`${year}-12`, investor);
    const { data } = await server.ok(trustReports.myTrustReports, {}, investor);
    const report = data.find(({ month }) => month === `${year}-12`)!;
    expect(report.own).toBeGreaterThan(4_000);
    expect(of('期末待撥付')).toBe(report.own);
  });

  test('is paid out by the day on which it was processed, as before', async () => {
    const collected = () =>
      server.rows<{ on: string }>(
        'select created_on::text as "on" from servicing.payout where member_id = $1',
        [investor.id],
      );
    expect(await collected()).toEqual([]);
    const next = addBusinessDays(day(`${year + 1}-01-01`), 1);
    await goTo(server, next);
    expect(await collected()).toEqual([{ on: next }]);
  });

  test('counts in January if it is reported after December was signed', async () => {
    const [first, , third] = loan.investors;
    const before = await figures(statement, { month: `${year}-12` }, third!);
    await pay(server, account, 8_885, { on: day(`${year}-12-31`) });
    await drain(server.services);
    await runDay(server.services);
    const after = await figures(statement, { month: `${year}-12` }, third!);
    expect(after.of('期末待撥付')).toBe(before.of('期末待撥付'));
    await expectBooks(`${year}-12`, first!);
    await expectBooks(`${year + 1}-01`, first!);
  });
});

/** Creates a loan whose first instalment falls due around the end of a month. */
async function lentBefore(month: string): Promise<Lent> {
  await goTo(server, day(`${year + 1}-${month}-27`));
  return lentLoan(server, desk);
}

describe('money of an open month that the bank reports in the next one counts in it:', () => {
  test('late interest and penalty', async () => {
    const late = await lentBefore('01');
    await goTo(server, day(`${year + 1}-03-20`));
    await passUnreported(day(`${year + 1}-03-31`));
    await reportLate(late.account, 19_000, day(`${year + 1}-03-31`), day(`${year + 1}-04-02`));
    const { of } = await expectBooks(`${year + 1}-03`, late.loan.investors[0]!);
    expect(of('本期遲延利息')).toBeGreaterThan(0);
    expect(of('本期違約金')).toBeGreaterThan(0);
    const next = await expectBooks(`${year + 1}-04`, late.loan.investors[0]!);
    expect(next.of('本期遲延利息')).toBe(0);
  });

  test('a prepayment', async () => {
    const early = await lentBefore('04');
    const { id, borrower, investors } = early.loan;
    await goTo(server, day(`${year + 1}-04-30`));
    const asked = { id: String(id), kind: 'full' } as const;
    const { data } = await server.ok(servicing.instructPrepayment, asked, borrower);
    await reportLate(early.account, data.total, day(`${year + 1}-04-30`), day(`${year + 1}-05-02`));
    const { of } = await expectBooks(`${year + 1}-04`, investors[0]!);
    expect([of('期末在貸本金'), of('本期收回本金')]).toEqual([0, 50_000]);
    await expectBooks(`${year + 1}-05`, investors[0]!);
  });

  test('a disbursement', async () => {
    await goTo(server, day(`${year + 1}-05-31`));
    const [open, closed] = [await signedLoan(server), await signedLoan(server)];
    await release(open);
    await release(closed);
    await passUnreported(day(`${year + 1}-06-02`));
    await confirmDisbursement(open, day(`${year + 1}-05-31`));
    await server.closeDays();
    await runDay(server.services);
    await signThrough(server, desk, day(`${year + 1}-05-31`));
    await confirmDisbursement(closed, day(`${year + 1}-05-31`));
    const lentIn = async (month: string, { investors }: TestLoan) =>
      (await expectBooks(month, investors[0]!)).of('本期撥款');
    expect([await lentIn(`${year + 1}-05`, open), await lentIn(`${year + 1}-06`, open)]).toEqual([
      50_000, 0,
    ]);
    // Interest runs from the bank's day in both cases; only the books of May were closed.
    expect([
      await lentIn(`${year + 1}-05`, closed),
      await lentIn(`${year + 1}-06`, closed),
    ]).toEqual([0, 50_000]);
    const dates = await server.rows<{ on: string }>(
      'select disbursed_on::text as "on" from lending.loan where id = any ($1)',
      [[open.id, closed.id]],
    );
    expect(dates.map(({ on }) => on)).toEqual([`${year + 1}-05-31`, `${year + 1}-05-31`]);
  });

  test('an instalment that the bank reverses in the next month stays in its month', async () => {
    const back = await lentBefore('06');
    const [first] = back.loan.investors;
    await goTo(server, back.until);
    const seq = await pay(server, back.account, 8_885);
    await drain(server.services);
    const month = back.until.slice(0, 7);
    const before = await expectBooks(month, first!);
    await signThrough(server, desk, await passedTo(addMonths(day(`${month}-01`), 1)));
    await pay(server, back.account, 8_885, { reverses: seq });
    await drain(server.services);
    const after = await expectBooks(month, first!);
    expect(after.rows.slice(2)).toEqual(before.rows.slice(2));
  });

  test('what comes after a write-off', async () => {
    const lost = await goToCourt(server, await lentBefore('08'));
    await writeOff(server, desk, lost.loan);
    const month = today(server).slice(0, 7);
    await goTo(server, lastOf(month));
    await reportLate(lost.account, 20_000, lastOf(month), addDays(lastOf(month), 2));
    const { of } = await expectBooks(month, lost.loan.investors[0]!);
    expect(of('本期淨收')).toBeGreaterThan(0);
    const next = lastOf(month) === today(server) ? month : today(server).slice(0, 7);
    expect((await expectBooks(next, lost.loan.investors[0]!)).of('本期淨收')).toBe(0);
  });
});

/** Two persons release a loan's money; the bank is not asked to carry it out. */
async function release({ id }: TestLoan): Promise<void> {
  expect(await decide(server, desk.maker, 'disbursement_release', id, 'release')).toBeNull();
  expect(await decide(server, desk.checker, 'disbursement_check', id, 'approve')).toBeNull();
}

/** The bank reports today that it paid a loan out on a day. */
async function confirmDisbursement({ id }: TestLoan, date: Day): Promise<void> {
  const [payment] = await server.rows<{ reference: string }>(
    `select reference from banking.payment where purpose = 'disbursement' and subject_id = $1`,
    [id],
  );
  const { reference } = payment!;
  const at = new Date(`${date}T15:00:00+08:00`);
  await inWork(server.services, (work) =>
    settle(work, { reference, outcome: 'confirmed', date, at }),
  );
}

/** Moves to a day and returns the day before it, which the bank has closed. */
async function passedTo(on: Day): Promise<Day> {
  await goTo(server, on);
  return addDays(on, -1);
}
