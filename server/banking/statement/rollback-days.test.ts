// Tests that days can be signed after a statement file was rolled back.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { bankingOffice as office } from '#contract/banking/office.ts';
import { addDays, type Day } from '#contract/core/day.ts';
import { commitStatements, today as todayOf } from '../../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
let finance: Person;
let other: Person;
let layout: string;
const columns = { date: '交易日', seq: '序號', credit: '存入', virtualAccount: '虛擬帳號' };
const mapping = { bank: '812', columns: { ...columns, balance: '餘額' } };

beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  other = await newOperator(server, ['finance', 'approver']);
  const { data } = await server.ok(office.saveLayout, { name: '信託銀行', mapping }, finance);
  layout = data.id;
  await server.closeDays();
  await server.advance(5, { bankIsLate: true });
});

/** Imports and commits a file with one receipt of an unknown account; returns its id. */
async function booked(
  on: Day,
  amount: number,
  balance: number,
  seq: string = randomUUID().slice(0, 20),
): Promise<number> {
  const row = `${on},${seq},${amount},99999999999999,${balance}`;
  const bytes = Buffer.from(`交易日,序號,存入,虛擬帳號,餘額\r\n${row}\r\n`);
  const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes };
  const how = { token: finance.token, files: [file] };
  const { data } = await server.ok(office.importStatement, { layout }, how);
  await commitStatements(server, other);
  return Number(data.id);
}
async function rollBack(id: number) {
  await server.ok(office.rollBackStatement, { id: String(id), reason: '錯檔' }, finance);
  expect(await decide(server, other, 'statement_rollback', id, 'approve')).toBeNull();
}
async function sign(day: Day) {
  await server.ok(office.signDay, { day, note: '相符' }, finance);
  await server.ok(office.signDay, { day, note: '相符' }, other);
}
const openDifferences = () =>
  server.rows('select key, kind, amount from banking.difference where ended_at is null');
const dayOn = async (day: Day) => (await server.ok(office.getDay, { day }, finance)).data;
/** The day so many days before today. */
const ago = (count: number) => addDays(todayOf(server), -count);

test('a roll back and the file that replaces it leave no difference', async () => {
  await booked(ago(5), 500, 500);
  const wrong = await booked(ago(4), 700, 1_200);
  await rollBack(wrong);
  expect(await openDifferences()).toEqual([]);
  const seq = randomUUID().slice(0, 20);
  const twice = await booked(ago(4), 800, 1_300, seq);
  await rollBack(twice);
  await booked(ago(4), 900, 1_400, seq);
  expect(await openDifferences()).toEqual([]);
  expect(await dayOn(ago(4))).toMatchObject({ books: 1_400, unexplained: 0, differences: [] });
  await sign(ago(4));
});

test('a roll back of a signed day is a difference until its line comes again', async () => {
  const seq = randomUUID().slice(0, 20);
  const id = await booked(ago(3), 600, 2_000, seq);
  await sign(ago(3));
  await rollBack(id);
  await booked(ago(2), 50, 2_050);
  const found = await dayOn(ago(2));
  expect(found).toMatchObject({ books: 1_450, closing: 2_050, unexplained: 0 });
  expect(found.differences).toMatchObject([{ kind: 'unconfirmed', reference: seq, amount: 600 }]);
  await booked(ago(3), 600, 2_000, seq);
  expect(await dayOn(ago(2))).toMatchObject({ books: 2_050, unexplained: 0, differences: [] });
  await sign(ago(2));
});
