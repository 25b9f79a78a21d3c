// Tests of bookings: two persons make each, the bank's statement agrees afterwards, and a booking
// is undone only by a linked booking or by the bank.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookingsOffice } from '#contract/banking/bookings.ts';
import { bankingOffice } from '#contract/banking/office.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { addDays } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { ledgerOffice } from '#contract/ledger/calls.ts';
import { officeTables } from '#contract/tables.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import {
  balanceOf,
  checkBatches,
  disburse,
  EXAMPLE,
  newTeam,
  signedLoan,
  type Team,
  today,
} from '../../../tests/actors/loans.ts';
import { newOperator, newPicture, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { askForStatements } from '../reconciliation/reconciliation.ts';
import { askForCover } from './sweeps.ts';
import { bookVatThrough } from '../../ledger/actions.ts';
import { drain } from '../../worker.ts';

const server = useServer();
const { proposeBooking, reverseBooking, getBooking, listBookings, bookingLimits } = bookingsOffice;
let team: Team;
let auditor: Person;
beforeAll(async () => {
  team = await newTeam(server);
  auditor = await newOperator(server, ['auditor']);
  await disburse(server, await signedLoan(server, EXAMPLE), team);
  await inWork(server.services, ({ tx }) => bookVatThrough(tx, today(server)));
});

const bank = () => server.services.demonstration!.bank;
type Proposal = Parameters<typeof server.ok<typeof proposeBooking>>[1];
const proposed = async (input: Proposal) =>
  (await server.ok(proposeBooking, input, team.maker)).data.id;
const check = (id: string, decision: 'approve' | 'return' = 'approve', by = team.checker) =>
  decide(server, by, 'booking_check', Number(id), decision);
const bookingOf = async (id: string) => (await server.ok(getBooking, { id }, auditor)).data;
const limits = async () => (await server.ok(bookingLimits, {}, auditor)).data;
const journal = [
  { account: 'operating_expense', amount: 1_200 },
  { account: 'platform_bank', amount: -1_200 },
] as const;
const manual = () => ({
  kind: 'manual' as const,
  day: today(server),
  reason: '十一月辦公室租金',
  entries: [...journal],
});

/** The next day begins, and the bank's statement of this day is read. */
async function nextDay() {
  await server.advance(1);
  await askForStatements(server.services);
}

/** Differences of a day that concern a line or a payment of the given reference. */
async function differencesAbout(reference: string) {
  const day = addDays(today(server), -1);
  const { data } = await server.ok(bankingOffice.getDay, { day }, auditor);
  return data.differences.filter((one) => one.reference === reference);
}
const differenceOf = async (seq: string) => {
  const [row] = await server.rows<{ id: string }>(
    'select id::text from banking.difference where reference = $1 and ended_at is null',
    [seq],
  );
  return row?.id ?? '';
};
const receiptOf = async (seq: string) =>
  (
    await server.rows<{ id: string }>('select id::text from banking.receipt where seq = $1', [seq])
  )[0]!.id;
/** The bank makes a line of its own, and the statement of the day is read the next day. */
async function ownLine(amount: number) {
  const { data } = await server.ok(demonstration.bankLine, { amount });
  await nextDay();
  return { seq: data.seq, difference: await differenceOf(data.seq) };
}

describe('a fee sweep', () => {
  let id: string;
  test('may not exceed the fees in the trust account', async () => {
    expect(await limits()).toMatchObject({ sweepable: 4_015, companyAccount: '812-****5544' });
    const sweep = { kind: 'fee_sweep', day: today(server), reason: '十一月服務費' } as const;
    expect(await server.refused(proposeBooking, { ...sweep, amount: 4_016 }, team.maker)).toBe(
      'BOOKING_AMOUNT',
    );
    id = await proposed({ ...sweep, amount: 3_000 });
    expect((await limits()).sweepable).toBe(1_015);
    expect(await bookingOf(id)).toMatchObject({ state: 'checking', maker: expect.any(String) });
  });

  test('is paid once two persons agree, and booked when the bank has paid', async () => {
    await checkBatches(server, team.checker);
    expect(await bookingOf(id)).toMatchObject({ state: 'ordered' });
    expect(await balanceOf(server, 'platform_bank'), 'not yet').toBe(0);
    await drain(server.services);
    expect(await bookingOf(id)).toMatchObject({ state: 'booked', transferId: `booking:${id}` });
    expect(await balanceOf(server, 'platform_bank')).toBe(3_000);
    expect(await balanceOf(server, 'platform_due')).toBe(1_015);
    expect(await balanceOf(server, 'fee_receivable')).toBe(1_015);
    await nextDay();
    expect(await differencesAbout(`sweep-${id}-1`)).toEqual([]);
  });

  test('that the bank sends back later is undone, and a person is asked', async () => {
    const input = { reference: `sweep-${id}-1` };
    expect((await server.ok(demonstration.bankReturn, input)).data.returned).toBe(true);
    expect(await bookingOf(id)).toMatchObject({ state: 'reversed', mayReverse: false });
    expect(await balanceOf(server, 'platform_bank')).toBe(0);
    expect((await limits()).sweepable).toBe(4_015);
    const tasks = await server.rows(
      `select 1 from tasks.task where kind = 'attention' and subject_type = 'booking'
       and status = 'open'`,
    );
    expect(tasks).toHaveLength(1);
    await nextDay();
    expect(await differencesAbout(`sweep-${id}-1`)).toEqual([]);
  });

  test('that the second person returns is not paid, and may be proposed again', async () => {
    const sweep = {
      kind: 'fee_sweep',
      day: today(server),
      reason: '再撥一次',
      amount: 10,
    } as const;
    const again = await proposed(sweep);
    const [batch] = await server.rows<{ id: number }>(
      `select max(id)::int as id from banking.batch where kind = 'sweep'`,
    );
    expect(await decide(server, team.maker, 'payment_check', batch!.id, 'approve')).toBe(
      'MAKER_IS_CHECKER',
    );
    expect(await decide(server, team.checker, 'payment_check', batch!.id, 'return')).toBeNull();
    expect(await bookingOf(again)).toMatchObject({ state: 'returned' });
    expect((await limits()).sweepable).toBe(4_015);
  });
});

describe('a line of the bank', () => {
  test('a charge is booked from its difference, which then ends', async () => {
    const { seq, difference } = await ownLine(-30);
    expect(await differencesAbout(seq)).toMatchObject([{ kind: 'unbooked', amount: -30 }]);
    const charge = { kind: 'bank_charge', reason: '專戶帳戶管理費', difference } as const;
    const wrong = { ...charge, kind: 'bank_interest' } as const;
    expect(await server.refused(proposeBooking, wrong, team.maker)).toBe('BOOKING_SOURCE');
    const id = await proposed(charge);
    expect(await server.refused(proposeBooking, charge, team.maker), 'once').toBe('BOOKING_SOURCE');
    expect(await check(id, 'approve', team.maker)).toBe('MAKER_IS_CHECKER');
    expect(await check(id)).toBeNull();
    expect(await balanceOf(server, 'bank_fee')).toBe(30);
    expect(await balanceOf(server, 'platform_due')).toBe(3_985);
    expect(await differencesAbout(seq)).toEqual([]);
    const open = await server.rows(
      `select 1 from tasks.task where kind = 'bank_difference' and status = 'open'
       and subject_id = $1`,
      [difference],
    );
    expect(open).toEqual([]);
    const undo = { id, reason: '錯了' };
    expect(await server.refused(reverseBooking, undo, team.maker), 'the bank did it').toBe(
      'BOOKING_STATE',
    );
  });

  test('interest is credited as the trust contract says', async () => {
    const { seq, difference } = await ownLine(99);
    const id = await proposed({ kind: 'bank_interest', reason: '十一月存款利息', difference });
    expect(await check(id, 'return')).toBeNull();
    expect(await differencesAbout(seq)).toHaveLength(1);
    const again = await proposed({ kind: 'bank_interest', reason: '十一月存款利息', difference });
    expect(await check(again)).toBeNull();
    expect(await balanceOf(server, 'interest_income')).toBe(99);
    expect(await differencesAbout(seq)).toEqual([]);
  });

  test('any other line takes a journal of exactly its amount', async () => {
    const { difference } = await ownLine(-7);
    const line = (amount: number) => ({
      kind: 'manual' as const,
      reason: '專戶劃撥錯誤，由公司負擔',
      difference,
      entries: [
        { account: 'trust_bank' as const, amount: -amount },
        { account: 'platform_due' as const, amount },
        { account: 'fee_receivable' as const, amount: -amount },
        { account: 'loss' as const, amount },
      ],
    });
    expect(await server.refused(proposeBooking, line(8), team.maker)).toBe('BOOKING_ENTRIES');
    expect(await check(await proposed(line(7)))).toBeNull();
    expect(await balanceOf(server, 'loss')).toBe(7);
  });
});

test('the company pays in by a transfer, which the bank may take back', async () => {
  const seq = randomUUID().slice(0, 20);
  await bank().transfer({ virtualAccount: '77', amount: 5_000, seq, fromBank: '812' });
  const receipt = await receiptOf(seq);
  const due = await balanceOf(server, 'platform_due');
  const id = await proposed({ kind: 'company_paid_in', reason: '撥補專戶', receipt });
  expect(await check(id)).toBeNull();
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await balanceOf(server, 'platform_due')).toBe(due + 5_000);
  expect(await balanceOf(server, 'platform_bank')).toBe(-5_000);
  const listed = await server.ok(bankingOffice.listReceipts, { state: 'matched' }, auditor);
  expect(listed.data.find((one) => one.id === receipt)).toMatchObject({
    subjectType: 'booking',
    subjectId: id,
  });
  const late = { kind: 'company_paid_in', reason: '再記一次', receipt } as const;
  expect(await server.refused(proposeBooking, late, team.maker)).toBe('BOOKING_SOURCE');
  await bank().transfer({ virtualAccount: '77', amount: 5_000, reverses: seq });
  expect(await bookingOf(id)).toMatchObject({ state: 'reversed' });
  expect(await balanceOf(server, 'platform_due')).toBe(due);
  expect(await balanceOf(server, 'suspense')).toBe(0);
});

