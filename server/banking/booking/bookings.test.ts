// Tests of bookings of the bank: sweeps, lines of the statement, receipts, and paid VAT. Two
// persons make each, and the bank's statement agrees afterwards.
import { taskList } from '#contract/tasks/lists.ts';
import { receiptList } from '#contract/banking/lists.ts';
import { feeList } from '#contract/ledger/lists.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookingsOffice } from '#contract/banking/bookings.ts';
import { bankingOffice } from '#contract/banking/office.ts';
import { addDays } from '#contract/core/day.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import {
  type Desk,
  explainDifferences,
  newDesk,
  nextDay,
  ownLine,
  payReserve,
  strayReceipt,
} from '../../../tests/actors/bookings.ts';
import {
  balanceOf,
  checkBatches,
  disburse,
  EXAMPLE,
  signedLoan,
  today,
} from '../../../tests/actors/loans.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { repeatThrice } from '../../../tests/actors/repeats.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { bookVatThrough } from '../../ledger/front.ts';
import { inWork } from '../../work.ts';
import { drain } from '../../worker.ts';

const server = useServer();
const { proposeBooking, reverseBooking } = bookingsOffice;
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
  await payReserve(server, 50_000);
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  await inWork(server.services, ({ tx }) => bookVatThrough(tx, today(server)));
});

/** Differences of yesterday that concern a line or a payment of the given reference. */
async function differencesAbout(reference: string) {
  const day = addDays(today(server), -1);
  const { data } = await server.ok(bankingOffice.getDay, { day }, desk.auditor);
  return data.differences.filter((one) => one.reference === reference);
}

/** Decides the newest batch of a sweep; returns a refusal's code. */
const checkBatch = (decision: 'approve' | 'return', by = desk.checker) =>
  decide(server, by, 'payment_check', null, decision);

