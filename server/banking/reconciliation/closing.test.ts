// Tests the closing of bank days: who may close a day, which days a report closes, and in which
// order.
import { money } from '#contract/core/money.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndOfDay } from '#contract/banking/calls.ts';
import { bankingOffice } from '#contract/banking/office.ts';
import { addDays, type Day, day, formatDay } from '#contract/core/day.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { healthOffice } from '#contract/tasks/health.ts';
import { reportOfBank } from '../../../tests/actors/bank-reports.ts';
import { commitStatements, today as todayOf } from '../../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { db } from '../../database/db.ts';
import { drain, runDay } from '../../worker.ts';
import { bankClosedThrough } from './closing.ts';
import { isClosingLate } from './closing.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const today = () => todayOf(server);
const through = () => bankClosedThrough(db(server.services.pool));
const daysAgo = (count: number) => addDays(today(), -count);

let finance: Person;
let checker: Person;
let layout: string;
const columns = {
  date: '交易日',
  seq: '序號',
  credit: '存入',
  virtualAccount: '虛擬帳號',
  balance: '餘額',
};
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  checker = await newOperator(server, ['approver']);
  const input = { name: '信託銀行', mapping: { bank: '812', columns } };
  layout = (await server.ok(bankingOffice.saveLayout, input, finance)).data.id;
});

/** Sends a report signed with the bank's secret; another `secret` forges it. */
function report(endOfDay: (Partial<EndOfDay> & { date: Day })[], secret?: string) {
  const body = { endOfDay: endOfDay.map((end) => ({ bank: '812', closing: 0, ...end })) };
  return reportOfBank(server, body, secret);
}

/** `balance` is empty if the bank gives none. */
type Line = [on: Day, amount: number, balance: number | ''];
async function bringIn(lines: readonly Line[], more: { through?: Day; text?: string } = {}) {
  const rows = lines.map(
    ([on, amount, balance]) => `${on},${randomUUID().slice(0, 20)},${amount},,${balance}\r\n`,
  );
  const text = `交易日,序號,存入,虛擬帳號,餘額\r\n${rows.join('')}${more.text ?? ''}`;
  const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes: Buffer.from(text) };
  const input = { layout, ...(more.through ? { through: more.through } : {}) };
  const how = { token: finance.token, files: [file] };
  const { data } = await server.ok(bankingOffice.importStatement, input, how);
  await commitStatements(server, checker);
  return (await server.ok(bankingOffice.getStatement, { id: data.id }, finance)).data;
}

/** Advances `count` days that the bank has not closed; it has closed all earlier days. */
async function lateDays(count: number) {
  await server.closeDays();
  await server.advance(count, { bankIsLate: true });
  expect(await through()).toBe(daysAgo(count + 1));
}

describe('an end of day that the bank reports', () => {
  beforeEach(() => lateDays(3));

  test('closes the day, and the days after a gap once the gap is closed', async () => {
    const first = await report([{ date: daysAgo(1) }]);
    expect(first.body.data.endOfDay).toEqual([{ bank: '812', date: daysAgo(1), state: 'waiting' }]);
    expect(await through(), 'two days before it are open').toBe(daysAgo(4));
    expect((await report([{ date: daysAgo(3) }])).body.data.endOfDay[0]?.state).toBe('closed');
    expect(await through()).toBe(daysAgo(3));
    await report([{ date: daysAgo(2) }]);
    expect(await through()).toBe(daysAgo(1));
  });

  test('is accepted only from the bank: a forged one closes nothing', async () => {
    const forged = await report([{ date: daysAgo(3) }], 'not the secret of the bank');
    expect(forged.code).toBe('SIGNATURE_REFUSED');
    expect(await through()).toBe(daysAgo(4));
  });

  test('for a day that has not ended, or of another bank, closes nothing', async () => {
    const { body } = await report([{ date: today() }, { date: daysAgo(3), bank: '004' }]);
    expect(body.data.endOfDay.map(({ state }) => state)).toEqual(['early', 'unknown']);
    expect(await through()).toBe(daysAgo(4));
  });

  test('repeated changes nothing, and leaves one row of what was closed', async () => {
    await report([{ date: daysAgo(3), closing: money(500) }]);
    await report([{ date: daysAgo(3), closing: money(900) }]);
    const kept = await server.rows('select closing from banking.closed_day where day = $1', [
      daysAgo(3),
    ]);
    expect(kept).toEqual([{ closing: '500' }]);
    const moves = await server.rows(
      `select id from tasks.audit where action = 'bank_day.closed' and to_status = $1`,
      [daysAgo(3)],
    );
    expect(moves).toHaveLength(1);
  });
});

