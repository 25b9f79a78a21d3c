// Tests which order or loan is proposed for a receipt in suspense, and how operators choose one.
import { receiptList } from '#contract/banking/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newDesk, strayReceipt } from '../../../tests/actors/bookings.ts';
import { checkMatches, lentLoan, newTeam, pay } from '../../../tests/actors/loans.ts';
import { boldInvestor, INVESTORS_BANK } from '../../../tests/actors/market.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { place, placed, pay: payFor, orderOf, balance } = paymentsOn(server);

let finance: Person;
let approver: Person;
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  approver = await newOperator(server, ['approver']);
});

const stranger = { fromBank: '808', fromAccount: '80800000000088' };

/** Returns the open task of the receipt with this seq, and the receipt's id. */
async function taskOf(seq: string) {
  const [row] = await server.rows<{ id: string }>('select id from banking.receipt where seq = $1', [
    seq,
  ]);
  return { receipt: row!.id, id: await openTaskId(server, 'unmatched_payment', row!.id) };
}

async function proposalOf(seq: string) {
  const { id } = await taskOf(seq);
  const { data } = await server.ok(tasksOffice.getTask, { id }, finance);
  return (data.detail as { proposal?: unknown }).proposal;
}

const match = (id: string, number: string) =>
  server.ask(tasksOffice.decideTask, { id, decision: 'match', number }, { token: finance.token });

describe('the owner of the virtual account', () => {
  test('is proposed with name, bound account, and what the money does', async () => {
    const one = await placed(10_000);
    const { seq } = await payFor(one, 12_000, stranger);
    expect(await proposalOf(seq)).toMatchObject({
      number: orderNoOf(one.orderId),
      lacking: 10_000,
      target: { type: 'order', used: 10_000, rest: 2_000, fee: 15 },
      owner: { name: expect.stringMatching(/^.○/), bound: expect.stringMatching(/末四碼 \d{4}$/) },
      refused: null,
    });
    expect((await orderOf(one)).paidAmount, 'a preview changes nothing').toBe(0);
  });

  test('of a loan is proposed with what is due', async () => {
    const { account } = await lentLoan(server, await newTeam(server));
    const seq = await pay(server, account, 9_000, stranger);
    expect(await proposalOf(seq)).toMatchObject({
      target: { type: 'loan', used: expect.any(Number), fee: 0 },
      owner: { payer: 'other' },
    });
  });

  test('is named with the reason if the order or loan cannot take the money', async () => {
    const { loan, account } = await lentLoan(server, await newTeam(server));
    const seq = await pay(server, account, 9_000, stranger);
    await server.rows(`update lending.loan set status = 50 where id = $1`, [loan.id]);
    const proposal = await proposalOf(seq);
    await server.rows(`update lending.loan set status = 60 where id = $1`, [loan.id]);
    expect(proposal).toMatchObject({ target: null, refused: '這筆借款目前不收取還款' });
  });
});

describe('a wrong account number', () => {
  test('is certain if one member paid exactly what is lacking from their own account', async () => {
    const one = await placed(7_000, { amount: 30_000 });
    const investor = await boldInvestor(server, '00412345678901');
    const own = await place(one.loanId, 6_000, investor);
    const from = { fromBank: INVESTORS_BANK, fromAccount: investor.account };
    const { seq } = await payFor({ ...own, account: '10000000000001' }, 6_000, from);
    expect(await proposalOf(seq)).toMatchObject({
      number: orderNoOf(own.orderId),
      owner: { payer: 'own' },
    });
    const other = await payFor({ ...one, account: '10000000000002' }, 7_000, stranger);
    expect(await proposalOf(other.seq), 'the amount alone proves nothing').toBeUndefined();
  });
});

test('the task of a receipt that was booked as interest can still be opened', async () => {
  const desk = await newDesk(server);
  const { receipt } = await strayReceipt(server, 88);
  const id = await openTaskId(server, 'unmatched_payment', receipt);
  const booking = await desk.propose({ kind: 'bank_interest', reason: '存款利息', receipt });
  expect(await desk.check(booking)).toBeNull();
  const { data } = await server.ok(tasksOffice.getTask, { id }, finance);
  expect(data.detail).toMatchObject({ subjectType: 'booking', subjectNumber: booking });
});

describe('operators type the numbers that pages show', () => {
  test('an order number, which the second person approves', async () => {
    const one = await placed(5_000);
    const { seq } = await payFor({ ...one, account: '88888888888888' }, 5_000);
    const { id, receipt } = await taskOf(seq);
    const refused = await match(id, 'P99999999');
    expect([refused.status, refused.code]).toEqual([422, 'DECISION_INVALID']);
    expect((await match(id, 'X12345678')).code).toBe('DECISION_INVALID');
    expect((await match(id, orderNoOf(one.orderId).toLowerCase())).status).toBe(200);
    const check = await openTaskId(server, 'match_check', receipt);
    const { data } = await server.ok(tasksOffice.getTask, { id: check }, approver);
    expect(data.detail).toMatchObject({ owner: { name: expect.stringMatching(/^.○/) } });
    await checkMatches(server, approver);
    expect(await balance('order_funds', one.orderId)).toBe(5_000);

    const of = (number: string) => server.ok(receiptList, { number }, finance);
    const row = { seq, subjectNumber: orderNoOf(one.orderId) };
    expect((await of(orderNoOf(one.orderId))).data).toMatchObject([row]);
    expect((await of(seq)).data).toMatchObject([row]);
  });

  test('a case number', async () => {
    const { loan } = await lentLoan(server, await newTeam(server));
    await server.rows(`update lending.loan set case_no = 'T261123000077' where id = $1`, [loan.id]);
    const seq = await pay(server, '77777777777777', 3_000);
    const { id, receipt } = await taskOf(seq);
    expect((await match(id, 't261123000077')).status).toBe(200);
    await checkMatches(server, approver);
    const found = await server.ok(receiptList, { number: 'T261123000077' }, finance);
    expect(found.data).toMatchObject([{ id: receipt, subjectNumber: 'T261123000077' }]);
  });
});
