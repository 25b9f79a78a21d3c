// Tests an investor's overviews: what they count, for whom, and how they treat a period.
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { investingOverview } from '#contract/investing/overview.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  today,
} from '../../tests/actors/loans.ts';
import { newCase, newInvestor } from '../../tests/actors/market.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const { placed, place, letPass, runJobs, pay: payOrder } = paymentsOn(server);
const { orderSummary, ongoingSummary, overdue, statusDots, setStatusDot, selectedCases } =
  investingOverview;

/** Writes a day as the client of the specification does, with minutes and seconds swapped. */
const within = (from: string, to: string) => ({
  start_at: `${from} 00:00:00`,
  end_at: `${to} 23:59:59`,
});
const always = () => within('2020-01-01', addDays(today(server), 1));
const dotsOf = async (one: Person) => (await server.ok(statusDots, {}, one)).data;

describe('the order summary', () => {
  test('counts orders by state, within the period only', async () => {
    const one = await placed(10_000);
    await payOrder(one, 10_000);
    const late = await place(await newCase(server), 5_000, one);
    await letPass(late, 1);
    await runJobs();
    await place(await newCase(server), 3_000, one);
    const { data } = await server.ok(orderSummary, always(), one);
    expect(data).toEqual({
      total: { orders: 3, amount: 18_000 },
      unpaid: { orders: 1, amount: 3_000 },
      paid: { orders: 1, amount: 10_000 },
      funded: { orders: 0, amount: 0 },
      refunded: { orders: 0, amount: 0 },
      ended: { orders: 1, amount: 5_000 },
    });
    const before = await server.ok(orderSummary, within('2020-01-01', '2020-12-31'), one);
    expect(before.data.total).toEqual({ orders: 0, amount: 0 });
  });

  test('accepts days with any time; other input is malformed', async () => {
    const one = await newInvestor(server);
    for (const time of ['', ' 23:59:59', ' 12:99:00', 'T08:00']) {
      const input = { start_at: `2026-01-01${time}`, end_at: '2026-12-31' };
      expect((await server.ask(orderSummary, input, one)).status).toBe(200);
    }
    for (const input of [
      {},
      { start_at: '2026-02-30', end_at: '2026-12-31' },
      { start_at: '2026-12-31', end_at: '2026-01-01' },
      { start_at: "2026-01-01'; drop table", end_at: '2026-12-31' },
    ]) {
      expect(await server.refused(orderSummary, input, one)).toBe('INVALID_INPUT');
    }
    expect((await server.ask(orderSummary, always())).status).toBe(401);
  });
});

describe('the portfolio', () => {
  test('sums principal outstanding, received and late, to the dollar', async () => {
    const team = await newTeam(server);
    const loan = await signedLoan(server);
    const [first] = loan.investors;
    const stranger = await newInvestor(server);
    const empty = await server.ok(ongoingSummary, always(), stranger);
    expect(empty.data).toMatchObject({ holdings: 0, outstandingPrincipal: 0, xirr: null });
    const waiting = await server.ok(ongoingSummary, always(), first);
    expect(waiting.data).toMatchObject({ holdings: 1, invested: 50_000, outstandingPrincipal: 0 });

    const account = await disburse(server, loan, team);
    const rows = await schedule(server, loan.id);
    await goTo(server, rows[0]!.dueOn);
    await pay(server, account, 8_885);
    const { data } = await server.ok(ongoingSummary, always(), first);
    // The design document's example: from the first instalment the member gets 3,943 of principal
    // and 500 of interest, less a fee of 50.
    expect(data).toMatchObject({
      outstandingPrincipal: 50_000 - 3_943,
      overduePrincipal: 0,
      receivedPrincipal: 3_943,
      receivedInterest: 500,
      fee: 50,
    });
    expect(data.xirr).toBeGreaterThan(5);
    const earlier = await server.ok(ongoingSummary, within('2020-01-01', '2020-12-31'), first);
    expect(earlier.data).toMatchObject({ receivedPrincipal: 0, outstandingPrincipal: 46_057 });

    expect((await server.ok(overdue, always(), first)).total).toBe(0);
    await goTo(server, addDays(rows[1]!.payableUntil, 9));
    const late = await server.ok(overdue, within('2020-01-01', today(server)), first);
    expect(late).toMatchObject({
      total: 1,
      data: [{ caseId: String(loan.id), lateSince: rows[1]!.payableUntil, lateDays: 9 }],
    });
    const other = await server.ok(overdue, within('2020-01-01', '2020-12-31'), first);
    expect(other.total).toBe(0);
    const now = await server.ok(ongoingSummary, always(), first);
    expect(now.data).toMatchObject({ overdueCount: 1, overduePrincipal: 46_057 });
    // Loans under negotiation have a separate figure.
    await server.rows('update lending.loan set status = 75 where id = $1', [loan.id]);
    const talked = await server.ok(ongoingSummary, always(), first);
    expect(talked.data).toMatchObject({
      overdueCount: 0,
      overduePrincipal: 0,
      negotiatingCount: 1,
      negotiatingPrincipal: 46_057,
    });
    await server.rows('update lending.loan set status = 65 where id = $1', [loan.id]);
    expect((await server.ok(overdue, always(), stranger)).total).toBe(0);
    for (const call of [ongoingSummary, overdue]) {
      expect((await server.ask(call, always())).status).toBe(401);
    }
  });
});

