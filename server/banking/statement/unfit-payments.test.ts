// Tests lines of statement files that name a payment of the platform but do not fit it.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { bookingsOffice } from '#contract/banking/bookings.ts';
import { bankingOffice as office } from '#contract/banking/office.ts';
import { addDays } from '#contract/core/day.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { payReserve } from '../../../tests/actors/bookings.ts';
import { balanceOf, checkBatches, commitStatements, today } from '../../../tests/actors/loans.ts';
import { reportOfBank } from '../../../tests/actors/bank-reports.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { drain } from '../../worker.ts';
import { inWork } from '../../work.ts';
import { updateDifferences } from '../reconciliation/differences.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const { placed, pay, releaseRefund } = paymentsOn(server);
const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
let finance: Person;
let other: Person;
let layout: string;
const columns = { date: '交易日', seq: '序號', credit: '存入', debit: '支出' };
const more = { virtualAccount: '虛擬帳號', reference: '備註', memo: '附言', balance: '餘額' };
const mapping = { bank: '812', columns: { ...columns, ...more } };

beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  other = await newOperator(server, ['finance', 'approver']);
  await payReserve(server);
  const { data } = await server.ok(office.saveLayout, { name: '信託銀行', mapping }, finance);
  layout = data.id;
});

async function bringIn(credit: number | '', debit: number | '', reference: string) {
  const on = addDays(today(server), -1);
  const row = `${on},${randomUUID().slice(0, 20)},${credit},${debit},,${reference},退匯,9000`;
  const bytes = Buffer.from(`${Object.values(mapping.columns).join(',')}\r\n${row}\r\n`);
  const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes };
  const how = { token: finance.token, files: [file] };
  const { data } = await server.ok(office.importStatement, { layout }, how);
  await commitStatements(server, other);
  return server.ok(office.getStatement, { id: data.id }, finance);
}
async function refunded(): Promise<string> {
  const one = await placed(5_000);
  await pay(one, 5_915);
  await releaseRefund(one.orderId);
  const [refund] = await server.rows<{ reference: string }>(
    `select p.reference from banking.payment p join investing.refund r on r.id = p.subject_id
     where p.purpose = 'refund' and r.order_id = $1`,
    [one.orderId],
  );
  await server.advance(2);
  return refund!.reference;
}
const receiptOf = async (id: string) =>
  (
    await server.rows<{ id: number; state: string; amount: string; memo: string }>(
      'select id, state, amount, memo from banking.receipt where statement_id = $1',
      [id],
    )
  )[0];
/** Open differences of the line that brought this amount. */
async function differencesOf(amount: number) {
  await inWork(server.services, updateDifferences);
  return server.rows<{ id: number; kind: string }>(
    `select d.id, d.kind from banking.difference d join banking.bank_line l
       on d.key in ('payment:' || l.reference,
         'line:' || l.bank || ':' || l.bank_date || ':' || l.seq)
     where d.ended_at is null and l.amount = $1`,
    [amount],
  );
}

test('less than was paid comes back into suspense, with a task', async () => {
  const reference = await refunded();
  const before = await balanceOf(server, 'suspense');
  const { data } = await bringIn(885, '', reference);
  expect(data).toMatchObject({ booked: 1, suspended: 1, problems: 0 });
  const receipt = await receiptOf(data.id);
  expect(receipt).toMatchObject({ state: 'suspense', amount: '885', memo: `${reference} 退匯` });
  expect(await balanceOf(server, 'suspense')).toBe(before + 885);
  await openTaskId(server, 'unmatched_payment', Number(receipt!.id));
  expect(await differencesOf(885), 'the receipt explains the line').toEqual([]);
});

test('money that names a payment nobody ordered comes into suspense', async () => {
  const { data } = await bringIn(120, '', 'refund-999999-1');
  expect(data).toMatchObject({ booked: 1, suspended: 1, known: 0 });
  expect(await receiptOf(data.id)).toMatchObject({ state: 'suspense', amount: '120' });
  expect(await differencesOf(120)).toEqual([]);
});

test('money that left for a payment nobody ordered is a problem that a booking ends', async () => {
  const { data, problems } = await bringIn('', 130, 'refund-999998-1');
  expect(data).toMatchObject({ booked: 0, known: 0, problems: 1 });
  expect(problems[0]?.why).toContain('refund-999998-1');
  const [difference] = await differencesOf(-130);
  expect(difference).toMatchObject({ kind: 'unbooked' });
  const source = { difference: String(difference!.id), reason: '銀行扣錯帳戶，已要求更正' };
  const input = { kind: 'bank_charge', ...source } as const;
  const booking = await server.ok(bookingsOffice.proposeBooking, input, finance);
  expect(await decide(server, other, 'booking_check', booking.data.id, 'approve')).toBeNull();
  expect(await differencesOf(-130), 'a booking of two persons explains it').toEqual([]);
});