describe('a fee sweep', () => {
  const sweep = (amount: number) =>
    ({ kind: 'fee_sweep', reason: '十一月服務費', amount }) as const;
  let id: string;

  test('may not exceed the fees in the trust account, and leaves the reserve', async () => {
    expect(await desk.limits()).toMatchObject({
      sweepable: 4_015,
      companyAccount: '812-****5544',
    });
    expect(await desk.refusal(sweep(4_016))).toBe('BOOKING_AMOUNT');
    expect(await desk.refusal(sweep(0))).toBe('BOOKING_AMOUNT');
    id = await desk.propose(sweep(3_000));
    expect((await desk.limits()).sweepable).toBe(1_015);
    expect(await desk.read(id)).toMatchObject({
      state: 'checking',
      maker: expect.any(String),
      day: today(server),
      payee: expect.stringMatching(/^812-\*{4}5544，戶名 /),
      taskId: expect.any(String),
    });
  });

  test('is paid once two persons agree, and booked when the bank has paid', async () => {
    await checkBatches(server, desk.checker);
    expect(await desk.read(id)).toMatchObject({ state: 'ordered', payee: null, taskId: null });
    expect(await balanceOf(server, 'platform_bank'), 'not yet').toBe(-50_000);
    await drain(server.services);
    expect(await desk.read(id)).toMatchObject({ state: 'booked', transferId: `booking:${id}` });
    expect(await balanceOf(server, 'platform_bank')).toBe(-47_000);
    expect(await balanceOf(server, 'platform_due')).toBe(51_015);
    expect(await balanceOf(server, 'fee_receivable')).toBe(51_015);
    await nextDay(server);
    expect(await differencesAbout(`sweep-${id}-1`)).toEqual([]);
  });

  test('that the bank sends back later is undone, and a person is asked', async () => {
    const input = { reference: `sweep-${id}-1` };
    expect((await server.ok(demonstration.bankReturn, input)).data.returned).toBe(true);
    expect(await desk.read(id)).toMatchObject({ state: 'reversed', mayReverse: false });
    expect(await balanceOf(server, 'platform_bank')).toBe(-50_000);
    expect((await desk.limits()).sweepable).toBe(4_015);
    const tasks = await server.rows(
      `select 1 from tasks.task where kind = 'attention' and subject_type = 'booking'
       and status = 'open'`,
    );
    expect(tasks).toHaveLength(1);
    await nextDay(server);
    expect(await differencesAbout(`sweep-${id}-1`)).toEqual([]);
  });

  test('that the second person returns is not paid, and may be proposed again', async () => {
    const again = await desk.propose(sweep(10));
    expect(await checkBatch('approve', desk.maker)).toBe('MAKER_IS_CHECKER');
    expect(await checkBatch('return')).toBeNull();
    expect(await desk.read(again)).toMatchObject({ state: 'returned' });
    expect((await desk.limits()).sweepable).toBe(4_015);
  });

  test('of two at the same moment only what there is is proposed', async () => {
    const { token } = desk.maker;
    const answers = await Promise.all(
      [1, 2].map(() => server.ask(proposeBooking, sweep(3_000), { token, key: randomUUID() })),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['BOOKING_AMOUNT', null]);
    expect((await desk.limits()).sweepable).toBe(1_015);
    expect(await checkBatch('return')).toBeNull();
  });

  test('is not ordered if another one left too little', async () => {
    const first = await desk.propose(sweep(3_000));
    expect(await checkBatch('approve')).toBeNull();
    const second = await desk.propose(sweep(1_000));
    const { difference } = await ownLine(server, -20);
    const charge = { kind: 'bank_charge', reason: '帳戶管理費', difference } as const;
    expect(await desk.check(await desk.propose(charge))).toBeNull();
    expect(await checkBatch('approve')).toBeNull();
    expect(await desk.read(second)).toMatchObject({ state: 'returned' });
    await drain(server.services);
    expect(await desk.read(first)).toMatchObject({ state: 'booked' });
    expect(await balanceOf(server, 'platform_due')).toBe(50_995);
  });

  test('needs an account of the company', async () => {
    const { bank } = server.services.config;
    const { companyAccount } = bank;
    bank.companyAccount = null;
    expect(await desk.refusal(sweep(10))).toBe('COMPANY_ACCOUNT');
    expect(await desk.limits()).toMatchObject({ companyAccount: null });
    bank.companyAccount = companyAccount;
  });
});

