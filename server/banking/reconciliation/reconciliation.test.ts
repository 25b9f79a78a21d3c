// Tests the daily reconciliation: the differences explain every dollar by which bank and books
// differ, each difference is a task with an assignee, two persons sign a day, and a signed day is
// final.
import { reconciledDayList as listDays } from '#contract/banking/lists.ts';
import { entryList, feeList } from '#contract/ledger/lists.ts';
import { taskList } from '#contract/tasks/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { type Day, dayOf, addDays } from '#contract/core/day.ts';
import { healthOffice } from '#contract/tasks/health.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { post } from '../../ledger/front.ts';
import { explainDifferences } from '../../../tests/actors/bookings.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { updateDifferences } from './differences.ts';
import { askForStatements } from './reconciliation.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const { placed, pay, releaseRefund } = paymentsOn(server);
const { getDay, askBank, signDay, reopenDay, decideReopening } = bankingOffice;

let finance: Person;
let second: Person;
let third: Person;
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  second = await newOperator(server, ['finance']);
  third = await newOperator(server, ['finance']);
});
let signed: Day;
const now = (): Day => dayOf(server.services.clock.now());
const on = async (day: Day) => (await server.ok(getDay, { day }, finance)).data;

test('bank and books agree on a day of receipts and refunds', async () => {
  expect(await server.refused(signDay, { day: now(), note: '無' }, finance)).toBe('DAY_NOT_CLOSED');
  const one = await placed(5_000);
  await pay(one, 5_600);
  await releaseRefund(one.orderId);
  await pay(await placed(9_000), 4_000);
  const { data } = await server.ok(askBank, { day: now() }, finance);
  expect(data).toEqual({ lines: 3, closing: 9_015 });
  const day = await on(now());
  expect(day).toMatchObject({
    closing: 9_015,
    books: 9_015,
    owed: 9_015,
    source: 'sandbox',
    differences: [],
    unexplained: 0,
    underWay: { count: 0, amount: 0 },
  });
  expect(day.parts.find(({ kind }) => kind === 'order_funds')?.balance).toBe(9_000);
});

test('each difference is shown: unbooked, unconfirmed, different amount, our own', async () => {
  const row = (seq: string, amount: number) =>
    server.rows(
      `insert into banking.bank_line (bank, bank_date, seq, amount, source)
       values ('812', $1, $2, $3, 'statement')`,
      [now(), seq, amount],
    );
  await row('charge', -15);
  const { seq } = await pay(await placed(1_000), 1_000);
  await row(seq, 1_200);
  await pay(await placed(2_000), 2_000);
  await inWork(server.services, (work) =>
    post(work, [
      {
        id: 'test:covered',
        kind: 'covered',
        on: work.today,
        entries: [
          { account: 'trust_bank', amount: 77 },
          { account: 'platform_due', amount: -77 },
          { account: 'fee_receivable', amount: 77 },
          { account: 'platform_bank', amount: -77 },
        ],
      },
    ]),
  );
  await server.rows('update banking.bank_day set closing = closing - 15 + 1200 where day = $1', [
    now(),
  ]);
  const day = await on(now());
  expect(Object.fromEntries(day.sums.map(({ kind, amount }) => [kind, amount]))).toEqual({
    unbooked: -15,
    amount: 200,
    unconfirmed: -2_000,
    own: -77,
  });
  expect(day.unexplained).toBe(0);
  expect(day.differences).toContainEqual({
    kind: 'unbooked',
    day: now(),
    reference: 'charge',
    amount: -15,
    task: null,
    booking: null,
    id: null,
    reason: null,
    needsReason: false,
  });
});

