// Test of filters in the query string, obstacles to an order, calendar files, and holdings.
import { money, ZERO } from '#contract/core/money.ts';
import { describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import type { CaseDetail, Holding, Order } from '#contract/investing/calls.ts';
import { calendarOf } from '../lending/loan/calendar-file.ts';
import {
  appliedOf,
  changed,
  cleared,
  rangeText,
  readFilter,
  searchOf,
  sortIdOf,
  toggled,
} from './cases/case-filter.ts';
import { amountIn, amountProblem, gateOf, quickAmounts } from './order/gate.ts';
import {
  byKey,
  byStatus,
  countOutstanding,
  differenceOf,
  groupOf,
  hintsOf,
  owesPenaltyOnly,
  principalParts,
} from '../portfolio/holdings.ts';
import { actionOf } from './order/order-action.ts';
import { asking, periodOf, readRange, readSort, sorted, within } from './order/order-list.ts';

const filterOf = (text: string) => readFilter(new URLSearchParams(text));

describe('the filter in the query string', () => {
  test('unknown values are ignored', () => {
    expect(filterOf('')).toMatchObject({ plan: [], status: 'open', sort: 'newest', page: 1 });
    const wrong = 'rate=9&term=abc&grade=Z&status=x&sort=y&page=-2';
    const more = 'amount=9-1&purpose=12345&fundable=yes&plan=A&view=list';
    expect(filterOf(`${wrong}&${more}`)).toEqual(filterOf(''));
  });
  test('becomes the input of the call', () => {
    const filter = filterOf('plan=office&rate=8-10&term=24&grade=B&status=all&sort=rate&page=3');
    expect(searchOf(filter)).toEqual({
      plan: ['office'],
      rateMin: 8,
      rateMax: 10,
      installment: [24],
      grade: ['B1', 'B2'],
      status: 'all',
      orderby: 'rate',
      is_orderby_asc: false,
      item_per_page: 20,
      offset: 40,
    });
    const more = 'plan=office,public&term=6,24&grade=A,D&amount=-200000&purpose=3&fundable=1';
    expect(searchOf(filterOf(`${more}&sort=amount-up`))).toEqual({
      plan: ['office', 'public'],
      installment: [6, 24],
      grade: ['A1', 'A2', 'D1', 'D2'],
      amountMax: 200_000,
      purpose: 3,
      fundable: true,
      status: 'open',
      orderby: 'amount',
      is_orderby_asc: true,
      item_per_page: 20,
      offset: 0,
    });
    expect(searchOf(filterOf(''))).toEqual({
      status: 'open',
      orderby: 'created_at',
      is_orderby_asc: false,
      item_per_page: 20,
      offset: 0,
    });
  });
  test('a change returns to the first page and leaves out defaults', () => {
    const query = new URLSearchParams('plan=office&page=4&sort=rate');
    expect(changed(query, 'term', '12').toString()).toBe('plan=office&sort=rate&term=12');
    expect(changed(query, 'plan', '').toString()).toBe('sort=rate');
    expect(changed(query, 'status', 'open').toString()).toBe('plan=office&sort=rate');
    expect(changed(query, 'sort', 'newest').toString()).toBe('plan=office');
    expect(cleared(query).toString()).toBe('sort=rate');
    expect(changed(query, 'view', 'table').toString()).toBe(
      'plan=office&page=4&sort=rate&view=table',
    );
    expect(toggled(['a', 'b'], 'a')).toBe('b');
    expect(toggled(['a'], 'b')).toBe('a,b');
    expect(rangeText({ min: null, max: 12 })).toBe('-12');
    expect(rangeText({ min: null, max: null })).toBe('');
  });
  test('a table header sorts by its own word, or by the list’s', () => {
    expect(sortIdOf('rate', false)).toBe('rate');
    expect(sortIdOf('rate', true)).toBe('rate-up');
    expect(sortIdOf('remaining', true)).toBe('remaining');
    expect(filterOf('sort=amount-down').sort).toBe('amount-down');
    expect(sortIdOf('nothing', true)).toBe('newest');
  });
  test('active filters are described, each with the result of its removal', () => {
    const filter = filterOf('plan=office,public&term=24&rate=8-&amount=-200000&status=full');
    expect(appliedOf(filter, (slug) => `方案 ${slug}`)).toEqual([
      { name: 'plan', label: '方案 office', without: 'public' },
      { name: 'plan', label: '方案 public', without: 'office' },
      { name: 'rate', label: '年化利率 8% 以上', without: '' },
      { name: 'term', label: '24 期', without: '' },
      { name: 'amount', label: '金額 $\u00a0200,000 以下', without: '' },
      { name: 'status', label: '募集狀態：已滿額', without: '' },
    ]);
    expect(appliedOf(filterOf('sort=rate&page=2&view=table'), String)).toEqual([]);
  });
});

describe('obstacles to an order', () => {
  const now = Date.parse('2026-11-20T04:00:00Z');
  const open = {
    id: '7',
    planSlug: 'office',
    ownCase: false,
    unpaidOrderId: null,
    unpaidPayBy: null,
    remainingAmount: 50_000,
    orderMax: 20_000,
    status: 40,
    endsAt: '2026-11-25T15:59:59Z',
  } as CaseDetail;
  const member = (verificationStatus: 2 | 3 | 4, stage = 4, status = 3) => ({
    verificationStatus,
    verification: { verifiedIDStage: stage, verifiedIDstatus: status },
  });
  const gate = (of: Partial<CaseDetail>, who = member(4), until: string | null = '2027-11-20') =>
    gateOf({ ...open, ...of }, who, until, { now, today: '2026-11-20', back: '/investment/7' });

  test('none for a verified member with a valid profile', () => {
    expect(gate({})).toBeNull();
  });
  test.each<[string, Partial<CaseDetail>, string]>([
    ['his own case', { ownCase: true }, '/account/loan'],
    ['an unpaid order', { unpaidOrderId: '3' }, '/investment/bank-transfer?order=3'],
    ['a full case', { remainingAmount: ZERO, status: 50 }, '/investment?plan=office'],
    ['a case past its end', { endsAt: '2026-11-20T03:59:59Z' }, '/investment?plan=office'],
    ['a cap that is used up', { orderMax: ZERO }, '/account/profile/suitability'],
  ])('%s', (_, of, to) => {
    expect(gate(of)?.to).toBe(to);
  });
  test('an order past its deadline waits for the bank and asks for no more money', () => {
    const of = (payBy: string) => gate({ unpaidOrderId: '3', unpaidPayBy: payBy });
    expect(of('2026-11-20T04:00:01Z')?.action).toBe('查看匯款資訊');
    expect(of('2026-11-20T03:59:59Z')).toMatchObject({
      title: '您在此案件的出資正在等待銀行確認',
      action: '查看付款狀態',
      to: '/investment/bank-transfer?order=3',
    });
  });
  test.each([
    ['nothing yet', member(3, 0, 0), '完成身分驗證即可出資（約 6 分鐘）'],
    ['in review', member(2, 4, 1), '身分驗證審核中'],
    ['sent back', member(2, 4, 2), '身分驗證需要補件'],
  ])('a member whose verification is at: %s', (_, who, title) => {
    expect(gate({}, who)?.title).toBe(title);
  });
  test('no profile, or an expired one', () => {
    expect(gate({}, member(4), null)?.action).toBe('開始評估');
    const over = gate({}, member(4), '2026-11-19');
    expect(over?.action).toBe('重新評估');
    expect(over?.to).toContain('redirectTo=%2Finvestment%2F7');
  });

  test('amounts', () => {
    const of = { remainingAmount: money(33_600), orderMax: money(20_000) };
    expect(amountProblem(null, of)).toBe('請輸入出資金額');
    expect(amountProblem(500, of)).toBe('出資金額至少 $\u00a01,000');
    expect(amountProblem(1500, of)).toBe('出資金額需為 $\u00a01,000 的倍數');
    expect(amountProblem(40_000, of)).toBe('本案尚餘 $\u00a033,600，請調整金額');
    expect(amountProblem(21_000, of)).toBe('已超過您目前可出資的上限 $\u00a020,000');
    expect(amountProblem(20_000, of)).toBeUndefined();
    expect(quickAmounts(20_000)).toEqual([1000, 5000, 10_000, 20_000]);
    expect(quickAmounts(5000)).toEqual([1000, 5000]);
    expect(quickAmounts(0)).toEqual([]);
    expect(['10000', '', ' ', '1e9x', '-5', '1.5', null].map(amountIn)).toEqual([
      10_000,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a calendar entry', async () => {
  const deadline = {
    uid: 'P00000001@example.com',
    title: '百溪出資轉帳期限 $\u00a010,000',
    text: `銀行：812 台新\n金額：10000 元; 訂單, 期限 a\\b ${'百溪'.repeat(60)}`,
    until: '2026-11-22T15:59:59.000Z',
  };
  const file = await calendarOf([deadline], Date.parse('2026-11-20T04:00:00Z'));
  test('ends with the deadline and reminds before it', () => {
    expect(file).toContain('DTSTART:20261122T145959Z\r\n');
    expect(file).toContain('DTEND:20261122T155959Z\r\n');
    expect(file).toContain('DTSTAMP:20261120T040000Z\r\n');
    expect(file).toContain('TRIGGER:-P1D\r\n');
    expect(file).toContain('TRIGGER:-PT3H\r\n');
    expect(file).toContain(String.raw`元\; 訂單\, 期限`);
  });
  test('no line is longer than 75 octets, and unfolding restores it', () => {
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const unfolded = file.replaceAll('\r\n ', '');
    expect(unfolded).toContain(String.raw`期限 a\\b ${'百溪'.repeat(60)}` + '\r\n');
    expect(file.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
  });
});

const holding = (id: string, status: number, more: Partial<Holding> = {}) =>
  ({
    id,
    caseNo: `A${id}`,
    status,
    amount: 10_000,
    outstandingPrincipal: 8000,
    receivedInterest: 100,
    valuation: { state: 'current', lossRate: 0, value: 8000 },
    fee: 10,
    nextDueOn: null,
    nextAmount: null,
    ...more,
  }) as Holding;

describe('the parts of a portfolio', () => {
  const held = (id: string, amount: number, more: Partial<Holding> = {}) =>
    holding(id, 20, { outstandingPrincipal: money(amount), caseNo: `A${id}`, ...more });
  test('parts by status in their own order, without settled ones', () => {
    const settled = holding('4', 40, { outstandingPrincipal: ZERO });
    const rows = [held('1', 500, { status: 25 }), held('2', 300), held('3', 200), settled];
    expect(byStatus(rows).map(({ id, amount, count }) => [id, amount, count])).toEqual([
      ['ongoing', 500, 2],
      ['overdue', 500, 1],
    ]);
  });
  test('shares add up to 100, whatever each amount is', () => {
    const rows = [held('1', 1), held('2', 1, { status: 25 }), held('3', 1, { status: 30 })];
    expect(byStatus(rows).map(({ share }) => share)).toEqual([34, 33, 33]);
    const terms = [6, 12, 18, 24, 30, 36].map((installments, i) =>
      held(String(i), 100 + i, { installments }),
    );
    const shares = byKey(terms, 'term').map(({ share }) => share);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
  });
  test('what waits for its disbursement is not part of the lent sum', () => {
    const waiting = held('9', 900, { status: 15, valuation: null });
    const rows = [held('1', 500, { status: 25 }), held('2', 500), waiting];
    expect(byStatus(rows).map(({ id, share }) => [id, share])).toEqual([
      ['ongoing', 50],
      ['overdue', 50],
    ]);
    expect(hintsOf(rows).find(({ id }) => id === 'troubled')?.share).toBe(50);
  });
  test('an order that waits for its disbursement has no outstanding principal yet', () => {
    const parts = { receivedPrincipal: ZERO, lostPrincipal: ZERO };
    const namesOf = (one: Holding) => principalParts(one).map(({ name, share }) => [name, share]);
    expect(namesOf(held('1', 900, { ...parts, status: 15, valuation: null }))).toEqual([
      ['已收回本金', 0],
      ['等待撥款', 100],
      ['損失本金', 0],
    ]);
    expect(namesOf(held('1', 900, { ...parts, receivedPrincipal: money(300) }))).toEqual([
      ['已收回本金', 25],
      ['在貸本金', 75],
      ['損失本金', 0],
    ]);
  });
  test('written-off holdings are a group of their own, apart from those at court', () => {
    const lost = { state: 'writtenOff', lossRate: 90, value: money(800) } as const;
    expect(groupOf(held('1', 0, { status: 38, valuation: lost }))?.id).toBe('writtenOff');
    expect(groupOf(held('2', 500, { status: 38 }))?.id).toBe('legal');
  });
  test('written-off holdings do not count among those with outstanding principal', () => {
    const valuation = [
      { state: 'current', holdings: 14 },
      { state: 'legal', holdings: 1 },
      { state: 'writtenOff', holdings: 2 },
    ] as const;
    expect(countOutstanding({ valuation })).toBe(15);
  });
  test('a hint says the sum of its bars', () => {
    const rows = [held('1', 335, { status: 25 }), held('2', 335, { status: 30 }), held('3', 330)];
    const bars = byStatus(rows).filter(({ id }) => id !== 'ongoing');
    expect(hintsOf(rows).find(({ id }) => id === 'troubled')?.share).toBe(
      bars.reduce((sum, { share }) => sum + share, 0),
    );
  });
  test('plans by amount; terms by length', () => {
    const rows = [
      held('1', 100, { planName: '甲', installments: 24 }),
      held('2', 900, { planName: '乙', installments: 6 }),
    ];
    expect(byKey(rows, 'plan').map(({ label }) => label)).toEqual(['乙', '甲']);
    expect(byKey(rows, 'term').map(({ label }) => label)).toEqual(['6 期', '24 期']);
  });
  test('hints if one case, risky grades or late ones are a large part', () => {
    expect(hintsOf([])).toEqual([]);
    const even = Array.from({ length: 10 }, (_, i) =>
      held(String(i), 100, { planName: `方案 ${i % 3}`, grade: 'A1' }),
    );
    expect(hintsOf(even)).toEqual([]);
    const lopsided = [held('x', 900, { grade: 'D1', status: 25, planName: '方案 9' }), ...even];
    expect(hintsOf(lopsided).map(({ id, title }) => [id, title])).toEqual([
      ['case', '單一案件占 47%，建議分散'],
      ['grade', 'C、D 等級占 47%'],
      ['troubled', '逾期、違約與法律程序占 47%'],
    ]);
  });
});

describe('the orders page', () => {
  const today = day('2026-11-21');
  const rangeOf = (text: string) => readRange(new URLSearchParams(text), today);
  test('reads its period from the URL, and corrects invalid ones', () => {
    expect(rangeOf('')).toEqual({ id: '90', from: '2026-08-24', to: today });
    expect(rangeOf('range=30')).toEqual({ id: '30', from: '2026-10-23', to: today });
    expect(rangeOf('range=year').from).toBe('2026-01-01');
    expect(rangeOf('range=own&from=2026-02-01&to=2026-03-01')).toEqual({
      id: 'own',
      from: '2026-02-01',
      to: '2026-03-01',
    });
    expect(rangeOf('range=own&from=2026-02-30&to=x').to).toBe(today);
    expect(rangeOf('range=own&from=2026-05-01&to=2026-03-01').from).toBe('2026-03-01');
    expect(periodOf(rangeOf('range=30'))).toEqual({
      start_at: '2026-10-23 00:00:00',
      end_at: '2026-11-21 23:59:59',
    });
  });
  test('sorts by the URL’s field, newest first by default', () => {
    const order = (id: string, amount: number, createdAt: string) =>
      ({ id, amount, createdAt, payBy: createdAt, status: 0, refunds: [] }) as unknown as Order;
    const rows = [order('1', 5, '2026-11-01T00:00:00Z'), order('2', 9, '2026-10-01T00:00:00Z')];
    const idsBy = (text: string) =>
      sorted(rows, readSort(new URLSearchParams(text))).map(({ id }) => id);
    expect(idsBy('')).toEqual(['1', '2']);
    expect(idsBy('sort=amount-desc')).toEqual(['2', '1']);
    expect(idsBy('sort=password-asc')).toEqual(['1', '2']);
    expect(within(rows, rangeOf('range=30')).map(({ id }) => id)).toEqual(['1']);
  });
  test('a change returns to the first page', () => {
    const query = new URLSearchParams('type=paid&page=3');
    expect(asking(query, { sort: 'at-asc' }).toString()).toBe('type=paid&sort=at-asc');
    expect(asking(query, { type: null }).toString()).toBe('');
  });
});

describe('orders', () => {
  test('each status has its action', () => {
    const NOW = Date.parse('2026-11-20T04:00:00Z');
    const labelOf = (status: number, payBy = '2026-11-21T04:00:00Z') =>
      actionOf({ id: '1', caseId: '2', amount: 3000, status, payBy } as Order, NOW).label;
    expect([0, 5, 10, 15, 20, 35, 40, 50, 55, 60].map((status) => labelOf(status))).toEqual([
      '查看匯款資訊',
      '查看匯款資訊',
      '查看明細',
      '查看明細',
      '查看還款',
      '查看還款',
      '查看還款',
      '重新出資',
      '查看明細',
      '查看明細',
    ]);
    const past = '2026-11-20T03:59:59Z';
    expect([0, 5, 10].map((status) => labelOf(status, past))).toEqual([
      '查看付款狀態',
      '查看付款狀態',
      '查看明細',
    ]);
  });
});

test('received against expected; nothing for what is not due', () => {
  const row = {
    status: 'paid',
    expectedPrincipal: money(3_943),
    expectedInterest: money(500),
    receivedPrincipal: money(3_943),
    receivedInterest: money(500),
    receivedLateInterest: ZERO,
    receivedPenalty: ZERO,
    receivedPrepaymentFee: ZERO,
  };
  expect(differenceOf(row)).toBe(0);
  const late = { receivedLateInterest: money(20), receivedPenalty: money(9) };
  expect(differenceOf({ ...row, ...late })).toBe(29);
  const nothing = { ...row, receivedPrincipal: ZERO, receivedInterest: ZERO };
  expect(differenceOf({ ...nothing, status: 'late' })).toBe(-4_443);
  expect(differenceOf({ ...nothing, status: 'upcoming' })).toBeNull();
  expect(differenceOf({ ...row, status: 'partial', receivedPrincipal: ZERO })).toBe(-3_943);
  expect(owesPenaltyOnly({ ...row, status: 'late' })).toBe(true);
  expect(owesPenaltyOnly({ ...row, status: 'late', receivedPrincipal: ZERO })).toBe(false);
  expect(owesPenaltyOnly(row)).toBe(false);
});