describe('a line of the bank', () => {
  test('a charge is booked from its difference, which then ends', async () => {
    const { seq, difference } = await ownLine(server, -30);
    expect(await differencesAbout(seq)).toMatchObject([{ kind: 'unbooked', amount: -30 }]);
    const charge = { kind: 'bank_charge', reason: '專戶帳戶管理費', difference } as const;
    expect(await desk.refusal({ ...charge, kind: 'bank_interest' })).toBe('BOOKING_SOURCE');
    expect(await desk.refusal({ ...charge, difference: undefined })).toBe('BOOKING_SOURCE');
    const [fees, due] = [
      await balanceOf(server, 'bank_fee'),
      await balanceOf(server, 'platform_due'),
    ];
    const id = await desk.propose(charge);
    expect(await desk.refusal(charge), 'once').toBe('BOOKING_SOURCE');
    expect(await desk.check(id, 'approve', desk.maker)).toBe('MAKER_IS_CHECKER');
    expect(await desk.check(id)).toBeNull();
    expect(await balanceOf(server, 'bank_fee')).toBe(fees + 30);
    expect(await balanceOf(server, 'platform_due')).toBe(due - 30);
    expect(await differencesAbout(seq)).toEqual([]);
    const open = await server.rows(
      `select 1 from tasks.task where kind = 'bank_difference' and status = 'open'
       and subject_id = $1`,
      [difference],
    );
    expect(open).toEqual([]);
    const undo = { id, reason: '錯了' };
    expect(await server.refused(reverseBooking, undo, desk.maker), 'the bank did it').toBe(
      'BOOKING_STATE',
    );
  });

  test('interest is credited as the trust contract says', async () => {
    const { seq, difference } = await ownLine(server, 99);
    const interest = { kind: 'bank_interest', reason: '十一月存款利息', difference } as const;
    expect(await desk.check(await desk.propose(interest), 'return')).toBeNull();
    expect(await differencesAbout(seq)).toHaveLength(1);
    expect(await desk.check(await desk.propose(interest))).toBeNull();
    expect(await balanceOf(server, 'interest_income')).toBe(99);
    expect(await differencesAbout(seq)).toEqual([]);
  });

  test('that was booked as a receipt meanwhile is not booked twice', async () => {
    const { seq, difference } = await ownLine(server, 50);
    const id = await desk.propose({ kind: 'bank_interest', reason: '利息', difference });
    expect(await decide(server, desk.maker, 'bank_difference', difference, 'book')).toBeNull();
    expect(await desk.check(id)).toBe('TASK_DONE');
    expect(await desk.check(id, 'return')).toBeNull();
    expect(await balanceOf(server, 'suspense')).toBe(50);
    const [row] = await server.rows<{ id: string }>(
      'select id::text from banking.receipt where seq = $1',
      [seq],
    );
    const interest = { kind: 'bank_interest', reason: '利息', receipt: row!.id } as const;
    expect(await desk.check(await desk.propose(interest))).toBeNull();
    expect(await balanceOf(server, 'suspense')).toBe(0);
  });

  test('any other line takes a journal of exactly its amount', async () => {
    const { difference } = await ownLine(server, -7);
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
    expect(await desk.refusal(line(8))).toBe('BOOKING_ENTRIES');
    expect(await desk.check(await desk.propose(line(7)))).toBeNull();
    expect(await balanceOf(server, 'loss')).toBe(7);
  });

  test('of a signed day is booked on the first open day, and the difference ends', async () => {
    const { seq, difference } = await ownLine(server, -15);
    const day = addDays(today(server), -1);
    const second = await newOperator(server, ['finance']);
    const { data } = await server.ok(taskList, { kind: 'bank_difference' }, desk.maker);
    await server.ok(deskOffice.claimTasks, { ids: data.map((task) => task.id) }, desk.maker);
    await explainDifferences(server, desk.maker);
    const note = '手續費待入帳';
    await server.ok(bankingOffice.signDay, { day, note }, desk.maker);
    await server.ok(bankingOffice.signDay, { day, note }, second);
    await nextDay(server);
    expect(await differencesAbout(seq)).toHaveLength(1);
    const id = await desk.propose({ kind: 'bank_charge', reason: '手續費', difference });
    expect(await desk.check(id)).toBeNull();
    const [row] = await server.rows<{ booked: string; happened: string }>(
      `select booked_on::text as booked, happened_on::text as happened from ledger.transfer
       where id = $1`,
      [`booking:${id}`],
    );
    expect(row).toEqual({ booked: addDays(day, 1), happened: day });
    expect(await differencesAbout(seq)).toEqual([]);
  });
});

test('the company pays in by a transfer, which the bank may take back', async () => {
  const { seq, receipt } = await strayReceipt(server, 5_000);
  const [due, own] = [
    await balanceOf(server, 'platform_due'),
    await balanceOf(server, 'platform_bank'),
  ];
  const id = await desk.propose({ kind: 'company_paid_in', reason: '撥補專戶', receipt });
  expect(await desk.check(id)).toBeNull();
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await balanceOf(server, 'platform_due')).toBe(due + 5_000);
  expect(await balanceOf(server, 'platform_bank')).toBe(own - 5_000);
  const listed = await server.ok(receiptList, { state: 'matched' }, desk.auditor);
  expect(listed.data.find((one) => one.id === receipt)).toMatchObject({
    subjectType: 'booking',
    subjectId: id,
  });
  const late = { kind: 'company_paid_in', reason: '再記一次', receipt } as const;
  expect(await desk.refusal(late)).toBe('BOOKING_SOURCE');
  const bank = server.services.demonstration!.bank;
  await bank.transfer({ virtualAccount: '77', amount: 5_000, reverses: seq });
  expect(await desk.read(id)).toMatchObject({ state: 'reversed' });
  expect(await balanceOf(server, 'platform_due')).toBe(due);
  expect(await balanceOf(server, 'suspense')).toBe(0);
});

