// Tests that members suffer nothing from bank records that arrive late: no job processes a day
// before the bank has closed it, days are processed one by one, and money counts by its bank date.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, type Day, daysBetween } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  disburse,
  goTo,
  lentLoan,
  type Lent,
  balanceOf,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  type Team,
  today,
} from '../../../tests/actors/loans.ts';
import { useServer } from '../../../tests/server.ts';
import { runDay } from '../../worker.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});
beforeEach(() => server.closeDays());

/**
 * Lets days pass with their jobs while the bank is late with its records and with closing the days.
 */
async function passUnclosed(days = 1) {
  for (let day = 0; day < days; day += 1) {
    await server.advance(1, { bankIsLate: true });
    await runDay(server.services);
  }
}
async function close() {
  await server.closeDays();
  await runDay(server.services);
}
const status = async ({ loan }: Lent) => (await statusOf(server, loan.id)).status;
const lettersTo = async ({ loan }: Lent) => {
  const rows = await server.rows<{ title: string }>(
    `select title from notices.notice where member_id = $1 and title ~ '尚未入帳|寬限期|已逾期' order by id`,
    [loan.borrower.id],
  );
  return rows.length;
};

describe('lateness', () => {
  it('is not judged before the bank has closed the day, and then by its dates', async () => {
    const [late, paid] = [await lentLoan(server, team), await lentLoan(server, team)];
    await goTo(server, late.until);
    await passUnclosed();
    expect(await status(late), 'its payment may be on its way').toBe(60);
    expect(await lettersTo(late)).toBe(0);
    // The instalment is paid on its last day, and reported one day later.
    await pay(server, paid.account, 8_885, { on: paid.until });
    await close();
    expect([await status(late), await status(paid)]).toEqual([61, 60]);
    expect([await lettersTo(late), await lettersTo(paid)]).toEqual([1, 0]);
  });

  it('is judged day by day when a late bank has closed several, each day once', async () => {
    const late = await lentLoan(server, team);
    await goTo(server, late.until);
    await passUnclosed(9);
    expect(await status(late)).toBe(60);
    await close();
    await runDay(server.services);
    expect(await status(late)).toBe(65);
    // The borrower received the letters of overdue days 1, 3, 7 and 8, and the last one once only.
    expect(await lettersTo(late)).toBe(4);
  });

  it('gives the notice of a violation its full time from the day it is judged', async () => {
    const late = await lentLoan(server, team);
    await goTo(server, addDays(late.until, 30));
    await passUnclosed(3);
    expect(await status(late)).toBe(65);
    await close();
    expect(await status(late)).toBe(70);
    const [notice] = await server.rows<{ on: string; by: string }>(
      `select notice_on::text as "on", pay_by::text as by from servicing.acceleration
       where loan_id = $1`,
      [late.loan.id],
    );
    expect(notice).toEqual({ on: today(server), by: addDays(today(server), 7) });
    const [told] = await server.rows<{ count: string }>(
      `select count(*) from notices.notice where member_id = $1 and title like '%違約%'`,
      [late.loan.borrower.id],
    );
    expect(Number(told?.count)).toBe(1);
  });

  it('stops at a day on which a job failed, and skips nothing', async () => {
    const late = await lentLoan(server, team);
    await goTo(server, late.until);
    await passUnclosed(2);
    await server.rows('alter table servicing.letter_day rename to letter_day_away');
    await server.closeDays();
    await expect(runDay(server.services)).rejects.toThrow('letter_day');
    await server.rows('alter table servicing.letter_day_away rename to letter_day');
    const judged = async (job: string) => {
      const [row] = await server.rows<{ through: string }>(
        'select through::text from app.judged where job = $1',
        [job],
      );
      return row?.through;
    };
    expect(await judged('moveLate')).toBe(late.until);
    expect(await judged('lateLetters')).toBe(addDays(late.until, -1));
    await runDay(server.services);
    expect(await judged('lateLetters')).toBe(addDays(late.until, 1));
    expect(await lettersTo(late)).toBe(1);
  });
});

