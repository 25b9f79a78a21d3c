// Outside proof R19: hledger, ledger and beancount read the journal of a random market, agree with
// the ledger, and notice each changed dollar.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookingKinds } from '#contract/banking/bookings.ts';
import { yearsOffice } from '#contract/banking/years.ts';
import { day } from '#contract/core/day.ts';
import { randomOf } from '../../actors/random.ts';
import { bookVatThrough } from '../../server/ledger/front.ts';
import { asBeancount, beancountAccount } from '../../server/ledger/beancount.ts';
import { journal } from '../../server/ledger/journal.ts';
import { drain } from '../../server/worker.ts';
import { inWork } from '../../server/work.ts';
import {
  newDesk,
  ownLine,
  payReserve,
  rent,
  signThrough,
  strayReceipt,
} from '../actors/bookings.ts';
import { checkBatches, disburse, EXAMPLE, signedLoan, today } from '../actors/loans.ts';
import { openMarket } from '../simulation/market.ts';
import { useServer } from '../server.ts';
import { isLong, report, roundsOr, SEED } from './report.ts';

const TAMPERS = roundsOr(2);
const STEPS = isLong ? 1_500 : 30;
const server = useServer({ repeats: false });
const random = randomOf(SEED);

type Balances = Map<string, number>;
/** A program that reads journals; `balances` returns null if it refuses the journal. */
type Reader = { name: string; balances(journal: string): Balances | null };

const folder = mkdtempSync(join(tmpdir(), 'baixi-journal-'));

