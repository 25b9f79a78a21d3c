// Tests of bank statements: any layout is read, each line counts once, progress is saved, and
// faulty lines are named.
import { statementLineList, receiptList, statementList } from '#contract/banking/lists.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { checkBatches, checkMatches, commitStatements } from '../../../tests/actors/loans.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { type AskOptions, useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';
import { readStatements } from './statement-reading.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const { placed, pay, orderOf } = paymentsOn(server);
const office = bankingOffice;

let finance: Person;
let checker: Person;
let layout: string;
const columns = {
  date: '交易日',
  time: '時間',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  virtualAccount: '虛擬帳號',
  reference: '備註',
  fromBank: '銀行',
  fromAccount: '帳號',
  balance: '餘額',
};
const mapping = { bank: '812', columns };
const head = '交易日,時間,序號,存入,支出,虛擬帳號,備註,銀行,帳號,餘額\r\n';
const today = () =>
  new Date(server.services.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  checker = await newOperator(server, ['approver']);
  const { data } = await server.ok(office.saveLayout, { name: '信託銀行', mapping }, finance);
  layout = data.id;
});

const fileOf = (text: string | Buffer, filename = 'statement.csv') => [
  { name: 'file', filename, type: 'text/csv', bytes: new Uint8Array(Buffer.from(text)) },
];
const bringIn = (text: string | Buffer, more: AskOptions & { layout?: string } = {}) => {
  const { layout: by = layout, ...how } = more;
  return server.ask(
    office.importStatement,
    { layout: by },
    { token: finance.token, files: fileOf(text), ...how },
  );
};
const commit = () => commitStatements(server, checker);
const lookAt = (id: string) => server.ok(office.getStatement, { id }, finance);
const linesTable = statementLineList.tables.data.file;
const linesOf = async (id: string) => {
  const { body } = await server.ask(linesTable, { id, format: 'csv' }, finance);
  const [, ...rows] = body.toString().trim().split('\r\n');
  return rows.map((row) => row.split(','));
};
const line = (...cells: (string | number)[]) => `${cells.join(',')}\r\n`;

describe('a layout', () => {
  test('is data: it can be added and changed, with a unique name', async () => {
    const input = { name: '另一家', mapping: { ...mapping, bank: '004', dates: 'roc' as const } };
    const { data } = await server.ok(office.saveLayout, input, finance);
    const changed = { ...input, id: data.id, name: '另一家銀行' };
    expect((await server.ok(office.saveLayout, changed, finance)).data.name).toBe('另一家銀行');
    const all = await server.ok(office.listLayouts, {}, finance);
    expect(all.data.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['信託銀行', '另一家銀行']),
    );
    const same = { ...input, name: '信託銀行' };
    expect(await server.refused(office.saveLayout, same, finance)).toBe('LAYOUT_NAME');
    const none = { ...input, id: '99999' };
    expect(await server.refused(office.saveLayout, none, finance)).toBe('LAYOUT_NOT_FOUND');
    const wrong = { ...input, mapping: { ...mapping, columns: { date: 'x' } } };
    expect(await server.refused(office.saveLayout, wrong, finance)).toBe('INVALID_INPUT');
  });
});