/** Assigns every task about a difference to an operator, and a third person gives reasons. */
async function ownDifferences({ explained = true } = {}) {
  const { data } = await server.ok(taskList, { kind: 'bank_difference' }, finance);
  const ids = data.filter(({ assignee }) => !assignee).map(({ id }) => id);
  if (ids.length > 0) await server.ok(deskOffice.claimTasks, { ids }, finance);
  if (explained) await explainDifferences(server, third);
  return data;
}
/** Runs the daily job that follows the bank's report of a day. */
const look = () => inWork(server.services, updateDifferences);
/** Sets the bank's closing balance to what its lines add up to. */
async function closeAsLines(day: Day) {
  await server.rows('update banking.bank_day set closing = closing - $2 where day = $1', [
    day,
    (await on(day)).unexplained,
  ]);
}
const note = '已逐筆核對';
const bank = async () => (await server.ok(healthOffice.health, {}, finance)).data.bank;

test('a day is not signed before it has ended', async () => {
  expect(await server.refused(signDay, { day: now(), note }, finance)).toBe('DAY_NOT_CLOSED');
});

test('every difference becomes one task; each needs an assignee first', async () => {
  signed = now();
  await server.advance(1);
  await look();
  await look();
  const before = await on(signed);
  expect(before).toMatchObject({ blocked: 'unowned', unexplained: 0 });
  expect(before.differences.map(({ task }) => task?.owner)).toEqual([null, null, null, null]);
  expect(await server.refused(signDay, { day: signed, note }, finance)).toBe('DAY_UNEXPLAINED');
  const tasks = await ownDifferences();
  expect(tasks).toHaveLength(before.differences.length);
  const after = await on(signed);
  expect(after.blocked).toBeNull();
  expect(after.differences.every(({ task }) => task?.owner)).toBe(true);
});

test('a day with an unexplained difference is never signed', async () => {
  await server.rows('update banking.bank_day set closing = closing + 1 where day = $1', [signed]);
  expect((await on(signed)).blocked).toBe('unexplained');
  await look();
  expect(await bank()).toMatchObject({ day: signed, unexplained: 1, unsignedSince: signed });
  expect(await server.refused(signDay, { day: signed, note }, finance)).toBe('DAY_UNEXPLAINED');
  await server.rows('update banking.bank_day set closing = closing - 1 where day = $1', [signed]);
  await look();
  expect((await bank()).unexplained).toBe(0);
});

test('a day is closed by two persons, each once', async () => {
  const approver = await newOperator(server, ['approver']);
  expect(await server.refused(signDay, { day: signed, note }, approver)).toBe('ROLE_REQUIRED');
  const key = 'one-signature';
  const first = await server.ok(signDay, { day: signed, note }, { ...finance, key });
  expect(first.data.stage).toBe('first');
  await server.ok(signDay, { day: signed, note }, { ...finance, key });
  expect(await server.refused(signDay, { day: signed, note }, finance)).toBe('MAKER_IS_CHECKER');
  expect(await on(signed)).toMatchObject({ closed: false, secondBy: null });
  const { data } = await server.ok(signDay, { day: signed, note }, second);
  expect(data.stage).toBe('second');
  expect(await server.refused(signDay, { day: signed, note }, finance)).toBe('DAY_SIGNED');
  const day = await on(signed);
  expect(day).toMatchObject({ closed: true, secondBy: expect.stringContaining('測試') });
  expect(day.history.map(({ kind }) => kind)).toEqual(['signed', 'second']);
  expect((await bank()).unsignedSince).toBeNull();
  const rows = await server.ok(listDays, { item_per_page: 2 }, approver);
  expect(rows.data).toMatchObject([
    { day: now(), closed: false },
    { day: signed, closed: true },
  ]);
});

