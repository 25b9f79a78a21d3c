// Tests that two persons roll a statement file back, as long as none of its money was used.
import { receiptList } from '#contract/banking/lists.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankingOffice as office } from '#contract/banking/office.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { identityAccount } from '#contract/identity/account.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import {
  balanceOf,
  checkBatches,
  checkMatches,
  commitStatements,
  lentLoan,
  newTeam,
  pay,
} from '../../../tests/actors/loans.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newMember, newOperator, type Person } from '../../../tests/actors/people.ts';
import { decide, decideTask, openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { db, withTransaction } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import { encryptedFields } from '../../keys/encrypted-fields.ts';
import { drain, runDay } from '../../worker.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const { placed, orderOf } = paymentsOn(server);

let finance: Person;
let other: Person;
let layout: string;
const columns = {
  date: '交易日',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  virtualAccount: '虛擬帳號',
  reference: '備註',
  fromBank: '銀行',
  fromAccount: '帳號',
};
const head = '交易日,序號,存入,支出,虛擬帳號,備註,銀行,帳號\r\n';

beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  other = await newOperator(server, ['finance', 'approver']);
  const mapping = { bank: '812', columns };
  const { data } = await server.ok(office.saveLayout, { name: '信託銀行', mapping }, finance);
  layout = data.id;
});

const today = () => dayOf(server.services.clock.now());
const lineOf = (
  account: string,
  amount: number,
  { on = today(), seq = randomUUID().slice(0, 20), from = ',' } = {},
) => `${on},${seq},${amount},,${account},,${from}\r\n`;

/** Imports and commits a file of these lines; returns its id. */
async function booked(...lines: string[]): Promise<number> {
  const bytes = Buffer.from(head + lines.join(''));
  const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes };
  const how = { token: finance.token, files: [file] };
  const { body } = await server.ask(office.importStatement, { layout }, how);
  await commitStatements(server, other);
  return Number(body.data.id);
}
const lookAt = async (id: number) =>
  (await server.ok(office.getStatement, { id: String(id) }, finance)).data;
const propose = (id: number, who: Person = finance) =>
  server.ask(office.rollBackStatement, { id: String(id), reason: '日期錯置' }, who);
const check = (id: number, decision: 'approve' | 'return' = 'approve', who = other) =>
  decide(server, who, 'statement_rollback', id, decision);
const whyRefused = async (id: number) => {
  const { code, body } = await propose(id);
  expect(code).toBe('STATEMENT_USED');
  return (body as unknown as { fields: { reason: string } }).fields.reason;
};

/** A file's money for a loan is to go back to its payer, and others have paid for it since. */
async function owedToPayer() {
  const { loan, account } = await lentLoan(server, await newTeam(server));
  const id = await booked(lineOf(account, 5_000, { from: '004,00412345678901' }));
  const [receipt] = await server.rows<{ id: string }>(
    'select id from banking.receipt where statement_id = $1',
    [id],
  );
  const match = { decision: 'match', loanId: String(loan.id) };
  expect(await decide(server, finance, 'unmatched_payment', receipt!.id, match)).toBeNull();
  await checkMatches(server, other);
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  await pay(server, account, 6_000);
  return { id, loan: loan.id };
}
const prepaidOf = (loan: number) => balanceOf(server, 'borrower_prepaid', { loan });