/** A refund of 900 that was sent; the bank has not reported what became of it. */
async function sent(): Promise<{ reference: string; orderId: string }> {
  const one = await placed(5_000);
  await pay(one, 5_915);
  const [refund] = await server.rows<{ id: number }>(
    'select id::int from investing.refund where order_id = $1',
    [one.orderId],
  );
  expect(await decide(server, finance, 'refund_release', refund!.id, 'release')).toBeNull();
  await checkBatches(server, other);
  const silent = { ...server.services.bank, sendBatch: async () => {} };
  await drain({ ...server.services, demonstration: null, bank: silent });
  await server.advance(2);
  return { reference: `refund-${refund!.id}-1`, orderId: one.orderId };
}
const paymentOf = async (reference: string) =>
  (
    await server.rows<{ id: number; status: string }>(
      'select id::int, status from banking.payment where reference = $1',
      [reference],
    )
  )[0]!;
/** Proposes a booking of a difference; returns its id, or the code of the refusal. */
async function propose(difference: number, input: object) {
  const source = { difference: String(difference), reason: '銀行的手續費', ...input };
  const { body, code } = await server.ask(bookingsOffice.proposeBooking, source as never, finance);
  return code ?? (body.data.id as string);
}

test('more than was ordered left: a booking pays the payment and explains the rest', async () => {
  const { reference, orderId } = await sent();
  const { problems } = await bringIn('', 915, reference);
  expect(problems[0]?.why).toContain('915');
  const [difference] = await differencesOf(-915);
  expect(difference).toMatchObject({ kind: 'inFlight' });
  const { id } = await paymentOf(reference);
  await openTaskId(server, 'attention', id);
  const trust = await balanceOf(server, 'trust_bank');
  const fees = await balanceOf(server, 'bank_fee');
  expect(await propose(difference!.id, { kind: 'bank_interest' })).toBe('BOOKING_SOURCE');
  const booking = await propose(difference!.id, { kind: 'bank_charge' });
  expect(await paymentOf(reference), 'one person alone pays nothing').toMatchObject({
    status: 'sent',
  });
  expect(await decide(server, other, 'booking_check', booking, 'approve')).toBeNull();
  expect(await paymentOf(reference)).toMatchObject({ status: 'confirmed' });
  expect(await balanceOf(server, 'refund_payable', { order: Number(orderId) })).toBe(0);
  expect((await balanceOf(server, 'trust_bank')) - trust).toBe(-915);
  expect((await balanceOf(server, 'bank_fee')) - fees).toBe(15);
  expect(await differencesOf(-915)).toEqual([]);
  const open = await server.rows(
    `select from tasks.task where status = 'open' and subject_type = 'payment'
       and subject_id = $1`,
    [id],
  );
  expect(open, 'the question about the amount is answered').toEqual([]);
  await books();
});

test('less than was ordered left: a journal says whose the rest is', async () => {
  const { reference, orderId } = await sent();
  await bringIn('', 880, reference);
  const [difference] = await differencesOf(-880);
  const entries = [
    { account: 'trust_bank', amount: 20 },
    { account: 'platform_due', amount: -20 },
    { account: 'fee_receivable', amount: 20 },
    { account: 'operating_expense', amount: -20 },
  ];
  expect(await propose(difference!.id, { kind: 'bank_charge' })).toBe('BOOKING_SOURCE');
  const booking = await propose(difference!.id, { kind: 'manual', entries });
  const trust = await balanceOf(server, 'trust_bank');
  expect(await decide(server, other, 'booking_check', booking, 'approve')).toBeNull();
  expect(await paymentOf(reference)).toMatchObject({ status: 'confirmed' });
  expect(await balanceOf(server, 'refund_payable', { order: Number(orderId) })).toBe(0);
  expect((await balanceOf(server, 'trust_bank')) - trust).toBe(-880);
  expect(await differencesOf(-880)).toEqual([]);
  await books();
});

