// Tests monthly cash flow against the details of holdings, pending actions, and contracts.
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { investingPortfolio } from '#contract/investing/portfolio.ts';
import { investing } from '#contract/investing/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
} from '../../tests/actors/loans.ts';
import { newCase, newInvestor } from '../../tests/actors/market.ts';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
  violated,
} from '../../tests/actors/negotiations.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { funded, newOffice, sign } from '../lending/testing/cases.ts';

const server = useServer();
const { place, placed } = paymentsOn(server);
const { cashFlow, waitingActs, investorContracts } = investingPortfolio;

const flowOf = async (one: Person) => (await server.ok(cashFlow, {}, one)).data;
const waitingFor = async (one: Person) => (await server.ok(waitingActs, {}, one)).data;
const add = (rows: readonly number[]) => rows.reduce((a, b) => a + b, 0);

describe('the cash flow', () => {
  test('equals the details of the holdings to the dollar, month by month', async () => {
    const team = await newTeam(server);
    const one = await newVerifiedMember(server);
    const loans = [
      await signedLoan(server, EXAMPLE, { investors: [one] }),
      await signedLoan(
        server,
        { amount: 30_000, rateBps: 900, installments: 24, shares: [11_000, 12_000, 7_000] },
        { investors: [one, one] },
      ),
    ];
    const accounts = [];
    for (const loan of loans) accounts.push(await disburse(server, loan, team));
    const [first] = await schedule(server, loans[0]!.id);
    await goTo(server, first!.dueOn);
    await pay(server, accounts[0]!, 8_885);

    const flow = await flowOf(one);
    expect(flow.months).toHaveLength(24);
    expect(flow.months[11]?.month).toBe(first!.dueOn.slice(0, 7));
    const orders = [loans[0]!.orderIds[0]!, ...loans[1]!.orderIds.slice(0, 2)];
    const listed = (await server.ok(investing.holdings, {}, one)).data;
    const rows = [];
    let lent = 0;
    for (const invest_id of orders) {
      const { data } = await server.ok(investing.holding, { invest_id: String(invest_id) }, one);
      rows.push(...data.instalments);
      const next = data.instalments.find(({ receivedOn }) => receivedOn === null)!;
      const holding = listed.find(({ id }) => id === String(invest_id));
      expect(holding?.nextDueOn).toBe(next.dueOn);
      expect(holding?.nextAmount).toBe(next.expectedPrincipal + next.expectedInterest);
      lent += data.order.amount;
    }
    for (const { month, received, scheduled } of flow.months) {
      const came = rows.filter((row) => row.receivedOn?.startsWith(month));
      const due = rows.filter((row) => row.receivedOn === null && row.dueOn.startsWith(month));
      expect([month, received.principal]).toEqual([
        month,
        add(came.map((r) => r.receivedPrincipal)),
      ]);
      expect([month, received.interest]).toEqual([month, add(came.map((r) => r.receivedInterest))]);
      expect([month, received.fee]).toEqual([month, add(came.map((r) => r.fee))]);
      expect([month, scheduled]).toEqual([
        month,
        {
          principal: add(due.map((row) => row.expectedPrincipal)),
          interest: add(due.map((row) => row.expectedInterest)),
        },
      ]);
    }
    expect(add(flow.months.map(({ received }) => received.principal))).toBe(3_943);
    // The principal falls from what was lent to what is scheduled after the last month shown.
    const outstanding = flow.months.map((month) => month.outstanding);
    const now = 11;
    expect(outstanding[now]).toBe(lent - 3_943);
    for (const [i, { received }] of flow.months.entries()) {
      if (i > 0 && i <= now && outstanding[i - 1]! > 0) {
        expect(outstanding[i - 1]! - received.principal).toBe(outstanding[i]);
      }
    }
    expect(outstanding.at(-1)).toBe(
      lent - 3_943 - add(flow.months.map(({ scheduled }) => scheduled.principal)),
    );
    expect(Math.min(...outstanding)).toBeGreaterThanOrEqual(0);
    const next = rows
      .filter((row) => row.receivedOn === null)
      .map(({ dueOn, expectedPrincipal: p, expectedInterest: i }) => `${dueOn} ${p + i}`);
    expect(
      flow.upcoming.map((row) => `${row.dueOn} ${row.principal + row.interest}`).toSorted(),
    ).toEqual(next.toSorted().slice(0, 5));
    expect(flow.uncertain).toBe(0);
  });

  test('excludes what has no date; strangers have none, visitors are refused', async () => {
    const team = await newTeam(server);
    const loan = await signedLoan(server);
    await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.payableUntil, 9));
    const flow = await flowOf(loan.investors[0]!);
    expect(flow.uncertain).toBe(1);
    expect(flow.upcoming).toEqual([]);
    expect(add(flow.months.map(({ scheduled }) => scheduled.principal))).toBe(0);
    const stranger = await flowOf(await newInvestor(server));
    expect(stranger).toMatchObject({ upcoming: [], uncertain: 0 });
    expect(stranger.months.every(({ received }) => received.principal === 0)).toBe(true);
    expect((await server.ask(cashFlow, {})).status).toBe(401);
  });
});

