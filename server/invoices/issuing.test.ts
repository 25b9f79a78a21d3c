// Tests of issuing: who is invoiced when, numbers without gaps, voids, allowances, and the centre.
import { invoiceMessageList, invoicePeriodList, trackList } from '#contract/invoices/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { invoices } from '#contract/invoices/calls.ts';
import { invoicesOffice } from '#contract/invoices/office.ts';
import { vatOf } from '#contract/taiwan/tax.ts';
import { newDesk } from '../../tests/actors/bookings.ts';
import {
  EXAMPLE,
  disburse,
  goTo,
  liveThrough,
  newTeam,
  pay,
  schedule,
  signedLoan,
  type Team,
  type TestLoan,
  today,
} from '../../tests/actors/loans.ts';
import { type Person, newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { type InvoiceMessage, InvoiceRefused } from '../adapters/invoices/center.ts';
import { readInvariants } from '../database/invariants.ts';
import { trusted } from '../database/sql.ts';
import { drain, runDay } from '../worker.ts';
import { insertAllowance, invoiceToUndo } from './issue-queries.ts';
import { allowanceNumber, allowanceTax } from './rules.ts';
import { moveLoan } from '../lending/front.ts';
import { inWork } from '../work.ts';

let answer: (message: InvoiceMessage) => Error | null = () => null;
const server = useServer({
  startsOn: '2026-11-23',
  instead: ({ invoiceCenter }) => ({
    invoiceCenter: {
      async send(message) {
        const error = answer(message);
        if (error) throw error;
        await invoiceCenter!.send(message);
      },
    },
  }),
});
let team: Team;
let finance: Person;
const track = (period: string, letters: string, first: string, last: string) =>
  server.ok(invoicesOffice.addTrack, { period: day(period), letters, first, last }, finance);
const mine = async ({ token }: Person) =>
  (await server.ok(invoices.listInvoices, {}, { token })).data;
const messagesAbout = (number: string) =>
  server.rows<{ type: string; state: string }>(
    `select type, state from invoices.message where starts_with(about, $1) order by id`,
    [number],
  );
const openTasks = (type: string) =>
  server.rows<{ label: string }>(
    `select subject_label as label from tasks.task where subject_type = $1 and status = 'open'`,
    [type],
  );
const periodOfDay = async (from: string) => {
  const { data } = await server.ok(invoicePeriodList, {}, finance);
  return data.find((period) => period.from === from)!;
};
async function sendBack(loan: TestLoan): Promise<void> {
  const [last] = await server.rows<{ reference: string }>(
    `select reference from banking.payment where purpose = 'disbursement' and subject_id = $1
     order by id desc limit 1`,
    [loan.id],
  );
  await server.services.demonstration!.bank.returnPayment(last!.reference);
}
beforeAll(async () => {
  team = await newTeam(server);
  finance = await newOperator(server, ['finance']);
});

let account: string;
let loan: TestLoan;

test('nothing is invoiced before finance has entered numbers', async () => {
  const before = await signedLoan(server);
  await disburse(server, before, team);
  await liveThrough(server, 1);
  expect(await mine(before.borrower)).toEqual([]);
  expect(await openTasks('invoice_track')).toEqual([]);
  // The period begins with the first track, so this fee of the same period is invoiced after it.
  await track('2026-11-24', 'AB', '00000008', '00000012');
  await liveThrough(server, 1);
  expect(await mine(before.borrower)).toMatchObject([
    { number: 'AB00000008', issuedOn: '2026-11-24', kind: 'disbursement', total: 4_015 },
  ]);
});

test('a borrower is invoiced in the night after the disbursement, once', async () => {
  loan = await signedLoan(server);
  account = await disburse(server, loan, team);
  const on = today(server);
  await liveThrough(server, 1);
  await runDay(server.services);
  await drain(server.services);
  const [row, ...others] = await mine(loan.borrower);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    number: 'AB00000009',
    issuedOn: on,
    kind: 'disbursement',
    state: 'issued',
    carrier: 'member',
    total: 4_015,
    allowed: 0,
  });
  expect(await messagesAbout('AB00000009')).toEqual([{ type: 'F0401', state: 'sent' }]);
  const told = await server.rows<{ title: string }>(
    `select title from notices.notice where member_id = $1 order by id desc limit 1`,
    [loan.borrower.id],
  );
  expect(told).toEqual([{ title: '電子發票 AB-00000009 已開立' }]);
});

test('a disbursement that comes back the same night needs no invoice', async () => {
  const other = await signedLoan(server);
  await disburse(server, other, team);
  await sendBack(other);
  await liveThrough(server, 1);
  expect(await mine(other.borrower)).toEqual([]);
});

