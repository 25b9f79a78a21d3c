// Tests outgoing payments: two persons, one file per batch, the same bytes on every download.
import { getBatch, batchList as listBatches } from '#contract/banking/lists.ts';
import { refundList as listRefunds } from '#contract/investing/lists.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { taskList } from '#contract/tasks/lists.ts';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { paymentsOn, type Placed } from '../../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { createBank } from '../../adapters/bank/bank.ts';
import { drain } from '../../worker.ts';
import { sendPayments } from '../jobs.ts';

const server = useServer();
const { placed, pay, orderOf } = paymentsOn(server);
const { batchFile } = bankingOffice;
const { releaseRefunds } = refundsOffice;

let maker: Person;
let checker: Person;
let orderDir: string;
beforeAll(async () => {
  maker = await newOperator(server, ['finance']);
  checker = await newOperator(server, ['finance', 'approver']);
  orderDir = await mkdtemp(join(tmpdir(), 'orders-'));
});
afterAll(() => rm(orderDir, { recursive: true }));

/** Creates an overpaid order, whose refund waits to be released. */
async function overpaid(more = 500): Promise<Placed> {
  const one = await placed(5_000);
  await pay(one, 5_000 + more);
  return one;
}
const waiting = async () =>
  (await server.ok(listRefunds, { state: 'payable', item_per_page: 200 }, maker)).data;
const release = (ids: string[], who = maker) => server.ask(releaseRefunds, { ids }, who);
const refundOf = async ({ orderId }: Placed) =>
  (await server.ok(listRefunds, { item_per_page: 200 }, maker)).data.find(
    (one) => one.orderId === orderId,
  )!;