describe('a prepayment', () => {
  type Prepaying = Lent & { total: number; on: Day };

  async function instructed(input: object = { kind: 'full' }, on?: Day): Promise<Prepaying> {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, on ?? addDays(today(server), 10));
    const { data } = await server.ok(
      servicing.instructPrepayment,
      { id: String(loan.id), ...input } as { id: string; kind: 'full' },
      { token: loan.borrower.token },
    );
    return { loan, account, until: first!.payableUntil, total: data.total, on: today(server) };
  }
  const left = ({ loan }: Lent) => balanceOf(server, 'borrower_prepaid', { loan: loan.id });

  it('is executed at the quoted amount by a record that arrives days later', async () => {
    const one = await instructed();
    await passUnclosed(4);
    await pay(server, one.account, one.total, { on: one.on });
    expect(await statusOf(server, one.loan.id)).toMatchObject({ status: 90, settleType: 'early' });
    expect(await left(one)).toBe(0);
    await close();
  });

  it('is executed by a record dated before the quote', async () => {
    const one = await instructed();
    await pay(server, one.account, one.total, { on: addDays(one.on, -2) });
    expect((await statusOf(server, one.loan.id)).status).toBe(90);
  });

  it('of a part is executed after the next instalment was due and accrued', async () => {
    const lentOn = today(server);
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.dueOn, -1));
    const { data } = await server.ok(
      servicing.instructPrepayment,
      { id: String(loan.id), kind: 'partial', amount: 20_000 },
      { token: loan.borrower.token },
    );
    const on = today(server);
    await passUnclosed(1);
    await pay(server, account, data.total, { on });
    const [row] = await schedule(server, loan.id);
    // By days at 12 % a year on the old principal, then a day of the period on the new one.
    const accrued = Math.round((100_000 * 0.12 * daysBetween(lentOn, on)) / 365);
    const rest = Math.round((80_000 * 0.01) / daysBetween(lentOn, first!.dueOn));
    expect(row!.interest).toBe(accrued + rest);
    const owed = (await schedule(server, loan.id)).reduce((sum, one) => sum + one.principal, 0);
    expect(owed).toBe(80_000);
    await close();
    expect(await balanceOf(server, 'interest_receivable', { loan: loan.id })).toBeGreaterThan(0);
  });

  it('is not paid with money of a later bank date', async () => {
    const one = await instructed();
    await pay(server, one.account, one.total - 1_000);
    await passUnclosed(1);
    await pay(server, one.account, 1_000);
    await pay(server, one.account, 1, { on: one.on });
    expect((await statusOf(server, one.loan.id)).status, 'a day late').toBe(60);
    await pay(server, one.account, 999, { on: one.on });
    expect((await statusOf(server, one.loan.id)).status).toBe(90);
    const [rest] = await server.rows<{ sum: string }>(
      `select sum(amount) from servicing.payout where loan_id = $1 and kind = 'surplus'`,
      [one.loan.id],
    );
    expect(Number(rest?.sum), 'what came too late is the borrower’s').toBe(1_000);
  });

  it('paid a day late is reported to the borrower when its day is closed', async () => {
    const one = await instructed();
    const told = () =>
      server.rows<{ body: string }>(
        `select body from notices.notice where member_id = $1 and title ~ '提前清償未能辦理'`,
        [one.loan.borrower.id],
      );
    await passUnclosed(1);
    await pay(server, one.account, one.total);
    expect(await told(), 'a record of the day may still be on its way').toEqual([]);
    await close();
    const [notice, ...more] = await told();
    expect(notice?.body).toContain(`已收到的 ${formatMoney(money(one.total))} 留作預收款`);
    expect(more).toEqual([]);
    expect((await statusOf(server, one.loan.id)).status).toBe(60);
  });

  it('lapses after its day is closed; a person settles a later record', async () => {
    const one = await instructed();
    await goTo(server, addDays(one.on, 2));
    await pay(server, one.account, one.total, { on: one.on });
    expect((await statusOf(server, one.loan.id)).status).toBe(60);
    expect(await left(one), 'it lies ready, and is not lost').toBe(one.total);
    const [task] = await server.rows<{ detail: { difference: number } }>(
      `select detail from tasks.task where kind = 'attention' and subject_type = 'loan'
         and subject_id = $1 and status = 'open'`,
      [one.loan.id],
    );
    expect(task?.detail.difference, 'two days of interest on 100,000 at 12 %').toBeGreaterThan(50);
    expect(task?.detail.difference).toBeLessThan(80);
  });
});
