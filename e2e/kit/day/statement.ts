// The bank's statement of the day in the browser tests: a file with what the sandbox bank holds, in
// which some lines may be written wrongly.
import { addDays, dayOf, type Day } from '#contract/core/day.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import type { TestServer } from '../../../tests/server.ts';
import type { Numbers } from './numbers.ts';

const heads = '交易日,序號,存入,支出,虛擬帳號,備註,餘額';
/** NT$ of each part in which the large order of the statement is paid. */
const PART = 500;

/**
 * Fills the statement of today up to `lines` lines with payments that the bank does not report by
 * callback. Returns the accounts that they pay to, by the seq of the line, the order that they
 * pay in parts, and how much of it in NT$.
 */
export async function fillStatement(server: TestServer, { lines }: Numbers) {
  const { placed } = paymentsOn(server);
  const bank = server.services.demonstration!.bank;
  const today = dayOf(server.services.clock.now());
  const told = await bank.statementOf!(today);
  const count = lines - told.lines.length;
  const paid = count * PART;
  const amount = Math.ceil(paid / 1_000) * 1_000;
  const order = await placed(amount, { amount });
  const accounts = new Map<string, string>();
  for (let n = 0; n < count; n += 1) accounts.set(await bank.ownLine(PART), order.account);
  return { accounts, order, paid };
}

/** Writes the statement of a day; of `wrong` of the lines nobody can read the date. */
export async function statementFile(
  server: TestServer,
  { day, accounts, wrong }: { day: Day; accounts: ReadonlyMap<string, string>; wrong: number },
): Promise<Buffer> {
  const bank = server.services.demonstration!.bank;
  const { lines } = await bank.statementOf!(day);
  let { closing: balance } = await bank.statementOf!(addDays(day, -1));
  const known = await server.rows<{ seq: string; account: string }>(
    `select seq, virtual_account as account from banking.receipt where bank_date = $1`,
    [day],
  );
  const paidTo = new Map([...accounts, ...known.map((row) => [row.seq, row.account] as const)]);
  let left = wrong;
  const rows = lines.map(({ seq, amount, reference }) => {
    balance = (balance + amount) as typeof balance;
    const isWrong = left > 0 && accounts.has(seq);
    if (isWrong) left -= 1;
    const [credit, debit] = amount > 0 ? [amount, ''] : ['', -amount];
    const on = isWrong ? `${day.slice(0, 8)}45` : day;
    return [on, seq, credit, debit, paidTo.get(seq) ?? '', reference ?? '', balance].join(',');
  });
  return Buffer.from([heads, ...rows, ''].join('\r\n'));
}