test('a receipt that was matched meanwhile is not booked twice', async () => {
  const seq = randomUUID().slice(0, 20);
  await bank().transfer({ virtualAccount: '78', amount: 60, seq, fromBank: '812' });
  const receipt = await receiptOf(seq);
  const id = await proposed({ kind: 'bank_interest', reason: '利息', receipt });
  await bank().transfer({ virtualAccount: '78', amount: 60, reverses: seq });
  expect(await check(id)).toBe('TASK_DONE');
  expect(await check(id, 'return')).toBeNull();
});

test('paid VAT lowers what is owed, but not what the period owes by its fees', async () => {
  const owed = (await limits()).vatPayable;
  expect(owed).toBe(191);
  const vat = { kind: 'vat_paid', day: today(server), reason: '115 年 11–12 月營業稅' } as const;
  expect(await server.refused(proposeBooking, { ...vat, amount: 192 }, team.maker)).toBe(
    'BOOKING_AMOUNT',
  );
  expect(await server.refused(proposeBooking, vat, team.maker)).toBe('BOOKING_AMOUNT');
  const id = await proposed({ ...vat, amount: 191 });
  expect((await limits()).vatPayable).toBe(0);
  expect(await check(id)).toBeNull();
  expect(await balanceOf(server, 'vat_payable')).toBe(0);
  await inWork(server.services, ({ tx }) => bookVatThrough(tx, today(server)));
  expect(await balanceOf(server, 'vat_payable'), 'no new VAT by the payment').toBe(0);
  const { data } = await server.ok(
    ledgerOffice.feeReport,
    { month: today(server).slice(0, 7) },
    auditor,
  );
  expect(data.map(({ kind }) => kind)).not.toContain('vat_paid');
  const undo = (await server.ok(reverseBooking, { id, reason: '繳款書作廢' }, team.maker)).data.id;
  expect(await check(undo)).toBeNull();
  expect(await balanceOf(server, 'vat_payable')).toBe(191);
});

