// Statement files in a random market: lines that are known, that pay orders, or that are nobody's;
// a second person commits them among the other tasks, and some are rolled back.
import { bankingOffice } from '#contract/banking/office.ts';
import { dayOf } from '#contract/core/day.ts';
import type { Person } from '../actors/people.ts';
import type { TestServer } from '../server.ts';
import { anyOf, call, orderRows, OWN, type World } from './world.ts';

const columns = {
  date: '交易日',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  virtualAccount: '虛擬帳號',
  fromBank: '銀行',
  fromAccount: '帳號',
};
const HEAD = Object.values(columns).join(',');

/** Saves the column map by which all files of the market are read; returns its id. */
export async function newLayout(server: TestServer, finance: Person): Promise<string> {
  const given = { name: '信託銀行', mapping: { bank: '812', columns } };
  return (await server.ok(bankingOffice.saveLayout, given, finance)).data.id;
}

/** One line: of a receipt that is booked, of a payment of an order, of nobody, or of a charge. */
async function lineOf(world: World): Promise<string> {
  const { server, random } = world;
  const today = dayOf(server.services.clock.now());
  const seq = `file-${random.int(1, 1e9)}`;
  const from = `${OWN.fromBank},${OWN.fromAccount}`;
  const kind = random.int(1, 5);
  if (kind === 1) return `${today},${seq},,${random.int(1, 40)},,,`;
  if (kind === 2) {
    const [known] = await server.rows<{ seq: string; day: string; amount: string; to: string }>(
      `select seq, bank_date::text as day, amount, virtual_account as to from banking.receipt
       where sign = '+' and seq !~ '^(payment|debit)-'
       order by abs(hashtext(seq || $1)) limit 1`,
      [String(random.int(1, 1e9))],
    );
    if (known) return `${known.day},${known.seq},${known.amount},,${known.to},${from}`;
  }
  const order = anyOf(random, await orderRows(world, 'stored_status in (0, 5)'));
  if (order && kind > 2) {
    const amount = random.pick([order.amount - order.paid || 1, random.int(1, order.amount)]);
    return `${today},${seq},${amount},,${order.account},${from}`;
  }
  return `${today},${seq},${random.int(1, 9_000)},,${random.int(1e13, 9e13)},${from}`;
}

/** Finance imports a file of some lines, which counts once another person has committed it. */
export async function bringStatement(world: World): Promise<string> {
  const { server, random, operators, layout } = world;
  const lines = [HEAD];
  for (let left = random.int(1, 4); left > 0; left -= 1) lines.push(await lineOf(world));
  const bytes = Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
  const files = [{ name: 'file', filename: 'a.csv', type: 'text/csv', bytes }];
  const { token } = random.pick(operators);
  const answer = await server.ask(bankingOffice.importStatement, { layout }, { token, files });
  if (answer.status >= 500) throw new Error(`the import answered ${answer.status}`);
  return `a statement of ${lines.length - 1} lines is imported: ${answer.code ?? 'ok'}`;
}

/** Finance wants to undo a file that was booked, which works while none of its money was used. */
export async function rollBack(world: World): Promise<string | null> {
  const { server, random, operators } = world;
  const files = await server.rows<{ id: string }>(
    `select id::text from banking.statement where state = 'done' and booked > 0
     order by id desc limit 5`,
  );
  const file = anyOf(random, files);
  if (!file) return null;
  const input = { id: file.id, reason: '模擬' };
  const said = await call(world, bankingOffice.rollBackStatement, input, random.pick(operators));
  return `statement ${file.id} is rolled back: ${said}`;
}