test('one that comes back within the period voids its invoice', async () => {
  const other = await signedLoan(server);
  await disburse(server, other, team);
  await liveThrough(server, 1);
  expect(await mine(other.borrower)).toMatchObject([{ number: 'AB00000010', state: 'issued' }]);
  await sendBack(other);
  await liveThrough(server, 1);
  expect(await mine(other.borrower)).toMatchObject([{ number: 'AB00000010', state: 'voided' }]);
  expect(await messagesAbout('AB00000010')).toEqual([
    { type: 'F0401', state: 'sent' },
    { type: 'F0501', state: 'sent' },
  ]);
  // Disbursed once more, it gets another invoice.
  const how = { action: 'loan.signed' } as const;
  await inWork(server.services, (work) => moveLoan(work, other.id, 55, how));
  await disburse(server, other, team);
  await liveThrough(server, 1);
  expect((await mine(other.borrower)).map(({ number, state }) => [number, state])).toEqual([
    ['AB00000011', 'issued'],
    ['AB00000010', 'voided'],
  ]);
});

test('investors get one invoice for a month; too few numbers stop all of a day', async () => {
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, 8_885);
  await drain(server.services);
  await goTo(server, day('2027-01-01'));
  for (const investor of loan.investors) expect(await mine(investor)).toEqual([]);
  const short = (await openTasks('invoice_track')).map(({ label }) => label);
  expect(short).toContain('電子發票 2026/11–12 的字軌號碼不足');
  await track('2026-12-31', 'AC', '00000000', '00000009');
  await track('2027-01-01', 'AD', '00000000', '00000099');
  expect(await openTasks('invoice_track')).toEqual([]);
  await runDay(server.services);
  await drain(server.services);
  const rows = await Promise.all(loan.investors.map(mine));
  expect(rows.map(([row]) => [row?.number, row?.kind, row?.total, row?.issuedOn])).toEqual([
    ['AB00000012', 'service', 50, '2026-12-31'],
    ['AC00000000', 'service', 33, '2026-12-31'],
    ['AC00000001', 'service', 17, '2026-12-31'],
  ]);
  expect(rows.every((all) => all.length === 1)).toBe(true);
});

test('the sum of the invoices is that of the ledger, and so is the tax, also if paid', async () => {
  const desk = await newDesk(server);
  const reason = '115 年 11–12 月營業稅';
  const id = await desk.propose({ kind: 'vat_paid', day: today(server), amount: 100, reason });
  expect(await desk.check(id)).toBeNull();
  const period = await periodOfDay('2026-11-01');
  expect(period).toMatchObject({
    invoices: 6,
    voided: 1,
    fees: 12_145,
    personTotal: 12_145,
    vat: vatOf(money(12_145)),
    pending: 0,
    shifted: 0,
    other: 0,
    unbooked: 0,
    rounding: 0,
    difference: 0,
  });
});

test('at the end of a period the unused numbers are reported', async () => {
  await liveThrough(server, 1);
  const { data } = await server.ok(trackList, {}, finance);
  expect(
    data.map(({ letters, used, left, closedAt }) => [letters, used, left, !!closedAt]),
  ).toEqual([
    ['AD', 0, 100, false],
    ['AC', 2, 8, true],
    ['AB', 5, 0, true],
  ]);
  const reported = await server.rows<{ xml: string }>(
    `select xml from sandbox.invoice_message where type = 'E0402'`,
  );
  expect(reported).toHaveLength(1);
  expect(reported[0]!.xml).toContain('<InvoiceBeginNo>00000002</InvoiceBeginNo>');
  expect(reported[0]!.xml).toContain('<InvoiceEndNo>00000009</InvoiceEndNo>');
});

describe('a fee that goes back in a later period', () => {
  test('is an allowance on its invoice, with its part of the tax', async () => {
    const other = await signedLoan(server);
    await disburse(server, other, team);
    await liveThrough(server, 1);
    const [row] = await mine(other.borrower);
    await goTo(server, day('2027-02-26'));
    await track('2027-03-01', 'AE', '00000000', '00000099');
    // The loan is late by now, and the disbursement still comes back.
    await goTo(server, day('2027-03-02'));
    await sendBack(other);
    await liveThrough(server, 1);
    const full = await server.ok(
      invoices.getInvoice,
      { number: row!.number },
      { token: other.borrower.token },
    );
    expect(full.data).toMatchObject({
      state: 'allowed',
      allowed: 4_015,
      voidedOn: null,
      allowances: [{ number: `${row!.number}-01`, total: 4_015, tax: 191 }],
    });
    expect((await messagesAbout(row!.number)).map(({ type }) => type)).toEqual(['F0401', 'G0401']);
    const period = await periodOfDay('2027-03-01');
    expect(period).toMatchObject({
      invoices: 0,
      allowances: 1,
      allowanceTotal: 4_015,
      declared: -191,
      fees: -4_015,
      pending: 0,
      shifted: 0,
      other: 0,
      rounding: 0,
    });
  });
});

