// Test of debits of orders: who may choose them, what becomes of the order, and deadlines.
import { expect, test } from 'vitest';
import { day, dayOf, publishedCalendar } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { mandates } from '#contract/mandates/calls.ts';
import { assess } from '../../actors/loan.ts';
import { newCase } from '../../tests/actors/market.ts';
import {
  answerWith,
  authorise,
  type Debtor,
  debitsOf,
  expectNotice,
  newDebtor,
} from '../../tests/actors/mandates.ts';
import { useServer } from '../../tests/server.ts';
import { drain, runDay } from '../worker.ts';
import { debitOrders, orderDebitDay } from './debits.ts';
import { withdrawUnwanted } from './sending.ts';

const server = useServer();
const { quickApply, reApply, cancelOrder, holding } = investing;
const bank = () => server.services.demonstration!.bank;
const input = (id: number, more: object = {}) => ({
  id: String(id),
  invest_amount: 10_000,
  payment_mode: 3,
  ...more,
});

async function newInvestor(mandate: object | null = {}): Promise<Debtor> {
  const investor = await newDebtor(server);
  await assess(server, investor);
  if (mandate) await authorise(server, investor, mandate);
  return investor;
}
/** Runs the minute's job and waits until the bank has answered. */
async function debit() {
  await debitOrders(server.services);
  await drain(server.services);
}
const orderOf = async (investor: Debtor, id: string) =>
  (await server.ok(holding, { invest_id: id }, investor)).data.order;

test('an order is debited soon after it was placed, once', async () => {
  const investor = await newInvestor();
  const { data } = await server.ok(quickApply, input(await newCase(server)), investor);
  expect(data).toMatchObject({ status: 0, paymentMode: 3 });
  await debit();
  await debit();
  expect(await debitsOf(server, investor)).toMatchObject([
    { status: 'paid', amount: 10_000, attempt: 1, no: null },
  ]);
  expect(await orderOf(investor, data.id)).toMatchObject({ status: 10, paidAmount: 10_000 });
});

test('only a mandate that covers the order allows it to be debited', async () => {
  const id = await newCase(server);
  const invalid = 'PAYMENT_MODE_INVALID';
  const none = await newInvestor(null);
  expect(await server.refused(quickApply, input(id), none)).toBe(invalid);
  const code = input(id, { payment_mode: 'EDDA' });
  expect(await server.refused(quickApply, code, none)).toBe(invalid);
  const loansOnly = await newInvestor({ coversOrders: false });
  expect(await server.refused(quickApply, input(id), loansOnly)).toBe(invalid);
  const low = await newInvestor({ ceiling: 9_000 });
  expect(await server.refused(quickApply, input(id), low)).toBe(invalid);
  const stopped = await newInvestor();
  await server.ok(mandates.stopMandate, {}, stopped);
  expect(await server.refused(quickApply, input(id), stopped)).toBe(invalid);
  expect((await server.ask(quickApply, input(id))).status).toBe(401);
  await server.ok(quickApply, code, await newInvestor());
});

test('an order changes to debit, keeps the key, and pays what is still lacking', async () => {
  const investor = await newInvestor();
  const id = await newCase(server);
  const { data } = await server.ok(quickApply, input(id, { payment_mode: 1 }), investor);
  const change = { id: data.id, payment_mode: 3 };
  const none = await newInvestor(null);
  expect(await server.refused(reApply, change, none)).toBe('ORDER_NOT_FOUND');
  expect((await server.ok(reApply, change, investor)).data.paymentMode).toBe(3);
  await server.services.demonstration!.bank.transfer({
    virtualAccount: data.virtualAccount!.account,
    amount: 4_000,
  });
  await debit();
  expect(await debitsOf(server, investor)).toMatchObject([{ status: 'paid', amount: 6_000 }]);
  expect(await orderOf(investor, data.id)).toMatchObject({ status: 10, paidAmount: 10_000 });
});

test('a repeated request is the same order, also once the mandate was stopped', async () => {
  const investor = await newInvestor();
  const id = await newCase(server);
  const { data } = await server.ok(quickApply, input(id), { ...investor, key: 'one-order-only' });
  await server.ok(mandates.stopMandate, {}, investor);
  const again = await server.ok(quickApply, input(id), { ...investor, key: 'one-order-only' });
  expect(again.data.id).toBe(data.id);
});

test('an order that was paid by hand first is not debited', async () => {
  const investor = await newInvestor();
  const { data } = await server.ok(quickApply, input(await newCase(server)), investor);
  await debitOrders(server.services);
  await server.services.demonstration!.bank.transfer({
    virtualAccount: data.virtualAccount!.account,
    amount: 10_000,
  });
  await drain(server.services);
  expect(await debitsOf(server, investor)).toMatchObject([
    { status: 'withdrawn', withdrawn: 'paid' },
  ]);
  expect(await orderOf(investor, data.id)).toMatchObject({ status: 10, refunds: [] });
});

test('a refused debit leaves the order to be paid by hand', async () => {
  const investor = await newInvestor();
  const { data } = await server.ok(quickApply, input(await newCase(server)), investor);
  await answerWith(server, 'P01', '01');
  await debit();
  await answerWith(server, 'P01', null);
  expect(await debitsOf(server, investor)).toMatchObject([
    // The third business day is after the deadline of the order.
    { status: 'refused', code: '01', retryOn: null },
  ]);
  await expectNotice(server, investor, '未成功：存款不足');
  expect((await orderOf(investor, data.id)).status).toBe(0);
  await debit();
  expect(await debitsOf(server, investor)).toHaveLength(1);
});

