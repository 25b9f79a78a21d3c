// Tests of manual journals, and of the calls about bookings: who may make them, papers, reversal.
import { bookingList, bookingList as listBookings } from '#contract/banking/lists.ts';
import { entryList } from '#contract/ledger/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { BOOKING_BACK_DAYS, bookingsOffice } from '#contract/banking/bookings.ts';
import { addDays, type Day } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { type Desk, newDesk, type Proposal, rent } from '../../../tests/actors/bookings.ts';
import { balanceOf, today } from '../../../tests/actors/loans.ts';
import { newOperator, newPicture } from '../../../tests/actors/people.ts';
import { repeatThrice } from '../../../tests/actors/repeats.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { proposeBooking, reverseBooking, attachToBooking, bookingFile } = bookingsOffice;
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
});

const count = async () => (await server.ok(listBookings, { kind: 'manual' }, desk.auditor)).total;

describe('a manual journal', () => {
  test('counts once two persons agree, and is asked for once', async () => {
    await repeatThrice(server, proposeBooking, rent(server), desk.maker);
    expect(await count()).toBe(1);
    expect(await balanceOf(server, 'operating_expense')).toBe(0);
    const { data } = await server.ok(listBookings, {}, desk.auditor);
    const { id } = data[0]!;
    expect(await desk.check(id)).toBeNull();
    expect(await balanceOf(server, 'operating_expense')).toBe(1_200);
    const whole = await server.ok(entryList, { transfer: `booking:${id}` }, desk.auditor);
    expect(whole.data.map(({ amount }) => amount)).toEqual([1_200, -1_200]);
    const moves = await server.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'booking' and subject_id = $1
         and action like 'booking.%' order by id`,
      [id],
    );
    expect(moves.map(({ action }) => action)).toEqual(['booking.proposed', 'booking.booked']);
  });

  const wrong: [string, (today: Day) => Partial<Proposal>][] = [
    ['without a day', () => ({ day: undefined })],
    ['of tomorrow', (now) => ({ day: addDays(now, 1) })],
    ['of long ago', (now) => ({ day: addDays(now, -BOOKING_BACK_DAYS - 1) })],
    ['without entries', () => ({ entries: undefined })],
    [
      'that moves the trust account without a line of the bank',
      () => ({
        entries: [
          { account: 'trust_interest', amount: 10 },
          { account: 'trust_bank', amount: -10 },
        ],
      }),
    ],
    [
      'with an account twice',
      () => ({
        entries: [
          { account: 'platform_bank', amount: 10 },
          { account: 'platform_bank', amount: -10 },
        ],
      }),
    ],
  ];
  test.each(wrong)('%s is refused and writes nothing', async (_, change) => {
    const before = await count();
    const input = JSON.parse(JSON.stringify({ ...rent(server), ...change(today(server)) }));
    expect(await desk.refusal(input as Proposal)).toBe('BOOKING_ENTRIES');
    expect(await count()).toBe(before);
  });

  test('is reversed once, by a linked booking of two persons', async () => {
    const id = await desk.propose(rent(server));
    const undo = { id, reason: '重複入帳' };
    expect(await server.refused(reverseBooking, undo, desk.maker), 'not booked yet').toBe(
      'BOOKING_STATE',
    );
    expect(await desk.check(id)).toBeNull();
    const before = await balanceOf(server, 'operating_expense');
    const opposite = (await server.ok(reverseBooking, undo, desk.maker)).data.id;
    expect(await server.refused(reverseBooking, undo, desk.maker)).toBe('BOOKING_STATE');
    expect(await desk.check(opposite, 'approve', desk.maker)).toBe('MAKER_IS_CHECKER');
    expect(await desk.check(opposite)).toBeNull();
    expect(await balanceOf(server, 'operating_expense')).toBe(before - 1_200);
    expect(await desk.read(id)).toMatchObject({ state: 'reversed', reversedBy: opposite });
    expect(await desk.read(opposite)).toMatchObject({
      state: 'booked',
      reverses: id,
      mayReverse: false,
      transferId: `booking:${id}:undone`,
    });
    const back = { id: opposite, reason: '不能再沖銷' };
    expect(await server.refused(reverseBooking, back, desk.maker)).toBe('BOOKING_STATE');
  });

  test('whose reversal was returned may be reversed again', async () => {
    const id = await desk.propose(rent(server));
    expect(await desk.check(id)).toBeNull();
    const undo = { id, reason: '重複入帳' };
    const first = (await server.ok(reverseBooking, undo, desk.maker)).data.id;
    expect(await desk.check(first, 'return')).toBeNull();
    expect(await desk.read(id)).toMatchObject({ state: 'booked', mayReverse: true });
    const again = (await server.ok(reverseBooking, undo, desk.maker)).data.id;
    expect(await desk.check(again)).toBeNull();
    expect(await desk.read(id)).toMatchObject({ state: 'reversed', reversedBy: again });
  });

  test('of a closed day counts on the first open day', async () => {
    await server.rows(`update ledger.closed set first_open = $1`, [today(server)]);
    const yesterday = addDays(today(server), -1);
    const id = await desk.propose({ ...rent(server), day: yesterday });
    expect(await desk.check(id)).toBeNull();
    const [row] = await server.rows<{ booked: string; happened: string }>(
      `select booked_on::text as booked, happened_on::text as happened from ledger.transfer
       where id = $1`,
      [`booking:${id}`],
    );
    expect(row).toEqual({ booked: today(server), happened: yesterday });
    await server.rows(`update ledger.closed set first_open = '-infinity'`);
  });

  test('has papers, which the second person opens and nobody removes', async () => {
    const id = await desk.propose(rent(server));
    const files = [await newPicture('file')];
    const attach = () => server.ask(attachToBooking, { id }, { token: desk.maker.token, files });
    await repeatThrice(server, attachToBooking, { id }, desk.maker, { files: ['file'] });
    const [file] = (await desk.read(id)).files;
    expect(file).toMatchObject({ addedBy: expect.any(String) });
    const read = { id, file: file!.id };
    const opened = await server.ask(bookingFile, read, desk.checker);
    expect(opened.status).toBe(200);
    const unknown = { ...read, file: '999' };
    expect(await server.refused(bookingFile, unknown, desk.auditor)).toBe('BOOKING_NOT_FOUND');
    for (let more = 0; more < 4; more += 1) expect((await attach()).status).toBe(200);
    expect((await attach()).body).toMatchObject({ code: 'BOOKING_FILES' });
    expect((await desk.read(id)).files).toHaveLength(5);
    const none = server.refused(attachToBooking, { id }, desk.maker);
    expect(await none).toBe('FILES_MISSING');
    const missing = server.ask(
      attachToBooking,
      { id: '99999' },
      { token: desk.maker.token, files },
    );
    expect((await missing).body).toMatchObject({ code: 'BOOKING_NOT_FOUND' });
  });
});

/** A journal by which the company owes the trust `lacking` for interest of the customers. */
const shortfall = (lacking: number) => ({
  ...rent(server),
  reason: '短計的客戶利息',
  entries: [
    { account: 'platform_due' as const, amount: lacking },
    { account: 'trust_interest' as const, amount: -lacking },
    { account: 'fee_receivable' as const, amount: -lacking },
    { account: 'loss' as const, amount: lacking },
  ],
});

test('a shortfall of the trust is a task until the company has paid', async () => {
  const open = () =>
    server.rows<{ label: string }>(
      `select subject_label as label from tasks.task where kind = 'trust_shortfall'
       and status = 'open'`,
    );
  const labelOf = (amount: number) => `信託專戶短少 ${formatMoney(money(amount))}`;
  const first = await desk.propose(shortfall(500));
  expect(await desk.check(first)).toBeNull();
  expect(await open()).toEqual([{ label: labelOf(500) }]);
  expect((await desk.limits()).sweepable).toBe(-50_500);
  const second = await desk.propose(shortfall(20));
  expect(await desk.check(second)).toBeNull();
  expect(await open()).toEqual([{ label: labelOf(520) }]);
  for (const id of [first, second]) {
    const undo = (await server.ok(reverseBooking, { id, reason: '還原' }, desk.maker)).data.id;
    expect(await desk.check(undo)).toBeNull();
  }
  expect(await open()).toEqual([]);
});

test('more interest of the customers than there is cannot be booked away', async () => {
  const { entries, ...journal } = shortfall(100);
  const away = entries.map((one) => ({ ...one, amount: -one.amount }));
  const id = await desk.propose({ ...journal, entries: away });
  expect(await desk.check(id)).toBe('DECISION_INVALID');
  expect(await desk.read(id)).toMatchObject({ state: 'checking', transferId: null });
  expect(await balanceOf(server, 'trust_interest')).toBe(0);
  expect(await desk.check(id, 'return')).toBeNull();
});

test('the list is filtered and exported; only finance proposes', async () => {
  const filter = { kind: 'manual', state: 'booked', to: today(server) } as const;
  const { data, total } = await server.ok(listBookings, filter, desk.auditor);
  expect(total).toBe(data.length);
  expect(data.every(({ kind, state }) => kind === 'manual' && state === 'booked')).toBe(true);
  const table = { ...filter, format: 'csv' } as const;
  const file = await server.ask(bookingList.tables.data.file, table, desk.auditor);
  expect(String(file.body).trim().split('\r\n')).toHaveLength(total + 1);

  const intruder = await newOperator(server, ['reviewer']);
  const { getBooking, bookingLimits } = bookingsOffice;
  const reading = [
    server.refused(listBookings, {}, intruder),
    server.refused(getBooking, { id: data[0]!.id }, intruder),
    server.refused(bookingLimits, {}, intruder),
    server.refused(bookingFile, { id: '1', file: '1' }, intruder),
    server.refused(bookingList.tables.data.file, { format: 'csv' }, intruder),
  ];
  const writing = [
    server.refused(proposeBooking, rent(server), desk.auditor),
    server.refused(reverseBooking, { id: '1', reason: 'x' }, desk.auditor),
    server.refused(attachToBooking, { id: '1' }, desk.auditor),
  ];
  for (const code of await Promise.all([...reading, ...writing]))
    expect(code).toBe('ROLE_REQUIRED');
  expect(await server.refused(getBooking, { id: '99999' }, desk.auditor)).toBe('BOOKING_NOT_FOUND');
  const unknown = { id: '99999', reason: 'x' };
  expect(await server.refused(reverseBooking, unknown, desk.maker)).toBe('BOOKING_NOT_FOUND');
});
