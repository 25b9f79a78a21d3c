// Tests of an investor's statements: the sums match the ledger, and nobody can read another
// member's statement.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { addDays, addMonths, day } from '#contract/core/day.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { investingStatements } from '#contract/investing/statements.ts';
import { decide } from '../../tests/actors/tasks.ts';
import {
  checkBatches,
  disburse,
  goTo,
  balanceOf,
  lentLoan,
  liveThrough,
  newTeam,
  pay,
  schedule,
  signedLoan,
  today,
  type Team,
} from '../../tests/actors/loans.ts';
import { newInvestor } from '../../tests/actors/market.ts';
import type { Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { drain, runDay } from '../worker.ts';

const server = useServer();
const { statement, interestReport } = investingStatements;

/** Returns the CSV's lines as arrays of cells. */
async function cells(call: typeof statement | typeof interestReport, input: object, one: Person) {
  const answer = await server.ask(call, { ...input, format: 'csv' } as never, one);
  expect(answer.status).toBe(200);
  const bytes = answer.body;
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return bytes
    .toString()
    .split('\r\n')
    .map((line) => line.replace('\uFEFF', '').split(','));
}

const figure = (rows: string[][], label: string) =>
  Number(rows.find(([name]) => name === label)?.[1]);

async function pdfText(call: typeof statement | typeof interestReport, input: object, one: Person) {
  const answer = await server.ask(call, input as z.input<typeof call.input> & never, one);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return execFileSync('pdftotext', ['-layout', '-', '-'], {
    input: answer.body,
  }).toString();
}

describe('the statement of a month', () => {
  test('agrees with the ledger, month after month, as CSV and as PDF', async () => {
    const team = await newTeam(server);
    const loan = await signedLoan(server);
    const first = loan.investors[0]!;
    const account = await disburse(server, loan, team);
    const months = new Set([today(server).slice(0, 7)]);
    for (const row of (await schedule(server, loan.id)).slice(0, 2)) {
      await goTo(server, row.dueOn);
      months.add(today(server).slice(0, 7));
      await pay(server, account, 8_885);
      await goTo(server, addDays(today(server), 1));
    }
    // A day later the receipts are collected into a payout, which finance releases.
    while ((await decideIfOpen(team)) === false) {
      await goTo(server, addDays(today(server), 1));
    }
    months.add(today(server).slice(0, 7));
    await runDay(server.services);

    let [outstanding, payable] = [0, 0];
    for (const month of [...months].sort()) {
      const rows = await cells(statement, { month }, first);
      expect(figure(rows, '期初在貸本金')).toBe(outstanding);
      expect(figure(rows, '期初待撥付')).toBe(payable);
      outstanding = figure(rows, '期末在貸本金');
      payable = figure(rows, '期末待撥付');
      expect(outstanding).toBe(
        figure(rows, '期初在貸本金') + figure(rows, '本期撥款') - figure(rows, '本期收回本金'),
      );
    }
    const ended = [...months].sort()[0];
    const subtitleOf = async (month: string) => (await cells(statement, { month }, first))[1]![0];
    expect(await subtitleOf(ended!)).not.toContain('尚未結束');
    const open = today(server).slice(0, 7);
    expect(await subtitleOf(open)).toBe(
      `${open.replace('-', '/')}/01 至 ${today(server).replaceAll('-', '/')}（本期尚未結束）`,
    );
    expect(outstanding).toBe(
      await balanceOf(server, 'investor_claim', { order: loan.orderIds[0], loan: loan.id }),
    );
    expect(payable).toBe(await balanceOf(server, 'payable_to_investor', { member: first.id }));

    const last = [...months].sort().at(-1)!;
    const paper = await pdfText(statement, { month: last }, first);
    expect(paper).toContain('出資月結單');
    expect(paper.replace(/\s/g, '')).toContain(
      `期末在貸本金$${outstanding.toLocaleString('en-US')}`,
    );
    const stranger = await newInvestor(server);
    expect(figure(await cells(statement, { month: last }, stranger), '期末在貸本金')).toBe(0);

    let interest = 0;
    const years = new Set([...months].map((month) => month.slice(0, 4)));
    for (const year of years)
      interest += figure(await cells(interestReport, { year }, first), '利息');
    const [received] = await server.rows<{ interest: string }>(
      'select interest_received as interest from servicing.share where order_id = $1',
      [loan.orderIds[0]],
    );
    expect(interest).toBe(Number(received!.interest));
    expect(interest).toBe(500 + 461);
    const year = [...years][0]!;
    expect(await pdfText(interestReport, { year }, first)).toContain('並非扣繳憑單');
  });

  test('of an ended month stays the same when the bank returns a payout later', async () => {
    const team = await newTeam(server);
    const { loan, account, until } = await lentLoan(server, team);
    const first = loan.investors[0]!;
    await goTo(server, until);
    await pay(server, account, 8_885);
    const paid = () =>
      server.rows<{ reference: string }>(
        `select p.reference from banking.payment p join servicing.payout o on o.payment_id = p.id
         where o.member_id = $1 and p.status = 'confirmed'`,
        [first.id],
      );
    while ((await paid()).length === 0) {
      await liveThrough(server, 1);
      if (await decideIfOpen(team)) await drain(server.services);
    }
    await runDay(server.services);
    const month = today(server).slice(0, 7);
    const next = addMonths(day(`${month}-01`), 1);
    const before = await cells(statement, { month }, first);
    const [payment] = await paid();
    await goTo(server, addDays(next, 3));
    await server.ok(demonstration.bankReturn, { reference: payment!.reference });
    await drain(server.services);
    // Only the subtitle changes: it said that the month had not ended.
    const [title, subtitle, ...figures] = await cells(statement, { month }, first);
    expect([title, ...figures]).toEqual([before[0], ...before.slice(2)]);
    expect(subtitle![0]).not.toContain('尚未結束');
    const after = await cells(statement, { month: next.slice(0, 7) }, first);
    expect(figure(after, '期初待撥付')).toBe(figure(before, '期末待撥付'));
    expect(figure(after, '期末待撥付')).toBe(
      await balanceOf(server, 'payable_to_investor', { member: first.id }),
    );
    expect(after.some(([, , item, amount]) => item === '銀行退匯' && amount === '-4393')).toBe(
      true,
    );
  });

  test('is refused for the future, for malformed months, and to visitors', async () => {
    const one = await newInvestor(server);
    expect(await server.refused(statement, { month: '2099-01' }, one)).toBe('PERIOD_AHEAD');
    expect(await server.refused(interestReport, { year: '2099' }, one)).toBe('PERIOD_AHEAD');
    expect(await server.refused(statement, { month: '2026-13' }, one)).toBe('INVALID_INPUT');
    expect(await server.refused(interestReport, { year: "2026'--" }, one)).toBe('INVALID_INPUT');
    expect((await server.ask(statement, { month: '2026-01' })).status).toBe(401);
    expect((await server.ask(interestReport, { year: '2026' })).status).toBe(401);
  });
});

/** Releases the waiting payouts; returns false if there are none. */
async function decideIfOpen({ maker, checker }: Team): Promise<boolean> {
  const open = await server.rows(
    `select from tasks.task where kind = 'payout_release' and status = 'open'`,
  );
  if (open.length === 0) return false;
  expect(await decide(server, maker, 'payout_release', null, 'release')).toBeNull();
  await checkBatches(server, checker);
  return true;
}
