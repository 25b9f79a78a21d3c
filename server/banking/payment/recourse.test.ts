// Tests receipts that the bank reverses after the money was used or returned to its payer: suspense
// never becomes negative.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { demonstration } from '#contract/demonstration/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { checkBatches, balanceOf, newTeam, type Team } from '../../../tests/actors/loans.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { drain } from '../../worker.ts';

const server = useServer();
const { placed, pay, releaseRefund, orderOf } = paymentsOn(server);
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const bank = () => server.services.demonstration!.bank;
const payer = { fromBank: '004', fromAccount: '00400000000099' };
const openKinds = async (receiptId: number) =>
  (
    await server.rows<{ kind: string }>(
      `select kind from tasks.task where status = 'open' and subject_type = 'receipt'
       and subject_id = $1 order by kind`,
      [receiptId],
    )
  ).map(({ kind }) => kind);

/**
 * Pays in money without an owner; returns the receipt and a function by which the bank reverses the
 * receipt.
 */
async function stray(amount: number) {
  const seq = randomUUID().slice(0, 20);
  await bank().transfer({ virtualAccount: '123', amount, seq, ...payer });
  const [row] = await server.rows<{ id: number }>(
    'select id::int from banking.receipt where seq = $1',
    [seq],
  );
  const takeBack = () => bank().transfer({ virtualAccount: '123', amount, reverses: seq });
  return { id: row!.id, takeBack };
}
async function sendBack(id: number) {
  expect(await decide(server, team.maker, 'unmatched_payment', id, 'return')).toBeNull();
  await checkBatches(server, team.checker);
  await drain(server.services);
}

test('a receipt reversed while in suspense leaves no money and no task', async () => {
  const { id, takeBack } = await stray(800);
  await takeBack();
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await openKinds(id)).toEqual([]);
  await books();
});

test('one reversed before its return was approved is not returned', async () => {
  const { id, takeBack } = await stray(900);
  expect(await decide(server, team.maker, 'unmatched_payment', id, 'return')).toBeNull();
  await takeBack();
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await balanceOf(server, 'refund_payable')).toBe(0);
  await checkBatches(server, team.checker);
  await drain(server.services);
  expect(await balanceOf(server, 'trust_bank')).toBe(0);
  expect(await balanceOf(server, 'recourse_receivable')).toBe(0);
  await books();
});

test('one reversed after its return is a claim on its payer, which two persons end', async () => {
  const { id, takeBack } = await stray(1_373);
  await sendBack(id);
  await takeBack();
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await balanceOf(server, 'recourse_receivable')).toBe(1_373);
  expect(await openKinds(id)).toEqual(['recourse']);
  await books();
  const before = await balanceOf(server, 'platform_bank');
  expect(await decide(server, team.maker, 'recourse', id, 'approve')).toBe('DECISION_INVALID');
  expect(await decide(server, team.maker, 'recourse', id, 'recovered')).toBeNull();
  expect(await balanceOf(server, 'recourse_receivable'), 'one person alone books nothing').toBe(
    1_373,
  );
  expect(await decide(server, team.maker, 'recourse', id, 'approve')).toBe('MAKER_IS_CHECKER');
  expect(await decide(server, team.checker, 'recourse', id, 'return')).toBeNull();
  expect(await decide(server, team.maker, 'recourse', id, 'recovered')).toBeNull();
  expect(await decide(server, team.checker, 'recourse', id, 'approve')).toBeNull();
  expect(await balanceOf(server, 'recourse_receivable')).toBe(0);
  expect((await balanceOf(server, 'platform_bank')) - before).toBe(1_373);
  expect(await openKinds(id)).toEqual([]);
  await books();
});

test('returned money that comes back after it was covered ends the claim by itself', async () => {
  const { id, takeBack } = await stray(640);
  await sendBack(id);
  await takeBack();
  expect(await openKinds(id)).toEqual(['recourse']);
  const input = { reference: `return-${id}-1` };
  expect((await server.ok(demonstration.bankReturn, input)).data.returned).toBe(true);
  expect(await balanceOf(server, 'recourse_receivable')).toBe(0);
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await openKinds(id)).toEqual([]);
  await books();
});

test('the same holds for an order whose overpayment was already refunded', async () => {
  const one = await placed(5_000);
  const { seq } = await pay(one, 5_915, payer);
  await releaseRefund(one.orderId);
  const loss = await balanceOf(server, 'loss');
  await pay(one, 5_915, { reverses: seq });
  expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
  const claim = { loan: one.loanId, member: one.id };
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(915);
  expect(await balanceOf(server, 'loss')).toBe(loss);
  expect(await balanceOf(server, 'suspense')).toBe(0);
  await books();
});
