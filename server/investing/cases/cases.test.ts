// Tests what investors see over HTTP: the filtered list, one case, a calculation, the portfolio.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { newCase, newInvestor, newInvestors } from '../../../tests/actors/market.ts';
import { newMember, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { moveLoan } from '../../lending/front.ts';
import { inWork } from '../../work.ts';
import { FRESH_MAX_MS } from './board.ts';

const server = useServer();
const { searchCases, getCase, calculation, quickApply, orders } = investing;
const { holdings, holdingsUnversioned, holding, investorContract } = investing;

/**
 * Waits until the list must have been refreshed: it is never older than FRESH_MAX_MS, however slow
 * the machine is.
 */
const refreshed = () => sleep(FRESH_MAX_MS + 10);
const order = (loanId: number, amount: number) => ({
  id: String(loanId),
  invest_amount: amount,
  payment_mode: 1,
});

describe('search', () => {
  let member: Person;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    member = await newMember(server);
    const list = async (name: string, more: Parameters<typeof newCase>[1]) => {
      ids[name] = String(await newCase(server, more));
    };
    await list('cheap', { amount: 50_000, rateBps: 570, installments: 6, grade: 'A1', purpose: 1 });
    await list('dear', {
      amount: 90_000,
      rateBps: 1_500,
      installments: 24,
      grade: 'D2',
      plan: 'office',
    });
    await list('middle', { amount: 70_000, rateBps: 870, installments: 12, endsInDays: 2 });
    await list('full', { amount: 20_000, rateBps: 900, grade: 'A2' });
    await list('over', { amount: 30_000, endsInDays: -2 });
    await list('gone', { amount: 30_000 });
    const [one] = await newInvestors(server, 1);
    await server.ok(quickApply, order(Number(ids['full']), 20_000), one);
    await server.ok(quickApply, order(Number(ids['middle']), 35_000), one);
    const gone = Number(ids['gone']);
    await inWork(server.services, (work) => moveLoan(work, gone, 96, { action: 'loan.extended' }));
    await refreshed();
  });
  const names = (found: readonly { id: string }[]) =>
    found.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
  const search = async (filter: object) => {
    const { data, total } = await server.ok(searchCases, filter, member);
    expect(total).toBeGreaterThanOrEqual(data.length);
    return names(data);
  };

  test('shows what may be funded now, newest first', async () => {
    expect(await search({})).toEqual(['middle', 'dear', 'cheap']);
    const { data } = await server.ok(searchCases, { rateMin: 8.7, rateMax: 8.7 }, member);
    expect(data[0]).toMatchObject({
      planSlug: 'engineer',
      planName: '科技工程師方案',
      annualRate: 8.7,
      amountVal: 70_000,
      fundedAmount: 35_000,
      remainingAmount: 35_000,
      progress: 50,
      investorCount: 1,
      status: 40,
      statusText: '募集中',
      occupation: '科技工程',
      purpose: '房屋修繕／裝潢',
    });
    expect(data[0]?.expectedLoss).toBeGreaterThan(0);
  });

  test.each<[object, string[]]>([
    [{ plan: 'office' }, ['dear']],
    [{ plan: ['office', 'engineer'] }, ['middle', 'dear', 'cheap']],
    [{ rateMin: 8.7 }, ['middle', 'dear']],
    [{ rateMax: 8.7 }, ['middle', 'cheap']],
    [{ installment: [6, 24] }, ['dear', 'cheap']],
    [{ grade: 'A1' }, ['cheap']],
    [{ grade: ['A1', 'D2'] }, ['dear', 'cheap']],
    [{ amountMin: 70_000 }, ['middle', 'dear']],
    [{ amountMax: 69_999 }, ['cheap']],
    [{ purpose: 1 }, ['cheap']],
    [{ status: 'full' }, ['full']],
    [{ status: 'all' }, ['over', 'full', 'middle', 'dear', 'cheap']],
    [{ orderby: 'rate' }, ['dear', 'middle', 'cheap']],
    [{ orderby: 'rate', is_orderby_asc: true }, ['cheap', 'middle', 'dear']],
    [{ orderby: 'amount', is_orderby_asc: '1' }, ['cheap', 'middle', 'dear']],
    [{ orderby: 'due_date', is_orderby_asc: true }, ['middle', 'cheap', 'dear']],
    [{ orderby: 'installment' }, ['dear', 'middle', 'cheap']],
    [{ orderby: 'remaining', is_orderby_asc: true }, ['middle', 'cheap', 'dear']],
    [{ item_per_page: 1, offset: 1 }, ['dear']],
    [{ item_per_page: 100_000_000_000 }, ['middle', 'dear', 'cheap']],
    [{ plan: 'nobody' }, []],
  ])('%j finds %j', async (filter, expected) => {
    expect(await search(filter)).toEqual(expected);
  });

  test('excludes what the member cannot fund: their own, unpaid ones, at the cap', async () => {
    const investor = await newInvestor(server, { profile: 1 });
    const own = await newCase(server, { amount: 40_000, purpose: 9, borrowerId: investor.id });
    const unpaid = await newCase(server, { amount: 40_000, purpose: 9 });
    const capped = await newCase(server, { amount: 40_000, purpose: 9 });
    const free = await newCase(server, { amount: 40_000, purpose: 9 });
    await server.ok(quickApply, order(unpaid, 2_000), investor);
    const placed = await server.ok(quickApply, order(capped, 10_000), investor);
    await server.rows('update investing."order" set stored_status = 10 where id = $1', [
      placed.data.id,
    ]);
    await refreshed();
    const found = async (filter: object, how: Person) => {
      const { data } = await server.ok(searchCases, { purpose: 9, ...filter }, how);
      return data.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
    };
    expect(await found({}, investor)).toEqual([own, unpaid, capped, free]);
    expect(await found({ fundable: true }, investor)).toEqual([free]);
    expect(await found({ fundable: 1, status: 'all' }, investor)).toEqual([free]);
    expect(await found({ fundable: true }, member)).toEqual([own, unpaid, capped, free]);
    expect(await server.refused(searchCases, { fundable: 'yes' }, member)).toBe('INVALID_INPUT');
    await server.rows('update investing."order" set stored_status = 0 where id = $1', [
      placed.data.id,
    ]);
  });

  test('refuses unknown filters', async () => {
    for (const filter of [
      { orderby: 'amount; drop table' },
      { grade: 'Z9' },
      { item_per_page: 0 },
      { status: 'secret' },
    ]) {
      expect(await server.refused(searchCases, filter, member)).toBe('INVALID_INPUT');
    }
    expect((await server.ask(searchCases, {})).status).toBe(401);
  });

  test('shows orders within a moment, and ten concurrent ones need one query', async () => {
    const id = await newCase(server, { amount: 40_000, grade: 'C1' });
    await refreshed();
    const investors = await newInvestors(server, 2);
    for (const one of investors) await server.ok(quickApply, order(id, 10_000), one);
    await refreshed();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.ok(searchCases, { grade: 'C1' }, member)),
    );
    for (const { data } of answers) {
      expect(data[0]).toMatchObject({ fundedAmount: 20_000, investorCount: 2, progress: 50 });
    }
  });
});

