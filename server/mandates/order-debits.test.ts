// Test of debits of orders: who may choose them, what becomes of the order, and deadlines.
import { expect, test } from 'vitest';
import { day, publishedCalendar } from '#contract/core/day.ts';
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
import { drain } from '../worker.ts';
import { debitOrders, orderDebitDay } from './debits.ts';

const server = useServer();
const { quickApply, reApply, holding } = investing;
const input = (id: number, more: object = {}) => ({
  ...{ id: String(id), invest_amount: 10_000, payment_mode: 3 },
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
    ...{ virtualAccount: data.virtualAccount!.account, amount: 4_000 },
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
    ...{ virtualAccount: data.virtualAccount!.account, amount: 10_000 },
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
