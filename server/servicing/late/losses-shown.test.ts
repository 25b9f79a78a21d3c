// Test that losses count as neither received nor outstanding on every page, document and file.
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, type Day } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { investingOverview } from '#contract/investing/overview.ts';
import { investingPortfolio } from '#contract/investing/portfolio.ts';
import { investingStatements } from '#contract/investing/statements.ts';
import { lookupOffice } from '#contract/servicing/lookup.ts';
import { closeByOldWords, loanAtCourt, writeOff } from '../../../tests/actors/losses.ts';
import {
  goTo,
  lentLoan,
  newTeam,
  pay,
  today,
  type Team,
  type TestLoan,
} from '../../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
let team: Team;
let reviewer: Person;
let loan: TestLoan;
let closedOn: Day;
/** Amounts of the first investor's order according to the ledger's entries. */
let booked: Record<'principal' | 'interest' | 'late' | 'penalty' | 'fee' | 'lost', number>;

/** What the first investor read after the loan was written off, and before it was closed. */
let whileWrittenOff: {
  list: { total: number };
  summary: { data: { overdueCount: number } };
  flow: { data: { uncertain: number } };
};

const AMOUNT = 50_000;
const always = { start_at: '2020-01-01', end_at: '2090-12-31' };

beforeAll(async () => {
  team = await newTeam(server);
  reviewer = await newOperator(server, ['reviewer']);
  const lent = await loanAtCourt(server, team);
  ({ loan } = lent);
  await writeOff(server, team, loan);
  whileWrittenOff = {
    list: await server.ok(investingOverview.overdue, always, loan.investors[0]),
    summary: await server.ok(investingOverview.ongoingSummary, always, loan.investors[0]),
    flow: await server.ok(investingPortfolio.cashFlow, {}, loan.investors[0]),
  };
  await pay(server, lent.account, 60_000);
  await closeByOldWords(server, loan);
  closedOn = today(server);
  const [row] = await server.rows<Record<keyof typeof booked, string>>(
    `select sum(d.principal) as principal, sum(d.interest) as interest,
       sum(d.late_interest) as late, sum(d.penalty) as penalty, sum(d.fee) as fee,
       (select forgiven from servicing.share where order_id = $1) as lost
     from servicing.distribution d where d.order_id = $1`,
    [loan.orderIds[0]],
  );
  booked = Object.fromEntries(
    Object.entries(row!).map(([key, text]) => [key, Number(text)]),
  ) as typeof booked;
});

const detail = async (i = 0) =>
  (await server.ok(investing.holding, { invest_id: loan.orderIds[i]! }, loan.investors[i])).data;

/** Downloads a document's CSV and returns its cells. */
async function paper(
  call: (typeof investingStatements)['statement' | 'interestReport'],
  input: object,
  whose = loan.investors[0],
) {
  const answer = await server.ask(call, { ...input, format: 'csv' } as never, whose);
  expect(answer.status).toBe(200);
  const lines = answer.body.toString().replace('\uFEFF', '').split('\r\n');
  return lines.map((line) => line.split(','));
}
const figure = (rows: string[][], label: string) =>
  Number(rows.find(([name]) => name === label)?.[1]);

test('a written-off loan is in the list of what is overdue, and in the summary as lost', () => {
  expect(whileWrittenOff.summary.data.overdueCount).toBe(0);
  expect(whileWrittenOff.list.total).toBe(1);
  expect(whileWrittenOff.flow.data.uncertain).toBe(1);
});

