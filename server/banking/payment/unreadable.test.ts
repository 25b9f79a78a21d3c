// Tests that a payment whose account cannot be read does not keep back the others of its batch.
import { beforeAll, expect, test } from 'vitest';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { checkBatches, newTeam, type Team } from '../../../tests/actors/loans.ts';
import { damageAccount } from '../../../tests/actors/mandates.ts';
import { type Placed, paymentsOn } from '../../../tests/actors/payments.ts';
import { newVerifiedMember } from '../../../tests/actors/people.ts';
import { assess } from '../../../actors/loan.ts';
import { newCase } from '../../../tests/actors/market.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { drain } from '../../worker.ts';
import { sendPayments } from '../jobs.ts';

const server = useServer();
const { place, pay } = paymentsOn(server);
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

/** A member whose order was paid too much, so that a refund waits. */
async function overpaid(): Promise<Placed & { refundId: string }> {
  const member = await newVerifiedMember(server);
  await assess(server, member);
  const one = await place(await newCase(server), 10_000, member);
  await pay(one, 10_915, { fromBank: '004' });
  const [refund] = await server.rows<{ id: string }>(
    'select id from investing.refund where order_id = $1',
    [one.orderId],
  );
  return { ...one, refundId: refund!.id };
}
type Overpaid = Awaited<ReturnType<typeof overpaid>>;

const release = async (ones: readonly Overpaid[]) => {
  const ids = ones.map(({ refundId }) => refundId);
  return (await server.ok(refundsOffice.releaseRefunds, { ids }, team.maker)).data;
};
const stateOf = async ({ refundId }: Overpaid) => {
  const [row] = await server.rows<{ status: string; why: string | null }>(
    `select r.status, t.detail ->> 'returned' as why from investing.refund r
     left join tasks.task t on t.kind = 'refund_release' and t.status = 'open'
       and t.subject_type = 'refund' and t.subject_id = r.id where r.id = $1`,
    [refundId],
  );
  return row;
};
const batchOf = async (id: string) =>
  (
    await server.rows<{ state: string; payments: number }>(
      'select state, payments from banking.batch where id = $1',
      [id],
    )
  )[0];
const damagePayment = ({ refundId }: Overpaid) =>
  server.rows(
    `update banking.payment set account = overlay(account placing
       case substr(account, 30, 1) when 'A' then 'B' else 'A' end from 30)
     where reference = $1`,
    [`refund-${refundId}-1`],
  );
const waits = { status: 'payable', why: expect.stringContaining('無法讀取') };

/** A batch of two refunds that two persons have approved. */
async function approvedBatch() {
  const [broken, other] = [await overpaid(), await overpaid()];
  const { batchId } = await release([broken, other]);
  await checkBatches(server, team.checker);
  return { broken, other, batchId };
}

test('an account that cannot be read is not released, and the others are', async () => {
  const [broken, other] = [await overpaid(), await overpaid()];
  await damageAccount(server, broken);
  const { left, released } = await release([broken, other]);
  expect(released).toBe(1);
  expect(left).toEqual([{ id: broken.refundId, why: expect.stringContaining('無法讀取') }]);
  await checkBatches(server, team.checker);
  await drain(server.services);
  expect(await stateOf(other)).toMatchObject({ status: 'confirmed' });
  await books();
});

test('nor is one that is damaged before the second person approves', async () => {
  const [broken, other] = [await overpaid(), await overpaid()];
  await release([broken, other]);
  await damageAccount(server, broken);
  await checkBatches(server, team.checker);
  await drain(server.services);
  expect(await stateOf(broken)).toMatchObject(waits);
  expect(await stateOf(other)).toMatchObject({ status: 'confirmed' });
  await books();
});

test('a payment damaged before it is sent waits with a task, and the others are sent', async () => {
  const { broken, other, batchId } = await approvedBatch();
  await damagePayment(broken);
  await drain(server.services);
  expect(await stateOf(other)).toMatchObject({ status: 'confirmed' });
  expect(await stateOf(broken)).toMatchObject(waits);
  expect(await batchOf(batchId)).toEqual({ state: 'sent', payments: 1 });
  const told = await server.rows(
    `select from notices.notice where member_id = $1 and title like '%遭銀行退回%'`,
    [broken.id],
  );
  expect(told, 'the bank returned nothing').toEqual([]);
  await books();
  await release([broken]);
  await checkBatches(server, team.checker);
  await drain(server.services);
  expect(await stateOf(broken)).toMatchObject({ status: 'confirmed' });
  await books();
});

test('a payment that the bank may have had stays in its batch', async () => {
  const { broken, batchId } = await approvedBatch();
  const bank = { ...server.services.bank, sendBatch: () => Promise.reject(new Error('no answer')) };
  await sendPayments({ ...server.services, bank });
  await damagePayment(broken);
  const due = `update banking.batch set next_try_at = now() where id = $1`;
  await server.rows(due, [batchId]);
  await drain(server.services);
  expect(await batchOf(batchId)).toEqual({ state: 'approved', payments: 2 });
  expect(await stateOf(broken)).toMatchObject({ status: 'sent' });
  await books();
});

test('a batch without any other payment is void', async () => {
  const broken = await overpaid();
  const { batchId } = await release([broken]);
  await checkBatches(server, team.checker);
  await damagePayment(broken);
  await drain(server.services);
  expect(await stateOf(broken)).toMatchObject(waits);
  expect(await batchOf(batchId)).toEqual({ state: 'void', payments: 0 });
  await books();
});