describe('a manual journal', () => {
  test('counts once two persons agree, and is asked for once', async () => {
    const key = randomUUID();
    const call = () => server.ask(proposeBooking, manual(), { token: team.maker.token, key });
    const [first, second] = [await call(), await call()];
    const id = (first.body as { data: { id: string } }).data.id;
    expect(second.body).toEqual(first.body);
    expect(await balanceOf(server, 'operating_expense')).toBe(0);
    expect(await check(id)).toBeNull();
    expect(await balanceOf(server, 'operating_expense')).toBe(1_200);
    const whole = await server.ok(ledgerOffice.entries, { transfer: `booking:${id}` }, auditor);
    expect(whole.data.map(({ amount }) => amount)).toEqual([1_200, -1_200]);
  });

  test.each([
    ['without a day', { day: undefined }],
    ['of tomorrow', { day: addDays('2099-01-01' as never, 0) }],
    ['without entries', { entries: undefined }],
  ])('%s is refused', async (_, wrong) => {
    const input = JSON.parse(JSON.stringify({ ...manual(), ...wrong })) as Proposal;
    expect(await server.refused(proposeBooking, input, team.maker)).toBe('BOOKING_ENTRIES');
  });

  test('is reversed once, by a linked booking of two persons', async () => {
    const id = await proposed(manual());
    const undo = { id, reason: '重複入帳' };
    expect(await server.refused(reverseBooking, undo, team.maker), 'not booked yet').toBe(
      'BOOKING_STATE',
    );
    expect(await check(id)).toBeNull();
    const before = await balanceOf(server, 'operating_expense');
    const opposite = (await server.ok(reverseBooking, undo, team.maker)).data.id;
    expect(await server.refused(reverseBooking, undo, team.maker)).toBe('BOOKING_STATE');
    expect(await check(opposite, 'approve', team.maker)).toBe('MAKER_IS_CHECKER');
    expect(await check(opposite)).toBeNull();
    expect(await balanceOf(server, 'operating_expense')).toBe(before - 1_200);
    expect(await bookingOf(id)).toMatchObject({ state: 'reversed', reversedBy: opposite });
    expect(await bookingOf(opposite)).toMatchObject({
      state: 'booked',
      reverses: id,
      mayReverse: false,
      transferId: `booking:${id}:undone`,
    });
    const back = { id: opposite, reason: '不能再沖銷' };
    expect(await server.refused(reverseBooking, back, team.maker)).toBe('BOOKING_STATE');
  });

  test('of a closed day counts on the first open day', async () => {
    await server.rows(`update ledger.closed set first_open = $1`, [today(server)]);
    const day = addDays(today(server), -1);
    const id = await proposed({ ...manual(), day });
    expect(await check(id)).toBeNull();
    const [row] = await server.rows<{ booked: string; happened: string }>(
      `select booked_on::text as booked, happened_on::text as happened from ledger.transfer
       where id = $1`,
      [`booking:${id}`],
    );
    expect(row).toEqual({ booked: today(server), happened: day });
    await server.rows(`update ledger.closed set first_open = '-infinity'`);
  });

  test('has papers, which the second person opens and nobody removes', async () => {
    const id = await proposed(manual());
    const files = [await newPicture('file')];
    const { token } = team.maker;
    const attach = () => server.ask(bookingsOffice.attachToBooking, { id }, { token, files });
    expect((await attach()).body).toMatchObject({ data: { files: 1 } });
    const [file] = (await bookingOf(id)).files;
    expect(file).toMatchObject({ addedBy: expect.any(String) });
    const read = { id, file: file!.id };
    const opened = await server.ask(bookingsOffice.bookingFile, read, team.checker);
    expect(opened.status).toBe(200);
    expect(
      await server.refused(bookingsOffice.bookingFile, { ...read, file: '999' }, auditor),
    ).toBe('BOOKING_NOT_FOUND');
    for (let more = 0; more < 4; more += 1) expect((await attach()).status).toBe(200);
    expect((await attach()).body).toMatchObject({ code: 'BOOKING_FILES' });
    const none = server.refused(bookingsOffice.attachToBooking, { id }, team.maker);
    expect(await none).toBe('FILES_MISSING');
  });
});

