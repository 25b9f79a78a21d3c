// A money desk in tests: two persons who book, an auditor who reads, and a bank with own lines.
import { taskList } from '#contract/tasks/lists.ts';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { z } from 'zod';
import { bookingsOffice } from '#contract/banking/bookings.ts';
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import type { Day } from '#contract/core/day.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { askForStatements } from '../../server/banking/reconciliation/reconciliation.ts';
import type { TestServer } from '../server.ts';
import { newTeam, today } from './loans.ts';
import { newOperator } from './people.ts';
import { decide } from './tasks.ts';

const { proposeBooking, getBooking, bookingLimits } = bookingsOffice;

export type Proposal = z.input<typeof proposeBooking.input>;
export type Desk = Awaited<ReturnType<typeof newDesk>>;

/** Returns two persons who book, an auditor, and what they do. */
export async function newDesk(server: TestServer) {
  const team = await newTeam(server);
  const auditor = await newOperator(server, ['auditor']);
  return {
    ...team,
    auditor,
    /** Proposes a booking as the first person; returns its id. */
    propose: async (input: Proposal) =>
      (await server.ok(proposeBooking, input, team.maker)).data.id,
    /** Code with which a proposal is refused. */
    refusal: (input: Proposal) => server.refused(proposeBooking, input, team.maker),
    /** Decides a booking, as the second person unless said otherwise; returns a refusal's code. */
    check: (id: string, decision: 'approve' | 'return' = 'approve', by = team.checker) =>
      decide(server, by, 'booking_check', id, decision),
    read: async (id: string) => (await server.ok(getBooking, { id }, auditor)).data,
    limits: async () => (await server.ok(bookingLimits, {}, auditor)).data,
  };
}

/** A journal of the company that balances. */
export const rent = (server: TestServer) => ({
  kind: 'manual' as const,
  day: today(server),
  reason: '十一月辦公室租金',
  entries: [
    { account: 'operating_expense' as const, amount: 1_200 },
    { account: 'platform_bank' as const, amount: -1_200 },
  ],
});

/** The next day begins, and the bank's statement of this day is read. */
export async function nextDay(server: TestServer): Promise<void> {
  await server.advance(1);
  await askForStatements(server.services);
}

/**
 * The bank charges the account (negative) or credits it, and the statement of the day is read the
 * next day. Returns the line's number and the difference that it causes.
 */
export async function ownLine(server: TestServer, amount: number) {
  const { data } = await server.ok(demonstration.bankLine, { amount });
  await nextDay(server);
  const [row] = await server.rows<{ id: string }>(
    'select id::text from banking.difference where reference = $1 and ended_at is null',
    [data.seq],
  );
  return { seq: data.seq, difference: row?.id ?? '' };
}

/** Somebody transfers money to an account of nobody; returns the number and the receipt. */
export async function strayReceipt(server: TestServer, amount: number) {
  const seq = randomUUID().slice(0, 20);
  const bank = server.services.demonstration!.bank;
  await bank.transfer({ virtualAccount: '77', amount, seq, fromBank: '812' });
  const [row] = await server.rows<{ id: string }>(
    'select id::text from banking.receipt where seq = $1',
    [seq],
  );
  return { seq, receipt: row?.id ?? '' };
}

/**
 * The company pays money of its own into the trust account, and two persons book it; it pays for
 * charges and losses, so that payments never wait in a test about something else.
 */
export async function payReserve(server: TestServer, amount = 1_000_000): Promise<void> {
  const desk = await newDesk(server);
  const { receipt } = await strayReceipt(server, amount);
  const id = await desk.propose({ kind: 'company_paid_in', receipt, reason: '公司準備金' });
  expect(await desk.check(id)).toBeNull();
}

/** What one person writes about each difference that has no reason. */
export async function missingReasons({
  rows,
}: TestServer): Promise<{ id: string; reason: string }[]> {
  const open = await rows<{ id: string }>(
    'select id::text from banking.difference where ended_at is null and reason is null',
  );
  return open.map(({ id }) => ({ id, reason: '已向銀行查明' }));
}

/** One person writes a reason for each difference that has none. */
export async function explainDifferences(server: TestServer, by: { token: string }): Promise<void> {
  for (const missing of await missingReasons(server)) {
    await server.ok(reconciliationOffice.explainDifference, missing, by);
  }
}

/**
 * Two persons sign off the books through a day, which must have ended at the bank; the first one
 * takes on what bank and books differ in.
 */
export async function signThrough(server: TestServer, desk: Desk, day: Day): Promise<void> {
  await askForStatements(server.services);
  const { signDay } = reconciliationOffice;
  const kind = 'bank_difference';
  const { data } = await server.ok(taskList, { kind }, desk.maker);
  const ids = data.filter(({ assignee }) => !assignee).map(({ id }) => id);
  if (ids.length > 0) await server.ok(deskOffice.claimTasks, { ids }, desk.maker);
  await explainDifferences(server, desk.maker);
  await server.ok(signDay, { day, note: '銀行與帳上相符' }, desk.maker);
  await server.ok(signDay, { day, note: '已逐項覆核' }, desk.checker);
}
