// Test that a written-off loan has lost the same amount in the notice and everywhere else, also
// after some of it was recovered and after its collection has ended.
import { caseOrderList } from '#contract/investing/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addMonths, type Day } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { investing } from '#contract/investing/calls.ts';
import { investingOverview } from '#contract/investing/overview.ts';
import { investingPortfolio } from '#contract/investing/portfolio.ts';
import { investingStatements } from '#contract/investing/statements.ts';
import { lending } from '#contract/lending/calls.ts';
import { LOAN, loanWordsWith } from '#contract/lending/loan-status.ts';
import { lookupOffice } from '#contract/servicing/lookup.ts';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import { loanAtCourt, measure, writeOff } from '../../../tests/actors/losses.ts';
import { newTeam, pay, today, type Team, type TestLoan } from '../../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
let team: Team;
let reviewer: Person;
let loan: TestLoan;
let account: string;

const AMOUNT = 50_000;
const always = { start_at: '2020-01-01', end_at: '2090-12-31' };

beforeAll(async () => {
  team = await newTeam(server);
  reviewer = await newOperator(server, ['reviewer']);
  ({ loan, account } = await loanAtCourt(server, team));
  await writeOff(server, team, loan);
});

const one = () => loan.investors[0]!;

/** The newest notice to the first investor whose title begins so. */
async function noticeOf(title: string): Promise<string> {
  const [row] = await server.rows<{ body: string }>(
    `select n.body from notices.notice n
     join investing."order" o on o.member_id = n.member_id
     where o.id = $1 and n.title like $2 || '%' order by n.id desc limit 1`,
    [loan.orderIds[0], title],
  );
  return row!.body;
}

async function paper(call: 'statement' | 'interestReport', input: object) {
  const asked = { ...input, format: 'csv' } as never;
  const answer = await server.ask(investingStatements[call], asked, one());
  expect(answer.status).toBe(200);
  const lines = answer.body.toString().replace('\uFEFF', '').split('\r\n');
  return lines.map((line) => line.split(','));
}
const figure = (rows: string[][], label: string) =>
  Number(rows.find(([name]) => name === label)?.[1]);

/** Expects every page, call and document to have lost and received these amounts of the order. */
async function expectEverywhere(lost: number, received: number): Promise<void> {
  const parts = { receivedPrincipal: received, outstandingPrincipal: 0, lostPrincipal: lost };
  const { holding, instalments } = (
    await server.ok(investing.holding, { invest_id: loan.orderIds[0]! }, one())
  ).data;
  expect(holding).toMatchObject(parts);
  expect(instalments.reduce((sum, row) => sum + row.lostPrincipal, 0)).toBe(lost);
  for (const call of [investing.holdings, investing.holdingsUnversioned]) {
    expect((await server.ok(call, {}, one())).data[0]).toMatchObject(parts);
  }
  expect((await server.ok(investingOverview.overdue, always, one())).data[0]).toMatchObject(parts);
  expect((await server.ok(investingOverview.ongoingSummary, always, one())).data).toMatchObject({
    invested: AMOUNT,
    outstandingPrincipal: 0,
    returnedPrincipal: received,
    lostPrincipal: lost,
    overduePrincipal: 0,
    overdueCount: 0,
  });
  const { months } = (await server.ok(investingPortfolio.cashFlow, {}, one())).data;
  const now = months.find(({ month }) => month === today(server).slice(0, 7));
  expect(now?.outstanding).toBe(0);
  const year = await paper('interestReport', { year: today(server).slice(0, 4) });
  expect(figure(year, '累計損失本金')).toBe(lost);
  expect(figure(year, '在貸本金')).toBe(0);
  const token = { token: reviewer.token };
  const order = await server.ok(lookupOffice.officeOrder, { id: `${loan.orderIds[0]}` }, token);
  expect(order.data.share).toMatchObject({ remaining: 0, lost, returned: received });
}