describe('one case', () => {
  test('shows bands, checks, schedule, investors, and the member’s own maximum', async () => {
    const borrower = await newVerifiedMember(server);
    const id = await newCase(server, { amount: 100_000, borrowerId: borrower.id });
    const [a, b] = (await newInvestors(server, 2, { profile: 2 })) as [Person, Person];
    const placed = await server.ok(quickApply, order(id, 30_000), a);
    const { data } = await server.ok(getCase, { id: String(id) }, b);
    expect(data).toMatchObject({
      borrower: { ageBand: '30–39 歲', city: '臺北市', lateIn12Months: false },
      fundedAmount: 30_000,
      investorCount: 1,
      instalment: 8_885,
      orderMax: 50_000,
      ownCase: false,
      unpaidOrderId: null,
      unpaidPayBy: null,
      recentOrders: [{ name: '陳○文', amount: 30_000 }],
      threads: [30_000],
    });
    expect(data.schedule).toHaveLength(12);
    expect(data.checks.map(({ item }) => item)).toEqual(['身分', '手機', '銀行帳戶']);
    expect(JSON.stringify(data)).not.toContain('王小明');
    const again = await server.ok(getCase, { id }, a);
    expect(again.data).toMatchObject({
      orderMax: 20_000,
      unpaidOrderId: placed.data.id,
      unpaidPayBy: placed.data.payBy,
    });
    const own = await server.ok(getCase, { id }, borrower);
    expect(own.data).toMatchObject({ ownCase: true, orderMax: 0 });
  });

  test('that failed is found by its investors only', async () => {
    const id = await newCase(server);
    const [a, b] = (await newInvestors(server, 2)) as [Person, Person];
    await server.ok(quickApply, order(id, 10_000), a);
    await inWork(server.services, (work) => moveLoan(work, id, 96, { action: 'loan.extended' }));
    expect(await server.refused(getCase, { id }, b)).toBe('CASE_NOT_FOUND');
    expect((await server.ok(getCase, { id }, a)).data.status).toBe(96);
    expect(await server.refused(getCase, { id: '999999' }, a)).toBe('CASE_NOT_FOUND');
  });
});