describe('dots', () => {
  test('appear with news, disappear when seen, and reappear with more news', async () => {
    const one = await newVerifiedMember(server);
    expect(Object.values(await dotsOf(one)).every((lit) => !lit)).toBe(true);
    const team = await newTeam(server);
    const investors = [one];
    const loan = await signedLoan(server, EXAMPLE, { investors });
    expect(await dotsOf(one)).toMatchObject({ ongoing: true, overdue: false, unpaid: false });
    await server.ok(setStatusDot, { type: 'ongoing', value: false }, one);
    await server.ok(setStatusDot, { type: 'ongoing', value: 0 }, one);
    expect((await dotsOf(one)).ongoing).toBe(false);
    await disburse(server, loan, team);
    expect((await dotsOf(one)).ongoing).toBe(true);
    await server.ok(setStatusDot, { type: 'ongoing', value: false }, one);
    await server.ok(setStatusDot, { type: 'ongoing', value: true }, one);
    expect((await dotsOf(one)).ongoing).toBe(true);
  });

  test('are the member’s own, of a known type', async () => {
    const one = await placed(10_000);
    const other = await newInvestor(server);
    expect((await dotsOf(one)).unpaid).toBe(true);
    await server.ok(setStatusDot, { type: 'unpaid', value: false }, other);
    expect((await dotsOf(one)).unpaid).toBe(true);
    const wrong = { type: 'unpaid; --', value: false };
    expect(await server.refused(setStatusDot, wrong, one)).toBe('INVALID_INPUT');
    expect((await server.ask(statusDots, {})).status).toBe(401);
    expect((await server.ask(setStatusDot, { type: 'paid', value: 0 })).status).toBe(401);
  });
});

describe('selected cases', () => {
  test('are six at most: pinned, nearly funded, ending soonest', async () => {
    const investor = await newInvestor(server);
    const soon = await newCase(server, { endsInDays: 1 });
    const nearly = await newCase(server, { amount: 10_000, endsInDays: 9 });
    await place(nearly, 8_000);
    const pinned = await newCase(server, { endsInDays: 14 });
    await server.rows('update lending.loan set pinned = true where id = $1', [pinned]);
    const full = await newCase(server, { amount: 10_000 });
    await place(full, 10_000);
    for (let i = 0; i < 6; i += 1) await newCase(server, { endsInDays: 8 });
    const { data } = await server.ok(selectedCases, {}, investor);
    expect(data).toHaveLength(6);
    expect(data.slice(0, 3).map(({ id }) => Number(id))).toEqual([pinned, nearly, soon]);
    expect(data.map(({ id }) => Number(id))).not.toContain(full);
    expect(data[1]).toMatchObject({ fundedAmount: 8_000, progress: 80, investorCount: 1 });
    expect((await server.ask(selectedCases, {})).status).toBe(401);
  });
});