describe('what an investor must do', () => {
  test('pay an order, until it is cancelled; no other member sees it', async () => {
    const one = await placed(10_000);
    expect(await waitingFor(one)).toMatchObject([
      { kind: 'pay', investId: one.orderId, amount: 10_000 },
    ]);
    const other = await place(await newCase(server), 3_000, one);
    expect(await waitingFor(one)).toHaveLength(2);
    await server.ok(investing.cancelOrder, { id: other.orderId }, one);
    expect(await waitingFor(one)).toHaveLength(1);
    expect(await waitingFor(await newInvestor(server))).toEqual([]);
    expect((await server.ask(waitingActs, {})).status).toBe(401);
  });

  test('vote in a poll, then agree to new terms', async () => {
    const desk = await newDesk(server);
    const loan = await violated(server, desk);
    const [first] = loan.investors;
    const vote = { kind: 'vote', investId: String(loan.orderIds[0]), amount: 50_000 };
    expect(await waitingFor(first!)).toMatchObject([vote]);
    const input = { loan_id: String(loan.id), answer: 3 as const };
    await server.ok(servicing.violationPoll, input, first);
    expect(await waitingFor(first!)).toEqual([]);

    const other = await negotiating(server, desk);
    await offered(server, desk, other);
    await agreed(server, other);
    const [investor] = other.investors;
    const invest_id = String(other.orderIds[0]);
    const agree = { kind: 'agree', investId: invest_id, amount: 50_000 };
    expect(await waitingFor(investor!)).toMatchObject([agree]);
    expect((await consent(server, other, 0)).code).toBeNull();
    expect(await waitingFor(investor!)).toEqual([]);
  });
});

describe('contracts held', () => {
  test('one sealed extract per order, with its own hash and its source’s', async () => {
    const office = await newOffice(server);
    const { borrower, investors, loan } = await funded(server, office);
    const [one, two] = investors;
    if (!one || !two) throw new Error('two investors fund it');
    expect((await server.ok(investorContracts, {}, one)).data).toEqual([]);
    await sign(server, borrower);
    const mine = await server.ok(investorContracts, {}, one);
    expect(mine).toMatchObject({
      total: 1,
      data: [{ caseNo: loan.caseNo, amount: 10_000, version: 1, installments: 12 }],
    });
    const his = await server.ok(investorContracts, {}, two);
    expect(his.data[0]?.masterSha256).toBe(mine.data[0]?.masterSha256);
    expect(his.data[0]?.sha256).not.toBe(mine.data[0]?.sha256);
    expect(his.data[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await server.ok(investorContracts, {}, await newInvestor(server))).total).toBe(0);
    expect((await server.ask(investorContracts, {})).status).toBe(401);
  });
});
