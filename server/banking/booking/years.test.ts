// Tests of the year-end close: two persons carry the result of a year to retained earnings, in the
// order of the years, and nothing changes a closed year afterwards.
import { balanceSheetList, incomeStatementList, trialBalanceList } from '#contract/ledger/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { bookingsOffice } from '#contract/banking/bookings.ts';
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { yearsOffice } from '#contract/banking/years.ts';
import { type Day, day } from '#contract/core/day.ts';
import type { AccountKind } from '#contract/ledger/kinds.ts';
import { randomOf } from '../../../actors/random.ts';
import { type Desk, newDesk, rent, signThrough } from '../../../tests/actors/bookings.ts';
import { disburse, EXAMPLE, signedLoan } from '../../../tests/actors/loans.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { repeatThrice } from '../../../tests/actors/repeats.ts';
import { useServer } from '../../../tests/server.ts';
import { post } from '../../ledger/front.ts';
import { inWork } from '../../work.ts';

const server = useServer();
const { listYears, proposeYearClose } = yearsOffice;
const { reopenDay, decideReopening } = reconciliationOffice;
const random = randomOf(2_026);
let desk: Desk;

let posted = 0;
/** Books an amount of the company on a day of the past. */
function book(on: Day, debit: AccountKind, credit: AccountKind, amount: number) {
  posted += 1;
  const id = `test:year:${posted}`;
  const entries = [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ];
  return inWork(server.services, (work) =>
    post(work, [{ id, kind: 'recourse_recovered', on, entries }]),
  );
}

/** Random income, expenses and capital in a year; returns what the year earned and was paid in. */
async function trade(year: number) {
  let [result, capital] = [0, 0];
  for (let count = 0; count < 12; count += 1) {
    const on = day(`${year}-${String(count + 1).padStart(2, '0')}-${random.int(10, 28)}`);
    const amount = random.int(1, 90_000);
    const kind = random.int(0, 3);
    if (kind === 0) await book(on, 'platform_bank', 'interest_income', amount);
    else if (kind === 1) await book(on, 'operating_expense', 'platform_bank', amount);
    else if (kind === 2) await book(on, 'bank_fee', 'platform_bank', amount);
    else await book(on, 'platform_bank', 'share_capital', amount);
    if (kind === 0) result += amount;
    else if (kind === 3) capital += amount;
    else result -= amount;
  }
  return { result, capital };
}

const years = async () => (await server.ok(listYears, {}, desk.auditor)).data;
const blocks = async () =>
  Object.fromEntries((await years()).map(({ year, block }) => [year, block]));
const refusal = (year: string) => server.refused(proposeYearClose, { year }, desk.maker);
const propose = async (year: string) =>
  (await server.ok(proposeYearClose, { year }, desk.maker)).data.id;

async function sheet(on: string) {
  const { data } = await server.ok(
    balanceSheetList,
    { entity: 'company', on: day(on) },
    desk.auditor,
  );
  return new Map(data.map(({ name, amount }) => [name, amount as number]));
}

const traded: Record<string, { result: number; capital: number }> = {};
beforeAll(async () => {
  desk = await newDesk(server);
  for (const year of [2023, 2025]) traded[year] = await trade(year);
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  expect(await desk.check(await desk.propose(rent(server)))).toBeNull();
  traded[2026] = { result: 4_015 - 191 - 1_200, capital: 0 };
});

test('a year whose days are open cannot be closed', async () => {
  expect(await blocks()).toEqual({
    2026: 'YEAR_DAYS_OPEN',
    2025: 'YEAR_DAYS_OPEN',
    2024: 'YEAR_DAYS_OPEN',
    2023: 'YEAR_DAYS_OPEN',
  });
  expect(await refusal('2023')).toBe('YEAR_DAYS_OPEN');
  const early = { kind: 'year_closed' as const, on: day('2023-12-31') };
  const entries = [
    { account: 'retained_earnings' as const, amount: 1 },
    { account: 'loss' as const, amount: -1 },
  ];
  const transfer = { id: 'test:early', ...early, entries };
  await expect(inWork(server.services, (work) => post(work, [transfer]))).rejects.toThrow(
    'closed on its last day',
  );
});

test('years are closed in their order, once their last day is signed', async () => {
  await server.advance(40);
  await signThrough(server, desk, day('2026-12-31'));
  expect(await blocks()).toEqual({
    2027: 'YEAR_DAYS_OPEN',
    2026: 'YEAR_EARLIER_OPEN',
    2025: 'YEAR_EARLIER_OPEN',
    2024: 'YEAR_EMPTY',
    2023: null,
  });
  expect(await refusal('2025')).toBe('YEAR_EARLIER_OPEN');
  expect(await refusal('2024')).toBe('YEAR_EMPTY');
  const found = await years();
  expect(found.map(({ signedThrough }) => signedThrough)).toEqual([
    null,
    '2026-12-31',
    '2025-12-31',
    '2024-12-31',
    '2023-12-31',
  ]);
  for (const { year, result } of found) expect(result).toBe(traded[year]?.result ?? 0);
});

