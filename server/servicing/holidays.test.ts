// Tests of the calendar: a typhoon day postpones instalments but never makes them due earlier, and
// borrowers are notified.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, isBusinessDay, type Day } from '#contract/core/day.ts';
import { holidaysOffice as calls } from '#contract/taiwan/holidays.ts';
import {
  disburse,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
  type Team,
} from '../../tests/actors/loans.ts';
import { lending } from '#contract/lending/calls.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { messagesTo, newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { runDay } from '../worker.ts';

const server = useServer();
let team: Team;
let finance: Person;

beforeAll(async () => {
  team = await newTeam(server);
  finance = await newOperator(server, ['finance']);
});

const as = (who: Person) => ({ token: who.token });
const add = (day: Day, name = '颱風停止上班') =>
  server.ok(calls.addHolidays, { days: [{ day, name }] }, as(finance));

async function newLoan() {
  const loan = await signedLoan(server);
  await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  return { loan, first: first! };
}
const payable = async (loanId: number) => (await schedule(server, loanId))[0]!.payableUntil;

describe('a typhoon day', () => {
  it('moves what is payable to the next business day, and tells the borrower', async () => {
    const { loan, first } = await newLoan();
    await goTo(server, first.payableUntil);
    const { data } = await add(first.payableUntil);
    expect(data.instalments).toBeGreaterThan(0);
    const until = await payable(loan.id);
    expect(until > first.payableUntil && isBusinessDay(until)).toBe(true);
    const [mail] = await messagesTo(server, loan.borrower.email);
    expect(mail?.subject).toContain('可延至');
    await goTo(server, until);
    expect((await statusOf(server, loan.id)).status).toBe(60);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  it('declared afterwards, removes the lateness', async () => {
    const { loan, first } = await newLoan();
    let late = addDays(first.payableUntil, 1);
    await goTo(server, late);
    expect((await statusOf(server, loan.id)).status).toBe(61);
    for (let day = first.payableUntil; day <= late; day = addDays(day, 1)) await add(day);
    late = await payable(loan.id);
    expect(late > today(server)).toBe(true);
    expect((await statusOf(server, loan.id)).status).toBe(60);
  });

  it('declared late, proposes to waive charges of days that are not late any more', async () => {
    const loan = await signedLoan(server);
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.payableUntil, 8));
    expect((await statusOf(server, loan.id)).status).toBe(65);
    await pay(server, account, 1_100);
    for (const days of [0, 1, 2]) await add(addDays(first!.payableUntil, days));
    expect((await payable(loan.id)) > first!.payableUntil).toBe(true);
    expect((await statusOf(server, loan.id)).status, 'within the grace').toBe(61);
    const proposed = `select amount, status from servicing.measure where loan_id = ${loan.id}`;
    // The penalty that is still owed; the late interest was distributed already.
    expect(await server.rows(proposed)).toEqual([{ amount: '2', status: 'proposed' }]);
    const checker = await newOperator(server, ['approver']);
    expect(await decide(server, checker, 'collection_measure', null, 'approve')).toBeNull();
    const { data } = await server.ok(lending.myLoans, {}, { token: loan.borrower.token });
    const { overdue } = data.find(({ id }) => id === String(loan.id))!;
    expect([overdue!.lateInterest, overdue!.penalty]).toEqual([0, 0]);
    await pay(server, account, overdue!.amount);
    expect((await statusOf(server, loan.id)).status).toBe(60);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  it('removed, keeps what was promised; adding it twice moves nothing', async () => {
    const { loan, first } = await newLoan();
    await add(first.payableUntil);
    const until = await payable(loan.id);
    expect((await add(first.payableUntil)).data).toMatchObject({ instalments: 0 });
    const day = first.payableUntil;
    await server.ok(calls.removeHoliday, { day }, as(finance));
    expect(await payable(loan.id)).toBe(until);
    expect(await server.refused(calls.removeHoliday, { day }, as(finance))).toBe(
      'HOLIDAY_NOT_FOUND',
    );
  });

  it('is refused long after it, and to operators who may only read', async () => {
    const days = [{ day: addDays(today(server), -31), name: '颱風' }];
    expect(await server.refused(calls.addHolidays, { days }, as(finance))).toBe('HOLIDAY_DAY');
    const reviewer = await newOperator(server, ['reviewer']);
    expect(await server.refused(calls.addHolidays, { days }, as(reviewer))).toBe('ROLE_REQUIRED');
    expect((await server.ask(calls.listHolidays, { year: 2027 }, {})).status).toBe(401);
  });
});

describe('a year', () => {
  it('that is unknown is requested by a task, until it is imported', async () => {
    const asked = () =>
      server.rows<{ status: string }>(
        `select status from tasks.task where subject_type = 'calendar' order by id desc`,
      );
    expect(await asked()).toEqual([]);
    await goTo(server, '2028-09-01' as Day);
    expect(await asked()).toEqual([{ status: 'open' }]);
    const year = { year: 2029 };
    expect((await server.ok(calls.listHolidays, year, as(finance))).known).toBe(false);
    const days = [
      { day: '2029-01-01', name: '開國紀念日' },
      { day: '2029-02-28', name: '和平紀念日' },
    ];
    await server.ok(calls.addHolidays, { days }, as(finance));
    expect(await asked()).toEqual([{ status: 'done' }]);
    await runDay(server.services);
    expect(await asked()).toHaveLength(1);
    const { data, known } = await server.ok(calls.listHolidays, year, as(finance));
    expect(known).toBe(true);
    expect(data.map(({ source }) => source)).toEqual(['added', 'added']);
    const published = await server.ok(calls.listHolidays, { year: 2026 }, as(finance));
    expect(published.data[0]).toMatchObject({ day: '2026-01-01', source: 'published' });
  });
});
