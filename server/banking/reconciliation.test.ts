// Protects the daily reconciliation: each dollar of difference named by its row, then signed.
import { beforeAll, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking-office.ts';
import { type Day, dayOf, addDays } from '#contract/day.ts';
import { post } from '../ledger/actions.ts';
import { paymentsOn } from '../../tests/payments.ts';
import { newOperator, type Person } from '../../tests/people.ts';
import { useServer } from '../../tests/server.ts';
import { inWork } from '../work.ts';
import { askForStatements } from './reconciliation.ts';

const server = useServer();
const { placed, pay, releaseRefund } = paymentsOn(server);
const { listDays, getDay, askBank, signDay } = bankingOffice;

let finance: Person;
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
});
const now = (): Day => dayOf(server.services.clock.now());
const on = async (day: Day) => (await server.ok(getDay, { day }, finance)).data;

test('bank and books agree on a day of receipts and refunds', async () => {
  expect(await server.refused(signDay, { day: now(), note: '無' }, finance)).toBe('DAY_NOT_CLOSED');
  const one = await placed(5_000);
  await pay(one, 5_600);
  await releaseRefund(one.orderId);
  await pay(await placed(9_000), 4_000);
  const { data } = await server.ok(askBank, { day: now() }, finance);
  expect(data).toEqual({ lines: 3, closing: 9_015 });
  const day = await on(now());
  expect(day).toMatchObject({
    closing: 9_015,
    books: 9_015,
    owed: 9_015,
    source: 'sandbox',
    differences: [],
    unexplained: 0,
    underWay: { count: 0, amount: 0 },
  });
  expect(day.parts.find(({ kind }) => kind === 'order_funds')?.balance).toBe(9_000);
});

test('each difference is a row: unbooked, unconfirmed, by another amount, our own', async () => {
  const row = (seq: string, amount: number) =>
    server.rows(
      `insert into banking.bank_line (bank, bank_date, seq, amount, source)
       values ('812', $1, $2, $3, 'statement')`,
      [now(), seq, amount],
    );
  await row('charge', -15);
  const { seq } = await pay(await placed(1_000), 1_000);
  await row(seq, 1_200);
  await pay(await placed(2_000), 2_000);
  await inWork(server.services, (work) =>
    post(work, [
      {
        id: 'test:covered',
        kind: 'covered',
        on: work.today,
        entries: [
          { account: 'trust_bank', amount: 77 },
          { account: 'suspense', amount: -77 },
        ],
      },
    ]),
  );
  await server.rows('update banking.bank_day set closing = closing - 15 + 1200 where day = $1', [
    now(),
  ]);
  const day = await on(now());
  expect(Object.fromEntries(day.sums.map(({ kind, amount }) => [kind, amount]))).toEqual({
    unbooked: -15,
    amount: 200,
    unconfirmed: -2_000,
    own: -77,
  });
  expect(day.unexplained).toBe(0);
  expect(day.differences).toContainEqual({
    kind: 'unbooked',
    day: now(),
    reference: 'charge',
    amount: -15,
  });
});

test('a difference nobody can explain is never signed; an explained one is, once', async () => {
  await server.rows('update banking.bank_day set closing = closing + 1 where day = $1', [now()]);
  expect(await server.refused(signDay, { day: now(), note: '測試' }, finance)).toBe(
    'DAY_UNEXPLAINED',
  );
  await server.rows('update banking.bank_day set closing = closing - 1 where day = $1', [now()]);
  const key = 'one-signature';
  const input = { day: now(), note: '差額均已查明' };
  await server.ok(signDay, input, { ...finance, key });
  await server.ok(signDay, input, { ...finance, key });
  expect(await server.refused(signDay, input, finance)).toBe('DAY_SIGNED');
  const { data, total } = await server.ok(listDays, { item_per_page: 1 }, finance);
  expect(data).toMatchObject([{ day: now(), signedBy: expect.stringContaining('測試') }]);
  expect(total).toBeGreaterThanOrEqual(1);
});

test('the bank is asked by itself about days that have ended', async () => {
  const yesterday = now();
  await server.advance(1);
  await server.rows('delete from banking.bank_day');
  await server.rows('delete from banking.bank_line');
  await askForStatements(server.services);
  const day = await on(yesterday);
  expect(day.closing).toBe(12_015);
  expect(day.unexplained).toBe(0);
  expect(await server.refused(askBank, { day: addDays(now(), 1) }, finance)).toBe('DAY_NOT_CLOSED');
  const later = await server.ok(listDays, {}, finance);
  expect(later.data.map((one) => one.day).slice(0, 2)).toEqual([now(), yesterday]);
  expect(later.data[0]).toMatchObject({ closing: null, books: later.data[1]?.books });
});
