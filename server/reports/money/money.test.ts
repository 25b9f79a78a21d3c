// Tests of the money reports against the ledger: exact to the dollar, with or without daily sums.
import {
  cashMoveList,
  incomeMoveList,
  cashMoveList as cashFlowMoves,
  funnelMemberList as funnelMembers,
  incomeMoveList as incomeMoves,
  returnLoanList as returnLoans,
} from '#contract/reports/lists.ts';
import { feeList as feeReport } from '#contract/ledger/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { xirr } from '#contract/law/rates.ts';
import { reportsOffice } from '#contract/reports/calls.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import {
  disburse,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  today,
} from '../../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { booksOf } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { drain } from '../../worker.ts';
import { inPages } from '../../database/db.ts';
import { encodingOf } from '../../http/encode.ts';
import { inWork } from '../../work.ts';
import { feeTransfers } from './income.ts';
import { cashTransfers } from './money.ts';
import { stageMembers } from '../work.ts';
import { addUpDays } from '../../ledger/queries.ts';
import { calculateReturns } from './returns.ts';

const server = useServer();
const { cashFlow, cashFlowFile, cashToday } = reportsOffice;
const { income, incomeFile } = reportsOffice;
const { returns, returnsFile } = reportsOffice;
let finance: Person;
let lentIn: string;
let loanId: number;
let borrower: Person;
let account: string;

/** Creates a loan of 100,000, disburses it, and pays its first instalment a month later. */
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  const loan = await signedLoan(server);
  account = await disburse(server, loan, await newTeam(server));
  borrower = loan.borrower;
  loanId = loan.id;
  lentIn = today(server).slice(0, 7);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, 8_885);
  await drain(server.services);
});

/** Sum of the trust account in a month, on a day (given like the beginning of one), or of all. */
const trustSum = async (begin = '') =>
  (await booksOf(server, 'trust_bank'))
    .filter(({ on }) => on.startsWith(begin))
    .reduce((sum, { amount }) => sum + amount, 0);
const text = async (asked: ReturnType<typeof server.ask>) =>
  Buffer.from((await asked).body as never).toString();

const isToTheDollar = async () => {
  const { data } = await server.ok(cashFlow, {}, finance);
  expect(data).toHaveLength(12);
  for (const { month, net, opening, closing } of data) {
    expect(net, month).toBe(await trustSum(month));
    expect(closing - opening).toBe(net);
  }
  expect(data.at(-1)?.closing).toBe(await trustSum());
  return data;
};

test('cash flow: its net is the change of the trust account, month by month', async () => {
  const data = await isToTheDollar();
  const lent = data.find(({ month }) => month === lentIn);
  // Investors paid in 100,000, of which 4,015 stayed in the account as fees.
  expect(lent?.lines).toMatchObject({ receipts: 100_000, disbursements: -95_985, refunds: 0 });
  expect(lent?.fees).toBe(4_015);
  const paid = data.find(({ month }) => month === today(server).slice(0, 7));
  expect(paid).toMatchObject({ opening: 4_015, lines: { receipts: 8_885 }, net: 8_885 });
});

test('today’s movements are listed, and are all that moved the trust account', async () => {
  const { data } = await server.ok(cashToday, {}, finance);
  expect(data.day).toBe(today(server));
  expect(data.lines.receipts).toEqual({ transfers: 1, amount: 8_885 });
  expect(data.lines.disbursements).toEqual({ transfers: 0, amount: 0 });
  const net = Object.values(data.lines).reduce((sum, { amount }) => sum + amount, 0);
  expect(net).toBe(await trustSum(data.day));
});

test('cash flow is the same with sums by day, and after more was booked', async () => {
  const before = await isToTheDollar();
  const keep = () => inWork(server.services, ({ tx }) => addUpDays(tx, 0));
  expect(await keep()).toBeGreaterThan(0);
  expect(await isToTheDollar()).toEqual(before);
  const [row] = await server.rows<{ sums: string }>(
    'select count(*) as sums from ledger.day_total',
  );
  expect(Number(row!.sums)).toBeGreaterThan(4);
  const second = await signedLoan(server);
  await disburse(server, second, await newTeam(server));
  const after = await isToTheDollar();
  expect(after.at(-1)!.closing).toBe(before.at(-1)!.closing + 4_015);
  await keep();
  await keep();
  expect(await isToTheDollar()).toEqual(after);
});

test('a line of a month leads to its transfers, page by page', async () => {
  const { data, total } = await server.ok(
    cashFlowMoves,
    { month: lentIn, line: 'disbursements' },
    finance,
  );
  expect(total).toBe(data.length);
  expect(data).toContainEqual(
    expect.objectContaining({ kind: 'disbursement', loanId: String(loanId), amount: -95_985 }),
  );
  const page = await server.ok(
    cashFlowMoves,
    { month: lentIn, line: 'receipts', item_per_page: 2, offset: 2 },
    finance,
  );
  expect(page.data).toHaveLength(1);
  expect(page.total).toBe(3);
  // Incoming transfers name the order that they pay; outgoing transfers name the loan.
  expect(page.data[0]).toMatchObject({ orderId: expect.stringMatching(/^\d+$/) });
  expect(data.find(({ loanId: id }) => id === String(loanId))?.caseNo).toBeTruthy();
  const none = await server.ok(cashFlowMoves, { month: '2020-01', line: 'refunds' }, finance);
  expect(none).toEqual({ data: [], total: 0 });
});