describe('a calculation', () => {
  test('shows the income of an amount: 100,000 at 12 % over 12', async () => {
    const member = await newMember(server);
    const input = { amount: 100_000, rate: 12, installment: 12 };
    const { data } = await server.ok(calculation, input, member);
    expect(data.rows[0]).toMatchObject({ no: 1, principal: 7_885, interest: 1_000, fee: 100 });
    expect(data.totals).toEqual({
      principal: 100_000,
      interest: 6_619,
      fee: 662,
      net: 105_957,
    });
    expect(data.annualRate).toBe(12);
    expect(data.netIrr).toBeCloseTo(10.83, 1);
    expect(data.xirr).toBeGreaterThan(data.netIrr);
    expect(data.lossAdjusted).toBeLessThan(data.netIrr);
    const id = await newCase(server, { rateBps: 1_200, installments: 12 });
    const of = { id: String(id) };
    const same = await server.ok(calculation, { amount: 100_000, ...of }, member);
    expect(same.data.rows).toEqual(data.rows);
    // The net rate belongs to the case, so no rounding of an amount changes it.
    const small = await server.ok(calculation, { amount: 1_000, ...of }, member);
    expect(small.data.lossAdjusted).toBe(same.data.lossAdjusted);
  });

  test('requires an existing case, or terms', async () => {
    const member = await newMember(server);
    const ask = (input: object) => server.refused(calculation, input, member);
    expect(await ask({ amount: 1_000, id: '999999' })).toBe('CASE_NOT_FOUND');
    expect(await ask({ amount: 1_000 })).toBe('INVALID_INPUT');
    expect(await ask({ amount: 0, rate: 5, installment: 6 })).toBe('INVALID_INPUT');
    expect(await ask({ amount: 1_000, rate: 17, installment: 6 })).toBe('INVALID_INPUT');
  });
});

describe('the portfolio', () => {
  test('lists orders by tab, sort and page', async () => {
    const one = await newInvestor(server);
    const cases = [await newCase(server), await newCase(server), await newCase(server)];
    for (const [i, id] of cases.entries()) {
      await server.ok(quickApply, order(id, (i + 1) * 5_000), one);
    }
    const [first] = (await server.ok(orders, { order_type: 'unpaid' }, one)).data;
    expect(first).toMatchObject({ amount: 15_000, status: 0 });
    await server.ok(investing.cancelOrder, { id: first?.id ?? '' }, one);
    const list = async (filter: object) => {
      const { data, total } = await server.ok(orders, filter, one);
      return [total, ...data.map(({ amount }) => amount)];
    };
    expect(await list({})).toEqual([3, 15_000, 10_000, 5_000]);
    expect(await list({ order_type: 'unpaid' })).toEqual([2, 10_000, 5_000]);
    expect(await list({ order_type: 'expired' })).toEqual([1, 15_000]);
    expect(await list({ order_type: 'paid' })).toEqual([0]);
    expect(await list({ order_type: 'refund' })).toEqual([0]);
    expect(await list({ orderby: 'amount', is_orderby_asc: 1, item_per_page: 2 })).toEqual([
      3, 5_000, 10_000,
    ]);
    for (const orderby of ['rate', 'installment', 'status', 'due_date', 'remaining']) {
      expect((await list({ orderby, item_per_page: 999, offset: 0 }))[0]).toBe(3);
    }
    expect(await server.refused(orders, { orderby: 'id' }, one)).toBe('INVALID_INPUT');
    expect((await server.ok(orders, {}, await newInvestor(server))).total).toBe(0);
  });

  test('shows a funded order with its schedule after the disbursement', async () => {
    const one = await newInvestor(server);
    const id = await newCase(server, { amount: 20_000 });
    const placed = await server.ok(quickApply, order(id, 20_000), one);
    const virtualAccount = placed.data.virtualAccount?.account ?? '';
    await server.services.demonstration?.bank.transfer({ virtualAccount, amount: 20_000 });
    const { data, total } = await server.ok(holdings, {}, one);
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      id: placed.data.id,
      status: 15,
      statusText: '已滿額，待撥款',
      outstandingPrincipal: 20_000,
      receivedInterest: 0,
      nextDueOn: null,
    });
    const ongoing = await server.ok(holdings, { status: 'ongoing' }, one);
    expect(ongoing.total).toBe(1);
    const closed = await server.ok(holdingsUnversioned, { status: 40, extra: 1 } as object, one);
    expect(closed.total).toBe(0);
    const detail = await server.ok(holding, { invest_id: placed.data.id }, one);
    expect(detail.data).toMatchObject({ order: { paidAmount: 20_000 }, xirr: null });
    expect(detail.data.events.map(({ title }) => title)).toEqual([
      '出資',
      '已付款，待滿額',
      '已滿額，待對保簽約',
    ]);
    expect(await server.refused(holding, { invest_id: '999999' }, one)).toBe('ORDER_NOT_FOUND');
  });

  test('returns only the sealed extract of the investor’s own contract', async () => {
    const [one, intruder] = (await newInvestors(server, 2)) as [Person, Person];
    const id = await newCase(server, { amount: 20_000 });
    const placed = await server.ok(quickApply, order(id, 20_000), one);
    const invest_id = placed.data.id;
    expect(await server.refused(investorContract, { invest_id }, one)).toBe('CONTRACT_NOT_FOUND');
    const bytes = Buffer.from('%PDF-1.7 an extract');
    const stored = await server.services.files.put(bytes, 'application/pdf');
    await server.rows(
      `insert into lending.contract (loan_id, kind, order_id, stored, sha256, created_at)
       values ($1, 'extract', $2, $3, $4, now())`,
      [id, invest_id, stored, createHash('sha256').update(bytes).digest('hex')],
    );
    const answer = await server.ask(investorContract, { invest_id }, one);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.body.equals(bytes)).toBe(true);
    expect(await server.refused(investorContract, { invest_id }, intruder)).toBe('ORDER_NOT_FOUND');
  });
});
