// Holds the reports on money to the ledger: to the dollar, whatever was added up beforehand.
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/day.ts';
import { reportsOffice } from '#contract/reports.ts';
import { disburse, goTo, newTeam, pay, schedule, signedLoan, today } from '../../tests/loans.ts';
import { newOperator, type Person } from '../../tests/people.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../worker.ts';
import { inWork } from '../work.ts';
import { addUpBooked } from './money-queries.ts';

const server = useServer();
const { cashFlow, cashFlowFile, cashFlowMoves } = reportsOffice;
let finance: Person;
let lentIn: string;
let loanId: number;

/** A loan of 100,000 paid out, its first instalment paid a month later. */
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  const loan = await signedLoan(server);
  const account = await disburse(server, loan, await newTeam(server));
  loanId = loan.id;
  lentIn = today(server).slice(0, 7);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, 8_885);
  await drain(server.services);
});

const ledgerSum = async (kind: string, month?: string) => {
  const [row] = await server.rows<{ sum: string }>(
    `select coalesce(sum(e.amount), 0) as sum from ledger.entry e
     join ledger.account a on a.id = e.account_id
     join ledger.transfer t on t.id = e.transfer_id
     where a.kind = $1 and ($2::text is null or to_char(t.happened_on, 'YYYY-MM') = $2)`,
    [kind, month ?? null],
  );
  return Number(row!.sum);
};
const text = async (asked: ReturnType<typeof server.ask>) =>
  Buffer.from((await asked).body as never).toString();

const isToTheDollar = async () => {
  const { data } = await server.ok(cashFlow, {}, finance);
  expect(data).toHaveLength(12);
  for (const { month, net, opening, closing } of data) {
    expect(net, month).toBe(await ledgerSum('trust_bank', month));
    expect(closing - opening).toBe(net);
  }
  expect(data.at(-1)?.closing).toBe(await ledgerSum('trust_bank'));
  return data;
};

test('cash flow: its net is the change of the trust account, month by month', async () => {
  const data = await isToTheDollar();
  const lent = data.find(({ month }) => month === lentIn);
  // 100,000 came in, 4,015 of it stayed as fees.
  expect(lent?.lines).toMatchObject({ receipts: 100_000, disbursements: -95_985, refunds: 0 });
  expect(lent?.fees).toBe(4_015);
  const paid = data.find(({ month }) => month === today(server).slice(0, 7));
  expect(paid).toMatchObject({ opening: 4_015, lines: { receipts: 8_885 }, net: 8_885 });
});

test('cash flow is the same after the sums by day were kept, and after more was booked', async () => {
  const before = await isToTheDollar();
  const keep = () => inWork(server.services, ({ tx }) => addUpBooked(tx, 0));
  expect(await keep()).toBeGreaterThan(0);
  expect(await isToTheDollar()).toEqual(before);
  const [row] = await server.rows<{ sums: string }>('select count(*) as sums from reports.booked');
  expect(Number(row!.sums)).toBeGreaterThan(4);
  const second = await signedLoan(server);
  await disburse(server, second, await newTeam(server));
  const after = await isToTheDollar();
  expect(after.at(-1)!.closing).toBe(before.at(-1)!.closing + 4_015);
  await keep();
  await keep();
  expect(await isToTheDollar()).toEqual(after);
});

test('a line of a month leads to its transfers, a page at a time', async () => {
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
  const none = await server.ok(cashFlowMoves, { month: '2020-01', line: 'refunds' }, finance);
  expect(none).toEqual({ data: [], total: 0 });
});

test('the period asked for is the one answered; its table goes out as CSV and as a workbook', async () => {
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