describe('a statement', () => {
  test('books receipts like a callback, once', async () => {
    const one = await placed(5_000);
    const file =
      head +
      line(today(), '09:00', randomUUID().slice(0, 20), 5_000, '', one.account, '', '', '', 5_000) +
      line(today(), '09:01', randomUUID().slice(0, 20), 1_234, '', '', '', '004', '99', 6_234) +
      line(today(), '09:02', randomUUID().slice(0, 20), '', 15, '', '匯費', '', '', 6_219) +
      line('昨天', '', 'x', 1, '', '', '', '', '', '');
    const { body } = await bringIn(file);
    expect(body).toMatchObject({
      again: false,
      data: { state: 'waiting', filename: 'statement.csv' },
    });
    await drain(server.services);
    // One line is faulty; everybody can see which one before anything is booked.
    const proposed = await lookAt(body.data.id);
    expect(proposed.data).toMatchObject({ state: 'proposed', lines: 4, booked: 0, problems: 1 });
    expect(proposed.problems).toEqual([{ line: 5, why: '不是日期：昨天' }]);
    expect(await orderOf(one)).toMatchObject({ status: 0 });
    const { id } = body.data;
    await commit();
    const [task] = await server.rows<{ label: string; why: string }>(
      `select subject_label as label, detail->>'why' as why from tasks.task
       where kind = 'attention' and subject_type = 'statement' and subject_id = $1`,
      [id],
    );
    expect(task).toEqual({ label: 'statement.csv 1 行未入帳', why: '第 5 行：不是日期：昨天' });
    const { data, problems } = await lookAt(id);
    expect(data).toMatchObject({
      state: 'done',
      progress: 100,
      lines: 4,
      booked: 2,
      suspended: 1,
      passedOver: 1,
      problems: 1,
    });
    expect(problems).toEqual([{ line: 5, why: '不是日期：昨天' }]);
    expect(await orderOf(one)).toMatchObject({ status: 10 });
    const rows = await linesOf(body.data.id);
    expect(rows.map((cells) => [cells[0], cells[4], cells[7], cells[9]])).toEqual([
      ['2', '5000', '', '已入帳'],
      ['3', '1234', '99', '待比對'],
      ['4', '-15', '', '不需入帳'],
      ['5', '', '', '無法讀取'],
    ]);
    expect(rows[0]?.slice(10)).toEqual(['出資訂單', one.orderId, '']);
    expect(rows[3]?.[12]).toBe('不是日期：昨天');

    // The same bytes count as the same statement; the same lines in another file are recognised.
    const twice = await bringIn(file);
    expect(twice.body).toMatchObject({ again: true, data: { id: body.data.id, state: 'done' } });
    const other = await bringIn(`${file}\r\n`);
    await commit();
    expect((await lookAt(other.body.data.id)).data).toMatchObject({ booked: 0, known: 2 });
    const { data: all, total } = await server.ok(statementList, {}, finance);
    expect(all.map(({ id }) => id)).toEqual([other.body.data.id, body.data.id]);
    expect(total).toBe(2);
  });

  test('has a table of its lines as proposed, whatever its layout becomes', async () => {
    const input = { name: '會改的格式', mapping };
    const { data: made } = await server.ok(office.saveLayout, input, finance);
    const file = head + line(today(), '', randomUUID().slice(0, 20), 7, '', '', '', '', '', '');
    const { body } = await bringIn(file, { layout: made.id });
    await drain(server.services);
    expect(await linesOf(body.data.id)).toHaveLength(1);
    // The file keeps the layout under which it was proposed; changing the layout later does not
    // affect it.
    const changed = { ...mapping, columns: { ...columns, date: '改過的欄' } };
    await server.ok(office.saveLayout, { ...input, id: made.id, mapping: changed }, finance);
    expect(await linesOf(body.data.id)).toHaveLength(1);
    const ask = { id: body.data.id };
    expect(await server.refused(office.readAgain, ask, finance)).toBe('STATEMENT_COLUMNS');
    expect(await server.refused(linesTable, { id: '999999', format: 'csv' }, finance)).toBe(
      'STATEMENT_NOT_FOUND',
    );
  });

  test('marks a line that was booked with a different amount', async () => {
    const one = await placed(5_000);
    const { seq } = await pay(one, 5_000);
    const file = head + line(today(), '', seq, 5_500, '', one.account, '', '', '', '');
    const { body } = await bringIn(file);
    await drain(server.services);
    const { data, problems } = await lookAt(body.data.id);
    expect(data).toMatchObject({ booked: 0, known: 0, problems: 1 });
    expect(problems[0]?.why).toContain('5,500');
    expect((await linesOf(data.id))[0]?.[9]).toBe('金額不符');
    // After a correction at the bank or by hand, reading the file again shows whether the problem
    // still exists.
    await server.ok(office.readAgain, { id: data.id }, finance);
    await drain(server.services);
    expect((await lookAt(data.id)).data).toMatchObject({ problems: 1, state: 'proposed' });
  });

  test('with bad lines can be withdrawn and imported again', async () => {
    const one = await placed(4_000);
    const good = line(today(), '', randomUUID().slice(0, 20), 4_000, '', one.account, '', '', '');
    const file = `${head}${good}${line('昨天', '', 'w', 1, '', '', '', '', '', '')}`;
    const { body } = await bringIn(file);
    const { id } = body.data;
    expect(await server.refused(office.withdrawStatement, { id }, finance)).toBe('STATEMENT_STATE');
    await drain(server.services);
    const { data } = await server.ok(office.withdrawStatement, { id }, finance);
    expect(data).toMatchObject({ state: 'withdrawn', booked: 0 });
    await drain(server.services);
    expect(await orderOf(one)).toMatchObject({ status: 0 });
    expect(await server.refused(office.readAgain, { id }, finance)).toBe('STATEMENT_STATE');
    const again = await bringIn(file);
    expect(again.body).toMatchObject({ again: false, data: { id, state: 'waiting' } });
    await drain(server.services);
    expect((await lookAt(id)).data).toMatchObject({ state: 'proposed', problems: 1, booked: 0 });
    const call = office.withdrawStatement;
    const missing = await server.refused(call, { id: '99999' }, finance);
    expect(missing).toBe('STATEMENT_NOT_FOUND');
    const approver = await server.ask(call, { id }, { token: checker.token });
    expect(approver.status).toBe(403);
  });

  test('settles a payment by its reference', async () => {
    const one = await placed(5_000);
    await pay(one, 5_900);
    const [refund] = await server.rows<{ id: string }>(
      'select id from investing.refund where order_id = $1',
      [one.orderId],
    );
    await decide(server, finance, 'refund_release', Number(refund?.id), 'release');
    await checkBatches(server, checker);
    // For a bank that accepts files but does not report results, the statement confirms the
    // payments.
    const silent = { ...server.services.bank, sendBatch: async () => {} };
    await drain({ ...server.services, demonstration: null, bank: silent });
    const reference = `refund-${refund?.id}-1`;
    const { body } = await bringIn(
      head + line(today(), '', `out-${refund?.id}`, '', 885, '', reference, '', '', ''),
    );
    await commitStatements(server, checker, {
      ...server.services,
      demonstration: null,
      bank: silent,
    });
    expect((await lookAt(body.data.id)).data).toMatchObject({ booked: 1, problems: 0 });
    expect((await orderOf(one)).refunds).toMatchObject([{ status: 'confirmed' }]);
  });

  test('is refused if it is no statement or does not match its layout', async () => {
    const code = async (asked: ReturnType<typeof bringIn>) => (await asked).code;
    expect(await code(bringIn('a,b\r\n1,2'))).toBe('STATEMENT_COLUMNS');
    expect(await code(bringIn(head, { layout: '99999' }))).toBe('LAYOUT_NOT_FOUND');
    expect(await code(bringIn(head, { files: [] }))).toBe('FILES_MISSING');
    expect(await code(bringIn(Buffer.from([0x50, 0, 0x4b])))).toBe('FILE_TYPE');
    expect(await code(bringIn(Buffer.alloc(33 * 1024 * 1024, 'x')))).toBe('FILE_SIZE');
    expect(await server.refused(office.getStatement, { id: '99999' }, finance)).toBe(
      'STATEMENT_NOT_FOUND',
    );
    expect(await server.refused(office.readAgain, { id: '99999' }, finance)).toBe(
      'STATEMENT_NOT_FOUND',
    );
  });

  test('that breaks off names the line; a good one is not read again', async () => {
    const rows = Array.from({ length: 600 }, (_, k) =>
      line(today(), '', `b${k}`, '', 1, '', '', '', '', ''),
    );
    const broken = await bringIn(`${head}${rows.join('')}"open`);
    await drain(server.services);
    const { data, problems } = await lookAt(broken.body.data.id);
    expect(data).toMatchObject({ state: 'proposed', lines: 601, problems: 1 });
    expect(problems).toEqual([{ line: 602, why: '引號不成對' }]);
    const good = await bringIn(head + line(today(), '', 'g1', '', 1, '', '', '', '', ''));
    await commit();
    expect(await server.refused(office.readAgain, { id: good.body.data.id }, finance)).toBe(
      'STATEMENT_STATE',
    );
    // The layout has changed in the meantime, so the file no longer fits.
    const other = { ...mapping, columns: { ...columns, seq: '流水號' } };
    await server.ok(office.saveLayout, { id: layout, name: '信託銀行', mapping: other }, finance);
    expect(await server.refused(office.readAgain, { id: data.id }, finance)).toBe(
      'STATEMENT_COLUMNS',
    );
    await server.ok(office.saveLayout, { id: layout, name: '信託銀行', mapping }, finance);
  });

  test('continues after a process died, and shows its progress', async () => {
    const rows = Array.from({ length: 1_200 }, (_, k) =>
      line(today(), '', `long-${k}`, '', 1, '', '', '', '', ''),
    );
    const { body } = await bringIn(head + rows.join(''));
    const { id } = body.data;
    await drain(server.services);
    expect(await decide(server, checker, 'statement_check', Number(id), 'approve')).toBeNull();
    await server.rows(
      `update banking.statement set state = 'running', lines = 1000, passed_over = 1000,
         read_bytes = size / 2, lease_until = now() + interval '1 minute' where id = $1`,
      [id],
    );
    expect(await readStatements(server.services), 'another is at work').toBe(0);
    expect((await lookAt(id)).data).toMatchObject({ state: 'running', progress: 49 + 1 });
    await server.rows(
      `update banking.statement set lease_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    await drain(server.services);
    expect((await lookAt(id)).data).toMatchObject({
      state: 'done',
      lines: 1_200,
      passedOver: 1_200,
    });
  });
});

describe('a receipt without an owner', () => {
  test('is suggested first to the owner of its account, whatever supports others', async () => {
    const [one, other] = [await placed(7_000), await placed(6_000)];
    // Two accounts that differ in one digit; the bank may issue such accounts.
    const digit = (Number(other.account[6]) + 1) % 10;
    const beside = `${other.account.slice(0, 6)}${digit}${other.account.slice(7)}`;
    await server.rows('update banking.virtual_account set account = $2 where account = $1', [
      one.account,
      beside,
    ]);
    // Somebody paid the amount that one order lacks into the account of the other order.
    const seq = randomUUID().slice(0, 20);
    await bringIn(
      head + line(today(), '', seq, 6_000, '', beside, '', '004', '00400000000098', ''),
    );
    await commit();
    const list = await server.ok(receiptList, { state: 'suspense', account: beside }, finance);
    const { id } = list.data[0]!;
    const { data } = await server.ok(office.receiptSuggestions, { id }, finance);
    expect(data.slice(0, 2)).toMatchObject([
      { id: one.orderId, because: ['owner'] },
      { id: other.orderId, because: ['account', 'amount'] },
    ]);
  });

  test('is suggested by account, payer or amount', async () => {
    const one = await placed(7_000);
    const digit = (Number(one.account[6]) + 1) % 10;
    const mistyped = `${one.account.slice(0, 6)}${digit}${one.account.slice(7)}`;
    const seq = randomUUID().slice(0, 20);
    await bringIn(
      head + line(today(), '', seq, 7_000, '', mistyped, '', '004', '00400000000099', ''),
    );
    await commit();
    const list = await server.ok(
      receiptList,
      { state: 'suspense', account: mistyped, amount: 7_000 },
      finance,
    );
    expect(list).toMatchObject({ total: 1, sum: 7_000 });
    const [receipt] = list.data;
    expect(receipt).toMatchObject({ fromAccountTail: '0099', why: '找不到這個虛擬帳號' });
    const { data } = await server.ok(office.receiptSuggestions, { id: receipt?.id ?? '' }, finance);
    expect(data[0]).toMatchObject({
      type: 'order',
      id: one.orderId,
      lacking: 7_000,
      because: ['account', 'amount'],
    });
    const decision = { id: receipt?.taskId ?? '', decision: 'match', orderId: one.orderId };
    await server.ok(tasksOffice.decideTask, decision, finance);
    await checkMatches(server, checker);
    expect(await orderOf(one)).toMatchObject({ status: 10 });
    expect(await server.refused(office.receiptSuggestions, { id: '999999' }, finance)).toBe(
      'RECEIPT_NOT_FOUND',
    );
  });
});

describe('an ISO 20022 statement', () => {
  const account = '20001234567890';
  const camt = (ref: string, virtualAccount: string, currency = 'TWD') =>
    `<?xml version="1.0" encoding="UTF-8"?><Document><BkToCstmrStmt><Stmt><Acct><Id><Othr>` +
    `<Id>${account}</Id></Othr></Id></Acct><Ntry><Amt Ccy="${currency}">5000</Amt>` +
    `<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${today()}</Dt></BookgDt>` +
    `<AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><CdtrAcct><Id><Othr>` +
    `<Id>${virtualAccount}</Id></Othr></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry>` +
    `</Stmt></BkToCstmrStmt></Document>`;

  test('books a receipt once, however often the file or its entry arrives', async () => {
    const input = { name: 'ISO', mapping: { format: 'camt.053' as const, bank: '812', account } };
    const { data } = await server.ok(office.saveLayout, input, finance);
    const one = await placed(5_000);
    const ref = randomUUID().slice(0, 20);
    const { body } = await bringIn(camt(ref, one.account), { layout: data.id });
    expect(body.again).toBe(false);
    await drain(server.services);
    expect(await orderOf(one)).toMatchObject({ status: 0 });
    await commit();
    expect(await orderOf(one)).toMatchObject({ status: 10 });
    expect((await lookAt(body.data.id)).data).toMatchObject({ booked: 1, problems: 0 });
    const again = await bringIn(`${camt(ref, one.account)}\n`, { layout: data.id });
    await drain(server.services);
    expect((await lookAt(again.body.data.id)).data).toMatchObject({ preview: { known: 1 } });
    await server.ok(office.withdrawStatement, { id: again.body.data.id }, finance);
  });

  test('is refused where it is another file, and an account is digits', async () => {
    const { data: all } = await server.ok(office.listLayouts, {}, finance);
    const iso = all.find(({ name }) => name === 'ISO')!;
    const refused = await bringIn(head, { layout: iso.id });
    expect(refused.body).toMatchObject({ code: 'STATEMENT_COLUMNS' });
    const wrong = { name: 'ISO 2', mapping: { ...iso.mapping, account: '12-34' } };
    expect(await server.refused(office.saveLayout, wrong, finance)).toBe('INVALID_INPUT');
  });
});