test('a shortfall of the trust is a task until the company has paid', async () => {
  const due = await balanceOf(server, 'platform_due');
  const input = {
    ...manual(),
    reason: '測試短少',
    entries: [
      { account: 'platform_due' as const, amount: due + 500 },
      { account: 'trust_interest' as const, amount: -(due + 500) },
      { account: 'fee_receivable' as const, amount: -(due + 500) },
      { account: 'loss' as const, amount: due + 500 },
    ],
  };
  const id = await proposed(input);
  expect(await check(id)).toBeNull();
  await askForCover(server.services);
  const open = () =>
    server.rows<{ label: string }>(
      `select subject_label as label from tasks.task where kind = 'attention'
       and subject_type = 'bank_day' and subject_id = 0 and status = 'open'`,
    );
  expect(await open()).toMatchObject([{ label: `信託專戶短少 ${formatMoney(money(500))}，待公司撥補` }]);
  expect((await limits()).sweepable).toBe(-500);
  const undo = (await server.ok(reverseBooking, { id, reason: '還原' }, team.maker)).data.id;
  expect(await check(undo)).toBeNull();
  await askForCover(server.services);
  expect(await open()).toEqual([]);
});

test('the list is filtered and exported; only finance proposes', async () => {
  const { data, total } = await server.ok(
    listBookings,
    { kind: 'manual', state: 'booked', to: today(server) },
    auditor,
  );
  expect(total).toBe(data.length);
  expect(data.every(({ kind, state }) => kind === 'manual' && state === 'booked')).toBe(true);
  const table = { kind: 'manual', state: 'booked', to: today(server), format: 'csv' } as const;
  const file = await server.ask(officeTables.banking.bookingsTable, table, auditor);
  expect(String(file.body).trim().split('\r\n')).toHaveLength(total + 1);
  const intruder = await newOperator(server, ['reviewer']);
  expect(await server.refused(listBookings, {}, intruder)).toBe('ROLE_REQUIRED');
  expect(await server.refused(bookingLimits, {}, intruder)).toBe('ROLE_REQUIRED');
  expect(await server.refused(proposeBooking, manual(), auditor)).toBe('ROLE_REQUIRED');
  expect(await server.refused(reverseBooking, { id: '1', reason: 'x' }, auditor)).toBe(
    'ROLE_REQUIRED',
  );
  expect(await server.refused(bookingsOffice.attachToBooking, { id: '1' }, auditor)).toBe(
    'ROLE_REQUIRED',
  );
  expect(await server.refused(getBooking, { id: '99999' }, auditor)).toBe('BOOKING_NOT_FOUND');
  const unknown = { id: '99999', reason: 'x' };
  expect(await server.refused(reverseBooking, unknown, team.maker)).toBe('BOOKING_NOT_FOUND');
});