describe('a statement file', () => {
  beforeEach(() => lateDays(5));

  test('closes the days it covers, but not the day of its import', async () => {
    const state = await bringIn([
      [daysAgo(5), 100, 100],
      [daysAgo(3), 200, 300],
      [today(), 50, 350],
    ]);
    expect(state).toMatchObject({ state: 'done', problems: 0 });
    expect(await through()).toBe(daysAgo(1));
  });

  test('does not close across days that no file covers', async () => {
    await bringIn([[daysAgo(3), 100, 9_100]]);
    expect(await through()).toBe(daysAgo(6));
    await bringIn([
      [daysAgo(5), 100, 8_900],
      [daysAgo(4), 100, 9_000],
    ]);
    expect(await through()).toBe(daysAgo(3));
  });

  test('covers days without lines if the balance shows that nothing moved', async () => {
    await bringIn([[daysAgo(5), 100, 7_000]]);
    expect(await through()).toBe(daysAgo(5));
    await bringIn([[daysAgo(2), 300, 7_300]]);
    expect(await through(), '7,000 lay there on both sides of the gap').toBe(daysAgo(2));
  });

  test('covers days without lines also after a file whose last days were empty', async () => {
    await bringIn([[daysAgo(5), 100, 7_500]], { through: daysAgo(4) });
    expect(await through()).toBe(daysAgo(4));
    await bringIn([[daysAgo(2), 300, 7_800]]);
    expect(await through(), '7,500 lay there since the first file').toBe(daysAgo(2));
  });

  test('does not take an older balance for that of a day whose line has none', async () => {
    await bringIn([[daysAgo(5), 100, 8_000]]);
    await bringIn([[daysAgo(4), 100, '']]);
    expect(await through()).toBe(daysAgo(4));
    await bringIn([[daysAgo(2), 300, 8_300]]);
    expect(await through(), 'what moved on the day between is not known').toBe(daysAgo(4));
  });

  test('may be in descending order', async () => {
    await bringIn([[daysAgo(5), 100, 6_000]]);
    await bringIn([
      [daysAgo(2), 300, 6_500],
      [daysAgo(3), 200, 6_200],
    ]);
    expect(await through()).toBe(daysAgo(2));
  });

  test('covers the days that the importing person states', async () => {
    await bringIn([[daysAgo(5), 100, 5_000]], { through: daysAgo(2) });
    expect(await through()).toBe(daysAgo(2));
  });

  test('of an unfinished day does not close it when it is brought in again later', async () => {
    const unfinished = today();
    const rows = [
      `${daysAgo(5)},${randomUUID().slice(0, 20)},100,,9_500`,
      `${unfinished},${randomUUID().slice(0, 20)},200,,9_700`,
    ];
    const text = `交易日,序號,存入,虛擬帳號,餘額\r\n${rows.join('\r\n')}\r\n`.replaceAll('_', '');
    const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes: Buffer.from(text) };
    const how = { token: finance.token, files: [file] };
    const upload = () => server.ok(bankingOffice.importStatement, { layout }, how);
    const { data } = await upload();
    await drain(server.services);
    await server.ok(bankingOffice.withdrawStatement, { id: data.id }, finance);
    await server.advance(1, { bankIsLate: true });
    expect((await upload()).data.id).toBe(data.id);
    await commitStatements(server, checker);
    expect(await through(), 'its afternoon is not in the file').toBe(addDays(unfinished, -1));
  });

  test('with an unreadable line closes nothing', async () => {
    const state = await bringIn([[daysAgo(5), 100, 4_000]], { text: '某日,x,1,,4001\r\n' });
    expect(state.problems).toBe(1);
    expect(await through()).toBe(daysAgo(6));
  });
});

describe('a bank that is late', () => {
  const openTasks = () =>
    server.rows<{ subject_label: string }>(
      `select subject_label from tasks.task where kind = 'attention' and status = 'open'
         and subject_type = 'bank_day'`,
    );

  test('is one task from noon of the next business day until it has closed the day', async () => {
    const wednesday = day('2026-11-25');
    expect(isClosingLate(addDays(wednesday, -1), new Date('2026-11-26T11:59:59+08:00'))).toBe(
      false,
    );
    expect(isClosingLate(addDays(wednesday, -1), new Date('2026-11-26T12:00:00+08:00'))).toBe(true);
    const friday = day('2026-11-27');
    expect(isClosingLate(addDays(friday, -1), new Date('2026-11-30T11:59:59+08:00'))).toBe(false);
    expect(isClosingLate(addDays(friday, -1), new Date('2026-11-30T12:00:00+08:00'))).toBe(true);
  });

  test('is shown to the office until it has closed the day', async () => {
    await lateDays(14);
    const first = daysAgo(14);
    for (let times = 0; times < 2; times += 1) await runDay(server.services);
    expect(await openTasks()).toEqual([
      { subject_label: `銀行 812 自 ${formatDay(first)} 起尚未結帳` },
    ]);
    const { data } = await server.ok(healthOffice.health, {}, finance);
    expect(data.bank).toMatchObject({ closingLate: true, closedThrough: addDays(first, -1) });
    // The task stays open if only some of the days are closed.
    await report([{ date: first }]);
    expect(await openTasks()).toHaveLength(1);
    await server.closeDays();
    expect(await openTasks()).toEqual([]);
    const after = await server.ok(healthOffice.health, {}, finance);
    expect(after.data.bank).toMatchObject({ closingLate: false, closedThrough: daysAgo(1) });
  });
});

describe('the sandbox bank', () => {
  test('reports the end of a day by itself, but not while it is late', async () => {
    await lateDays(2);
    await drain(server.services);
    expect(await through()).toBe(daysAgo(3));
    server.services.demonstration?.bank.beLate(false);
    await server.services.demonstration?.bank.endDays();
    expect(await through()).toBe(daysAgo(1));
  });

  test('closes every day that the demonstration’s clock skips', async () => {
    await server.closeDays();
    const { data } = await server.ok(demonstration.advanceClock, { advanceDays: 2 });
    expect(data.today).toBe(today());
    expect(await through()).toBe(daysAgo(1));
  });
});