test('a debit waits for a bank day that is still in time', () => {
  const friday = new Date('2026-12-18T20:00:00+08:00');
  const on = (today: string, payBy: Date) => orderDebitDay(day(today), payBy, publishedCalendar);
  expect(on('2026-12-18', friday)).toBe('2026-12-18');
  expect(on('2026-12-19', new Date('2026-12-20T20:00:00+08:00'))).toBeNull();
  expect(on('2026-12-19', new Date('2026-12-21T09:00:00+08:00'))).toBe('2026-12-21');
});

async function aDayLater() {
  await server.advance(1);
  await runDay(server.services);
  await debit();
}
/** Goes to a Saturday and places an order, whose debit waits until Monday. */
async function waitingOrder() {
  const weekday = () => new Date(`${dayOf(server.services.clock.now())}T00:00:00Z`).getUTCDay();
  while (weekday() !== 6) await aDayLater();
  const investor = await newInvestor();
  const { data } = await server.ok(quickApply, input(await newCase(server)), investor);
  await debit();
  expect(await debitsOf(server, investor)).toMatchObject([{ status: 'pending' }]);
  return { investor, id: data.id, account: data.virtualAccount!.account };
}
/** Moves the deadline of an order by hours. */
const delay = (id: string, hours: number) =>
  server.rows(
    `update investing."order" set pay_by = pay_by + make_interval(hours => $2) where id = $1`,
    [id, hours],
  );

test('a debit carried out on the day of the deadline is in time', async () => {
  const { investor, id } = await waitingOrder();
  // The deadline is on Monday morning, before the clearing house has answered.
  await delay(id, -1);
  await aDayLater();
  await aDayLater();
  expect(await debitsOf(server, investor)).toMatchObject([{ status: 'paid' }]);
  expect(await orderOf(investor, id)).toMatchObject({ status: 10, refunds: [] });
});

test('a debit is not sent after the day of the deadline', async () => {
  const { investor, id } = await waitingOrder();
  await delay(id, -24);
  await aDayLater();
  await aDayLater();
  const late = { status: 'withdrawn', withdrawn: 'deadline' };
  expect(await debitsOf(server, investor)).toMatchObject([late]);
});

test('an order changed to a transfer is not debited, and is if changed back', async () => {
  const { investor, id } = await waitingOrder();
  await delay(id, 20);
  await server.ok(reApply, { id, payment_mode: 1 }, investor);
  await withdrawUnwanted(server.services);
  const unwanted = { status: 'withdrawn', withdrawn: 'transfer' };
  expect(await debitsOf(server, investor)).toMatchObject([unwanted]);
  await debit();
  expect(await debitsOf(server, investor)).toMatchObject([unwanted]);
  await server.ok(reApply, { id, payment_mode: 3 }, investor);
  await debit();
  expect(await debitsOf(server, investor)).toMatchObject([{ status: 'pending' }]);
  // Changed once more on the day itself, before the job of the minute.
  await server.ok(reApply, { id, payment_mode: 1 }, investor);
  await server.advance(2);
  await drain(server.services);
  expect(await debitsOf(server, investor)).toMatchObject([unwanted]);
});

test('an order is neither cancelled nor changed while its debit is at the bank', async () => {
  const investor = await newInvestor();
  const { data } = await server.ok(quickApply, input(await newCase(server)), investor);
  bank().holdAnswers(true);
  while ((await debitsOf(server, investor)).every(({ status }) => status !== 'sent')) {
    await delay(data.id, 24);
    await aDayLater();
  }
  const { id } = data;
  expect(await server.refused(cancelOrder, { id }, investor)).toBe('DEBIT_UNDER_WAY');
  const change = { id, payment_mode: 1 };
  expect(await server.refused(reApply, change, investor)).toBe('DEBIT_UNDER_WAY');
  expect(await orderOf(investor, id)).toMatchObject({ status: 0, paymentMode: 3 });
  bank().holdAnswers(false);
  await drain(server.services);
  expect(await orderOf(investor, id)).toMatchObject({ status: 10, refunds: [] });
});

test('if a part was paid by hand first, the rest is debited', async () => {
  const { investor, id, account } = await waitingOrder();
  await delay(id, 20);
  await bank().transfer({ virtualAccount: account, amount: 1_000 });
  await aDayLater();
  await aDayLater();
  expect(await debitsOf(server, investor)).toMatchObject([{ status: 'paid', amount: 9_000 }]);
  expect(await orderOf(investor, id)).toMatchObject({ status: 10, refunds: [] });
});

test('an order is debited by the mandate that replaced a stopped one', async () => {
  const { investor, id } = await waitingOrder();
  await delay(id, 20);
  await server.ok(mandates.stopMandate, {}, investor);
  await debit();
  const stopped = { status: 'withdrawn', withdrawn: 'stopped' };
  expect(await debitsOf(server, investor)).toMatchObject([stopped]);
  await authorise(server, investor);
  await debit();
  expect(await debitsOf(server, investor)).toMatchObject([{ status: 'pending' }]);
  await aDayLater();
  await aDayLater();
  expect(await debitsOf(server, investor)).toMatchObject([{ status: 'paid' }]);
  expect(await orderOf(investor, id)).toMatchObject({ status: 10 });
});