describe('a file whose money was not used', () => {
  test('locks its receipts from the oldest on, like the preview of matches', async () => {
    const id = await booked(lineOf('99999999999999', 700), lineOf('99999999999998', 800));
    expect((await propose(id)).status).toBe(200);
    const lock = sql`select id from banking.receipt where statement_id = ${id}`;
    const approved = await withTransaction(server.services.pool, async (tx) => {
      await tx.run(sql`${lock} order by id limit 1 for no key update`);
      const approval = check(id);
      const waiting = () =>
        server.rows(`select from pg_locks where not granted and locktype = 'transactionid'`);
      await expect.poll(async () => (await waiting()).length).toBe(1);
      const others = sql`${lock} order by id desc limit 1 for no key update nowait`;
      await db(server.services.pool).run(others);
      return { approval };
    });
    expect(await approved.approval).toBeNull();
  });

  test('is reversed by two persons, and its lines may come again', async () => {
    const before = await balanceOf(server, 'trust_bank');
    const one = await placed(3_000);
    const seq = randomUUID().slice(0, 20);
    const id = await booked(lineOf(one.account, 3_000, { seq }), lineOf('99999999999999', 700));
    expect(await orderOf(one)).toMatchObject({ status: 10 });
    const first = await propose(id);
    expect(first.status).toBe(200);
    expect(await orderOf(one), 'one person alone reverses nothing').toMatchObject({ status: 10 });
    expect((await propose(id)).code, 'one request at a time').toBe('STATEMENT_STATE');
    const task = await openTaskId(server, 'statement_rollback', id);
    const { data } = await server.ok(tasksOffice.getTask, { id: task }, other);
    expect(data.detail).toMatchObject({ reason: '日期錯置', receipts: 2, amount: 3_700 });
    expect(await check(id, 'approve', finance)).toBe('MAKER_IS_CHECKER');
    expect(await check(id)).toBeNull();
    expect(await lookAt(id)).toMatchObject({
      state: 'withdrawn',
      booked: 0,
      rollback: { reason: '日期錯置', agreed: true, decidedBy: expect.any(String) },
    });
    expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
    expect(await balanceOf(server, 'trust_bank')).toBe(before);
    expect(await balanceOf(server, 'suspense')).toBe(0);
    const lines = await server.rows(
      `select from banking.bank_line where statement_id = $1
       union all select from tasks.task where status = 'open' and kind = 'unmatched_payment'`,
      [id],
    );
    expect(lines).toEqual([]);

    const again = await booked(lineOf(one.account, 3_000, { seq }));
    expect(await lookAt(again)).toMatchObject({ state: 'done', booked: 1 });
    expect(await orderOf(one)).toMatchObject({ status: 10 });
  });

  test('can be rolled back although it was read again, and a second time', async () => {
    const before = await balanceOf(server, 'trust_bank');
    const lines = [lineOf('99999999999999', 300), '不是日期,x,1,,,,,\r\n'];
    const id = await booked(...lines);
    await server.ok(office.readAgain, { id: String(id) }, finance);
    await commitStatements(server, other);
    expect(await lookAt(id)).toMatchObject({ state: 'done', booked: 1, suspended: 1, known: 1 });
    for (let times = 0; times < 2; times += 1) {
      expect((await propose(id)).status).toBe(200);
      expect(await check(id)).toBeNull();
      expect(await lookAt(id)).toMatchObject({ state: 'withdrawn', booked: 0 });
      expect(await balanceOf(server, 'trust_bank')).toBe(before);
      expect(await booked(...lines)).toBe(id);
      expect(await lookAt(id)).toMatchObject({ state: 'done', booked: 1 });
      expect(await balanceOf(server, 'trust_bank')).toBe(before + 300);
    }
  });

  test('leaves receipts whose payers can still be read', async () => {
    const one = await placed(3_000);
    const id = await booked(lineOf(one.account, 3_000, { from: '004,00412345678901' }));
    await propose(id);
    expect(await check(id)).toBeNull();
    const { data } = await server.ok(receiptList, { state: 'reversed' }, finance);
    expect(data.find(({ subjectId }) => subjectId === one.orderId)).toMatchObject({
      fromAccountTail: '8901',
    });
    const exported = await server.ask(identityAccount.exportAccount, {}, { token: one.token });
    expect(exported.status).toBe(200);
    const field = encryptedFields.find(({ column }) => column === 'banking.receipt.from_account');
    const { owner, sealed } = await db(server.services.pool).one<{ owner: string; sealed: string }>(
      sql`select ${field!.owner} as owner, from_account as sealed from banking.receipt t
        where statement_id = ${id}`,
    );
    const { secrets } = server.services;
    expect(secrets.decrypt('banking.receipt.from_account', owner, sealed)).toBe('00412345678901');
  });

  test('takes back what was to go to the payer, not what others paid', async () => {
    const { id, loan } = await owedToPayer();
    await propose(id);
    expect(await check(id)).toBeNull();
    expect(await prepaidOf(loan)).toBe(6_000);
    const left = await server.rows(
      `select from servicing.payout where loan_id = $1 and status <> 'confirmed'`,
      [loan],
    );
    expect(left).toEqual([]);
  });

  test('stays booked if the second person refuses', async () => {
    const one = await placed(2_000);
    const id = await booked(lineOf(one.account, 2_000));
    await propose(id);
    expect(await check(id, 'return')).toBeNull();
    expect(await lookAt(id)).toMatchObject({ state: 'done', rollback: { agreed: false } });
    expect(await orderOf(one)).toMatchObject({ status: 10 });
    const [sent] = await server.rows<{ detail: { from: string } }>(
      `select detail from tasks.task where kind = 'sent_back' and subject_id = $1`,
      [id],
    );
    expect(sent?.detail.from).toBe('statement_rollback');
    expect((await propose(id)).status, 'it may be asked for again').toBe(200);
    expect(await check(id)).toBeNull();
  });

  test('opens again the days that it closed, as long as nothing was judged by them', async () => {
    await server.advance(1, { bankIsLate: true });
    const on = addDays(today(), -1);
    const one = await placed(1_000);
    const id = await booked(lineOf(one.account, 1_000, { on }));
    const through = async () =>
      (
        await server.rows<{ day: string }>(
          `select closed_through::text as day from banking.trust_account`,
        )
      )[0]!.day;
    expect(await through()).toBe(on);
    await propose(id);
    expect(await check(id)).toBeNull();
    expect(await through()).toBe(addDays(on, -1));
    const judged = await booked(lineOf(one.account, 1_000, { on }));
    await runDay(server.services);
    expect(await whyRefused(judged)).toContain('已用於判定');
    await server.closeDays();
  });
});

