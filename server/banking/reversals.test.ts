// Tests of reversals: which receipt the bank takes back, also if the numbers of its lines repeat.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { balanceOf } from '../../tests/actors/loans.ts';
import { type Placed, paymentsOn } from '../../tests/actors/payments.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const { placed, pay, orderOf } = paymentsOn(server);
const newSeq = () => randomUUID().slice(0, 20);

/** The reversals of a number that wait for a person, each with its task. */
const waiting = (reverses: string) =>
  server.rows<{ state: string; why: string | null }>(
    `select r.state, t.detail ->> 'why' as why from banking.receipt r
     left join tasks.task t on t.kind = 'attention' and t.subject_type = 'receipt'
       and t.subject_id = r.id and t.status = 'open'
     where r.sign = '-' and r.reverses = $1 and r.state = 'suspense'`,
    [reverses],
  );
const paid = async (one: Placed) => (await orderOf(one)).paidAmount;

test('a reversal takes back the receipt of its own virtual account', async () => {
  const seq = newSeq();
  const [first, second] = [await placed(5_000), await placed(5_000)];
  await pay(first, 5_000, { seq });
  await server.advance(1);
  // The bank counts from the beginning every day.
  await pay(second, 5_000, { seq });
  await pay(first, 5_000, { reverses: seq });
  expect([await paid(first), await paid(second)]).toEqual([0, 5_000]);
  await pay(first, 5_000, { reverses: seq });
  expect(await waiting(seq), 'nothing is left to reverse').toHaveLength(1);
  expect(await paid(second)).toBe(5_000);
});

test('a reversal that may mean two receipts waits for a person', async () => {
  const seq = newSeq();
  const one = await placed(5_000);
  await pay(one, 1_000, { seq });
  await server.advance(1);
  await pay(one, 1_000, { seq });
  await pay(one, 1_000, { reverses: seq });
  expect(await paid(one)).toBe(2_000);
  expect(await waiting(seq)).toEqual([
    { state: 'suspense', why: expect.stringContaining('多筆入帳') },
  ]);
});

test('a reversal without a virtual account takes back the only receipt of its number', async () => {
  const seq = newSeq();
  const one = await placed(5_000);
  await pay(one, 5_000, { seq });
  await pay({ ...one, account: '0' }, 4_000, { reverses: seq });
  expect(await paid(one), 'another amount').toBe(5_000);
  await pay({ ...one, account: '0' }, 5_000, { reverses: seq });
  expect(await paid(one)).toBe(0);
  expect(await balanceOf(server, 'suspense')).toBe(0);
});

test('a reversal does not wait for the receipt of another account or of a later day', async () => {
  const seq = newSeq();
  const one = await placed(5_000);
  await pay(one, 5_000, { reverses: seq });
  expect(await waiting(seq)).toHaveLength(1);
  await pay({ ...one, account: '77' }, 5_000, { seq });
  expect(await waiting(seq), 'of another account').toHaveLength(1);
  await server.advance(1);
  await pay(one, 5_000, { seq });
  expect(await paid(one), 'of a later day').toBe(5_000);
});

test('a receipt that the bank has already taken back leaves its order unpaid', async () => {
  const seq = newSeq();
  const one = await placed(5_000);
  await pay(one, 5_000, { reverses: seq });
  const [task] = await server.rows<{ id: number }>(
    `select t.id::int from tasks.task t join banking.receipt r on r.id = t.subject_id
     where t.kind = 'attention' and t.subject_type = 'receipt' and r.reverses = $1`,
    [seq],
  );
  await pay(one, 5_000, { seq });
  expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
  expect(await waiting(seq)).toEqual([]);
  const decided = 'select status, decision from tasks.task where id = $1';
  expect(await server.rows(decided, [task!.id])).toEqual([
    { status: 'done', decision: 'overtaken' },
  ]);
  await pay(one, 5_000, { seq: newSeq() });
  expect(await paid(one), 'the next receipt counts').toBe(5_000);
});

test('a receipt and its reversal reported at the same moment leave the order unpaid', async () => {
  for (let round = 0; round < 5; round += 1) {
    const seq = newSeq();
    const one = await placed(5_000);
    await Promise.all([pay(one, 5_000, { reverses: seq }), pay(one, 5_000, { seq })]);
    expect(await paid(one)).toBe(0);
    expect(await waiting(seq)).toEqual([]);
  }
});
