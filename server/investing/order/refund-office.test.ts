// Tests the list of refunds and releasing many at once: refunds that cannot be paid stay in the
// list, with a reason.
import { refundList as listRefunds } from '#contract/investing/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { placed, pay } = paymentsOn(server);
const { releaseRefunds } = refundsOffice;

let finance: Person;
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
});

test('refunds are listed by state and reason, with their sums', async () => {
  for (const more of [300, 200, 100]) await pay(await placed(5_000), 5_000 + more);
  const list = await server.ok(listRefunds, { state: 'payable' }, finance);
  expect(list).toMatchObject({ total: 3, sum: 555, fees: 45 });
  expect(list.data[0]).toMatchObject({
    amount: 285,
    fee: 15,
    reason: 'overpaid',
    payee: { bankCode: '004', bankName: '臺灣銀行', tail: '0099', paid: 0, hold: null },
    cameBack: null,
  });
  const second = await server.ok(listRefunds, { item_per_page: 1, offset: 1 }, finance);
  expect(second.data).toMatchObject([{ id: list.data[1]?.id }]);
  expect(second.total).toBe(3);
  const none = await server.ok(listRefunds, { reason: 'failed' }, finance);
  expect(none).toMatchObject({ data: [], total: 0, sum: 0 });
});

test('one without an account is left out with the reason; no empty batch is made', async () => {
  const { data: list } = await server.ok(listRefunds, { state: 'payable' }, finance);
  const [first, second] = list;
  await server.rows(
    `update verification.bank_account set status = 'replaced' where member_id = $1`,
    [first?.memberId],
  );
  const ids = [first?.id, second?.id, second?.id, '999999'];
  const { data } = await server.ok(releaseRefunds, { ids: ids as string[] }, finance);
  expect(data).toMatchObject({ released: 1, amount: second?.amount });
  expect(data.left.map(({ id }) => id)).toEqual([first?.id, '999999']);
  const again = await server.ask(releaseRefunds, { ids: ids as string[] }, finance);
  expect(again.code).toBe('BATCH_EMPTY');
  const tasks = await server.rows(
    `select from tasks.task where kind = 'refund_release' and subject_id = $1 and status = 'open'`,
    [second?.id],
  );
  expect(tasks).toEqual([]);
});