test('a receipt that the bank took back meanwhile is not booked', async () => {
  const { seq, receipt } = await strayReceipt(server, 60);
  const id = await desk.propose({ kind: 'bank_interest', reason: '利息', receipt });
  const bank = server.services.demonstration!.bank;
  await bank.transfer({ virtualAccount: '77', amount: 60, reverses: seq });
  expect(await desk.check(id)).toBe('TASK_DONE');
  expect(await desk.check(id, 'return')).toBeNull();
});

test('a reversal that takes back nothing known is not booked as money that arrived', async () => {
  const bank = server.services.demonstration!.bank;
  const { seq } = await bank.transfer({ virtualAccount: '77', amount: 70, reverses: 'unknown' });
  const [row] = await server.rows<{ id: string; sign: string; state: string }>(
    'select id::text, sign, state from banking.receipt where seq = $1',
    [seq],
  );
  expect(row).toMatchObject({ sign: '-', state: 'suspense' });
  for (const kind of ['bank_interest', 'company_paid_in'] as const) {
    const booking = { kind, reason: '利息', receipt: row!.id };
    expect(await desk.refusal(booking)).toBe('BOOKING_SOURCE');
  }
});

test('two persons book a reversal that takes back nothing known, once', async () => {
  const bank = server.services.demonstration!.bank;
  const reversal = { virtualAccount: '77', amount: 70, reverses: 'never reported' };
  const { seq } = await bank.transfer(reversal);
  await nextDay(server);
  expect(await differencesAbout(seq)).toMatchObject([{ kind: 'unbooked', amount: -70 }]);
  const [row] = await server.rows<{ id: string }>(
    'select id::text from banking.difference where reference = $1 and ended_at is null',
    [seq],
  );
  const charge = { kind: 'bank_charge', reason: '銀行沖正，由公司負擔' } as const;
  const id = await desk.propose({ ...charge, difference: row!.id });
  const before = await balanceOf(server, 'trust_bank');
  expect(await desk.check(id)).toBeNull();
  expect(await balanceOf(server, 'trust_bank')).toBe(before - 70);
  expect(await differencesAbout(seq)).toEqual([]);
  const waiting = await server.rows(
    `select from banking.receipt r left join tasks.task t on t.kind = 'attention'
       and t.subject_type = 'receipt' and t.subject_id = r.id
     where r.seq = $1 and (r.state = 'suspense' or t.status = 'open')`,
    [seq],
  );
  expect(waiting).toEqual([]);
});

test('paid VAT lowers what is owed, but not what the period owes by its fees', async () => {
  const owed = (await desk.limits()).vatPayable;
  expect(owed).toBe(191);
  const vat = { kind: 'vat_paid', day: today(server), reason: '115 年 11–12 月營業稅' } as const;
  expect(await desk.refusal({ ...vat, amount: 192 })).toBe('BOOKING_AMOUNT');
  expect(await desk.refusal(vat)).toBe('BOOKING_AMOUNT');
  const id = await desk.propose({ ...vat, amount: 191 });
  expect((await desk.limits()).vatPayable).toBe(0);
  expect(await desk.check(id)).toBeNull();
  expect(await balanceOf(server, 'vat_payable')).toBe(0);
  await inWork(server.services, ({ tx }) => bookVatThrough(tx, today(server)));
  expect(await balanceOf(server, 'vat_payable'), 'no new VAT by the payment').toBe(0);
  const month = today(server).slice(0, 7);
  const { data } = await server.ok(feeList, { month }, desk.auditor);
  expect(data.map(({ kind }) => kind)).not.toContain('vat_paid');
  const undo = { id, reason: '繳款書作廢' };
  await repeatThrice(server, reverseBooking, undo, desk.maker);
  const { reversedBy } = await desk.read(id);
  expect(await desk.check(reversedBy!)).toBeNull();
  expect(await balanceOf(server, 'vat_payable')).toBe(191);
});