/** Expects all who see the loan to read these words for its state. */
async function expectWords(words: string): Promise<void> {
  const invest = { invest_id: loan.orderIds[0]! };
  const holding = await server.ok(investing.holding, invest, one());
  const late = await server.ok(investingOverview.overdue, always, one());
  const mine = await server.ok(lending.myLoans, {}, loan.borrower);
  const token = { token: reviewer.token };
  const id = String(loan.id);
  const office = await server.ok(lookupOffice.officeLoan, { id }, token);
  const order = await server.ok(lookupOffice.officeOrder, { id: `${loan.orderIds[0]}` }, token);
  const cases = await server.ok(caseOrderList, { id }, { token: team.maker.token });
  const page = await server.ok(investing.getCase, { id }, one());
  const memberOf = async (person: Person) =>
    (await server.ok(verificationMembersOffice.getMember, { id: person.id }, token)).data;
  expect({
    order: holding.data.order.statusText,
    holding: holding.data.holding?.statusText,
    late: late.data[0]?.statusText,
    borrower: mine.data[0]?.statusText,
    office: office.data.statusText,
    officeOrder: order.data.statusText,
    caseOrder: cases.data[0]?.statusText,
    case: page.data.statusText,
    memberLoan: (await memberOf(loan.borrower)).loans[0]?.statusText,
    memberOrder: (await memberOf(one())).orders[0]?.statusText,
  }).toEqual({
    order: words,
    holding: words,
    late: words,
    borrower: words,
    office: words,
    officeOrder: words,
    memberLoan: words,
    memberOrder: words,
    caseOrder: words,
    case: words,
  });
}

async function statementOf(day: Day) {
  const rows = await paper('statement', { month: day.slice(0, 7) });
  const of = (label: string) => figure(rows, label);
  expect(of('期末在貸本金')).toBe(
    of('期初在貸本金') + of('本期撥款') - of('本期收回本金') - of('本期損失本金'),
  );
  expect(of('累計撥款本金')).toBe(of('累計收回本金') + of('累計損失本金') + of('期末在貸本金'));
  const lost = rows.slice(rows.findIndex(([title]) => title === '損失的本金'));
  expect(Number(lost.find(([title]) => title === '合計')?.at(-1) ?? 0)).toBe(of('本期損失本金'));
  return of;
}

describe('a written-off loan', () => {
  test('has lost what its notice says', async () => {
    expect(await noticeOf('案件已轉銷')).toContain(formatMoney(money(AMOUNT)));
    await expectEverywhere(AMOUNT, 0);
    await expectWords(LOAN[95].text);
    const of = await statementOf(today(server));
    expect([of('期初在貸本金'), of('本期損失本金'), of('期末在貸本金')]).toEqual([
      AMOUNT,
      AMOUNT,
      0,
    ]);
    const before = await statementOf(addMonths(today(server), -1));
    expect([before('期末在貸本金'), before('累計損失本金')]).toEqual([AMOUNT, 0]);
  });

  test('has lost less by what is recovered, in the month of the receipt', async () => {
    await server.advance(40);
    await pay(server, account, 60_000);
    const [row] = await server.rows<{ principal: string }>(
      'select sum(principal) as principal from servicing.distribution where order_id = $1',
      [loan.orderIds[0]],
    );
    const recovered = Number(row!.principal);
    expect(recovered).toBeGreaterThan(0);
    await expectEverywhere(AMOUNT - recovered, recovered);
    const of = await statementOf(today(server));
    expect([of('期初在貸本金'), of('本期收回本金'), of('本期損失本金')]).toEqual([
      0,
      recovered,
      -recovered,
    ]);
    expect(of('累計損失本金')).toBe(AMOUNT - recovered);
  });

  test('has lost the same after its collection has ended', async () => {
    const { data } = await server.ok(investing.holdings, {}, one());
    const { lostPrincipal, receivedPrincipal } = data[0]!;
    await measure(server, { team, reviewer }, loan, { kind: 'closing' });
    expect(await noticeOf('案件追償結束')).toContain(formatMoney(lostPrincipal));
    await expectEverywhere(lostPrincipal, receivedPrincipal);
    await expectWords(loanWordsWith({ status: 95, isClosed: true }).text);
    const { events } = (await server.ok(investing.holding, { invest_id: loan.orderIds[0]! }, one()))
      .data;
    expect(events.at(-1)?.title).toBe(loanWordsWith({ status: 95, isClosed: true }).text);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });
});