test('late records count on the first open day and keep their bank date', async () => {
  const before = await on(signed);
  const month = { month: signed.slice(0, 7) };
  const fees = await server.ok(feeList, month, finance);
  await pay(await placed(5_000), 5_000, { at: `${signed}T23:30:00+08:00` });
  expect(await server.ok(feeList, month, finance)).toEqual(fees);
  const { late: recorded, ...after } = await on(signed);
  const { late: _none, ...same } = before;
  expect(after).toEqual(same);
  expect(recorded).toMatchObject([
    { kind: 'receipt', valueOn: signed, bookedOn: now(), amount: 5_000 },
  ]);
  expect((await on(now())).late).toEqual(recorded);
  expect((await on(now())).books).toBe(before.books + 5_000);
  const { data } = await server.ok(entryList, { from: now(), to: now() }, finance);
  expect(data[0]).toMatchObject({ on: now(), valueOn: signed });
  const old = await server.ok(entryList, { to: signed, item_per_page: 500 }, finance);
  expect(old.data.some(({ transferId }) => transferId === recorded[0]?.transferId)).toBe(false);
});

test('half a million unbooked money is a task, and no single person can sign it off', async () => {
  const today = now();
  await server.advance(1);
  await askForStatements(server.services);
  await server.rows(
    `insert into banking.bank_line (bank, bank_date, seq, amount, source)
     values ('812', $1, 'gone', -500000, 'statement')`,
    [today],
  );
  await closeAsLines(today);
  expect(await server.refused(signDay, { day: today, note }, finance)).toBe('DAY_UNEXPLAINED');
  await look();
  const gone = (await on(today)).differences.find(({ reference }) => reference === 'gone');
  expect(gone).toMatchObject({ kind: 'unbooked', amount: -500_000, task: { owner: null } });
  expect(await server.refused(signDay, { day: today, note }, finance)).toBe('DAY_UNEXPLAINED');
  await ownDifferences({ explained: false });
  expect((await on(today)).blocked).toBe('unreasoned');
  expect(await server.refused(signDay, { day: today, note }, finance)).toBe('DAY_UNEXPLAINED');
  const { explainDifference } = bankingOffice;
  const nothing = { id: '999999', reason: '無' };
  expect(await server.refused(explainDifference, nothing, third)).toBe('NOT_FOUND');
  await explainDifferences(server, second);
  await server.ok(signDay, { day: today, note }, finance);
  expect(await server.refused(signDay, { day: today, note }, finance)).toBe('MAKER_IS_CHECKER');
  expect(await server.refused(signDay, { day: today, note }, second)).toBe('MAKER_IS_CHECKER');
  const reason = '銀行誤扣，已請銀行更正';
  await server.ok(explainDifference, { id: gone!.id!, reason }, third);
  expect((await on(today)).differences.find(({ reference }) => reference === 'gone')).toMatchObject(
    { reason, needsReason: true },
  );
  expect((await on(today)).closed).toBe(false);
});

test('a first signature for other figures than the current ones does not count', async () => {
  const day = addDays(now(), -1);
  await pay(await placed(3_000), 3_000, { at: `${day}T10:00:00+08:00` });
  await server.ok(askBank, { day }, finance);
  await closeAsLines(day);
  expect((await on(day)).stale).toBe(true);
  const { data } = await server.ok(signDay, { day, note }, second);
  expect(data.stage).toBe('first');
  expect(await server.refused(signDay, { day, note }, second)).toBe('MAKER_IS_CHECKER');
  expect((await server.ok(signDay, { day, note }, finance)).data.stage).toBe('second');
  expect((await on(day)).history.map(({ kind }) => kind)).toEqual([
    'signed',
    'replaced',
    'signed',
    'second',
  ]);
});