test('a payment that the bank confirmed meanwhile is not booked again', async () => {
  const { reference } = await sent();
  await bringIn('', 930, reference);
  const [difference] = await differencesOf(-930);
  const booking = await propose(difference!.id, { kind: 'bank_charge' });
  await bringIn('', 900, reference);
  expect(await paymentOf(reference)).toMatchObject({ status: 'confirmed' });
  expect(await decide(server, other, 'booking_check', booking, 'approve')).toBe('TASK_DONE');
  await books();
});

test('a payment that was confirmed without an amount may have left with another one', async () => {
  const { reference } = await sent();
  const at = server.services.clock.now();
  const on = addDays(today(server), -1);
  await reportOfBank(server, { payments: [{ reference, outcome: 'confirmed', date: on, at }] });
  await bringIn('', 910, reference);
  const [difference] = await differencesOf(-910);
  expect(difference).toMatchObject({ kind: 'amount' });
  const taskId = await openTaskId(server, 'bank_difference', difference!.id);
  const { data } = await server.ok(tasksOffice.getTask, { id: taskId }, finance);
  expect(data.detail).toMatchObject({ amount: -10, explained: -10 });
  const booking = await propose(difference!.id, { kind: 'bank_charge' });
  expect(await decide(server, other, 'booking_check', booking, 'approve')).toBeNull();
  expect(await differencesOf(-910)).toEqual([]);
  await books();
});

/** The open difference of a payment. */
async function differenceOf(reference: string) {
  await inWork(server.services, updateDifferences);
  return server.rows<{ id: number; kind: string }>(
    'select id, kind from banking.difference where ended_at is null and key = $1',
    [`payment:${reference}`],
  );
}
const returnedPayment = async () => {
  const { reference } = await sent();
  const at = server.services.clock.now();
  const on = addDays(today(server), -1);
  await reportOfBank(server, { payments: [{ reference, outcome: 'returned', date: on, at }] });
  expect(await paymentOf(reference)).toMatchObject({ status: 'returned' });
  return reference;
};
/** A journal by which the company bears money that left the trust account, or gets what came. */
const borneByCompany = (amount: number) => [
  { account: 'trust_bank', amount },
  { account: 'platform_due', amount: -amount },
  { account: 'fee_receivable', amount },
  { account: 'operating_expense', amount: -amount },
];

/** Two persons book the NT$900 of a line as borne by the company. */
async function bookWhole(difference: number) {
  const trust = await balanceOf(server, 'trust_bank');
  const booking = await propose(difference, { kind: 'manual', entries: borneByCompany(-900) });
  expect(await decide(server, other, 'booking_check', booking, 'approve')).toBeNull();
  expect((await balanceOf(server, 'trust_bank')) - trust).toBe(-900);
}

test('money that left for a payment that was already returned is ended by a booking', async () => {
  const reference = await returnedPayment();
  await bringIn('', 900, reference);
  const [difference] = await differenceOf(reference);
  expect(difference).toMatchObject({ kind: 'unbooked' });
  const taskId = await openTaskId(server, 'bank_difference', difference!.id);
  const { data } = await server.ok(tasksOffice.getTask, { id: taskId }, finance);
  expect(data.detail).toMatchObject({ amount: -900, explained: -900, bookable: false });
  await bookWhole(difference!.id);
  expect(await differenceOf(reference)).toEqual([]);
  expect(await paymentOf(reference), 'it is owed as before').toMatchObject({ status: 'returned' });
  await books();
});

test('one that left a second time after it had come back is ended in the same way', async () => {
  const { reference } = await sent();
  await bringIn('', 900, reference);
  expect(await paymentOf(reference)).toMatchObject({ status: 'confirmed' });
  await bringIn(900, '', reference);
  expect(await paymentOf(reference)).toMatchObject({ status: 'returned' });
  expect(await differenceOf(reference)).toEqual([]);
  await bringIn('', 900, reference);
  const [difference] = await differenceOf(reference);
  expect(difference).toMatchObject({ kind: 'amount' });
  const booking = await propose(difference!.id, { kind: 'bank_charge' });
  // The money comes back once more before the second person decides.
  await bringIn(900, '', reference);
  expect(await differenceOf(reference)).toEqual([]);
  expect(await decide(server, other, 'booking_check', booking, 'approve')).toBe('TASK_DONE');
  await books();
});

test('a payment that the bank carried out twice is ended in the same way', async () => {
  const { reference } = await sent();
  await bringIn('', 900, reference);
  await bringIn('', 900, reference);
  expect(await paymentOf(reference)).toMatchObject({ status: 'confirmed' });
  const [difference] = await differenceOf(reference);
  await bookWhole(difference!.id);
  expect(await differenceOf(reference)).toEqual([]);
  await books();
});
