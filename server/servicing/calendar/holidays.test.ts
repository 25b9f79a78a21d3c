// Tests of the calendar: a typhoon day postpones instalments but never makes them due earlier, and
// borrowers are notified.
import { holidayList } from '#contract/servicing/lists.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, isBusinessDay, type Day } from '#contract/core/day.ts';
import { holidaysOffice as calls } from '#contract/taiwan/holidays.ts';
import {
  disburse,
  goTo,
  newTeam,
  schedule,
  signedLoan,
  statusOf,
  today,
  type Team,
} from '../../../tests/actors/loans.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { messagesTo, newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { runDay } from '../../worker.ts';

const server = useServer();
let team: Team;
let finance: Person;
let checker: Person;

beforeAll(async () => {
  team = await newTeam(server);
  finance = await newOperator(server, ['finance']);
  checker = await newOperator(server, ['approver']);
});

const as = (who: Person) => ({ token: who.token });
const propose = (days: { day: Day; name: string }[], more: object = {}) =>
  server.ok(calls.addHolidays, { days, ...more }, as(finance));
const check = (decision: 'approve' | 'return', who: Person = checker) =>
  decide(server, who, 'holiday_check', null, decision);
async function add(day: Day, name = '颱風停止上班') {
  const answer = await propose([{ day, name }]);
  expect(await check('approve')).toBeNull();
  return answer;
}
const openTasks = () =>
  server.rows<{ id: number }>(
    `select id from tasks.task where kind = 'holiday_check' and status = 'open'`,
  );

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

  it('declared late, never reverses an overdue loan, nor moves what made it overdue', async () => {
    const loan = await signedLoan(server);
    await disburse(server, loan, team);
    const [first, second] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.payableUntil, 8));
    expect((await statusOf(server, loan.id)).status).toBe(65);
    for (const days of [0, 1, 2]) await add(addDays(first!.payableUntil, days));
    expect((await statusOf(server, loan.id)).status).toBe(65);
    expect(await payable(loan.id)).toBe(first!.payableUntil);
    // What is still to come moves as for everybody.
    await add(second!.payableUntil);
    expect((await schedule(server, loan.id))[1]!.payableUntil > second!.payableUntil).toBe(true);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  it('changes nothing and tells nobody unless a second person agrees', async () => {
    const { loan, first } = await newLoan();
    await goTo(server, first.payableUntil);
    const day = first.payableUntil;
    const { data } = await propose([{ day, name: '颱風' }]);
    expect(data).toMatchObject({ added: 0 });
    expect(data.instalments).toBeGreaterThan(0);
    expect(await check('approve', finance)).toBe('MAKER_IS_CHECKER');
    const [{ id } = { id: 0 }] = await openTasks();
    const task = await server.ok(tasksOffice.getTask, { id: String(id) }, as(checker));
    expect(task.data.detail).toMatchObject({ act: 'add', days: [{ day, name: '颱風' }] });
    expect((task.data.detail as { sample: object[] }).sample[0]).toMatchObject({ before: day });
    const told = async () =>
      (await messagesTo(server, loan.borrower.email)).filter(({ subject }) =>
        subject?.includes('可延至'),
      );
    expect([await payable(loan.id), (await told()).length]).toEqual([day, 0]);
    expect(await check('return')).toBeNull();
    expect([await payable(loan.id), (await told()).length]).toEqual([day, 0]);
  });

  it('of today counts at once by one person, and is told when the second confirms it', async () => {
    const { loan, first } = await newLoan();
    await goTo(server, first.payableUntil);
    const day = first.payableUntil;
    const two = [day, addDays(day, 1)].map((on) => ({ day: on, name: '颱風' }));
    for (const days of [two, [{ day: addDays(day, 2), name: '颱風' }]]) {
      const urgent = { days, urgent: true };
      expect(await server.refused(calls.addHolidays, urgent, as(finance))).toBe('HOLIDAY_DAY');
    }
    await propose([{ day, name: '颱風' }], { urgent: true });
    const until = await payable(loan.id);
    expect(until > day).toBe(true);
    const mails = async () =>
      (await messagesTo(server, loan.borrower.email)).map(({ body }) => body);
    expect((await mails()).join()).not.toContain('可於');
    // The next day alone has to wait for the second person of the first.
    const next = { days: [{ day: addDays(day, 1), name: '颱風' }], urgent: true };
    expect(await server.refused(calls.addHolidays, next, as(finance))).toBe('HOLIDAY_WAITING');
    expect(await server.refused(calls.removeHoliday, { day }, as(finance))).toBe('HOLIDAY_WAITING');
    expect(await check('approve')).toBeNull();
    expect((await mails()).join()).toContain('可於');
    expect(await payable(loan.id)).toBe(until);
    // A borrower was told, so that it stays.
    expect(await server.refused(calls.removeHoliday, { day }, as(finance))).toBe('HOLIDAY_TOLD');
  });

  it.each(['returned', 'forgotten'])('of today is undone when it is %s', async (how) => {
    const { loan, first } = await newLoan();
    await goTo(server, addDays(first.payableUntil, -1));
    const day = first.payableUntil;
    await propose([{ day, name: '颱風' }], { urgent: true });
    expect((await payable(loan.id)) > day).toBe(true);
    if (how === 'returned') expect(await check('return')).toBeNull();
    else await goTo(server, addDays(day, 7));
    expect(await payable(loan.id)).toBe(day);
    expect(await openTasks()).toEqual([]);
    expect(await server.refused(calls.removeHoliday, { day }, as(finance))).toBe(
      'HOLIDAY_NOT_FOUND',
    );
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  it('far ahead is undone by two, with all days of its call, as nobody was told', async () => {
    const { loan } = await newLoan();
    const fourth = (await schedule(server, loan.id))[3]!;
    const day = fourth.payableUntil;
    await propose([0, 1, 2].map((days) => ({ day: addDays(day, days), name: '調整' })));
    await check('approve');
    const until = async () => (await schedule(server, loan.id))[3]!.payableUntil;
    expect((await until()) > addDays(day, 2)).toBe(true);
    await server.ok(calls.removeHoliday, { day: addDays(day, 1) }, as(finance));
    expect(await check('approve', finance)).toBe('MAKER_IS_CHECKER');
    expect((await until()) > addDays(day, 2)).toBe(true);
    expect(await check('approve')).toBeNull();
    expect(await until()).toBe(day);
    const rows = await server.rows('select from servicing.holiday where day >= $1', [day]);
    expect(rows).toEqual([]);
  });

  it('is refused long after it, twice, in masses, and to operators who may only read', async () => {
    const day = addDays(today(server), 200);
    const refused = (days: object[], who = finance) =>
      server.refused(calls.addHolidays, { days } as never, as(who));
    const one = (on: Day) => ({ day: on, name: '颱風' });
    expect(await refused([one(addDays(today(server), -11))])).toBe('HOLIDAY_DAY');
    expect(await refused([one(day), one(day)])).toBe('HOLIDAY_DAY');
    const six = [0, 1, 2, 3, 4, 5].map((days) => one(addDays(day, days)));
    expect(await refused(six)).toBe('INVALID_INPUT');
    await add(day);
    expect(await refused([one(day)])).toBe('HOLIDAY_DAY');
    // Of two proposals of one day, only the first can be agreed to.
    const twice = [one(addDays(day, 20))];
    await propose(twice);
    await propose(twice);
    expect(await check('approve')).toBeNull();
    expect(await check('approve')).toBe('DECISION_INVALID');
    expect(await check('return')).toBeNull();
    const spelled = { day: addDays(day, 30), name: '請匯 812-345678' };
    expect(await refused([spelled])).toBe('INVALID_INPUT');
    const reviewer = await newOperator(server, ['reviewer']);
    expect(await refused([one(addDays(day, 9))], reviewer)).toBe('ROLE_REQUIRED');
    expect((await server.ask(holidayList, { year: 2027 }, {})).status).toBe(401);
  });
});

describe('a year', () => {
  it('that is unknown is requested by a task; a release brings it', async () => {
    const asked = () =>
      server.rows<{ status: string }>(
        `select status from tasks.task where subject_type = 'calendar' order by id desc`,
      );
    expect(await asked()).toEqual([]);
    await goTo(server, '2028-09-01' as Day);
    expect(await asked()).toEqual([{ status: 'open' }]);
    const year = { year: 2029 };
    expect((await server.ok(holidayList, year, as(finance))).known).toBe(false);
    const days = [
      { day: '2029-01-01', name: '開國紀念日' },
      { day: '2029-02-28', name: '和平紀念日' },
    ];
    const waiting = await server.ok(calls.addHolidays, { days }, as(finance));
    expect(waiting.data.added).toBe(0);
    expect((await server.ok(holidayList, year, as(finance))).known).toBe(false);
    await check('approve');
    await runDay(server.services);
    const { data, known } = await server.ok(holidayList, year, as(finance));
    expect(known).toBe(true);
    expect(data.map(({ source }) => source)).toEqual(['added', 'added']);
    const published = await server.ok(holidayList, { year: 2026 }, as(finance));
    expect(published.data[0]).toMatchObject({ day: '2026-01-01', source: 'published' });
  });
});