describe('an invoice that is given back in several parts', () => {
  test.each([
    ['four parts', [1_003, 1_004, 1_004, 1_004]],
    ['parts without tax of their own', [10, 10, 10, 10, 3_975]],
    ['a rest', [4_005, 10]],
    ['73 parts', Array.from({ length: 73 }, () => 55)],
  ])('has the tax of the sum in its allowances: %s', async (_what, parts) => {
    await server.undone(async (tx) => {
      const [row] = await tx.planned<{ id: number }>(
        trusted(`select id from invoices.invoice i where total = 4015 and voided_on is null
          and not exists (select from invoices.allowance a where a.invoice_id = i.id)`),
      );
      for (const total of parts.map(money)) {
        const invoice = await invoiceToUndo(tx, row!.id);
        const number = allowanceNumber(invoice.number, invoice.allowances);
        const tax = allowanceTax(total, invoice);
        const allowance = { invoiceId: row!.id, number, total, tax, reason: '退還費用' };
        await insertAllowance(tx, allowance, today(server), server.services.clock.now());
      }
      const given = await invoiceToUndo(tx, row!.id);
      expect(given).toMatchObject({ allowances: parts.length, allowed: 4_015, allowedTax: 191 });
      const law = readInvariants().find(({ name }) => name.startsWith('allowances of an invoice'))!;
      expect(await tx.planned(trusted(law.sql))).toEqual([]);
      // A wrong tax is noticed, even if the owner of the table writes it.
      await tx.planned(trusted('alter table invoices.allowance disable trigger user'));
      await tx.planned(trusted('update invoices.allowance set tax = tax + 1'));
      expect(await tx.planned(trusted(law.sql))).not.toEqual([]);
    });
  });
});

describe('the centre', () => {
  const due = async () => {
    const other = await signedLoan(server, EXAMPLE);
    await disburse(server, other, team);
    return other;
  };

  test('that is away gets each message later, once', async () => {
    const other = await due();
    answer = () => new InvoiceRefused('the centre cannot be reached', true);
    await liveThrough(server, 1);
    const [row] = await mine(other.borrower);
    expect(await messagesAbout(row!.number)).toEqual([{ type: 'F0401', state: 'waiting' }]);
    expect(await openTasks('invoice_message')).toEqual([]);
    await liveThrough(server, 2);
    expect(await openTasks('invoice_message')).toEqual([
      { label: '電子發票超過一天未能傳送加值中心' },
    ]);
    answer = () => null;
    await server.rows(`update invoices.message set next_try_at = '-infinity'`);
    await drain(server.services);
    expect(await messagesAbout(row!.number)).toEqual([{ type: 'F0401', state: 'sent' }]);
    const kept = await server.rows(`select id from sandbox.invoice_message where number = $1`, [
      row!.number,
    ]);
    expect(kept).toHaveLength(1);
  });

  test('whose answer was lost recognises the message', async () => {
    const other = await due();
    await liveThrough(server, 1);
    const [row] = await mine(other.borrower);
    await server.rows(
      `update invoices.message set state = 'waiting', sent_at = null where about = $1`,
      [row!.number],
    );
    await drain(server.services);
    expect(await messagesAbout(row!.number)).toEqual([{ type: 'F0401', state: 'sent' }]);
  });

  test('that refuses a message makes a task; the message is sent again when asked', async () => {
    const other = await due();
    answer = () => new InvoiceRefused('the centre answered E_NUMBER: refused', false);
    await liveThrough(server, 1);
    answer = () => null;
    const [row] = await mine(other.borrower);
    const { data } = await server.ok(invoiceMessageList, { state: 'refused' }, finance);
    expect(data).toMatchObject([{ type: 'F0401', state: 'refused', attempts: 1 }]);
    const labels = (await openTasks('invoice_message')).map(({ label }) => label);
    expect(labels).toContain(`電子發票訊息 F0401 ${row!.number} 遭加值中心退回`);
    await server.ok(invoicesOffice.retryInvoiceMessage, { id: data[0]!.id }, finance);
    await drain(server.services);
    expect(await messagesAbout(row!.number)).toEqual([{ type: 'F0401', state: 'sent' }]);
    const left = (await openTasks('invoice_message')).map(({ label }) => label);
    expect(left).not.toContain(`電子發票訊息 F0401 ${row!.number} 遭加值中心退回`);
  });
});

test('a job that is killed and repeated gives no number twice', async () => {
  const other = await signedLoan(server);
  await disburse(server, other, team);
  await server.advance(1);
  await Promise.all([runDay(server.services), runDay(server.services)]);
  expect(await mine(other.borrower)).toHaveLength(1);
  expect(addDays((await mine(other.borrower))[0]!.issuedOn, 1)).toBe(today(server));
});