describe('a roll back is refused', () => {
  test('once a receipt of the file was sent back to its payer', async () => {
    const id = await booked(lineOf('77777777777777', 900, { from: '808,80800000001234' }));
    const [receipt] = await server.rows<{ id: string }>(
      'select id from banking.receipt where statement_id = $1',
      [id],
    );
    const decision = { decision: 'return', reason: '查無此帳號' };
    const about = { kind: 'unmatched_payment', subjectId: receipt!.id };
    expect((await decideTask(server, finance, about, decision)).status).toBe(200);
    await checkBatches(server, other);
    await drain(server.services);
    expect(await whyRefused(id)).toContain('已退回付款人');
  });

  test('once a refund of its money was ordered, also between the two persons', async () => {
    const one = await placed(4_000);
    const id = await booked(lineOf(one.account, 5_000));
    expect((await propose(id)).status).toBe(200);
    const [refund] = await server.rows<{ id: string }>(
      'select id from investing.refund where order_id = $1',
      [one.orderId],
    );
    expect(await decide(server, finance, 'refund_release', refund!.id, 'release')).toBeNull();
    await checkBatches(server, other);
    await drain(server.services);
    expect(await check(id)).toBe('STATEMENT_USED');
    expect(await orderOf(one)).toMatchObject({ status: 10 });
    expect(await check(id, 'return')).toBeNull();
    expect(await whyRefused(id)).toContain('已動用');
  });

  test('if the file settled a payment, also when it was read a second time', async () => {
    const one = await placed(4_000);
    await booked(lineOf(one.account, 5_000));
    const [refund] = await server.rows<{ id: string }>(
      'select id from investing.refund where order_id = $1',
      [one.orderId],
    );
    expect(await decide(server, finance, 'refund_release', refund!.id, 'release')).toBeNull();
    await checkBatches(server, other);
    const silent = { ...server.services.bank, sendBatch: async () => {} };
    await drain({ ...server.services, demonstration: null, bank: silent });
    const [payment] = await server.rows<{ amount: string; reference: string }>(
      `select amount, reference from banking.payment where purpose = 'refund' and subject_id = $1`,
      [refund!.id],
    );
    const { amount, reference } = payment!;
    const sent = `${today()},${randomUUID().slice(0, 20)},,${amount},,${reference},,\r\n`;
    const id = await booked(lineOf('99999999999999', 400), sent, '不是日期,x,1,,,,,\r\n');
    expect(await lookAt(id)).toMatchObject({ booked: 2 });
    expect(await whyRefused(id)).toContain('匯款結果');
    await server.ok(office.readAgain, { id: String(id) }, finance);
    await commitStatements(server, other);
    expect(await whyRefused(id)).toContain('匯款結果');
  });

  test('if the file booked nothing, or does not exist', async () => {
    expect((await propose(999_999)).code).toBe('STATEMENT_NOT_FOUND');
    const seq = randomUUID().slice(0, 20);
    const one = await placed(1_000);
    await booked(lineOf(one.account, 1_000, { seq }));
    const same = await booked(lineOf(one.account, 1_000, { seq }), '昨天,x,1,,,,,\r\n');
    expect(await lookAt(same)).toMatchObject({ booked: 0, known: 1 });
    expect((await propose(same)).code).toBe('STATEMENT_STATE');
  });

  test('to anybody but finance', async () => {
    const [editor, member] = [await newOperator(server, ['editor']), await newMember(server)];
    expect((await propose(1, editor)).code).toBe('ROLE_REQUIRED');
    expect((await propose(1, member)).status).toBe(401);
  });
});