describe('after a loan was closed finally', () => {
  test('some of it is received and some is lost, and every invariant holds', async () => {
    expect(booked.principal).toBeGreaterThan(0);
    expect(booked.lost).toBeGreaterThan(0);
    expect(booked.principal + booked.lost).toBe(AMOUNT);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  test('each holding has received, outstanding and lost, whose sum is the order', async () => {
    for (const i of loan.orderIds.keys()) {
      const { holding, order, instalments } = await detail(i);
      const { receivedPrincipal, outstandingPrincipal, lostPrincipal } = holding!;
      expect(receivedPrincipal + outstandingPrincipal + lostPrincipal).toBe(order.amount);
      expect(outstandingPrincipal).toBe(0);
      expect(lostPrincipal).toBeGreaterThan(0);
      const lost = instalments.reduce((sum, row) => sum + row.lostPrincipal, 0);
      expect(lost).toBe(lostPrincipal);
    }
    const { holding, xirr } = await detail();
    expect(holding).toMatchObject({
      receivedPrincipal: booked.principal,
      lostPrincipal: booked.lost,
      receivedLateInterest: booked.late,
      receivedPenalty: booked.penalty,
      receivedPrepaymentFee: 0,
      receivedLate: booked.late + booked.penalty,
      fee: booked.fee,
    });
    expect(xirr).toBeLessThan(0);
  });

  test('no given-up instalment counts as paid', async () => {
    const { holding, instalments } = await detail();
    const lost = instalments.filter(({ status }) => status === 'lost');
    expect(lost.length).toBeGreaterThan(0);
    expect(instalments.filter(({ status }) => status === 'paid')).toHaveLength(
      holding!.paidInstallments,
    );
    for (const row of lost) {
      expect(row.expectedPrincipal).toBe(row.receivedPrincipal + row.lostPrincipal);
    }
  });

  test('the list, its unversioned alias and the summary agree', async () => {
    const [one] = loan.investors;
    for (const call of [investing.holdings, investing.holdingsUnversioned]) {
      const { data } = await server.ok(call, {}, one);
      expect(data[0]).toMatchObject({
        receivedPrincipal: booked.principal,
        outstandingPrincipal: 0,
        lostPrincipal: booked.lost,
      });
    }
    const { data } = await server.ok(investingOverview.ongoingSummary, always, one);
    expect(data).toMatchObject({
      invested: AMOUNT,
      outstandingPrincipal: 0,
      returnedPrincipal: booked.principal,
      lostPrincipal: booked.lost,
      receivedLateInterest: booked.late,
      receivedPenalty: booked.penalty,
      expectedValue: 0,
      valuation: [],
    });
  });

  test('the statement of the month deducts the loss, as do later ones', async () => {
    const { statement } = investingStatements;
    const month = closedOn.slice(0, 7);
    const rows = await paper(statement, { month });
    expect(figure(rows, '期初在貸本金')).toBe(AMOUNT);
    expect(figure(rows, '本期收回本金')).toBe(booked.principal);
    expect(figure(rows, '本期損失本金')).toBe(booked.lost);
    expect(figure(rows, '期末在貸本金')).toBe(0);
    expect(rows.some(([title]) => title === '損失的本金')).toBe(true);
    const before = await paper(statement, { month: addMonths(closedOn, -1).slice(0, 7) });
    expect(figure(before, '期末在貸本金')).toBe(AMOUNT);
    expect(figure(before, '累計損失本金')).toBe(0);
    await server.advance(40);
    const after = await paper(statement, { month: today(server).slice(0, 7) });
    expect(figure(after, '期初在貸本金')).toBe(0);
    for (const page of [rows, before, after]) {
      expect(figure(page, '累計撥款本金')).toBe(
        figure(page, '累計收回本金') + figure(page, '累計損失本金') + figure(page, '期末在貸本金'),
      );
    }
  });

  test('the interest report has a column for each kind, and shows the principal', async () => {
    const { interestReport } = investingStatements;
    const rows = await paper(interestReport, { year: closedOn.slice(0, 4) });
    const [head, line] = rows.slice(rows.findIndex(([cell]) => cell === '案件')) as string[][];
    expect(head).toEqual(['案件', '利息', '遲延利息', '違約金', '提前清償分配', '所得', '服務費']);
    const { interest, late, penalty, fee } = booked;
    expect(line!.slice(1).map(Number)).toEqual([
      interest,
      late,
      penalty,
      0,
      interest + late + penalty,
      fee,
    ]);
    expect(booked.late).toBeGreaterThan(0);
    expect(figure(rows, '違約金')).toBe(penalty);
    const at = rows.findIndex(([cell]) => cell === '各案件本金（截至期末）');
    expect(rows[at + 2]!.slice(1).map(Number)).toEqual([AMOUNT, booked.principal, booked.lost, 0]);
    expect(figure(rows, '累計損失本金')).toBe(booked.lost);
  });

  test('the office shows the same for the order and the loan', async () => {
    const { data } = await server.ok(
      lookupOffice.officeOrder,
      { id: String(loan.orderIds[0]) },
      { token: reviewer.token },
    );
    expect(data.share).toMatchObject({
      principal: AMOUNT,
      returned: booked.principal,
      remaining: 0,
      lost: booked.lost,
      lostOn: closedOn,
      lateInterest: booked.late,
      penalty: booked.penalty,
      prepaymentFee: 0,
    });
    const whole = await server.ok(
      lookupOffice.officeLoan,
      { id: String(loan.id) },
      { token: reviewer.token },
    );
    const { outstanding, principalPaid, principalLost } = whole.data.repayment!;
    expect(outstanding + principalPaid + principalLost).toBe(100_000);
    expect(principalLost).toBeGreaterThan(booked.lost);
  });
});

test('late interest, penalty and the part of a prepayment fee are separate', async () => {
  const { loan: late, account, until } = await lentLoan(server, team);
  const [one] = late.investors;
  await goTo(server, addDays(until, 20));
  await pay(server, account, 9_100);
  const sums = await server.rows<Record<'late' | 'penalty', string>>(
    `select sum(late_interest) as late, sum(penalty) as penalty
     from servicing.distribution where order_id = $1`,
    [late.orderIds[0]],
  );
  const [lateInterest, penalty] = [Number(sums[0]!.late), Number(sums[0]!.penalty)];
  expect(Math.min(lateInterest, penalty)).toBeGreaterThan(0);
  const { interestReport, statement } = investingStatements;
  const [year, month] = [today(server).slice(0, 4), today(server).slice(0, 7)];
  const report = await paper(interestReport, { year }, one);
  expect([figure(report, '遲延利息'), figure(report, '違約金')]).toEqual([lateInterest, penalty]);
  const months = await paper(statement, { month }, one);
  const named = [figure(months, '本期遲延利息'), figure(months, '本期違約金')];
  expect(named).toEqual([lateInterest, penalty]);
  const { data } = await server.ok(investing.holdings, {}, one);
  expect(data[0]).toMatchObject({ receivedLateInterest: lateInterest, receivedPenalty: penalty });
});