describe('a batch of refunds', () => {
  test('is sent as one file once a second person agreed, and never twice', async () => {
    const orders = [await overpaid(500), await overpaid(700), await overpaid(900)];
    const ids = (await waiting()).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    const { body } = await release(ids);
    const { batchId } = body.data;
    expect(body.data).toMatchObject({ released: 3, amount: 2_055, left: [] });
    await drain(server.services);
    expect((await refundOf(orders[0]!)).state).toBe('checking');
    expect(await server.refused(batchFile, { id: batchId }, maker)).toBe('BATCH_STATE');
    expect(await decide(server, maker, 'payment_check', Number(batchId), 'approve')).toBe(
      'MAKER_IS_CHECKER',
    );
    expect(await decide(server, checker, 'payment_check', Number(batchId), 'approve')).toBeNull();

    // The live adapter, which crashes after writing the file and before recording it in the
    // database.
    const bank = createBank({ orderDir, orders: { format: 'csv' } });
    const dying = {
      ...bank,
      sendBatch: async (batch: Parameters<typeof bank.sendBatch>[0]) => {
        await bank.sendBatch(batch);
        throw new Error('power cut');
      },
    };
    await sendPayments({ ...server.services, bank: dying });
    const [name] = (await readdir(orderDir)).filter((one) => one !== 'done');
    expect(name).toBe(`batch-${batchId}.csv`);
    const written = await readFile(join(orderDir, name!), 'utf8');
    expect(written.split('\r\n').filter(Boolean)).toHaveLength(4);
    await server.rows(
      `update banking.batch set next_try_at = now() - interval '1 second' where id = $1`,
      [batchId],
    );
    await drain(server.services);
    expect((await readdir(orderDir)).filter((one) => one !== 'done')).toEqual([name]);

    const { data, payments } = await server.ok(getBatch, { id: batchId }, maker);
    expect(data).toMatchObject({ state: 'sent', payments: 3, total: 2_055, confirmed: 3 });
    expect(payments.map(({ amount }) => amount).toSorted()).toEqual([485, 685, 885]);
    expect(payments[0]).toMatchObject({ accountTail: '0099', status: 'confirmed' });
    // The exported table shows the same as the page; full account numbers are only in the bank's
    // file.
    const table = await server.ask(
      getBatch.tables.payments.file,
      { id: batchId, table: 'payments', format: 'csv' },
      checker,
    );
    const [, ...rows] = Buffer.from(table.body as never)
      .toString()
      .trim()
      .split('\r\n');
    expect(rows.map((row) => Number(row.split(',')[6])).toSorted()).toEqual([485, 685, 885]);
    expect(rows.every((row) => row.includes(',0099,') && row.includes(',已匯出,'))).toBe(true);
    const file = await server.ask(batchFile, { id: batchId }, maker);
    expect(Buffer.from(file.body as never).toString()).toBe(written);
    const trace = await server.rows(
      `select from tasks.audit where action = 'batch.file_read' and subject_id = $1`,
      [batchId],
    );
    expect(trace).toHaveLength(1);
    expect((await refundOf(orders[0]!)).state).toBe('confirmed');
    expect((await orderOf(orders[0]!)).refunds).toMatchObject([{ status: 'confirmed' }]);
  });

  test('shows the second person whom it pays, and whether their account is new', async () => {
    const [one, other] = [await overpaid(800), await overpaid(600)];
    const ids = [(await refundOf(one)).id, (await refundOf(other)).id];
    const inInbox = async (kind: TaskKind, by: Person) =>
      (await server.ok(taskList, { kind }, by)).data.map(({ amount }) => amount);
    expect(await inInbox('refund_release', maker)).toEqual(expect.arrayContaining([785, 585]));
    const { body } = await release(ids);
    const { batchId } = body.data;
    const task = await openTaskId(server, 'payment_check', batchId);
    expect(await inInbox('payment_check', checker)).toContain(1_370);
    const payees = async () =>
      (await server.ok(tasksOffice.getTask, { id: task }, checker)).data.detail;
    const payee = { name: '陳大文', bankCode: '004', tail: '0099', paid: 0, changedOn: null };
    const shown = { payee, reason: '溢繳退款' };
    expect(await payees()).toMatchObject({
      payees: [
        { ...shown, memberId: String(one.id), number: orderNoOf(Number(one.orderId)), amount: 785 },
        { ...shown, memberId: String(other.id), amount: 585 },
      ],
    });
    // As if the bank had paid both members before, and one of them had another account since.
    const now = server.services.clock.now();
    await server.rows(
      `insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder,
         amount, memo, status, reference, created_at, settled_on)
       select 'payout', 0, m, '004', '', '', 1, '', 'confirmed', 'earlier-' || m,
         $2::timestamptz - interval '3 days', '2026-11-20' from unnest($1::bigint[]) m`,
      [[one.id, other.id], now],
    );
    await server.rows(
      `update verification.bank_account set in_force_from = $3::timestamptz - interval '40 days',
         status = case when member_id = $2 then 'replaced' else status end
       where member_id in ($1, $2)`,
      [one.id, other.id, now],
    );
    await server.rows(
      `insert into verification.bank_account (member_id, bank_code, account, account_hash,
         account_tail, status, in_force_from, created_at)
       select member_id, bank_code, account, 'another', account_tail, 'in_force',
         $2::timestamptz - interval '2 days', $2::timestamptz - interval '2 days'
       from verification.bank_account where member_id = $1`,
      [other.id, now],
    );
    expect(await payees()).toMatchObject({
      payees: [
        { payee: { paid: 1, firstPaidOn: '2026-11-20', changedOn: null } },
        { payee: { paid: 0, firstPaidOn: null, changedOn: addDays(dayOf(now), -2) } },
      ],
    });
    await server.rows(`delete from banking.payment where reference like 'earlier-%'`);
    expect(await decide(server, checker, 'payment_check', Number(batchId), 'return')).toBeNull();
    expect(await payees()).toMatchObject({ payees: [] });
  });

  test('contains each refund once, although released twice at the same time', async () => {
    const one = await overpaid();
    const { id } = await refundOf(one);
    const answers = await Promise.all([release([id]), release([id], checker)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['BATCH_EMPTY', null]);
    const key = 'the-same-key';
    const again = await overpaid();
    const input = { ids: [(await refundOf(again)).id] };
    const first = await server.ok(releaseRefunds, input, { ...maker, key });
    expect(await server.ok(releaseRefunds, input, { ...maker, key })).toEqual(first);
  });

  test('returned by the second person can be released again', async () => {
    const one = await overpaid();
    const { id } = await refundOf(one);
    const { body } = await release([id]);
    const batch = Number(body.data.batchId);
    expect(await decide(server, checker, 'payment_check', batch, 'return')).toBeNull();
    const { data } = await server.ok(getBatch, { id: String(batch) }, maker);
    expect(data).toMatchObject({ state: 'returned', payments: 1 });
    expect(await server.refused(batchFile, { id: String(batch) }, maker)).toBe('BATCH_STATE');
    expect(await refundOf(one)).toMatchObject({ state: 'payable', batchId: null });
    const [task] = await server.rows<{ assignee: number }>(
      `select assignee_id::int as assignee from tasks.task
       where kind = 'refund_release' and subject_id = $1 and status = 'open'`,
      [id],
    );
    expect(task?.assignee).toBe(maker.id);
    expect((await release([id])).status).toBe(200);
  });

  test('is listed by kind, state and day, page by page', async () => {
    const all = await server.ok(listBatches, { kind: 'refund' }, checker);
    expect(all.total).toBeGreaterThan(2);
    const page = await server.ok(listBatches, { item_per_page: 1, offset: 1 }, checker);
    expect(page.data).toEqual([all.data[1]]);
    const sent = await server.ok(listBatches, { state: 'sent' }, checker);
    expect(sent.data.map(({ state }) => state)).toEqual(['sent']);
    const never = await server.ok(listBatches, { to: '2020-01-01' }, checker);
    expect(never).toMatchObject({ data: [], total: 0 });
    expect(await server.refused(getBatch, { id: '999999' }, maker)).toBe('BATCH_NOT_FOUND');
    expect(await server.refused(batchFile, { id: '999999' }, maker)).toBe('BATCH_NOT_FOUND');
    expect(await server.refused(listBatches, { kind: "x'--" }, maker)).toBe('INVALID_INPUT');
  });
});