test('the second person books exactly what was proposed, or nothing', async () => {
  await repeatThrice(server, proposeYearClose, { year: '2023' }, desk.maker);
  expect(await blocks()).toMatchObject({ 2023: 'YEAR_CHECKING', 2025: 'YEAR_EARLIER_OPEN' });
  expect(await refusal('2023')).toBe('YEAR_CHECKING');
  const first = (await years()).at(-1)!.booking!.id;
  expect(await desk.check(first, 'approve', desk.maker)).toBe('MAKER_IS_CHECKER');

  // The days are reopened, and a late expense changes the result.
  const reopened = { day: day('2023-12-31'), reason: '漏記費用' };
  await server.ok(reopenDay, reopened, desk.maker);
  await server.ok(decideReopening, { day: reopened.day, agree: true }, desk.checker);
  expect(await desk.check(first), 'days are open').toBe('DECISION_INVALID');
  await book(day('2023-12-31'), 'operating_expense', 'platform_bank', 77);
  traded[2023]!.result -= 77;
  await signThrough(server, desk, day('2026-12-31'));
  expect(await desk.check(first), 'figures changed').toBe('DECISION_INVALID');
  expect(await desk.read(first)).toMatchObject({ state: 'checking', transferId: null });
  expect(await desk.check(first, 'return')).toBeNull();

  // A request to reopen a day of the year waits while the year is closed.
  await server.ok(reopenDay, { day: day('2023-05-05'), reason: '再看一次' }, desk.maker);
  const second = await propose('2023');
  expect(await desk.check(second)).toBeNull();
  expect((await years()).at(-1)).toMatchObject({
    block: 'YEAR_CLOSED',
    result: traded[2023]!.result,
    booking: { id: second, maker: expect.any(String), checker: expect.any(String) },
  });
});

test('a closed year stays closed: no reopening, no reversal, no second close', async () => {
  const agree = { day: day('2023-05-05'), agree: true };
  expect(await server.refused(decideReopening, agree, desk.checker)).toBe('YEAR_CLOSED');
  await server.ok(decideReopening, { ...agree, agree: false }, desk.checker);
  const again = { day: day('2023-12-31'), reason: '再看一次' };
  expect(await server.refused(reopenDay, again, desk.maker)).toBe('YEAR_CLOSED');
  expect(await refusal('2023')).toBe('YEAR_CLOSED');
  const booking = (await years()).at(-1)!.booking!.id;
  expect(await desk.read(booking)).toMatchObject({ state: 'booked', mayReverse: false });
  const reverse = { id: booking, reason: '想沖銷' };
  expect(await server.refused(bookingsOffice.reverseBooking, reverse, desk.maker)).toBe(
    'BOOKING_STATE',
  );
  await book(day('2023-06-01'), 'bank_fee', 'platform_bank', 5);
  const [late] = await server.rows<{ on: string }>(
    'select booked_on::text as "on" from ledger.transfer where id = $1',
    [`test:year:${posted}`],
  );
  expect(late?.on, 'on the first open day').toBe('2027-01-01');
  const { getDay } = reconciliationOffice;
  const shown = await server.ok(getDay, { day: day('2023-12-31') }, desk.auditor);
  expect(shown.data).toMatchObject({ closed: true, isYearClosed: true });
});

test('equity is that of the year before plus capital and result; reports keep it', async () => {
  for (const year of ['2025', '2026']) {
    expect(await desk.check(await propose(year))).toBeNull();
  }
  let equity = 0;
  for (const year of ['2023', '2025', '2026']) {
    const { result, capital } = traded[year]!;
    equity += result + capital;
    const end = await sheet(`${year}-12-31`);
    expect(end.get('權益總計'), year).toBe(equity);
    expect(end.get('本期損益'), 'all of it is carried').toBeUndefined();
    expect(end.get('資產總計')).toBe(end.get('負債及權益總計'));
    const month = `${year}-12`;
    const { data } = await server.ok(incomeStatementList, { month }, desk.auditor);
    expect(data.at(-1)).toMatchObject({ name: '本期損益', yearToDate: result });
    const next = day(`${Number(year) + 1}-01-01`);
    const opening = await server.ok(
      trialBalanceList,
      { entity: 'company', from: next, to: next },
      desk.auditor,
    );
    const earned = opening.data.filter(({ kind }) => ['fee_income', 'bank_fee'].includes(kind));
    for (const row of earned) expect(row.opening).toBe(0);
    const kept = opening.data.find(({ kind }) => kind === 'retained_earnings');
    const results = ['2023', '2025', '2026'].filter((one) => one <= year);
    expect(kept?.opening).toBe(results.reduce((sum, one) => sum + traded[one]!.result, 0));
  }
  expect(await blocks()).toMatchObject({ 2026: 'YEAR_CLOSED', 2024: 'YEAR_EMPTY' });
});

test('only finance proposes, and only the money desk reads', async () => {
  const reviewer = await newOperator(server, ['reviewer']);
  expect(await server.refused(listYears, {}, reviewer)).toBe('ROLE_REQUIRED');
  for (const intruder of [reviewer, desk.auditor]) {
    const asked = server.refused(proposeYearClose, { year: '2026' }, intruder);
    expect(await asked).toBe('ROLE_REQUIRED');
  }
});