/** Runs a program on a text; returns null if it ends with a failure. */
function run(command: string, text: string, args: (file: string) => string[]): string | null {
  const file = join(folder, 'journal');
  writeFileSync(file, text);
  const { status, stdout, error } = spawnSync(command, args(file), {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  if (error) throw error;
  return status === 0 ? stdout : null;
}

/** Reads lines of account and amount; other lines, such as headings, are left out. */
function balancesIn(text: string | null): Balances | null {
  if (text === null) return null;
  const found: Balances = new Map();
  for (const line of text.split('\n')) {
    const [, account, amount] = /^\W*([\w:-]+?)"?\s*[,\s]\s*"?(-?[\d,.]+)/.exec(line) ?? [];
    if (!account?.includes(':')) continue;
    const balance = Number(amount!.replaceAll(',', ''));
    if (balance !== 0) found.set(beancountAccount(account), balance);
  }
  return found;
}

const readers: Reader[] = [
  {
    name: 'hledger',
    balances: (text) =>
      balancesIn(run('hledger', text, (file) => ['-f', file, 'bal', '-N', '--flat', '-O', 'csv'])),
  },
  {
    name: 'ledger',
    balances(text) {
      const format = '%(account) %(quantity(amount))\n';
      const args = ['--flat', '--no-total', '--empty', '--balance-format', format];
      return balancesIn(run('ledger', text, (file) => ['-f', file, 'bal', ...args]));
    },
  },
  {
    name: 'bean-query',
    balances(text) {
      const query = 'select account, sum(number) group by account';
      const beans = asBeancount(text);
      if (run('bean-check', beans, (file) => ['--no-cache', file]) === null) return null;
      return balancesIn(run('bean-query', beans, (file) => ['-q', '-f', 'csv', file, query]));
    },
  },
];

const isInstalled = ({ name }: Reader) => spawnSync(name, ['--version']).error === undefined;

/** Returns the first account in which two balances differ, or null. */
function differenceOf(a: Balances, b: Balances): string | null {
  for (const account of new Set([...a.keys(), ...b.keys()])) {
    if (a.get(account) === b.get(account)) continue;
    return `${account}: ${a.get(account) ?? 0} and ${b.get(account) ?? 0}`;
  }
  return null;
}

/** The balances of the ledger with the names and signs of the journal. */
async function ownBalances(): Promise<Balances> {
  const rows = await server.rows<{ account: string; sum: number }>(
    `select concat_ws(':', a.kind, case when a.loan_id > 0 then 'loan-' || a.loan_id end,
         case when a.order_id > 0 then 'order-' || a.order_id end,
         case when a.member_id > 0 then 'member-' || a.member_id end) as account,
       sum(e.amount)::float8 as sum
     from ledger.entry e join ledger.account a on a.id = e.account_id group by 1`,
  );
  const real = rows.filter(({ sum }) => sum !== 0);
  return new Map(real.map(({ account, sum }) => [beancountAccount(account), sum]));
}

const withoutClass = (balances: Balances): Balances =>
  new Map([...balances].map(([account, sum]) => [capital(account), sum]));
/** Removes the first part of an account, which only the journal has. */
const capital = (account: string) => beancountAccount(account.slice(account.indexOf(':') + 1));

/** Changes one line of the journal by a dollar, or two lines so that their sum stays the same. */
function tampered(text: string, isBalanced: boolean): string {
  const entry = / (-?\d+) TWD$/;
  const lines = text.split('\n');
  const change = (at: number, by: number) => {
    lines[at] = lines[at]!.replace(entry, (_, amount) => ` ${Number(amount) + by} TWD`);
  };
  for (;;) {
    const at = random.int(0, lines.length - 2);
    if (!entry.test(lines[at]!) || !entry.test(lines[at + 1]!)) continue;
    change(at, 1);
    if (isBalanced) change(at + 1, -1);
    return lines.join('\n');
  }
}

/** Books one booking of each kind, after the company charged a fee of which it owes VAT. */
async function bookEachKind(): Promise<void> {
  const desk = await newDesk(server);
  await payReserve(server, 50_000);
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  await inWork(server.services, ({ tx }) => bookVatThrough(tx, today(server)));
  const charge = await ownLine(server, -30);
  const interest = await ownLine(server, 99);
  const { receipt } = await strayReceipt(server, 500);
  const reason = '帳務';
  const ids = [
    await desk.propose({ kind: 'bank_charge', difference: charge.difference, reason }),
    await desk.propose({ kind: 'bank_interest', difference: interest.difference, reason }),
    await desk.propose({ kind: 'company_paid_in', receipt, reason }),
    await desk.propose({ kind: 'vat_paid', day: today(server), amount: 1, reason }),
    await desk.propose(rent(server)),
  ];
  for (const id of ids) expect(await desk.check(id)).toBeNull();
  await desk.propose({ kind: 'fee_sweep', amount: 1_000, reason });
  await checkBatches(server, desk.checker);
  await drain(server.services);
  await server.advance(45);
  await signThrough(server, desk, day('2026-12-31'));
  const { data } = await server.ok(yearsOffice.proposeYearClose, { year: '2026' }, desk.maker);
  expect(await desk.check(data.id)).toBeNull();
}

test(`three programs read the journal, and notice ${TAMPERS} changed dollars`, async () => {
  // The year is closed first: a market leaves differences with the bank that nobody has explained.
  await bookEachKind();
  const market = await openMarket(server, SEED);
  for (let step = 0; step < STEPS; step += 1) await market.step();
  let text = '';
  for await (const part of journal(server.services.pool)) text += part;
  const transfers = text.split('\n').filter((line) => /^\d/.test(line)).length;
  expect(transfers).toBeGreaterThan(STEPS / 4);
  for (const kind of bookingKinds)
    expect(text).toMatch(new RegExp(`^\\S+ ${kind}  ; booking:`, 'm'));

  const own = await ownBalances();
  const failures: string[] = [];
  const present = readers.filter(isInstalled);
  const missing = readers.filter((one) => !present.includes(one)).map(({ name }) => name);
  // `npm test` may run where only hledger is installed; the drill needs all three.
  if (isLong && missing.length > 0) failures.push(`not installed: ${missing.join(', ')}`);
  let accounts = 0;
  for (const { name, balances } of present) {
    const found = balances(text);
    accounts = found?.size ?? 0;
    const difference = found ? differenceOf(withoutClass(found), own) : 'refused the journal';
    if (difference !== null) failures.push(`${name}: ${difference}`);
  }
  for (let n = 0; n < TAMPERS; n += 1) {
    const changed = tampered(text, n % 2 === 0);
    for (const { name, balances } of present) {
      const found = balances(changed);
      if (found && differenceOf(withoutClass(found), own) === null) {
        failures.push(`${name} did not notice changed dollar ${n}`);
      }
    }
  }
  rmSync(folder, { recursive: true });
  const says = [`${transfers} transfers, ${accounts} accounts that are not empty`];
  if (missing.length > 0) says.push(`not installed: ${missing.join(', ')}`);
  report({ tries: present.length * (TAMPERS + 1), failures, says });
}, 3_600_000);