test('the rows of a figure are exported completely, and the export is logged', async () => {
  const cashFlowMovesTable = cashMoveList.tables.data.file;
  const incomeMovesTable = incomeMoveList.tables.data.file;
  const asked = { month: lentIn, line: 'receipts' } as const;
  const lines = (await text(server.ask(cashFlowMovesTable, { ...asked, format: 'csv' }, finance)))
    .trim()
    .split('\r\n');
  const { total, data } = await server.ok(cashFlowMoves, asked, finance);
  expect(lines).toHaveLength(total + 1);
  const [first] = data;
  const cells = [first!.transferId, first!.on, '出資款入帳', '', '', orderNoOf(first!.orderId!)];
  expect(lines[1]).toBe([...cells, '', '', first!.amount].join(','));
  const fees = await text(server.ask(incomeMovesTable, { month: lentIn, format: 'xlsx' }, finance));
  expect(fees.slice(0, 2)).toBe('PK');
  const trail = await server.rows<{ snapshot: object }>(
    `select snapshot from tasks.audit where action = 'table.exported' and subject_id = $1
     order by id`,
    [finance.id],
  );
  expect(trail.map(({ snapshot }) => snapshot)).toEqual([
    { table: '現金流量明細', format: 'csv', month: lentIn, line: 'receipts' },
    { table: '收入明細', format: 'xlsx', month: lentIn },
  ]);
});

test('the rows of a figure are read by their key, each once', async () => {
  const month = today(server).slice(0, 7);
  const asked = { month: lentIn, line: 'receipts' } as const;
  await inWork(server.services, async (work) => {
    const all = async <Row>(
      { output }: Parameters<typeof server.ok>[0],
      next: () => Promise<readonly Row[]>,
    ) => {
      const rows: Row[] = [];
      for await (const row of inPages(next, (one) => one)) rows.push(row);
      return (encodingOf(output)({ data: rows }) as { data: unknown }).data;
    };
    const cash = await server.ok(cashFlowMoves, { ...asked, item_per_page: 200 }, finance);
    expect(cash.total).toBeGreaterThan(1);
    expect(await all(cashFlowMoves, await cashTransfers.file(work, asked, 1))).toEqual(cash.data);
    for (const of of [{ month: lentIn }, { month }, { month, line: 'investor' as const }]) {
      const fees = await server.ok(incomeMoves, { ...of, item_per_page: 200 }, finance);
      expect(await all(incomeMoves, await feeTransfers.file(work, of, 1))).toEqual(fees.data);
    }
    const joined = { month: lentIn, stage: 'registered' } as const;
    const members = await server.ok(funnelMembers, { ...joined, item_per_page: 200 }, finance);
    expect(members.total).toBeGreaterThan(0);
    expect(await all(funnelMembers, await stageMembers.file(work, joined, 1))).toEqual(
      members.data,
    );
  });
});

test('the answer is for the requested period; its table is exported in two formats', async () => {
  const asked = { from: lentIn, to: today(server).slice(0, 7) };
  const { data, from, to } = await server.ok(cashFlow, asked, finance);
  expect({ from, to }).toEqual(asked);
  const lines = (await text(server.ask(cashFlowFile, asked, finance))).trim().split('\r\n');
  expect(lines).toHaveLength(data.length + 1);
  expect(lines[1]).toBe(`${lentIn},0,100000,-95985,0,0,0,0,4015,4015,4015`);
  const workbook = await text(server.ask(cashFlowFile, { ...asked, format: 'xlsx' }, finance));
  expect(workbook.slice(0, 2)).toBe('PK');
  const wrongWay = {
    from: today(server).slice(0, 7),
    to: addDays(today(server), -400).slice(0, 7),
  };
  expect((await server.ok(cashFlow, wrongWay, finance)).data).toEqual([]);
  const long = await server.ok(cashFlow, { from: '2000-01' }, finance);
  expect(long.data).toHaveLength(60);
  expect(await server.refused(cashFlow, { from: '2026-13' }, finance)).toBe('INVALID_INPUT');
});

