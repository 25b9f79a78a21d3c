// Test from the first overdue day to the last dollar: letters, notice, acceleration, reversal.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { lending } from '#contract/lending/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  goTo,
  lentLoan,
  liveThrough,
  balanceOf,
  newTeam,
  pay,
  schedule,
  statusOf,
  today,
  type Team,
  type TestLoan,
} from '../../../tests/actors/loans.ts';
import { messagesTo } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { runDay } from '../../worker.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
let team: Team;

beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const statusNow = async (loan: TestLoan) => (await statusOf(server, loan.id)).status;

/** Creates a loan whose first instalment stays unpaid. */
const lateLoan = () => lentLoan(server, team);

const notice = async (loan: TestLoan) => {
  const rows = await server.rows<{ cause: string; payBy: string; on: string; outcome: string }>(
    `select cause, pay_by::text as "payBy", accelerated_on::text as "on", outcome
     from servicing.acceleration where loan_id = $1 order by id`,
    [loan.id],
  );
  return rows.at(-1);
};

/**
 * Returns the amount that is due and unpaid today with its charges, as the borrower's page shows
 * it.
 */
async function dueNow(loan: TestLoan): Promise<number> {
  const { data } = await server.ok(lending.myLoans, {}, { token: loan.borrower.token });
  return data.find(({ id }) => id === String(loan.id))!.overdue!.amount;
}

describe('reminders', () => {
  it('are sent on days 1, 3, 7, 8, 15 and 30, say what is owed, threaten nobody', async () => {
    const { loan, until } = await lateLoan();
    await goTo(server, until);
    const sent = async () => (await messagesTo(server, loan.borrower.email)).toReversed();
    const before = new Set((await sent()).map(({ subject }) => subject));
    // The outbox is read twice, because mails from a month ago will have been deleted.
    await liveThrough(server, 20);
    const early = await sent();
    await liveThrough(server, 10);
    const mails = [...early, ...(await sent())].filter(({ subject }) => !before.has(subject));
    const titles = new Set(mails.map(({ subject }) => subject!.replace('【百溪】', '')));
    expect([...titles].filter((title) => title.startsWith('第 1 期'))).toEqual([
      '第 1 期還款尚未入帳',
      '第 1 期還款提醒，寬限期還有 4 天',
      '第 1 期還款提醒，今天是寬限期最後一天',
      '第 1 期已逾期 8 天',
      '第 1 期已逾期 15 天',
      '第 1 期已逾期 30 天，請與我們聯絡',
    ]);
    for (const { body } of mails) expect(body).not.toMatch(/後果|催繳|強制|法院/);
    await books();
  });
});

it('the amount shown as overdue suffices while the next instalment is due too', async () => {
  const { loan, account } = await lateLoan();
  const [, second] = await schedule(server, loan.id);
  await goTo(server, second!.dueOn);
  await pay(server, account, await dueNow(loan));
  const { data } = await server.ok(lending.myLoans, {}, { token: loan.borrower.token });
  expect(data.find(({ id }) => id === String(loan.id))!.overdue).toBeNull();
  await books();
});

describe('a violation', () => {
  it('gives seven days in which the arrears alone restore the loan', async () => {
    const { loan, account, until } = await lateLoan();
    await goTo(server, addDays(until, 31));
    expect(await statusNow(loan)).toBe(70);
    expect(await notice(loan)).toMatchObject({ cause: 'late', payBy: addDays(today(server), 7) });
    await goTo(server, addDays(today(server), 7));
    await pay(server, account, await dueNow(loan));
    expect(await statusNow(loan)).toBe(60);
    expect(await notice(loan)).toMatchObject({ outcome: 'cured', on: null });
    await books();
  });

  it('then makes all principal due, which only full payment ends', async () => {
    const { loan, account, until } = await lateLoan();
    await goTo(server, addDays(until, 31));
    const arrears = await dueNow(loan);
    await goTo(server, addDays(today(server), 8));
    expect(await notice(loan)).toMatchObject({ on: today(server), outcome: null });
    const rows = await schedule(server, loan.id);
    expect(rows.at(-1)!.principal + rows.slice(0, -1).reduce((s, r) => s + r.principal, 0)).toBe(
      100_000,
    );
    await books();
    await pay(server, account, arrears);
    expect(await statusNow(loan)).toBe(70);
    const all = await dueNow(loan);
    expect(all).toBeGreaterThan(80_000);
    await pay(server, account, all);
    expect(await statusNow(loan)).toBe(90);
    expect(await notice(loan)).toMatchObject({ outcome: 'paid' });
    expect(await balanceOf(server, 'loan_receivable', { loan: loan.id })).toBe(0);
    await books();
  });

  it('is lifted by records with a time in time once they pay the arrears, no sooner', async () => {
    const { loan, account, until } = await lateLoan();
    await goTo(server, addDays(until, 31));
    const noticeOn = today(server);
    const due = await dueNow(loan);
    await goTo(server, addDays(noticeOn, 9));
    expect((await schedule(server, loan.id)).length).toBeLessThan(12);
    await pay(server, account, 1_000, { on: addDays(noticeOn, 1) });
    expect((await schedule(server, loan.id)).length).toBeLessThan(12);
    await goTo(server, addDays(noticeOn, 10));
    expect((await schedule(server, loan.id)).length).toBeLessThan(12);
    await books();
    await pay(server, account, due + 20_000, { on: addDays(noticeOn, 2) });
    expect(await schedule(server, loan.id)).toHaveLength(12);
    expect(await statusNow(loan)).toBe(60);
    await books();
  });

  it('keeps paid late interest paid if a part of the arrears is recorded late', async () => {
    // Both on the same days, because months differ in length.
    const loans = [await lateLoan(), await lateLoan()] as const;
    const noticeOn = addDays(loans[0].until, 31);
    await goTo(server, noticeOn);
    await goTo(server, addDays(noticeOn, 27));
    for (const { account } of loans) await pay(server, account, 4_000);
    await pay(server, loans[1].account, 1, { on: addDays(noticeOn, 1) });
    await goTo(server, addDays(noticeOn, 28));
    const [plain, recorded] = [await dueNow(loans[0].loan), await dueNow(loans[1].loan)];
    expect(recorded).toBeLessThanOrEqual(plain);
    await books();
  });
});

describe.each([
  [1, 'to negotiate', 75],
  [2, 'for the court', 80],
] as const)('arrears paid on the last day, after investors voted %s', (answer, _what, decided) => {
  it('restore the loan although the bank records them a day later', async () => {
    const { loan, account, until } = await lateLoan();
    await goTo(server, addDays(until, 31));
    for (const { token } of loan.investors) {
      await server.ok(servicing.violationPoll, { loan_id: String(loan.id), answer }, { token });
    }
    const payBy = addDays(today(server), 7);
    await goTo(server, payBy);
    const due = await dueNow(loan);
    await server.advance(1, { bankIsLate: true });
    await runDay(server.services);
    expect(await statusNow(loan)).toBe(decided);
    await pay(server, account, due, { on: payBy });
    expect(await statusNow(loan)).toBe(60);
    await server.closeDays();
    await runDay(server.services);
    expect(await statusNow(loan)).toBe(60);
    expect(await schedule(server, loan.id)).toHaveLength(12);
    expect(await notice(loan)).toMatchObject({ outcome: 'cured', on: null });
    await books();
  });
});
