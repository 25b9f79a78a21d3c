// Tests of debits that are at the bank: nothing expires and nobody is called late before the
// answer, and an answer that is missing becomes a task.
import { expect, test } from 'vitest';
import { bookingsOffice } from '#contract/banking/bookings.ts';
import { investing } from '#contract/investing/calls.ts';
import { assess } from '../../actors/loan.ts';
import { liveThrough, newTeam, statusOf } from '../../tests/actors/loans.ts';
import { newCase } from '../../tests/actors/market.ts';
import {
  answerWith,
  authorise,
  debitedLoan,
  debitsOf,
  goToDebit,
  newDebtor,
} from '../../tests/actors/mandates.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../worker.ts';
import { debitOrders } from './debits.ts';

const server = useServer();
const { quickApply, holding } = investing;
const bank = () => server.services.demonstration!.bank;

const lettersTo = async (member: { id: number }) =>
  (
    await server.rows<{ title: string }>(
      `select title from notices.notice where member_id = $1 and title like '%逾期%'`,
      [member.id],
    )
  ).length;

/** An order of a whole case that ends tomorrow, to be debited. */
async function orderedByMandate() {
  const investor = await newDebtor(server);
  await assess(server, investor);
  await authorise(server, investor);
  const id = await newCase(server, { amount: 10_000, endsInDays: 1 });
  const input = { id: String(id), invest_amount: 10_000, payment_mode: 3 };
  const { data } = await server.ok(quickApply, input, investor);
  return { investor, id, orderId: data.id };
}

test('an order whose debit is at the bank does not expire before the answer', async () => {
  const { investor, id, orderId } = await orderedByMandate();
  const order = async () => (await server.ok(holding, { invest_id: orderId }, investor)).data.order;
  bank().holdAnswers(true);
  await debitOrders(server.services);
  await drain(server.services);
  // The bank has carried the debit out on its day; its answer comes after the deadline.
  await liveThrough(server, 6);
  expect(await debitsOf(server, investor)).toMatchObject([{ status: 'sent' }]);
  expect(await order()).toMatchObject({ status: 0 });
  expect(await statusOf(server, id)).toMatchObject({ status: 40 });
  const tasks = await server.rows(
    `select subject_label from tasks.task where kind = 'attention' and status = 'open'
       and subject_type = 'debit'`,
  );
  expect(tasks).toMatchObject([{ subject_label: expect.stringContaining('銀行尚未回覆') }]);
  bank().holdAnswers(false);
  await drain(server.services);
  expect(await order()).toMatchObject({ paidAmount: 10_000, refunds: [] });
  expect(await statusOf(server, id)).toMatchObject({ status: 50 });
});

test('an order whose late debit is refused expires as usual', async () => {
  const { investor, id, orderId } = await orderedByMandate();
  bank().holdAnswers(true);
  await answerWith(server, 'P01', '01');
  await debitOrders(server.services);
  await drain(server.services);
  await liveThrough(server, 4);
  bank().holdAnswers(false);
  await drain(server.services);
  await answerWith(server, 'P01', null);
  await liveThrough(server, 2);
  const { order } = (await server.ok(holding, { invest_id: orderId }, investor)).data;
  expect(order.status).toBe(50);
  expect(await statusOf(server, id)).toMatchObject({ status: 99 });
});

test('a borrower is not called late until the answer to the debit is missing', async () => {
  const team = await newTeam(server);
  const loan = await debitedLoan(server, team);
  bank().holdAnswers(true);
  await goToDebit(server, loan);
  expect(await debitsOf(server, loan.borrower)).toMatchObject([{ status: 'sent' }]);
  await liveThrough(server, 1);
  expect(await statusOf(server, loan.id)).toMatchObject({ status: 60 });
  expect(await lettersTo(loan.borrower)).toBe(0);
  await liveThrough(server, 5);
  expect(await statusOf(server, loan.id)).toMatchObject({ status: 61 });
  bank().holdAnswers(false);
  await drain(server.services);
  await liveThrough(server, 1);
  expect(await statusOf(server, loan.id)).toMatchObject({ status: 60 });
});

test("the bank's line of a debit is booked by its answer alone", async () => {
  const { investor, orderId } = await orderedByMandate();
  const finance = await newOperator(server, ['finance']);
  bank().holdAnswers(true);
  await debitOrders(server.services);
  await drain(server.services);
  await liveThrough(server, 3);
  const [debit] = await debitsOf(server, investor);
  const [line] = await server.rows<{ id: string }>(
    'select id from banking.difference where ended_at is null and reference = $1',
    [`debit-${debit!.id}-1`],
  );
  // As a line that nobody knows its money would lie in suspense, whatever the answer says.
  expect(await decide(server, finance, 'bank_difference', line!.id, 'book')).toBe(
    'DECISION_INVALID',
  );
  const interest = { kind: 'bank_interest', difference: line!.id, reason: '利息' };
  const asked = { token: finance.token };
  expect(await server.refused(bookingsOffice.proposeBooking, interest, asked)).toBe(
    'BOOKING_SOURCE',
  );
  bank().holdAnswers(false);
  await drain(server.services);
  const { order } = (await server.ok(holding, { invest_id: orderId }, investor)).data;
  expect(order).toMatchObject({ paidAmount: 10_000 });
});