test('income equals the ledger’s, to the dollar, with its kinds', async () => {
  const [, second] = await schedule(server, loanId);
  // The borrower first pays twenty days late and then prepays the whole rest.
  await goTo(server, addDays(second!.payableUntil, 20));
  await pay(server, account, 8_885 + 200);
  await drain(server.services);
  const { body } = await server.ask(
    servicing.instructPrepayment,
    { id: String(loanId), kind: 'full' },
    { token: borrower.token },
  );
  await pay(server, account, body.data.total);
  await drain(server.services);

  const { data } = await server.ok(income, {}, finance);
  for (const { month, lines, gross, net, vat } of data) {
    const booked = (await server.ok(feeReport, { month }, finance)).data;
    const sum = (of: 'gross' | 'net' | 'vat') => booked.reduce((total, row) => total + row[of], 0);
    expect([month, gross, net, vat]).toEqual([month, sum('gross'), sum('net'), sum('vat')]);
    expect(Object.values(lines).reduce((total, line) => total + line, 0)).toBe(gross);
  }
  const whole = (line: 'platform' | 'investor' | 'late' | 'prepayment') =>
    data.reduce((total, { lines }) => total + lines[line], 0);
  expect(whole('platform')).toBe(2 * 4_015);
  // The platform keeps half of the 2 % prepayment fee, and a tenth of the late interest of about
  // 60.
  expect(whole('prepayment')).toBe(Math.floor(body.data.fee / 2));
  expect(whole('late')).toBeGreaterThan(0);
  expect(whole('late')).toBeLessThan(12);
  expect(whole('investor')).toBeGreaterThan(200);
});

test('income of a month leads to its transfers, by line', async () => {
  const { data } = await server.ok(income, {}, finance);
  const last = data.findLast(({ lines }) => lines.prepayment > 0)!;
  const { month } = last;
  const all = await server.ok(incomeMoves, { month }, finance);
  expect(all.total).toBe(all.data.length);
  expect(all.data.reduce((sum, { gross }) => sum + gross, 0)).toBe(last.gross);
  const prepaid = await server.ok(incomeMoves, { month, line: 'prepayment' }, finance);
  expect(prepaid).toMatchObject({ total: 1, data: [{ kind: 'repayment', loanId: `${loanId}` }] });
  const late = await server.ok(incomeMoves, { month, line: 'late' }, finance);
  expect(late.total).toBe(late.data.length);
  expect(late.total).toBeGreaterThan(0);
  const lent = await server.ok(incomeMoves, { month: lentIn, line: 'platform' }, finance);
  expect(lent.data).toContainEqual(expect.objectContaining({ gross: 4_015 }));
  expect((await server.ok(incomeMoves, { month: '2020-01' }, finance)).data).toEqual([]);
  const lines = (await text(server.ask(incomeFile, {}, finance))).trim().split('\r\n');
  expect(lines).toHaveLength(13);
});

test('the return of an ended loan is the engine’s, stored once it is settled', async () => {
  const before = await server.ok(returns, {}, finance);
  expect(before.data.every(({ ended }) => ended === 0)).toBe(true);
  await calculateReturns(server.services);
  await calculateReturns(server.services);
  const came = await server.rows<{ on: never; amount: string }>(
    `select distributed_on::text as "on", sum(principal + interest + late_interest + penalty
       + prepayment_fee - fee) as amount
     from servicing.distribution where loan_id = $1 group by 1 order by 1`,
    [loanId],
  );
  const [lent] = await server.rows<{ on: never }>(
    `select disbursed_on::text as "on" from lending.loan where id = $1`,
    [loanId],
  );
  const flows = came.map(({ on, amount }) => ({ on, amount: Number(amount) }));
  const rate = xirr([{ on: lent!.on, amount: -100_000 }, ...flows])!;
  const { data, bands } = await server.ok(returns, {}, finance);
  const row = data.find(({ ended }) => ended > 0)!;
  expect(row).toMatchObject({ month: lentIn, ended: 1, loss: 0 });
  expect(row.median).toBeCloseTo(rate * 100, 1);
  expect([row.low, row.high, row.mean]).toEqual([row.median, row.median, row.median]);
  expect(bands.reduce((sum, { loans }) => sum + loans, 0)).toBe(1);
  const band = bands.findIndex(({ loans }) => loans === 1);
  const [{ from, to }] = [bands[band]!];
  expect(row.median).toBeGreaterThanOrEqual(from ?? -100);
  expect(row.median).toBeLessThan(to ?? 1_000);
  const loans = await server.ok(returnLoans, { band }, finance);
  expect(loans).toMatchObject({ total: 1, data: [{ loanId: `${loanId}`, xirr: row.median }] });
  const gain = flows.reduce((sum, { amount }) => sum + amount, 0) - 100_000;
  const month = await server.ok(returnLoans, { month: lentIn }, finance);
  expect(month.data[0]).toMatchObject({ principal: 100_000, gain, rate: 12 });
  // The gain of a month counts the same money as that of its loans, and also loans under way.
  const [all] = await server.rows<{ gain: number }>(
    `select sum(d.interest + d.late_interest + d.penalty + d.prepayment_fee - d.fee)::integer
       as gain
     from servicing.distribution d join lending.loan l on l.id = d.loan_id
     where to_char(l.disbursed_on, 'YYYY-MM') = $1`,
    [lentIn],
  );
  expect(row.gain).toBe(all!.gain);
  expect((await server.ok(returnLoans, { band: (band + 1) % bands.length }, finance)).total).toBe(
    0,
  );
  expect((await server.ok(returns, { grade: 'D2' }, finance)).data).toEqual([]);
  const lines = (await text(server.ask(returnsFile, {}, finance))).trim().split('\r\n');
  expect(lines[1]).toContain(`${lentIn},`);
});
