// Tests lines of statement files that contradict what was booked, repeat a number, or move nothing.
import { statementLineList } from '#contract/banking/lists.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankingOffice as office } from '#contract/banking/office.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { commitStatements } from '../../../tests/actors/loans.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const { placed, orderOf } = paymentsOn(server);

let finance: Person;
let checker: Person;
let layout: string;
const columns = {
  date: '日期',
  time: '時間',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  virtualAccount: '虛擬帳號',
  memo: '備註',
  balance: '餘額',
};
const head = `${Object.values(columns).join(',')}\n`;

beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  checker = await newOperator(server, ['approver']);
  const mapping = { bank: '812', columns };
  const { data } = await server.ok(office.saveLayout, { name: '信託銀行', mapping }, finance);
  layout = data.id;
});

type Row = { seq: string; in?: number; out?: number; to?: string; memo?: string; left?: number };
const today = () => dayOf(server.services.clock.now());
const rowOf = (row: Row & { at?: string; day?: string }) =>
  [
    row.day ?? today(),
    row.at ?? '09:00',
    row.seq,
    row.in ?? '',
    row.out ?? '',
    row.to ?? '',
    row.memo ?? '',
    row.left ?? '',
  ].join(',');

/** Has a file examined, committed and booked; returns it before and after. */
async function book(...rows: string[]) {
  const bytes = Buffer.from(head + rows.join('\n'));
  const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes };
  const how = { token: finance.token, files: [file] };
  const { body } = await server.ask(office.importStatement, { layout }, how);
  await drain(server.services);
  const { id } = body.data;
  const proposed = await server.ok(office.getStatement, { id }, finance);
  await commitStatements(server, checker);
  const done = await server.ok(office.getStatement, { id }, finance);
  return { id, proposed, done, whys: done.problems.map(({ line, why }) => `${line} ${why}`) };
}
const receiptsOf = (seq: string) =>
  server.rows<{ seq: string; amount: number }>(
    `select seq, amount::int from banking.receipt where seq like $1 || '%' order by seq`,
    [seq],
  );
const newSeq = () => randomUUID().slice(0, 12);

describe('a number that a file gives to two receipts', () => {
  test('books both where the balances prove them, and once for all', async () => {
    const [one, two] = [await placed(5_000), await placed(6_000)];
    const seq = newSeq();
    const rows = [
      rowOf({ seq, in: 5_000, to: one.account, left: 5_000 }),
      rowOf({ seq, in: 6_000, to: two.account, left: 11_000 }),
    ];
    const { done } = await book(...rows);
    expect(done.data).toMatchObject({ lines: 2, booked: 2, known: 0, problems: 0 });
    expect(await receiptsOf(seq)).toEqual([
      { seq, amount: 5_000 },
      { seq: `${seq}#2`, amount: 6_000 },
    ]);
    expect([await orderOf(one), await orderOf(two)]).toMatchObject([
      { status: 10 },
      { status: 10 },
    ]);
    // The same lines in the other order of time, as another download has them.
    const again = await book(...rows.toReversed(), '合計,,,11000,,,,');
    expect(again.done.data).toMatchObject({ booked: 0, known: 2, problems: 0 });
  });

  test('books none where nothing proves them, and names both before anything counts', async () => {
    const one = await placed(5_000);
    const seq = newSeq();
    const row = { seq, in: 5_000, to: one.account };
    const { proposed, whys } = await book(rowOf(row), rowOf({ ...row, at: '09:01' }));
    expect(proposed.data.preview).toMatchObject({ problems: 2, receipts: 0 });
    expect(whys).toEqual(
      [2, 3].map((line) => expect.stringContaining(`${line} 與第 ${5 - line} 行`)),
    );
    expect(await receiptsOf(seq)).toEqual([]);
  });

  test('names the second if it comes in another file with another account or time', async () => {
    const [one, two] = [await placed(5_000), await placed(5_000)];
    const seq = newSeq();
    await book(rowOf({ seq, in: 5_000, to: one.account }));
    const other = await book(rowOf({ seq, in: 5_000, to: two.account }));
    expect(other.whys[0]).toContain('虛擬帳號');
    const later = await book(rowOf({ seq, in: 5_000, to: one.account, at: '10:30' }));
    expect(later.whys[0]).toContain('09:00');
    const same = await book(rowOf({ seq, in: 5_000, to: one.account, memo: '再下載一次' }));
    expect(same.done.data).toMatchObject({ known: 1, problems: 0 });
  });
});

describe('an outgoing line', () => {
  test('that names a booked receipt is named, however it does so', async () => {
    const one = await placed(5_000);
    const seq = `R${newSeq()}`;
    await book(rowOf({ seq, in: 5_000, to: one.account }));
    const { whys, done } = await book(
      rowOf({ seq: newSeq(), out: 5_000, memo: `沖正 ${seq}` }),
      rowOf({ seq: newSeq(), out: 4_999, memo: `更正（${seq}）` }),
      rowOf({ seq: newSeq(), out: 5_000, to: one.account }),
      rowOf({ seq: newSeq(), out: 15, memo: '手續費' }),
      rowOf({ seq: newSeq(), out: 30, memo: '匯費 2026' }),
    );
    expect(whys).toEqual([2, 3, 4].map((line) => expect.stringMatching(`^${line} .*可能是沖正`)));
    expect(done.data).toMatchObject({ booked: 0, passedOver: 2, problems: 3 });
  });
});

test('totals, remarks and 0 leave a day to be closed; what may be a receipt does not', async () => {
  const yesterday = addDays(today(), -1);
  const closed = (id: string) =>
    server.rows('select 1 from banking.closed_day where statement_id = $1', [id]);
  const row = { day: yesterday, in: 7, to: '99999999999999' };
  const zero = rowOf({ seq: newSeq(), in: 0, out: 0, day: yesterday });
  const good = await book(rowOf({ ...row, seq: newSeq() }), zero, '合計,,,7,0,,,', '以下空白');
  expect(good.done.data).toMatchObject({ lines: 4, booked: 1, passedOver: 3, problems: 0 });
  expect(good.proposed.data.preview).toMatchObject({ ignored: 3, problems: 0 });
  expect(await closed(good.id)).toHaveLength(1);
  const lines = await server.ok(statementLineList, { id: good.id }, finance);
  expect(lines.data.map(({ result, why }) => [result, why]).slice(1)).toEqual([
    ['不是交易', '金額為 0'],
    ['不是交易', '合計'],
    ['不是交易', '備註'],
  ]);
  const ahead = await book(
    rowOf({ ...row, seq: newSeq(), day: addDays(yesterday, -1) }),
    rowOf({ ...row, seq: newSeq(), day: addDays(today(), 1) }),
  );
  expect(ahead.whys).toEqual([expect.stringContaining('還沒有到')]);
  expect(await closed(ahead.id)).toEqual([]);
});