test('two persons reopen a day with a reason, and all days after it', async () => {
  const last = addDays(now(), -1);
  const reason = '補登漏列的銀行手續費';
  expect(await server.refused(reopenDay, { day: now(), reason }, finance)).toBe('DAY_OPEN');
  await server.ok(reopenDay, { day: signed, reason }, finance);
  expect(await server.refused(reopenDay, { day: signed, reason }, second)).toBe('DAY_REOPENING');
  const agree = { day: signed, agree: true };
  expect(await server.refused(decideReopening, agree, finance)).toBe('MAKER_IS_CHECKER');
  await server.ok(decideReopening, { day: signed, agree: false }, second);
  expect((await on(signed)).closed).toBe(true);
  await server.ok(reopenDay, { day: signed, reason }, finance);
  expect((await on(signed)).reopening).toMatchObject({ reason });
  await server.ok(decideReopening, agree, second);
  expect(await server.refused(decideReopening, agree, second)).toBe('DAY_OPEN');
  expect(await on(signed)).toMatchObject({ closed: false, signedBy: null, reopening: null });
  expect(await on(last)).toMatchObject({ closed: false });
  expect((await on(signed)).history.map(({ kind }) => kind)).toEqual([
    'signed',
    'second',
    'asked',
    'refused',
    'asked',
    'reopened',
  ]);
  expect((await on(last)).history.at(-1)).toMatchObject({ kind: 'reopened', day: signed });
  // Movements that were booked on a later day stay there; new movements count on their own day
  // again.
  await pay(await placed(2_000), 2_000, { at: `${signed}T09:00:00+08:00` });
  expect((await on(signed)).late).toHaveLength(1);
});

test('a receipt missing in the books is booked into suspense by its task', async () => {
  const day = addDays(now(), -1);
  await server.rows(
    `insert into banking.bank_line (bank, bank_date, seq, amount, source, reference)
     values ('812', $1, 'stray', 700, 'statement', null),
       ('812', $1, 'paid', -90, 'statement', 'payout-999-1')`,
    [day],
  );
  await look();
  const stray = (await on(day)).differences.find(({ reference }) => reference === 'stray');
  const gone = (await on(day)).differences.find(({ reference }) => reference === 'gone');
  const paid = (await on(day)).differences.find(({ reference }) => reference === 'paid');
  const decide = (id: string | undefined) => ({ id: id ?? '', decision: 'book' });
  expect(await server.refused(tasksOffice.decideTask, decide(gone?.task?.id), finance)).toBe(
    'DECISION_INVALID',
  );
  expect(await server.refused(tasksOffice.decideTask, decide(paid?.task?.id), finance)).toBe(
    'DECISION_INVALID',
  );
  // For a bank that reports by callback, lines of a file are never booked, not even by a person.
  const { bank: channel } = server.services.config;
  channel.statementBanks = [];
  expect(await server.refused(tasksOffice.decideTask, decide(stray?.task?.id), finance)).toBe(
    'DECISION_INVALID',
  );
  channel.statementBanks = ['812'];
  await server.ok(tasksOffice.decideTask, decide(stray?.task?.id), finance);
  const left = (await on(day)).differences.map(({ reference }) => reference);
  expect(left).toContain('gone');
  expect(left).not.toContain('stray');
  const { data } = await server.ok(taskList, { kind: 'unmatched_payment' }, finance);
  expect(data.some(({ subject }) => subject.label.includes('stray'))).toBe(true);
});

test('the bank is queried automatically about finished days', async () => {
  const yesterday = now();
  await server.advance(1);
  await server.rows('delete from banking.bank_day');
  await server.rows('delete from banking.bank_line');
  await askForStatements(server.services);
  expect(await server.refused(askBank, { day: addDays(now(), 1) }, finance)).toBe('DAY_NOT_CLOSED');
  const later = await server.ok(listDays, {}, finance);
  expect(later.data.map((one) => one.day).slice(0, 2)).toEqual([now(), yesterday]);
  expect(later.data[0]).toMatchObject({ closing: null, books: later.data[1]?.books });
});

test('unsigned days and tasks nobody decides are shown as problems in time', async () => {
  expect(await bank()).toMatchObject({ unsignedSince: signed });
  await server.advance(5);
  expect(await bank()).toMatchObject({ unsignedSince: signed, unsignedLate: true });
  await server.rows(
    `insert into banking.bank_line (bank, bank_date, seq, amount, source)
     values ('812', $1, 'charge', -15, 'statement')`,
    [signed],
  );
  await look();
  const { overdue } = await bank();
  await server.advance(5);
  expect((await bank()).overdue).toBeGreaterThan(overdue);
});
